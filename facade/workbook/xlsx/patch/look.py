"""Looks as the markup of styles.xml. Every text goes through escape_attribute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from ...model.look import NO_SIDE, Alignment, Border, Color, Fill, Font, PatternFill, Protection, Side
from .text import escape_attribute

_FLAGS: Final = ("bold", "b"), ("italic", "i"), ("strike", "strike"), ("condense", "condense")
_MORE_FLAGS: Final = ("extend", "extend"), ("outline", "outline"), ("shadow", "shadow")


@final
class LookMarkup:
    """Writes elements with the prefix of their part; ends tells whether sides are called start and end there."""

    def __init__(self, prefix: str, *, ends: bool = False) -> None:
        self._prefix = f"{prefix}:" if prefix else ""
        self._left, self._right = ("start", "end") if ends else ("left", "right")

    def name(self, name: str) -> str:
        """The name of an element with the prefix."""
        return self._prefix + name

    def element(self, name: str, attributes: Mapping[str, object] | None = None, inner: str = "") -> str:
        """One element; attributes that are None are left out."""
        tag = self._prefix + name
        pairs = "".join(f' {key}="{_text(value)}"' for key, value in (attributes or {}).items() if value is not None)
        return f"<{tag}{pairs}>{inner}</{tag}>" if inner else f"<{tag}{pairs}/>"

    def color(self, name: str, color: Color | None) -> str:
        """A colour under the name of what it colours; nothing for None."""
        if color is None:
            return ""
        return self.element(
            name,
            {
                "auto": 1 if color.auto else None,
                "indexed": color.indexed,
                "rgb": color.rgb,
                "theme": color.theme,
                "tint": color.tint or None,
            },
        )

    def font(self, font: Font) -> str:
        """A font, its parts in the order of CT_Font as applications write them."""
        flags = "".join(self.element(tag) for name, tag in (*_FLAGS, *_MORE_FLAGS) if getattr(font, name))
        underline = {} if font.underline == "single" else {"val": font.underline}
        return self.element(
            "font",
            inner=flags
            + (self.element("u", underline) if font.underline else "")
            + self._value("vertAlign", font.vert_align)
            + self._value("sz", font.size)
            + self.color("color", font.color)
            + self._value("name", font.name)
            + self._value("family", font.family)
            + self._value("charset", font.charset)
            + self._value("scheme", font.scheme),
        )

    def _value(self, name: str, value: object) -> str:
        return "" if value is None else self.element(name, {"val": value})

    def fill(self, fill: Fill) -> str:
        """A fill."""
        if type(fill) is PatternFill:
            inner = self.color("fgColor", fill.fg_color) + self.color("bgColor", fill.bg_color)
            return self.element(
                "fill", inner=self.element("patternFill", {"patternType": fill.pattern_type or "none"}, inner)
            )
        stops = "".join(
            self.element("stop", {"position": stop.position}, self.color("color", stop.color)) for stop in fill.stops
        )
        path = fill.gradient_type == "path"
        attributes: dict[str, object] = {"type": "path"} if path else {}
        attributes |= {name: getattr(fill, name) or None for name in ("degree", "left", "right", "top", "bottom")}
        return self.element("fill", inner=self.element("gradientFill", attributes, stops))

    def border(self, border: Border) -> str:
        """A border; the five sides of a cell always, as applications write them."""
        sides = (
            self._side(self._left, border.left)
            + self._side(self._right, border.right)
            + self._side("top", border.top)
            + self._side("bottom", border.bottom)
            + self._side("diagonal", border.diagonal)
            + (self._side("vertical", border.vertical) if border.vertical != NO_SIDE else "")
            + (self._side("horizontal", border.horizontal) if border.horizontal != NO_SIDE else "")
        )
        attributes = {
            "diagonalUp": 1 if border.diagonal_up else None,
            "diagonalDown": 1 if border.diagonal_down else None,
            "outline": None if border.outline else 0,
        }
        return self.element("border", attributes, sides)

    def _side(self, name: str, side: Side) -> str:
        return self.element(name, {"style": side.style}, self.color("color", side.color))

    def alignment(self, alignment: Alignment) -> str:
        """An alignment; nothing where it says nothing."""
        attributes = {
            "horizontal": alignment.horizontal,
            "vertical": alignment.vertical,
            "textRotation": alignment.text_rotation or None,
            "wrapText": 1 if alignment.wrap_text else None,
            "indent": alignment.indent or None,
            "relativeIndent": alignment.relative_indent or None,
            "justifyLastLine": 1 if alignment.justify_last_line else None,
            "shrinkToFit": 1 if alignment.shrink_to_fit else None,
            "readingOrder": alignment.reading_order or None,
        }
        return self.element("alignment", attributes) if any(value is not None for value in attributes.values()) else ""

    def protection(self, protection: Protection) -> str:
        """A protection; nothing for a locked cell, which is the default."""
        attributes = {"locked": None if protection.locked else 0, "hidden": 1 if protection.hidden else None}
        return self.element("protection", attributes) if any(value is not None for value in attributes.values()) else ""


def _text(value: object) -> str:
    if type(value) is float:
        return str(int(value)) if value.is_integer() else repr(value)
    return escape_attribute(str(value)).decode()
