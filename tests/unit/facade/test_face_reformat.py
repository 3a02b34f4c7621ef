"""Sizes, visibility, groups and panes as macros set and read them, in the design's words and in openpyxl's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from macrocell.facade.errors import FacadeError
from macrocell.facade.workbook.face import Sheet
from macrocell.facade.workbook.face.maker import LOOKS
from macrocell.facade.workbook.model.column import ColumnSpan
from macrocell.facade.workbook.model.sheet import SheetFormat
from macrocell.facade.workbook.mutation import AxisFormat, AxisInsert, StyleSet
from macrocell.facade.workbook.session import Session
from support.faces import blank, filled

Font, PatternFill = LOOKS["Font"], LOOKS["PatternFill"]


def sheet() -> Sheet:
    _, workbook = blank()
    return workbook["Data"]


def kinds(session: Session) -> list[type]:
    return [type(mutation) for mutation in session._log.mutations]


def test_heights_and_widths_are_set_and_read_by_one_method_each() -> None:
    data = sheet()
    assert data.row_height(3, 20) is data
    assert data.column_width("B", 14.5) is data
    assert (data.row_height(3), data.row_height(4), data.column_width("B"), data.column_width(2)) == (
        20.0,
        15.0,
        14.5,
        14.5,
    )
    assert data.column_width("C") == 9.140625


def test_several_rows_or_columns_are_one_reference() -> None:
    data = sheet()
    data.row_height("2:5", 30).column_width("B:D", 5)
    assert (data.row_height("2:5"), data.row_height("2:6"), data.row_height("6")) == (30.0, None, 15.0)
    assert (data.column_width("C:D"), data.column_width("A:B")) == (5.0, None)


def test_default_takes_a_size_away() -> None:
    data = sheet()
    data.row_height(3, 20).row_height(3, "default")
    data.column_width("B", 20).column_width("B", "default")
    assert (data.row_height(3), data.row_dimensions[3].height, data.column_width("B")) == (15.0, None, 9.140625)
    assert (len(data.row_dimensions), len(data.column_dimensions)) == (0, 0)


def test_the_default_sizes_are_those_of_the_sheet() -> None:
    session, workbook = blank()
    session.model.sheets[0].format = SheetFormat(height=20.0, width=11.5)
    data = workbook["Data"]
    assert (data.row_height(1), data.column_width("A"), data.column_dimensions["A"].width) == (20.0, 11.5, 11.5)


def test_rows_and_columns_are_hidden_and_shown() -> None:
    data = sheet()
    data.hide_rows(2, 4).hide_columns("B:C").hide_rows("3:3", hidden=False).hide_columns(3, hidden=False)
    assert [data.row_dimensions[row].hidden for row in range(1, 6)] == [False, True, False, True, False]
    assert [data.column_dimensions[column].hidden for column in "ABCD"] == [False, True, False, False]


def test_groups_go_one_level_deeper_each_time_and_level_sets_it() -> None:
    data = sheet()
    data.group_rows(2, 9).group_rows("3:5").group_rows(7, level=5)
    assert [data.row_dimensions[row].outline_level for row in range(1, 11)] == [0, 1, 2, 2, 2, 1, 5, 1, 1, 0]
    data.group_rows(2, 9, level=0)
    assert list(data.row_dimensions) == []
    data.group_columns("B", "C")
    assert [data.column_dimensions[column].outlineLevel for column in "ABCD"] == [0, 1, 1, 0]


def test_a_collapsed_group_hides_its_rows_and_marks_the_row_that_sums_it_up() -> None:
    data = sheet()
    data.group_rows(2, 4, collapsed=True)
    assert [(row.index, row.hidden, row.collapsed) for row in data.row_dimensions.values()] == [
        (2, True, False),
        (3, True, False),
        (4, True, False),
        (5, False, True),
    ]
    data.group_rows(2, 4, level=0).hide_rows(2, 4, hidden=False)
    assert data.row_dimensions.keys() == []


def test_the_summary_stands_where_the_sheet_says() -> None:
    session, workbook = blank()
    session.model.sheets[0].format = SheetFormat(summary_below=False, summary_right=False)
    data = workbook["Data"]
    data.group_rows(2, 4, collapsed=True).group_columns("A", "B", collapsed=True)
    assert data.row_dimensions[1].collapsed
    assert not any(column.collapsed for column in data.column_dimensions.values())


def test_panes_are_frozen_by_the_first_cell_that_scrolls() -> None:
    data = sheet()
    assert data.freeze_panes is None
    data.freeze_panes = "B3"
    assert data.freeze_panes == "B3"
    data.insert_rows(1)
    assert data.freeze_panes == "B4"
    data.freeze_panes = data["A2"]
    assert data.freeze_panes == "A2"
    data.freeze_panes = "$C$1"
    assert data.freeze_panes == "C1"
    for none in (None, "A1"):
        data.freeze_panes = "A2"
        data.freeze_panes = none
        assert data.freeze_panes is None


def test_dimensions_are_set_by_openpyxls_names() -> None:
    data = sheet()
    row, column = data.row_dimensions[3], data.column_dimensions["B"]
    row.height, row.hidden, row.outlineLevel, row.collapsed = 22, True, 1, True
    column.width, column.hidden, column.outline_level, column.collapsed = 30, True, 2, True
    assert (row.height, row.hidden, row.outline_level, row.collapsed, row.index) == (22.0, True, 1, True, 3)
    assert (column.width, column.hidden, column.outline_level, column.collapsed, column.index) == (
        30.0,
        True,
        2,
        True,
        "B",
    )
    row.height = column.width = None
    assert (row.height, column.width) == (None, 9.140625)


def test_collections_of_dimensions_hold_what_has_something_of_its_own() -> None:
    data = sheet()
    data.row_height("3:4", 20).column_width("B:C", 20)
    rows, columns = data.row_dimensions, data.column_dimensions
    assert (list(rows), list(columns), len(rows), len(columns)) == ([3, 4], ["B", "C"], 2, 2)
    assert (3 in rows, 5 in rows, "x" in rows, "B" in columns, "A" in columns, 2 in columns) == (
        True,
        False,
        False,
        True,
        False,
        False,
    )
    assert [(key, one.width) for key, one in columns.items()] == [("B", 20.0), ("C", 20.0)]
    assert [(key, one.height) for key, one in rows.items()] == [(3, 20.0), (4, 20.0)]


def test_groups_are_made_by_openpyxls_method() -> None:
    data = sheet()
    assert data.row_dimensions.group(1, 3, outline_level=2, hidden=True) is None
    assert data.column_dimensions.group("A", "B") is None
    assert [(row.outline_level, row.hidden) for row in data.row_dimensions.values()] == [(2, True)] * 3
    assert [(column.outline_level, column.hidden) for column in data.column_dimensions.values()] == [(1, False)] * 2


def test_widths_are_fitted_as_openpyxls_users_do() -> None:
    data = sheet()
    data["A1:B2"].values = [["a", "longer text"], ["abc", 1]]
    for column in data.columns:
        longest = max(len(str(cell.value)) for cell in column)
        data.column_dimensions[column[0].column_letter].width = longest + 2
    assert [data.column_width(column) for column in "AB"] == [5.0, 13.0]


def test_a_loop_over_rows_is_one_mutation_and_leaves_writes_buffered() -> None:
    session, workbook = blank()
    data = workbook["Data"]
    for row in range(1, 200):
        data.cell(row, 1).value = row
        data.row_dimensions[row].height = 18
    session.flush()
    assert [type(one).__name__ for one in session._log.mutations[1:]] == ["AxisFormat", "CellsSet"]
    assert session._log.mutations[1] == AxisFormat(sheet="s1", axis="rows", spans=((0, 198),), size=18.0)


def test_formats_that_set_something_else_stay_apart() -> None:
    session, workbook = blank()
    data = workbook["Data"]
    data.row_height(1, 18).row_height(2, 19).row_height(5, 19).row_height(5, 19).row_height(4, 19)
    spans = [one.spans for one in session._log.mutations if isinstance(one, AxisFormat)]
    assert spans == [((0, 0),), ((1, 1), (4, 4)), ((3, 3),)]


USUAL = '"default" is the usual one'
TOO_WIDE = "a column width is 0 to 255 characters, not a number of that size"


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        (lambda s: s.row_height(3, 410), "a row height is 0 to 409 points, not 410", USUAL),
        (lambda s: s.row_height(3, -1), "a row height is 0 to 409 points, not -1", USUAL),
        (lambda s: s.column_width("B", 255.5), "a column width is 0 to 255 characters, not 255.5", USUAL),
        (
            lambda s: s.column_width("B", float("nan")),
            TOO_WIDE,
            USUAL,
        ),
        (
            lambda s: s.column_width("B", 10**400),
            TOO_WIDE,
            USUAL,
        ),
        (
            lambda s: s.column_width("B", "auto"),
            "a column width is a number of characters, not str",
            'write a number, or "default"',
        ),
        (
            lambda s: s.row_height(3, True),
            "a row height is a number of points, not bool",
            'write a number, or "default"',
        ),
        (lambda s: s.row_height("A:B", 3), "'A:B' names no rows", 'write 3 or "2:5"'),
        (lambda s: s.column_width("2:3"), "'2:3' names no columns", 'write "B", "B:D" or 2'),
        (lambda s: s.column_width("A1:B2", 5), "'A1:B2' names no columns", 'write "B", "B:D" or 2'),
        (
            lambda s: s.hide_rows(1, 1_048_576),
            "rows 1 to 1048576 are 1,048,576; one call takes at most 100,000",
            "name the rows that hold something: sheet.max_row is the last one",
        ),
        (lambda s: s.hide_rows(5, 2), "rows 5 to 2 are none", "the first one comes first"),
        (lambda s: s.hide_columns("D", "B"), "columns D to B are none", "the first one comes first"),
        (lambda s: s.hide_rows(2, hidden=1), "hidden is True or False, not int", "write hidden=True"),
        (lambda s: s.group_rows(2, collapsed="yes"), "collapsed is True or False, not str", "write collapsed=True"),
        (lambda s: s.group_rows(2, level=8), "an outline level is 0 to 7, not 8", "0 is no group"),
        (lambda s: s.group_rows(2, level=1.0), "an outline level is a whole number, not float", "0 is no group"),
        (
            lambda s: s.group_columns("B", level=7).group_columns("B"),
            "column B is 7 groups deep, and no outline is deeper",
            "level=1 sets the level itself.",
        ),
        (
            lambda s: setattr(s, "freeze_panes", "A0"),
            "freeze_panes takes the first cell that scrolls, not 'A0'",
            'write "A2" for the first row, "B1" for the first column, "B2" for both, None for none',
        ),
        (
            lambda s: setattr(s, "freeze_panes", 1),
            "freeze_panes takes the first cell that scrolls, not int",
            'write "A2" for the first row, "B1" for the first column, "B2" for both, None for none',
        ),
        (
            lambda s: setattr(s.row_dimensions[1], "width", 3),
            "a row has no attribute 'width'",
            "a row has .height, .hidden, .outline_level and .collapsed",
        ),
        (
            lambda s: setattr(s.column_dimensions["A"], "bestFit", True),
            "column.bestFit is not available yet",
            "this version has no fitting widths to the content: set .width, such as the longest text's length + 2",
        ),
        (
            lambda s: s.insert_rows(2, like="left"),
            'like is "above", "below" or None, not \'left\'',
            "None inserts what has no format",
        ),
        (
            lambda s: s.insert_columns(2, like=1),
            'like is "left", "right" or None, not int',
            "None inserts what has no format",
        ),
        (
            lambda s: s.row_dimensions["A"],
            "a row is a whole number that counts from 1, not str",
            "write int(row)",
        ),
    ],
)
def test_bad_input_is_answered_with_the_cure_and_changes_nothing(
    call: Callable[[Any], object], message: str, hint: str | None
) -> None:
    session, workbook = blank()
    data = workbook["Data"]
    with pytest.raises(FacadeError) as caught:
        call(data)
    assert (caught.value.message, caught.value.hint) == (message, hint)
    assert [one for one in session._log.mutations if isinstance(one, AxisInsert)] == []
    assert len(data.row_dimensions) == 0


def test_columns_that_the_file_tells_of_twice_are_named() -> None:
    session, workbook = blank()
    session.model.sheets[0].columns = [ColumnSpan(0, 3, 0, b'width="5"'), ColumnSpan(2, 2, 0, b'width="6"')]
    with pytest.raises(FacadeError) as caught:
        workbook["Data"].column_width("A", 5)
    assert (caught.value.message, caught.value.hint) == (
        "the file tells of column C of Data more than once",
        "Have a spreadsheet application save the file anew first.",
    )


def test_a_run_that_may_only_read_changes_nothing() -> None:
    _, workbook = filled(read_only=True)
    data: Any = workbook["Data"]
    for call in (
        lambda: data.row_height(1, 5),
        lambda: data.hide_columns("A"),
        lambda: setattr(data, "freeze_panes", "A2"),
        lambda: setattr(data.row_dimensions[1], "hidden", True),
    ):
        with pytest.raises(FacadeError, match=r"^this run may only read; nothing was changed"):
            call()
    assert (data.row_height(1), data.freeze_panes) == (15.0, None)


def painted() -> tuple[Session, Any]:
    """A sheet of three rows: a bold header with a fill, then rows whose second column is a percentage."""
    session, workbook = blank()
    data = workbook["Data"]
    data["A1:C3"].values = [["x", "y", "z"], [1, 2, 3], [4, 5, 6]]
    data["A1:C1"].font = Font(bold=True)
    data["B2:B3"].number_format = "0.00%"
    session.flush()
    session._log.mutations.clear()
    return session, data


def test_an_inserted_row_looks_like_the_one_above_by_one_mutation_for_each_look() -> None:
    session, data = painted()
    data.insert_rows(3, 2)
    assert [data.cell(row, 2).number_format for row in range(1, 6)] == ["General", "0.00%", "0.00%", "0.00%", "0.00%"]
    assert [data.cell(row, 1).font.bold for row in range(1, 6)] == [True, False, False, False, False]
    assert kinds(session) == [AxisInsert, StyleSet]
    data.insert_rows(2)
    assert (data["A2"].font.bold, data["B2"].font.bold, data["D2"].font.bold) == (True, True, False)


@pytest.mark.parametrize(
    ("at", "like", "formats"),
    [
        (2, "below", ["General", "0.00%"]),
        (2, None, ["General", "General"]),
        (1, "above", ["General", "General"]),
        (4, "above", ["0.00%", "0.00%"]),
    ],
)
def test_the_neighbour_can_be_chosen(at: int, like: str | None, formats: list[str]) -> None:
    _, data = painted()
    data.insert_rows(at, like=like)
    assert [data.cell(row, 2).number_format for row in (max(at - 1, 1), at)] == formats


def test_an_inserted_row_takes_no_height_and_is_not_hidden() -> None:
    _, data = painted()
    data.row_height(2, 40).hide_rows(2)
    data.insert_rows(3)
    assert (data.row_height(3), data.row_dimensions[3].hidden) == (15.0, False)


def test_an_inserted_column_takes_looks_and_width_of_the_one_to_the_left() -> None:
    session, data = painted()
    data.column_width("B", 20).hide_columns("B")
    session._log.mutations.clear()
    data.insert_columns("C", 2)
    assert [data.cell(2, column).number_format for column in range(1, 6)] == ["General", *["0.00%"] * 3, "General"]
    assert [data.column_width(column) for column in range(1, 6)] == [9.140625, 20.0, 20.0, 20.0, 9.140625]
    assert [column.hidden for column in data.column_dimensions.values()] == [True, False, False]
    assert kinds(session) == [AxisInsert, StyleSet, StyleSet, AxisFormat]
    data.insert_columns("A", like="right")
    assert data["A1"].font.bold


def test_where_nothing_has_a_look_an_insert_is_one_mutation() -> None:
    session, workbook = blank()
    data = workbook["Data"]
    data.append([1, 2, 3])
    data.append([1, 2, 3])
    data.insert_rows(2)
    data.insert_columns(2)
    assert kinds(session)[2:] == [AxisInsert, AxisInsert]


def test_an_insert_of_very_many_cells_takes_no_looks_and_says_so() -> None:
    session, data = painted()
    data.insert_rows(3, 200_001)
    assert kinds(session) == [AxisInsert]
    assert session.warnings == [
        "the inserted rows did not take over the look of their neighbour: more than 200,000 cells"
    ]
