"""Cells and ranges: reading, writing, formats, formulas and their state."""

import datetime as dt
from typing import Any

import pytest
from macrocell.facade.errors import (
    AddressError,
    ArgumentError,
    BlockError,
    CellValueError,
    ClosedError,
    ExternalError,
    NotAvailableError,
    NotComputedError,
    ReadOnlyError,
    ShapeError,
    UnknownAttributeError,
)
from macrocell.facade.value import NOT_COMPUTED, CellError, RichText
from macrocell.facade.workbook.mutation import decode
from support.faces import blank, filled


@pytest.mark.parametrize("value", [True, 7, 1.5, "text", "", CellError("#N/A"), None])
def test_a_value_reads_back_as_it_was_written(value: object) -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    sheet["B2"].value = value
    before = sheet["B2"].value
    session.flush()
    for found in (before, sheet["B2"].value, sheet.cell(2, 2).value, sheet["A1:B2"].values[1][1]):
        assert found == value
        assert type(found) is type(value)


@pytest.mark.parametrize("epoch_1904", [False, True])
@pytest.mark.parametrize(
    ("value", "read", "code", "kind"),
    [
        (dt.date(2021, 1, 1), dt.datetime(2021, 1, 1), "yyyy-mm-dd", "date"),
        (dt.datetime(2021, 1, 1, 12, 30), dt.datetime(2021, 1, 1, 12, 30), "yyyy-mm-dd h:mm:ss", "date"),
        (dt.time(6, 30), dt.time(6, 30), "h:mm:ss", "time"),
        (dt.timedelta(hours=36), dt.timedelta(hours=36), "[h]:mm:ss", "duration"),
    ],
)
def test_dates_are_serials_under_a_format(value: object, read: object, code: str, kind: str, epoch_1904: bool) -> None:
    session, workbook = blank(epoch_1904=epoch_1904)
    sheet = workbook["Data"]
    cell = sheet["A1"]
    cell.value = value
    sheet["A2:A3"].values = [value, value]
    for _ in range(2):
        assert (cell.value, cell.number_format, cell.kind, cell.is_date, cell.data_type) == (
            read,
            code,
            kind,
            True,
            "d",
        )
        assert sheet["A1:A3"].values == [[read]] * 3
        session.flush()
    assert type(session.value(session.model.sheets[0], 0, 0)) in (int, float)


def test_the_serial_follows_the_epoch_of_the_workbook() -> None:
    session, workbook = blank(epoch_1904=True)
    sheet = workbook["Data"]
    sheet["A1"] = dt.datetime(2021, 1, 1)
    sheet["B1"] = sheet["A1"].value
    assert session.value(session.model.sheets[0], 0, 1) == 42735
    assert sheet["B1"].value == dt.datetime(2021, 1, 1)


def test_a_date_keeps_a_date_format_the_cell_has() -> None:
    _, workbook = blank()
    cell = workbook["Data"]["A1"]
    cell.number_format = "d.m.yy"
    cell.value = dt.date(2024, 1, 2)
    assert cell.number_format == "d.m.yy"
    cell.number_format = "0.00"
    cell.value = dt.date(2024, 1, 2)
    assert cell.number_format == "yyyy-mm-dd"


def test_a_number_under_a_date_format_is_a_date_and_one_out_of_range_stays_a_number() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:A2"] = [[45293], [10**9]]
    sheet["A1:A2"].number_format = "yyyy-mm-dd"
    assert sheet["A1:A2"].values == [[dt.datetime(2024, 1, 2)], [10**9]]


def test_a_format_that_was_just_set_counts_at_once() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:A2"].values = [[45293], [1.5]]
    session.flush()
    assert sheet["A1"].value == 45293
    sheet["A1"].number_format = "yyyy-mm-dd"
    sheet["A2"].number_format = "[h]:mm"
    assert (sheet["A1"].value, sheet["A2"].value) == (dt.datetime(2024, 1, 2), dt.timedelta(hours=36))
    assert sheet["A1:A2"].values == [[dt.datetime(2024, 1, 2)], [dt.timedelta(hours=36)]]


def test_text_beginning_with_an_equals_sign_is_a_formula_on_every_path() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1"] = "=1+1"
    sheet.cell(2, 1).value = "=1+2"
    sheet["A3:A4"].values = [["=1+3"], ["="]]
    sheet["A5"].formula = "=1+5"
    sheet["A6:A7"].formulas = [["=1+6"], ["=1+7"]]
    sheet.append(["=1+8"])
    assert [row[0] for row in sheet["A1:A8"].formulas] == ["=1+1", "=1+2", "=1+3", None, "=1+5", "=1+6", "=1+7", "=1+8"]
    assert sheet["A4"].value == "="


def test_set_text_stores_text_as_it_is() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    cell = sheet["A1"]
    assert cell.set_text("=1+1") is cell
    assert (cell.value, cell.formula, cell.kind) == ("=1+1", None, "text")
    area = sheet["B1:C2"]
    assert area.set_text("007") is area
    assert area.values == [["007"] * 2] * 2
    assert session.warnings == []
    with pytest.raises(CellValueError) as caught:
        cell.set_text(5)
    assert str(caught.value) == "A1: set_text takes text, not int"


@pytest.mark.parametrize("text", ['=webservice("http://x")', '=1+WebService("http://x")'])
def test_a_formula_that_reaches_outside_is_refused_on_every_path(text: str) -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for write in (
        lambda: setattr(sheet["A1"], "value", text),
        lambda: setattr(sheet["A1"], "formula", text),
        lambda: sheet.cell(1, 1, text),
        lambda: setattr(sheet["A1:B1"], "values", [[1, text]]),
        lambda: setattr(sheet["A1:B1"], "formulas", [["=1", text]]),
        lambda: sheet.append([1, text]),
    ):
        with pytest.raises(ExternalError):
            write()
    assert sheet["A1"].set_text(text).value == text


def test_a_formula_is_known_until_what_it_reads_is_changed() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    cell = sheet["B1"]
    assert (cell.value, cell.formula, cell.state, cell.kind) == (2, "=A1*2", "cached", "formula")
    sheet["A1"] = 5
    assert (cell.value, cell.state, cell.cached_value) == (10, "computed", 2)
    cell.formula = "=RAND()+A1"
    assert (cell.state, cell.cached_value) == ("not_computed", None)
    with pytest.raises(NotComputedError) as caught:
        _ = cell.value
    assert str(caught.value) == (
        "B1: the value of its formula is not known: it uses RAND, which is not computed, and it was written after the "
        "file was opened"
    )
    assert sheet["A1:B2"].values == [[5, NOT_COMPUTED], [2, 4]]
    assert sheet["A1:B2"].cached_values == [[5, None], [2, 4]]
    assert sheet["B2"].value == 4


def test_the_members_of_an_array_block_share_its_state() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    assert sheet["C1:C2"].values == [[1], [2]]
    sheet["A2"] = 7
    assert sheet["C1:C2"].values == [[1], [7]]
    assert (sheet["C2"].value, sheet["C2"].cached_value, sheet["C2"].state) == (7, 2, "computed")
    sheet["A2"] = "=RAND()"
    assert sheet["C1:C2"].values == [[NOT_COMPUTED], [NOT_COMPUTED]]
    with pytest.raises(NotComputedError):
        _ = sheet["C2"].value


def test_a_block_is_not_written_in_part() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    for write in (lambda: setattr(sheet["C2"], "value", 1), lambda: setattr(sheet["C2:D3"], "values", 1)):
        with pytest.raises(BlockError):
            write()
    sheet["C1:C2"].values = [[8], [9]]
    assert sheet["C1:C2"].values == [[8], [9]]


def test_only_the_first_cell_of_a_merge_is_written() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    with pytest.raises(BlockError) as caught:
        sheet["B11"].value = 1
    assert str(caught.value) == "Data!B11 lies inside the merged range A10:B11; only its first cell A10 shows a value"
    sheet["A10:B11"].values = [["new", None], [None, None]]
    assert sheet["A10"].value == "new"
    assert [merge.address for merge in sheet.merged_ranges] == ["A10:B11"]
    assert (sheet["B11"].merged, sheet["C11"].merged) == (True, False)


def test_rich_text_reads_as_text_and_its_runs_can_be_written_to_another_cell() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    assert (sheet["E1"].value, sheet["A1:E1"].values[0][4]) == ("ab", "ab")
    rich = sheet["E1"].rich_text
    assert type(rich) is RichText
    assert sheet["E2"].rich_text is None
    sheet["F1"] = rich
    assert [run.text for run in sheet["F1"].rich_text.runs] == ["a", "b"]


def test_kinds_in_one_word() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    assert [cell.kind for cell in sheet["A1:E1"].cells] == ["number", "formula", "formula", "formula", "text"]
    assert [cell.data_type for cell in sheet["A1:E1"].cells] == ["n", "f", "f", "f", "s"]
    assert (sheet["E2"].kind, sheet["Z99"].kind, sheet["Z99"].data_type) == ("error", "blank", "n")
    assert (sheet["A1:A5"].kind, sheet["A1:B1"].kind, sheet["B1:B5"].state) == ("number", "mixed", "cached")


def test_a_cell_says_where_it_is() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    cell = sheet["AB12"]
    assert (cell.address, cell.coordinate, cell.row, cell.column, cell.column_letter) == ("AB12", "AB12", 12, 28, "AB")
    assert (cell.row_count, cell.column_count, cell.sheet) == (1, 1, sheet)
    assert repr(cell) == "<Cell Data!AB12>"
    assert (cell == sheet.cell(12, 28), cell == sheet["A1"], cell == 5) == (True, False, False)
    area = sheet["C2:B1"]
    assert (area.address, area.row, area.column, area.row_count, area.column_count) == ("B1:C2", 1, 2, 2, 2)
    assert repr(area) == "<Range Data!B1:C2>"
    assert (area == sheet["B1:C2"], area == sheet["B1:C3"]) == (True, False)


def test_ranges_are_moved_and_resized() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    assert sheet["B2"].offset(1, 2).address == "D3"
    assert sheet["B2"].offset(row=-1, column=-1).address == "A1"
    assert sheet["B2:C3"].offset(column=1).address == "C2:D3"
    assert sheet["B2"].resize(2, 3).address == "B2:D3"
    assert sheet["B2:C3"].resize(rows=1, columns=1).address == "B2"
    with pytest.raises(AddressError) as caught:
        sheet["B2"].offset(-2, 0)
    assert str(caught.value) == "offset(-2, 0) from B2 leaves the sheet"
    with pytest.raises(ArgumentError) as wrong:
        sheet["B2"].resize(0)
    assert str(wrong.value) == "rows is between 1 and 1,048,575, not 0"


@pytest.mark.parametrize(
    ("address", "value", "message"),
    [
        ("A1:B2", [[1, 2]], "A1:B2 has 2 rows x 2 columns, the value has 1 rows x 2 columns"),
        ("A1:B2", [[1, 2], [3]], "A1:B2 has 2 rows x 2 columns, the value has 2 rows x 1 or 2 columns"),
        ("A1:B2", [], "A1:B2 has 2 rows x 2 columns, the value has 0 rows x 0 columns"),
        ("A1:B2", [1, 2], "A1:B2 has 2 rows x 2 columns, the value is a flat list of 2"),
        ("A1:C1", [1, 2], "A1:C1 has 1 rows x 3 columns, the value has 1 rows x 2 columns"),
        ("A1:B2", "=A1", "one formula for the 2 x 2 cells of A1:B2"),
        ("A1:B2", [[1, 2], "xy"], "values takes rows of cells, and one row is a str"),
        ("A:B", 1, "A:B has 2,097,152 cells, too many to write"),
    ],
)
def test_a_matrix_of_the_wrong_shape_is_refused_with_both_shapes(address: str, value: object, message: str) -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    with pytest.raises((ShapeError, ArgumentError)) as caught:
        sheet.range(address).values = value
    assert sheet.max_row == 0
    assert str(caught.value) == message


def test_one_value_or_a_flat_list_fills_a_range() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:B2"] = 7
    sheet["C1:C2"].values = (1, 2)
    sheet["A3:C3"].value = [4, 5, 6]
    assert sheet["A1:C3"].values == [[7, 7, 1], [7, 7, 2], [4, 5, 6]]
    sheet["A1:B1"] = None
    assert sheet["A1:C3"].value == [[None, None, 1], [7, 7, 2], [4, 5, 6]]


def test_values_of_whole_columns_end_with_the_content() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    assert [len(rows) for rows in (sheet.range("A:B").values, sheet.range("1:2").values)] == [10, 2]
    assert len(sheet.range("1:2").values[0]) == 5
    assert sheet.range("A:B").row_count == 1_048_576


def test_rows_columns_cells_and_iteration() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    area = sheet["A1:B2"]
    area.values = [[1, 2], [3, 4]]

    def values(rows: Any) -> list[list[object]]:
        return [[cell.value for cell in row] for row in rows]

    assert values(area) == values(area.rows) == [[1, 2], [3, 4]]
    assert values(area.columns) == [[1, 3], [2, 4]]
    assert [cell.value for cell in area.cells] == [1, 2, 3, 4]
    assert (len(area), area[1][0].value, area[-1][1].value, values(area[0:1])) == (2, 3, 4, [[1, 2]])
    assert values(sheet["A1"]) == [[1]]
    with pytest.raises(IndexError, match=r"^A1:B2 has 2 rows; an index counts from 0$"):
        area[2]


def test_number_formats_are_set_for_all_cells_and_read_where_all_agree() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    assert sheet["A1:B2"].number_format == "General"
    sheet["A1"].number_format = "0%"
    assert (sheet["A1"].number_format, sheet["A1:B2"].number_format) == ("0%", None)
    sheet["A1:B2"].number_format = "0.00"
    assert sheet["A1:B2"].number_format == "0.00"
    for code in ("", "x" * 256, "a\nb", 5):
        with pytest.raises(ArgumentError):
            sheet["A1"].number_format = code


def test_looks_are_read_only_records() -> None:
    _, workbook = blank()
    cell = workbook["Data"]["A1"]
    assert (cell.font.name, cell.font.bold, cell.fill.pattern_type, cell.border.left.style) == (
        "Calibri",
        False,
        None,
        None,
    )
    assert (cell.alignment.wrap_text, cell.protection.locked) == (False, True)
    with pytest.raises(UnknownAttributeError) as caught:
        cell.font.bold = True
    assert str(caught.value) == "a Font never changes, so its bold cannot be set"
    assert caught.value.hint == "assign a changed copy: cell.font = cell.font.copy(bold=...)"


def test_clear_makes_cells_blank_and_keeps_formats() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:B2"] = 5
    sheet["A1"].number_format = "0%"
    area = sheet["A1:B1"]
    assert area.clear() is area
    assert sheet["A1:B2"].values == [[None, None], [5, 5]]
    assert sheet["A1"].number_format == "0%"
    with pytest.raises(NotAvailableError) as caught:
        area.clear("all")
    assert str(caught.value) == "clear('all') is not available yet"
    with pytest.raises(ArgumentError):
        area.clear("rows")


def test_records_come_and_go() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    written = sheet["B2"].write_records([{"name": "a", "n": 1}, {"name": "b", "extra": True}])
    assert written.address == "B2:D4"
    assert written.values == [["name", "n", "extra"], ["a", 1, None], ["b", None, True]]
    assert written.to_records() == [{"name": "a", "n": 1, "extra": None}, {"name": "b", "n": None, "extra": True}]
    sheet["C2"] = "name"
    with pytest.raises(ShapeError) as caught:
        written.to_records()
    assert str(caught.value) == "C2: the name 'name' stands twice in the first row"
    for records in ([], [[1]], [{1: 2}], 5):
        with pytest.raises((ShapeError, ArgumentError)):
            sheet["B2"].write_records(records)


def test_names_of_later_versions_say_so() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for target, name, message in (
        (sheet, "add_table", "sheet.add_table is not available yet"),
        (sheet["A1"], "note", "cell.note is not available yet"),
        (sheet["A1:B2"], "comment", "range.comment is not available yet"),
        (workbook, "names", "workbook.names is not available yet"),
    ):
        with pytest.raises(NotAvailableError) as caught:
            getattr(target, name)
        assert str(caught.value) == message
        with pytest.raises(NotAvailableError):
            setattr(target, name, 1)
        assert not hasattr(target, name)


def test_assigning_to_an_unknown_name_answers_with_near_matches() -> None:
    _, workbook = blank()
    cell = workbook["Data"]["A1"]
    for name, hint in (
        ("valeu", "did you mean cell.value or cell.values?"),
        ("numberFormat", "use cell.number_format"),
        ("row", None),
        ("__class__", None),
        ("_at", None),
    ):
        with pytest.raises(UnknownAttributeError) as caught:
            setattr(cell, name, 1)
        assert name in ("__class__", "_at") or caught.value.hint == hint
    with pytest.raises(UnknownAttributeError):
        del cell.value


def test_nothing_works_after_the_run() -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    cell, area, rows = sheet["A1"], sheet["A1:B2"], sheet.iter_rows(max_row=2, max_col=2)
    cell.value = 1
    session.finish()
    for use in (
        lambda: cell.value,
        lambda: setattr(cell, "value", 2),
        lambda: setattr(cell, "value", "x"),
        lambda: area.values,
        lambda: setattr(area, "values", 1),
        lambda: next(rows),
        lambda: sheet.name,
        lambda: sheet.used_range,
        lambda: sheet.append([1]),
        lambda: workbook.sheets,
        lambda: workbook.add_sheet("x"),
    ):
        with pytest.raises(ClosedError):
            use()


def test_a_read_run_changes_nothing() -> None:
    session, workbook = filled(read_only=True)
    sheet = workbook["Data"]
    for change in (
        lambda: setattr(sheet["A1"], "value", 1),
        lambda: setattr(sheet["A1"], "value", "x"),
        lambda: setattr(sheet["A1"], "value", dt.date(2024, 1, 1)),
        lambda: setattr(sheet["A1"], "formula", "=1"),
        lambda: setattr(sheet["A1"], "number_format", "0"),
        lambda: setattr(sheet["A1:A2"], "values", 1),
        lambda: setattr(sheet["A1:A2"], "formulas", [["=1"], ["=2"]]),
        lambda: sheet["A1"].set_text("x"),
        sheet["A1:A2"].clear,
        sheet.clear,
        lambda: sheet.append([1]),
        lambda: sheet.cell(1, 1, 5),
        lambda: sheet["A1"].write_records([{"a": 1}]),
        lambda: setattr(sheet, "name", "x"),
        lambda: workbook.add_sheet("x"),
    ):
        with pytest.raises(ReadOnlyError):
            change()
    assert decode(session.finish()) == ()
