"""Sizes, visibility, outline levels and panes: what a macro asks for, as the session does it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ...errors import AddressError, ArgumentError, StructureError
from ..formula.step import Axis
from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_letters, parse_cell, parse_rect
from ..mutation import AxisFormat, SheetFreeze
from ..mutation.axis_edit import limit_of
from ..mutation.axis_format import MAX_FORMAT_ROWS, MAX_HEIGHT, MAX_LEVEL, MAX_WIDTH, AxisFacts, facts
from .address import column_number, row_number
from .core import Core
from .input import type_name

_REFS: Final = {"rows": 'write 3 or "2:5"', "columns": 'write "B", "B:D" or 2'}


class _Size(NamedTuple):
    what: str
    unit: str
    most: float


_SIZES: Final = {
    "rows": _Size("row height", "points", MAX_HEIGHT),
    "columns": _Size("column width", "characters", MAX_WIDTH),
}


def span_of(axis: Axis, first: Any, last: Any = None) -> tuple[int, int]:
    """(first, last), counted from 0, of one row or column, of text such as "2:5" or "B:D", or of both ends."""
    low, high = _ends(axis, first)
    if last is not None:
        high = _ends(axis, last)[1]
    if high < low:
        raise AddressError(
            f"{axis} {_name(axis, low)} to {_name(axis, high)} are none", hint="the first one comes first"
        )
    if axis == "rows" and high - low >= MAX_FORMAT_ROWS:
        raise AddressError(
            f"rows {low + 1} to {high + 1} are {high - low + 1:,}; one call takes at most {MAX_FORMAT_ROWS:,}",
            hint="name the rows that hold something: sheet.max_row is the last one",
        )
    return low, high


def _ends(axis: Axis, ref: Any) -> tuple[int, int]:
    if type(ref) is str and ":" in ref:
        rect = parse_rect(ref.strip())
        if rect is not None and axis == "rows" and (rect.col0, rect.col1) == (0, MAX_COLUMNS - 1):
            return rect.row0, rect.row1
        if rect is not None and axis == "columns" and (rect.row0, rect.row1) == (0, MAX_ROWS - 1):
            return rect.col0, rect.col1
        raise AddressError(f"{ref[:40]!a} names no {axis}", hint=_REFS[axis])
    if axis == "columns":
        index = column_number(ref)
    else:
        index = row_number(int(ref) if type(ref) is str and ref.isdecimal() and len(ref) < 8 else ref)
    return index, index


def _name(axis: Axis, index: int) -> str:
    return str(index + 1) if axis == "rows" else column_letters(index)


def own(core: Core, axis: Axis, index: int) -> AxisFacts:
    """What one row or column has of its own."""
    return next(facts(core.load(), axis, index, index))[2]


def size(core: Core, axis: Axis, ref: Any) -> float | None:
    """The size that all of them have; None where they differ."""
    model = core.load()
    first, last = span_of(axis, ref)
    default = model.format.height if axis == "rows" else model.format.width
    sizes = {default if run[2].size is None else run[2].size for run in facts(model, axis, first, last)}
    return sizes.pop() if len(sizes) == 1 else None


def resize(core: Core, axis: Axis, ref: Any, value: Any) -> None:
    """Set a size; None takes it away."""
    span = span_of(axis, ref)
    if value is None:
        change(core, axis, span, default_size=True)
    else:
        change(core, axis, span, size=check_size(axis, value))


def check_size(axis: Axis, value: Any) -> float:
    """A height or width within Excel's limits."""
    what, unit, most = _SIZES[axis]
    if type(value) not in (int, float):
        raise ArgumentError(
            f"a {what} is a number of {unit}, not {type_name(value)}", hint='write a number, or "default"'
        )
    if not 0 <= value <= most:
        shown = f"{value:g}" if -1e9 < value < 1e9 else "a number of that size"
        raise AddressError(f"a {what} is 0 to {most:g} {unit}, not {shown}", hint='"default" is the usual one')
    return float(value)


def hide(core: Core, axis: Axis, first: Any, last: Any, hidden: Any) -> None:
    """Hide or show rows or columns."""
    change(core, axis, span_of(axis, first, last), hidden=claim(hidden, "hidden"))


def claim(value: Any, name: str) -> bool:
    """True or False, and nothing that only counts as one."""
    if type(value) is not bool:
        raise ArgumentError(f"{name} is True or False, not {type_name(value)}", hint=f"write {name}=True")
    return value


def check_level(value: Any) -> int:
    """An outline level."""
    if type(value) is not int:
        raise ArgumentError(f"an outline level is a whole number, not {type_name(value)}", hint="0 is no group")
    if not 0 <= value <= MAX_LEVEL:
        shown = str(value) if -(10**9) < value < 10**9 else "a number of that size"
        raise AddressError(f"an outline level is 0 to {MAX_LEVEL}, not {shown}", hint="0 is no group")
    return value


def group(core: Core, axis: Axis, first: Any, last: Any, collapsed: Any, level: Any) -> None:
    """Put rows or columns one level deeper, or on the given one; collapsed hides them and marks their summary."""
    low, high = span_of(axis, first, last)
    folded = claim(collapsed, "collapsed")
    model = core.load()
    by_level: dict[int, list[tuple[int, int]]] = {}
    for start, end, known in facts(model, axis, low, high):
        new = known.level + 1 if level is None else check_level(level)
        if new > MAX_LEVEL:
            raise StructureError(
                f"{axis[:-1]} {_name(axis, start)} is {MAX_LEVEL} groups deep, and no outline is deeper",
                hint="level=1 sets the level itself.",
            )
        by_level.setdefault(new, []).append((start, end))
    for new, spans in by_level.items():
        core.session.reformat(
            model,
            AxisFormat(sheet=model.id, axis=axis, spans=tuple(spans), level=new, hidden=True if folded else None),
        )
    summary = _summary(core, axis, low, high)
    if summary is not None and (folded or level == 0) and own(core, axis, summary).collapsed != folded:
        change(core, axis, (summary, summary), collapsed=folded)


def _summary(core: Core, axis: Axis, first: int, last: int) -> int | None:
    """The row or column that sums up a group; None where there is no place for one."""
    settings = core.model.format
    behind = settings.summary_below if axis == "rows" else settings.summary_right
    index = last + 1 if behind else first - 1
    return index if 0 <= index < limit_of(axis) else None


def change(core: Core, axis: Axis, span: tuple[int, int], **values: Any) -> None:
    """Make one change of a span, whose values were checked."""
    model = core.prepare()
    core.session.reformat(model, AxisFormat(sheet=model.id, axis=axis, spans=(span,), **values))


def frozen(core: Core) -> str | None:
    """The first cell that scrolls; None where nothing is frozen."""
    pane = core.load().panes[0]
    return None if pane is None else pane.cell


def freeze(core: Core, cell: Any) -> None:
    """Freeze what stands above and left of a cell: None, (row0, col0) or its name."""
    if type(cell) is tuple:
        place: tuple[int, int] | None = cell
    elif cell is None:
        place = 0, 0
    else:
        place = parse_cell(cell) if type(cell) is str else None
    if place is None:
        shown = ascii(cell[:40]) if type(cell) is str else type_name(cell)
        raise ArgumentError(
            f"freeze_panes takes the first cell that scrolls, not {shown}",
            hint='write "A2" for the first row, "B1" for the first column, "B2" for both, None for none',
        )
    model = core.prepare()
    core.session.reformat(model, SheetFreeze(sheet=model.id, row0=place[0], col0=place[1]))
