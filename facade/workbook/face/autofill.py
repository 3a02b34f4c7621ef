"""A range that goes on into a larger one around it: series, formulas and formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import ShapeError
from ..model.rect import Rect
from ..mutation import Formula
from .copy import Picture, picture, put_styles, shifted
from .core import Core
from .matrix import check_size
from .rearrange import place_of
from .series import Source, extended


def autofill(core: Core, rect: Rect, target: object) -> Rect:
    """Go on with a rectangle into a target that holds it and is longer in one direction; the target."""
    there, place = place_of(core, target, "autofill")
    vertical = (place.col0, place.col1) == (rect.col0, rect.col1)
    horizontal = (place.row0, place.row1) == (rect.row0, rect.row1)
    if there is not core or not place.covers(rect) or not (vertical or horizontal):
        raise ShapeError(
            f"autofill goes from {rect.a1} on in one direction, and {place.a1} does not hold it so",
            hint='name source and new cells together: sheet["A1:A2"].autofill("A1:A10")',
        )
    check_size(place)
    taken = picture(core, rect)
    for part in _parts(rect, place):
        core.write_rows(part.row0, part.col0, _filled(core, taken, part, vertical))
        put_styles(core, taken, part, (rect.row0, rect.col0))
    return place


def _parts(rect: Rect, place: Rect) -> list[Rect]:
    """What of the target lies before and behind the source."""
    parts = (
        place._replace(row1=rect.row0 - 1),
        place._replace(row0=rect.row1 + 1),
        place._replace(col1=rect.col0 - 1),
        place._replace(col0=rect.col1 + 1),
    )
    return [part for part in parts if part.rows > 0 and part.columns > 0]


def _filled(core: Core, taken: Picture, part: Rect, vertical: bool) -> list[list[Any]]:
    """The new cells: each line of the source goes on by itself."""
    rect = taken.rect
    lines = list(zip(*taken.rows, strict=True)) if vertical else taken.rows
    first = part.row0 - rect.row0 if vertical else part.col0 - rect.col0
    count = part.rows if vertical else part.columns
    found: list[list[Any]] = []
    for across, line in enumerate(lines):
        make = extended(_sources(core, rect, line, across, vertical), core.book.model.epoch_1904)
        cells = [make(place) for place in range(first, first + count)]
        found.append([_moved(value, first + at, rect, across, vertical) for at, value in enumerate(cells)])
    return list(map(list, zip(*found, strict=True))) if vertical else found


def _sources(core: Core, rect: Rect, line: Sequence[Any], across: int, vertical: bool) -> list[Source]:
    found = []
    for along, value in enumerate(line):
        row0, col0 = (rect.row0 + along, rect.col0 + across) if vertical else (rect.row0 + across, rect.col0 + along)
        number = type(value) is int or type(value) is float
        found.append(Source(value, core.look(row0, col0) if number else ""))
    return found


def _moved(value: Any, place: int, rect: Rect, across: int, vertical: bool) -> Any:
    """A formula with its references moved as far as it stands from the one it repeats; other values as they are."""
    if type(value) is not Formula:
        return value
    size = rect.rows if vertical else rect.columns
    away = place - place % size
    if vertical:
        return shifted(value, away, 0, (rect.row0 + place, rect.col0 + across))
    return shifted(value, 0, away, (rect.row0 + across, rect.col0 + place))
