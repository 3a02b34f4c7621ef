"""How two samples go together: correlation, covariance, the line through pairs, sums over pairs."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final, NamedTuple, final

from ....value import CellError
from ..frame import Frame, is_several
from ..function import function
from ..value import DIV0, NA, FaultError, UnknownError, number
from .sample import balance, deviations, mean, total

_SMALL: Final = 1e-290
_EXACT: Final = 1e-13
"""A part of a sum of squares that is but rounding error."""


def pairs(frame: Frame, one: Any, other: Any, *, any_shape: bool = False) -> tuple[list[float], list[float]]:
    """The numbers of two samples, without those that stand beside what is no number."""
    first, second = frame.array(_sample(one)), frame.array(_sample(other))
    if first.height * first.width != second.height * second.width:
        raise FaultError(NA)
    if first.height != second.height and not any_shape:
        raise UnknownError("pairs a row with a column")
    found: list[tuple[float, float]] = []
    for left, right in zip_longest(first.values(), second.values()):
        if type(left) is CellError:
            raise FaultError(left.code)
        if type(right) is CellError:
            raise FaultError(right.code)
        if type(left) in (int, float) and type(right) in (int, float):
            found.append((float(left), float(right)))
    return [pair[0] for pair in found], [pair[1] for pair in found]


def _sample(value: Any) -> Any:
    if is_several(value):
        return value
    if value is None or type(value) is bool:
        raise UnknownError("has an argument of a kind that is not computed")
    return number(value)


@final
class Line(NamedTuple):
    """Sums about the means, which are middle_x and middle_y."""

    size: int
    middle_x: float
    middle_y: float
    across: float
    along: float
    both: float

    @property
    def slope(self) -> float:
        """The slope of y over x."""
        if self.across == 0:
            raise FaultError(DIV0)
        return self.both / self.across

    def at(self, x: float) -> float:
        """The y of the line."""
        return balance([self.middle_y, self.slope * (x - self.middle_x)])


def line_of(xs: list[float], ys: list[float]) -> Line:
    """The line through pairs."""
    if not xs:
        raise UnknownError("has no pairs of numbers to compute with")
    right, up = deviations(xs), deviations(ys)
    return Line(
        len(xs),
        mean(xs),
        mean(ys),
        total(one * one for one in right),
        total(one * one for one in up),
        balance([one * other for one, other in zip(right, up, strict=True)]),
    )


def _line(frame: Frame, known_y: Any, known_x: Any) -> Line:
    ys, xs = pairs(frame, known_y, known_x)
    return line_of(xs, ys)


# Two samples


@function("CORREL PEARSON", "aa")
def correl(frame: Frame, one: Any, other: Any) -> float:
    """The coefficient of correlation."""
    left, right = pairs(frame, one, other)
    if not left:
        raise FaultError(DIV0)
    line = line_of(left, right)
    if line.across == 0 or line.along == 0:
        raise FaultError(DIV0)
    product = line.across * line.along
    is_sound = math.isfinite(product) and product > _SMALL
    scale = math.sqrt(product) if is_sound else math.sqrt(line.across) * math.sqrt(line.along)
    return max(-1.0, min(line.both / scale, 1.0))


@function("RSQ", "aa")
def rsq(frame: Frame, known_y: Any, known_x: Any) -> float:
    """The square of the coefficient of correlation."""
    found: float = correl(frame, known_y, known_x)
    return found * found


@function("COVAR COVARIANCE.P", "aa")
def covariance_p(frame: Frame, one: Any, other: Any) -> float:
    """The covariance of a population."""
    line = _covariance(frame, one, other, 1)
    return line.both / line.size


@function("COVARIANCE.S", "aa")
def covariance_s(frame: Frame, one: Any, other: Any) -> float:
    """The covariance of a sample."""
    line = _covariance(frame, one, other, 2)
    return line.both / (line.size - 1)


def _covariance(frame: Frame, one: Any, other: Any, least: int) -> Line:
    left, right = pairs(frame, one, other)
    if len(left) < least:
        raise FaultError(DIV0)
    return line_of(left, right)


# The line through pairs


@function("SLOPE", "aa")
def slope(frame: Frame, known_y: Any, known_x: Any) -> float:
    """The slope of the line."""
    return _line(frame, known_y, known_x).slope


@function("INTERCEPT", "aa")
def intercept(frame: Frame, known_y: Any, known_x: Any) -> float:
    """Where the line crosses x = 0."""
    return _line(frame, known_y, known_x).at(0.0)


@function("FORECAST FORECAST.LINEAR", "vaa")
def forecast(frame: Frame, x: Any, known_y: Any, known_x: Any) -> float:
    """The y of the line at an x."""
    at = number(x)
    return _line(frame, known_y, known_x).at(at)


@function("STEYX", "aa")
def steyx(frame: Frame, known_y: Any, known_x: Any) -> float:
    """The standard error of y about the line."""
    ys, xs = pairs(frame, known_y, known_x)
    if len(xs) < 3:
        raise FaultError(DIV0)
    line = line_of(xs, ys)
    return math.sqrt(left_over(line, xs, ys) / (line.size - 2))


def left_over(line: Line, xs: list[float], ys: list[float]) -> float:
    """The sum of squares of what the line does not explain."""
    slope_ = line.slope
    gaps = (y - line.middle_y - slope_ * (x - line.middle_x) for x, y in zip(xs, ys, strict=True))
    found = total(gap * gap for gap in gaps)
    if found <= _EXACT * line.along:
        raise UnknownError("measures the distance from a line that fits exactly")
    return found


# Sums over pairs


def _over_pairs(name: str, term: Callable[[float, float], float]) -> None:
    def run(frame: Frame, one: Any, other: Any) -> float:
        left, right = pairs(frame, one, other, any_shape=True)
        if not left:
            raise FaultError(DIV0)
        return balance([term(x, y) for x, y in zip(left, right, strict=True)])

    run.__doc__ = f"{name} over pairs."
    function(name, "aa")(run)


_over_pairs("SUMX2MY2", lambda x, y: x * x - y * y)
_over_pairs("SUMX2PY2", lambda x, y: x * x + y * y)
_over_pairs("SUMXMY2", lambda x, y: (x - y) * (x - y))
