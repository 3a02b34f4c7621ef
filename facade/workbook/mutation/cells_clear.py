"""cells.clear: make cells blank; formats stay."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from ...mutation import Family, Marks
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from . import cells_set
from .before_image import before_image
from .cell import HOLE_MARK, Cell
from .cells_set import CellsSet
from .place import SheetId, area, check_blocks, loaded_sheet, verify_rects

MAX_IMAGE_GAP: Final = 64
"""Rows without content that a before-image bridges rather than begin a new rectangle."""


class CellsClear(Struct, frozen=True, kw_only=True, tag_field="type", tag="cells.clear", forbid_unknown_fields=True):
    """what: contents, that is values and formulas."""

    sheet: SheetId
    rects: tuple[Rect, ...]
    what: Literal["contents"] = "contents"


def cells_of(params: CellsClear) -> int:
    """The cells of all rectangles, blank ones too."""
    return sum(map(area, params.rects))


def verify(params: CellsClear, _from_run: bool) -> None:
    """Bounds."""
    verify_rects(params.rects)


def check(model: Workbook, params: CellsClear) -> None:
    """The sheet is there, and no array block or data table is cleared in part."""
    sheet = loaded_sheet(model, params.sheet)
    for rect in params.rects:
        check_blocks(sheet, rect)


def apply(model: Workbook, params: CellsClear, marks: Marks) -> None:
    """Make every cell blank that holds something."""
    for image in _images(model, loaded_sheet(model, params.sheet), params):
        blank = CellsSet(sheet=params.sheet, rect=image.rect, rows=_blanks(image))
        cells_set.apply(model, blank, marks)


def invert(model: Workbook, params: CellsClear) -> tuple[CellsSet, ...]:
    """What the rectangles hold now, blank stretches left out."""
    return tuple(reversed(_images(model, loaded_sheet(model, params.sheet), params)))


def _images(model: Workbook, sheet: Sheet, params: CellsClear) -> list[CellsSet]:
    """Before-images of what there is, so that clearing whole columns costs what they hold."""
    return [_image(model, sheet, part) for rect in params.rects for part in _filled_parts(sheet, rect)]


def _filled_parts(sheet: Sheet, rect: Rect) -> list[Rect]:
    spans: list[list[int]] = []
    right = -1
    for row0, row in sheet.each_row(rect.row0, rect.row1):
        width = row.width()
        if width <= rect.col0:
            continue
        right = max(right, min(width - 1, rect.col1))
        if spans and row0 - spans[-1][1] <= MAX_IMAGE_GAP:
            spans[-1][1] = row0
        else:
            spans.append([row0, row0])
    return [Rect(top, rect.col0, bottom, right) for top, bottom in spans]


def _image(model: Workbook, sheet: Sheet, rect: Rect) -> CellsSet:
    rows, groups, _ = before_image(sheet, rect, model.history)
    for row in rows:
        if None in row:
            row[:] = [HOLE_MARK if cell is None else cell for cell in row]
    return CellsSet(sheet=sheet.id, rect=rect, rows=rows, groups=groups)


def _blanks(image: CellsSet) -> list[list[Cell]]:
    return [[cell if cell is HOLE_MARK else None for cell in row] for row in image.rows]


FAMILY: Final[Family[Workbook]] = Family(
    params=CellsClear, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
