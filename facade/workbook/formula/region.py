"""Sets of cells that are asked over and over: what was written, and where the formulas of a column stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, final

from ..model.rect import Rect

_BAND_BITS: Final = 8
"""256 rows share a list of rectangles to look at."""
_TALL: Final = 16
"""Bands from which on a rectangle is looked at for every question instead."""


@final
class Region:
    """Rectangles of one sheet, to be asked whether they overlap another."""

    def __init__(self, rects: Iterable[Rect] = ()) -> None:
        self._all: list[Rect] = []
        self._bands: dict[int, list[Rect]] = {}
        self._tall: list[Rect] = []
        for rect in rects:
            self.add(rect)

    def add(self, rect: Rect) -> None:
        """Add a rectangle; overlaps are fine."""
        self._all.append(rect)
        first, last = rect.row0 >> _BAND_BITS, rect.row1 >> _BAND_BITS
        if last - first > _TALL:
            self._tall.append(rect)
        else:
            for band in range(first, last + 1):
                self._bands.setdefault(band, []).append(rect)

    def holds(self, row0: int, col0: int) -> bool:
        """Whether a cell lies in any."""
        return any(rect.holds(row0, col0) for rect in self._bands.get(row0 >> _BAND_BITS, ())) or any(
            rect.holds(row0, col0) for rect in self._tall
        )

    def overlapping(self, rect: Rect) -> Iterator[Rect]:
        """Those that share a cell with a rectangle; one may come several times."""
        first, last = rect.row0 >> _BAND_BITS, rect.row1 >> _BAND_BITS
        if last - first > len(self._bands):
            return (other for other in self._all if rect.overlaps(other))
        near = chain.from_iterable(self._bands.get(band, ()) for band in range(first, last + 1))
        return (other for other in chain(self._tall, near) if rect.overlaps(other))

    def overlaps(self, rect: Rect) -> bool:
        """Whether it shares a cell with any."""
        return next(self.overlapping(rect), None) is not None


@final
class RowsOfColumn:
    """The rows of one column that hold formulas. What is known to be clean is skipped in constant time: running sums
    ask for the same rows over and over."""

    def __init__(self, rows: list[int]) -> None:
        self._rows = rows
        self._next = list(range(len(rows) + 1))
        self._marked = False

    def forget(self) -> None:
        """Nothing is known to be clean any more."""
        if self._marked:
            self._next = list(range(len(self._rows) + 1))
            self._marked = False

    def mark_clean(self, row0: int) -> None:
        """Leave this row out from now on."""
        at = bisect_left(self._rows, row0)
        if at < len(self._rows) and self._rows[at] == row0:
            self._next[at] = at + 1
            self._marked = True

    def unknown(self, row0: int, row1: int) -> Iterator[int]:
        """The rows within row0..row1 that were not marked clean, ascending; marks may be set meanwhile."""
        at = self._find(bisect_left(self._rows, row0))
        while at < len(self._rows) and self._rows[at] <= row1:
            yield self._rows[at]
            at = self._find(at + 1)

    def _find(self, at: int) -> int:
        following = self._next
        root = at
        while following[root] != root:
            root = following[root]
        while following[at] != root:
            following[at], at = root, following[at]
        return root
