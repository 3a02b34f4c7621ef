"""styles.xml to the styles a table needs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, get_args

from ...model.look import (
    LOCKED,
    MAX_STOPS,
    NO_ALIGNMENT,
    NO_BORDER,
    NO_FILL,
    NO_SIDE,
    NORMAL,
    PLAIN_FONT,
    Alignment,
    Border,
    Color,
    Fill,
    Font,
    GradientFill,
    GradientKind,
    Horizontal,
    Line,
    NamedLook,
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
from ...model.number_format import BUILTIN, GENERAL
from ...model.style import APPLY_FLAGS, CellStyle, StyleSheet
from ..error import TooLargeError
from ..markup import markup_text, parse
from ..namespace import main

if TYPE_CHECKING:
    from lxml import etree

MAX_STYLES = 65_490
"""Excel's own limit is 65,490 cell formats (64,000 before 2016)."""
_Record = TypeVar("_Record")

_MODELLED: Final = frozenset(("numFmtId", "fontId", "fillId", "borderId", "xfId", "quotePrefix"))
_FLAGS: Final = frozenset(APPLY_FLAGS.values())
_RGB: Final = re.compile(r"(?:[0-9A-Fa-f]{2})?[0-9A-Fa-f]{6}\Z")


def read_styles(data: bytes, part: str) -> StyleSheet:
    """The cell formats (cellXfs) in their order, and the named styles; an index that leads nowhere reads as the
    default, and so does a word that the format does not know.
    """
    sections = {main(child.tag): child for child in parse(data, part)}
    reader = _Reader(sections)
    formats = _elements(sections.get("cellXfs"))
    if len(formats) > MAX_STYLES:
        raise TooLargeError(f"it has {len(formats):,} cell formats", part=part, limit=MAX_STYLES, observed=len(formats))
    named = reader.named(_elements(sections.get("cellStyleXfs")), _elements(sections.get("cellStyles")))
    return StyleSheet([reader.style(xf) for xf in formats], {look.name: look for look in named})


class StyleLists(NamedTuple):
    """What cell formats point into, in the file's order; places are those of the named styles, by name."""

    fonts: list[Font]
    fills: list[Fill]
    borders: list[Border]
    places: dict[str, int]
    named_count: int


def read_lists(data: bytes, part: str) -> StyleLists:
    """The lists of a styles part, for a saver that adds to them."""
    sections = {main(child.tag): child for child in parse(data, part)}
    reader = _Reader(sections)
    named = reader.named(_elements(sections.get("cellStyleXfs")), _elements(sections.get("cellStyles")))
    places = {look.name: place for place, look in enumerate(named)}
    return StyleLists(reader.fonts, reader.fills, reader.borders, places, len(named))


class _Reader:
    """The lists that formats point into."""

    def __init__(self, sections: dict[str, etree._Element]) -> None:
        self._codes = dict(BUILTIN)
        for element in sections.get("numFmts", ()):
            self._codes[_whole(element.get("numFmtId"))] = element.get("formatCode", GENERAL)
        self.fonts = [read_font(element) for element in _elements(sections.get("fonts"))]
        self.fills = [read_fill(element) for element in _elements(sections.get("fills"))]
        self.borders = [read_border(element) for element in _elements(sections.get("borders"))]
        self._names: dict[int, str] = {0: NORMAL}

    def named(self, formats: list[etree._Element], styles: list[etree._Element]) -> list[NamedLook]:
        """The named styles; a format that has no name is named by its place, "#3"."""
        builtins = {}
        names: dict[int, str] = {}
        for element in styles:
            place, name = _whole(element.get("xfId")), _plain_text(element.get("name"))
            if name is not None and 0 <= place < len(formats) and place not in names and name not in builtins:
                names[place], builtins[name] = name, _bounded(element.get("builtinId"), 0, 255)
        for place in range(len(formats)):
            names.setdefault(place, NORMAL if not place else f"#{place}")
        self._names |= names
        looks = []
        for place, xf in enumerate(formats):
            style, name = self.style(xf), names[place]
            looks.append(
                NamedLook(
                    name, style.number_format, style.font, style.fill, style.border, style.alignment, style.protection,
                    builtins.get(name),
                )
            )  # fmt: skip
        return looks

    def style(self, xf: etree._Element) -> CellStyle:
        """One xf."""
        return CellStyle(
            self._codes.get(_whole(xf.get("numFmtId")), GENERAL),
            _at(self.fonts, xf.get("fontId"), PLAIN_FONT),
            _at(self.fills, xf.get("fillId"), NO_FILL),
            _at(self.borders, xf.get("borderId"), NO_BORDER),
            _child(xf, "alignment", _alignment, NO_ALIGNMENT),
            _child(xf, "protection", _protection, LOCKED),
            self._names.get(_whole(xf.get("xfId")), NORMAL),
            truth(xf.get("quotePrefix"), False),
            _rest(xf),
        )


def _rest(xf: etree._Element) -> tuple[tuple[str, str], ...]:
    """What is said beyond the properties: a flag where it takes one away, other words unless they say no."""
    pairs = [
        (str(name), str(text))
        for name, text in xf.attrib.items()
        if name not in _MODELLED and truth(str(text), True) is not (name in _FLAGS)
    ]
    for child in xf:
        if main(child.tag) not in ("alignment", "protection"):
            pairs.append(("child", markup_text(child)))
    return tuple(sorted(pairs))


def truth(text: str | None, default: bool) -> bool:
    """An xsd:boolean, in the spellings that occur."""
    return default if text is None else text.strip().lower() in {"1", "true", "on", "t"}


def _elements(parent: etree._Element | None) -> list[etree._Element]:
    return [] if parent is None else [child for child in parent if main(child.tag)]


def _at(records: list[_Record], index: str | None, default: _Record) -> _Record:
    place = _whole(index)
    return records[place] if 0 <= place < len(records) else default


def _child(parent: etree._Element, name: str, make: Callable[[etree._Element], _Record], default: _Record) -> _Record:
    return next((make(child) for child in parent if main(child.tag) == name), default)


def _whole(text: str | None, default: int = 0) -> int:
    try:
        return int(text) if text is not None else default
    except ValueError:
        return default


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None


def _bounded(text: str | None, least: int, most: int) -> int | None:
    number = None if text is None else _whole(text, least - 1)
    return number if number is not None and least <= number <= most else None


def _fraction(text: str | None, least: float, most: float) -> float:
    number = _number(text)
    return min(max(number, least), most) if number is not None and math.isfinite(number) else min(max(0.0, least), most)


def _word(text: str | None, choices: Any) -> Any:
    return text if text in get_args(choices) else None


def _plain_text(text: str | None) -> str | None:
    """Text of one line that fits a name; None for any other."""
    return text if text and len(text) <= 255 and text.isprintable() else None


def read_color(element: etree._Element) -> Color:
    """A colour."""
    rgb = element.get("rgb", "")
    return Color(
        rgb.rjust(8, "0") if _RGB.match(rgb) else None,
        _bounded(element.get("theme"), 0, 65_535),
        _bounded(element.get("indexed"), 0, 65_535),
        truth(element.get("auto"), False),
        _fraction(element.get("tint"), -1, 1),
    )


def read_font(element: etree._Element) -> Font:
    """A font; what it does not name is None or False."""
    children = {main(child.tag): child for child in element}

    def flag(name: str) -> bool:
        child = children.get(name)
        return child is not None and truth(child.get("val"), True)

    def value(name: str) -> str | None:
        child = children.get(name)
        return None if child is None else child.get("val")

    underline = children.get("u")
    size = _number(value("sz"))
    return Font(
        name=_plain_text(value("name")),
        size=size if size is not None and 0.1 <= size <= 1000 else None,
        bold=flag("b"),
        italic=flag("i"),
        underline=None if underline is None else _word(underline.get("val", "single"), Underline),
        strike=flag("strike"),
        color=_child(element, "color", read_color, None),
        vert_align=_word(value("vertAlign"), VertAlign),
        family=_bounded(value("family"), 0, 14),
        charset=_bounded(value("charset"), 0, 255),
        scheme=_word(value("scheme"), Scheme),
        outline=flag("outline"),
        shadow=flag("shadow"),
        condense=flag("condense"),
        extend=flag("extend"),
    )


def read_fill(element: etree._Element) -> Fill:
    """A pattern or a gradient."""
    for child in element:
        kind = main(child.tag)
        if kind == "patternFill":
            return PatternFill(
                _word(child.get("patternType"), Pattern),
                _child(child, "fgColor", read_color, None),
                _child(child, "bgColor", read_color, None),
            )
        if kind == "gradientFill":
            stops = [
                Stop(_fraction(stop.get("position"), 0, 1), _child(stop, "color", read_color, Color()))
                for stop in child
                if main(stop.tag) == "stop"
            ]
            left, right, top, bottom = (_fraction(child.get(side), 0, 1) for side in ("left", "right", "top", "bottom"))
            kind_of_gradient: GradientKind = _word(child.get("type"), GradientKind) or "linear"
            degree = _fraction(child.get("degree"), -360, 360)
            return GradientFill(kind_of_gradient, degree, left, right, top, bottom, tuple(stops[:MAX_STOPS]))
    return NO_FILL


def _side(element: etree._Element) -> Side:
    return Side(_word(element.get("style"), Line), _child(element, "color", read_color, None))


def read_border(element: etree._Element) -> Border:
    """The sides; start and end are left and right, as they read in every language written that way."""
    return Border(
        _child(element, "left", _side, _child(element, "start", _side, NO_SIDE)),
        _child(element, "right", _side, _child(element, "end", _side, NO_SIDE)),
        _child(element, "top", _side, NO_SIDE),
        _child(element, "bottom", _side, NO_SIDE),
        _child(element, "diagonal", _side, NO_SIDE),
        truth(element.get("diagonalUp"), False),
        truth(element.get("diagonalDown"), False),
        truth(element.get("outline"), True),
        _child(element, "vertical", _side, NO_SIDE),
        _child(element, "horizontal", _side, NO_SIDE),
    )


def _alignment(element: etree._Element) -> Alignment:
    return Alignment(
        _word(element.get("horizontal"), Horizontal),
        _word(element.get("vertical"), Vertical),
        _bounded(element.get("textRotation"), 0, 255) or 0,
        truth(element.get("wrapText"), False),
        truth(element.get("shrinkToFit"), False),
        _bounded(element.get("indent"), 0, 255) or 0,
        truth(element.get("justifyLastLine"), False),
        _bounded(element.get("readingOrder"), 0, 2) or 0,
        _bounded(element.get("relativeIndent"), -255, 255) or 0,
    )


def _protection(element: etree._Element) -> Protection:
    return Protection(truth(element.get("locked"), True), truth(element.get("hidden"), False))
