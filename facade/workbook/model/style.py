"""The style table: what a style id means. Ids are those of the file; new ones are appended, none is renumbered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, final

from .look import LOCKED, NO_ALIGNMENT, NO_BORDER, NO_FILL, PLAIN_FONT, Alignment, Border, Fill, Font, Protection
from .number_format import DATE_KINDS, GENERAL, Kind, format_kind


@final
@dataclass(frozen=True, slots=True)
class CellStyle:
    """What one style id stands for. quote_prefix: the cell holds text even if it looks like a number or formula."""

    number_format: str = GENERAL
    font: Font = PLAIN_FONT
    fill: Fill = NO_FILL
    border: Border = NO_BORDER
    alignment: Alignment = NO_ALIGNMENT
    protection: Protection = LOCKED
    quote_prefix: bool = False


PLAIN_STYLE: Final = CellStyle()


@final
class StyleTable:
    """Styles by id. loader gives those of the file and is called when the first style is asked for.

    An id the table does not have reads as style 0. Appended ids begin at source_count.
    """

    __slots__ = ("_appended", "_date_columns", "_kinds", "_loader", "_made", "_origins", "_source_count", "_styles")

    def __init__(self, loader: Callable[[], list[CellStyle]] | None = None) -> None:
        self._loader = loader
        self._styles: list[CellStyle] = [] if loader is not None else [PLAIN_STYLE]
        self._source_count = 1
        self._kinds: list[Kind] = []
        self._appended: list[tuple[int, int, str]] = []
        self._made: dict[tuple[int, str], int] = {}
        self._origins: dict[int, int] = {}
        self._date_columns: dict[tuple[int, ...], tuple[int, ...]] = {}

    @property
    def count(self) -> int:
        """How many styles there are, appended ones included."""
        return len(self._all())

    @property
    def source_count(self) -> int:
        """How many styles the file has (1 for a workbook made from nothing)."""
        self._all()
        return self._source_count

    def style(self, style_id: int) -> CellStyle:
        """Everything about an id."""
        styles = self._all()
        return styles[style_id] if 0 <= style_id < len(styles) else styles[0]

    def number_format(self, style_id: int) -> str:
        """The format code; General for the plain one."""
        return self.style(style_id).number_format

    def kind(self, style_id: int) -> Kind:
        """What the format makes of a number."""
        kinds = self._kinds
        if len(kinds) != len(self._all()):
            kinds = self._kinds = [format_kind(style.number_format) for style in self._styles]
        return kinds[style_id] if 0 <= style_id < len(kinds) else kinds[0]

    def date_columns(self, styles: tuple[int, ...]) -> tuple[int, ...]:
        """The columns (counted from 0) of a row's styles whose numbers are dates, times or durations."""
        known = self._date_columns.get(styles)
        if known is None:
            known = tuple(col0 for col0, style_id in enumerate(styles) if self.kind(style_id) in DATE_KINDS)
            self._date_columns[styles] = known
        return known

    def font(self, style_id: int) -> Font:
        """The font."""
        return self.style(style_id).font

    def fill(self, style_id: int) -> Fill:
        """The fill."""
        return self.style(style_id).fill

    def border(self, style_id: int) -> Border:
        """The border."""
        return self.style(style_id).border

    def alignment(self, style_id: int) -> Alignment:
        """The alignment."""
        return self.style(style_id).alignment

    def protection(self, style_id: int) -> Protection:
        """The protection."""
        return self.style(style_id).protection

    def with_number_format(self, style_id: int, code: str) -> int:
        """The id of the same style with another format code: the id itself, one appended before, or a new one.

        From an appended id the way back to the code of the style it came from is that style's own id.
        """
        if not 0 <= style_id < self.count:
            style_id = 0
        base = self.style(style_id)
        if base.number_format == code:
            return style_id
        origin = self._origins.get(style_id, style_id)
        if self.number_format(origin) == code:
            return origin
        known = self._made.get((origin, code))
        if known is None:
            known = len(self._styles)
            self._styles.append(replace(base, number_format=code))
            self._appended.append((known, origin, code))
            self._made[origin, code] = known
            self._origins[known] = origin
        return known

    def appended(self) -> list[tuple[int, int, str]]:
        """(style id, id it was made from, format code) of every appended style, ascending; bases are the file's."""
        return list(self._appended)

    def _all(self) -> list[CellStyle]:
        loader = self._loader
        if loader is not None:
            self._styles = loader() or [PLAIN_STYLE]
            self._source_count = len(self._styles)
            self._loader = None
        return self._styles
