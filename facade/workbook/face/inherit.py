"""What inserted rows and columns take over from a neighbour: looks of cells, and of columns the width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...errors import ArgumentError
from ..formula.step import Axis
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..mutation import AxisFormat, StylePatch, StyleSet
from ..mutation.axis_edit import limit_of
from ..mutation.axis_format import MAX_FORMAT_ROWS, MAX_WIDTH, facts
from ..mutation.style_set import styles_in
from .core import Core
from .input import type_name

MAX_INHERITED: Final = 200_000
"""Cells that get a look by one insert; more would use up a run's limit of cells, so then none of them does."""

_BEFORE: Final = {"rows": "above", "columns": "left"}
_BEHIND: Final = {"rows": "below", "columns": "right"}


def neighbour(axis: Axis, at: int, count: int, like: object) -> int | None:
    """The row or column to look like, counted as it is after the insert; None for none."""
    if like is None:
        return None
    if type(like) is not str or like not in (_BEFORE[axis], _BEHIND[axis]):
        shown = ascii(like[:20]) if type(like) is str else type_name(like)
        raise ArgumentError(
            f'like is "{_BEFORE[axis]}", "{_BEHIND[axis]}" or None, not {shown}',
            hint="None inserts what has no format",
        )
    if like == _BEFORE[axis]:
        return at - 1 if at else None
    return at + count if at + count < limit_of(axis) else None


def inherit(core: Core, axis: Axis, at: int, count: int, source: int) -> None:
    """Give inserted rows or columns what the neighbour looks like, as formats of cells, rows and columns."""
    model, session = core.model, core.session
    looks = _by_patch(core, _stretched(styles_in(model, _line(axis, source)), axis, at, count))
    if sum(rect.rows * rect.columns for rects in looks.values() for rect in rects) > MAX_INHERITED:
        session.warnings.append(
            f"the inserted {axis} did not take over the look of their neighbour: more than {MAX_INHERITED:,} cells"
        )
        return
    for patch, rects in looks.items():
        session.reformat(model, StyleSet(sheet=model.id, rects=tuple(rects), patch=patch))
    own = _own_format(core, axis, at, count, source)
    if own is not None:
        session.reformat(model, own)


def _line(axis: Axis, index: int) -> Rect:
    return Rect(index, 0, index, MAX_COLUMNS - 1) if axis == "rows" else Rect(0, index, MAX_ROWS - 1, index)


def _stretched(looks: Iterable[tuple[int, Rect]], axis: Axis, at: int, count: int) -> Iterator[tuple[int, Rect]]:
    """The looks of one row or column on all the inserted ones."""
    for style, rect in looks:
        if axis == "rows":
            yield style, rect._replace(row0=at, row1=at + count - 1)
        else:
            yield style, rect._replace(col0=at, col1=at + count - 1)


def _by_patch(core: Core, looks: Iterable[tuple[int, Rect]]) -> dict[StylePatch, list[Rect]]:
    """The rectangles by what is to be set there; what looks plain is left out."""
    by_style: dict[int, list[Rect]] = {}
    for style, rect in looks:
        by_style.setdefault(style, []).append(rect)
    plain = core.session.look_of(0)
    found: dict[StylePatch, list[Rect]] = {}
    for style, rects in by_style.items():
        own = {name: value for name, value in core.session.look_of(style).items() if plain.get(name) != value}
        if own:
            found.setdefault(StylePatch(**own), []).extend(rects)
    return found


def _own_format(core: Core, axis: Axis, at: int, count: int, source: int) -> AxisFormat | None:
    """The style of blank cells, where it is one of the file, and of a column the width."""
    model = core.model
    own = next(facts(model, axis, source, source))[2]
    style = own.style if own.style is not None and own.style < core.book.model.styles.source_count else None
    size = own.size if axis == "columns" and own.size is not None and own.size <= MAX_WIDTH else None
    if (style is None and size is None) or count > MAX_FORMAT_ROWS:
        return None
    return AxisFormat(sheet=model.id, axis=axis, spans=((at, at + count - 1),), size=size, style=style)
