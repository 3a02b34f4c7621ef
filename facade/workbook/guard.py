"""Places of a sheet that cannot be written freely: array blocks, data tables, the inside of merges, table headers."""

from __future__ import annotations

from typing import Final, NoReturn, final

from ..errors import BlockError, NotAvailableError
from ..value import HOLE
from .model.rect import Rect, cell_name
from .model.sheet import Sheet
from .model.workbook import Workbook
from .xlsx.table import table_headers

_BAND: Final = 64
"""Rows that share a list of rectangles to look at."""
_TALL: Final = 64
"""Bands from which on a rectangle is looked at for every row instead."""


@final
class Guard:
    """The rectangles of one sheet, by bands of rows; made anew when they have changed."""

    def __init__(self, sheet: Sheet, model: Workbook) -> None:
        self._sheet = sheet
        self._headers = table_headers(model, sheet)
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

    @property
    def free(self) -> bool:
        """Whether every cell may be written."""
        return not self._headers and not self._sheet.merges and not self._sheet.blocks

    def check_cell(self, row0: int, col0: int, value: object) -> bool:
        """Raise if the cell cannot be written by itself; blanking the inside of a merge is fine.

        Returns whether there is something to write: not for a table's header that stays as it is.
        """
        for header in self._headers:
            if header.rect.holds(row0, col0):
                self._check_header(row0, col0, value, header.table)
                return False
        for rect, merge in (*self._bands.get(row0 // _BAND, ()), *self._tall):
            if rect.holds(row0, col0):
                if merge:
                    if value is not None and (row0, col0) != (rect.row0, rect.col0):
                        self._refuse_merge(row0, col0, rect)
                elif rect.rows > 1 or rect.columns > 1:
                    self.refuse_block(Rect(row0, col0, row0, col0), rect)
        return True

    def check_rows(self, rect: Rect, rows: list[list[object]]) -> None:
        """The same for a matrix, whose headers become holes; a block that it covers wholly may be written."""
        for header in self._headers:
            if (part := rect.common(header.rect)) is not None:
                cells = rows[part.row0 - rect.row0]
                for col0 in range(part.col0, part.col1 + 1):
                    self._check_header(part.row0, col0, cells[col0 - rect.col0], header.table)
                    cells[col0 - rect.col0] = HOLE
        for block in self._sheet.blocks:
            if rect.overlaps(block) and not rect.covers(block):
                self.refuse_block(rect, block)
        for merge in self._sheet.merges:
            if rect.overlaps(merge):
                self._check_merge(rect, rows, merge)

    def check_clear(self, rect: Rect) -> None:
        """Raise if clearing would cut through a block or blank a table's header."""
        for header in self._headers:
            if (part := rect.common(header.rect)) is not None:
                self._check_header(part.row0, part.col0, None, header.table)
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

    def _check_header(self, row0: int, col0: int, value: object, table: str) -> None:
        """A header is the name of its column; Excel repairs a file in which the two differ."""
        row = self._sheet.row(row0)
        if value is not HOLE and (row is None or value != row.value(col0)):
            raise NotAvailableError(
                f"{self._sheet.name}!{cell_name(row0, col0)} is the header of a column of the table {table}; "
                "renaming a table's column is not available yet",
                hint="Write below the header, and leave it as it is.",
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
