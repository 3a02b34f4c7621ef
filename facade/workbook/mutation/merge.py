"""merge.add and merge.remove: cells shown as one. Only the first of them may hold something."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.rect import MAX_ROWS, Rect, cell_name
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .place import SheetId, loaded_sheet, verify_rect
from .table_edit import tables_of


class MergeAdd(Struct, frozen=True, kw_only=True, tag_field="type", tag="merge.add", forbid_unknown_fields=True):
    """The cells of rect become one. at: its place in the list of merged ranges, in inverses only; None for its end."""

    sheet: SheetId
    rect: Rect
    at: Annotated[int, Meta(ge=0, lt=MAX_ROWS)] | None = None


class MergeRemove(Struct, frozen=True, kw_only=True, tag_field="type", tag="merge.remove", forbid_unknown_fields=True):
    """The cells of the merged range rect stand for themselves again."""

    sheet: SheetId
    rect: Rect


MergeMutation: TypeAlias = MergeAdd | MergeRemove


def no_cells(_params: MergeMutation) -> int:
    """No cell gets another content by it."""
    return 0


def verify(params: MergeMutation, from_run: bool) -> None:
    """Within the sheet, of more than one cell."""
    verify_rect(params.rect)
    if params.rect.rows == params.rect.columns == 1:
        raise MutationInvalid("a merged range of one cell")
    if from_run and isinstance(params, MergeAdd) and params.at is not None:
        raise MutationInvalid("a place among the merged ranges, which only an inverse may hold")


def check(model: Workbook, params: MergeMutation) -> None:
    """The sheet is there; what is merged overlaps nothing that cannot be, and hides no content."""
    sheet, rect = loaded_sheet(model, params.sheet), params.rect
    if isinstance(params, MergeRemove):
        if rect not in sheet.merges:
            raise MutationConflict(f"{sheet.name}!{rect.a1} is not a merged range")
        return
    check_overlap(model, sheet, rect)
    hidden = _first_hidden(sheet, rect)
    if hidden is not None:
        raise MutationConflict(f"{sheet.name}!{hidden} holds content that the merged range {rect.a1} would hide")


def check_overlap(model: Workbook, sheet: Sheet, rect: Rect) -> None:
    """MutationConflict where a rectangle overlaps a merged range, an array block or a table."""
    for merge in sheet.merges:
        if merge.overlaps(rect):
            raise MutationConflict(
                f"{sheet.name}!{rect.a1} overlaps the merged range {merge.a1}",
                hint=f'Unmerge that first: sheet.unmerge("{merge.a1}").',
            )
    for block in sheet.blocks:
        if block.overlaps(rect):
            raise MutationConflict(f"{sheet.name}!{rect.a1} overlaps the array formula or data table {block.a1}")
    for table in tables_of(model, sheet):
        if table.rect.overlaps(rect):
            raise MutationConflict(
                f"{sheet.name}!{rect.a1} overlaps the table {table.name} in {table.rect.a1}",
                hint="Cells of a table cannot be merged; choose cells beside it.",
            )


def _first_hidden(sheet: Sheet, rect: Rect) -> str | None:
    """The first cell behind the upper left one that holds something; None if none does."""
    for row0, row in sheet.each_row(rect.row0, rect.row1):
        for col0 in range(rect.col0, min(rect.col1 + 1, row.width())):
            if (row0, col0) != (rect.row0, rect.col0) and row.holds(col0):
                return cell_name(row0, col0)
    return None


def apply(model: Workbook, params: MergeMutation, _marks: Marks) -> None:
    """Add to, or take from, the list of merged ranges."""
    sheet, rect = loaded_sheet(model, params.sheet), params.rect
    if isinstance(params, MergeRemove):
        sheet.merges = [merge for merge in sheet.merges if merge != rect]
        return
    at = len(sheet.merges) if params.at is None else params.at
    sheet.merges = [*sheet.merges[:at], rect, *sheet.merges[at:]]


def invert(model: Workbook, params: MergeMutation) -> tuple[MergeMutation]:
    """The opposite; a range that comes back takes its place in the list again."""
    if isinstance(params, MergeAdd):
        return (MergeRemove(sheet=params.sheet, rect=params.rect),)
    sheet = loaded_sheet(model, params.sheet)
    return (MergeAdd(sheet=params.sheet, rect=params.rect, at=sheet.merges.index(params.rect)),)


FAMILIES: Final[tuple[Family[Workbook], ...]] = tuple(
    Family(params=params, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify)
    for params in (MergeAdd, MergeRemove)
)
