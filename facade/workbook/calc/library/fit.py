"""Lines and exponential curves through points: LINEST, LOGEST, TREND, GROWTH."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final, NamedTuple, final

from ....value import CellError
from ..array import MAX_CELLS, Array
from ..frame import Frame, is_several
from ..function import function
from ..value import NA, NUM, REF, VALUE, FaultError, UnknownError, truth
from .sample import total

_MAX_WORK: Final = 200_000
_CLOSE: Final = Fraction(1, 10**6)
"""A variable of which the others leave this little is taken out by Excel, or not."""
_NOISE: Final = 1e-12


@final
class Points(NamedTuple):
    """columns: the x of each variable. is_row: whether the variables stand in rows. is_plain: one of any shape."""

    ys: list[float]
    columns: list[list[float]]
    is_row: bool
    is_plain: bool


@final
class Fit(NamedTuple):
    """y = base + slopes * x. unscaled: the diagonal of the inverted matrix of the squares, that of the base last."""

    base: float
    slopes: list[float]
    unscaled: list[float]


@final
class _Whole(NamedTuple):
    """Numbers as whole ones by a power of two."""

    values: list[int]
    scale: int


def _grid(frame: Frame, value: Any) -> list[list[float]]:
    if not is_several(value):
        raise UnknownError("has an argument of a kind that is not computed")
    array = frame.array(value)
    if array.height * array.width > MAX_CELLS:
        raise UnknownError("makes an array of whole columns")
    if len(array.rows) < array.height:
        raise FaultError(VALUE)
    return [[_plain(one) for one in row] for row in array.rows]


def _plain(value: Any) -> float:
    kind = type(value)
    if kind is float or kind is int:
        return float(value)
    if kind is CellError:
        raise FaultError(value.code)
    raise FaultError(VALUE)


def _points(frame: Frame, known_y: Any, known_x: Any) -> Points:
    grid = _grid(frame, known_y)
    ys = [value for row in grid for value in row]
    if known_x is None:
        return Points(ys, [[float(at) for at in range(1, len(ys) + 1)]], len(grid) == 1, True)
    other = _grid(frame, known_x)
    if (len(other), len(other[0])) == (len(grid), len(grid[0])):
        return Points(ys, [[value for row in other for value in row]], len(grid) == 1, True)
    if len(grid[0]) == 1 and len(other) == len(grid):
        return Points(ys, [list(column) for column in zip(*other, strict=True)], False, False)
    if len(grid) == 1 and len(other[0]) == len(ys):
        return Points(ys, other, True, False)
    raise FaultError(REF)


def _logarithms(values: list[float]) -> list[float]:
    if min(values) <= 0:
        raise FaultError(NUM)
    return [math.log(value) for value in values]


def _constant(value: Any) -> bool:
    if value is None:
        raise UnknownError("leaves an argument empty")
    return truth(value)


# Solving


def _fit(points: Points, constant: bool) -> Fit:
    """The best coefficients, from sums of exact fractions."""
    size = len(points.columns)
    if len(points.ys) * (size + 1) ** 2 > _MAX_WORK:
        raise UnknownError("fits very many points")
    if len(points.ys) < size + constant:
        raise UnknownError("fits more coefficients than points")
    columns = [*points.columns, points.ys]
    wholes = [_whole(column) for column in columns]
    matrix = [[_moment(one, other, constant) for other in wholes] for one in wholes[:size]]
    middles = [Fraction(sum(one.values), one.scale * len(one.values)) if constant else Fraction(0) for one in wholes]
    inverted = _inverted([row[:size] for row in matrix])
    slopes = [_product(line, [row[size] for row in matrix]) for line in inverted]
    base = middles[size] - _product(slopes, middles[:size])
    scale = max(map(abs, points.ys))
    sizes = [max(abs(value - float(middle)) for value in one) for one, middle in zip(columns, middles, strict=True)]
    if any(float(abs(one)) * wide <= _NOISE * scale for one, wide in zip(slopes, sizes, strict=False)):
        raise UnknownError("is what is left of a difference of nearly equal numbers")
    own = Fraction(1, len(points.ys)) + _product(middles[:size], [_product(line, middles[:size]) for line in inverted])
    return Fit(
        float(base), [float(one) for one in slopes], [*(float(inverted[at][at]) for at in range(size)), float(own)]
    )


def _whole(column: list[float]) -> _Whole:
    ratios = [value.as_integer_ratio() for value in column]
    scale = max(below for _, below in ratios)
    return _Whole([above * (scale // below) for above, below in ratios], scale)


def _moment(one: _Whole, other: _Whole, constant: bool) -> Fraction:
    """The sum of products, about the means where there is a constant."""
    count = len(one.values)
    found = sum(x * y for x, y in zip(one.values, other.values, strict=True)) * count
    if constant:
        found -= sum(one.values) * sum(other.values)
    return Fraction(found, count * one.scale * other.scale)


def _product(one: list[Fraction], other: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(one, other, strict=True)), Fraction(0))


def _inverted(matrix: list[list[Fraction]]) -> list[list[Fraction]]:
    size = len(matrix)
    rows = [[*row, *(Fraction(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        if pivot <= _CLOSE * matrix[at][at]:
            raise UnknownError("fits variables that hang on one another")
        rows[at] = [value / pivot for value in rows[at]]
        for place in range(size):
            if place != at and rows[place][at]:
                times = rows[place][at]
                rows[place] = [one - times * other for one, other in zip(rows[place], rows[at], strict=True)]
    return [row[size:] for row in rows]


# Coefficients


def _coefficients(frame: Frame, known_y: Any, known_x: Any, constant: Any, stats: Any, *, curve: bool) -> Array:
    with_base, all_ = _constant(constant), _constant(stats)
    points = _points(frame, known_y, known_x)
    if curve:
        points = points._replace(ys=_logarithms(points.ys))
    fit = _fit(points, with_base)
    if with_base and abs(fit.base) <= _NOISE * max(map(abs, points.ys)):
        raise UnknownError("is what is left of a difference of nearly equal numbers")
    found = [*reversed(fit.slopes), fit.base]
    first: list[Any] = [math.exp(value) for value in found] if curve else list(found)
    return Array([first, *_statistics(points, fit, with_base)] if all_ else [first])


def _statistics(points: Points, fit: Fit, constant: bool) -> list[list[Any]]:
    count, size = len(points.ys), len(fit.slopes)
    freedom = count - size - constant
    middle = total(points.ys) / count if constant else 0.0
    whole = total((y - middle) ** 2 for y in points.ys)
    gaps = [y - _at(fit, list(xs)) for y, *xs in zip(points.ys, *points.columns, strict=True)]
    rest = total(gap * gap for gap in gaps)
    if freedom < 1 or rest <= _NOISE * whole:
        raise UnknownError("measures the distance from a line that fits exactly")
    error = math.sqrt(rest / freedom)
    errors: list[Any] = [error * math.sqrt(one) for one in fit.unscaled]
    missing: list[Any] = [CellError(NA)] * (size - 1)
    return [
        [*reversed(errors[:size]), errors[size] if constant else CellError(NA)],
        [1 - rest / whole, error, *missing],
        [(whole - rest) / size / (rest / freedom), freedom, *missing],
        [whole - rest, rest, *missing],
    ]


def _at(fit: Fit, xs: list[float]) -> float:
    return total([fit.base, *(slope * x for slope, x in zip(fit.slopes, xs, strict=True))])


@function("LINEST", "r[rvv]")
def linest(frame: Frame, known_y: Any, known_x: Any = None, constant: Any = True, stats: Any = False) -> Array:
    """The slopes, the last one first, and the base of a line; behind them how well it fits."""
    return _coefficients(frame, known_y, known_x, constant, stats, curve=False)


@function("LOGEST", "r[rvv]")
def logest(frame: Frame, known_y: Any, known_x: Any = None, constant: Any = True, stats: Any = False) -> Array:
    """The factors, the last one first, and the base of an exponential curve; behind them how well it fits."""
    return _coefficients(frame, known_y, known_x, constant, stats, curve=True)


# Points of the line


def _values(frame: Frame, known_y: Any, known_x: Any, new_x: Any, constant: Any, *, curve: bool) -> Array:
    with_base = _constant(constant)
    points = _points(frame, known_y, known_x)
    if curve:
        points = points._replace(ys=_logarithms(points.ys))
    fit = _fit(points, with_base)
    scale = max(map(abs, points.ys))

    def at(xs: list[float]) -> float:
        found = _at(fit, xs)
        if curve:
            return math.exp(found)
        if abs(found) <= _NOISE * scale:
            raise UnknownError("is what is left of a difference of nearly equal numbers")
        return found

    if new_x is None:
        height = len(points.ys) if known_x is None else frame.array(known_y).height
        shape = _grid(frame, known_y)
        flat = iter(list(zip(*points.columns, strict=True)))
        return Array([[at(list(next(flat))) for _ in row] for row in shape], len(shape[0]), min(height, len(shape)))
    if not is_several(new_x):
        new_x = Array([[new_x]])
    wanted = _grid(frame, new_x)
    if len(points.columns) == 1:
        return Array([[at([value]) for value in row] for row in wanted])
    if points.is_row:
        if len(wanted) != len(points.columns):
            raise FaultError(REF)
        return Array([[at(list(xs)) for xs in zip(*wanted, strict=True)]])
    if len(wanted[0]) != len(points.columns):
        raise FaultError(REF)
    return Array([[at(xs)] for xs in wanted])


@function("TREND", "r[rrv]")
def trend(frame: Frame, known_y: Any, known_x: Any = None, new_x: Any = None, constant: Any = True) -> Array:
    """Values of the line through points."""
    return _values(frame, known_y, known_x, new_x, constant, curve=False)


@function("GROWTH", "r[rrv]")
def growth(frame: Frame, known_y: Any, known_x: Any = None, new_x: Any = None, constant: Any = True) -> Array:
    """Values of the exponential curve through points."""
    return _values(frame, known_y, known_x, new_x, constant, curve=True)
