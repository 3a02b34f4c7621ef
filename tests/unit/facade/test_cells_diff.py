"""Edits of cells as a reviewer reads them, and what becomes of changes that were made before them."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.workbook.host import WorkbookHost
from support.models import apply, blank_host, capture, diff, revert, state_hash

FILL = 'sheet = workbook["Sheet1"]\nsheet["A1:C3"].values = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n'
SHEET = 'sheet = workbook["Sheet1"]\n'


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


def told(*macros: str) -> list[tuple[Any, ...]]:
    """What the macros after the first changed together."""
    changes = diff(host_after(FILL, *macros), *macros).changes
    return [(one.kind, one.range, one.before, one.after, one.cells) for one in changes]


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ('sheet["B2"].insert("down")', [("cells_inserted", "B2", None, None, 0)]),
        ('sheet["B2:C2"].delete("up")', [("cells_deleted", "B2:C2", [[5, 6]], None, 2)]),
        ('sheet["E9"].delete("up")', [("cells_deleted", "E9", None, None, 0)]),
        ('sheet["A1:B1"].move_to("E5")', [("range_moved", "A1:B1", None, "E5:F5", 0)]),
        ('sheet["A1:B1"].move_to("B2")', [("range_moved", "A1:B1", [[5, 6]], "B2:C2", 2)]),
        ('sheet["A1:C3"].sort("A", descending=True)', [("range_sorted", "A1:C3", None, None, 0)]),
        ('sheet["E1:F1"].merge()', [("merged", "E1:F1", None, None, 0)]),
        ('sheet["E1:F1"].merge().unmerge()', []),
        ('sheet["A1:B1"].merge()', [("merged", "A1:B1", None, None, 0), ("cells", "B1", 2, None, 1)]),
        ('sheet["E9"].insert("down")\nsheet["E9"].delete("up")', []),
        (
            'sheet["B2"].delete("up")\nsheet["B2"].insert("down")',
            [("cells_deleted", "B2", 5, None, 1), ("cells_inserted", "B2", None, None, 0)],
        ),
        (
            'sheet["A1:C3"].sort("A", descending=True)\nsheet["A1:C3"].sort("A")',
            [],
        ),
    ],
)
def test_each_edit_has_its_kind_and_its_range(code: str, changes: list[Any]) -> None:
    assert told(SHEET + code) == changes


@pytest.mark.parametrize(
    ("edit", "cells"),
    [
        ('sheet["A1:C1"].insert("down")', ("cells", "A2:C4")),
        ('sheet["A1:A3"].insert("right")', ("cells", "B1:D3")),
        ('sheet["A1:C3"].move_to("E5")', ("cells", "E5:G7")),
        ('sheet["A1:C1"].delete("up")', ("cells", "A1:C2")),
    ],
)
def test_what_was_written_before_is_told_where_it_stands_now(edit: str, cells: tuple[str, str]) -> None:
    changes = diff(host_after(FILL, SHEET + edit), FILL, SHEET + edit).changes
    assert [(one.kind, one.range) for one in changes][1:] == [cells]
    assert len(changes) == 2


def test_a_rectangle_that_an_edit_parts_is_told_in_parts() -> None:
    edit = SHEET + 'sheet["B2"].insert("down")'
    changes = diff(host_after(FILL, edit), FILL, edit).changes
    assert [(one.kind, one.range, one.after) for one in changes] == [
        ("cells_inserted", "B2", None),
        ("cells", "A1:C1", [[1, 2, 3]]),
        ("cells", "A2", 4),
        ("cells", "C2", 6),
        ("cells", "A3:C3", [[7, 5, 9]]),
        ("cells", "B4", 8),
    ]


def test_formats_go_where_their_cells_go() -> None:
    paint = SHEET + 'sheet["A1:B2"].number_format = "0%"'
    edit = SHEET + 'sheet["A1:B2"].move_to("E5")\nsheet["E5"].insert("down")'
    changes = diff(host_after(FILL, paint, edit), paint, edit).changes
    assert [(one.kind, one.range) for one in changes] == [
        ("range_moved", "A1:B2"),
        ("cells_inserted", "E5"),
        ("number_format", "F5"),
        ("number_format", "E6:F6"),
        ("number_format", "E7"),
    ]


EDITS = (
    'sheet["E1"].formula = "=SUM(A1:A3)+B2"\nsheet["B2"].delete("up")\nsheet["A1"].number_format = "0%"',
    'sheet["A1:B2"].move_to("B2")\nsheet["A9"].value = 1\nsheet["A1:C3"].sort("B")',
    'sheet["A2:A3"].insert("right")\nsheet["B3"].font = sheet["A1"].font.copy(bold=True)\nsheet["F1:G2"].merge()',
)


def test_reverting_runs_leaves_the_state_as_it_was() -> None:
    macros = [SHEET + edit for edit in EDITS]
    for count in range(1, len(macros) + 1):
        before = state_hash(host_after(FILL, *macros[: count - 1]))
        base = host_after(FILL, *macros[:count])
        assert state_hash(base) != before
        revert(base, macros[count - 1])
        assert state_hash(base) == before


def test_an_undone_run_and_the_same_run_again_leave_the_same_state() -> None:
    macros = [SHEET + edit for edit in EDITS]
    base, blank = host_after(FILL), state_hash(host_after(FILL))
    for macro in macros:
        worker = host_after(FILL)
        mutations = capture(worker, macro).mutations
        inverse = apply(base, "run", mutations).inverse
        after = state_hash(base)
        apply(base, "undo", inverse)
        assert state_hash(base) == blank
        revert(base, "undo")
        assert state_hash(base) == after
        revert(base, "run")
        assert state_hash(base) == blank
