"""Our mutations over theirs, which were accepted first: what ours come to, or why both cannot be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from ..formula.step import DropStep
from ..mutation import CellsSet, Mutation, SheetDelete
from ..mutation.typed_ref import FormulaTooLongError
from .carry import CARRY, PartedError, carry, steps_of
from .conflict import TransformConflict
from .special import SPECIAL

Some = tuple[Mutation, ...]


@final
@dataclass(frozen=True, slots=True)
class Transformed:
    """mutations are ours in the state that theirs leave; warnings tell what a person should look at."""

    mutations: tuple[Mutation, ...]
    warnings: tuple[str, ...] = ()


def transform(ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> Transformed:
    """Carry ours over theirs. Raises TransformConflict, and nothing is carried then. The inputs are not changed."""
    warnings: list[str] = []
    check_work(ours, theirs)
    mine, _ = both(tuple(ours), tuple(theirs), warnings)
    return Transformed(mine, tuple(dict.fromkeys(warnings)))


MAX_PAIRS: Final = 2_000_000
"""Pairs that are looked at: some seconds of work, in a process that has no limit of its own, on what a run sent."""


def check_work(ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> None:
    """Raise TransformConflict where carrying would take too long."""
    if len(ours) * len(theirs) > MAX_PAIRS:
        message = f"{len(ours):,} changes over {len(theirs):,} others are more than can be carried"
        raise TransformConflict("too_many", message, ours[0], theirs[0])


def both(ours: Some, theirs: Some, warnings: list[str]) -> tuple[Some, Some]:
    """(ours over theirs, theirs over ours): either side's mutations follow each other."""
    done: list[Mutation] = []
    for our in ours:
        mine: Some = (our,)
        passed: list[Mutation] = []
        for their in theirs:
            mine, now = _cross(mine, (their,), warnings)
            passed.extend(now)
        theirs = tuple(passed)
        done.extend(mine)
    return tuple(done), theirs


def _cross(mine: Some, theirs: Some, warnings: list[str]) -> tuple[Some, Some]:
    if not mine or not theirs:
        return mine, theirs
    if len(mine) == len(theirs) == 1:
        over = pair(mine[0], theirs[0], first=False, warnings=warnings)
        return over, pair(theirs[0], mine[0], first=True, warnings=[])
    return both(mine, theirs, warnings)


def pair(our: Mutation, their: Mutation, *, first: bool, warnings: list[str]) -> Some:
    """One over one. first: ours is the one that stands first in the log, and gives way nowhere."""
    special = SPECIAL.get((type(our), type(their)))
    if special is not None:
        found = special(our, their, first, warnings)
        if found is not None:
            return found
    if type(our) not in CARRY or type(their) not in CARRY:
        raise TransformConflict("undecided", "nobody has said what comes of these two", our, their)
    left: Some = (our,)
    for step in steps_of(their):
        if isinstance(step, DropStep) and step.sheet_id in _sheets_of(our):
            return _on_deleted(our, their, first=first)
        try:
            left = tuple(one for mutation in left for one in carry(mutation, step, first=first))
        except PartedError:
            raise TransformConflict("parted", "cells it is about as a whole were parted", our, their) from None
        except FormulaTooLongError:
            message = "a formula would be longer than a cell can hold"
            raise TransformConflict("formula_too_long", message, our, their) from None
    if not left and not first and isinstance(our, CellsSet):
        raise TransformConflict("cells_deleted", "the cells were deleted", our, their)
    return left


def _on_deleted(our: Mutation, their: Mutation, *, first: bool) -> Some:
    if first or isinstance(our, SheetDelete):
        return ()
    raise TransformConflict("sheet_deleted", "the sheet was deleted", our, their)


def _sheets_of(mutation: Mutation) -> tuple[str, ...]:
    """The sheets a mutation cannot be without."""
    found = (getattr(mutation, "sheet", None), getattr(mutation, "id", None))
    return tuple(sheet_id for sheet_id in found if isinstance(sheet_id, str))
