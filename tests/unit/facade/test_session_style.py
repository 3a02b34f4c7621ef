"""What a run captures of looks: single cells joined, one patch for equal cells, formats of columns taken over."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.errors import ReadOnlyError
from macrocell.facade.workbook.face import Workbook as Face
from macrocell.facade.workbook.face import open_workbook
from macrocell.facade.workbook.face.maker import LOOKS
from macrocell.facade.workbook.model.look import Alignment, Font, PatternFill
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import CellsSet, StyleSet, decode
from macrocell.facade.workbook.session import Session
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.faces import blank
from support.saving import book_of, part_of, saved, sheet_part, with_parts

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def styles_of(session: Session) -> list[StyleSet]:
    return [one for one in decode(session.finish(), from_run=True) if isinstance(one, StyleSet)]


def test_a_loop_over_a_row_with_several_looks_is_one_mutation() -> None:
    session, workbook = blank()
    font, fill, middle = Font(name="Arial", size=9.0), PatternFill("solid"), Alignment(horizontal="center")
    for column in range(1, 6):
        cell: Any = workbook["Data"].cell(1, column)
        cell.font, cell.fill, cell.alignment = font, fill, middle
    (one,) = styles_of(session)
    assert one.rects == (Rect(0, 0, 0, 4),)
    assert one.patch.changes() == {"font": font, "fill": fill, "alignment": middle}


def test_the_last_of_two_looks_counts() -> None:
    session, workbook = blank()
    cell: Any = workbook["Data"]["A1"]
    cell.font = Font(name="Arial", size=9.0)
    cell.font = Font(name="Arial", size=10.0)
    assert cell.font.size == 10
    (one,) = styles_of(session)
    assert one.patch.font == Font(name="Arial", size=10.0)


def test_a_look_written_after_a_named_style_stays_and_one_before_goes() -> None:
    session, workbook = blank()
    first: Any = workbook["Data"]["A1"]
    first.font = Font(name="Arial", size=9.0)
    first.style = "Good"
    second: Any = workbook["Data"]["A2"]
    second.style = "Good"
    second.font = Font(name="Arial", size=9.0)
    assert (first.font.color.rgb, first.style, second.font.name, second.style) == ("FF006100", "Good", "Arial", "Good")
    session.flush()
    assert (first.font.color.rgb, first.style, second.font.name, second.style) == ("FF006100", "Good", "Arial", "Good")


def test_reading_and_writing_in_turn_needs_no_flush() -> None:
    session, workbook = blank()
    for row in range(1, 30):
        cell: Any = workbook["Data"].cell(row, 1)
        cell.font = cell.font.copy(bold=True)
    (one,) = styles_of(session)
    assert one.rects == (Rect(0, 0, 28, 0),)


def test_a_font_without_name_and_size_gets_those_of_the_workbook() -> None:
    _, workbook = blank()
    cell: Any = workbook["Data"]["A1"]
    cell.font = Font(bold=True)
    assert cell.font == Font(name="Calibri", size=11.0, bold=True, family=2, scheme="minor")
    cell.font = Font(name="Arial")
    assert cell.font == Font(name="Arial", size=11.0)
    cell.font = Font(size=20.0, charset=161)
    assert cell.font == Font(name="Calibri", size=20.0, family=2, charset=161, scheme="minor")


def test_a_read_run_refuses_every_property() -> None:
    from support.faces import filled

    _, workbook = filled(read_only=True)
    for name, value in {
        "font": Font(),
        "fill": PatternFill(),
        "border": LOOKS["Border"](),
        "alignment": Alignment(),
        "protection": LOOKS["Protection"](),
        "style": "Good",
        "number_format": "0",
    }.items():
        for target in (workbook["Data"]["A1"], workbook["Data"]["A1:B2"]):
            with pytest.raises(ReadOnlyError):
                setattr(target, name, value)


COLUMN_STYLES = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="9"/><name val="Arial"/></font></fonts><fills count="1"><fill><patternFill/></fill></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>'
    '<xf numFmtId="14" fontId="1" fillId="0" borderId="0" xfId="0"/><xf numFmtId="9"/><xf numFmtId="10"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
STYLED_SHEET = sheet_part(
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="2"><v>1</v></c></row><row r="2" s="3" customFormat="1"/>',
    before='<cols><col min="2" max="3" width="9" style="1" customWidth="1"/></cols>',
)


def styled() -> tuple[Session, Face]:
    """Columns B and C have a date format in bold, row 2 a percentage."""
    parts = {"xl/worksheets/sheet1.xml": STYLED_SHEET}
    session = Session(read_workbook(with_parts(package(parts), {"xl/styles.xml": COLUMN_STYLES})), read_only=False)
    return session, open_workbook(session)


def test_a_cell_that_is_not_there_looks_like_its_row_or_column() -> None:
    _, workbook = styled()
    sheet: Any = workbook.sheets[0]
    shown = {name: sheet[name].number_format for name in ("A1", "B1", "C1", "A2", "B2", "B9", "D9")}
    assert shown == {
        "A1": "General", "B1": "0%", "C1": "mm-dd-yy", "A2": "0.00%", "B2": "0.00%", "B9": "mm-dd-yy", "D9": "General",
    }  # fmt: skip
    assert (sheet["C9"].font.bold, sheet["C9"].has_style, sheet["D9"].has_style) == (True, True, False)
    assert sheet["B1:C1"].number_format is None
    assert sheet["B8:C9"].number_format == "mm-dd-yy"


@pytest.mark.parametrize(
    "write",
    [
        lambda sheet: setattr(sheet["C5"], "value", 45293),
        lambda sheet: setattr(sheet["C5:C5"], "value", 45293),
        lambda sheet: sheet.cell(5, 3, 45293),
        lambda sheet: setattr(sheet["B5:C5"], "values", [[1, 45293]]),
    ],
)
def test_a_new_cell_takes_the_format_of_its_column_as_a_mutation_of_its_own(write: Any) -> None:
    session, workbook = styled()
    sheet: Any = workbook.sheets[0]
    write(sheet)
    assert (sheet["C5"].font.bold, str(sheet["C5"].value)) == (True, "2024-01-02 00:00:00")
    session.flush()
    mutations = decode(session.finish(), from_run=True)
    assert {type(one) for one in mutations} == {CellsSet, StyleSet}
    (style,) = [one for one in mutations if isinstance(one, StyleSet)]
    assert style.patch.number_format == "mm-dd-yy"
    assert style.patch.font == Font(name="Arial", size=9.0, bold=True)
    assert '<c r="C5" s="1"><v>45293</v></c>' in part_of(saved(session.model), "xl/worksheets/sheet1.xml")


def test_a_look_written_to_a_new_cell_keeps_the_rest_of_its_column_s_format() -> None:
    session, workbook = styled()
    sheet: Any = workbook.sheets[0]
    sheet["C5"].fill = PatternFill("solid")
    sheet["B6:C7"].alignment = Alignment(horizontal="center")
    session.flush()
    model = session.model
    for row0, col0 in ((4, 2), (5, 1), (6, 2)):
        style = model.styles.style(model.sheets[0].look(row0, col0))
        assert (style.number_format, style.font.bold) == ("mm-dd-yy", True)


def test_a_date_written_under_a_date_column_keeps_its_format() -> None:
    import datetime as dt

    session, workbook = styled()
    sheet: Any = workbook.sheets[0]
    sheet["B7"].value = dt.datetime(2024, 1, 2)
    sheet["D7"].value = dt.datetime(2024, 1, 2)
    assert (sheet["B7"].number_format, sheet["D7"].number_format) == ("mm-dd-yy", "yyyy-mm-dd h:mm:ss")
    assert session.changed


def test_a_sheet_without_such_formats_emits_none() -> None:
    session = Session(book_of(sheet_part('<row r="1"><c r="A1"><v>1</v></c></row>')), read_only=False)
    workbook: Any = open_workbook(session)
    workbook.sheets[0]["C5"].value = 7
    assert styles_of(session) == []
