"""Changed sizes, visibility, groups and panes as a reviewer reads them."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.workbook.host import WorkbookHost
from support.models import apply, blank_host, capture, diff, revert

FILL = """
sheet = workbook["Sheet1"]
sheet["A1:C3"].values = [["x", "y", "z"], [1, 2, 3], [4, 5, 6]]
sheet["B2:B3"].number_format = "0.00%"
"""


def host_after(*macros: str) -> WorkbookHost:
    """A base that ran macros, each in a worker that had applied what those before did."""
    base, sent = blank_host(), []
    for macro in macros:
        worker = blank_host()
        for token, mutations in sent:
            apply(worker, token, mutations)
        sent.append((macro, capture(worker, macro).mutations))
        apply(base, *sent[-1])
    return base


def told(*macros: str, last: int = 1) -> list[tuple[Any, ...]]:
    """What the last macros changed together."""
    base = host_after(*macros)
    changes = diff(base, *macros[len(macros) - last :]).changes
    return [(one.kind, one.range, one.before, one.after) for one in changes]


SHEET = 'sheet = workbook["Sheet1"]\n'


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ('sheet.row_height("3:5", 20)', [("row_height", "3:5", None, 20.0)]),
        ('sheet.column_width("B", 14)', [("column_width", "B:B", None, 14.0)]),
        ("sheet.hide_rows(2, 3)", [("rows_hidden", "2:3", None, None)]),
        ('sheet.hide_columns("C:D")', [("columns_hidden", "C:D", None, None)]),
        (
            "sheet.group_rows(2, 4, collapsed=True)",
            [
                ("rows_hidden", "2:4", None, None),
                ("rows_grouped", "2:4", 0, 1),
                ("rows_collapsed", "5:5", None, None),
            ],
        ),
        ('sheet.freeze_panes = "A2"', [("frozen", None, None, "A2")]),
        ('sheet.freeze_panes = "A2"\nsheet.freeze_panes = None', []),
        ("sheet.row_height(3, 20).row_height(3, 'default')", []),
        ("sheet.row_height(3, 20).row_height(4, 20)", [("row_height", "3:4", None, 20.0)]),
        ("sheet.row_height(3, 20).row_height(3, 25)", [("row_height", "3:3", None, 25.0)]),
    ],
)
def test_each_change_has_its_kind_and_its_rows_or_columns(code: str, changes: list[Any]) -> None:
    assert told(SHEET + code) == changes


def test_what_is_undone_by_hand_is_told_as_shown_and_ungrouped() -> None:
    first = SHEET + 'sheet.group_rows(2, 4, collapsed=True).column_width("B", 9).freeze_panes = "B2"'
    shown = 'sheet.group_rows(2, 4, level=0).hide_rows("2:4", hidden=False)\n'
    second = SHEET + shown + 'sheet.column_width("B", "default").freeze_panes = None'
    assert told(first, second) == [
        ("rows_shown", "2:4", None, None),
        ("rows_ungrouped", "2:4", 1, 0),
        ("rows_expanded", "5:5", None, None),
        ("column_width", "B:B", 9.0, None),
        ("frozen", None, "B2", None),
    ]
    assert told(first, second, last=2) == []


def test_formats_go_along_with_rows_that_are_inserted_and_deleted() -> None:
    macros = SHEET + "sheet.row_height(3, 20)", SHEET + "sheet.insert_rows(1)\nsheet.delete_rows(9)"
    assert told(*macros, last=2) == [
        ("rows_inserted", "1:1", None, None),
        ("rows_deleted", "9:9", None, None),
        ("row_height", "4:4", None, 20.0),
    ]
    assert told(SHEET + "sheet.row_height('3:5', 20).delete_rows(4)") == [
        ("rows_deleted", "4:4", None, None),
        ("row_height", "3:4", None, 20.0),
    ]


def test_panes_that_follow_an_insert_are_no_change_of_panes() -> None:
    freeze, insert = SHEET + 'sheet.freeze_panes = "A3"', SHEET + "sheet.insert_rows(1)"
    assert told(freeze, insert) == [("rows_inserted", "1:1", None, None)]
    assert told(freeze, insert, last=2) == [("rows_inserted", "1:1", None, None), ("frozen", None, None, "A4")]


def test_a_revert_tells_what_comes_back() -> None:
    macros = SHEET + 'sheet.freeze_panes = "A3"', SHEET + "sheet.delete_rows(2)", SHEET + "sheet.hide_rows(9)"
    base = host_after(*macros)
    assert [(one.kind, one.range) for one in revert(base, macros[2]).changes] == [("rows_shown", "9:9")]
    assert [(one.kind, one.range) for one in revert(base, macros[1]).changes] == [("rows_inserted", "2:2")]
    assert [(one.kind, one.before, one.after) for one in revert(base, macros[0]).changes] == [("frozen", "A3", None)]


def test_looks_that_inserted_rows_take_over_are_not_told() -> None:
    assert told(FILL, SHEET + "sheet.insert_rows(3, 2)") == [("rows_inserted", "3:4", None, None)]
    assert told(FILL, SHEET + "sheet.insert_columns(3)") == [("columns_inserted", "C:C", None, None)]
    assert told(SHEET + 'sheet.column_width("B", 20)', SHEET + "sheet.insert_columns(3)") == [
        ("columns_inserted", "C:C", None, None)
    ]


def test_looks_of_inserted_rows_that_are_no_neighbours_are_told() -> None:
    code = (
        SHEET + 'sheet.insert_rows(3)\nsheet["B3"].number_format = "0.0"\nsheet.row_height(3, 20).column_width("B", 3)'
    )
    assert told(FILL, code) == [
        ("rows_inserted", "3:3", None, None),
        ("number_format", "B3", "0.00%", "0.0"),
        ("row_height", "3:3", None, 20.0),
        ("column_width", "B:B", None, 3.0),
    ]


def test_a_look_beside_what_was_inserted_is_told() -> None:
    code = SHEET + 'sheet.insert_rows(3)\nsheet["B5"].number_format = "0.00%"\nsheet["C2"].number_format = "0.00%"'
    assert told(FILL, code) == [
        ("rows_inserted", "3:3", None, None),
        ("number_format", "C2", "General", "0.00%"),
        ("number_format", "B5", "General", "0.00%"),
    ]


def test_changes_beyond_a_hundred_are_told_as_one() -> None:
    code = SHEET + "for row in range(1, 301, 2): sheet.row_height(row, 20)"
    changes = told(code)
    assert len(changes) == 100
    assert (changes[0], changes[-1]) == (
        ("row_height", "1:1", None, 20.0),
        ("row_height", "199:299", None, None),
    )
