"""styles.xml to the styles a table needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ...model.look import (
    LOCKED,
    NO_ALIGNMENT,
    NO_BORDER,
    NO_FILL,
    PLAIN_FONT,
    Alignment,
    Border,
    Color,
    Fill,
    Font,
    Protection,
    Side,
)
from ...model.number_format import BUILTIN, GENERAL
from ...model.style import CellStyle
from ..error import TooLargeError
from ..markup import parse
from ..namespace import main

if TYPE_CHECKING:
    from lxml import etree

MAX_STYLES = 65_490
"""Excel's own limit is 65,490 cell formats (64,000 before 2016)."""
_Record = TypeVar("_Record")


def read_styles(data: bytes, part: str) -> list[CellStyle]:
    """The cell formats (cellXfs) in their order; an index that leads nowhere reads as the default."""
    sections = {main(child.tag): child for child in parse(data, part)}
    codes = dict(BUILTIN)
    for element in sections.get("numFmts", ()):
        codes[_whole(element.get("numFmtId"))] = element.get("formatCode", GENERAL)
    fonts = [_font(element) for element in _elements(sections.get("fonts"))]
    fills = [_fill(element) for element in _elements(sections.get("fills"))]
    borders = [_border(element) for element in _elements(sections.get("borders"))]
    formats = _elements(sections.get("cellXfs"))
    if len(formats) > MAX_STYLES:
        raise TooLargeError(f"it has {len(formats):,} cell formats", part=part, limit=MAX_STYLES, observed=len(formats))
    return [
        CellStyle(
            codes.get(_whole(xf.get("numFmtId")), GENERAL),
            _at(fonts, xf.get("fontId"), PLAIN_FONT),
            _at(fills, xf.get("fillId"), NO_FILL),
            _at(borders, xf.get("borderId"), NO_BORDER),
            _child(xf, "alignment", _alignment, NO_ALIGNMENT),
            _child(xf, "protection", _protection, LOCKED),
            truth(xf.get("quotePrefix"), False),
        )
        for xf in formats
    ]


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


def _optional(text: str | None) -> int | None:
    return None if text is None else _whole(text)


def _color(element: etree._Element) -> Color:
    return Color(
        element.get("rgb"),
        _optional(element.get("theme")),
        _optional(element.get("indexed")),
        truth(element.get("auto"), False),
        _number(element.get("tint")) or 0.0,
    )


def _font(element: etree._Element) -> Font:
    children = {main(child.tag): child for child in element}

    def flag(name: str) -> bool:
        child = children.get(name)
        return child is not None and truth(child.get("val"), True)

    def value(name: str) -> str | None:
        child = children.get(name)
        return None if child is None else child.get("val")

    underline = children.get("u")
    return Font(
        name=value("name"),
        size=_number(value("sz")),
        bold=flag("b"),
        italic=flag("i"),
        underline=None if underline is None else _line(underline.get("val", "single")),
        strike=flag("strike"),
        color=_child(element, "color", _color, None),
        vert_align=value("vertAlign"),
        family=_optional(value("family")),
        charset=_optional(value("charset")),
        scheme=value("scheme"),
        outline=flag("outline"),
        shadow=flag("shadow"),
    )


def _line(style: str) -> str | None:
    return None if style == "none" else style


def _fill(element: etree._Element) -> Fill:
    for child in element:
        kind = main(child.tag)
        if kind == "patternFill":
            return Fill(
                _line(child.get("patternType", "none")),
                _child(child, "fgColor", _color, None),
                _child(child, "bgColor", _color, None),
            )
        if kind == "gradientFill":
            stops = [
                (_number(stop.get("position")) or 0.0, _child(stop, "color", _color, Color()))
                for stop in child
                if main(stop.tag) == "stop"
            ]
            return Fill(stops=tuple(stops))
    return NO_FILL


def _side(element: etree._Element) -> Side:
    return Side(_line(element.get("style", "none")), _child(element, "color", _color, None))


def _border(element: etree._Element) -> Border:
    none = Side()
    return Border(
        _child(element, "left", _side, _child(element, "start", _side, none)),
        _child(element, "right", _side, _child(element, "end", _side, none)),
        _child(element, "top", _side, none),
        _child(element, "bottom", _side, none),
        _child(element, "diagonal", _side, none),
        truth(element.get("diagonalUp"), False),
        truth(element.get("diagonalDown"), False),
    )


def _alignment(element: etree._Element) -> Alignment:
    return Alignment(
        element.get("horizontal"),
        element.get("vertical"),
        _whole(element.get("textRotation")),
        truth(element.get("wrapText"), False),
        truth(element.get("shrinkToFit"), False),
        _whole(element.get("indent")),
        truth(element.get("justifyLastLine"), False),
        _whole(element.get("readingOrder")),
    )


def _protection(element: etree._Element) -> Protection:
    return Protection(truth(element.get("locked"), True), truth(element.get("hidden"), False))
