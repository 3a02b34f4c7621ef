"""Days as serial numbers: DATE, DATEVALUE, YEAR, MONTH, DAY, WEEKDAY, WEEKNUM, ISOWEEKNUM, EDATE, EOMONTH, DAYS.

Inside, all days are those of the 1900 system; in a workbook of the 1904 epoch they are shifted on their way in and out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, Final

from ..array import Area, Array, Union, lift
from ..frame import Frame
from ..function import function
from ..moment import LAST_DAY, day_of, days_in, parts, serial, serial_of, serial_of_text
from ..value import NUM, VALUE, FaultError, UnknownError, number
from .rounding import strict

_EPOCH: Final = 1462
"""Days from the first day of the 1900 system to that of the 1904 system."""
_SHORT: Final = 32_767
"""What months and days may be counted with for sure."""
_ALMOST: Final = 1 - 0.5 / 86_400
"""From this part of a day on, the next second is one of the next day."""
_FALSE_YEAR: Final = 366
"""The last day of 1900, whose weeks are Excel's own."""
_NAMED: Final = re.compile(r"(\d{1,2})([- ])([A-Za-z]{3})\2(\d{4})")
_DATED: Final = re.compile(r"(\S*\d)\s+(\d{1,2}:\d{2}(?::\d{2})?)")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def singly(run: Callable[..., Any]) -> Callable[..., Any]:
    """A function that works on each value of an array, but not on several cells."""

    @wraps(run)
    def each(frame: Frame, *arguments: Any) -> Any:
        values = [one_of(frame, argument) for argument in arguments]
        if any(type(value) is Array for value in values):
            return lift(lambda *here: run(frame, *here), values)
        return run(frame, *values)

    return each


def one_of(frame: Frame, argument: Any) -> Any:
    """The value of a cell, an array, or a value as it is."""
    if type(argument) is Union or (type(argument) is Area and not argument.is_cell):
        raise UnknownError("takes several cells where one value is taken")
    return frame.spread(argument)


def days(frame: Frame, value: Any) -> int:
    """The day of a serial, in the 1900 system. Raises #NUM! for those that are no date."""
    if frame.book.epoch_1904 and type(value) is str:
        raise UnknownError("takes text for a number or a date")
    found = number(value)
    shift = _EPOCH if frame.book.epoch_1904 else 0
    if not 0 <= found < LAST_DAY + 1 - shift:
        raise FaultError(NUM)
    day = int(found)
    if found - day > _ALMOST:
        raise UnknownError("takes the last instant of a day")
    return day + shift


def whole_days(frame: Frame, value: Any) -> int:
    """A day where TRUE and FALSE are not taken for one."""
    strict(value)
    return days(frame, value)


def made(frame: Frame, day: int) -> float:
    """The serial of a day. Raises #NUM! where there is none."""
    found = day - (_EPOCH if frame.book.epoch_1904 else 0)
    if found < 0 or day > LAST_DAY:
        raise FaultError(NUM)
    return float(found)


def no_truth(value: Any) -> Any:
    """A value where TRUE and FALSE give #VALUE!."""
    if type(value) is bool:
        raise FaultError(VALUE)
    return value


def cut(value: Any) -> int:
    """A number without what lies behind its point. Raises #NUM! for those that no calendar holds."""
    found = strict(value)
    if abs(found) > LAST_DAY:
        raise FaultError(NUM)
    return int(found)


# Days and their parts


@function("DATE", "vvv")
def date_(frame: Frame, year: Any, month: Any, day: Any) -> float:
    """The day of a year, month and day, the latter two counted on beyond their ends."""
    years, months, after = _part(year), _part(month), _part(day)
    if not 0 <= years <= 9999:
        raise FaultError(NUM)
    at = (years + 1900 if years < 1900 else years) * 12 + months - 1
    if abs(months) > _SHORT or abs(after) > _SHORT:
        raise UnknownError("counts very many months or days")
    if not 1900 * 12 <= at < 10_000 * 12:
        if (at < 1897 * 12 and after <= 0) or at >= 10_090 * 12:
            raise FaultError(NUM)
        raise UnknownError("counts from a month outside the calendar")
    return made(frame, serial(at // 12, at % 12 + 1, 1) + after - 1)


def _part(value: Any) -> int:
    found = number(value)
    if found < 0 and not found.is_integer():
        raise UnknownError("cuts off what lies behind the point of a number below zero")
    if abs(found) > 1e9:
        raise FaultError(NUM)
    return int(found)


@function("YEAR", "v")
def year_(frame: Frame, value: Any) -> float:
    """The year."""
    return float(parts(days(frame, value))[0])


@function("MONTH", "v")
def month_(frame: Frame, value: Any) -> float:
    """The month."""
    return float(parts(days(frame, value))[1])


@function("DAY", "v")
def day_(frame: Frame, value: Any) -> float:
    """The day of the month."""
    return float(parts(days(frame, value))[2])


@function("DAYS", "vv")
def days_(frame: Frame, end: Any, start: Any) -> float:
    """Days from one to another."""
    return float(whole_days(frame, end) - whole_days(frame, start))


# Text


@function("DATEVALUE", "v")
def datevalue(frame: Frame, value: Any) -> float:
    """The day that a text says."""
    return made(frame, day_of_text(text_only(value)))


def text_only(value: Any) -> str:
    """A text; numbers are not taken for one."""
    if type(value) is str:
        return value
    number(value)
    raise FaultError(VALUE)


def day_of_text(text: str) -> int:
    """The day of a text whose date reads the same in every English locale, in the 1900 system."""
    match = _NAMED.fullmatch(text)
    if match is not None:
        name = match[3].lower()
        if name in _MONTHS and int(match[4]) >= 1900:
            return _named(int(match[4]), _MONTHS.index(name) + 1, int(match[1]))
    match = _DATED.fullmatch(text)
    if match is not None:
        serial_of_text(match[2])
        return day_of_text(match[1])
    found = serial_of_text(text)
    if ":" in text:
        raise UnknownError("takes a time for a date")
    return int(found)


def _named(year: int, month: int, day: int) -> int:
    try:
        return serial(year, month, day)
    except ValueError:
        raise FaultError(VALUE) from None


# Weeks


@function("WEEKDAY", "v[v]")
def weekday(frame: Frame, value: Any, kind: Any = 1) -> float:
    """The day of the week."""
    day, way = days(frame, value), int(number(kind))
    if way == 3:
        return float((day - 2) % 7)
    return float((day - 2 - _first_day(way)) % 7 + 1)


def _first_day(kind: int) -> int:
    """The day that a week begins with, counted from Monday as 0."""
    if kind in (1, 2):
        return 6 if kind == 1 else 0
    if 11 <= kind <= 17:
        return kind - 11
    raise FaultError(NUM)


@function("WEEKNUM", "r[r]")
@singly
def weeknum(frame: Frame, value: Any, kind: Any = 1) -> float:
    """The week of the year; the first holds the first of January."""
    day, way = whole_days(frame, value), cut(kind)
    if way == 21:
        return _iso_week(day)
    first = _first_day(way)
    if day <= _FALSE_YEAR:
        raise UnknownError("reckons with weeks of the year 1900")
    start = serial(parts(day)[0], 1, 1)
    return float((day - start + (start - 2 - first) % 7) // 7 + 1)


@function("ISOWEEKNUM", "v")
def isoweeknum(frame: Frame, value: Any) -> float:
    """The week of the year by ISO 8601."""
    return _iso_week(whole_days(frame, value))


def _iso_week(day: int) -> float:
    if day <= _FALSE_YEAR:
        raise UnknownError("reckons with weeks of the year 1900")
    return float(day_of(day).isocalendar()[1])


# Months


@function("EDATE", "rr")
@singly
def edate(frame: Frame, start: Any, months: Any) -> float:
    """The same day so many months later."""
    at = day_of(days(frame, no_truth(start)))
    year, month = _month_after(at.year, at.month, months)
    return made(frame, serial_of(date(year, month, min(at.day, days_in(year, month)))))


@function("EOMONTH", "rr")
@singly
def eomonth(frame: Frame, start: Any, months: Any) -> float:
    """The last day of the month so many months later."""
    year, month, _ = parts(days(frame, no_truth(start)))
    year, month = _month_after(year, month, months)
    if (year, month) == (1900, 2):
        raise UnknownError("reckons with days before March 1900")
    return made(frame, serial(year, month, days_in(year, month)))


def _month_after(year: int, month: int, months: Any) -> tuple[int, int]:
    at = year * 12 + month - 1 + cut(no_truth(months))
    if not 1900 * 12 <= at < 10_000 * 12:
        raise FaultError(NUM)
    return at // 12, at % 12 + 1
