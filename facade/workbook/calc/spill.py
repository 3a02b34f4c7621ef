"""Where dynamic array formulas spill to now: more or fewer cells than the file says, or none where something stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from ..formula.explore import Cell
from ..model.formula import ArrayFormula
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.sheet import Sheet
from .array import Array

if TYPE_CHECKING:
    from .book import Book
    from .grid import Grid

SPILL: Final = "#SPILL!"
UNSTEADY: Final = "spills over cells that it depends on"


@final
class Empty:
    """The type of EMPTY."""

    __slots__ = ()


EMPTY: Final = Empty()
"""Stands for a cell that was spilled over in the file and is not any more."""


@final
class Spills:
    """Of one workbook. anchors are the dynamic array formulas of the sheets that were read, with their blocks.

    found are the areas of those that do not spill as the file says, as they were computed; laid are the same as the
    formulas see them, and laid_for is how many anchors there were then, -1 where that is to be done again. unsteady
    are those that never come to an end.
    """

    def __init__(self) -> None:
        self.anchors: dict[Cell, Rect] = {}
        self.found: dict[Cell, Rect] = {}
        self.laid: dict[Cell, Rect] = {}
        self.laid_for = 0
        self.unsteady: set[Cell] = set()

    def add(self, sheet: Sheet) -> None:
        """Learn the dynamic array formulas of a sheet."""
        for block in sheet.blocks:
            row = sheet.row(block.row0)
            entry = None if row is None else row.formula(block.col0)
            if isinstance(entry, ArrayFormula) and entry.dynamic:
                self.anchors[sheet.id, block.row0, block.col0] = block

    def is_settled(self) -> bool:
        """Whether formulas see the areas as they were computed."""
        return self.laid_for == len(self.anchors) and self.found == self.laid

    def areas(self, sheet_id: str) -> list[Rect]:
        """The areas on a sheet that are not those of the file."""
        return [rect for cell, rect in self.laid.items() if cell[0] == sheet_id]

    def place(self, cell: Cell, block: Rect, found: Any, book: Book) -> tuple[Rect, bool]:
        """(the area of a result, whether it can be there)."""
        _, row0, col0 = cell
        height, width = (found.height, found.width) if type(found) is Array else (1, 1)
        rect = Rect(row0, col0, row0 + height - 1, col0 + width - 1)
        free = rect == block or (rect.row1 < MAX_ROWS and rect.col1 < MAX_COLUMNS and self._is_free(cell, rect, book))
        rect = rect if free else Rect(row0, col0, row0, col0)
        if rect == block:
            self.found.pop(cell, None)
        else:
            self.found[cell] = rect
        return rect, free

    def _is_free(self, cell: Cell, rect: Rect, book: Book) -> bool:
        sheet = book.grid(cell[0]).sheet
        own = self.anchors.get(cell, Rect(*cell[1:], *cell[1:]))
        if any(rect.overlaps(other) for other in sheet.merges):
            return False
        others = [block for block in sheet.blocks if block != own]
        others += [area for other, area in self.laid.items() if other[0] == cell[0] and other != cell]
        if any(rect.overlaps(other) for other in others):
            return False
        for row0, row in sheet.each_row(rect.row0, rect.row1):
            for col0 in range(rect.col0, min(rect.col1 + 1, row.width())):
                if row.holds(col0) and not own.holds(row0, col0):
                    return False
        return True


def spilled_places(spills: Spills, grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """The cells of a sheet that formulas spill over now, and did not in the file, with those formulas' places."""
    return {
        (row0, col0): cell[1:]
        for cell, rect in spills.laid.items()
        if cell[0] == grid.sheet.id
        for row0 in range(rect.row0, rect.row1 + 1)
        for col0 in range(rect.col0, rect.col1 + 1)
        if not spills.anchors[cell].holds(row0, col0)
    }
