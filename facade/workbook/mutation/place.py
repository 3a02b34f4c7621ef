"""Where a mutation acts: checks of ids and rectangles that several families share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from ...errors import MutationConflict, MutationInvalid
from ..model.formula import ArrayFormula
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook

SheetId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]

MAX_RECTS: Final = 100_000
"""Rectangles of one mutation."""


def verify_rect(rect: Rect) -> None:
    """MutationInvalid unless the corners are in order and within the sheet."""
    if not (0 <= rect.row0 <= rect.row1 < MAX_ROWS and 0 <= rect.col0 <= rect.col1 < MAX_COLUMNS):
        raise MutationInvalid(f"a rectangle outside {MAX_ROWS:,} rows x {MAX_COLUMNS:,} columns")


def verify_rects(rects: tuple[Rect, ...]) -> None:
    """MutationInvalid unless there are some, not too many, and all of them are within the sheet."""
    if not 1 <= len(rects) <= MAX_RECTS:
        raise MutationInvalid(f"{len(rects)} rectangles; one mutation holds 1 to {MAX_RECTS:,}")
    for rect in rects:
        verify_rect(rect)


def area(rect: Rect) -> int:
    """How many cells a rectangle holds."""
    return rect.rows * rect.columns


def loaded_sheet(model: Workbook, sheet_id: str) -> Sheet:
    """The worksheet of an id, its rows in memory; MutationConflict if there is none."""
    sheet = model.sheet(sheet_id)
    if sheet is None:
        raise MutationConflict(f"there is no sheet {sheet_id}")
    if sheet.kind != "worksheet":
        raise MutationConflict(f"{sheet.name} is a {sheet.kind} and has no cells")
    sheet.load()
    return sheet


def rows_between(sheet: Sheet, row0: int, row1: int) -> list[Row | None]:
    """The rows row0..row1 of a loaded sheet, None where there is none; a new list."""
    found = sheet.rows[row0 : row1 + 1]
    missing = row1 - row0 + 1 - len(found)
    if missing:
        found.extend([None] * missing)
        for far in sheet.far:
            if row0 <= far <= row1:
                found[far - row0] = sheet.far[far]
    return found


def check_uncut(sheet: Sheet, cuts: Callable[[Rect], bool], or_else: str) -> None:
    """MutationConflict if a change of places would tear an array block or a merged range; or_else is a second cure."""
    for block in sheet.blocks:
        if cuts(block):
            raise MutationConflict(f"{sheet.name}!{block.a1} is an array formula or data table, which would be cut")
    for merge in sheet.merges:
        if cuts(merge):
            raise MutationConflict(
                f"{sheet.name}!{merge.a1} is a merged range, which would be cut",
                hint=f"Unmerge it first{or_else.format(merge.a1)}",
            )


def is_own_cell(sheet: Sheet, block: Rect) -> bool:
    """Whether a block is a formula that may spill and no more than its cell: it stands there like any other formula."""
    row = sheet.row(block.row0) if block.is_cell else None
    entry = None if row is None else row.formula(block.col0)
    return isinstance(entry, ArrayFormula) and entry.dynamic


def check_blocks(sheet: Sheet, rect: Rect) -> None:
    """MutationConflict if the rectangle cuts through an array formula or a data table."""
    for block in sheet.blocks:
        if rect.overlaps(block) and not rect.covers(block):
            raise MutationConflict(f"{sheet.name}!{rect.a1} cuts through the array block {block.a1}")
