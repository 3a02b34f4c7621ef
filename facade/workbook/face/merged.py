"""Merged ranges as openpyxl has them: sheet.merged_cells.ranges, and what each of these tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import final

from ..model.rect import Rect, parse_rect
from .base import Face, reserve
from .core import Core


@final
class MergedRange(Face, eq=False):
    """One merged range, as it was when it was asked for; str() gives its address."""

    _rect: Rect

    @property
    def coord(self) -> str:
        """Its address, "A1:B2"."""
        return self._rect.a1

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """(first column, first row, last column, last row), counted from 1."""
        return self.min_col, self.min_row, self.max_col, self.max_row

    @property
    def min_row(self) -> int:
        """The first row, counted from 1."""
        return self._rect.row0 + 1

    @property
    def max_row(self) -> int:
        """The last row, counted from 1."""
        return self._rect.row1 + 1

    @property
    def min_col(self) -> int:
        """The first column, counted from 1."""
        return self._rect.col0 + 1

    @property
    def max_col(self) -> int:
        """The last column, counted from 1."""
        return self._rect.col1 + 1

    def __contains__(self, coordinate: object) -> bool:
        rect = parse_rect(coordinate) if type(coordinate) is str else None
        return rect is not None and self._rect.covers(rect)

    def __eq__(self, other: object) -> bool:
        if type(other) is str:
            return other == self.coord
        return self._rect == other._rect if type(other) is MergedRange else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rect)

    def __str__(self) -> str:
        return self.coord

    def __repr__(self) -> str:
        return f"<MergedRange {self.coord}>"


@final
class MergedCells(Face, eq=False):
    """The merged ranges of a sheet; iterating it gives them, and "B2" in it tells whether a cell belongs to one."""

    _core: Core

    @property
    def ranges(self) -> list[MergedRange]:
        """The merged ranges, in a list of their own: taking some apart meanwhile is fine."""
        return [MergedRange(rect) for rect in self._core.ready().merges]

    def __iter__(self) -> Iterator[MergedRange]:
        return iter(self.ranges)

    def __len__(self) -> int:
        return len(self.ranges)

    def __contains__(self, coordinate: object) -> bool:
        known = type(coordinate) is str or type(coordinate) is MergedRange
        return known and any(one == coordinate or coordinate in one for one in self.ranges)

    def __str__(self) -> str:
        return " ".join(one.coord for one in self.ranges)


reserve(MergedRange)
reserve(MergedCells)
