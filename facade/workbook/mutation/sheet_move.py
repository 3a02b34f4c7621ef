"""sheet.move: a sheet to another place among the tabs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ...errors import MutationConflict
from ...mutation import Family, Marks
from ..model.workbook import Workbook
from .place import SheetId
from .sheet_add import no_cells
from .tab import TabIndex, known_sheet, retab


class SheetMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.move", forbid_unknown_fields=True):
    """index is its place among all sheets when it stands there, counted from 0."""

    id: SheetId
    index: TabIndex


def verify(_params: SheetMove, _from_run: bool) -> None:
    """The schema says all."""


def check(model: Workbook, params: SheetMove) -> None:
    """The sheet and the place are there."""
    known_sheet(model, params.id)
    if params.index >= len(model.sheets):
        raise MutationConflict(f"there are {len(model.sheets)} sheets; no place {params.index}")


def apply(model: Workbook, params: SheetMove, marks: Marks) -> None:
    """Move it."""
    sheet = known_sheet(model, params.id)
    sheets = [other for other in model.sheets if other is not sheet]
    sheets.insert(params.index, sheet)
    model.sheets = sheets
    retab(model, marks)


def invert(model: Workbook, params: SheetMove) -> tuple[SheetMove, ...]:
    """Back to where it stands now."""
    return (SheetMove(id=params.id, index=model.sheets.index(known_sheet(model, params.id))),)


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetMove, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
