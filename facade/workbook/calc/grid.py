"""The values of a sheet by column, as formulas read them, with those that are still to be computed marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from ...value import RichText
from ..formula.region import RowsOfColumn
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet

Place = tuple[int, int]
"""(row0, col0)."""
_MAX_BLOCK: Final = 1_000_000


@final
class Column:
    """values by row0, without a blank tail of the sheet; formulas are the rows whose values may be out of date."""

    __slots__ = ("formulas", "holds", "values")

    def __init__(self, values: list[Any], formulas: list[int]) -> None:
        self.values = values
        self.holds = frozenset(formulas)
        self.formulas = RowsOfColumn(formulas)

    def put(self, row0: int, value: Any) -> None:
        """Learn the value of a cell."""
        values = self.values
        if row0 >= len(values):
            if value is None:
                return
            values.extend([None] * (row0 + 1 - len(values)))
        values[row0] = value


@final
class Grid:
    """One loaded sheet. spilled: the cells that formulas spill over now and not in the file, with their anchors."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.columns: dict[int, Column] = {}
        self._blocks: dict[Place, Place] | None = None
        self._height: int | None = None
        self.spilled: dict[Place, Place] = {}

    def spill(self, places: dict[Place, Place]) -> None:
        """Learn which further cells get their values from formulas elsewhere."""
        if places != self.spilled:
            self.spilled = places
            self._height = None
            self.columns.clear()

    def anchor(self, row0: int, col0: int) -> Place | None:
        """Where the array formula stands whose block holds a cell, for cells that are not the first of a block."""
        if not self.sheet.blocks:
            return None
        if self._blocks is None:
            self._blocks = {
                (row0, col0): (block.row0, block.col0)
                for block in self.sheet.blocks
                if block.rows * block.columns <= _MAX_BLOCK
                for row0 in range(block.row0, block.row1 + 1)
                for col0 in range(block.col0, block.col1 + 1)
            }
        found = self._blocks.get((row0, col0)) or self.spilled.get((row0, col0))
        return None if found == (row0, col0) else found

    def is_formula(self, row0: int, col0: int, row: Row | None) -> bool:
        """Whether a formula gives the cell its value."""
        if row is not None and row.formulas is not None and col0 in row.formulas[0]:  # type: ignore[operator]
            return True
        return bool(self.sheet.blocks) and self.anchor(row0, col0) is not None

    def height(self) -> int:
        """One more than the last row that holds anything."""
        if self._height is None:
            blocks = max((block.row1 for block in self.sheet.blocks), default=-1)
            spilled = max((row0 for row0, _ in self.spilled), default=-1)
            self._height = max(self.sheet.last_row0(), blocks, spilled) + 1
        return self._height

    def column(self, col0: int) -> Column:
        """A column, read once."""
        found = self.columns.get(col0)
        if found is None:
            found = self.columns[col0] = self._read(col0)
        return found

    def known(self, row0: int, col0: int, value: Any) -> None:
        """Take in the value of a formula that was computed."""
        column = self.columns.get(col0)
        if column is not None:
            column.put(row0, value)
            column.formulas.mark_clean(row0)

    def forget(self) -> None:
        """No formula's value is known any more."""
        for column in self.columns.values():
            column.formulas.forget()

    def rewrite(self, rect: Rect) -> None:
        """Cells were written."""
        self._height = None
        self._blocks = None
        for col0 in [col0 for col0 in self.columns if rect.col0 <= col0 <= rect.col1]:
            if rect.rows > _FEW or not self._patch(self.columns[col0], rect, col0):
                del self.columns[col0]

    def _patch(self, column: Column, rect: Rect, col0: int) -> bool:
        for row0 in range(rect.row0, rect.row1 + 1):
            row = self.sheet.row(row0)
            if self.is_formula(row0, col0, row) or row0 in column.holds:
                return False
            column.put(row0, None if row is None else plain(row.value(col0)))
        return True

    def _read(self, col0: int) -> Column:
        values: list[Any] = [None] * self.height()
        formulas: list[int] = []
        for row0, row in self.sheet.each_row():
            value = row.value(col0)
            if value is not None:
                values[row0] = value.text if type(value) is RichText else value
            if row.formulas is not None and col0 in row.formulas[0]:  # type: ignore[operator]
                formulas.append(row0)
        if self.sheet.blocks:
            inside = {row0 for block in self.sheet.blocks if block.col0 <= col0 <= block.col1 for row0 in _rows(block)}
            inside.update(row0 for row0, column in self.spilled if column == col0)
            formulas = sorted(inside.union(formulas))
        return Column(values, formulas)


_FEW: Final = 64


def _rows(block: Rect) -> Iterator[int]:
    return iter(range(block.row0, block.row1 + 1))


def plain(value: Any) -> Any:
    """A value of the model as formulas read it: rich text as text."""
    return value.text if type(value) is RichText else value
