"""cell.text and range.texts: what cells show, whatever was read, written or styled before."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys

import pytest
from macrocell.facade.errors import NotComputedError, ShapeError, UnknownAttributeError
from macrocell.facade.value import CellError
from macrocell.facade.workbook.face import open_workbook
from macrocell.facade.workbook.session import Session
from support.faces import blank
from support.saving import book_of, sheet_part


def test_texts_are_row_lists_of_what_the_cells_show() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:C2"].values = [[1234.5, 0.05, dt.date(2024, 3, 5)], ["x", None, True]]
    sheet["A1"].number_format = "#,##0.00"
    sheet["B1:B2"].number_format = "0%"
    expected = [["1,234.50", "5%", "2024-03-05"], ["x", "", "TRUE"]]
    assert sheet["A1:C2"].texts == expected
    session.flush()
    assert sheet["A1:C2"].texts == expected
    assert [[cell.text for cell in row] for row in sheet["A1:C2"]] == expected
    assert sheet["B1"].texts == [["5%"]]
    assert {type(text) for row in sheet["A1:C2"].texts for text in row} == {str}


def test_a_text_follows_what_is_written_and_formatted_in_the_same_run() -> None:
    _, workbook = blank()
    cell = workbook["Data"]["A1"]
    cell.value = 0.5
    assert cell.text == "0.5"
    cell.number_format = "0%"
    assert cell.text == "50%"
    cell.value = -2
    assert cell.text == "-200%"
    cell.value = CellError("#N/A")
    assert (cell.text, cell.value) == ("#N/A", "#N/A")
    cell.value = None
    assert cell.text == ""


def test_whole_columns_and_rows_far_down_are_read_to_the_last_row_with_content() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["B3"] = 1.5
    sheet["B3"].number_format = "0.00"
    assert sheet.range("B:B").texts == [[""], [""], ["1.50"]]
    sheet["B200000"] = dt.date(1999, 12, 31)
    assert sheet["B199999:C200001"].texts == [["", ""], ["1999-12-31", ""], ["", ""]]
    assert len(sheet.range("B:B").texts) == 200_000


def test_dates_are_shown_in_the_epoch_of_the_workbook() -> None:
    for epoch_1904 in (False, True):
        _, workbook = blank(epoch_1904=epoch_1904)
        cell = workbook["Data"]["A1"]
        cell.value = dt.datetime(2024, 3, 5, 13, 30)
        cell.number_format = "d mmm yyyy h:mm AM/PM"
        assert cell.text == "5 Mar 2024 1:30 PM"
        assert cell.texts == [["5 Mar 2024 1:30 PM"]]


def test_a_formula_that_is_not_computed_raises_alone_and_is_marked_in_texts() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1"] = 1
    sheet["B1"] = "=A1*RAND()"
    assert sheet["A1:B1"].texts == [["1", "#NOT_COMPUTED"]]
    with pytest.raises(NotComputedError) as caught:
        _ = sheet["B1"].text
    assert str(caught.value) == (
        "B1: the value of its formula is not known: it uses RAND, which is not computed, and it was written after the "
        "file was opened"
    )


def test_a_formula_shows_its_cached_value_and_a_new_one_when_what_it_reads_is_written() -> None:
    sheet = sheet_part('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1/3</f><v>0.333333333333333</v></c></row>')
    model = book_of(sheet)
    session = Session(model, read_only=False)
    data = open_workbook(session, unit_id="u1", name="book.xlsx").sheets[0]
    assert data["A1:B1"].texts == [["1", "0.333333333"]]
    data["B1"].number_format = "0.00"
    assert data["B1"].text == "0.33"
    data["A1"] = 2
    assert data["A1:B1"].texts == [["2", "0.67"]]
    assert data["B1"].text == "0.67"


def test_a_range_of_several_cells_has_texts_only() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    with pytest.raises(ShapeError) as caught:
        _ = sheet["A1:B2"].text
    assert str(caught.value) == "A1:B2 holds several cells"
    assert caught.value.hint == "use .texts, or one cell's .text"


def test_texts_cannot_be_set() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for target, name, noun in ((sheet["A1"], "text", "cell"), (sheet["A1:B2"], "texts", "range")):
        with pytest.raises(UnknownAttributeError) as caught:
            setattr(target, name, "x")
        assert str(caught.value) == f"{noun}.{name} can only be read"
        assert caught.value.hint == "it follows the value and the number format: write those, or set_text(text)"


def test_words_of_other_libraries_lead_to_texts() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for target, name, hint in (
        (sheet["A1:B2"], "getDisplayValues", "use range.texts"),
        (sheet["A1"], "getText", "use cell.texts"),
        (sheet, "texts", "use sheet.used_range.texts"),
    ):
        assert type(target)._explain(name) == hint


def test_a_workbook_is_read_without_the_modules_of_texts() -> None:
    """The host loads them before it locks itself down; the facade alone does not."""
    code = (
        "import sys, macrocell.facade.workbook.face\n"
        "assert not [name for name in sys.modules if '.workbook.display' in name]\n"
        "import macrocell.facade.workbook.host\n"
        "assert 'macrocell.facade.workbook.display' in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
