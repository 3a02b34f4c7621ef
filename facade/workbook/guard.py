"""Places of a sheet that cannot be written one by one: array blocks, data tables, and the inside of merges."""

from __future__ import annotations

from typing import Final, NoReturn, final

from ..errors import BlockError
from ..value import HOLE
from .model.rect import Rect, cell_name
from .model.sheet import Sheet

_BAND: Final = 64
"""Rows that share a list of rectangles to look at."""
_TALL: Final = 64
"""Bands from which on a rectangle is looked at for every row instead."""


@final
class Guard:
    """The rectangles of one sheet, by bands of rows; made anew when they have changed."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._counts = (len(sheet.merges), len(sheet.blocks))
        self._bands: dict[int, list[tuple[Rect, bool]]] = {}
        self._tall: list[tuple[Rect, bool]] = []
        for rect in sheet.merges:
            self._add(rect, True)
        for rect in sheet.blocks:
            self._add(rect, False)

    @property
    def current(self) -> bool:
        """Whether the sheet still has the rectangles this was made from."""
        return self._counts == (len(self._sheet.merges), len(self._sheet.blocks))

    def check_cell(self, row0: int, col0: int, value: object) -> None:
        """Raise BlockError if the cell cannot be written by itself; blanking the inside of a merge is fine."""
        for rect, merge in (*self._bands.get(row0 // _BAND, ()), *self._tall):
            if rect.holds(row0, col0):
                if merge:
                    if value is not None and (row0, col0) != (rect.row0, rect.col0):
                        self._refuse_merge(row0, col0, rect)
                elif rect.rows > 1 or rect.columns > 1:
                    self.refuse_block(Rect(row0, col0, row0, col0), rect)

    def check_rows(self, rect: Rect, rows: list[list[object]]) -> None:
        """The same for a matrix; a block that it covers wholly may be written."""
        for block in self._sheet.blocks:
            if rect.overlaps(block) and not rect.covers(block):
                self.refuse_block(rect, block)
        for merge in self._sheet.merges:
            if rect.overlaps(merge):
                self._check_merge(rect, rows, merge)

    def check_clear(self, rect: Rect) -> None:
        """Raise BlockError if clearing would cut through a block."""
        for block in self._sheet.blocks:
            if rect.overlaps(block) and not rect.covers(block):
                self.refuse_block(rect, block)

    def refuse_block(self, rect: Rect, block: Rect) -> NoReturn:
        """Raise the error that names the block and the cure."""
        raise BlockError(
            f"{self._sheet.name}!{rect.a1} is a part of the array formula or data table in {block.a1}, "
            "which cannot be changed in part",
            hint=f'Clear or overwrite the whole block: sheet["{block.a1}"].clear().',
        )

    def _check_merge(self, rect: Rect, rows: list[list[object]], merge: Rect) -> None:
        for row0 in range(max(rect.row0, merge.row0), min(rect.row1, merge.row1) + 1):
            cells = rows[row0 - rect.row0]
            for col0 in range(max(rect.col0, merge.col0), min(rect.col1, merge.col1) + 1):
                value = cells[col0 - rect.col0]
                if value is not None and value is not HOLE and (row0, col0) != (merge.row0, merge.col0):
                    self._refuse_merge(row0, col0, merge)

    def _refuse_merge(self, row0: int, col0: int, merge: Rect) -> NoReturn:
        first = cell_name(merge.row0, merge.col0)
        raise BlockError(
            f"{self._sheet.name}!{cell_name(row0, col0)} lies inside the merged range {merge.a1}; "
            f"only its first cell {first} shows a value",
            hint=f"Write to {first}.",
        )

    def _add(self, rect: Rect, merge: bool) -> None:
        first, last = rect.row0 // _BAND, rect.row1 // _BAND
        if last - first >= _TALL:
            self._tall.append((rect, merge))
            return
        for band in range(first, last + 1):
            self._bands.setdefault(band, []).append((rect, merge))
