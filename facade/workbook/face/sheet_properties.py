"""What openpyxl calls the properties of a sheet, as far as a macro needs them."""

from __future__ import annotations

from typing import final

from ..model.look import Color
from ..xlsx.tab_color import tab_color
from . import tab
from .base import Face, reserve
from .core import Core


@final
class SheetProperties(Face, eq=False):
    """openpyxl's way to the colour of a tab."""

    _core: Core

    @property
    def tabColor(self) -> Color | None:  # noqa: N802 (openpyxl's name)
        """The colour of the tab, None for none; set hex digits, a Color or None. sheet.tab_color is its text."""
        return tab_color(self._core.book.model.package, self._core.open())

    @tabColor.setter
    def tabColor(self, color: object) -> None:  # noqa: N802 (openpyxl's name)
        tab.set_color(self._core, color)


reserve(SheetProperties)
