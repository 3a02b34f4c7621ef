"""Dates and times as serial numbers of the 1900 system, whose year 1900 has a 29th of February."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import Final, final

from .value import NUM, VALUE, FaultError, UnknownError

LAST_DAY: Final = 2_958_465
"""9999-12-31."""
_LEAP_DAY: Final = 60
_ORIGIN: Final = date(1899, 12, 30).toordinal()
_LIKE: Final = re.compile(r"\d{1,4}(?:[-/. ,:]+\w+){1,5}|[^\W\d]{3,9}[-/. ,]+\d[\w:,. ]*|\d{1,2} ?[AaPp][Mm]?")
_WORD: Final = re.compile(r"[^\W\d]+")
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_ISO: Final = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})")
_TIME: Final = re.compile(r"(\d{1,2}):([0-5]?\d)(?::([0-5]?\d(?:\.\d{1,3})?))?(?: ([AaPp])[Mm])?")


@final
class _Texts:
    """epoch_1904: whether the formula that is computed now counts the days of texts from 1904 on."""

    epoch_1904 = False


texts: Final = _Texts()


def serial(year: int, month: int, day: int) -> int:
    """The serial of a day of the calendar; 1900-02-29 is 60. Raises ValueError for no such day."""
    if (year, month, day) == (1900, 2, 29):
        return _LEAP_DAY
    found = date(year, month, day).toordinal() - _ORIGIN
    return found if found > _LEAP_DAY else found - 1


def parts(value: float) -> tuple[int, int, int]:
    """(year, month, day) of a serial; 0 is 1900-01-00. Raises #NUM! for those that are no date."""
    day = int(value // 1)
    if not 0 <= day <= LAST_DAY:
        raise FaultError(NUM)
    if day == 0:
        return 1900, 1, 0
    if day == _LEAP_DAY:
        return 1900, 2, 29
    at = date.fromordinal(_ORIGIN + (day if day > _LEAP_DAY else day + 1))
    return at.year, at.month, at.day


def day_of(value: float) -> date:
    """The date of a serial from 1900-03-01 on; the weekdays and distances of earlier ones are Excel's own."""
    day = int(value // 1)
    if not 0 <= day <= LAST_DAY:
        raise FaultError(NUM)
    if day <= _LEAP_DAY:
        raise UnknownError("reckons with days before March 1900")
    return date.fromordinal(_ORIGIN + day)


def serial_of(day: date) -> int:
    """The serial of a date from 1900-03-01 on."""
    found = day.toordinal() - _ORIGIN
    if found <= _LEAP_DAY:
        raise UnknownError("reckons with days before March 1900")
    return found


def days_in(year: int, month: int) -> int:
    """Days of a month of the calendar."""
    return monthrange(year, month)[1]


def serial_of_text(text: str) -> float:
    """The serial of a text in one of the forms that read the same in every English locale: 2024-01-31, 13:45."""
    match = _TIME.fullmatch(text)
    if match is not None:
        return time_of(match)
    match = _ISO.fullmatch(text)
    if match is not None:
        return _day_of_text(int(match[1]), int(match[2]), int(match[3]))
    if text != text.strip() and _ISO.fullmatch(text.strip()):
        raise FaultError(VALUE)
    if _LIKE.fullmatch(text.strip()) and all(_is_of_dates(word.lower()) for word in _WORD.findall(text)):
        raise UnknownError("takes text for a number or a date")
    raise FaultError(VALUE)


def _is_of_dates(word: str) -> bool:
    return word in ("a", "p", "am", "pm") or (len(word) >= 3 and any(month.startswith(word) for month in _MONTHS))


def time_of(match: re.Match[str]) -> float:
    """The part of a day of what _TIME found."""
    hour, minute, second = int(match[1]), int(match[2]), float(match[3] or 0)
    if match[4]:
        if not 1 <= hour <= 12:
            raise UnknownError("takes text for a number or a date")
        hour = hour % 12 + (12 if match[4] in "Pp" else 0)
    return (hour * 3600 + minute * 60 + second) / 86_400


def _day_of_text(year: int, month: int, day: int) -> int:
    if not 1900 <= year <= 9999:
        raise FaultError(VALUE)
    try:
        return serial(year, month, day)
    except ValueError:
        raise FaultError(VALUE) from None
