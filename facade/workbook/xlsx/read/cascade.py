"""The rows of a sheet by the fast levels: templates while they fit, chunks of rows where they do not."""

from __future__ import annotations

from typing import Final, final

from ...model.row import Row
from ...model.sheet import Sheet
from .cell import Desk
from .element import read_row
from .scan import ELEMENT, IrregularError, build_rows, scan_rows
from .template import RowTemplate, Shape, shape_of

CHUNK_BYTES: Final = 64 * 1024
"""Bytes of rows that are scanned at once: some 1,500 cells."""
MAX_ROW_BYTES: Final = 4 * 1024 * 1024
"""A longer row goes to lxml, which does not hold all its cells at once as a scan does."""
MAX_TEMPLATES: Final = 12
LEARN_AFTER: Final = 2
"""Rows of one shape before it gets a template."""
TRIAL_ROWS: Final = 256
"""Rows after which templates must have caught a third of all rows; else they are given up."""
_END = b"</row>"


@final
class Cascade:
    """One pass over data[start:end], the content of sheetData. read raises IrregularError or ValueError."""

    def __init__(self, sheet: Sheet, data: bytes, start: int, end: int, desk: Desk) -> None:
        self._sheet = sheet
        self._data = data
        self._place = start
        self._end = end
        self._desk = desk
        self._last_row0 = -1
        self._templates: list[RowTemplate] = []
        self._seen: dict[Shape, int] = {}
        self._caught = 0
        self._missed = 0

    def read(self) -> None:
        """Fill the sheet's rows."""
        self._skip_space()
        while self._place < self._end and self._learning():
            if not self._by_template():
                self._learn()
        while self._place < self._end:
            self._by_chunk()

    def _learning(self) -> bool:
        rows = self._caught + self._missed
        return rows < TRIAL_ROWS or self._caught * 3 >= rows

    def _by_template(self) -> bool:
        for at, template in enumerate(self._templates):
            rows, place = template.read(self._data, self._place, self._end)
            if rows:
                self._put(rows)
                self._place = place
                self._caught += len(rows)
                if at:
                    self._templates.insert(0, self._templates.pop(at))
                return True
        return False

    def _learn(self) -> None:
        """Read one row by a scan; give its shape a template if it came before."""
        end = self._row_end()
        found = ELEMENT.findall(self._data, self._place, end)
        blocks = len(self._desk.blocks)
        self._missed += 1
        try:
            rows = build_rows(found, self._desk)
        except IrregularError:
            del self._desk.blocks[blocks:]
            self._by_element(end)
            return
        self._put(rows)
        self._place = end
        self._skip_space()
        if len(self._templates) >= MAX_TEMPLATES:
            return
        shape = shape_of(found)
        if shape is None:
            return
        seen = self._seen[shape] = self._seen.get(shape, 0) + 1
        if seen == LEARN_AFTER and RowTemplate.fits(shape, self._desk):
            self._templates.insert(0, RowTemplate(shape, self._desk))

    def _by_chunk(self) -> None:
        end = self._data.rfind(_END, self._place, min(self._place + CHUNK_BYTES, self._end)) + len(_END)
        if end < len(_END):
            end = self._row_end()
        blocks = len(self._desk.blocks)
        try:
            rows = scan_rows(self._data, self._place, end, self._desk)
        except IrregularError:
            del self._desk.blocks[blocks:]
            while self._place < end:
                self._one_row()
            return
        self._put(rows)
        self._place = end
        self._skip_space()

    def _one_row(self) -> None:
        end = self._row_end()
        blocks = len(self._desk.blocks)
        try:
            rows = scan_rows(self._data, self._place, end, self._desk)
        except IrregularError:
            del self._desk.blocks[blocks:]
            self._by_element(end)
            return
        self._put(rows)
        self._place = end
        self._skip_space()

    def _by_element(self, end: int) -> None:
        self._put([read_row(self._data, self._place, end, self._last_row0, self._desk)])
        self._place = end
        self._skip_space()

    def _row_end(self) -> int:
        """The end of the row that begins here; of a self-closing one too."""
        data = self._data
        close = data.find(b">", self._place, self._end)
        if close > 0 and data[close - 1 : close] == b"/":
            return close + 1
        end = data.find(_END, self._place, self._end)
        if end < 0 or end - self._place > MAX_ROW_BYTES:
            raise IrregularError
        return end + len(_END)

    def _skip_space(self) -> None:
        data, place, end = self._data, self._place, self._end
        while place < end and data[place] in b" \t\n\r":
            place += 1
        self._place = place

    def _put(self, rows: list[Row]) -> None:
        """Rows must ascend; they are appended in one go where they follow on each other."""
        first, last = rows[0].source0, rows[-1].source0
        if first <= self._last_row0:
            raise IrregularError
        known = self._sheet.rows
        if last - first == len(rows) - 1 and first == len(known) and not self._sheet.far:
            known.extend(rows)
        else:
            before = self._last_row0
            for row in rows:
                if row.source0 <= before:
                    raise IrregularError
                before = row.source0
                self._sheet.put_row(before, row)
        self._last_row0 = last
