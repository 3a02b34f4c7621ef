"""What the families that change sheets as a whole have in common: places, the sheet in front, what is visible."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from ...errors import MutationConflict
from ...mutation import Marks
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .place import SheetId
from .sheet_name import clash

NewSheetId: TypeAlias = Annotated[SheetId, Meta(pattern="^s[1-9][0-9]{0,9}$")]
SheetName: TypeAlias = Annotated[str, Meta(max_length=64)]
TabIndex: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]

VISIBLE: Final = "visible"


def known_sheet(model: Workbook, sheet_id: str) -> Sheet:
    """The sheet of an id; MutationConflict if there is none."""
    sheet = model.sheet(sheet_id)
    if sheet is None:
        raise MutationConflict(f"there is no sheet {sheet_id}")
    return sheet


def check_new(model: Workbook, sheet_id: str, name: str, index: int) -> None:
    """An id that no sheet has or had, a name that no other has, a place among the tabs."""
    if model.sheet(sheet_id) is not None or sheet_id in model.dropped:
        raise MutationConflict(f"there is already a sheet {sheet_id}")
    check_place(model, name, index)


def check_place(model: Workbook, name: str, index: int) -> None:
    """A name that no other sheet has, and a place among the tabs."""
    other = clash(model, name)
    if other is not None:
        raise MutationConflict(f"there is already a sheet {other!r}")
    if index > len(model.sheets):
        raise MutationConflict(f"there are {len(model.sheets)} sheets; no place {index}")


def check_not_last(model: Workbook, sheet: Sheet) -> None:
    """MutationConflict for the only sheet that can be seen."""
    if sheet.state == VISIBLE and not any(other.state == VISIBLE for other in model.sheets if other is not sheet):
        raise MutationConflict(f"{sheet.name} is the only visible sheet, and a workbook shows at least one")


def leave_front(model: Workbook, sheet: Sheet) -> None:
    """Where a sheet that is about to go is in front, the next visible one comes there, else the one before it."""
    if model.active != sheet.id:
        return
    at = model.sheets.index(sheet)
    others = (*model.sheets[at + 1 :], *reversed(model.sheets[:at]))
    model.active = next((other.id for other in others if other.state == VISIBLE), model.active)


def come_front(model: Workbook, sheet_id: str) -> None:
    """Bring a sheet to the front, if there is such a sheet."""
    if model.sheet(sheet_id) is not None:
        model.active = sheet_id


def retab(model: Workbook, marks: Marks) -> None:
    """Note that ranges of sheets cover other ones from now on."""
    if not model.retabbed:
        model.retabbed = True
        marks.undo.append(partial(_as_before, model))


def _as_before(model: Workbook) -> None:
    model.retabbed = False
