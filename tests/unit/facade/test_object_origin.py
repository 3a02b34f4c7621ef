"""Where rows of now stood in the file, against steps taken back one by one."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.axis import AxisEdit
from macrocell.facade.workbook.formula.step import AxisStep, RenameStep, Step
from macrocell.facade.workbook.object.origin import Origins
from support.effort import tries

ROWS = 40
edits = st.lists(st.tuples(st.sampled_from(["insert", "delete"]), st.integers(0, 12), st.integers(1, 4)), max_size=12)


def step(kind: Any, at: int, count: int, *, sheet: str = "s1", axis: Any = "rows") -> Step:
    return AxisStep(sheet, "S", axis, AxisEdit(kind, at, count))


def rows_left(steps: list[Step]) -> list[int | None]:
    """The file's row of each row of now, None for those that came later."""
    rows: list[int | None] = list(range(ROWS))
    for made in steps:
        assert isinstance(made, AxisStep)
        edit = made.edit
        rows[edit.at : edit.at + (edit.count if edit.kind == "delete" else 0)] = (
            [None] * edit.count if edit.kind == "insert" else []
        )
    return rows


@settings(max_examples=tries(300), deadline=None)
@given(edits, st.integers(0, 12))
def test_agrees_with_a_list_of_rows_that_is_edited(made: list[tuple[Any, int, int]], early: int) -> None:
    steps = [step(*edit) for edit in made]
    origins = Origins("s1")
    assert origins.follow(steps[:early])
    assert origins.follow(steps)
    rows = rows_left(steps)
    for row0 in range(-1, 14):
        assert origins.before(row0) == next((row for row in reversed(rows[: row0 + 1]) if row is not None), -1)
    for row0 in range(14):
        if any(row is not None for row in rows[row0:]):
            assert origins.behind(row0) == next(row for row in rows[row0:] if row is not None)


def test_steps_that_were_taken_back_are_forgotten() -> None:
    origins = Origins("s1")
    first, second, other = step("delete", 2, 1), step("delete", 5, 3), step("insert", 0, 1)
    assert origins.follow([first, second])
    assert (origins.before(1), origins.behind(5)) == (1, 9)
    assert origins.follow([first])
    assert origins.behind(5) == 6
    assert origins.follow([first, other])
    assert origins.behind(5) == 5


def test_other_sheets_columns_and_names_move_no_row() -> None:
    origins = Origins("s1")
    assert origins.follow(
        [step("delete", 0, 1, sheet="s2"), step("delete", 0, 1, axis="columns"), RenameStep("s1", "S", "T")]
    )
    assert origins.behind(3) == 3


def test_rows_that_changed_their_order_tell_nothing() -> None:
    origins = Origins("s1")
    move = AxisStep("s1", "S", "rows", AxisEdit("move", 0, 1, 5))
    assert not origins.follow([move, step("delete", 0, 1)])
    assert origins.follow([])
    assert origins.follow([step("delete", 0, 1)])
