"""Several values inside a formula: cells of a sheet by place, and arrays of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from types import NoneType
from typing import Any, Final, NamedTuple, final

from ...value import CellError
from ..model.rect import MAX_ROWS
from .value import NA, VALUE, FaultError, UnknownError

MAX_CELLS: Final = 4_000_000
"""Values that one array may hold."""
MAX_LIFTED: Final = 500_000
"""Values of an array that are computed one by one."""


@final
class Area(NamedTuple):
    """Cells of a sheet, counted from 0, both ends included: a reference that was not read yet."""

    sheet: str
    row0: int
    col0: int
    row1: int
    col1: int

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.row1 - self.row0 + 1

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.col1 - self.col0 + 1

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell."""
        return self.row0 == self.row1 and self.col0 == self.col1


@final
class Union(NamedTuple):
    """Several areas in one argument: (A1:A3,C1), or the same cells of several sheets."""

    areas: tuple[Area, ...]


def areas_of(value: Any) -> tuple[Area, ...]:
    """The areas of a reference; #VALUE! for what is none."""
    if type(value) is Union:
        return value.areas
    if type(value) is Area:
        return (value,)
    raise FaultError(VALUE)


@final
class Array:
    """rows of equal width. height is how many rows it stands for: those behind the last are blank."""

    __slots__ = ("height", "rows", "width")

    def __init__(self, rows: list[list[Any]], width: int | None = None, height: int | None = None) -> None:
        self.rows = rows
        self.width = len(rows[0]) if width is None else width
        self.height = len(rows) if height is None else height

    def at(self, row: int, column: int) -> Any:
        """The value at a place; one row or column stands for as many as are asked for. #N/A beyond the edges."""
        row = 0 if self.height == 1 else row
        column = 0 if self.width == 1 else column
        if row >= self.height or column >= self.width:
            return CellError(NA)
        return self.rows[row][column] if row < len(self.rows) else None

    def values(self) -> Iterator[Any]:
        """All values row by row, but for the blank rows behind the last."""
        for row in self.rows:
            yield from row

    def line(self) -> list[Any]:
        """The values of one row or one column."""
        return self.rows[0] if self.height == 1 and self.rows else [row[0] for row in self.rows]


def lift(function: Callable[..., Any], arguments: list[Any]) -> Any:
    """A function of single values over arrays, place by place; arguments that are no arrays are the same everywhere."""
    shapes = [(one.height, one.width) for one in arguments if type(one) is Array]
    height, width = max(shape[0] for shape in shapes), max(shape[1] for shape in shapes)
    if height >= MAX_ROWS:
        raise UnknownError("makes an array of whole columns")
    if height * width > MAX_LIFTED:
        raise UnknownError("makes a very large array")
    flat = [_flat(one, height, width) for one in arguments]
    found = _lifted(function, flat)
    return Array([found[at : at + width] for at in range(0, len(found), width)], width)


def _flat(argument: Any, height: int, width: int) -> list[Any]:
    """An argument in the shape of the result, row by row."""
    if type(argument) is not Array:
        return [argument] * (height * width)
    if (argument.height, argument.width) == (height, width):
        behind = [None] * ((height - len(argument.rows)) * width)
        return [*chain.from_iterable(argument.rows), *behind]
    return [argument.at(row, column) for row in range(height) for column in range(width)]


def _lifted(function: Callable[..., Any], arguments: list[list[Any]]) -> list[Any]:
    """Place by place; numbers by a quick way where the function has one."""
    kinds, quick = QUICK.get(function, (frozenset(), None))
    held = [set(map(type, values)) for values in arguments]
    if quick is None or not all(each - {NoneType} <= kinds for each in held):
        return [guarded(function, values) for values in zip(*arguments, strict=True)]
    numbers = [
        [0 if value is None else value for value in values] if NoneType in each else values
        for values, each in zip(arguments, held, strict=True)
    ]
    found = list(map(quick, *numbers))
    if None in found:
        places = zip(found, zip(*arguments, strict=True), strict=True)
        return [guarded(function, values) if one is None else one for one, values in places]
    return found


QUICK: Final[dict[Callable[..., Any], tuple[frozenset[type], Callable[[Any, Any], Any]]]] = {}
"""Of functions of two values to which blanks are 0: kinds of values, and the same for two of them; None where
it cannot tell."""


def guarded(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """What a function gives, an error as a value."""
    try:
        found = function(*arguments)
    except FaultError as error:
        return CellError(error.code)
    if type(found) is Array or type(found) is Area:
        raise UnknownError("makes an array of arrays")
    return found


def crossing(area: Area, row0: int, col0: int) -> tuple[int, int]:
    """The cell of an area in the row or column of the cell that asks (implicit intersection)."""
    if area.is_cell:
        return area.row0, area.col0
    if area.width == 1 and area.row0 <= row0 <= area.row1:
        return row0, area.col0
    if area.height == 1 and area.col0 <= col0 <= area.col1:
        return area.row0, col0
    raise FaultError(VALUE)
