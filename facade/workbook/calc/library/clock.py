"""Times of the day: TIME, TIMEVALUE, HOUR, MINUTE, SECOND, NOW, TODAY."""

from __future__ import annotations

from math import floor
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..moment import LAST_DAY, serial_of_text
from ..value import NUM, FaultError, UnknownError, number
from .day import day_of_text, text_only

_DAY_S: Final = 86_400
_MOST: Final = 32_767
"""Hours, minutes and seconds that are taken."""
_HALF: Final = 1e-5
"""Seconds this near to a half may go either way."""
_EXACT: Final = 1e-3
"""Seconds this near to a whole one are that one."""


@function("TIME", "vvv")
def time_(_: Frame, hour: Any, minute: Any, second: Any) -> float:
    """The part of a day; whole days are left out."""
    values = [number(part) for part in (hour, minute, second)]
    found = (_part(values[0]) * 60 + _part(values[1])) * 60 + _part(values[2])
    if found < 0:
        raise FaultError(NUM)
    part = found / _DAY_S
    return part - floor(part)


def _part(value: Any) -> int:
    found = number(value)
    if abs(found) >= _MOST + 1:
        raise FaultError(NUM)
    if found < 0 and not found.is_integer():
        raise UnknownError("cuts off what lies behind the point of a number below zero")
    return int(found)


@function("TIMEVALUE", "v")
def timevalue(_: Frame, value: Any) -> float:
    """The time that a text says, as a part of a day."""
    text = text_only(value).strip(" ")
    if ":" not in text:
        day_of_text(text)
        return 0.0
    words = text.split()
    if len(words) > 1 and ":" not in words[0]:
        day_of_text(text)
        text = words[-1]
    found = serial_of_text(text)
    return found - floor(found)


@function("HOUR", "v")
def hour_(_: Frame, value: Any) -> float:
    """The hour."""
    return float(_seconds(value, 3600) // 3600)


@function("MINUTE", "v")
def minute_(_: Frame, value: Any) -> float:
    """The minute of the hour."""
    return float(_seconds(value, 60) // 60 % 60)


@function("SECOND", "v")
def second_(_: Frame, value: Any) -> float:
    """The second of the minute."""
    return float(_seconds(value, 1) % 60)


def _seconds(value: Any, unit: int) -> int:
    """The nearest second of the day. Raises UnknownError where rounding to it gives the next unit."""
    found = number(value)
    if not 0 <= found < LAST_DAY + 1:
        raise FaultError(NUM)
    exact = (found - floor(found)) * _DAY_S
    near = floor(exact + 0.5)
    if abs(exact - floor(exact) - 0.5) < _HALF:
        raise UnknownError("rounds a time at half a second")
    if near // unit != floor(exact) // unit and near - exact > _EXACT and unit > 1:
        raise UnknownError("rounds a time to the next minute")
    return near % _DAY_S


@function("NOW", "")
def now(frame: Frame) -> float:
    """The moment of the run."""
    found = getattr(frame.book, "clock", None)
    if found is None:
        raise UnknownError("asks for the time, which is not known here")
    return float(found)


@function("TODAY", "")
def today(frame: Frame) -> float:
    """The day of the run."""
    return float(floor(now(frame)))
