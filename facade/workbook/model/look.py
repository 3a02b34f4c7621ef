"""How a cell looks, as read-only records under openpyxl's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final


@final
@dataclass(frozen=True, slots=True)
class Color:
    """One of rgb (AARRGGBB), theme (an index), indexed or auto; tint from -1 (darker) to 1 (lighter)."""

    rgb: str | None = None
    theme: int | None = None
    indexed: int | None = None
    auto: bool = False
    tint: float = 0.0


@final
@dataclass(frozen=True, slots=True)
class Font:
    """A font; size in points; underline is single, double, singleAccounting, doubleAccounting or None."""

    name: str | None = None
    size: float | None = None
    bold: bool = False
    italic: bool = False
    underline: str | None = None
    strike: bool = False
    color: Color | None = None
    vert_align: str | None = None
    family: int | None = None
    charset: int | None = None
    scheme: str | None = None
    outline: bool = False
    shadow: bool = False


@final
@dataclass(frozen=True, slots=True)
class Fill:
    """A pattern fill, or a gradient: stops are (position 0..1, colour), empty for a pattern."""

    pattern_type: str | None = None
    fg_color: Color | None = None
    bg_color: Color | None = None
    stops: tuple[tuple[float, Color], ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Side:
    """One side of a border; style is thin, medium, dashed ... or None for no line."""

    style: str | None = None
    color: Color | None = None


@final
@dataclass(frozen=True, slots=True)
class Border:
    """The sides of a cell."""

    left: Side = field(default_factory=Side)
    right: Side = field(default_factory=Side)
    top: Side = field(default_factory=Side)
    bottom: Side = field(default_factory=Side)
    diagonal: Side = field(default_factory=Side)
    diagonal_up: bool = False
    diagonal_down: bool = False


@final
@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the text stands; text_rotation in degrees 0..180, 255 for stacked letters."""

    horizontal: str | None = None
    vertical: str | None = None
    text_rotation: int = 0
    wrap_text: bool = False
    shrink_to_fit: bool = False
    indent: int = 0
    justify_last_line: bool = False
    reading_order: int = 0


@final
@dataclass(frozen=True, slots=True)
class Protection:
    """What sheet protection does to the cell."""

    locked: bool = True
    hidden: bool = False


PLAIN_FONT: Final = Font(name="Calibri", size=11.0, family=2, scheme="minor")
"""The font of a workbook made from nothing; a file without fonts reads as this too."""
NO_FILL: Final = Fill()
NO_BORDER: Final = Border()
NO_ALIGNMENT: Final = Alignment()
LOCKED: Final = Protection()
