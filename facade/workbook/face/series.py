"""Series that go on: numbers and dates by their step, text with a number at its end, names of days and months."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, final

from ..xlsx.date import from_serial, to_serial

Maker: TypeAlias = Callable[[int], Any]
"""The value at an index of a series; those that were given have the indices from 0 on."""

_NAMES: Final = (
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
     "December"),
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ("Q1", "Q2", "Q3", "Q4"),
)  # fmt: skip
_NUMBERED: Final = re.compile(r"(.*?)([0-9]{1,15})")
_CASES: Final[tuple[Callable[[str], str], ...]] = (str.title, str.upper, str.lower)


@final
class Source(NamedTuple):
    """A value that a series begins with, and what its number format makes of a number: date, datetime, number ..."""

    value: Any
    look: str


def extended(sources: Sequence[Source], epoch_1904: bool) -> Callable[[int], Any]:
    """What stands at any place of a line whose first places hold these values; places before them are negative.

    Neighbours of one kind make a series of their own; what is no series is repeated.
    """
    makers: list[tuple[Maker, int, int]] = []  # (series, how many of it are given, place among them), by place
    for run in _runs(sources):
        maker = _maker(run, epoch_1904)
        makers.extend((maker, len(run), at) for at in range(len(run)))

    def at(place: int) -> Any:
        turn, offset = divmod(place, len(sources))
        maker, length, inside = makers[offset]
        return maker(turn * length + inside)

    return at


def _runs(sources: Sequence[Source]) -> list[list[Source]]:
    runs: list[list[Source]] = []
    kinds: list[object] = []
    for source in sources:
        kind = _kind(source)
        if runs and kinds[-1] == kind:
            runs[-1].append(source)
        else:
            runs.append([source])
            kinds.append(kind)
    return runs


def _kind(source: Source) -> object:
    value = source.value
    if type(value) in (int, float):
        return "date" if source.look in ("date", "datetime") else "number"
    if type(value) is not str:
        return type(value).__name__
    for names in _NAMES:
        if _name_index(value, names) is not None:
            # May is both long and short; what stands beside it tells.
            return "month" if names[0][:3] == "Jan" else names
    match = _NUMBERED.fullmatch(value)
    return ("numbered", match[1]) if match else "text"


def _maker(run: list[Source], epoch_1904: bool) -> Maker:
    values = [source.value for source in run]
    kind = _kind(run[0])
    found: Maker | None = None
    if kind == "number":
        found = _numbers(values) if len(values) > 1 else None
    elif kind == "date":
        found = _dates(values, epoch_1904)
    elif kind == "month" or type(kind) is tuple:
        found = _numbered(values) if kind[0] == "numbered" else _names(values)
    return found or (lambda index: values[index % len(values)])


def _step(numbers: Sequence[float]) -> float | None:
    """The constant difference of neighbours; 1 for a single one, None where it varies."""
    if len(numbers) == 1:
        return 1
    step = numbers[1] - numbers[0]
    even = all(abs(after - before - step) <= 1e-9 * max(1, abs(step)) for before, after in pairwise(numbers))
    return step if even else None


def _numbers(values: list[float]) -> Maker | None:
    step = _step(values)
    if step is None:
        return None
    exact = all(type(value) is int for value in values)
    return lambda index: values[0] + step * index if exact else _round(values[0] + step * index)


def _round(value: float) -> float:
    """0.1, 0.2 goes on with 0.3, not with 0.30000000000000004: 15 digits are what a cell shows."""
    return float(f"{value:.15g}")


def _dates(serials: list[float], epoch_1904: bool) -> Maker | None:
    try:
        shown = [from_serial(serial, epoch_1904=epoch_1904) for serial in serials]
    except (OverflowError, ValueError):
        return None
    moments = [moment for moment in shown if isinstance(moment, datetime)]
    if len(moments) < len(shown):
        return None
    months = _month_step(moments) if len(moments) > 1 else None
    if not months:
        step = _step(serials)
        return None if step is None else lambda index: _plain(serials[0] + step * index)
    first = moments[0]
    day = max(moment.day for moment in moments)
    return lambda index: to_serial(_month(first, months * index, day), epoch_1904=epoch_1904)


def _plain(serial: float) -> float:
    return int(serial) if serial == int(serial) else serial


def _month_step(moments: list[datetime]) -> int | None:
    """By how many months they follow each other on one day of the month, or on the last days of their months."""
    counts = [moment.year * 12 + moment.month for moment in moments]
    step = _step(counts)
    if not step or len({moment.time() for moment in moments}) > 1:
        return None
    day = max(moment.day for moment in moments)
    return int(step) if all(moment.day == min(day, _days(moment)) for moment in moments) else None


def _days(moment: datetime) -> int:
    """How many days its month has."""
    return ((moment.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)).day


def _month(first: datetime, months: int, day: int) -> datetime:
    year, month0 = divmod(first.year * 12 + first.month - 1 + months, 12)
    moved = first.replace(year=year, month=month0 + 1, day=1)
    return moved.replace(day=min(day, _days(moved)))


def _numbered(values: list[str]) -> Maker | None:
    """Item 1, Item 2 ...; 007 keeps its zeros, and what would fall below 0 counts up again, as in Excel."""
    found = [match for value in values if (match := _NUMBERED.fullmatch(value)) is not None]
    numbers = [int(match[2]) for match in found]
    step = _step(numbers)
    if step is None:
        return None
    padded = any(match[2][0] == "0" and len(match[2]) > 1 for match in found)
    width = len(found[0][2]) if padded else 1
    prefix = found[0][1]
    return lambda index: f"{prefix}{abs(numbers[0] + int(step) * index):0{width}d}"


def _names(values: list[str]) -> Maker | None:
    names = next((names for names in _NAMES if all(_name_index(value, names) is not None for value in values)), None)
    if names is None:
        return None
    places = [place for value in values if (place := _name_index(value, names)) is not None]
    size = len(names)
    step = 1 if len(places) == 1 else (places[1] - places[0]) % size
    if any((after - before) % size != step for before, after in pairwise(places)):
        return None
    spell = next((case for case in _CASES if case(values[0]) == values[0]), str.title)
    return lambda index: spell(names[(places[0] + step * index) % size])


def _name_index(value: str, names: Sequence[str]) -> int | None:
    folded = value.casefold()
    return next((place for place, name in enumerate(names) if name.casefold() == folded), None)
