"""Where numbers stand in the order of a sample: percentiles, quartiles, ranks as parts of 1, counts between bounds."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import Any, Final

from ..array import Array
from ..frame import Frame, is_several
from ..function import function
from ..value import NA, NUM, FaultError, UnknownError, compare_numbers, number
from .sample import numbers

_EDGE: Final = 1e-12
_DEFAULT_DIGITS: Final = 3
_MAX_DIGITS: Final = 14
_FOUR: Final = 4


def _sorted(frame: Frame, sample: Any) -> list[float]:
    found = sorted(numbers(frame, [sample]))
    if not found:
        raise FaultError(NUM)
    return found


def _between(values: list[float], place: float) -> float:
    """The number at a place counted from 0, of which what lies behind the point is a part of the way to the next."""
    low = int(place)
    part = place - low
    if not part:
        return values[low]
    return values[low] + part * (values[low + 1] - values[low])


def _inclusive(values: list[float], share: float) -> float:
    if not 0 <= share <= 1:
        raise FaultError(NUM)
    return _between(values, share * (len(values) - 1))


def _exclusive(values: list[float], share: float) -> float:
    if not 0 < share < 1:
        raise FaultError(NUM)
    place, count = share * (len(values) + 1), len(values)
    if 1 <= place <= count:
        return _between(values, place - 1)
    if place > 1 - _EDGE and place < count * (1 + _EDGE):
        raise UnknownError("hangs on the last digit of a share")
    raise FaultError(NUM)


@function("PERCENTILE PERCENTILE.INC", "rv")
def percentile(frame: Frame, sample: Any, share: Any) -> float:
    """The number below which a share of a sample lies, both ends included."""
    return _inclusive(_sorted(frame, sample), number(share))


@function("PERCENTILE.EXC", "rv")
def percentile_exc(frame: Frame, sample: Any, share: Any) -> float:
    """The number below which a share of a sample lies, both ends excluded."""
    return _exclusive(_sorted(frame, sample), number(share))


@function("QUARTILE QUARTILE.INC", "rv")
def quartile(frame: Frame, sample: Any, quarters: Any) -> float:
    """The number below which so many quarters of a sample lie, both ends included."""
    count = number(quarters)
    if -1 < count < 0:
        raise UnknownError("counts a little less than none")
    return _inclusive(_sorted(frame, sample), math.trunc(count) / _FOUR)


@function("QUARTILE.EXC", "rv")
def quartile_exc(frame: Frame, sample: Any, quarters: Any) -> float:
    """The number below which so many quarters of a sample lie, both ends excluded."""
    return _exclusive(_sorted(frame, sample), math.trunc(number(quarters)) / _FOUR)


# Ranks


@function("PERCENTRANK PERCENTRANK.INC", "rv[v]")
def percentrank(frame: Frame, sample: Any, value: Any, digits: Any = _DEFAULT_DIGITS) -> float:
    """The part of a sample that lies below a number, both ends included."""
    values = _sorted(frame, sample)
    return _rank(values, number(value), _places(digits), 0, len(values) - 1)


@function("PERCENTRANK.EXC", "rv[v]")
def percentrank_exc(frame: Frame, sample: Any, value: Any, digits: Any = _DEFAULT_DIGITS) -> float:
    """The part of a sample that lies below a number, both ends excluded."""
    values = _sorted(frame, sample)
    return _rank(values, number(value), _places(digits), 1, len(values) + 1)


def _places(digits: Any) -> int:
    found = int(number(digits))
    if found < 1:
        raise FaultError(NUM)
    if found > _MAX_DIGITS:
        raise UnknownError("hangs on the last digit of a share")
    return found


def _rank(values: list[float], value: float, digits: int, first: int, whole: int) -> float:
    if not values[0] <= value <= values[-1]:
        raise FaultError(NA)
    if whole == 0:
        raise UnknownError("has one number to compute with")
    low = bisect_left(values, value)
    scale: int = 10**digits
    if values[low] == value:
        exact: int = (low + first) * scale // whole
        if exact != math.floor((low + first) / whole * scale):
            raise UnknownError("hangs on the last digit of a share")
        return float(exact) / scale
    part = (value - values[low - 1]) / (values[low] - values[low - 1])
    place = (low - 1 + first + part) / whole * scale
    if place != round(place) and abs(place - round(place)) < _EDGE * scale:
        raise UnknownError("hangs on the last digit of a share")
    return float(int(place)) / scale


# Counts


@function("FREQUENCY", "rr")
def frequency(frame: Frame, sample: Any, bounds: Any) -> Array:
    """How many numbers of a sample lie up to each bound and above the one before; last, how many lie above all."""
    limits = _bounds(frame, bounds)
    rising = sorted(set(limits))
    counts = [0] * (len(rising) + 1)
    for value in numbers(frame, [sample]):
        at = bisect_left(rising, value)
        for near in rising[max(at - 1, 0) : at + 1]:
            compare_numbers(value, near)
        counts[at] += 1
    found = []
    waiting = dict(zip(rising, counts, strict=False))
    for limit in limits:
        found.append([waiting.pop(limit, 0)])
    return Array([*found, [counts[-1]]])


def _bounds(frame: Frame, bounds: Any) -> list[float]:
    count = frame.array(bounds).height * frame.array(bounds).width if is_several(bounds) else 1
    limits = numbers(frame, [bounds])
    if not limits or len(limits) != count:
        raise UnknownError("counts between bounds that are no numbers")
    return limits
