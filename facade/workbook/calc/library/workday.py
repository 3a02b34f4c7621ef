"""Days of work: NETWORKDAYS, NETWORKDAYS.INTL, WORKDAY, WORKDAY.INTL."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, Final

from ..array import Array, lift
from ..frame import Frame, is_several
from ..function import function
from ..moment import LAST_DAY
from ..value import NUM, VALUE, FaultError, UnknownError
from .day import cut, made, one_of, whole_days

_WEEKEND: Final = "0000011"
_FIRST: Final = 61
"""1900-03-01; the weeks before it are Excel's own."""


class _Week:
    """Days of work: weekend has a 1 for each free day from Monday on; holidays are free as well."""

    def __init__(self, weekend: str, holidays: list[int]) -> None:
        self._open = [digit == "0" for digit in weekend]
        self._holidays = sorted({day for day in holidays if self._open[(day - 2) % 7]})

    def before(self, day: int) -> int:
        """Days of work before a day, counted from the first Monday of the calendar."""
        weeks, rest = divmod(day - 2, 7)
        return weeks * sum(self._open) + sum(self._open[:rest]) - bisect_left(self._holidays, day)

    def between(self, first: int, last: int) -> int:
        """Days of work, both ends included."""
        return self.before(last + 1) - self.before(first)

    def after(self, start: int, count: int) -> int:
        """The day of work that is count days of work after a day, or before it. #NUM! where the calendar ends."""
        if count == 0:
            return start
        wanted = self.before(start + 1) + count if count > 0 else self.before(start) + count + 1
        low, high = _FIRST - 1, LAST_DAY + 1  # the first day up to which so many days of work have passed
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.before(middle + 1) >= wanted else (middle, high)
        if high > LAST_DAY:
            raise FaultError(NUM)
        if self.before(_FIRST) >= wanted:
            raise UnknownError("reckons with days before March 1900")
        return high


def _weekend(value: Any) -> str:
    """The free days of a week, by number or as seven digits."""
    if type(value) is str:
        if len(value) != 7 or not set(value) <= {"0", "1"}:
            raise FaultError(VALUE)
        return value
    kind = cut(value)
    if 1 <= kind <= 7:
        return "".join("1" if day in ((kind + 4) % 7, (kind + 5) % 7) else "0" for day in range(7))
    if 11 <= kind <= 17:
        return "".join("1" if day == (kind - 12) % 7 else "0" for day in range(7))
    raise FaultError(NUM)


def _holidays(frame: Frame, argument: Any) -> list[int]:
    if argument is None:
        return []
    found = []
    for value in frame.values(argument):
        if value is None:
            continue
        if type(value) is str and is_several(argument):
            raise UnknownError("has text for a holiday")
        found.append(whole_days(frame, value))
    return found


def _weeks(holidays: list[int]) -> Callable[[str], _Week]:
    """Weeks by their free days, each made once."""
    found: dict[str, _Week] = {}

    def week_of(weekend: str) -> _Week:
        if weekend not in found:
            found[weekend] = _Week(weekend, holidays)
        return found[weekend]

    return week_of


def _day(frame: Frame, value: Any) -> int:
    found = whole_days(frame, value)
    if found < _FIRST:
        raise UnknownError("reckons with days before March 1900")
    return found


def _each(frame: Frame, run: Callable[..., float], *arguments: Any) -> Any:
    values = [one_of(frame, argument) for argument in arguments]
    return lift(run, values) if any(type(value) is Array for value in values) else run(*values)


def _net(frame: Frame, start: Any, end: Any, weekend: Any, holidays: Any) -> Any:
    week_of = _weeks(_holidays(frame, holidays))

    def count(one: Any, other: Any, kind: Any) -> float:
        week = week_of(_weekend(kind))
        first, last = _day(frame, one), _day(frame, other)
        return float(week.between(first, last) if first <= last else -week.between(last, first))

    return _each(frame, count, start, end, weekend)


def _moved(frame: Frame, start: Any, count: Any, weekend: Any, holidays: Any, *, plain: bool) -> Any:
    week_of = _weeks(_holidays(frame, holidays))

    def move(one: Any, times: Any, kind: Any) -> float:
        shape = _weekend(kind)
        first, steps = _day(frame, one), cut(times)
        if "0" not in shape:
            raise FaultError(VALUE)
        if steps == 0 and not plain:
            raise UnknownError("moves by no day of work")
        return made(frame, week_of(shape).after(first, steps))

    return _each(frame, move, start, count, weekend)


@function("NETWORKDAYS", "rr[r]")
def networkdays(frame: Frame, start: Any, end: Any, holidays: Any = None) -> Any:
    """Days of work from one day to another, both included."""
    return _net(frame, start, end, _WEEKEND, holidays)


@function("NETWORKDAYS.INTL", "rr[rr]")
def networkdays_intl(frame: Frame, start: Any, end: Any, weekend: Any = 1, holidays: Any = None) -> Any:
    """Days of work where other days than Saturday and Sunday may be free."""
    return _net(frame, start, end, weekend, holidays)


@function("WORKDAY", "rr[r]")
def workday(frame: Frame, start: Any, count: Any, holidays: Any = None) -> Any:
    """The day so many days of work later."""
    return _moved(frame, start, count, _WEEKEND, holidays, plain=True)


@function("WORKDAY.INTL", "rr[rr]")
def workday_intl(frame: Frame, start: Any, count: Any, weekend: Any = 1, holidays: Any = None) -> Any:
    """The day so many days of work later, where other days than Saturday and Sunday may be free."""
    return _moved(frame, start, count, weekend, holidays, plain=False)
