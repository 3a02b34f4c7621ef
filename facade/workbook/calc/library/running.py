"""Totals of ranges that begin at the same cell and reach further and further: each goes on from the one before."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, final

from ....value import CellError
from ..array import Area
from ..frame import Frame

LEAST_ROWS: Final = 32
"""Rows from which on remembering is worth it."""


@final
class Running:
    """Of the numbers of a column from one row on, for each row: the sum, one after the other, how many there are, the
    least and the largest. error is the first error and its row."""

    def __init__(self) -> None:
        self.sums: list[float] = []
        self.counts: list[int] = []
        self.lows: list[float] = []
        self.highs: list[float] = []
        self.error: tuple[int, str] | None = None

    def learn(self, values: list[Any]) -> None:
        """Take in the values behind those that are known."""
        at = len(self.sums)
        found = self.sums[-1] if at else 0.0
        count = self.counts[-1] if at else 0
        low, high = (self.lows[-1], self.highs[-1]) if at else (_INFINITE, -_INFINITE)
        for row in range(at, len(values)):
            value = values[row]
            kind = type(value)
            if kind is float or kind is int:
                found += value
                count += 1
                low = value if value < low else low
                high = value if value > high else high
            elif kind is CellError and self.error is None:
                self.error = row, value.code
            self.sums.append(found)
            self.counts.append(count)
            self.lows.append(low)
            self.highs.append(high)


_INFINITE: Final = float("inf")


@final
class Totals(NamedTuple):
    """Those of one range, see Running; many is how many numbers there are, error the code of the first error in it."""

    sum: float
    many: int
    low: float
    high: float
    error: str | None


def running(frame: Frame, arguments: tuple[Any, ...]) -> Totals | None:
    """The totals of a single range of one column, where another that began at the same cell was asked for before."""
    area = arguments[0]
    if len(arguments) > 1 or type(area) is not Area or area.col0 != area.col1 or area.row1 - area.row0 < LEAST_ROWS:
        return None
    book = frame.book
    key = ("running", area.sheet, area.row0, area.col0)
    known = book.memo.get(key)
    if known is None:
        book.memo[key] = _ASKED
        return None
    columns = book.columns(area)
    if not columns or not columns[0]:
        return None
    values = columns[0]
    if known is _ASKED:
        known = Running()
    more = len(values) - len(known.sums)
    if more > 0:
        known.learn(values)
        book.remember(key, known, 4 * more)
    at = len(values) - 1
    error = known.error[1] if known.error is not None and known.error[0] <= at else None
    return Totals(known.sums[at], known.counts[at], known.lows[at], known.highs[at], error)


_ASKED: Final = object()
