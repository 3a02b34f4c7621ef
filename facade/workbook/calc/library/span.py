"""Distances of days: DATEDIF, DAYS360, YEARFRAC."""

from __future__ import annotations

from calendar import isleap
from datetime import date
from typing import Any, NamedTuple

from ..frame import Frame
from ..function import function
from ..moment import day_of, days_in, parts
from ..value import NUM, FaultError, UnknownError, text, truth
from .day import cut, singly, whole_days


class _Day(NamedTuple):
    year: int
    month: int
    day: int


def _is_last_of_february(at: _Day) -> bool:
    return at.month == 2 and at.day == days_in(at.year, 2)


def _days_30(start: _Day, end: _Day) -> int:
    return (end.year - start.year) * 360 + (end.month - start.month) * 30 + end.day - start.day


# Days of years of 360 days


@function("DAYS360", "vv[v]")
def days360(frame: Frame, start: Any, end: Any, european: Any = False) -> float:
    """Days between two in years of twelve months of 30 days."""
    one, other = whole_days(frame, start), whole_days(frame, end)
    first, last = _Day(*parts(one)), _Day(*parts(other))
    for at in (first, last):
        if at.day == 0 or at[:2] == (1900, 2):
            raise UnknownError("reckons with days before March 1900")
    if truth(european):
        return float(european_days(first, last))
    if first.day == 31 or _is_last_of_february(first):
        first = first._replace(day=30)
    if _is_last_of_february(last):
        raise UnknownError("reckons months of 30 days to the end of February")
    if last.day == 31 and first.day == 30:
        last = last._replace(day=30)
    return float(_days_30(first, last))


def european_days(start: tuple[int, int, int], end: tuple[int, int, int]) -> int:
    """Days where the 31st counts as the 30th."""
    first, last = _Day(*start), _Day(*end)
    return _days_30(first._replace(day=min(first.day, 30)), last._replace(day=min(last.day, 30)))


def american_days(start: tuple[int, int, int], end: tuple[int, int, int]) -> int:
    """Days by the method of the NASD as YEARFRAC reckons them, start being the earlier."""
    first, last = _Day(*start), _Day(*end)
    if first.day == 31:
        first, last = first._replace(day=30), last._replace(day=min(last.day, 30))
    elif first.day == 30:
        last = last._replace(day=min(last.day, 30))
    elif _is_last_of_february(first):
        first, last = first._replace(day=30), last._replace(day=30) if _is_last_of_february(last) else last
    return _days_30(first, last)


# Parts of years


@function("YEARFRAC", "rr[r]")
@singly
def yearfrac(frame: Frame, start: Any, end: Any, basis: Any = 0) -> float:
    """How many years lie between two days."""
    one, other = sorted((whole_days(frame, start), whole_days(frame, end)))
    kind = basis_of(basis)
    if one == other:
        return 0.0
    if kind in (2, 3):
        return (other - one) / (360 if kind == 2 else 365)
    first, last = day_of(one), day_of(other)
    if kind == 1:
        return (other - one) / _year_length(first, last)
    reckon = european_days if kind == 4 else american_days
    return reckon((first.year, first.month, first.day), (last.year, last.month, last.day)) / 360


def basis_of(value: Any) -> int:
    """The number of a way to count days: 0 30/360, 1 actual, 2 actual/360, 3 actual/365, 4 European 30/360."""
    found = cut(value)
    if not 0 <= found <= 4:
        raise FaultError(NUM)
    return found


def _year_length(first: date, last: date) -> float:
    """Days of the year between two days, or of all years that they touch, on average."""
    if first.year == last.year:
        return 366 if isleap(first.year) else 365
    if first.year + 1 == last.year and (first.month, first.day) >= (last.month, last.day):
        holds = (isleap(first.year) and first < date(first.year, 3, 1)) or (
            isleap(last.year) and (last.month, last.day) >= (2, 29)
        )
        return 366 if holds else 365
    days = date(last.year, 12, 31).toordinal() - date(first.year, 1, 1).toordinal() + 1
    return days / (last.year - first.year + 1)


# DATEDIF


@function("DATEDIF", "vvv")
def datedif(frame: Frame, start: Any, end: Any, unit: Any) -> float:
    """Whole years, months or days between two days, or what is left of them."""
    one, other, kind = whole_days(frame, start), whole_days(frame, end), text(unit).lower()
    if one > other or kind not in ("y", "m", "d", "ym", "md", "yd"):
        raise FaultError(NUM)
    if kind == "d":
        return float(other - one)
    first, last = _Day(*parts(one)), _Day(*parts(other))
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    if kind == "y":
        return float(months // 12)
    if first.day == 0:
        raise UnknownError("reckons with days before March 1900")
    if kind in ("m", "ym"):
        return float(months if kind == "m" else months % 12)
    if kind == "md":
        if last.day < first.day:
            raise UnknownError("asks for the days left of months, which Excel miscounts")
        return float(last.day - first.day)
    return float(_days_left(one, other))


def _days_left(one: int, other: int) -> int:
    """Days left of years, where they are the same in the year of the start and in that of the end."""
    first, last = day_of(one), day_of(other)
    try:
        begun = first.replace(year=last.year)
        begun = begun if begun <= last else first.replace(year=last.year - 1)
        ended = last.replace(year=first.year)
        ended = ended if ended >= first else last.replace(year=first.year + 1)
    except ValueError:
        begun, ended = first, last
    if last - begun != ended - first:
        raise UnknownError("asks for the days left of years, one of which is a leap year")
    return (last - begun).days
