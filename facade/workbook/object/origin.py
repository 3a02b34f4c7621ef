"""Where rows of now stood in the file, through all that came and went since, at the cost of one look-up."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import final

from ...axis import AxisEdit
from ..formula.step import AxisStep, RenameStep, Step


@final
class Origins:
    """The rows of a sheet after steps, which it follows as they grow: a loop of edits would otherwise be quadratic.

    starts are the rows of now at which stretches of neighbours begin, files the row of the file that each begins with,
    None where rows came later. The last stretch is the file's and has no end.
    """

    __slots__ = ("_files", "_followed", "_last", "_ordered", "_starts", "sheet_id")

    def __init__(self, sheet_id: str) -> None:
        self.sheet_id = sheet_id
        self._begin()

    def _begin(self) -> None:
        self._starts: list[int] = [0]
        self._files: list[int | None] = [0]
        self._ordered = True
        self._followed = 0
        self._last: Step | None = None

    def follow(self, steps: Sequence[Step]) -> bool:
        """Take in the steps made since; False where rows changed their order, so that nothing is told."""
        if self._followed > len(steps) or (self._followed and steps[self._followed - 1] is not self._last):
            self._begin()
        for step in steps[self._followed :]:
            self._take(step)
        self._followed = len(steps)
        self._last = steps[-1] if steps else None
        return self._ordered

    def before(self, row0: int) -> int:
        """The row of the file that is the last one left up to a row of now; -1 where there is none."""
        for place in range(bisect_right(self._starts, row0) - 1, -1, -1):
            found = self._files[place]
            if found is not None:
                end = self._starts[place + 1] if place + 1 < len(self._starts) else row0 + 1
                return found + min(row0, end - 1) - self._starts[place]
        return -1

    def behind(self, row0: int) -> int:
        """The row of the file that is the first one left from a row of now on."""
        place = bisect_right(self._starts, row0) - 1
        found = self._files[place]
        if found is not None:
            return found + row0 - self._starts[place]
        return next(file for file in self._files[place:] if file is not None)

    def _take(self, step: Step) -> None:
        if step.sheet_id != self.sheet_id or type(step) is RenameStep:
            return
        if type(step) is not AxisStep or step.edit.kind == "move":
            self._ordered = False
        elif step.axis == "rows":
            self._edit(step.edit)

    def _edit(self, edit: AxisEdit) -> None:
        at, count = edit.at, edit.count
        low = self._split(at)
        if edit.kind == "insert":
            self._starts[low:] = [at, *(start + count for start in self._starts[low:])]
            self._files.insert(low, None)
            return
        high = self._split(at + count)
        self._starts[low:] = [start - count for start in self._starts[high:]]
        del self._files[low:high]

    def _split(self, row0: int) -> int:
        """Have a stretch begin at a row, and tell its place."""
        place = bisect_left(self._starts, row0)
        if place == len(self._starts) or self._starts[place] != row0:
            found = self._files[place - 1]
            self._files.insert(place, None if found is None else found + row0 - self._starts[place - 1])
            self._starts.insert(place, row0)
        return place
