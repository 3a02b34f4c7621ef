"""Sheets and the workbook: finding, adding, renaming; whole rows and columns; openpyxl's words."""

import datetime as dt
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.errors import (
    AddressError,
    ArgumentError,
    NotAvailableError,
    SheetNameError,
    SheetNotFoundError,
)
from macrocell.facade.workbook.face.address import cell_at, quoted
from macrocell.facade.workbook.model.rect import Rect, parse_cell
from macrocell.facade.workbook.model.sheet import Sheet as SheetModel
from support.effort import tries
from support.faces import blank, filled


def values(rows: Any) -> list[list[object]]:
    return [[cell.value for cell in row] for row in rows]


def test_a_workbook_knows_its_sheets() -> None:
    _, workbook = filled()
    data, other = workbook.sheets
    assert (workbook.id, workbook.name, len(workbook)) == ("u1", "book.xlsx", 2)
    assert workbook.sheet_names == workbook.sheetnames == ["Data", "Other"]
    assert list(workbook) == workbook.worksheets == [data, other]
    assert workbook["Data"] is data
    assert workbook["data"] is data
    assert workbook.active is data
    assert ("Data" in workbook, "OTHER" in workbook, "x" in workbook, data in workbook) == (True, True, False, True)
    assert (data.index, other.index, workbook.index(other)) == (0, 1, 1)
    assert (data.id, data.name, data.title, data.visible, data.sheet_state) == ("s1", "Data", "Data", True, "visible")
    assert repr(workbook) == "<Workbook 'book.xlsx': 'Data', 'Other'>"
    assert repr(data) == "<Sheet 'Data'>"


@pytest.mark.parametrize(
    ("names", "wanted", "hint"),
    [
        (["Sales "], "Sales", "did you mean 'Sales '?"),
        (["Q3 Sales", "Costs"], "q3_sales", "did you mean 'Q3 Sales'?"),
        (["Summary", "Data 2023"], "Data", "did you mean 'Data 2023'?"),
        (["Alpha", "Beta"], "xyz", "the sheets are 'Data', 'Alpha', 'Beta'"),
    ],
)
def test_an_unknown_sheet_answers_with_near_matches(names: list[str], wanted: str, hint: str) -> None:
    _, workbook = blank()
    for name in names:
        workbook.add_sheet(name)
    if hint.startswith("did"):
        workbook["Data"].name = "Zzz"
    with pytest.raises(SheetNotFoundError) as caught:
        workbook[wanted]
    assert str(caught.value) == f"no sheet is named '{wanted}'"
    assert caught.value.hint == hint
    assert isinstance(caught.value, KeyError)


def test_sheets_are_not_found_by_number() -> None:
    _, workbook = blank()
    with pytest.raises(SheetNotFoundError) as caught:
        workbook[0]
    assert caught.value.hint == "workbook.sheets[0] finds one by place"
    with pytest.raises(ArgumentError):
        workbook[None]


def test_a_chart_sheet_is_refused_by_its_kind() -> None:
    session, workbook = blank()
    session.model.sheets.append(SheetModel("s9", "Chart1", kind="chartsheet"))
    assert workbook.sheet_names == ["Data"]
    with pytest.raises(NotAvailableError) as caught:
        workbook["Chart1"]
    assert str(caught.value) == "'Chart1' is a chartsheet, and only worksheets hold cells"


def test_adding_sheets() -> None:
    _, workbook = blank()
    added = workbook.add_sheet("More")
    assert (added.name, added.max_row, workbook["More"]) == ("More", 0, added)
    assert workbook.create_sheet("First", 0).index == 0
    assert [workbook.create_sheet().name for _ in range(3)] == ["Sheet", "Sheet1", "Sheet2"]
    assert workbook.sheet_names == ["First", "Data", "More", "Sheet", "Sheet1", "Sheet2"]
    for name in ("more", "a/b", "", "x" * 32, "'x", "History"):
        with pytest.raises(SheetNameError):
            workbook.add_sheet(name)
    for name, index in ((5, None), ("Ok", 99), ("Ok", "1")):
        with pytest.raises(ArgumentError):
            workbook.add_sheet(name, index)
    assert len(workbook) == 6


def test_renaming_a_sheet_takes_formulas_along() -> None:
    _, workbook = filled()
    workbook["Data"].title = "In put"
    assert workbook["Other"]["A1"].formula == "='In put'!A1+1"
    assert workbook["In put"].range("'In put'!A1").address == "A1"
    workbook["In put"].name = "in PUT"
    with pytest.raises(SheetNameError):
        workbook["Other"].name = "In Put"


def test_the_used_range_is_that_of_the_content() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    assert (sheet.max_row, sheet.max_column, sheet.min_row, sheet.dimensions) == (0, 0, 1, "A1")
    sheet["A1048576"].number_format = "0%"
    sheet["C5"] = 1
    sheet["B9"] = "=1"
    assert (sheet.max_row, sheet.max_column, sheet.min_row, sheet.min_column) == (9, 3, 5, 2)
    assert (sheet.used_range.address, sheet.dimensions) == ("B5:C9", "B5:C9")
    sheet["B9"] = None
    assert sheet.dimensions == "C5"


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("cell"), st.integers(1, 6), st.integers(1, 6), st.sampled_from([None, 1, "x", "=1"])),
        st.tuples(
            st.just("rows"),
            st.integers(1, 5),
            st.integers(1, 5),
            st.sampled_from([[[1, None], [2, 3]], [[None, None], [None, 1]], [[4, 5], [6, 7]]]),
        ),
        st.tuples(st.just("append"), st.sampled_from([[1], [None, 2], ["=1", 3], []]), st.just(0), st.just(0)),
        st.tuples(st.just("clear"), st.integers(1, 6), st.integers(1, 6), st.just(0)),
        st.tuples(st.just("flush"), st.just(0), st.just(0), st.just(0)),
        st.tuples(st.just("other"), st.just(0), st.just(0), st.just(0)),
        st.tuples(st.just("ask"), st.just(0), st.just(0), st.just(0)),
        st.tuples(st.just("ask all"), st.just(0), st.just(0), st.just(0)),
    ),
    max_size=14,
)


@settings(max_examples=tries(200))
@given(CHANGES)
def test_the_used_range_kept_while_writing_equals_a_scan(changes: list[tuple[Any, ...]]) -> None:
    session, workbook = blank()
    sheet = workbook["Data"]
    other = workbook.add_sheet("Other")
    for kind, a, b, c in changes:
        if kind == "cell":
            sheet.cell(a, b).value = c
        elif kind == "rows":
            sheet.range(a, b, 2, 2).values = c
        elif kind == "append":
            sheet.append(a)
        elif kind == "clear":
            sheet.range(a, b, 2, 2).clear()
        elif kind == "flush":
            session.flush()
        elif kind == "other":
            other.append([1])
        elif kind == "ask":
            _ = (sheet.max_row, other.max_row)
        else:
            _ = (sheet.dimensions, other.max_column)
    found = (sheet.max_row, sheet.max_column, sheet.dimensions)
    session.flush()
    rect = session.model.sheets[0].used_rect()
    assert found == ((rect.row1 + 1, rect.col1 + 1, rect.a1) if rect else (0, 0, Rect(0, 0, 0, 0).a1))


def test_append_writes_below_the_content() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    assert sheet.append([1, "x"]) is sheet
    sheet.append((dt.date(2024, 1, 2), None, "=A1"))
    sheet.append(str(number) + "a" for number in range(2))
    sheet.append({"B": 5, 4: 6})
    sheet.append([])
    assert sheet["A1:D4"].values[0] == [1, "x", None, None]
    assert sheet["A2"].value == dt.datetime(2024, 1, 2)
    assert sheet["C2"].formula == "=A1"
    assert sheet["A3:D4"].values == [["0a", "1a", None, None], [None, 5, None, 6]]
    for row in ("abc", 5, None):
        with pytest.raises(ArgumentError):
            sheet.append(row)
    with pytest.raises(AddressError):
        sheet.append({"A1": 5})


def test_append_stays_clear_of_merged_ranges() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    sheet.append(["new"])
    assert sheet["A12"].value == "new"


def test_whole_rows_and_columns_are_tuples_of_cells_within_the_used_range() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:C3"].values = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert [cell.value for cell in sheet["B"]] == [2, 5, 8]
    assert [cell.value for cell in sheet[2]] == [4, 5, 6]
    assert values(sheet["A:B"]) == [[1, 4, 7], [2, 5, 8]]
    assert values(sheet["A":"B"]) == [[1, 4, 7], [2, 5, 8]]
    assert values(sheet[2:3]) == values(sheet["2:3"]) == [[4, 5, 6], [7, 8, 9]]
    assert values(sheet["A1":"B2"]) == [[1, 2], [4, 5]]
    assert values(sheet[2:]) == [[4, 5, 6], [7, 8, 9]]
    assert (sheet["B"][0].address, sheet["B"][1:][0].address, len(sheet["B"])) == ("B1", "B2", 3)


def test_rows_and_columns_are_iterated_as_in_openpyxl() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["B1:C3"].values = [[1, 2], [3, 4], [5, 6]]
    assert list(sheet.iter_rows(values_only=True)) == [(None, 1, 2), (None, 3, 4), (None, 5, 6)]
    assert list(sheet.values) == [(None, 1, 2), (None, 3, 4), (None, 5, 6)]
    assert list(sheet.iter_rows(min_row=2, max_row=4, min_col=2, max_col=2, values_only=True)) == [(3,), (5,), (None,)]
    assert values(sheet.iter_rows(min_row=3)) == [[None, 5, 6]]
    assert values(sheet.rows) == values(sheet) == [[None, 1, 2], [None, 3, 4], [None, 5, 6]]
    assert list(sheet.iter_cols(min_col=2, values_only=True)) == [(1, 3, 5), (2, 4, 6)]
    assert values(sheet.columns) == [[None] * 3, [1, 3, 5], [2, 4, 6]]
    assert list(sheet.iter_rows(min_row=9)) == []
    assert list(workbook.add_sheet("Blank").iter_rows()) == []


def test_iteration_reads_a_stretch_of_rows_at_a_time() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:A1000"].values = [[number] for number in range(1000)]
    rows = sheet.iter_rows(values_only=True)
    assert next(rows) == (0,)
    sheet["A900"] = "seen"
    rest = list(rows)
    assert len(rest) == 999
    assert rest[898] == ("seen",)
    assert [row[0].row for row in sheet.iter_rows()] == list(range(1, 1001))


def test_ranges_by_reference_and_by_number() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for found in (
        sheet.range("B2:C4"),
        sheet.range(2, 2, 3, 2),
        sheet.range(row=2, column=2, rows=3, columns=2),
        sheet.range("$B$2:$C$4"),
        sheet.range("c4:b2"),
        sheet.range("Data!B2:C4"),
        sheet.range(" B2:C4 "),
    ):
        assert found.address == "B2:C4"
    assert (sheet.range(3, 2).address, sheet.range("B3").address, sheet["b3"].address) == ("B3", "B3", "B3")
    assert sheet.cell(row=1, column="C").address == "C1"
    assert sheet.cell(2, 3, "x").value == "x"
    assert sheet.range("A2:B").address == "A2:B1048576"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("A0", "'A0' is no range of a sheet"),
        ("XFE1", "'XFE1' is no range of a sheet"),
        ("A1048577", "'A1048577' is no range of a sheet"),
        ("", "'' is no range of a sheet"),
        ("A1:B2,C3", "'A1:B2,C3' is no range of a sheet"),
        ("Other!A1", "'Other!A1' is on another sheet than 'Data'"),
        (0, "there is no row 0"),
        (1_048_577, "there is no row 1,048,577"),
        ((1, 2), "a sheet takes one key"),
        (1.5, "a sheet is indexed by a reference, not float"),
        (None, "a sheet is indexed by a reference, not NoneType"),
    ],
)
def test_a_key_that_names_no_cells_is_refused(key: object, message: str) -> None:
    _, workbook = blank()
    with pytest.raises(AddressError) as caught:
        workbook["Data"][key]
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (0, 1, "there is no row 0"),
        (1, 0, "there is no column 0"),
        (1, 16_385, "there is no column 16,385"),
        (1, "XFE", "there is no column 'XFE'"),
        (1.0, 1, "a row is a whole number that counts from 1, not float"),
        (True, 1, "a row is a whole number that counts from 1, not bool"),
        (10**30, 1, "there is no row of that size"),
    ],
)
def test_a_cell_outside_the_sheet_is_refused(row: Any, column: Any, message: str) -> None:
    _, workbook = blank()
    with pytest.raises(AddressError) as caught:
        workbook["Data"].cell(row, column)
    assert str(caught.value) == message


def test_whole_rows_are_not_assigned_and_cells_not_deleted() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for key in (1, slice(1, 2)):
        with pytest.raises(ArgumentError):
            sheet[key] = [1, 2]
    with pytest.raises(AddressError):
        sheet[1, 2] = 5
    with pytest.raises(ArgumentError):
        del sheet["A1"]


def test_clearing_a_sheet() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    assert sheet.clear() is sheet
    assert (sheet.max_row, sheet["A1"].formula) == (0, None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Data", "Data"),
        ("In put", "'In put'"),
        ("Bob's", "'Bob''s'"),
        ("R1C1", "'R1C1'"),
        ("Q1", "'Q1'"),
        ("表", "'表'"),
        ("TRUE", "'TRUE'"),
    ],
)
def test_sheet_names_are_quoted_where_excel_needs_it(name: str, text: str) -> None:
    assert quoted(name) == text


@given(st.text("AZaz019$:!", max_size=9))
def test_names_of_cells_are_cut_as_the_slow_parser_reads_them(text: str) -> None:
    slow = parse_cell(text) if re.fullmatch("[A-Z]+[0-9]+", text) else None
    assert cell_at(text) == slow
