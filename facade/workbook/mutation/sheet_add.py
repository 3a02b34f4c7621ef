"""sheet.add: an empty worksheet; and sheet.remove, which takes it back and which no run may send."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .place import SheetId
from .sheet_name import name_problem
from .tab import NewSheetId, SheetName, TabIndex, check_new


class SheetAdd(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.add", forbid_unknown_fields=True):
    """id is new in the unit: "s" and a number; index is the place among the tabs, counted from 0."""

    id: NewSheetId
    name: SheetName
    index: TabIndex


class SheetRemove(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.remove", forbid_unknown_fields=True):
    """Take back a sheet that was added and holds nothing."""

    id: SheetId


def next_sheet_id(model: Workbook) -> str:
    """The id of the next sheet: one more than the highest number, deleted ones included."""
    ids = (*(sheet.id for sheet in model.sheets), *model.dropped)
    numbers = [int(sheet_id[1:]) for sheet_id in ids if sheet_id[1:].isdecimal()]
    return f"s{max(numbers, default=0) + 1}"


def no_cells(_params: object) -> int:
    """A mutation of a whole sheet changes no cell."""
    return 0


def verify_add(params: SheetAdd, _from_run: bool) -> None:
    """A name that Excel takes."""
    problem = name_problem(params.name)
    if problem is not None:
        raise MutationInvalid(problem[0])


def check_add(model: Workbook, params: SheetAdd) -> None:
    """A new id, a name no other sheet has, a place among the tabs."""
    check_new(model, params.id, params.name, params.index)


def apply_add(model: Workbook, params: SheetAdd, _marks: Marks) -> None:
    """Insert it."""
    model.sheets.insert(params.index, Sheet(params.id, params.name))


def invert_add(_model: Workbook, params: SheetAdd) -> tuple[SheetRemove, ...]:
    """Its removal."""
    return (SheetRemove(id=params.id),)


def verify_remove(_params: SheetRemove, from_run: bool) -> None:
    """Never from a run."""
    if from_run:
        raise MutationInvalid("sheet.remove stands in inverses only")


def check_remove(model: Workbook, params: SheetRemove) -> None:
    """The sheet is there, came with a sheet.add, and holds nothing."""
    sheet = model.sheet(params.id)
    if sheet is None:
        raise MutationConflict(f"there is no sheet {params.id}")
    if sheet.part or sheet.used_rect() is not None:
        raise MutationConflict(f"{sheet.name} is not empty, or came from the file")


def apply_remove(model: Workbook, params: SheetRemove, marks: Marks) -> None:
    """Take it out; what was written in it is forgotten with it."""
    model.sheets = [sheet for sheet in model.sheets if sheet.id != params.id]
    before = model.written
    model.written = [written for written in before if written[0] != params.id]
    marks.undo.append(partial(_put_written, model, before))


def _put_written(model: Workbook, written: list[tuple[str, Rect]]) -> None:
    model.written = written


def invert_remove(model: Workbook, params: SheetRemove) -> tuple[SheetAdd, ...]:
    """Its addition, where it stands now."""
    at = next(index for index, sheet in enumerate(model.sheets) if sheet.id == params.id)
    return (SheetAdd(id=params.id, name=model.sheets[at].name, index=at),)


ADD: Final[Family[Workbook]] = Family(
    params=SheetAdd, check=check_add, apply=apply_add, invert=invert_add, cells=no_cells, verify=verify_add
)
REMOVE: Final[Family[Workbook]] = Family(
    params=SheetRemove,
    check=check_remove,
    apply=apply_remove,
    invert=invert_remove,
    cells=no_cells,
    verify=verify_remove,
)
