"""openpyxl's words for sizes, visibility and outline levels of rows and columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, final

from ..formula.step import Axis
from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_letters
from ..mutation.axis_format import NO_FACTS, AxisFacts, facts
from . import reformat
from .address import column_number, row_number
from .base import Face, reserve
from .core import Core


class Dimension(Face, eq=False):
    """One row or column: the shared part of RowDimension and ColumnDimension."""

    _core: Core
    _index: int

    @property
    def hidden(self) -> bool:
        """Whether it is hidden."""
        return self._own().hidden

    @hidden.setter
    def hidden(self, value: object) -> None:
        self._change(hidden=reformat.claim(value, "hidden"))

    @property
    def outline_level(self) -> int:
        """How many groups it stands in, 0 to 7."""
        return self._own().level

    @outline_level.setter
    def outline_level(self, value: object) -> None:
        self._change(level=reformat.check_level(value))

    @property
    def outlineLevel(self) -> int:  # noqa: N802 - openpyxl's name
        """openpyxl's other word for outline_level."""
        return self.outline_level

    @outlineLevel.setter
    def outlineLevel(self, value: object) -> None:  # noqa: N802 - openpyxl's name
        self.outline_level = value

    @property
    def collapsed(self) -> bool:
        """Whether the group that it sums up is collapsed; the group's own rows or columns are hidden besides."""
        return self._own().collapsed

    @collapsed.setter
    def collapsed(self, value: object) -> None:
        self._change(collapsed=reformat.claim(value, "collapsed"))

    def _axis(self) -> Axis:
        raise NotImplementedError

    def _own(self) -> AxisFacts:
        return reformat.own(self._core, self._axis(), self._index)

    def _change(self, **values: Any) -> None:
        reformat.change(self._core, self._axis(), (self._index, self._index), **values)

    def _resize(self, value: object) -> None:
        if value is None:
            self._change(default_size=True)
        else:
            self._change(size=reformat.check_size(self._axis(), value))


@final
class RowDimension(Dimension, eq=False):
    """One row, by openpyxl's words."""

    @property
    def index(self) -> int:
        """Its number, counted from 1."""
        return self._index + 1

    @property
    def height(self) -> float | None:
        """Its height in points; None where it has none of its own, and setting None takes it away."""
        return self._own().size

    @height.setter
    def height(self, value: object) -> None:
        self._resize(value)

    def _axis(self) -> Axis:
        return "rows"


@final
class ColumnDimension(Dimension, eq=False):
    """One column, by openpyxl's words."""

    @property
    def index(self) -> str:
        """Its letters."""
        return column_letters(self._index)

    @property
    def width(self) -> float:
        """Its width in characters as the file has it, the sheet's own where it has none; None takes it away."""
        own = self._own().size
        return self._core.model.format.width if own is None else own

    @width.setter
    def width(self, value: object) -> None:
        self._resize(value)

    def _axis(self) -> Axis:
        return "columns"


@final
class RowDimensions(Face, eq=False):
    """The rows of a sheet by number; as a collection, those that have something of their own."""

    _core: Core

    def __getitem__(self, row: Any) -> RowDimension:
        return RowDimension(self._core, row_number(row))

    def __contains__(self, row: object) -> bool:
        return type(row) is int and row - 1 in _own(self._core, "rows")

    def __iter__(self) -> Iterator[int]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(_own(self._core, "rows"))

    def keys(self) -> list[int]:
        """The numbers of the rows that have something of their own."""
        return [row0 + 1 for row0 in _own(self._core, "rows")]

    def values(self) -> list[RowDimension]:
        """The rows that have something of their own."""
        return [RowDimension(self._core, row0) for row0 in _own(self._core, "rows")]

    def items(self) -> list[tuple[int, RowDimension]]:
        """Numbers and rows."""
        return list(zip(self.keys(), self.values(), strict=True))

    def group(self, start: Any, end: Any = None, outline_level: Any = 1, hidden: Any = False) -> None:
        """Set the outline level of rows, and hide them if asked."""
        _group(self._core, "rows", (start, end), outline_level, hidden)


@final
class ColumnDimensions(Face, eq=False):
    """The columns of a sheet by letters; as a collection, those that have something of their own."""

    _core: Core

    def __getitem__(self, column: Any) -> ColumnDimension:
        return ColumnDimension(self._core, column_number(column))

    def __contains__(self, column: object) -> bool:
        return type(column) is str and column in self.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(_own(self._core, "columns"))

    def keys(self) -> list[str]:
        """The letters of the columns that have something of their own."""
        return [column_letters(col0) for col0 in _own(self._core, "columns")]

    def values(self) -> list[ColumnDimension]:
        """The columns that have something of their own."""
        return [ColumnDimension(self._core, col0) for col0 in _own(self._core, "columns")]

    def items(self) -> list[tuple[str, ColumnDimension]]:
        """Letters and columns."""
        return list(zip(self.keys(), self.values(), strict=True))

    def group(self, start: Any, end: Any = None, outline_level: Any = 1, hidden: Any = False) -> None:
        """Set the outline level of columns, and hide them if asked."""
        _group(self._core, "columns", (start, end), outline_level, hidden)


def _own(core: Core, axis: Axis) -> list[int]:
    """The rows or columns that have something of their own, counted from 0."""
    model = core.load()
    if axis == "columns":
        runs = facts(model, axis, 0, MAX_COLUMNS - 1)
        return [index for first, last, own in runs if own != NO_FACTS for index in range(first, last + 1)]
    runs = facts(model, axis, 0, MAX_ROWS - 1)
    return [index for first, last, own in runs if own != NO_FACTS for index in range(first, last + 1)]


def _group(core: Core, axis: Axis, ends: tuple[Any, Any], level: Any, hidden: Any) -> None:
    span = reformat.span_of(axis, *ends)
    folded = True if reformat.claim(hidden, "hidden") else None
    reformat.change(core, axis, span, level=reformat.check_level(level), hidden=folded)


reserve(RowDimension)
reserve(ColumnDimension)
