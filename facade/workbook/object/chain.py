"""Steps one after another that are one map: what a thousand inserted rows do to a mention costs as much as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from ...axis import chain_of
from ..formula.step import Axis, AxisStep, Placed, Step
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect


@final
class ChainStep:
    """Inserts and deletes on one axis of one sheet. is_insert: there is no delete among them."""

    __slots__ = ("_chain", "axis", "is_insert", "name", "sheet_id", "steps")

    def __init__(self, steps: Sequence[AxisStep]) -> None:
        first = steps[0]
        self.steps = tuple(steps)
        self.sheet_id, self.name = first.sheet_id, first.name
        self.axis: Axis = first.axis
        self.is_insert = all(step.edit.kind == "insert" for step in steps)
        self._chain = chain_of(tuple(step.edit for step in steps))

    def place(self, rect: Rect) -> Placed:
        """Where cells of its sheet go."""
        rows = self.axis == "rows"
        first, last, limit = (rect.row0, rect.row1, MAX_ROWS) if rows else (rect.col0, rect.col1, MAX_COLUMNS)
        if first == 0 and last == limit - 1:
            return self.sheet_id, rect
        if last + self._chain.reach >= limit:
            return self._one_by_one(rect)
        span = self._chain.span(first, last)
        if span is None:
            return None
        if rows:
            return self.sheet_id, Rect(span[0], rect.col0, span[1], rect.col1)
        return self.sheet_id, Rect(rect.row0, span[0], rect.row1, span[1])

    def _one_by_one(self, rect: Rect) -> Placed:
        for step in self.steps:
            placed = step.place(rect)
            if placed is None:
                return None
            rect = placed[1]
        return self.sheet_id, rect


Made: TypeAlias = "Step | ChainStep"
"""One step, or a run of them."""


def run_at(steps: Sequence[Step], at: int, end: int) -> int:
    """Behind the last step of the run that begins at a place; at + 1 where the step stands alone."""
    first = steps[at]
    if type(first) is not AxisStep or first.edit.kind == "move":
        return at + 1
    stop = at + 1
    while stop < end:
        step = steps[stop]
        if type(step) is not AxisStep or step[:3] != first[:3] or step.edit.kind == "move":
            break
        stop += 1
    return stop
