"""Tests of what samples say: T.TEST, Z.TEST, F.TEST, CHISQ.TEST; CONFIDENCE and PROB."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final

from ....value import CellError
from ..array import Array
from ..frame import Frame, is_several
from ..function import function
from ..value import DIV0, NA, NUM, FaultError, UnknownError, number
from .argument import of_numbers
from .distribution import normal_inverse, normal_lower
from .incomplete import gamma_tails, student_inverse, student_tail
from .regression import pairs
from .sample import deviation, mean, numbers, total, variance
from .tail import ratio_tails

_LEFT_OUT: Final = object()
_WHOLE: Final = 1e-12
_NOT_WHOLE: Final = 1e-6


# Student's


@function("T.TEST TTEST", "rrvv")
def t_test(frame: Frame, one: Any, other: Any, tails: Any, kind: Any) -> float:
    """The chance that samples of the same mean differ as much: 1 in pairs, 2 of the same variance, 3 of any."""
    sides, way = int(number(tails)), int(number(kind))
    if sides not in (1, 2) or way not in _KINDS:
        raise FaultError(NUM)
    found, freedom = _KINDS[way](frame, one, other)
    return student_tail(abs(found), freedom)[0] * sides / 2


def _in_pairs(frame: Frame, one: Any, other: Any) -> tuple[float, float]:
    left, right = pairs(frame, one, other)
    gaps = [x - y for x, y in zip(left, right, strict=True)]
    scale = deviation(gaps, 1)
    if scale == 0:
        raise FaultError(DIV0)
    return mean(gaps) / scale * math.sqrt(len(gaps)), len(gaps) - 1


def _two(frame: Frame, one: Any, other: Any) -> tuple[list[float], list[float]]:
    left, right = numbers(frame, [one]), numbers(frame, [other])
    if len(left) < 2 or len(right) < 2:
        if len(left) + len(right) > 2 and left and right:
            raise UnknownError("has a sample of one number")
        raise FaultError(DIV0)
    return left, right


def _of_same_variance(frame: Frame, one: Any, other: Any) -> tuple[float, float]:
    left, right = _two(frame, one, other)
    freedom = len(left) + len(right) - 2
    pooled = (variance(left, 1) * (len(left) - 1) + variance(right, 1) * (len(right) - 1)) / freedom
    return _over(left, right, pooled * (1 / len(left) + 1 / len(right))), freedom


def _of_any_variance(frame: Frame, one: Any, other: Any) -> tuple[float, float]:
    left, right = _two(frame, one, other)
    first, second = variance(left, 1) / len(left), variance(right, 1) / len(right)
    found = _over(left, right, first + second)
    return found, (first + second) ** 2 / (first**2 / (len(left) - 1) + second**2 / (len(right) - 1))


def _over(left: list[float], right: list[float], square: float) -> float:
    if square == 0:
        raise FaultError(DIV0)
    return (mean(left) - mean(right)) / math.sqrt(square)


_KINDS: Final[dict[int, Callable[[Frame, Any, Any], tuple[float, float]]]] = {
    1: _in_pairs,
    2: _of_same_variance,
    3: _of_any_variance,
}


# Normal, F, chi-square


@function("Z.TEST ZTEST", "rv[v]")
def z_test(frame: Frame, sample: Any, value: Any, scale: Any = _LEFT_OUT) -> float:
    """The chance that a sample of a mean has as large a mean."""
    values, middle = numbers(frame, [sample]), number(value)
    if not values:
        raise FaultError(NA)
    if scale is None:
        raise UnknownError("leaves an argument empty")
    width = deviation(values, 1) if scale is _LEFT_OUT else number(scale)
    if width == 0:
        raise FaultError(DIV0)
    if width < 0:
        raise FaultError(NUM)
    return normal_lower(-(mean(values) - middle) * math.sqrt(len(values)) / width)


@function("F.TEST FTEST", "rr")
def f_test(frame: Frame, one: Any, other: Any) -> float:
    """The chance, on either side, that samples of the same variance differ as much in theirs."""
    left, right = numbers(frame, [one]), numbers(frame, [other])
    first, second = variance(left, 1), variance(right, 1)
    if first == 0 or second == 0:
        raise FaultError(DIV0)
    return 2 * min(ratio_tails(first / second, len(left) - 1, len(right) - 1))


@function("CHISQ.TEST CHITEST", "rr")
def chisq_test(frame: Frame, actual: Any, expected: Any) -> float:
    """The chance that counts differ as much from what is expected."""
    if not is_several(actual) or not is_several(expected):
        raise UnknownError("has an argument of a kind that is not computed")
    seen, wanted = frame.array(actual), frame.array(expected)
    height, width = seen.height, seen.width
    if height * width != wanted.height * wanted.width or height * width == 1:
        raise FaultError(NA)
    if height != wanted.height:
        raise UnknownError("pairs a row with a column")
    terms = [_distance(one, other) for one, other in zip_longest(seen.values(), wanted.values())]
    if len(terms) < height * width:
        raise UnknownError("has an argument of a kind that is not computed")
    freedom = (height - 1) * (width - 1) or height * width - 1
    return gamma_tails(freedom / 2, total(terms) / 2)[1]


def _distance(actual: Any, expected: Any) -> float:
    for value in (actual, expected):
        if type(value) is CellError:
            raise FaultError(value.code)
        if type(value) not in (int, float):
            raise UnknownError("has an argument of a kind that is not computed")
    if expected == 0:
        raise FaultError(DIV0)
    if expected < 0:
        raise FaultError(NUM)
    return float((actual - expected) ** 2 / expected)


# Confidence


@of_numbers("CONFIDENCE CONFIDENCE.NORM", "nnn")
def confidence(alpha: float, width: float, size: float) -> float:
    """Half the width of the interval of confidence of a mean, by the normal distribution."""
    _check(alpha, width, size)
    return -normal_inverse(alpha / 2) * width / math.sqrt(int(size))


@of_numbers("CONFIDENCE.T", "nnn")
def confidence_t(alpha: float, width: float, size: float) -> float:
    """Half the width of the interval of confidence of a mean, by Student's distribution."""
    _check(alpha, width, size)
    if int(size) == 1:
        raise FaultError(DIV0)
    return student_inverse(alpha / 2, int(size) - 1) * width / math.sqrt(int(size))


def _check(alpha: float, width: float, size: float) -> None:
    if not 0 < alpha < 1 or width <= 0 or size < 1:
        raise FaultError(NUM)


# PROB


@function("PROB", "rrv[v]")
def prob(frame: Frame, sample: Any, chances: Any, least: Any, most: Any = _LEFT_OUT) -> float:
    """The chance of a number, or of one between two."""
    low = number(least)
    high = low if most is _LEFT_OUT else number(most)
    values, parts = pairs(frame, sample, chances)
    if len(values) < _size(frame, sample):
        raise UnknownError("has an argument of a kind that is not computed")
    if any(not 0 <= part <= 1 for part in parts):
        raise FaultError(NUM)
    gap = abs(total(parts) - 1)
    if gap > _NOT_WHOLE:
        raise FaultError(NUM)
    if gap > _WHOLE or 0 in parts:
        raise UnknownError("has chances whose sum is not quite 1")
    return total(part for value, part in zip(values, parts, strict=True) if low <= value <= high)


def _size(frame: Frame, value: Any) -> int:
    array = frame.array(value) if is_several(value) else Array([[value]])
    return array.height * array.width
