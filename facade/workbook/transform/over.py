"""Our mutations over theirs, which were accepted first: what ours come to, or why both cannot be had."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Final, TypeAlias, final

from msgspec.structs import replace

from ..formula.step import RenameStep
from ..mutation import CellsSet, Formula, Mutation, SheetAdd, SheetCopy, SheetRename, SheetUncopy
from ..mutation.typed_ref import FormulaTooLongError
from .block import SIMPLE, Block, Entry, blocks
from .carry import STEPS, as_written, carry, steps_of
from .conflict import TransformConflict
from .identity import with_own_ids
from .kept import portable
from .late import Made, caught_up, is_late, light
from .pair import Some, pair
from .warning import TransformWarning, Warnings

Log: TypeAlias = "list[Block | Entry]"

MAX_PAIRS: Final = 2_000_000
"""Pairs that are looked at: some seconds of work, in a process that has no limit of its own, on what a run sent."""
MAX_MADE: Final = 1_000_000
"""Mutations that carrying may come to: a matrix that is parted again and again doubles with each."""
MAX_REFS: Final = 10_000_000
"""References that may be taken through one change of places each: some ten seconds, which nothing else would stop."""
MAX_S: Final = 20.0
"""Seconds that carrying may take; looked at between two pairs."""


@final
@dataclass(frozen=True, slots=True)
class Transformed:
    """mutations are ours in the state that theirs leave; warnings tell what a person should look at."""

    mutations: tuple[Mutation, ...]
    warnings: tuple[TransformWarning, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Rebased:
    """runs are ours in the state that theirs leave, as many as were given, some of them perhaps empty."""

    runs: tuple[tuple[Mutation, ...], ...]
    warnings: tuple[TransformWarning, ...] = ()


def transform(ours: Sequence[Mutation], theirs: Sequence[Mutation], *, names: Iterable[str] = ()) -> Transformed:
    """Carry ours over theirs. Raises TransformConflict, and nothing is carried then. The inputs are not changed.

    names: those of the sheets there are, so that none of them is given to a sheet that needs another name.
    """
    rebased = rebase([ours], theirs, names=names)
    return Transformed(rebased.runs[0], rebased.warnings)


def rebase(runs: Sequence[Sequence[Mutation]], theirs: Sequence[Mutation], *, names: Iterable[str] = ()) -> Rebased:
    """Carry runs that follow each other over theirs; as transform, for all of them at once."""
    check_work([mutation for run in runs for mutation in run], theirs)
    warnings = Warnings([*names, *_names(theirs), *(name for run in runs for name in _names(run))])
    carrier = _Carrier(theirs, warnings)
    carried = tuple(carrier.run(run) for run in with_own_ids([portable(run) for run in runs], theirs, warnings))
    return Rebased(carried, warnings.all())


def _names(mutations: Iterable[Mutation]) -> list[str]:
    return [mutation.name for mutation in mutations if isinstance(mutation, SheetAdd | SheetCopy | SheetRename)]


@final
class _Carrier:
    """Takes one mutation of ours after another over theirs, which follow it."""

    def __init__(self, theirs: Sequence[Mutation], warnings: Warnings) -> None:
        self.log = blocks([(as_written(their), their) for their in theirs])
        self.warnings = warnings
        self.names: dict[str, RenameStep] = {}
        self.copies: dict[str, SheetCopy] = {}
        self.budget = Budget()

    def run(self, ours: Sequence[Mutation]) -> Some:
        """One run of ours."""
        done: list[Mutation] = []
        for our in ours:
            self.warnings.origin = our
            mine = self._over(our)
            done.extend(self._respelled(our, mine))
        return tuple(done)

    def _over(self, our: Mutation) -> Some:
        late = is_late(our)
        mine: Some = (light(our) if late else our,)
        made: Made = []
        passed: Log = []
        for entry in self.log:
            if not mine:
                passed.append(entry)
            elif isinstance(entry, Block):
                mine = self._over_block(our, mine, entry, passed)
            else:
                if late:
                    made.extend((step, entry[1]) for step in steps_of(entry[0]))
                mine, now = self._over_entry(our, mine, entry)
                passed.extend(now)
        self.log = passed
        return caught_up(our, mine, made, self.warnings) if isinstance(our, CellsSet) and late else mine

    def _over_block(self, our: Mutation, mine: Some, block: Block, passed: Log) -> Some:
        if all(type(one) in SIMPLE for one in mine):
            for one in mine:
                block.tell(one, self.warnings)
            passed.append(block)
            return mine
        entries: list[Entry] = []
        for entry in block.entries:
            mine, now = self._over_entry(our, mine, entry)
            entries.extend(now)
        same = len(entries) == len(block.entries) and all(map(is_, entries, block.entries))
        passed.extend([block] if same else blocks(entries))
        return mine

    def _over_entry(self, our: Mutation, mine: Some, entry: Entry) -> tuple[Some, list[Entry]]:
        """A conflict names ours and theirs as they were sent, not as what other changes have made of them."""
        their, sent = entry
        try:
            mine, now = cross(mine, (their,), self.warnings, self.budget)
            _check_left(our, mine, their)
        except TransformConflict as conflict:
            raise TransformConflict(conflict.code, conflict.message, our, sent) from conflict
        return mine, [entry if one is their else (one, sent) for one in now]

    def _respelled(self, our: Mutation, mine: Some) -> Some:
        """With the names that sheets of ours have got, in the formulas that speak of them and in what undoes a copy."""
        if isinstance(our, SheetUncopy) and our.copy.new_id in self.copies:
            made = replace(self.copies[our.copy.new_id], again=our.copy.again)
            mine = tuple(replace(one, copy=made) if isinstance(one, SheetUncopy) else one for one in mine)
        self.copies.update((one.new_id, one) for one in mine if isinstance(one, SheetCopy))
        if self.names:
            mine = tuple(_with_names(one, self.names.values(), our) for one in mine)
        if isinstance(our, SheetAdd | SheetCopy | SheetRename):
            sheet_id = our.new_id if isinstance(our, SheetCopy) else our.id
            self.names.pop(sheet_id, None)
            for one in mine:
                if isinstance(one, SheetAdd | SheetCopy | SheetRename) and one.name != our.name:
                    self.names[sheet_id] = RenameStep(sheet_id, "", one.name)
        return mine


def _with_names(mutation: Mutation, steps: Iterable[RenameStep], our: Mutation) -> Mutation:
    if not isinstance(mutation, CellsSet) or Formula not in mutation.kinds:
        return mutation
    try:
        for step in steps:
            (mutation,) = carry(mutation, step, first=False)
    except FormulaTooLongError:
        message = "a formula would be longer than a cell can hold"
        raise TransformConflict("formula_too_long", message, our, our) from None
    return mutation


def check_work(ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> None:
    """Raise TransformConflict where carrying would take too long."""
    hard = [sum(type(one) not in SIMPLE for one in some) for some in (ours, theirs)]
    if hard[0] * len(theirs) + len(ours) * hard[1] > MAX_PAIRS:
        message = f"{len(ours):,} changes over {len(theirs):,} others are more than can be carried"
        raise TransformConflict("too_many", message, ours[0], theirs[0])
    steps = sum(type(one) in STEPS for one in theirs)
    refs = sum(map(_refs, ours)) if steps else 0
    if refs * steps > MAX_REFS:
        message = f"{refs:,} references over {steps:,} changes of places are more than can be carried"
        raise TransformConflict("too_many", message, *_heaviest(ours, theirs))


def _refs(mutation: Mutation) -> int:
    if not isinstance(mutation, CellsSet) or Formula not in mutation.kinds:
        return 0
    return sum(len(cell.refs) for row in mutation.rows for cell in row if type(cell) is Formula)


def _heaviest(ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> tuple[Mutation, Mutation]:
    """Ours with the most references, and the first change of places."""
    return max(ours, key=_refs), next(one for one in theirs if type(one) in STEPS)


@final
class Budget:
    """What is left to be done, and until when."""

    __slots__ = ("left", "until")

    def __init__(self) -> None:
        self.left = MAX_MADE
        self.until = time.monotonic() + MAX_S

    def spend(self, ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> None:
        """Raise TransformConflict where too much came of two mutations."""
        self.left -= max(len(ours) + len(theirs) - 2, 0)
        if self.left < 0:
            message = "the changes part each other more than can be carried"
            raise TransformConflict("too_many", message, ours[0], theirs[0])

    def look(self, our: Mutation, their: Mutation) -> None:
        """Raise TransformConflict where too much time has passed."""
        if time.monotonic() > self.until:
            message = f"the changes cannot be carried within {MAX_S:g} seconds"
            raise TransformConflict("too_many", message, our, their)


def both(ours: Some, theirs: Some, warnings: Warnings) -> tuple[Some, Some]:
    """(ours over theirs, theirs over ours): either side's mutations follow each other."""
    return _both(ours, theirs, warnings, Budget(), whole=True)


def _both(ours: Some, theirs: Some, warnings: Warnings, budget: Budget, *, whole: bool) -> tuple[Some, Some]:
    """whole: ours are what was sent, not parts of one of them."""
    done: list[Mutation] = []
    for our in ours:
        mine: Some = (our,)
        passed: list[Mutation] = []
        for their in theirs:
            before = mine
            mine, now = cross(mine, (their,), warnings, budget)
            if whole and before:
                _check_left(our, mine, their)
            passed.extend(now)
        theirs = tuple(passed)
        done.extend(mine)
    return tuple(done), theirs


def _check_left(our: Mutation, mine: Some, their: Mutation) -> None:
    """Of values that were to be written something must be left; the conflict names what took the last of it."""
    if not mine and isinstance(our, CellsSet):
        raise TransformConflict("cells_deleted", "the cells were deleted", our, their)


def cross(mine: Some, theirs: Some, warnings: Warnings, budget: Budget) -> tuple[Some, Some]:
    """The same where either side may be nothing."""
    if not mine or not theirs:
        return mine, theirs
    if len(mine) == len(theirs) == 1:
        budget.look(mine[0], theirs[0])
        over = pair(mine[0], theirs[0], first=False, warnings=warnings)
        under = pair(theirs[0], mine[0], first=True, warnings=_SILENT)
        if len(over) + len(under) > 2:
            budget.spend(over or mine, under or theirs)
        return over, under
    return _both(mine, theirs, warnings, budget, whole=False)


_SILENT: Final = Warnings(silent=True)
