"""Changes of the formats of cells as a reviewer reads them, one kind of change a property."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from ..change import Change
from .buffer import COLUMN_MASK, KEY_BITS, rectangles
from .model.look import Alignment, Border, Color, Font, GradientFill, PatternFill, Protection, Side
from .model.rect import Rect
from .model.sheet import Sheet
from .model.style import PROPERTIES, StyleTable
from .model.workbook import Workbook
from .mutation import StyleSet
from .mutation.style_set import properties_of, style_parts

MANY_CELLS: Final = 200_000
"""Cells told one by one; larger changes are told by the rectangles that were written."""


@final
@dataclass(frozen=True, slots=True)
class LooksImage:
    """The style ids a rectangle had, as parts, and the properties that were set there."""

    sheet_id: str
    rect: Rect
    names: tuple[str, ...]
    parts: list[tuple[int, Rect]]


def looks_image(sheet: Sheet, mutation: StyleSet) -> list[LooksImage]:
    """What a mutation is about to change."""
    names = tuple(mutation.patch.changes())
    return [LooksImage(sheet.id, rect, names, list(style_parts(sheet, rect, int))) for rect in mutation.rects]


def look_changes(model: Workbook, sheet: Sheet, images: Sequence[LooksImage]) -> dict[str, list[tuple[Rect, Change]]]:
    """By property, the rectangles of one old and one new value."""
    found: dict[str, list[tuple[Rect, Change]]] = {}
    for name in PROPERTIES:
        touched = [one for one in images if name in one.names]
        if touched:
            many = sum(one.rect.rows * one.rect.columns for one in touched) > MANY_CELLS
            found[name] = (_by_rect if many else _by_cell)(model, sheet, name, touched)
    return found


def _by_cell(model: Workbook, sheet: Sheet, name: str, images: list[LooksImage]) -> list[tuple[Rect, Change]]:
    old: dict[int, int] = {}
    for one in images:
        for style_id, rect in one.parts:
            for row0 in range(rect.row0, rect.row1 + 1):
                start = row0 << KEY_BITS
                for col0 in range(rect.col0, rect.col1 + 1):
                    old.setdefault(start | col0, style_id)
    values_of = properties_of(model.styles, (name,))
    by_values: dict[tuple[Any, Any], dict[int, None]] = {}
    for key, style_id in old.items():
        row = sheet.row(key >> KEY_BITS)
        before, after = values_of(style_id), values_of(0 if row is None else row.style(key & COLUMN_MASK))
        if before is not after and before != after:
            by_values.setdefault((before[0], after[0]), {})[key] = None
    return [
        (rect, _change(sheet, name, rect, before, after))
        for (before, after), keys in by_values.items()
        for rect, _ in rectangles(keys)
    ]


def _by_rect(model: Workbook, sheet: Sheet, name: str, images: list[LooksImage]) -> list[tuple[Rect, Change]]:
    """The rectangles as they were set; a value where it is one for all of it."""
    changes = []
    for one in images:
        before = _values(model.styles, name, one.parts)
        now = list(style_parts(sheet, one.rect, int))
        if now != one.parts:
            after = _values(model.styles, name, now)
            if before != after or len(before) > 1:
                changes.append((one.rect, _change(sheet, name, one.rect, _only(before), _only(after))))
    return changes


def _values(styles: StyleTable, name: str, parts: list[tuple[int, Rect]]) -> set[Any]:
    return {getattr(styles.style(style_id), name) for style_id, _ in parts}


def _only(values: set[Any]) -> Any:
    return next(iter(values)) if len(values) == 1 else None


def _change(sheet: Sheet, name: str, rect: Rect, before: Any, after: Any) -> Change:
    return Change(
        kind=name,
        sheet=sheet.name,
        range=rect.a1,
        before=described(before),
        after=described(after),
        cells=rect.rows * rect.columns,
    )


def described(value: Any) -> str | None:
    """A look in a few words; text as it is."""
    describe = _DESCRIBED.get(type(value))
    return value if describe is None else describe(value) or "none"


def _color(color: Color | None, word: str = "") -> str:
    if color is None:
        return ""
    shown = color.rgb or ("auto" if color.auto else _indexed(color))
    return f"{word}{shown}" + (f" tint {color.tint:.2g}" if color.tint else "")


def _indexed(color: Color) -> str:
    return f"theme {color.theme}" if color.theme is not None else f"indexed {color.indexed}"


def _font(font: Font) -> str:
    flags = [name for name in ("bold", "italic", "strike", "outline", "shadow") if getattr(font, name)]
    size = None if font.size is None else f"{font.size:g}"
    underline = None if font.underline is None else f"underline {font.underline}"
    parts = (font.name, size, *flags, underline, font.vert_align, _color(font.color, "color "))
    return " ".join(part for part in parts if part)


def _pattern(fill: PatternFill) -> str:
    parts = (fill.pattern_type, _color(fill.fg_color), _color(fill.bg_color, "on "))
    return " ".join(part for part in parts if part) if fill.pattern_type else ""


def _gradient(fill: GradientFill) -> str:
    return f"{fill.gradient_type} gradient " + " ".join(_color(stop.color) for stop in fill.stops[:4])


def _side(name: str, side: Side) -> str:
    return f"{name} {side.style}" + _color(side.color, " ") if side.style else ""


def _border(border: Border) -> str:
    names = ("left", "right", "top", "bottom")
    sides = [getattr(border, name) for name in names]
    if sides[0].style and all(side == sides[0] for side in sides):
        parts = [_side("all", sides[0])]
    else:
        parts = list(map(_side, names, sides))
    if border.diagonal_up or border.diagonal_down:
        parts.append(_side("diagonal", border.diagonal))
    return ", ".join(part for part in parts if part)


def _alignment(alignment: Alignment) -> str:
    parts = [
        alignment.horizontal,
        alignment.vertical and f"vertical {alignment.vertical}",
        alignment.text_rotation and f"rotated {alignment.text_rotation}",
        alignment.wrap_text and "wrap",
        alignment.shrink_to_fit and "shrink",
        alignment.indent and f"indent {alignment.indent}",
    ]
    return " ".join(part for part in parts if part)


def _protection(protection: Protection) -> str:
    return ("locked" if protection.locked else "unlocked") + (" hidden" if protection.hidden else "")


_DESCRIBED: Final[dict[type, Any]] = {
    Font: _font,
    PatternFill: _pattern,
    GradientFill: _gradient,
    Border: _border,
    Alignment: _alignment,
    Protection: _protection,
}
