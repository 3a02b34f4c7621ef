"""Several mutations, all or none, with what takes them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import final

from ...mutation import Marks
from ..model.workbook import Workbook
from .structure import return_to
from .wire import REGISTRY, Mutation


@final
@dataclass(slots=True)
class Applied:
    """Mutations that were applied. inverses holds, for each of them, what undoes it; marks what was marked, and lengths
    how much had been marked before each. epoch is that of the history before the first.
    """

    mutations: list[Mutation] = field(default_factory=list)
    inverses: list[tuple[Mutation, ...]] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
    lengths: list[int] = field(default_factory=list)
    epoch: int = 0

    def inverse(self) -> list[Mutation]:
        """What undoes them all, in the order to apply."""
        return [mutation for inverse in reversed(self.inverses) for mutation in inverse]


Record = Callable[[Workbook, Mutation, tuple[Mutation, ...]], None]


def apply_all(model: Workbook, mutations: Sequence[Mutation], *, before: Record | None = None) -> Applied:
    """Apply all, or raise with the model as before. before is called ahead of each, with its inverse."""
    applied = Applied(epoch=model.history.now)
    try:
        for mutation in mutations:
            family = REGISTRY.of(mutation)
            family.check(model, mutation)
            inverse = family.invert(model, mutation)
            if before is not None:
                before(model, mutation, inverse)
            applied.mutations.append(mutation)
            applied.inverses.append(inverse)
            applied.lengths.append(len(applied.marks.undo))
            family.apply(model, mutation, applied.marks)
    except BaseException:
        take_back(model, applied)
        raise
    return applied


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
    return_to(model, applied.epoch)
