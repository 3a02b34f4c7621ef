"""A rectangle of more than one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from ...errors import ArgumentError, ShapeError
from ..model.rect import Rect
from .address import quoted
from .area import Area, cells, write
from .base import reserve
from .core import Core
from .input import type_name
from .iterator import Lines, lines

if TYPE_CHECKING:
    pass


@final
class Range(Area, eq=False, gc=False):
    """A rectangle of cells; iterating it gives a tuple of cells a row, an index one such tuple."""

    _at: tuple[Core, Rect]

    @property
    def value(self) -> list[list[Any]]:
        """The same as values; setting also takes one value for all cells."""
        return self.values

    @value.setter
    def value(self, value: object) -> None:
        write(*self._at, value, "value")

    @property
    def formula(self) -> str | None:
        """Not for several cells: use formulas."""
        raise ShapeError(f"{self.address} holds several cells", hint="use .formulas, or one cell's .formula")

    @formula.setter
    def formula(self, text: object) -> None:  # noqa: ARG002  the setter's argument
        raise ShapeError(f"{self.address} holds several cells", hint="write .formulas, a list of row lists")

    def __iter__(self) -> Lines:
        core, rect = self._at
        return lines(lambda part: list(cells(core, part)), core.clip(rect))

    def __len__(self) -> int:
        core, rect = self._at
        return core.clip(rect).rows

    def __getitem__(self, key: int | slice) -> Any:
        core, rect = self._at
        rect = core.clip(rect)
        rows = range(rect.row0, rect.row1 + 1)
        if type(key) is int:
            try:
                row0 = rows[key]
            except IndexError:
                raise IndexError(f"{rect.a1} has {rect.rows} rows; an index counts from 0") from None
            return cells(core, rect._replace(row0=row0, row1=row0))[0]
        if type(key) is slice:
            return cells(core, rect)[_plain(key)]
        raise ArgumentError(
            f"a range is indexed by a row from 0, not {type_name(key)}",
            hint="a cell of a range: range[0][0], or sheet['A1']",
        )

    def __eq__(self, other: object) -> bool:
        if type(other) is Range:
            return self._at[0] is other._at[0] and self._at[1] == other._at[1]
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._at[1])

    def __repr__(self) -> str:
        core, rect = self._at
        return f"<Range {quoted(core.model.name)}!{rect.a1}>"

    def _core(self) -> Core:
        return self._at[0]

    def _rect(self) -> Rect:
        return self._at[1]


reserve(Range)


def _plain(key: slice) -> slice:
    for part in (key.start, key.stop, key.step):
        if part is not None and type(part) is not int:
            raise ArgumentError(f"a slice of a range takes whole numbers, not {type_name(part)}")
    return key
