"""The parts of a look as a macro hands them over: openpyxl's parameters, exact types, checked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, get_args

from ...errors import ArgumentError
from ...near import near
from .alias import SPELLINGS
from .look import (
    MAX_STOPS,
    NO_SIDE,
    Alignment,
    Border,
    Color,
    Font,
    GradientFill,
    GradientKind,
    Horizontal,
    Line,
    Look,
    Pattern,
    PatternFill,
    Protection,
    Scheme,
    Side,
    Stop,
    Underline,
    VertAlign,
    Vertical,
)

Check: TypeAlias = Callable[[Any, str], Any]

POSITIONS: Final[dict[type[Look], tuple[str, ...]]] = {
    Color: ("rgb", "indexed", "auto", "theme", "tint", "index", "type"),
    Font: (
        "name", "sz", "b", "i", "charset", "u", "strike", "color", "scheme", "family", "size", "bold", "italic",
        "strikethrough", "underline", "vertAlign", "outline", "shadow", "condense", "extend",
    ),
    PatternFill: ("patternType", "fgColor", "bgColor", "fill_type", "start_color", "end_color"),
    GradientFill: ("type", "degree", "left", "right", "top", "bottom", "stop"),
    Side: ("style", "color", "border_style"),
    Border: (
        "left", "right", "top", "bottom", "diagonal", "diagonal_direction", "vertical", "horizontal", "diagonalUp",
        "diagonalDown", "outline", "start", "end",
    ),
    Alignment: (
        "horizontal", "vertical", "textRotation", "wrapText", "shrinkToFit", "indent", "relativeIndent",
        "justifyLastLine", "readingOrder", "text_rotation", "wrap_text", "shrink_to_fit", "mergeCell",
    ),
    Protection: ("locked", "hidden"),
}  # fmt: skip
"""The parameters in openpyxl's order, under openpyxl's names."""

IGNORED: Final = frozenset({(Border, "diagonal_direction"), (Alignment, "mergeCell"), (Color, "type")})
"""Parameters that openpyxl takes and does nothing with, or that follow from the others."""

_ARGB: Final = re.compile(r"[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?\Z")
_CONTROL: Final = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
MAX_FONT_NAME: Final = 31
"""Characters of a font's name in Excel."""


def parts(kind: type[Look], args: tuple[Any, ...], named: Mapping[str, Any], caller: str) -> dict[str, Any]:
    """The fields that arguments stand for, checked; None is an argument that was not given. Raises ArgumentError."""
    order = POSITIONS[kind]
    if len(args) > len(order):
        raise ArgumentError(f"{caller} takes {len(order)} arguments and was given {len(args)}")
    given = dict(zip(order, args, strict=False))
    for name, value in named.items():
        if type(name) is not str or not _is_parameter(kind, name):
            raise _unknown(kind, name, caller)
        if name in given:
            raise ArgumentError(f"{caller} was given {name} twice")
        given[name] = value
    checks, spellings = CHECKS[kind], SPELLINGS[kind.__name__]
    found: dict[str, Any] = {}
    for name, value in given.items():
        field = "indexed" if kind is Color and name == "index" else spellings.get(name, name)
        if (kind, name) in IGNORED or (value is None and (caller != "copy" or field in found)):
            continue
        found[field] = _default(kind, field) if value is None else checks[field](value, f"{caller}({name}=...)")
    return found


def _default(kind: type[Look], field: str) -> Any:
    return kind.__struct_defaults__[kind.__struct_fields__.index(field)]


def _is_parameter(kind: type[Look], name: str) -> bool:
    return name in POSITIONS[kind] or name in kind.__struct_fields__ or name in SPELLINGS[kind.__name__]


def _unknown(kind: type[Look], name: Any, caller: str) -> ArgumentError:
    if type(name) is not str:
        return ArgumentError(f"the names of {caller}'s arguments are plain text")
    known = dict.fromkeys((*POSITIONS[kind], *kind.__struct_fields__))
    matches = near(name, known)
    hint = f"did you mean {' or '.join(matches)}?" if matches else f"it takes {', '.join(kind.__struct_fields__)}"
    return ArgumentError(f"{caller} has no argument {name[:80]!r}", hint=hint)


def _choice(choices: Any, *nothing: str) -> Check:
    """One of some words; of the words in nothing, None comes."""
    words = get_args(choices)

    def check(value: Any, where: str) -> str | None:
        if type(value) is str and value in words:
            return value
        if type(value) is str and value in nothing:
            return None
        if type(value) is not str:
            raise ArgumentError(f"{where} takes text, not {_type_name(value)}", hint=f"one of {', '.join(words)}")
        matches = near(value, words)
        hint = f"did you mean {' or '.join(map(repr, matches))}?" if matches else f"one of {', '.join(words)}"
        raise ArgumentError(f"{where} has no choice {value[:40]!a}", hint=hint)

    return check


def _truth(value: Any, where: str) -> bool:
    if type(value) is bool:
        return value
    if type(value) is int and value in (0, 1):
        return bool(value)
    raise ArgumentError(f"{where} takes True or False, not {_type_name(value)}")


def _number(least: float, most: float) -> Check:
    def check(value: Any, where: str) -> float:
        if type(value) not in (int, float):
            raise ArgumentError(f"{where} takes a number, not {_type_name(value)}")
        if not (least <= value <= most) or not math.isfinite(value):
            raise ArgumentError(f"{where} takes {least:g} to {most:g}")
        return float(value)

    return check


def _whole(least: int, most: int) -> Check:
    number = _number(least, most)

    def check(value: Any, where: str) -> int:
        if not float(number(value, where)).is_integer():
            raise ArgumentError(f"{where} takes a whole number")
        return int(value)

    return check


def _rotation(value: Any, where: str) -> int:
    """0 to 180, 255 for stacked letters; -1 to -90, as people count downwards, are 91 to 180 in a file."""
    whole: int = _whole(-90, 255)(value, where)
    if 180 < whole < 255:
        raise ArgumentError(f"{where} takes 0 to 180 degrees, or 255 for stacked letters")
    return 90 - whole if whole < 0 else whole


def _name(value: Any, where: str) -> str:
    if type(value) is not str:
        raise ArgumentError(f"{where} takes text, not {_type_name(value)}")
    if not 0 < len(value) <= MAX_FONT_NAME or _CONTROL.search(value):
        raise ArgumentError(f"{where} takes a font's name of 1 to {MAX_FONT_NAME} printable characters")
    return value


def argb(value: Any, where: str) -> str:
    """Hex digits as openpyxl keeps them: RRGGBB gets 00 in front."""
    if type(value) is not str:
        raise ArgumentError(f"{where} takes a colour as text, not {_type_name(value)}", hint='write "FFFF00"')
    if not _ARGB.match(value):
        hint = 'write its hex digits: RRGGBB such as "FFFF00", or AARRGGBB'
        if _ARGB.match(value[1:]) and value[:1] == "#":
            hint = f"write it without #: {value[1:]!r}"
        raise ArgumentError(f"{where} has no colour {value[:40]!a}", hint=hint)
    return value if len(value) == 8 else "00" + value


def color(value: Any, where: str) -> Color:
    """A colour, or its hex digits."""
    return value if type(value) is Color else Color(rgb=argb(value, where))


def _side(value: Any, where: str) -> Side:
    if type(value) is not Side:
        raise ArgumentError(f"{where} takes a Side, not {_type_name(value)}", hint='write Side(style="thin")')
    return value


def _stops(value: Any, where: str) -> tuple[Stop, ...]:
    """Colours spread evenly, or Stop(colour, position) as they are."""
    if type(value) not in (list, tuple):
        raise ArgumentError(f"{where} takes a list of colours, not {_type_name(value)}")
    items = list(value)
    if not 2 <= len(items) <= MAX_STOPS:
        raise ArgumentError(f"{where} takes 2 to {MAX_STOPS} colours")
    last = len(items) - 1
    return tuple(
        item if type(item) is Stop else Stop(place / last, color(item, where)) for place, item in enumerate(items)
    )


def _type_name(value: object) -> str:
    return type(value).__name__[:80]


CHECKS: Final[dict[type[Look], dict[str, Check]]] = {
    Color: {
        "rgb": argb,
        "theme": _whole(0, 65_535),
        "indexed": _whole(0, 65_535),
        "auto": _truth,
        "tint": _number(-1, 1),
    },
    Font: {
        "name": _name,
        "size": _number(1, 409),
        **dict.fromkeys(("bold", "italic", "strike", "outline", "shadow", "condense", "extend"), _truth),
        "underline": _choice(Underline, "none"),
        "color": color,
        "vert_align": _choice(VertAlign),
        "family": _whole(0, 14),
        "charset": _whole(0, 255),
        "scheme": _choice(Scheme, "none"),
    },
    PatternFill: {"pattern_type": _choice(Pattern, "none"), "fg_color": color, "bg_color": color},
    GradientFill: {
        "gradient_type": _choice(GradientKind),
        "degree": _number(-360, 360),
        **dict.fromkeys(("left", "right", "top", "bottom"), _number(0, 1)),
        "stops": _stops,
    },
    Side: {"style": _choice(Line, "none"), "color": color},
    Border: {
        **dict.fromkeys(("left", "right", "top", "bottom", "diagonal", "vertical", "horizontal"), _side),
        **dict.fromkeys(("diagonal_up", "diagonal_down", "outline"), _truth),
    },
    Alignment: {
        "horizontal": _choice(Horizontal),
        "vertical": _choice(Vertical),
        "text_rotation": _rotation,
        **dict.fromkeys(("wrap_text", "shrink_to_fit", "justify_last_line"), _truth),
        "indent": _whole(0, 250),
        "relative_indent": _whole(-255, 255),
        "reading_order": _whole(0, 2),
    },
    Protection: dict.fromkeys(("locked", "hidden"), _truth),
}
"""By class and field: what checks a value and gives it as the field holds it. No code of a macro runs in them."""

assert all(set(CHECKS[kind]) == set(kind.__struct_fields__) for kind in CHECKS)
assert Side() == NO_SIDE
