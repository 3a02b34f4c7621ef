"""What a function sees of the workbook while a formula is computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, final

from .array import MAX_CELLS, Area, Array, Union, crossing
from .value import VALUE, FaultError, UnknownError

if TYPE_CHECKING:
    from .book import Book


NOTHING: Final[dict[str, Any]] = {}


@final
class Frame:
    """One formula being computed: the cell it stands in, the rows that its text names, and what LET bound."""

    __slots__ = ("book", "bound", "col0", "row0", "rows", "sheet")

    def __init__(self, book: Book, sheet: str, row0: int, col0: int, rows: tuple[int, ...]) -> None:
        self.book = book
        self.sheet = sheet
        self.row0 = row0
        self.col0 = col0
        self.rows = rows
        self.bound: dict[str, Any] = NOTHING

    def single(self, value: Any) -> Any:
        """One value of what may be several: that of the own row or column, the first one of an array."""
        kind = type(value)
        if kind is Area:
            row0, col0 = crossing(value, self.row0, self.col0)
            return self.book.cell(value.sheet, row0, col0)
        if kind is Array:
            return value.at(0, 0)
        if kind is Union:
            raise FaultError(VALUE)
        return value

    def array(self, value: Any) -> Array:
        """All values of what may be one."""
        kind = type(value)
        if kind is Array:
            return value  # type: ignore[no-any-return]
        if kind is Area:
            return self.book.array(value)
        if kind is Union:
            raise UnknownError("takes several ranges as one")
        return Array([[value]])

    def mixed(self, value: Any) -> Any:
        """One of cells, all of an array."""
        return value if type(value) is Array else self.single(value)

    def spread(self, value: Any) -> Any:
        """Cells as an array, one cell as its value; anything else as it is."""
        if type(value) is Area:
            return self.book.cell(value.sheet, value.row0, value.col0) if value.is_cell else self.small(value)
        if type(value) is Union:
            raise UnknownError("takes several ranges as one")
        return value

    def small(self, area: Area) -> Array:
        """The array of an area that is not as large as a sheet."""
        if area.height * area.width > MAX_CELLS:
            raise UnknownError("makes an array of whole columns")
        return self.book.array(area)

    def values(self, value: Any) -> Iterator[Any]:
        """All values row by row; blank cells may be left out at the end of the sheet."""
        if type(value) is Union:
            for area in value.areas:
                yield from self.book.array(area).values()
        elif type(value) is Area or type(value) is Array:
            yield from self.array(value).values()
        else:
            yield value

    def size(self, value: Any) -> tuple[int, int]:
        """(rows, columns) of cells or an array, or of one value."""
        if type(value) is Area:
            return value.height, value.width
        array = self.array(value)
        return array.height, array.width

    def area(self, value: Any) -> Area:
        """What must be a reference."""
        if type(value) is Area:
            return value
        raise FaultError(VALUE)


def is_several(value: Any) -> bool:
    """Whether it stands for cells or an array, of which some functions leave out what is no number."""
    kind = type(value)
    return kind is Area or kind is Array or kind is Union
