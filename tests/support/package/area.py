"""References of cells and areas as packages write them, 1-based, on the grid of Excel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

ROWS = 1_048_576
COLUMNS = 16_384
"""ECMA-376 part 1, 18.3.1.73 and 18.3.1.13 leave these to the application; they are those of Excel 2007 and later."""

_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})\Z")
_LINE = re.compile(r"\$?([A-Za-z]{1,3})?\$?([0-9]{1,7})?\Z")


class Area(NamedTuple):
    """A rectangle of cells, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def overlaps(self, other: Area) -> bool:
        """Whether a cell lies in both."""
        return (
            self.top <= other.bottom
            and other.top <= self.bottom
            and self.left <= other.right
            and other.left <= self.right
        )

    def holds(self, other: Area) -> bool:
        """Whether all of the other lies in this one."""
        return (
            self.top <= other.top
            and other.bottom <= self.bottom
            and self.left <= other.left
            and other.right <= self.right
        )

    def has(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)


def parse_place(text: str | None) -> tuple[int, int] | None:
    """(row, column) of a cell's reference; None where it is none or lies off the grid."""
    match = _PLACE.match(text or "")
    if match is None:
        return None
    row, column = int(match[2]), _column(match[1])
    return (row, column) if 1 <= row <= ROWS and column <= COLUMNS else None


def parse_area(text: str | None) -> Area | None:
    """The area of A1, A1:B2, A:B or 1:2; None where it is none of these, runs backwards or lies off the grid."""
    first, colon, last = (text or "").partition(":")
    start, end = parse_place(first), parse_place(last if colon else first)
    if start is None or end is None:
        return _lines(first, last) if colon else None
    area = Area(*start, *end)
    return area if area.top <= area.bottom and area.left <= area.right else None


def parse_areas(text: str | None) -> list[Area | None]:
    """The areas of a list that blanks part; empty for an empty list."""
    return [parse_area(word) for word in (text or "").split()]


def overlapping(areas: Iterable[Area]) -> Iterator[tuple[Area, Area]]:
    """The pairs of areas that share a cell, each once."""
    active: list[Area] = []
    for area in sorted(areas):
        active = [other for other in active if other.bottom >= area.top]
        for other in active:
            if other.overlaps(area):
                yield other, area
        active.append(area)


def spell(row: int, column: int) -> str:
    """A cell's reference."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _lines(first: str, last: str) -> Area | None:
    start, end = _LINE.match(first), _LINE.match(last)
    if start is None or end is None:
        return None
    if start[1] and end[1] and not start[2] and not end[2]:
        left, right = _column(start[1]), _column(end[1])
        return Area(1, left, ROWS, right) if left <= right <= COLUMNS else None
    if start[2] and end[2] and not start[1] and not end[1]:
        top, bottom = int(start[2]), int(end[2])
        return Area(top, 1, bottom, COLUMNS) if 1 <= top <= bottom <= ROWS else None
    return None
