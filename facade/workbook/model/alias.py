"""openpyxl's other spellings of the parts of a look, as attributes: font.b, fill.fgColor, alignment.wrapText."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final, TypeVar

Kind = TypeVar("Kind", bound=type)

SPELLINGS: Final[dict[str, dict[str, str]]] = {
    "Color": {},
    "Font": {
        "b": "bold",
        "i": "italic",
        "u": "underline",
        "sz": "size",
        "strikethrough": "strike",
        "vertAlign": "vert_align",
    },
    "PatternFill": {
        "patternType": "pattern_type",
        "fill_type": "pattern_type",
        "fgColor": "fg_color",
        "start_color": "fg_color",
        "bgColor": "bg_color",
        "end_color": "bg_color",
    },
    "GradientFill": {"type": "gradient_type", "fill_type": "gradient_type", "stop": "stops"},
    "Side": {"border_style": "style"},
    "Border": {
        "diagonalUp": "diagonal_up",
        "diagonalDown": "diagonal_down",
        "start": "left",
        "end": "right",
    },
    "Alignment": {
        "textRotation": "text_rotation",
        "wrapText": "wrap_text",
        "shrinkToFit": "shrink_to_fit",
        "justifyLastLine": "justify_last_line",
        "readingOrder": "reading_order",
        "relativeIndent": "relative_indent",
    },
    "Protection": {},
}
"""By class: openpyxl's name and the field it stands for."""

_ALWAYS_COLORED: Final = ("fgColor", "start_color", "bgColor", "end_color")


def with_aliases(kind: Kind) -> Kind:
    """Give a class its other spellings as read-only attributes."""
    for spelling, name in SPELLINGS[kind.__name__].items():
        get = _color_of(name) if spelling in _ALWAYS_COLORED else attrgetter(name)
        setattr(kind, spelling, property(get))
    if kind.__name__ == "Color":
        kind.type = property(_type_of)  # type: ignore[attr-defined]
        kind.value = property(_value_of)  # type: ignore[attr-defined]
        kind.index = property(_value_of)  # type: ignore[attr-defined]
    return kind


def _color_of(name: str) -> Any:
    """A fill's colour; black without alpha where it has none, as openpyxl gives it."""

    def color(look: Any) -> Any:
        found = getattr(look, name)
        return _no_color() if found is None else found

    return color


def _no_color() -> Any:
    from .look import Color

    return Color(rgb="00000000")


def _type_of(color: Any) -> str:
    return (
        "theme"
        if color.theme is not None
        else "indexed"
        if color.indexed is not None
        else ("auto" if color.auto and color.rgb is None else "rgb")
    )


def _value_of(color: Any) -> Any:
    kind = _type_of(color)
    return getattr(color, kind)
