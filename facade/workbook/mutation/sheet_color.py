"""sheet.color: the colour of a sheet's tab."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.look import Color
from ..model.workbook import Workbook
from .place import SheetId
from .sheet_add import no_cells
from .tab import known_sheet


class SheetColor(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.color", forbid_unknown_fields=True):
    """None for no colour; "file", in inverses only, for what the sheet's part says."""

    id: SheetId
    color: Color | Literal["file"] | None


def verify(params: SheetColor, from_run: bool) -> None:
    """A run names a colour."""
    if from_run and params.color == "file":
        raise MutationInvalid("the colour of the file, which only an inverse may name")


def check(model: Workbook, params: SheetColor) -> None:
    """The sheet is there and is a worksheet."""
    sheet = known_sheet(model, params.id)
    if sheet.kind != "worksheet":
        raise MutationConflict(f"{sheet.name} is a {sheet.kind}, and only the tabs of worksheets can be coloured")


def apply(model: Workbook, params: SheetColor, _marks: Marks) -> None:
    """Set it."""
    known_sheet(model, params.id).tab_color = params.color


def invert(model: Workbook, params: SheetColor) -> tuple[SheetColor, ...]:
    """The old colour."""
    return (SheetColor(id=params.id, color=known_sheet(model, params.id).tab_color),)


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetColor, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
