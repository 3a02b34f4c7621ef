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
    """Mutations that were applied. inverses holds, for each of them, what undoes it; marks what was marked.

    epoch is that of the history before the first.
    """

    mutations: list[Mutation] = field(default_factory=list)
    inverses: list[tuple[Mutation, ...]] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
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
            family.apply(model, mutation, applied.marks)
    except BaseException:
        take_back(model, applied)
        raise
    return applied


def take_back(model: Workbook, applied: Applied, *, before: Record | None = None) -> None:
    """Undo what was applied last, marks included; the model is then exactly as before."""
    apply_inverse(model, applied, applied.marks, before=before)
    applied.marks.take_back()
    return_to(model, applied.epoch)


def apply_inverse(model: Workbook, applied: Applied, marks: Marks, *, before: Record | None = None) -> None:
    """Undo the content of what was applied last; marks gets what that marks in turn."""
    for mutation in applied.inverse():
        family = REGISTRY.of(mutation)
        family.check(model, mutation)
        if before is not None:
            before(model, mutation, family.invert(model, mutation))
        family.apply(model, mutation, marks)
