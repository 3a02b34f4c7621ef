"""sheet.rename: a new name, carried into every formula and defined name that speaks of the sheet."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.step import RenameStep
from ..model.workbook import Workbook
from .damage import Damage, find_damage, repair
from .place import SheetId
from .sheet_add import no_cells
from .sheet_name import clash, name_problem
from .structure import make_step


class SheetRename(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.rename", forbid_unknown_fields=True):
    """The sheet, and its new name. damage stands in inverses only."""

    id: SheetId
    name: Annotated[str, Meta(max_length=64)]
    damage: Damage | None = None


def verify(params: SheetRename, from_run: bool) -> None:
    """A name that Excel takes. An inverse may bring back any name a file had."""
    if not from_run:
        return
    problem = name_problem(params.name)
    if problem is not None:
        raise MutationInvalid(problem[0])
    if params.damage is not None:
        raise MutationInvalid("kept texts, which only an inverse may hold")


def check(model: Workbook, params: SheetRename) -> None:
    """The sheet is there, and no other has the name."""
    if model.sheet(params.id) is None:
        raise MutationConflict(f"there is no sheet {params.id}")
    other = clash(model, params.name, but=params.id)
    if other is not None:
        raise MutationConflict(f"there is already a sheet {other!r}")


def apply(model: Workbook, params: SheetRename, marks: Marks) -> None:
    """Rename; what speaks of the sheet follows through the history."""
    sheet = model.sheet(params.id)
    assert sheet is not None
    old, sheet.name = sheet.name, params.name
    make_step(model, RenameStep(sheet.id, old, params.name), marks)
    repair(model, params.damage)


def invert(model: Workbook, params: SheetRename) -> tuple[SheetRename, ...]:
    """The old name, and the defined names that renaming back would spell differently."""
    sheet = model.sheet(params.id)
    assert sheet is not None
    damage = find_damage(model, RenameStep(sheet.id, sheet.name, params.name))
    return (SheetRename(id=params.id, name=sheet.name, damage=damage),)


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetRename, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
