"""sheet.delete: a sheet and its names go, and references to it are lost; and sheet.restore, which no run may send."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.step import DropStep, ReviveStep
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Dropped, Workbook
from .cell import Number0
from .damage import Damage, find_damage, repair
from .place import SheetId
from .sheet_add import no_cells
from .structure import make_step
from .tab import TabIndex, check_not_last, check_place, come_front, known_sheet, leave_front, retab


class ScopedName(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A name of the sheet, by its place among all names."""

    index: Number0
    name: str
    text: str


class SheetDelete(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.delete", forbid_unknown_fields=True):
    """The sheet goes with its names. Formulas that speak of it read #REF!."""

    id: SheetId


class SheetRestore(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.restore", forbid_unknown_fields=True
):
    """A sheet that was deleted stands at a place among the tabs again, with its names.

    name is its own, for those who have no model. active is the sheet that was in front. damage is what its deletion
    broke elsewhere.
    """

    id: SheetId
    name: str
    index: TabIndex
    active: SheetId
    names: tuple[ScopedName, ...] = ()
    damage: Damage | None = None


def verify_delete(_params: SheetDelete, _from_run: bool) -> None:
    """The schema says all."""


def check_delete(model: Workbook, params: SheetDelete) -> None:
    """The sheet is there, and another one stays visible."""
    check_not_last(model, known_sheet(model, params.id))


def apply_delete(model: Workbook, params: SheetDelete, marks: Marks) -> None:
    """Take it out; what speaks of it follows through the history."""
    sheet = known_sheet(model, params.id)
    step = _step(model, sheet)
    written = tuple(rect for sheet_id, rect in model.written if sheet_id == sheet.id)
    leave_front(model, sheet)
    model.sheets = [other for other in model.sheets if other is not sheet]
    model.names = [named for named in model.names if named[1] != sheet.id]
    model.dropped[sheet.id] = Dropped(sheet, written)
    make_step(model, step, marks)
    retab(model, marks)


def _step(model: Workbook, sheet: Sheet) -> DropStep:
    return DropStep(sheet.id, sheet.name, tuple(other.name for other in model.sheets))


def invert_delete(model: Workbook, params: SheetDelete) -> tuple[SheetRestore, ...]:
    """Its return, with the texts elsewhere that will be damaged."""
    sheet = known_sheet(model, params.id)
    damage = find_damage(model, _step(model, sheet))
    names = tuple(
        ScopedName(index, name, text) for index, (name, scope, text) in enumerate(model.names) if scope == sheet.id
    )
    at = model.sheets.index(sheet)
    restore = SheetRestore(id=sheet.id, name=sheet.name, index=at, active=model.active, names=names, damage=damage)
    return (restore,)


def verify_restore(_params: SheetRestore, from_run: bool) -> None:
    """Never from a run."""
    if from_run:
        raise MutationInvalid("sheet.restore stands in inverses only")


def check_restore(model: Workbook, params: SheetRestore) -> None:
    """The sheet was deleted here, and its name and place are free."""
    dropped = model.dropped.get(params.id)
    if dropped is None or model.sheet(params.id) is not None:
        raise MutationConflict(f"no sheet {params.id} was deleted that could be brought back")
    check_place(model, dropped.sheet.name, params.index)


def apply_restore(model: Workbook, params: SheetRestore, marks: Marks) -> None:
    """Put the same sheet back."""
    sheet, written = model.dropped.pop(params.id)
    model.sheets.insert(params.index, sheet)
    names = list(model.names)
    for named in params.names:
        names.insert(min(named.index, len(names)), (named.name, sheet.id, named.text))
    model.names = names
    _set_written(model, [*model.written, *((sheet.id, rect) for rect in written)], marks)
    model.history.push(ReviveStep(sheet.id, sheet.name))
    come_front(model, params.active)
    retab(model, marks)
    repair(model, params.damage)


def invert_restore(_model: Workbook, params: SheetRestore) -> tuple[SheetDelete, ...]:
    """Its deletion."""
    return (SheetDelete(id=params.id),)


def _set_written(model: Workbook, written: list[tuple[str, Rect]], marks: Marks) -> None:
    marks.undo.append(partial(_put_written, model, model.written))
    model.written = written


def _put_written(model: Workbook, written: list[tuple[str, Rect]]) -> None:
    model.written = written


DELETE: Final[Family[Workbook]] = Family(
    params=SheetDelete,
    check=check_delete,
    apply=apply_delete,
    invert=invert_delete,
    cells=no_cells,
    verify=verify_delete,
)
RESTORE: Final[Family[Workbook]] = Family(
    params=SheetRestore,
    check=check_restore,
    apply=apply_restore,
    invert=invert_restore,
    cells=no_cells,
    verify=verify_restore,
)
