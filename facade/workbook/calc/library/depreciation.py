"""Depreciation: SLN, SYD, DB, DDB, VDB."""

from __future__ import annotations

from math import floor
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import DIV0, NUM, FaultError, UnknownError, number, truth

_HALF: Final = 1e-9
_MOST: Final = 1_000
"""Periods that are gone through one by one."""


@function("SLN", "vvv")
def sln(_: Frame, cost: Any, salvage: Any, life: Any) -> float:
    """Equal parts."""
    first, last, periods = number(cost), number(salvage), number(life)
    if periods == 0:
        raise FaultError(DIV0)
    return (first - last) / periods


@function("SYD", "vvvv")
def syd(_: Frame, cost: Any, salvage: Any, life: Any, period: Any) -> float:
    """Parts that grow smaller by the same amount."""
    first, last, periods, at = number(cost), number(salvage), number(life), number(period)
    if periods <= 0 or at <= 0 or at > periods:
        raise FaultError(NUM)
    if last < 0:
        raise UnknownError("depreciates to less than nothing")
    return (first - last) * (periods - at + 1) * 2 / (periods * (periods + 1))


@function("DB", "vvvv[v]")
def db(_: Frame, cost: Any, salvage: Any, life: Any, period: Any, month: Any = 12) -> float:
    """A fixed part of what is left, of three places; the first year has so many months."""
    first, last, periods, at = number(cost), number(salvage), number(life), int(number(period))
    months = int(number(month))
    if first < 0 or last < 0 or periods <= 0 or at < 1 or not 1 <= months <= 12:
        raise FaultError(NUM)
    if at > periods and not periods.is_integer():
        raise UnknownError("depreciates beyond a life that is no whole number")
    if at > periods + (months < 12):
        raise FaultError(NUM)
    if first == 0:
        return 0.0
    rate = _thousandths(1 - (last / first) ** (1 / periods))
    begun = first * rate * months / 12
    if at == 1:
        return begun
    found = (first - begun) * (1 - rate) ** (at - 2) * rate
    return found * (12 - months) / 12 if at > periods else found


def _thousandths(rate: float) -> float:
    scaled = abs(rate) * 1000
    if abs(scaled - floor(scaled) - 0.5) < _HALF:
        raise UnknownError("rounds a number at its sixteenth digit")
    return floor(scaled + 0.5) / (1000 if rate >= 0 else -1000)


@function("DDB", "vvvv[v]")
def ddb(_: Frame, cost: Any, salvage: Any, life: Any, period: Any, factor: Any = 2) -> float:
    """A fixed part of what is left, until the salvage is reached."""
    first, last, periods, at = number(cost), number(salvage), number(life), number(period)
    part = number(factor)
    if first < 0 or last < 0 or periods <= 0 or at <= 0 or at > periods or part <= 0:
        raise FaultError(NUM)
    if at < 1:
        raise UnknownError("depreciates a part of the first period")
    return _declining(first, last, periods, at, part)


def _declining(first: float, last: float, periods: float, at: float, part: float) -> float:
    left = max(1 - part / periods, 0.0)
    before = first * left ** (at - 1)
    return float(max(before - max(before * left, last), 0.0))


@function("VDB", "vvvvv[vv]")
def vdb(
    _: Frame, cost: Any, salvage: Any, life: Any, start: Any, end: Any, factor: Any = 2, stay: Any = False
) -> float:
    """As DDB over several periods, going over to equal parts where these are larger, unless told to stay."""
    first, last, periods = number(cost), number(salvage), number(life)
    begin, until, part, stays = number(start), number(end), number(factor), truth(stay)
    if first < 0 or last < 0 or periods <= 0 or begin < 0 or until < begin or until > periods or part <= 0:
        raise FaultError(NUM)
    if not (begin.is_integer() and until.is_integer() and periods.is_integer()) or until > _MOST:
        raise UnknownError("depreciates parts of periods")
    if last > first:
        raise UnknownError("depreciates to more than the cost")
    total, left = 0.0, first
    for at in range(int(until)):
        found = max(min(left * min(part / periods, 1.0), left - last), 0.0)
        if not stays:
            found = max(found, (left - last) / (periods - at))
        left -= found
        total += found if at >= begin else 0.0
    return total
