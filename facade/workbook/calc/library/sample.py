"""What a sample of numbers is like: how far they spread, their shape, the commonest, means of other kinds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from ....value import CellError
from ..array import Area, Array
from ..frame import Frame, is_several
from ..function import function
from ..program import Step
from ..value import DIV0, NA, NUM, VALUE, FaultError, UnknownError, number

_NOISE: Final = 1e-10
"""Numbers that spread less than this part of their mean: what is left of them is rounding error."""
_CANCELLED: Final = 1e-12
"""Sums that are this small a part of their terms hold little but rounding error."""


# Taking numbers


def numbers(frame: Frame, arguments: Iterable[Any]) -> list[float]:
    """The numbers of all arguments; text and truth are left out of cells and arrays, and taken as such elsewhere."""
    found: list[float] = []
    for argument in arguments:
        if not is_several(argument):
            found.append(_direct(argument))
            continue
        for value in frame.values(argument):
            kind = type(value)
            if kind is float or kind is int:
                found.append(float(value))
            elif kind is CellError:
                raise FaultError(value.code)
    return found


def _direct(argument: Any) -> float:
    if argument is None:
        raise UnknownError("leaves an argument empty")
    return number(argument)


def all_numbers(frame: Frame, arguments: Iterable[Any]) -> list[float]:
    """As numbers does, but TRUE is 1, and FALSE and text in cells are 0."""
    found: list[float] = []
    for argument in arguments:
        if not is_several(argument):
            found.append(_direct(argument))
            continue
        for value in frame.values(argument):
            kind = type(value)
            if kind is CellError:
                raise FaultError(value.code)
            if kind is str or kind is bool:
                if type(argument) is Array:
                    raise UnknownError("has an argument of a kind that is not computed")
                found.append(float(value is True))
            elif value is not None:
                found.append(float(value))
    return found


def some(values: list[float], least: int = 1, code: str = "") -> list[float]:
    """Numbers of which there are enough."""
    if len(values) < least:
        if code:
            raise FaultError(code)
        raise UnknownError("has no numbers to compute with")
    return values


# Sums


def total(values: Iterable[float]) -> float:
    """The sum."""
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):
        raise FaultError(NUM) from None


def balance(values: list[float]) -> float:
    """The sum of numbers of either sign. Raises UnknownError where it is but rounding error."""
    found = total(values)
    if found == 0 and sum(values) == 0:
        return 0.0
    if abs(found) <= _CANCELLED * total(map(abs, values)):
        raise UnknownError("is what is left of a difference of nearly equal numbers")
    return found


def mean(values: list[float]) -> float:
    """The arithmetic mean."""
    return total(values) / len(values)


def deviations(values: list[float]) -> list[float]:
    """How far each lies from the mean. Raises UnknownError where that is but rounding error."""
    middle = mean(values)
    found = [value - middle for value in values]
    widest = max(map(abs, found))
    if widest <= _NOISE * abs(middle) and (widest or sum(values) / len(values) != values[0]):
        raise UnknownError("is what is left of a difference of nearly equal numbers")
    return found


def squares(values: list[float]) -> float:
    """The sum of the squares of the deviations."""
    return total(one * one for one in deviations(values))


def variance(values: list[float], spared: int) -> float:
    """The sum of squares by the count; spared is 1 for a sample."""
    if len(values) <= spared:
        raise FaultError(DIV0)
    return squares(values) / (len(values) - spared)


def deviation(values: list[float], spared: int) -> float:
    """The standard deviation."""
    return math.sqrt(variance(values, spared))


# Spread


def _spread(
    names: str,
    compute: Callable[[list[float], int], float],
    spared: int,
    take: Callable[[Frame, Iterable[Any]], list[float]] = numbers,
) -> None:
    def run(frame: Frame, *arguments: Any) -> float:
        return compute(take(frame, arguments), spared)

    run.__doc__ = f"{names} of numbers."
    function(names, "(r)+")(run)


_spread("STDEV STDEV.S", deviation, 1)
_spread("STDEVP STDEV.P", deviation, 0)
_spread("VAR VAR.S", variance, 1)
_spread("VARP VAR.P", variance, 0)
_spread("STDEVA", deviation, 1, all_numbers)
_spread("STDEVPA", deviation, 0, all_numbers)
_spread("VARA", variance, 1, all_numbers)
_spread("VARPA", variance, 0, all_numbers)


@function("DEVSQ", "(r)+")
def devsq(frame: Frame, *arguments: Any) -> float:
    """The sum of the squares of the deviations."""
    return squares(some(numbers(frame, arguments), 1, NUM))


@function("AVEDEV", "(r)+")
def avedev(frame: Frame, *arguments: Any) -> float:
    """The mean of the deviations."""
    values = some(numbers(frame, arguments), 1, NUM)
    return mean([abs(one) for one in deviations(values)])


# Shape


@function("SKEW", "(r)+")
def skew(frame: Frame, *arguments: Any) -> float:
    """Skewness of a sample."""
    values = some(numbers(frame, arguments), 3, DIV0)
    count = len(values)
    return count / ((count - 1) * (count - 2)) * _moment(values, deviation(values, 1), 3)


@function("SKEW.P", "(r)+")
def skew_p(frame: Frame, *arguments: Any) -> float:
    """Skewness of a population."""
    values = some(numbers(frame, arguments), 3, DIV0)
    return _moment(values, deviation(values, 0), 3) / len(values)


@function("KURT", "(r)+")
def kurt(frame: Frame, *arguments: Any) -> float:
    """Kurtosis of a sample."""
    values = some(numbers(frame, arguments), 4, DIV0)
    count = len(values)
    found = count * (count + 1) / ((count - 1) * (count - 2) * (count - 3)) * _moment(values, deviation(values, 1), 4)
    return balance([found, -3 * (count - 1) ** 2 / ((count - 2) * (count - 3))])


def _moment(values: list[float], scale: float, degree: int) -> float:
    if scale == 0:
        raise FaultError(DIV0)
    powers = [math.prod([one / scale] * degree) for one in deviations(values)]
    return balance(powers)


# Means of other kinds


@function("GEOMEAN", "(r)+")
def geomean(frame: Frame, *arguments: Any) -> float:
    """The geometric mean."""
    values = some(numbers(frame, arguments))
    if min(values) <= 0:
        raise FaultError(NUM)
    product = math.prod(values)
    if 1e-200 < product < 1e200:
        return float(product ** (1 / len(values)))
    return math.exp(mean([math.log(value) for value in values]))


@function("HARMEAN", "(r)+")
def harmean(frame: Frame, *arguments: Any) -> float:
    """The harmonic mean."""
    values = some(numbers(frame, arguments))
    if min(values) <= 0:
        raise FaultError(NUM)
    return len(values) / total(1 / value for value in values)


@function("TRIMMEAN", "rv")
def trimmean(frame: Frame, sample: Any, part: Any) -> float:
    """The mean without the outermost part."""
    values, share = sorted(numbers(frame, [sample])), number(part)
    if not 0 <= share <= 1:
        raise FaultError(NUM)
    pairs = len(some(values)) * share / 2
    if share == 1 or (pairs != round(pairs) and abs(pairs - round(pairs)) < _CANCELLED * pairs):
        raise UnknownError("leaves out a part of the numbers that hangs on the last digit")
    out = int(pairs)
    return mean(values[out : len(values) - out])


# The commonest


@function("MODE MODE.SNGL", "(l)+")
def mode(frame: Frame, *steps: Step) -> float:
    """The commonest number, the first one of several."""
    return _modes(frame, steps)[0]


@function("MODE.MULT", "(l)+")
def mode_mult(frame: Frame, *steps: Step) -> Array:
    """All numbers that are the commonest."""
    return Array([[value] for value in _modes(frame, steps)])


def _modes(frame: Frame, steps: tuple[Step, ...]) -> list[float]:
    """The commonest numbers in their order. An argument is checked before the next one is computed."""
    arguments: list[Any] = []
    for step in steps:
        arguments.append(step(frame))
        _check_mode(frame, arguments[-1], len(steps) > 1)
    counts = Counter(numbers(frame, arguments))
    most = max(counts.values(), default=0)
    if most < 2:
        raise FaultError(NA)
    found = [value for value, count in counts.items() if count == most]
    if len(found) > 1 and not all(_is_line(one) for one in arguments):
        raise UnknownError("finds several numbers that are the commonest")
    return found


def _check_mode(frame: Frame, argument: Any, is_one_of_several: bool) -> None:
    """What is not a range of several cells must be a number."""
    is_cell = type(argument) is Area and argument.is_cell
    if is_several(argument) and not is_cell:
        return
    value = frame.single(argument)
    if type(value) in (int, float, CellError):
        return
    if is_one_of_several and type(value) is (type(None) if is_cell else str):
        raise FaultError(VALUE)
    raise UnknownError("has an argument of a kind that is not computed")


def _is_line(argument: Any) -> bool:
    if type(argument) is Area or type(argument) is Array:
        return argument.height == 1 or argument.width == 1
    return not is_several(argument)
