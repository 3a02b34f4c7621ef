"""The style table: what a style id means. Ids are those of the file; new ones are appended, none is renumbered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, final

import msgspec

from .look import (
    LOCKED,
    NO_ALIGNMENT,
    NO_BORDER,
    NO_FILL,
    NORMAL,
    PLAIN_FONT,
    Alignment,
    Border,
    Fill,
    Font,
    Look,
    NamedLook,
    Protection,
)
from .number_format import DATE_KINDS, GENERAL, Kind, format_kind

MAX_STYLES: Final = 64_000
"""Cell formats of one workbook: Excel's limit before 2016, and other readers' still (Excel now reads 65,490)."""

APPLY_FLAGS: Final = {
    "number_format": "applyNumberFormat",
    "font": "applyFont",
    "fill": "applyFill",
    "border": "applyBorder",
    "alignment": "applyAlignment",
    "protection": "applyProtection",
}
"""The attribute of an xf by which a property is its own; readers that honour "0" take the named style's instead."""

PROPERTIES: Final = (*APPLY_FLAGS, "style")
"""What can be set one by one; style is the named style."""


@final
class CellStyle(Look, frozen=True, gc=False):
    """What one style id stands for.

    style is the name of its named style. quote_prefix: the cell holds text even if it looks like a number or formula.
    rest: what else the file's xf says, as (name, text), so that only formats that say the same count as equal.
    """

    number_format: str = GENERAL
    font: Font = PLAIN_FONT
    fill: Fill = NO_FILL
    border: Border = NO_BORDER
    alignment: Alignment = NO_ALIGNMENT
    protection: Protection = LOCKED
    style: str = NORMAL
    quote_prefix: bool = False
    rest: tuple[tuple[str, str], ...] = ()

    def patched(self, patch: Mapping[str, Any]) -> CellStyle:
        """The style with some properties changed; what said that they are not its own goes."""
        rest = self.rest
        if rest:
            flags = {APPLY_FLAGS.get(name) for name in patch}
            rest = tuple(pair for pair in rest if pair[0] not in flags)
        return msgspec.structs.replace(self, **patch, rest=rest)


PLAIN_STYLE: Final = CellStyle()


class StyleSheet(NamedTuple):
    """What a file's styles part says: the cell formats in their order, and the named styles by name."""

    styles: list[CellStyle]
    named: dict[str, NamedLook]


class Appended(NamedTuple):
    """A style that is not in the file: its id, the style of the file it was made from, and what it stands for."""

    id: int
    base: int
    style: CellStyle


class TooManyStylesError(Exception):
    """The table is full: another cell format would be one more than a file can hold."""


@final
class StyleTable:
    """Styles by id. loader gives those of the file and is called when the first style is asked for.

    An id the table does not have reads as style 0. Appended ids begin at source_count. named holds the named styles of
    the file and those that came in.
    """

    __slots__ = (
        "_appended", "_date_columns", "_ids", "_kinds", "_loader", "_named", "_origins", "_source_count", "_styles",
    )  # fmt: skip

    def __init__(self, loader: Callable[[], StyleSheet] | None = None) -> None:
        self._loader = loader
        self._styles: list[CellStyle] = [] if loader is not None else [PLAIN_STYLE]
        self._named: dict[str, NamedLook] = {NORMAL: NamedLook(NORMAL, builtin=0)}
        self._source_count = 1
        self._kinds: list[Kind] = []
        self._appended: list[Appended] = []
        self._ids: dict[CellStyle, int] = {}
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

    @property
    def named(self) -> Mapping[str, NamedLook]:
        """The named styles there are; Normal at least."""
        self._all()
        return self._named

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
            kinds.extend(format_kind(style.number_format) for style in self._styles[len(kinds) :])
        return kinds[style_id] if 0 <= style_id < len(kinds) else kinds[0]

    def date_columns(self, styles: tuple[int, ...]) -> tuple[int, ...]:
        """The columns (counted from 0) of a row's styles whose numbers are dates, times or durations."""
        known = self._date_columns.get(styles)
        if known is None:
            known = tuple(col0 for col0, style_id in enumerate(styles) if self.kind(style_id) in DATE_KINDS)
            self._date_columns[styles] = known
        return known

    def patched(self, style_id: int, patch: Mapping[str, Any]) -> int:
        """The id of the same style with some properties changed: the id itself, one that is there, or a new one.

        From an appended id the way back to the style it came from is that style's own id. Raises TooManyStylesError.
        """
        styles = self._all()
        if not 0 <= style_id < len(styles):
            style_id = 0
        base = styles[style_id]
        wanted = base.patched(patch)
        if wanted == base:
            return style_id
        origin = self._origins.get(style_id, style_id)
        if styles[origin] == wanted:
            return origin
        if not self._ids:
            for known_id, style in enumerate(styles):
                self._ids.setdefault(style, known_id)
        known = self._ids.get(wanted)
        return self._append(wanted, origin) if known is None else known

    def _append(self, style: CellStyle, origin: int) -> int:
        new = len(self._styles)
        if new >= MAX_STYLES:
            raise TooManyStylesError
        self._styles.append(style)
        self._ids[style] = new
        self._origins[new] = origin
        self._appended.append(Appended(new, origin, style))
        return new

    def add_named(self, look: NamedLook) -> bool:
        """Take a named style in; False if there is one of its name."""
        self._all()
        if look.name in self._named:
            return False
        self._named[look.name] = look
        return True

    def drop_named(self, name: str) -> None:
        """Forget a named style that came in and that no cell has any more."""
        self._named.pop(name, None)

    def appended(self) -> list[Appended]:
        """Every appended style, ascending; the first one's id is source_count."""
        return list(self._appended)

    def _all(self) -> list[CellStyle]:
        loader = self._loader
        if loader is not None:
            sheet = loader()
            self._styles = sheet.styles or [PLAIN_STYLE]
            self._named.update(sheet.named)
            self._source_count = len(self._styles)
            self._loader = None
        return self._styles
