"""What cells hold that are about to go, in the form in which an inverse brings them back."""

from __future__ import annotations

from msgspec import Struct

from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .before_image import before_image
from .cell import Number0
from .cells_set import CellsSet
from .style_set import StyleSet, styles_in, whole_look


class KeptLook(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A style of the file, by its number there, on a rectangle of cells that come back."""

    rect: Rect
    style: Number0


def kept_content(
    model: Workbook, sheet: Sheet, rect: Rect
) -> tuple[list[CellsSet], tuple[KeptLook, ...], list[StyleSet]]:
    """The cells that go, and their looks: those of the file by number, others by what they are."""
    used = sheet.used_rect()
    held = used.common(rect) if used is not None else None
    cells: list[CellsSet] = []
    if held is not None:
        matrix, _, _ = before_image(sheet, held, model.history, texts=True)
        if any(cell is not None for row in matrix for cell in row):
            cells.append(CellsSet(sheet=sheet.id, rect=held, rows=matrix))
    looks: list[KeptLook] = []
    others: dict[int, list[Rect]] = {}
    for style, part in styles_in(sheet, rect):
        if style < model.styles.source_count:
            looks.append(KeptLook(part, style))
        else:
            others.setdefault(style, []).append(part)
    return cells, tuple(looks), [whole_look(model.styles, sheet.id, style, rects) for style, rects in others.items()]
