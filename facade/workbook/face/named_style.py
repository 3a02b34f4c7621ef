"""A named style that a macro makes."""

from __future__ import annotations

from typing import Any, final

import msgspec

from ...errors import ArgumentError
from ..model.look import Alignment, Border, Fill, Font, NamedLook, Protection
from .base import Face
from .input import type_name
from .look import check_code, check_look

MAX_NAME = 255
"""Characters of a named style's name: Excel's limit."""


@final
class NamedStyle(Face, eq=False):
    """A named style as openpyxl has it: made, filled in, then assigned to cells as it is at that moment."""

    _look: NamedLook

    @property
    def name(self) -> str:
        """Its name."""
        return self._look.name

    @name.setter
    def name(self, name: object) -> None:
        self._set("name", check_name(name))

    @property
    def number_format(self) -> str:
        """The number format code."""
        return self._look.number_format

    @number_format.setter
    def number_format(self, code: object) -> None:
        self._set("number_format", check_code(code))

    @property
    def font(self) -> Font:
        """The font."""
        return self._look.font

    @font.setter
    def font(self, font: object) -> None:
        self._set("font", check_look("font", font))

    @property
    def fill(self) -> Fill:
        """The fill."""
        return self._look.fill

    @fill.setter
    def fill(self, fill: object) -> None:
        self._set("fill", check_look("fill", fill))

    @property
    def border(self) -> Border:
        """The border."""
        return self._look.border

    @border.setter
    def border(self, border: object) -> None:
        self._set("border", check_look("border", border))

    @property
    def alignment(self) -> Alignment:
        """The alignment."""
        return self._look.alignment

    @alignment.setter
    def alignment(self, alignment: object) -> None:
        self._set("alignment", check_look("alignment", alignment))

    @property
    def protection(self) -> Protection:
        """What sheet protection does to the cells."""
        return self._look.protection

    @protection.setter
    def protection(self, protection: object) -> None:
        self._set("protection", check_look("protection", protection))

    def __repr__(self) -> str:
        return f"<NamedStyle {self._look.name!r}>"

    def _copied(self) -> NamedStyle:
        """Another of its own: what copy and deepcopy give."""
        return NamedStyle(self._look)

    def _set(self, field: str, value: Any) -> None:
        # A setter of Face only takes names without an underscore; this one is the class's own.
        msgspec.Struct.__setattr__(self, "_look", msgspec.structs.replace(self._look, **{field: value}))


def check_name(name: object) -> str:
    """The name of a named style."""
    if type(name) is not str:
        raise ArgumentError(f"the name of a style is text, not {type_name(name)}")
    if not 0 < len(name) <= MAX_NAME or not name.isprintable():
        raise ArgumentError(f"the name of a style is 1 to {MAX_NAME} printable characters")
    return name
