"""Many numbers as one: SUM, COUNT, AVERAGE, MIN, MAX, MEDIAN, LARGE, RANK, SUMPRODUCT and their kin."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from functools import reduce
from math import fsum, isfinite, prod
from operator import add
from types import NoneType
from typing import Any, Final

from ....value import CellError
from ..array import Area, Array, Union
from ..frame import Frame, is_several
from ..function import function
from ..value import DIV0, NA, NUM, VALUE, FaultError, UnknownError, compare_numbers, number
from .running import LEAST_ROWS, Totals, running

_NUMBERS: Final = frozenset({int, float})
_BLANKS: Final = frozenset({int, float, NoneType})
_CANCELLED: Final = 1e-10


def numbers(frame: Frame, arguments: Iterable[Any]) -> list[float]:
    """The numbers among cells and arrays, and what single values stand for. An error is raised."""
    found: list[float] = []
    for argument in arguments:
        if type(argument) is Area:
            _of_columns(frame.book.columns(argument), found)
        elif type(argument) is Union:
            for area in argument.areas:
                _of_columns(frame.book.columns(area), found)
        elif type(argument) is Array:
            found.extend(_plain(argument.values()))
        else:
            found.append(number(argument))
    return found


def _first_error(columns: list[list[Any]]) -> str:
    """The code of the first error, row by row."""
    places = [
        (row, at, value.code)
        for at, column in enumerate(columns)
        for row, value in enumerate(column)
        if type(value) is CellError
    ]
    return str(min(places)[2])


def _of_columns(columns: list[list[Any]], found: list[float]) -> None:
    for column in columns:
        kinds = set(map(type, column))
        if kinds <= _NUMBERS:
            found.extend(column)
        elif kinds <= _BLANKS:
            found.extend([value for value in column if value is not None])
        elif CellError in kinds:
            raise FaultError(_first_error(columns))
        else:
            found.extend([value for value in column if type(value) is float or type(value) is int])


def _plain(values: Iterable[Any]) -> Iterable[float]:
    for value in values:
        kind = type(value)
        if kind is float or kind is int:
            yield value
        elif kind is CellError:
            raise FaultError(value.code)


def counted(frame: Frame, arguments: Iterable[Any]) -> list[float]:
    """The same where text in cells counts as 0, and TRUE as 1."""
    found: list[float] = []
    for argument in arguments:
        if not is_several(argument):
            found.append(number(argument))
            continue
        for value in frame.values(argument):
            if type(value) is str:
                found.append(0.0)
            elif value is not None:
                found.append(number(value))
    return found


def total(values: list[float]) -> float:
    """The sum, one after the other. Raises UnknownError where it hangs on how numbers cancel each other."""
    found = _added(values)
    if not isfinite(found):
        raise FaultError(NUM)
    cancels = len(values) > 1 and min(values) < 0 and abs(found) < _CANCELLED * largest(values)
    if cancels and fsum(values) != found:
        raise UnknownError("is what is left of a difference of nearly equal numbers")
    return found


def _one_by_one(values: list[float]) -> float:
    return reduce(add, values, 0.0)


_added: Final[Callable[[list[float]], float]] = sum if sys.version_info < (3, 12) else _one_by_one
"""Later versions of sum make good what was rounded off on the way, which Excel does not."""


def largest(values: list[float]) -> float:
    """The size of the largest."""
    above, below = max(values), -min(values)
    return max(above, below)


def mean(values: list[float]) -> float:
    """The mean; #DIV/0! of none."""
    if not values:
        raise FaultError(DIV0)
    return total(values) / len(values)


def product(values: list[float]) -> float:
    """The product; 0 of none."""
    found = float(prod(map(float, values))) if values else 0.0
    if not isfinite(found):
        raise FaultError(NUM)
    return found


def median(values: list[float]) -> float:
    """The middle; #NUM! of none."""
    if not values:
        raise FaultError(NUM)
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _without_error(found: Totals | None) -> Totals | None:
    """The same; an error is raised."""
    if found is not None and found.error is not None:
        raise FaultError(found.error)
    return found


def _running(frame: Frame, arguments: tuple[Any, ...]) -> Totals | None:
    """The totals of one column, None where the sum has to be looked at closely: see total."""
    found = _without_error(running(frame, arguments))
    if found is None or not isfinite(found.sum):
        return None
    cancels = found.low < 0 and abs(found.sum) < _CANCELLED * max(found.high, -found.low)
    return None if cancels else found


@function("SUM", "(r)+")
def sum_(frame: Frame, *arguments: Any) -> float:
    """The sum."""
    area = arguments[0]
    if type(area) is Area and area.row1 - area.row0 >= LEAST_ROWS:
        found = _running(frame, arguments)
        if found is not None:
            return found.sum
    return total(numbers(frame, arguments))


@function("SUMSQ", "(r)+")
def sumsq(frame: Frame, *arguments: Any) -> float:
    """The sum of squares."""
    return total([value * value for value in map(float, numbers(frame, arguments))])


@function("PRODUCT", "(r)+")
def product_(frame: Frame, *arguments: Any) -> float:
    """The product."""
    return product(numbers(frame, arguments))


@function("AVERAGE", "(r)+")
def average(frame: Frame, *arguments: Any) -> float:
    """The mean."""
    found = _running(frame, arguments)
    return mean(numbers(frame, arguments)) if found is None or not found.many else found.sum / found.many


@function("AVERAGEA", "(r)+")
def averagea(frame: Frame, *arguments: Any) -> float:
    """The mean, text counting as 0."""
    return mean(counted(frame, arguments))


@function("MAX", "(r)+")
def max_(frame: Frame, *arguments: Any) -> float:
    """The largest, 0 of none."""
    found = _without_error(running(frame, arguments))
    return max(numbers(frame, arguments), default=0.0) if found is None or not found.many else found.high


@function("MIN", "(r)+")
def min_(frame: Frame, *arguments: Any) -> float:
    """The smallest, 0 of none."""
    found = _without_error(running(frame, arguments))
    return min(numbers(frame, arguments), default=0.0) if found is None or not found.many else found.low


@function("MAXA", "(r)+")
def maxa(frame: Frame, *arguments: Any) -> float:
    """The largest, text counting as 0."""
    return max(counted(frame, arguments), default=0.0)


@function("MINA", "(r)+")
def mina(frame: Frame, *arguments: Any) -> float:
    """The smallest, text counting as 0."""
    return min(counted(frame, arguments), default=0.0)


@function("MEDIAN", "(r)+")
def median_(frame: Frame, *arguments: Any) -> float:
    """The middle."""
    return median(numbers(frame, arguments))


def _any_order(frame: Frame, argument: Any) -> Iterable[Any]:
    """All values, in whatever order: cells column by column, without making an array of them."""
    areas = argument.areas if type(argument) is Union else (argument,)
    for area in areas:
        if type(area) is Area:
            for column in frame.book.columns(area):
                yield from column
        else:
            yield from frame.values(area)


@function("COUNT", "(c)+")
def count(frame: Frame, *arguments: Any) -> int:
    """How many are numbers."""
    known = running(frame, arguments)
    if known is not None:
        return known.many
    found = 0
    for argument in arguments:
        if is_several(argument):
            found += sum(type(value) is int or type(value) is float for value in _any_order(frame, argument))
        elif type(argument) is not CellError:
            try:
                number(argument)
                found += 1
            except FaultError:
                pass
    return found


@function("COUNTA", "(c)+")
def counta(frame: Frame, *arguments: Any) -> int:
    """How many are not blank."""
    return sum(
        sum(1 for value in _any_order(frame, argument) if value is not None) if is_several(argument) else 1
        for argument in arguments
    )


@function("COUNTBLANK", "r")
def countblank(frame: Frame, cells: Any) -> int:
    """How many are blank or empty text."""
    area = frame.area(cells)
    full = sum(value is not None and (type(value) is CellError or value != "") for value in _any_order(frame, area))
    return int(area.height * area.width - full)


def nth(values: list[float], place: Any, *, largest: bool) -> float:
    """The number at a place counted from 1 among values in order; #NUM! where there is none."""
    at = number(place)
    if not at.is_integer():
        raise UnknownError("asks for a place between two numbers")
    if not 1 <= at <= len(values):
        raise FaultError(NUM)
    return values[-int(at)] if largest else values[int(at) - 1]


def in_order(frame: Frame, cells: Any) -> list[float]:
    """The numbers among cells by size; those of an area are put in order once."""
    if type(cells) is not Area:
        return sorted(numbers(frame, [cells]))
    key = ("sorted", cells)
    found: list[float] | None = frame.book.memo.get(key)
    if found is None:
        found = sorted(numbers(frame, [cells]))
        frame.book.remember(key, found, len(found))
    return found


@function("LARGE", "rv")
def large(frame: Frame, cells: Any, place: Any) -> float:
    """The so manyth largest."""
    return nth(in_order(frame, cells), place, largest=True)


@function("SMALL", "rv")
def small(frame: Frame, cells: Any, place: Any) -> float:
    """The so manyth smallest."""
    return nth(in_order(frame, cells), place, largest=False)


def _exactly(one: float, other: float) -> int:
    sign = compare_numbers(one, other)
    if not sign and one != other:
        raise UnknownError("compares numbers that differ in their last digits only")
    return sign


def _rank(frame: Frame, value: Any, cells: Any, order: Any) -> tuple[int, int]:
    """(how many come before a number, how many equal it); #N/A where none does."""
    wanted, ascending = number(value), number(order) != 0
    found = in_order(frame, frame.area(cells))
    first, last = bisect_left(found, wanted), bisect_right(found, wanted)
    for near in (*found[max(first - 1, 0) : first], *found[last : last + 1]):
        _exactly(near, wanted)
    if first == last:
        raise FaultError(NA)
    return first if ascending else len(found) - last, last - first


@function("RANK RANK.EQ", "vr[v]")
def rank(frame: Frame, value: Any, cells: Any, order: Any = 0) -> float:
    """The place of a number; equal ones share the first."""
    return _rank(frame, value, cells, order)[0] + 1


@function("RANK.AVG", "vr[v]")
def rank_avg(frame: Frame, value: Any, cells: Any, order: Any = 0) -> float:
    """The place of a number; equal ones share the middle."""
    before, equal = _rank(frame, value, cells, order)
    return before + (equal + 1) / 2


@function("SUMPRODUCT", "(a)+")
def sumproduct(frame: Frame, *arguments: Any) -> float:
    """The sum of products, place by place; what is no number counts as 0."""
    arrays = [frame.array(argument) for argument in arguments]
    if len({(one.height, one.width) for one in arrays}) > 1:
        raise FaultError(VALUE)
    if arrays[0].height == arrays[0].width == 1:
        for one in arrays:
            if type(one.at(0, 0)) is str:
                raise FaultError(VALUE)
            if type(one.at(0, 0)) is bool:
                raise UnknownError("has an argument of a kind that is not computed")
    height = max(len(one.rows) for one in arrays)
    if len(arrays) == 1 and all(_NUMBERS.issuperset(map(type, row)) for row in arrays[0].rows):
        return total([1.0 * value for row in arrays[0].rows for value in row])
    found = []
    for row in range(height):
        for column in range(arrays[0].width):
            result = 1.0
            for one in arrays:
                value: Any = one.rows[row][column] if row < len(one.rows) else None
                kind = type(value)
                if kind is CellError:
                    raise FaultError(value.code)
                result *= value if kind is float or kind is int else 0.0
            found.append(result)
    return total(found) if found else 0.0
