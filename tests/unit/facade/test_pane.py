"""Frozen panes: how files say them, and what edits of rows and columns make of them."""

import pytest
from macrocell.facade.axis import AxisEdit
from macrocell.facade.workbook.model.pane import Pane, carried_panes, frozen_at, read_pane

HEADER = Pane(rows=2, columns=1, top=2, left=1)


def insert(at: int, count: int = 1) -> AxisEdit:
    return AxisEdit("insert", at, count)


def delete(at: int, count: int = 1) -> AxisEdit:
    return AxisEdit("delete", at, count)


@pytest.mark.parametrize(
    ("view", "pane", "cell"),
    [
        ({}, None, None),
        ({}, {"ySplit": "1", "topLeftCell": "A2", "state": "frozen"}, "A2"),
        ({}, {"xSplit": "2", "ySplit": "3", "topLeftCell": "C4", "state": "frozenSplit"}, "C4"),
        ({}, {"ySplit": "1", "topLeftCell": "A50", "state": "frozen"}, "A2"),
        ({"topLeftCell": "A5"}, {"ySplit": "3", "topLeftCell": "A8", "state": "frozen"}, "A8"),
        ({"topLeftCell": "C5"}, {"ySplit": "3", "topLeftCell": "C8", "state": "frozen"}, "A8"),
        ({}, {"ySplit": "2400", "topLeftCell": "A9"}, None),
        ({}, {"ySplit": "0", "state": "frozen"}, None),
        ({}, {"ySplit": "-7", "xSplit": "x", "state": "frozen"}, None),
        ({}, {"ySplit": "1e300", "state": "frozen"}, "A1048576"),
        ({}, {"ySplit": "inf", "xSplit": "nan", "state": "frozen"}, None),
    ],
)
def test_a_pane_is_read_as_the_cells_that_scroll(
    view: dict[str, str], pane: dict[str, str] | None, cell: str | None
) -> None:
    found = read_pane(view, pane)
    assert (None if found is None else found.cell) == cell


def test_a_split_that_can_be_dragged_freezes_nothing_and_is_kept() -> None:
    pane = {"ySplit": "2400", "activePane": "bottomLeft", "topLeftCell": "A9", "other": "1"}
    assert read_pane({}, pane) == Pane(split=(("ySplit", "2400"), ("topLeftCell", "A9"), ("activePane", "bottomLeft")))


def test_the_cell_a1_freezes_nothing() -> None:
    assert frozen_at(0, 0) is None
    assert frozen_at(2, 1) == HEADER


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        (insert(0), 3),
        (insert(1, 2), 4),
        (insert(2), 2),
        (insert(9), 2),
        (delete(0), 1),
        (delete(1, 5), 1),
        (delete(2), 2),
        (AxisEdit("move", 0, 1, 9), 2),
        (AxisEdit("move", 9, 1, 0), 2),
    ],
)
def test_the_frozen_rows_grow_and_shrink_with_what_is_among_them(edit: AxisEdit, rows: int) -> None:
    (found,) = carried_panes([HEADER], "rows", edit)
    assert found == Pane(rows=rows, columns=1, top=rows, left=1)


def test_an_axis_of_which_all_is_deleted_is_frozen_no_more() -> None:
    assert carried_panes([HEADER], "rows", delete(0, 2)) == (Pane(rows=0, columns=1, top=0, left=1),)
    assert carried_panes([Pane(rows=2, top=2)], "rows", delete(0, 2)) == (None,)
    assert carried_panes([HEADER], "columns", delete(0)) == (Pane(rows=2, columns=0, top=2, left=0),)


def test_the_rest_stays_scrolled_as_far_as_it_was() -> None:
    assert carried_panes([Pane(rows=1, top=50)], "rows", insert(0, 3)) == (Pane(rows=4, top=53),)
    assert carried_panes([Pane(rows=1, top=50)], "rows", insert(20, 3)) == (Pane(rows=1, top=50),)


def test_rows_frozen_below_the_first_go_along_with_the_rows_above_them() -> None:
    scrolled = Pane(rows=3, top=7, first_row=4)
    assert carried_panes([scrolled], "rows", insert(0, 2)) == (Pane(rows=3, top=9, first_row=6),)
    assert carried_panes([scrolled], "rows", delete(2, 3)) == (Pane(rows=2, top=4, first_row=2),)


def test_splits_and_views_without_panes_stay_what_they_are() -> None:
    panes = (None, Pane(split=(("ySplit", "100"),)))
    assert carried_panes(panes, "rows", insert(0)) == panes


@pytest.mark.parametrize("at", [0, 1_048_570, 1_048_575])
def test_a_pane_never_leaves_the_sheet(at: int) -> None:
    for pane in (Pane(rows=1_048_575, top=1_048_575), Pane(rows=5, top=1_048_575, first_row=1_048_570)):
        (found,) = carried_panes([pane], "rows", AxisEdit("insert", at, 1_000_000))
        assert found is None or (found.first_row + found.rows < 1_048_576 and found.top < 1_048_576)
