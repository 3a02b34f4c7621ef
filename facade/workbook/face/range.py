"""A rectangle of more than one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from ...errors import ShapeError
from ..model.rect import Rect
from .address import quoted
from .area import Area
from .base import reserve
from .core import Core
from .matrix import write

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
    def text(self) -> str:
        """Not for several cells: use texts."""
        raise ShapeError(f"{self.address} holds several cells", hint="use .texts, or one cell's .text")

    @property
    def formula(self) -> str | None:
        """Not for several cells: use formulas."""
        raise ShapeError(f"{self.address} holds several cells", hint="use .formulas, or one cell's .formula")

    @formula.setter
    def formula(self, text: object) -> None:  # noqa: ARG002  the setter's argument
        raise ShapeError(f"{self.address} holds several cells", hint="write .formulas, a list of row lists")

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
