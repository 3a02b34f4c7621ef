"""calendar, without what it keeps for the process: its first weekday is Monday in every run."""
# ruff: noqa: D102 - the methods are those of calendar

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final, final

from ..policy.word import words
from ..realm import Realm
from .exact import require_int
from .family import Family

_DAYS = words("MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY")
_MONTHS = words("""
    JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER
""")
_NAME_LISTS = words("day_abbr day_name month_abbr month_name")
_MAX_WIDTH = 1000
"""Columns and lines of a text calendar; more would only fill memory."""


class Calendar:
    """Weeks and days of a month or year. Iterators go over a list that is there: no generator of the library."""

    __slots__ = ("_pages",)

    def __init__(self, firstweekday: Any = 0) -> None:
        self._pages = calendar.TextCalendar(require_int(firstweekday, "firstweekday"))

    @property
    def firstweekday(self) -> int:
        return int(self._pages.firstweekday)

    def getfirstweekday(self) -> int:
        return int(self._pages.firstweekday)

    def setfirstweekday(self, firstweekday: Any) -> None:
        self._pages.setfirstweekday(require_int(firstweekday, "firstweekday"))

    def iterweekdays(self) -> Iterator[int]:
        return iter([int(day) for day in self._pages.iterweekdays()])

    def itermonthdates(self, year: Any, month: Any) -> Iterator[date]:
        return iter(list(self._pages.itermonthdates(*_month(year, month))))

    def itermonthdays(self, year: Any, month: Any) -> Iterator[int]:
        return iter(list(self._pages.itermonthdays(*_month(year, month))))

    def itermonthdays2(self, year: Any, month: Any) -> Iterator[tuple[int, int]]:
        return iter([(day, int(weekday)) for day, weekday in self._pages.itermonthdays2(*_month(year, month))])

    def itermonthdays3(self, year: Any, month: Any) -> Iterator[tuple[int, int, int]]:
        return iter(list(self._pages.itermonthdays3(*_month(year, month))))

    def itermonthdays4(self, year: Any, month: Any) -> Iterator[tuple[int, int, int, int]]:
        return iter([(y, m, d, int(weekday)) for y, m, d, weekday in self._pages.itermonthdays4(*_month(year, month))])

    def monthdatescalendar(self, year: Any, month: Any) -> list[list[date]]:
        return self._pages.monthdatescalendar(*_month(year, month))

    def monthdayscalendar(self, year: Any, month: Any) -> list[list[int]]:
        return self._pages.monthdayscalendar(*_month(year, month))

    def monthdays2calendar(self, year: Any, month: Any) -> list[list[tuple[int, int]]]:
        weeks = self._pages.monthdays2calendar(*_month(year, month))
        return [[(day, int(weekday)) for day, weekday in week] for week in weeks]

    def yeardatescalendar(self, year: Any, width: Any = 3) -> list[list[list[list[date]]]]:
        return self._pages.yeardatescalendar(require_int(year, "year"), _width(width))

    def yeardayscalendar(self, year: Any, width: Any = 3) -> list[list[list[list[int]]]]:
        return self._pages.yeardayscalendar(require_int(year, "year"), _width(width))


@final
class TextCalendar(Calendar):
    """A month or year as text."""

    __slots__ = ()

    def formatmonth(self, theyear: Any, themonth: Any, w: Any = 0, l: Any = 0) -> str:  # noqa: E741
        return self._pages.formatmonth(*_month(theyear, themonth), _width(w), _width(l))

    def formatyear(self, theyear: Any, w: Any = 2, l: Any = 1, c: Any = 6, m: Any = 3) -> str:  # noqa: E741
        widths = [_width(value) for value in (w, l, c, m)]
        return self._pages.formatyear(require_int(theyear, "year"), *widths)


def _month(year: Any, month: Any) -> tuple[int, int]:
    """Year and month; the month in range, for the library then indexes a list with it."""
    year, month = require_int(year, "year"), require_int(month, "month")
    if not 1 <= month <= 12:
        raise calendar.IllegalMonthError(month)
    return year, month


def _width(value: Any) -> int:
    width = require_int(value, "a width")
    if width > _MAX_WIDTH:
        raise ValueError(f"a width of more than {_MAX_WIDTH} in a calendar")
    return width


def isleap(year: Any) -> bool:
    """Whether a year has a 29 February."""
    return calendar.isleap(require_int(year, "year"))


def leapdays(y1: Any, y2: Any) -> int:
    """Leap years from y1 on, before y2."""
    return calendar.leapdays(require_int(y1, "year"), require_int(y2, "year"))


def weekday(year: Any, month: Any, day: Any) -> int:
    """0 for a Monday."""
    return int(calendar.weekday(*_month(year, month), require_int(day, "day")))


def monthrange(year: Any, month: Any) -> tuple[int, int]:
    """Weekday of the first day, and number of days."""
    first, days = calendar.monthrange(*_month(year, month))
    return int(first), days


def monthcalendar(year: Any, month: Any) -> list[list[int]]:
    """Weeks of days, 0 outside the month."""
    return Calendar().monthdayscalendar(year, month)


def month(theyear: Any, themonth: Any, w: Any = 0, l: Any = 0) -> str:  # noqa: E741
    """A month as text."""
    return TextCalendar().formatmonth(theyear, themonth, w, l)


def year_text(theyear: Any, w: Any = 2, l: Any = 1, c: Any = 6, m: Any = 3) -> str:  # noqa: E741
    """A year as text."""
    return TextCalendar().formatyear(theyear, w, l, c, m)


def timegm(tuple: Any) -> int:  # noqa: A002
    """Seconds since 1970 of fields in UTC."""
    return calendar.timegm([require_int(field, "a field of the time") for field in tuple[:6]])  # type: ignore[arg-type]


def firstweekday() -> int:
    """Monday: setfirstweekday is not available."""
    return 0


_FIXED: dict[str, object] = {
    **{name: int(getattr(calendar, name)) for name in _DAYS},
    **{name: int(getattr(calendar, name)) for name in _MONTHS if hasattr(calendar, name)},
    "Calendar": Calendar,
    "IllegalMonthError": calendar.IllegalMonthError,
    "IllegalWeekdayError": calendar.IllegalWeekdayError,
    "TextCalendar": TextCalendar,
    "calendar": year_text,
    "firstweekday": firstweekday,
    "isleap": isleap,
    "leapdays": leapdays,
    "month": month,
    "monthcalendar": monthcalendar,
    "monthrange": monthrange,
    "timegm": timegm,
    "weekday": weekday,
}


def _build(realm: Realm) -> Mapping[str, object]:
    realm.known.update((Calendar, TextCalendar))
    return {**_FIXED, **{name: list(getattr(calendar, name)) for name in _NAME_LISTS}}


FAMILY: Final = Family("calendar", frozenset((*_FIXED, *_NAME_LISTS)), _build)
"""Without setfirstweekday (changes the process), HTMLCalendar, the locale's calendars, and what prints. Names of days
and months are lists: the library's own objects compute them from the locale, and have a format attribute."""
