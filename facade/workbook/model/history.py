"""The structural edits of a workbook since its file, and texts of any time carried through those that came after.

An edit rewrites no formula: a text is kept with the time it was written at (0 for the file's own), and is carried to
now when it is asked for. Inserting a row in front of 100,000 formulas costs as much as in front of none.
"""

from __future__ import annotations

from typing import final

from ..formula.carrier import Carrier, Stage
from ..formula.pieces import Ref
from ..formula.step import AxisStep, DropStep, RenameStep, ReviveStep, Step, inverse_of, resolved
from .rect import Rect
from .sheet import Sheet


@final
class History:
    """steps in their order. A time, or epoch, is how many of them had been made.

    sequel: the edit under way is one of several whose damage to formulas is known already.
    reached remembers what mentions of objects read at an epoch, by id; it may be emptied at any time.
    """

    __slots__ = ("_carriers", "_stamped", "reached", "sequel", "steps")

    def __init__(self) -> None:
        self._stamped = -1
        self.sequel = False
        self.steps: list[Step] = []
        self._carriers: dict[tuple[str, int], Carrier] = {}
        self.reached: dict[str, tuple[tuple[str | None, ...] | None, int]] = {}

    @property
    def now(self) -> int:
        """The present epoch; 0 where nothing but cells and formats has changed since the file."""
        return len(self.steps)

    def push(self, step: Step, *, undoes: bool = False) -> None:
        """Add a step. One that takes back the last cancels it, if no text was written between the two: what the first
        had damaged is then whole again by itself. So that must not be where an edit only happens to be the opposite
        of the last, unless that damaged nothing. undoes: it takes back the last."""
        steps = self.steps
        cancels = steps and self._stamped < len(steps) and inverse_of(steps[-1]) == step
        if cancels and (undoes or _is_harmless(steps[-1])):
            steps.pop()
            self.reached = {}
        else:
            steps.append(step)
        self._carriers = {}

    def revive(self, sheet_id: str, name: str) -> None:
        """A sheet that was deleted is there again: what was said of it before is true again."""
        steps = self.steps
        last = steps[-1] if steps else None
        if type(last) is DropStep and last.sheet_id == sheet_id and self._stamped < len(steps):
            steps.pop()
        else:
            steps.append(ReviveStep(sheet_id, name))
        self._carriers = {}
        self.reached = {}

    def renames(self) -> list[tuple[str, str]]:
        """(old name, new name) of the sheets that were renamed, in order."""
        return [(step.name, step.new) for step in self.steps if isinstance(step, RenameStep)]

    def stamp(self, epoch: int = -1) -> int:
        """The epoch for a text that is written now, or that is brought back from an epoch, which is then its own."""
        stamp = len(self.steps) if epoch < 0 else epoch
        self._stamped = max(self._stamped, stamp)
        return stamp

    def cut(self, epoch: int) -> None:
        """Forget the steps since an epoch; no text of a later one may be left."""
        del self.steps[epoch:]
        self._stamped = min(self._stamped, epoch)
        self._carriers = {}
        self.reached = {}

    def carrier(self, sheet: Sheet, epoch: int = 0) -> Carrier:
        """What carries a text of that time to now, for formulas that stand on a sheet."""
        key = sheet.id, epoch
        found = self._carriers.get(key)
        if found is None:
            found = self._carriers[key] = Carrier([stage for _, stage in self._stages(sheet, epoch)])
        return found

    def rect(self, sheet: Sheet, rect: Rect, epoch: int = 0) -> Rect | None:
        """Where an area of a sheet is now; None where nothing of it is left."""
        ref = Ref("", "", rect, "area", (False, False, False, False), "", "")
        return self.carrier(sheet, epoch).ref(ref).rect

    def _stages(self, sheet: Sheet, epoch: int) -> list[tuple[int, Stage]]:
        """Each step, by its place, with the sheet that the formula stood on then: that of a copy on its original."""
        stages: list[tuple[int, Stage]] = []
        for at, step in resolved(self.steps[epoch:]):
            place = epoch + at
            host = next((sheet_id for sheet_id, until in sheet.lineage if place < until), sheet.id)
            stages.append((place, (step, host)))
        return stages


def _is_harmless(step: Step) -> bool:
    """Whether references are after it and its opposite what they were."""
    if isinstance(step, RenameStep):
        return True
    return isinstance(step, AxisStep) and step.edit.kind == "insert"
