"""Excel's own named styles, which every workbook knows whether its file lists them or not.

Names, numbers (builtinId) and looks are those of Excel 2007 and later (ECMA-376 part 1, 18.8.7 and annex G.2). Fonts
name no typeface, and most no size: they are those of the workbook's own font.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .look import NO_BORDER, NO_FILL, NO_SIDE, NORMAL, Border, Color, Fill, Font, Line, NamedLook, PatternFill, Side
from .number_format import BUILTIN

_PLAIN: Final = Font()


def _solid(color: Color) -> PatternFill:
    return PatternFill("solid", color)


def _rgb(digits: str) -> Color:
    return Color(rgb="FF" + digits)


def _theme(index: int, tint: float = 0.0) -> Color:
    return Color(theme=index, tint=tint)


def _box(style: Line, color: Color) -> Border:
    side = Side(style, color)
    return Border(side, side, side, side)


def _under(style: Line, color: Color, *, top: Side = NO_SIDE) -> Border:
    return Border(bottom=Side(style, color), top=top)


def _style(
    name: str, builtin: int, *, font: Font = _PLAIN, fill: Fill = NO_FILL, border: Border = NO_BORDER, number: int = 0
) -> NamedLook:
    return NamedLook(name, BUILTIN[number], font, fill, border, builtin=builtin)


def _accents() -> Iterator[NamedLook]:
    """Four of each accent: the colour of the theme, and that lightened by 80, 60 and 40 percent."""
    for number in range(1, 7):
        theme, builtin = number + 3, 29 + (number - 1) * 4
        dark, light = Font(color=_theme(1)), Font(color=_theme(0))
        yield _style(f"Accent{number}", builtin, font=light, fill=_solid(_theme(theme)))
        for place, (share, tint, font) in enumerate(((20, 0.79998168889431442, dark), (40, 0.59999389629810485, dark),
                                                     (60, 0.39997558519241921, light)), 1):  # fmt: skip
            yield _style(f"{share}% - Accent{number}", builtin + place, font=font, fill=_solid(_theme(theme, tint)))


_GREY: Final = _rgb("7F7F7F")
_INK: Final = _rgb("3F3F3F")
_ORANGE: Final = _rgb("FA7D00")
_TITLE: Final = _theme(3)
_RULE: Final = _theme(4)

BUILTIN_STYLES: Final[dict[str, NamedLook]] = {
    look.name: look
    for look in (
        _style(NORMAL, 0),
        _style("Comma", 3, number=43),
        _style("Currency", 4, number=44),
        _style("Percent", 5, number=9),
        _style("Comma [0]", 6, number=41),
        _style("Currency [0]", 7, number=42),
        _style("Hyperlink", 8, font=Font(underline="single", color=_theme(10))),
        _style("Followed Hyperlink", 9, font=Font(underline="single", color=_theme(11))),
        _style("Note", 10, fill=_solid(_rgb("FFFFCC")), border=_box("thin", _rgb("B2B2B2"))),
        _style("Warning Text", 11, font=Font(color=_rgb("FF0000"))),
        _style("Title", 15, font=Font(size=18.0, bold=True, color=_TITLE)),
        _style("Heading 1", 16, font=Font(size=15.0, bold=True, color=_TITLE), border=_under("thick", _RULE)),
        _style(
            "Heading 2",
            17,
            font=Font(size=13.0, bold=True, color=_TITLE),
            border=_under("thick", _theme(4, 0.499984740745262)),
        ),
        _style(
            "Heading 3",
            18,
            font=Font(bold=True, color=_TITLE),
            border=_under("medium", _theme(4, 0.39997558519241921)),
        ),
        _style("Heading 4", 19, font=Font(bold=True, color=_TITLE)),
        _style("Input", 20, font=Font(color=_rgb("3F3F76")), fill=_solid(_rgb("FFCC99")), border=_box("thin", _GREY)),
        _style(
            "Output",
            21,
            font=Font(bold=True, color=_INK),
            fill=_solid(_rgb("F2F2F2")),
            border=_box("thin", _INK),
        ),
        _style(
            "Calculation",
            22,
            font=Font(bold=True, color=_ORANGE),
            fill=_solid(_rgb("F2F2F2")),
            border=_box("thin", _GREY),
        ),
        _style(
            "Check Cell",
            23,
            font=Font(bold=True, color=_theme(0)),
            fill=_solid(_rgb("A5A5A5")),
            border=_box("double", _INK),
        ),
        _style("Linked Cell", 24, font=Font(color=_ORANGE), border=_under("double", _rgb("FF8001"))),
        _style(
            "Total", 25, font=Font(bold=True, color=_theme(1)), border=_under("double", _RULE, top=Side("thin", _RULE))
        ),
        _style("Good", 26, font=Font(color=_rgb("006100")), fill=_solid(_rgb("C6EFCE"))),
        _style("Bad", 27, font=Font(color=_rgb("9C0006")), fill=_solid(_rgb("FFC7CE"))),
        _style("Neutral", 28, font=Font(color=_rgb("9C6500")), fill=_solid(_rgb("FFEB9C"))),
        *_accents(),
        _style("Explanatory Text", 53, font=Font(italic=True, color=_GREY)),
    )
}

OTHER_NAMES: Final = {f"Headline {number}": f"Heading {number}" for number in range(1, 5)}
"""openpyxl's words for some of them."""
