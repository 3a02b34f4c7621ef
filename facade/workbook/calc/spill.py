"""Where dynamic array formulas spill to now: more or fewer cells than the file says, or none where something stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from ..formula.explore import Cell
from ..formula.region import Region
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
        self._differs = False
        self._blocks: dict[str, Region] = {}
        self._areas: tuple[object, dict[str, Region]] = None, {}

    def add(self, sheet: Sheet) -> None:
        """Learn the dynamic array formulas of a sheet."""
        for block in sheet.blocks:
            row = sheet.row(block.row0)
            entry = None if row is None else row.formula(block.col0)
            if isinstance(entry, ArrayFormula) and entry.dynamic:
                self.anchors[sheet.id, block.row0, block.col0] = block

    def drop(self, cell: Cell) -> None:
        """A formula spills as the file says."""
        if self.found.pop(cell, None) is not None:
            self._differs = True

    def renew(self, sheet: Sheet) -> bool:
        """The same once cells of the sheet were written; whether areas are given up."""
        self._blocks.pop(sheet.id, None)
        before = {cell: block for cell, block in self.anchors.items() if cell[0] == sheet.id}
        if not before and not sheet.blocks:
            return False
        for cell in before:
            del self.anchors[cell]
        self.add(sheet)
        gone = {cell for cell, block in before.items() if self.anchors.get(cell) != block}
        for cell in gone:
            self.drop(cell)
        lost = not gone.isdisjoint(self.laid)
        if lost:
            self._differs = True
            self.laid = {cell: rect for cell, rect in self.laid.items() if cell not in gone}
        return lost

    def is_settled(self) -> bool:
        """Whether formulas see the areas as they were computed."""
        if self.laid_for != len(self.anchors):
            return False
        if self._differs:
            self._differs = self.found != self.laid
        return not self._differs

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
        self._differs = True
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
        area = self.laid.get(cell)
        if any(other != own for other in self._blocks_of(sheet).overlapping(rect)) or any(
            other != area for other in self._areas_of(cell[0]).overlapping(rect)
        ):
            return False
        for row0, row in sheet.each_row(rect.row0, rect.row1):
            for col0 in range(rect.col0, min(rect.col1 + 1, row.width())):
                if row.holds(col0) and not own.holds(row0, col0):
                    return False
        return True

    def _blocks_of(self, sheet: Sheet) -> Region:
        found = self._blocks.get(sheet.id)
        if found is None:
            found = self._blocks[sheet.id] = Region(sheet.blocks)
        return found

    def _areas_of(self, sheet_id: str) -> Region:
        if self._areas[0] is not self.laid:
            self._areas = self.laid, {}
        found = self._areas[1].get(sheet_id)
        if found is None:
            found = self._areas[1][sheet_id] = Region(self.areas(sheet_id))
        return found


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
