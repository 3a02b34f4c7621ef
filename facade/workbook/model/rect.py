"""A rectangle of cells, and A1 text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

MAX_ROWS: Final = 1_048_576
"""Rows of a sheet (Excel's limit since 2007; ECMA-376 has none, but no application reads more)."""
MAX_COLUMNS: Final = 16_384
"""Columns of a sheet: A to XFD."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")


class Rect(NamedTuple):
    """Rows row0..row1 and columns col0..col1, counted from 0, both ends included."""

    row0: int
    col0: int
    row1: int
    col1: int

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.row1 - self.row0 + 1

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.col1 - self.col0 + 1

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell."""
        return self.row0 == self.row1 and self.col0 == self.col1

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share a cell."""
        return (
            self.row0 <= other.row1 and other.row0 <= self.row1 and self.col0 <= other.col1 and other.col0 <= self.col1
        )

    def holds(self, row0: int, col0: int) -> bool:
        """Whether the cell lies inside."""
        return self.row0 <= row0 <= self.row1 and self.col0 <= col0 <= self.col1

    def covers(self, other: Rect) -> bool:
        """Whether the other lies wholly inside."""
        return (
            self.row0 <= other.row0 and other.row1 <= self.row1 and self.col0 <= other.col0 and other.col1 <= self.col1
        )

    def around(self, other: Rect) -> Rect:
        """The smallest rectangle that covers both."""
        return Rect(
            min(self.row0, other.row0),
            min(self.col0, other.col0),
            max(self.row1, other.row1),
            max(self.col1, other.col1),
        )

    def common(self, other: Rect) -> Rect | None:
        """The cells of both, or None."""
        if not self.overlaps(other):
            return None
        return Rect(
            max(self.row0, other.row0),
            max(self.col0, other.col0),
            min(self.row1, other.row1),
            min(self.col1, other.col1),
        )

    @property
    def a1(self) -> str:
        """The address: A1, A1:C9, A:C for whole columns, 1:3 for whole rows."""
        if self.row0 == 0 and self.row1 == MAX_ROWS - 1:
            return f"{column_letters(self.col0)}:{column_letters(self.col1)}"
        if self.col0 == 0 and self.col1 == MAX_COLUMNS - 1:
            return f"{self.row0 + 1}:{self.row1 + 1}"
        first = cell_name(self.row0, self.col0)
        if self.row0 == self.row1 and self.col0 == self.col1:
            return first
        return f"{first}:{cell_name(self.row1, self.col1)}"


def overlap(rects: Iterable[Rect]) -> tuple[Rect, Rect] | None:
    """Two of the rectangles that share a cell, or None. Fast where few lie beside each other."""
    open_ones: list[Rect] = []
    for rect in sorted(rects):
        open_ones = [other for other in open_ones if other.row1 >= rect.row0]
        other = next((other for other in open_ones if other.overlaps(rect)), None)
        if other is not None:
            return other, rect
        open_ones.append(rect)
    return None


@lru_cache(maxsize=MAX_COLUMNS)
def column_letters(col0: int) -> str:
    """The letters of a column counted from 0: 0 is A, 16383 is XFD."""
    letters = ""
    number = col0 + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_index(letters: str) -> int:
    """The column counted from 0 for its letters, in either case; no check of the limit."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def cell_name(row0: int, col0: int) -> str:
    """The A1 name of a cell."""
    return f"{column_letters(col0)}{row0 + 1}"


def parse_cell(text: str) -> tuple[int, int] | None:
    """(row0, col0) of an A1 name, with or without $; None if it is no cell within the limits."""
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    col0, row0 = column_index(match[1]), int(match[2]) - 1
    if col0 >= MAX_COLUMNS or row0 >= MAX_ROWS:
        return None
    return row0, col0


_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")
_ROWS = re.compile(r"\$?([1-9][0-9]{0,6}):\$?([1-9][0-9]{0,6})")


def parse_rect(text: str) -> Rect | None:
    """The rectangle of A1, A1:C9, A:C or 1:3, corners in any order; None if it is none within the limits."""
    if match := _COLUMNS.fullmatch(text):
        left, right = sorted((column_index(match[1]), column_index(match[2])))
        return Rect(0, left, MAX_ROWS - 1, right) if right < MAX_COLUMNS else None
    if match := _ROWS.fullmatch(text):
        top, bottom = sorted((int(match[1]) - 1, int(match[2]) - 1))
        return Rect(top, 0, bottom, MAX_COLUMNS - 1) if bottom < MAX_ROWS else None
    first, colon, second = text.partition(":")
    start = parse_cell(first)
    end = parse_cell(second) if colon else start
    if start is None or end is None:
        return None
    (top, bottom), (left, right) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return Rect(top, left, bottom, right)
