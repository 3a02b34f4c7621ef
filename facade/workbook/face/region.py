"""Where content ends: the block around a cell, and the way to its edge."""

from __future__ import annotations

from typing import Final

from ...errors import ArgumentError
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.sheet import Sheet
from .core import Core
from .input import type_name

_WAYS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def current_region(core: Core, rect: Rect) -> Rect:
    """The block of cells around the first one that blank rows and columns bound; itself if all around is blank."""
    model = core.ready()
    region = Rect(rect.row0, rect.col0, rect.row0, rect.col0)
    grown = True
    while grown:
        grown = False
        for way in _WAYS.values():
            while (wider := _wider(model, region, way)) is not None:
                region, grown = wider, True
    return region


def _wider(model: Sheet, region: Rect, way: tuple[int, int]) -> Rect | None:
    """With one more line on a side, if that line or one of its two neighbours at the corners holds something."""
    down, right = way
    wider = Rect(
        region.row0 + min(down, 0), region.col0 + min(right, 0), region.row1 + max(down, 0), region.col1 + max(right, 0)
    )
    if wider.row0 < 0 or wider.col0 < 0 or wider.row1 >= MAX_ROWS or wider.col1 >= MAX_COLUMNS:
        return None
    if down:
        row = model.row(wider.row1 if down > 0 else wider.row0)
        columns = range(max(wider.col0 - 1, 0), wider.col1 + 2)
        return wider if row is not None and any(map(row.holds, columns)) else None
    col0 = wider.col1 if right > 0 else wider.col0
    rows = model.each_row(max(wider.row0 - 1, 0), wider.row1 + 1)
    return wider if any(row.holds(col0) for _, row in rows) else None


def end(core: Core, rect: Rect, direction: object) -> tuple[int, int]:
    """(row0, col0) of the cell that Ctrl and an arrow lead to from the first cell of a rectangle.

    Inside a run of filled cells that is its last one; else the next filled cell; else the edge of the sheet.
    """
    way = _WAYS.get(direction) if type(direction) is str else None
    if way is None:
        shown = ascii(direction[:40]) if type(direction) is str else type_name(direction)
        raise ArgumentError(f"a direction is up, down, left or right, not {shown}", hint='write end("down")')
    core.ready()
    filled = _filled(core, rect, way)
    start = rect.row0 if way[0] else rect.col0
    return (_stop(filled, start, way[0]), rect.col0) if way[0] else (rect.row0, _stop(filled, start, way[1]))


def _filled(core: Core, rect: Rect, way: tuple[int, int]) -> list[int]:
    """The filled places of the line that leads through the first cell, ascending; the edges count as places too."""
    model = core.model
    if way[0]:
        return [-1, *(row0 for row0, row in model.each_row() if row.holds(rect.col0)), MAX_ROWS]
    row = model.row(rect.row0)
    held = [] if row is None else [col0 for col0 in range(row.width()) if row.holds(col0)]
    return [-1, *held, MAX_COLUMNS]


def _stop(filled: list[int], start: int, way: int) -> int:
    places = filled if way > 0 else [-place for place in reversed(filled)]
    here = start * way
    later = [place for place in places if place > here]
    if places[-1] == here or later[0] == places[-1]:
        return (places[-1] - 1) * way
    if later[0] != here + 1 or here not in places:
        return later[0] * way
    last = here
    for place in later[:-1]:
        if place != last + 1:
            break
        last = place
    return last * way
