"""What an inverse keeps beside its own change (texts it repairs, looks, rows), when others' changes came between."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, final

from msgspec.structs import replace

from ..formula.step import AxisStep, RenameStep, Step
from ..model.rect import Rect
from ..mutation import CellsClear, CellsSet, Formula, Mutation
from ..mutation.cell import HoleMark
from ..mutation.damage import Damage, KeptFormula, KeptMerges
from ..mutation.typed_ref import FormulaTooLongError, carried, typed
from .place import parts


@final
class EntangledError(Exception):
    """What an inverse would bring back has changed so that it is not known any more."""


def carry_kept(mutation: Mutation, step: Step) -> Mutation:
    """The same with what it keeps carried through a step. Raises EntangledError where that cannot be known."""
    changed: dict[str, Any] = {}
    _check_own(mutation, step)
    damage: Damage | None = getattr(mutation, "damage", None)
    if damage is not None:
        changed["damage"] = _carry_damage(damage, step)
    return replace(mutation, **changed) if changed else mutation


def _check_own(mutation: Mutation, step: Step) -> None:
    """Rows, columns, looks and names are kept as places and texts that only their own base can follow."""
    if getattr(mutation, "names", ()):
        raise EntangledError
    held = getattr(mutation, "looks", ()) or getattr(mutation, "rows", ()) or getattr(mutation, "columns", None)
    if isinstance(mutation, CellsSet) or not held or getattr(mutation, "sheet", None) != step.sheet_id:
        return
    if not isinstance(step, RenameStep):
        raise EntangledError


def _carry_damage(damage: Damage, step: Step) -> Damage:
    """Without the number of the edit: what takes back the last edit but one does not pair with it."""
    if damage.names or damage.objects:
        raise EntangledError
    formulas = tuple(one for kept in damage.formulas if (one := _formula(kept, step)) is not None)
    merges = tuple(_merges(kept, step) for kept in damage.merges)
    return Damage(formulas=formulas, merges=merges, edit=0)


def _formula(kept: KeptFormula, step: Step) -> KeptFormula | None:
    """None where its cell is gone. Names of sheets are not known here: a text with one cannot be followed."""
    if "!" in kept.text or "[" in kept.text or 't="dataTable"' in kept.text:
        raise EntangledError
    placed = parts(Rect(kept.row0, kept.col0, kept.row0, kept.col0), step, kept.sheet)
    if not placed:
        return None
    try:
        text = carried(typed(Formula(kept.text), {}), step, kept.sheet).text
    except FormulaTooLongError:
        raise EntangledError from None
    return KeptFormula(kept.sheet, placed[0][1].row0, placed[0][1].col0, text)


def _merges(kept: KeptMerges, step: Step) -> KeptMerges:
    if kept.sheet != step.sheet_id:
        return kept
    if not isinstance(step, AxisStep):
        raise EntangledError
    placed = [found[1] for rect in kept.rects if (found := step.place(rect)) is not None]
    return KeptMerges(kept.sheet, tuple(rect for rect in placed if rect.rows * rect.columns > 1))


def without_written(mutation: Mutation, their: Mutation) -> Mutation:
    """An inverse repairs no formula in a cell that others have written since."""
    damage: Damage | None = getattr(mutation, "damage", None)
    if damage is None or not isinstance(their, CellsSet | CellsClear):
        return mutation
    left = tuple(kept for kept in damage.formulas if not _writes(their, kept))
    if len(left) == len(damage.formulas):
        return mutation
    return replace(mutation, damage=replace(damage, formulas=left))


def _writes(their: CellsSet | CellsClear, kept: KeptFormula) -> bool:
    if their.sheet != kept.sheet:
        return False
    cell = Rect(kept.row0, kept.col0, kept.row0, kept.col0)
    if isinstance(their, CellsClear):
        return any(rect.covers(cell) for rect in their.rects)
    rect = their.rect
    return rect.covers(cell) and type(their.rows[kept.row0 - rect.row0][kept.col0 - rect.col0]) is not HoleMark


def holds(mutation: Mutation) -> bool:
    """Whether an inverse keeps something that has a place."""
    return any(getattr(mutation, field) for field in _fields_of(type(mutation)))


@cache
def _fields_of(kind: type[Mutation]) -> tuple[str, ...]:
    """Which of a family's fields keep something."""
    fields = ("damage", "looks", "rows", "columns", "names")
    return () if kind is CellsSet else tuple(field for field in fields if field in kind.__struct_fields__)


def portable(mutations: Iterable[Mutation]) -> list[Mutation]:
    """Mutations without the numbers of edits, which count what one process has done: elsewhere they mean another edit.

    What is accepted by a log is made portable first, so that it is applied alike wherever it is read.
    """
    return [_without_number(mutation) for mutation in mutations]


def _without_number(mutation: Mutation) -> Mutation:
    damage: Damage | None = getattr(mutation, "damage", None)
    if damage is None or not damage.edit:
        return mutation
    return replace(mutation, damage=replace(damage, edit=0))
