"""sheet.freeze: the rows and columns of a sheet that stay in sight."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.pane import SPLIT_NAMES, Pane, Panes, frozen_at
from ..model.rect import MAX_COLUMNS, MAX_ROWS
from ..model.workbook import Workbook
from .axis_format import note_reformatted
from .place import SheetId, loaded_sheet
from .sheet_add import no_cells


class KeptPane(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A pane as the model has it."""

    rows: Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
    columns: Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
    top: Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
    left: Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
    first_row: Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
    first_column: Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
    split: tuple[tuple[str, str], ...] = ()


class SheetFreeze(Struct, frozen=True, kw_only=True, tag_field="type", tag="sheet.freeze", forbid_unknown_fields=True):
    """Freeze what stands above row0 and left of col0 in the first view of a sheet; 0, 0 freezes nothing.

    kept and carried stand in inverses only: the panes of all views, and whether an edit of rows or columns that is
    taken back has cut them, so that nobody had asked for a change of panes.
    """

    sheet: SheetId
    row0: Annotated[int, Meta(ge=0, lt=MAX_ROWS)] = 0
    col0: Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)] = 0
    kept: tuple[KeptPane | None, ...] | None = None
    carried: bool = False


def verify(params: SheetFreeze, from_run: bool) -> None:
    """Nothing from a run that only inverses hold; of a kept split, attributes that panes have."""
    if from_run and (params.kept is not None or params.carried):
        raise MutationInvalid("kept panes, which only an inverse may hold")
    if any(name not in SPLIT_NAMES for pane in params.kept or () if pane is not None for name, _ in pane.split):
        raise MutationInvalid("kept panes with attributes that no pane has")


def check(model: Workbook, params: SheetFreeze) -> None:
    """The sheet is there, and has as many views as are kept."""
    sheet = loaded_sheet(model, params.sheet)
    if params.kept is not None and len(params.kept) != len(sheet.panes):
        raise MutationConflict(f"{sheet.name} has {len(sheet.panes)} views, not {len(params.kept)}")


def apply(model: Workbook, params: SheetFreeze, marks: Marks) -> None:
    """Set the pane of the first view; further windows on the sheet keep theirs."""
    sheet = loaded_sheet(model, params.sheet)
    note_reformatted(sheet, marks)
    if params.kept is not None:
        sheet.panes = tuple(None if pane is None else _pane(pane) for pane in params.kept)
    else:
        sheet.panes = (frozen_at(params.row0, params.col0), *sheet.panes[1:])


def _pane(kept: KeptPane) -> Pane:
    return Pane(kept.rows, kept.columns, kept.top, kept.left, kept.first_row, kept.first_column, kept.split)


def kept_panes(sheet_id: str, panes: Panes, *, carried: bool) -> SheetFreeze:
    """The mutation that brings panes back."""
    kept = tuple(None if pane is None else KeptPane(*pane) for pane in panes)
    return SheetFreeze(sheet=sheet_id, kept=kept, carried=carried)


def invert(model: Workbook, params: SheetFreeze) -> tuple[SheetFreeze, ...]:
    """The panes as they are now."""
    sheet = loaded_sheet(model, params.sheet)
    return (kept_panes(sheet.id, sheet.panes, carried=params.carried),)


FAMILY: Final[Family[Workbook]] = Family(
    params=SheetFreeze, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
