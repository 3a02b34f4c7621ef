"""The structural edits of a workbook since its file, and texts of any time carried through those that came after.

An edit rewrites no formula: a text is kept with the time it was written at (0 for the file's own), and is carried to
now when it is asked for. Inserting a row in front of 100,000 formulas costs as much as in front of none.
"""

from __future__ import annotations

from typing import final

from ..formula.carrier import Carrier, Stage
from ..formula.pieces import Ref
from ..formula.step import DropStep, RenameStep, ReviveStep, Step, inverse_of, resolved
from .rect import Rect
from .sheet import Sheet


@final
class History:
    """steps in their order. A time, or epoch, is how many of them had been made.

    A step that takes back the one before it is the other half of a pair, and so on outwards. For texts from before a
    pair it is as if neither had been: what the first had damaged is whole again by itself. Edits are numbered from 1
    for that: what takes back edit 7 is -7, and when it is made again it is 7. That one is the opposite of another says
    little: somebody may have deleted a row and inserted a blank one in its place.
    sequel: the edit under way is one of several whose damage to formulas is known already.
    reached remembers what mentions of objects read at an epoch, by id; it may be emptied at any time.
    """

    __slots__ = ("_carriers", "_edits", "_made", "_numbered", "_serials", "_stamped", "reached", "sequel", "steps")

    def __init__(self) -> None:
        self._stamped = -1
        self._edits: list[int] = []
        self._serials: list[int] = []
        self._made = 0
        self._numbered = 0
        self.sequel = False
        self.steps: list[Step] = []
        self._carriers: dict[tuple[str, int], Carrier] = {}
        self.reached: dict[str, tuple[tuple[str | None, ...] | None, int]] = {}

    @property
    def now(self) -> int:
        """The present epoch; 0 where nothing but cells and formats has changed since the file."""
        return len(self.steps)

    @property
    def serial(self) -> int:
        """Of the last step, never given twice. Where it is the same again, so are all steps up to there."""
        return self._serials[-1] if self._serials else 0

    def reaches(self, epoch: int, serial: int) -> bool:
        """Whether the steps up to an epoch are those that were there when it was now and had that serial."""
        return len(self.steps) >= epoch and (self._serials[epoch - 1] if epoch else 0) == serial

    def opposite(self, edit: int) -> int:
        """The number of what will take back an edit that is about to be made; 0 for one that has no number yet."""
        return -(edit or self._numbered + 1)

    def push(self, step: Step, edit: int = 0) -> None:
        """Add a step, or have it and the last one go where they are a pair, and no text was written between the two.

        edit: the number that an inverse has.
        """
        if not edit:
            self._numbered += 1
        self._made += 1
        self.steps.append(step)
        self._serials.append(self._made)
        self._edits.append(edit or self._numbered)
        self._carriers = {}
        last = len(self.steps) - 1
        if last and self._stamped < last and self._pairs(last - 1, last):
            self._pop()
            self._pop()
        elif type(step) is ReviveStep:
            self.reached = {}

    def _pairs(self, place: int, other: int) -> bool:
        """Whether a step takes back an earlier one."""
        last, step = self.steps[place], self.steps[other]
        if isinstance(last, DropStep | ReviveStep):
            return isinstance(step, DropStep | ReviveStep) and type(last) is not type(step) and last[:2] == step[:2]
        known = self._edits[place] == -self._edits[other] or isinstance(last, RenameStep)  # which damages nothing
        return known and inverse_of(last) == step

    def _pop(self) -> None:
        self.steps.pop()
        self._serials.pop()
        self._edits.pop()
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
        while len(self.steps) > epoch:
            self._pop()
        self._stamped = min(self._stamped, epoch)

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
        for place, step in resolved(self._unpaired(sheet, epoch)):
            host = next((sheet_id for sheet_id, until in sheet.lineage if place < until), sheet.id)
            stages.append((place, (step, host)))
        return stages

    def _unpaired(self, sheet: Sheet, epoch: int) -> list[tuple[int, Step]]:
        """Each step since, without pairs. A sheet that was copied between the two of a pair knows the second only."""
        left: list[int] = []
        copied = [until for _, until in sheet.lineage]
        for place in range(epoch, len(self.steps)):
            pairs = bool(left) and self._pairs(left[-1], place)
            if pairs and not any(left[-1] < until <= place for until in copied):
                left.pop()
            else:
                left.append(place)
        return [(place, self.steps[place]) for place in left]
