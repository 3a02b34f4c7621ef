"""Several mutations, all or none, with what takes them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import final

from msgspec import structs

from ...mutation import Marks
from ..formula.step import AxisStep
from ..model.workbook import Workbook
from .axis_edit import AxisDelete, AxisInsert, edit_of
from .damage import Damage, KeptFormula, broken_by
from .structure import return_to
from .wire import REGISTRY, Mutation


@final
@dataclass(slots=True)
class Applied:
    """Mutations that were applied. inverses holds, for each of them, what undoes it; marks what was marked, and lengths
    how much had been marked before each. epoch and serial are those of the history before the first.
    """

    mutations: list[Mutation] = field(default_factory=list)
    inverses: list[tuple[Mutation, ...]] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
    lengths: list[int] = field(default_factory=list)
    epoch: int = 0
    serial: int = 0

    def inverse(self) -> list[Mutation]:
        """What undoes them all, in the order to apply."""
        return [mutation for inverse in reversed(self.inverses) for mutation in inverse]


Record = Callable[[Workbook, Mutation, tuple[Mutation, ...]], None]


def apply_all(model: Workbook, mutations: Sequence[Mutation], *, before: Record | None = None) -> Applied:
    """Apply all, or raise with the model as before. before is called ahead of each, with its inverse."""
    applied = Applied(epoch=model.history.now, serial=model.history.serial)
    history, end = model.history, 0
    try:
        for at, mutation in enumerate(mutations):
            family = REGISTRY.of(mutation)
            family.check(model, mutation)
            deletes = [] if at < end else _deletes_from(mutations, at)
            end = max(end, at + len(deletes))
            kept = broken_by(model, _steps(model, deletes)) if len(deletes) > 1 else ()
            history.sequel = at < end and (history.sequel or len(deletes) > 1)
            inverse = family.invert(model, mutation)
            if kept:
                inverse = _with_formulas(inverse, kept)
            if before is not None:
                before(model, mutation, inverse)
            applied.mutations.append(mutation)
            applied.inverses.append(inverse)
            applied.lengths.append(len(applied.marks.undo))
            family.apply(model, mutation, applied.marks)
            history.sequel = history.sequel and at + 1 < end
    except BaseException:
        history.sequel = False
        take_back(model, applied)
        raise
    return applied


def _deletes_from(mutations: Sequence[Mutation], at: int) -> list[AxisDelete]:
    """The deletes of rows of one sheet that follow each other from a place on, as loops make them."""
    found: list[AxisDelete] = []
    for mutation in islice(mutations, at, None):
        if not isinstance(mutation, AxisDelete) or mutation.axis != "rows" or mutation.damage is not None:
            break
        if found and mutation.sheet != found[0].sheet:
            break
        found.append(mutation)
    return found


def _steps(model: Workbook, deletes: Sequence[AxisDelete]) -> list[AxisStep]:
    name = next((sheet.name for sheet in model.sheets if sheet.id == deletes[0].sheet), "")
    return [AxisStep(one.sheet, name, one.axis, edit_of(one)) for one in deletes]


def _with_formulas(inverse: tuple[Mutation, ...], kept: tuple[KeptFormula, ...]) -> tuple[Mutation, ...]:
    """The inverse of the first of some deletes, which is applied last, with the formulas that all of them break."""
    first = inverse[0]
    assert isinstance(first, AxisInsert)
    damage = first.damage or Damage()
    places = {(one.sheet, one.row0, one.col0) for one in kept}
    others = tuple(one for one in damage.formulas if (one.sheet, one.row0, one.col0) not in places)
    return (structs.replace(first, damage=structs.replace(damage, formulas=(*kept, *others))), *inverse[1:])


def take_back(model: Workbook, applied: Applied, *, before: Record | None = None) -> None:
    """Undo what was applied last, marks included; the model is then exactly as before.

    One mutation after another: the marks of each speak of the rows and columns as they were when it was applied.
    """
    for inverse, length in zip(reversed(applied.inverses), reversed(applied.lengths), strict=True):
        marks = Marks(looks=False)
        for mutation in inverse:
            family = REGISTRY.of(mutation)
            family.check(model, mutation)
            if before is not None:
                before(model, mutation, family.invert(model, mutation))
            family.apply(model, mutation, marks)
        marks.take_back()
        applied.marks.take_back(length)
    if model.history.reaches(
        applied.epoch, applied.serial
    ):  # not where one of the mutations took back a step of before
        return_to(model, applied.epoch)
