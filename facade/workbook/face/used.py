"""The used range of a sheet, kept while cells are written: a scan of all rows for each question is quadratic."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, final

from ..buffer import COLUMN_MASK, KEY_BITS
from ..model.rect import Rect

if TYPE_CHECKING:
    from ..model.sheet import Sheet
    from ..session import Session

_NOTHING: Final[dict[int, Any]] = {}
_FAR: Final = 1 << 30


@final
class Used:
    """top, left, bottom and right count from 0; bottom is -1 for a blank sheet. left and right hold nothing yet where
    only rows were asked for.

    It stands for the model at a count of the session's changed cells, and for the cells of the write buffer seen so
    far. Writes of None do not go through fold: who makes one sets known to False.
    """

    __slots__ = ("_asked", "_count", "_model", "_seen", "_session", "_whole", "bottom", "left", "right", "top")

    def __init__(self, session: Session, model: Sheet) -> None:
        self._session = session
        self._model = model
        self._asked = self._whole = False
        self._count = self._seen = 0
        self.top = self.left = _FAR
        self.bottom = self.right = -1

    @property
    def known(self) -> bool:
        """Whether it can tell the rows without a scan."""
        return self._asked and self._count == self._session._log.cells

    @known.setter
    def known(self, known: bool) -> None:
        self._asked = known

    @property
    def whole(self) -> bool:
        """Whether it can tell the columns too."""
        return self._whole and self.known

    def scan(self) -> None:
        """Look at all rows; the write buffer must be empty."""
        rect = self._model.used_rect()
        self.top, self.left, self.bottom, self.right = rect or (_FAR, _FAR, -1, -1)
        self._whole = True
        self.settle()

    def scan_rows(self) -> None:
        """Look at the first and the last row only; the write buffer must be empty."""
        self.top, self.bottom = self._model.used_rows() or (_FAR, -1)
        self.left, self.right = _FAR, -1
        self._whole = False
        self.settle()

    def settle(self) -> None:
        """Take note that what was folded or added is in the model now."""
        self._asked, self._count, self._seen = True, self._session._log.cells, 0

    def fold(self) -> None:
        """Add the cells of the write buffer that came since the last time."""
        cells = self._session._cells.get(self._model.id, _NOTHING)
        new = len(cells) - self._seen
        if new <= 0:
            return
        self._seen = len(cells)
        keys = [key for key in islice(reversed(cells), new) if cells[key] is not None]
        if keys:
            columns = [key & COLUMN_MASK for key in keys]
            self._add(min(keys) >> KEY_BITS, min(columns))
            self._add(max(keys) >> KEY_BITS, max(columns))

    def add(self, row0: int, col0: int, rows: list[list[Any]]) -> None:
        """Add a matrix that is about to be written; gives up where it blanks cells at an edge."""
        row1, col1 = row0 + len(rows) - 1, col0 + len(rows[0]) - 1
        if not any(None in row for row in rows):
            self.widen(Rect(row0, col0, row1, col1))
            return
        apart = row0 > self.bottom or (self._whole and col0 > self.right)
        if not apart and (row0 <= self.top or col0 <= self.left or row1 >= self.bottom or col1 >= self.right):
            self.known = False
            return
        for down, row in enumerate(rows, row0):
            for right, value in enumerate(row, col0):
                if value is not None:
                    self._add(down, right)

    def widen(self, rect: Rect) -> None:
        """Add a rectangle that is about to be written, none of its cells blank."""
        self._add(rect.row0, rect.col0)
        self._add(rect.row1, rect.col1)

    def rows(self) -> tuple[int, int] | None:
        """The first and the last row, with the buffered cells; None for a blank sheet."""
        self.fold()
        return (self.top, self.bottom) if self.bottom >= 0 else None

    def rect(self) -> Rect | None:
        """The rectangle, with the buffered cells; None for a blank sheet. It must be whole."""
        self.fold()
        return Rect(self.top, self.left, self.bottom, self.right) if self.bottom >= 0 else None

    def _add(self, row0: int, col0: int) -> None:
        self.top = min(self.top, row0)
        self.left = min(self.left, col0)
        self.bottom = max(self.bottom, row0)
        self.right = max(self.right, col0)
