"""Whole columns of a sheet: what they have of their own, and which column of the file each of them is."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple, final

from ...axis import AxisEdit
from .rect import MAX_COLUMNS


@final
class ColumnSpan(NamedTuple):
    """Columns col0..col1 with the same width, visibility and style.

    attributes are the raw attributes of the col element but min, max and style, with single blanks between them.
    """

    col0: int
    col1: int
    style: int
    attributes: bytes


@final
class SourceColumns:
    """Which column of its part each column of a sheet is; immutable."""

    __slots__ = ("_sources", "_starts")

    def __init__(self, starts: tuple[int, ...] = (0,), sources: tuple[int, ...] = (0,)) -> None:
        self._starts = starts
        self._sources = sources

    def of(self, col0: int) -> int:
        """The column of the part, -1 for one that came later."""
        at = bisect_right(self._starts, col0) - 1
        source = self._sources[at]
        return -1 if source < 0 else source + col0 - self._starts[at]

    def stretches(self) -> list[tuple[int, int, int]]:
        """(first column, last column, source of the first, -1 for none) of all, ascending."""
        ends = [*(start - 1 for start in self._starts[1:]), MAX_COLUMNS - 1]
        return list(zip(self._starts, ends, self._sources, strict=True))

    @property
    def identity(self) -> bool:
        """Whether every column is still where it was."""
        return all(source == start for start, source in zip(self._starts, self._sources, strict=True))

    def part(self, first: int, end: int) -> list[tuple[int, int]]:
        """(how many, the column of the part of the first, -1 for none) of the columns first..end-1."""
        return _part(self.stretches(), first, end)

    def replaced(self, at: int, parts: list[tuple[int, int]]) -> SourceColumns:
        """With other sources, as part gives them, from a column on."""
        stretches = self.stretches()
        end = at + sum(length for length, _ in parts)
        return _joined([*_part(stretches, 0, at), *parts, *_part(stretches, end, MAX_COLUMNS)])

    def edited(self, edit: AxisEdit) -> SourceColumns:
        """The columns after an edit."""
        stretches = self.stretches()
        at, end = edit.at, edit.at + edit.count
        if edit.kind == "insert":
            return _joined([*_part(stretches, 0, at), (edit.count, -1), *_part(stretches, at, MAX_COLUMNS)])
        rest = [*_part(stretches, 0, at), *_part(stretches, end, MAX_COLUMNS)]
        if edit.kind == "delete":
            return _joined([*rest, (edit.count, -1)])
        block = _part(stretches, at, end)
        whole = _joined(rest).stretches()
        return _joined([*_part(whole, 0, edit.landing), *block, *_part(whole, edit.landing, MAX_COLUMNS)])


def joined(spans: list[ColumnSpan]) -> list[ColumnSpan]:
    """In order, neighbours that have the same as one."""
    found: list[ColumnSpan] = []
    for span in sorted(spans):
        if found and found[-1].col1 + 1 == span.col0 and found[-1][2:] == span[2:]:
            found[-1] = found[-1]._replace(col1=span.col1)
        else:
            found.append(span)
    return found


def _part(stretches: list[tuple[int, int, int]], first: int, end: int) -> list[tuple[int, int]]:
    """(length, source) of the columns first..end-1."""
    found: list[tuple[int, int]] = []
    for start, last, source in stretches:
        low, high = max(start, first), min(last + 1, end)
        if low < high:
            found.append((high - low, source if source < 0 else source + low - start))
    return found


def _joined(parts: list[tuple[int, int]]) -> SourceColumns:
    """Side by side from column 0 on, cut at the last column; neighbours that belong together as one."""
    starts: list[int] = []
    sources: list[int] = []
    at = 0
    for length, source in parts:
        if at >= MAX_COLUMNS:
            break
        follows = starts and (
            sources[-1] < 0 and source < 0 if source < 0 or sources[-1] < 0 else sources[-1] + at - starts[-1] == source
        )
        if not follows:
            starts.append(at)
            sources.append(source)
        at += length
    return SourceColumns(tuple(starts), tuple(sources))
