"""Iterators handed to a macro: objects of our own, since a generator would show its frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from ..model.rect import Rect
from .base import Face

ROWS_AT_A_TIME: Final = 256
"""Rows read ahead: enough to hide the cost of a read, and little memory for an iteration that stops early."""


@final
class Lines(Face, eq=False):
    """Rows (or columns) as tuples, a stretch at a time; what was written meanwhile further on is seen."""

    _read: Callable[[Rect], list[Any]]
    _rest: list[Rect]
    _ready: list[Any]

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> Any:
        ready = self._ready
        while not ready:
            if not self._rest:
                raise StopIteration
            rest = self._rest.pop()
            step = rest._replace(row1=min(rest.row1, rest.row0 + ROWS_AT_A_TIME - 1))
            if step.row1 < rest.row1:
                self._rest.append(rest._replace(row0=step.row1 + 1))
            ready.extend(reversed(self._read(step)))
        return ready.pop()


def lines(read: Callable[[Rect], list[Any]], rect: Rect | None) -> Lines:
    """An iterator over what read gives for the rectangle, a stretch of rows after another; None for nothing."""
    return Lines(read, [] if rect is None else [rect], [])
