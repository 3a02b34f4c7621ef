"""Sections of dates and times: d m y h s in their lengths, AM/PM, elapsed [h], parts of seconds. English names."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from .number import Renderer
from .token import Section, Token, UnreadableError

HASHES: Final = "#######"
"""What a cell shows whose number its format cannot show; Excel fills the column's width with it."""

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

LAST_DAY: Final = 2_958_465
"""The serial of 9999-12-31, the last day that Excel shows, with 1900-01-01 as day 1."""

EPOCHS_APART: Final = 1462
"""Days from the day 0 of a 1900 file to that of a 1904 file."""

MAX_DECIMALS: Final = 9
"""Of a second; Excel takes three."""

_DAY_S: Final = 86_400
_NOISE_S: Final = 5e-6
"""A time of day may lie so much below the second it was written for: five of a serial's 15 digits are the day's."""
_PHANTOM: Final = 60
"""1900-02-29, which the calendar has not: serials below lie one day nearer to 1899-12-31 than those above."""
_BEFORE: Final = date(1899, 12, 31).toordinal()
_BUDDHIST_YEARS: Final = 543

_DAY: Final = {
    "d": ("%d", 0), "dd": ("%02d", 0), "ddd": ("%s", 1), "dddd": ("%s", 2),
    "m": ("%d", 3), "mm": ("%02d", 3), "mmm": ("%s", 4), "mmmm": ("%s", 5), "mmmmm": ("%s", 6),
    "yy": ("%02d", 7), "yyyy": ("%04d", 8), "bb": ("%02d", 9), "bbbb": ("%04d", 10), "g": ("%.0s", 0),
}  # fmt: skip
"""What a token shows of a day: a template, and the place of its argument in what _day gives."""
_CLOCK_AT: Final = 11
"""Where the fields of the time begin, behind those of the day."""
_HOUR, _HALF_DAY_HOUR, _MINUTE, _SECOND, _HALF, _HALF_LETTER, _SMALL_LETTER, _ELAPSED = range(_CLOCK_AT, _CLOCK_AT + 8)
_DECIMALS_AT: Final = _ELAPSED + 3
"""Where the parts of a second stand: a text of all decimals that the section shows."""
_TIME: Final = {"h": _HOUR, "minute": _MINUTE, "s": _SECOND}


def clock(section: Section, *, epoch_1904: bool) -> Renderer:
    """The renderer of a section of dates. Raises UnreadableError.

    A time is rounded to the last unit that a section with seconds shows, else to the second, and then cut off.
    """
    template, places, decimals = _compile(section.tokens)
    if not places:
        return lambda _, minus: minus + template % ()
    get = _getter(places)
    offset = EPOCHS_APART if epoch_1904 else 0
    if max(places) < _CLOCK_AT:

        def show_day(magnitude: float, minus: str) -> str:
            return minus + template % get(_day(int(magnitude) + offset))

        return show_day
    scale = 10**decimals
    per_day = _DAY_S * scale
    half = 0.5 + _NOISE_S * scale
    dated = min(places) < _CLOCK_AT

    def show(magnitude: float, minus: str) -> str:
        day = int(magnitude)
        units = int((magnitude - day) * per_day + half)
        if units >= per_day:
            units, day = 0, day + 1
            if day + offset > LAST_DAY:
                return HASHES
        second, part = divmod(units, scale) if decimals else (units, 0)
        minute, second = divmod(second, 60)
        hour, minute = divmod(minute, 60)
        minutes = (day * 24 + hour) * 60 + minute
        late = hour >= 12
        fields = (
            *(_day(day + offset) if dated else _NO_DAY),
            hour, hour % 12 or 12, minute, second,
            "PM" if late else "AM", "P" if late else "A", "p" if late else "a",
            day * 24 + hour, minutes, minutes * 60 + second, f"{part:0{decimals}d}" if decimals else "",
        )  # fmt: skip
        return minus + template % get(fields)

    return show


def _getter(places: list[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    if len(places) > 1:
        return itemgetter(*places)
    only = places[0]
    return lambda fields: (fields[only],)


_NO_DAY: Final = (0,) * _CLOCK_AT


@lru_cache(maxsize=32_768)
def _day(serial: int) -> tuple[Any, ...]:
    """The fields of a day, counted as in a 1900 file, in the order of _DAY."""
    if serial > LAST_DAY:
        return _NO_DAY
    if serial in (0, _PHANTOM):
        year, month, day = 1900, 2 if serial else 1, 29 if serial else 0
    else:
        at = date.fromordinal(_BEFORE + serial - (serial > _PHANTOM))
        year, month, day = at.year, at.month, at.day
    weekday, name, buddhist = WEEKDAYS[(serial - 1) % 7], MONTHS[month - 1], year + _BUDDHIST_YEARS
    return (
        day, weekday[:3], weekday, month, name[:3], name, name[0],
        year % 100, year, buddhist % 100, buddhist,
    )  # fmt: skip


def _compile(tokens: list[Token]) -> tuple[str, list[int], int]:
    """A template of the % operator, the places of its arguments among the fields, and how many decimals seconds have.

    A run of m is minutes right behind hours and right in front of seconds, whatever literals stand between.
    """
    twelve = any(token.kind == "half" for token in tokens)
    minutes = _minutes(tokens)
    template: list[str] = []
    places: list[int] = []
    decimals = 0
    index = 0
    while index < len(tokens):
        kind, text = tokens[index]
        index += 1
        if kind == "date":
            piece, place = _date_piece(text.lower(), minute=index - 1 in minutes, twelve=twelve)
        elif kind == "elapsed":
            piece, place = f"%0{len(text)}d", _ELAPSED + "hms".index(text[0])
        elif kind == "half":
            letter = _SMALL_LETTER if text[0] == "a" else _HALF_LETTER
            piece, place = "%s", _HALF if len(text) > 3 else letter
        elif kind == "point" and index < len(tokens) and tokens[index] == ("digit", "0"):
            count = 0
            while index < len(tokens) and tokens[index] == ("digit", "0"):
                index, count = index + 1, count + 1
            decimals = max(decimals, count)
            piece, place = f".%.{count}s", _DECIMALS_AT
        elif kind in ("digit", "at", "general", "exponent"):
            raise UnreadableError
        else:
            template.append(text.replace("%", "%%"))
            continue
        template.append(piece)
        places.append(place)
    if decimals > MAX_DECIMALS or (decimals and all(place < _CLOCK_AT or place == _DECIMALS_AT for place in places)):
        raise UnreadableError
    return "".join(template), places, decimals


def _date_piece(text: str, *, minute: bool, twelve: bool) -> tuple[str, int]:
    letter, length = text[0], len(text)
    if minute or letter in "hs":
        place = _TIME["minute" if minute else letter]
        return "%d" if length == 1 else "%02d", _HALF_DAY_HOUR if letter == "h" and twelve else place
    if letter in "ye":
        text = "yy" if letter == "y" and length < 3 else "yyyy"
    elif letter == "b":
        text = "bb" if length < 3 else "bbbb"
    elif letter == "g":
        text = "g"
    elif letter == "d":
        text = text[:4]
    elif length > 5:
        text = "mmmm"
    return _DAY[text]


def _minutes(tokens: list[Token]) -> set[int]:
    """The places of the runs of m that are minutes."""
    found: set[int] = set()
    before, waiting = "", -1
    for index, (kind, text) in enumerate(tokens):
        if kind not in ("date", "elapsed"):
            continue
        letter = text[0].lower()
        if letter == "s" and waiting >= 0:
            found.add(waiting)
        waiting = -1
        if letter == "m" and kind == "date" and len(text) < 3:
            if before == "h":
                found.add(index)
            else:
                waiting = index
        before = letter
    return found
