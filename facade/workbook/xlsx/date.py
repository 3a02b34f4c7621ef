"""Serial numbers and Python's dates, in both epochs, as openpyxl reads and writes them.

A serial counts days; 1900 files take 1900 for a leap year: 60 is the day that never was, and serials below it lie one
day nearer to 1899-12-31 than those above.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Final, TypeAlias

Moment: TypeAlias = "date | datetime | time | timedelta"

EPOCH_1900: Final = datetime(1899, 12, 30)  # noqa: DTZ001  a workbook has no time zone
EPOCH_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001
_DAY_S: Final = 86_400
_PHANTOM: Final = 60
"""1900-02-29, which Lotus 1-2-3 and Excel have and the calendar has not."""

_ISO = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d))?T?"
    r"(?:(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?P<fraction>\.\d+)?)?)?Z?"
)
_DURATION = re.compile(r"PT(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:\.\d+)?)S)?")


def from_serial(serial: float, *, epoch_1904: bool, duration: bool = False) -> datetime | time | timedelta:
    """The moment a serial stands for, to the millisecond: time below 1, else datetime; timedelta for a duration.

    Raises OverflowError where Python has no such date (before year 1, after 9999).
    """
    if duration:
        return _to_millisecond(timedelta(days=serial))
    day, fraction = divmod(serial, 1)
    within = timedelta(milliseconds=round(fraction * _DAY_S * 1000))
    if 0 <= serial < 1 and not within.days:
        return (EPOCH_1900 + within).time()
    if 0 < serial < _PHANTOM and not epoch_1904:
        day += 1
    return (EPOCH_1904 if epoch_1904 else EPOCH_1900) + timedelta(days=day) + within


def to_serial(moment: Moment, *, epoch_1904: bool) -> float:
    """The serial of a moment; an int for a date or a whole day. A datetime's time zone must have been refused."""
    if isinstance(moment, time):
        return _of_day(moment)
    if isinstance(moment, timedelta):
        return moment.total_seconds() / _DAY_S
    at = moment if isinstance(moment, datetime) else datetime.combine(moment, time())
    days = (at - (EPOCH_1904 if epoch_1904 else EPOCH_1900)).days
    if 0 < days <= _PHANTOM and not epoch_1904:
        days -= 1
    fraction = _of_day(at.time())
    return days + fraction if fraction else days


def from_iso(text: str, *, epoch_1904: bool) -> float:
    """The serial of an ISO 8601 text in a cell of type d. Raises ValueError for any other text."""
    if (match := _ISO.fullmatch(text)) and (match["year"] or match["hour"]):
        clock = time(
            int(match["hour"] or 0),
            int(match["minute"] or 0),
            int(match["second"] or 0),
            int(float(match["fraction"] or 0) * 1_000_000),
        )
        if not match["year"]:
            return _of_day(clock)
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
        return to_serial(datetime.combine(day, clock), epoch_1904=epoch_1904)
    if (match := _DURATION.fullmatch(text)) and any(match.groups()):
        parts = {unit: float(number) for unit, number in match.groupdict().items() if number}
        return timedelta(**parts).total_seconds() / _DAY_S
    raise ValueError(f"{text!r} is no ISO 8601 date, time or duration")


def _of_day(clock: time) -> float:
    return (clock.hour * 3600 + clock.minute * 60 + clock.second + clock.microsecond / 10**6) / _DAY_S


def _to_millisecond(span: timedelta) -> timedelta:
    return timedelta(span.days, span.seconds, round(span.microseconds, -3))
