"""sheet.show: a sheet is shown, hidden, or hidden so that no user can show it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from ...errors import MutationInvalid
from ...mutation import Family, Marks
from ..model.workbook import Workbook
from .place import SheetId
from .sheet_add import no_cells
from .tab import VISIBLE, check_not_last, come_front, known_sheet, leave_front

SheetState = Literal["visible", "hidden", "veryHidden"]


class SheetShow(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.show", forbid_unknown_fields=True):
    """Its new state. active: the sheet to bring to the front; in inverses only."""

    id: SheetId
    state: SheetState
    active: SheetId | None = None


def verify(params: SheetShow, from_run: bool) -> None:
    """A run shows and hides; which sheet comes to the front follows."""
    if from_run and params.active is not None:
        raise MutationInvalid("a sheet to bring to the front, which only an inverse may name")


def check(model: Workbook, params: SheetShow) -> None:
    """The sheet is there, and another one stays visible where it is hidden."""
    sheet = known_sheet(model, params.id)
    if params.state != VISIBLE:
        check_not_last(model, sheet)


def apply(model: Workbook, params: SheetShow, _marks: Marks) -> None:
    """Set the state."""
    sheet = known_sheet(model, params.id)
    if params.state != VISIBLE:
        leave_front(model, sheet)
    sheet.state = params.state
    if params.active is not None:
        come_front(model, params.active)


def invert(model: Workbook, params: SheetShow) -> tuple[SheetShow, ...]:
    """The old state, and the sheet that is in front now."""
    state: SheetState = known_sheet(model, params.id).state  # type: ignore[assignment]
    return (SheetShow(id=params.id, state=state, active=model.active),)


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetShow, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
