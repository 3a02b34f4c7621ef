"""The incomplete gamma and beta functions, densities on which they rest, and their inverses, in double precision.

Sources: DLMF 8.7, 8.9, 8.17; C. Loader, Fast and accurate computation of binomial probabilities (2000), for densities
as exponentials of small deviances.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ..value import UnknownError

_MAX_STEPS: Final = 20_000
"""Terms of a series or fraction: enough for parameters up to some millions."""
_TINY: Final = 1e-300
_HUGE: Final = 1e300
_EPSILON: Final = 2.0**-53
_HALF_LOG_TURN: Final = 0.5 * math.log(2 * math.pi)
_STIRLING: Final = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_FROM_STIRLING: Final = 16.0


def _stirling(value: float) -> float:
    """How far the logarithm of the factorial lies above Stirling's formula."""
    if value < _FROM_STIRLING:
        return math.lgamma(value + 1) - (value + 0.5) * math.log(value) + value - _HALF_LOG_TURN
    square = value * value
    found = 0.0
    for coefficient in reversed(_STIRLING):
        found = found / square + coefficient
    return found / value


def _deviance(value: float, wanted: float) -> float:
    """value * log(value / wanted) + wanted - value."""
    gap = value - wanted
    if abs(gap) >= 0.1 * (value + wanted):
        return value * math.log(value / wanted) - gap
    ratio = gap / (value + wanted)
    found, term = gap * ratio, 2 * value * ratio
    for odd in range(3, 200, 2):
        term *= ratio * ratio
        further = found + term / odd
        if further == found:
            break
        found = further
    return found


def poisson_density(count: float, rate: float) -> float:
    """rate ** count * exp(-rate) / gamma(count + 1)."""
    if rate == 0:
        return 1.0 if count == 0 else 0.0
    if count == 0:
        return math.exp(-rate)
    return math.exp(-_stirling(count) - _deviance(count, rate)) / math.sqrt(2 * math.pi * count)


def binomial_density(count: float, size: float, chance: float, other: float) -> float:
    """The chance of count successes in size trials; other is 1 - chance."""
    if chance == 0 or other == 0:
        return 1.0 if count == (0 if chance == 0 else size) else 0.0
    if count in (0, size):
        one, rest = (chance, other) if count == 0 else (other, chance)
        return math.exp(size * (math.log1p(-one) if one < 0.5 else math.log(rest)))
    left = size - count
    exponent = _stirling(size) - _stirling(count) - _stirling(left)
    exponent -= _deviance(count, size * chance) + _deviance(left, size * other)
    return math.exp(exponent) * math.sqrt(size / (2 * math.pi * count * left))


def beta_density(one: float, other: float, at: float, rest: float) -> float:
    """at ** one * rest ** other / beta(one, other), where rest is 1 - at."""
    return binomial_density(one, one + other, at, rest) * one * other / (one + other)


# Tails


def gamma_tails(shape: float, at: float) -> tuple[float, float]:
    """The regularized incomplete gamma functions P and Q."""
    if at <= 0:
        return 0.0, 1.0
    factor = poisson_density(shape, at)
    if factor == 0:
        return (0.0, 1.0) if at < shape else (1.0, 0.0)
    if at < shape + 1:
        lower = factor * _series(shape, at)
        return lower, 1 - lower
    upper = factor * shape * _fraction(at + 1 - shape, lambda step: (step * (shape - step), at + 1 - shape + 2 * step))
    return 1 - upper, upper


def _series(shape: float, at: float) -> float:
    term = found = 1.0
    for step in range(1, _MAX_STEPS):
        term *= at / (shape + step)
        found += term
        if term < _EPSILON * found:
            return found
    raise UnknownError("needs very many steps")


def beta_tails(one: float, other: float, at: float, rest: float) -> tuple[float, float]:
    """The regularized incomplete beta function at a place and what is left of 1, where rest is 1 - at."""
    if at <= 0:
        return 0.0, 1.0
    if rest <= 0:
        return 1.0, 0.0
    if at >= (one + 1) / (one + other + 2):
        upper, lower = beta_tails_below(other, one, rest, at)
        return lower, upper
    return beta_tails_below(one, other, at, rest)


def beta_tails_below(one: float, other: float, at: float, rest: float) -> tuple[float, float]:
    """As beta_tails, for places below the middle."""
    factor = beta_density(one, other, at, rest)
    if factor == 0:
        return 0.0, 1.0

    def bottom(step: int) -> float:
        ahead = one + 2 * step
        first = step * (other - step) * at / (ahead - 1) if step else 0.0
        return step + first + (one + step) * (gap + 1 + step * (1 + rest)) / (ahead + 1)

    def term(step: int) -> tuple[float, float]:
        part = at / (one + 2 * step - 1)
        top = (one + step - 1) * (one + other + step - 1) * step * (other - step) * part * part
        return top, bottom(step)

    gap = one * rest - other * at
    lower = factor * _fraction(bottom(0), term)
    return lower, 1 - lower


def _fraction(first: float, term: Callable[[int], tuple[float, float]]) -> float:
    """1 / (first + a1 / (b1 + a2 / (b2 + ...))), the terms (a, b) counted from 1, by Lentz's method."""
    above, below = first or _TINY, 0.0
    found = above
    for step in range(1, _MAX_STEPS):
        top, bottom = term(step)
        below = 1 / (bottom + top * below or _TINY)
        above = bottom + top / above or _TINY
        found *= above * below
        if abs(above * below - 1) < 2 * _EPSILON:
            return 1 / found
    raise UnknownError("needs very many steps")


# Inverses


def inverse(tails: Callable[[float], tuple[float, float]], lower: float, upper: float, highest: float = _HUGE) -> float:
    """The positive number at which tails gives lower, and upper, which is 1 - lower."""

    def miss(at: float) -> float:
        found = tails(at)
        return (found[0] - lower) / lower if lower <= upper else (upper - found[1]) / upper

    low, high = _TINY, highest
    while high > 4 * low:
        middle = math.sqrt(low) * math.sqrt(high)
        if miss(middle) < 0:
            low = middle
        else:
            high = middle
    if low == _TINY or high == _HUGE:
        raise UnknownError("has a result of a very large or small size")
    return _root(miss, low, high)


def _root(miss: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0, by secants within a bracket that is halved where they are slow."""
    at_low, at_high = miss(low), miss(high)
    for step in range(300):
        width = high - low
        if at_low >= 0 or width <= 2 * _EPSILON * high:
            return low if abs(at_low) <= abs(at_high) else high
        middle = low + width / 2
        if step % 3 and at_high > at_low:
            middle = min(max(low - at_low * width / (at_high - at_low), low + width / 2**40), high - width / 2**40)
        here = miss(middle)
        if here == 0:
            return middle
        if here < 0:
            low, at_low = middle, here
        else:
            high, at_high = middle, here
    return high


# Student's distribution


def student_tail(at: float, freedom: float) -> tuple[float, float]:
    """The chance of a value farther from 0, on either side, and of a nearer one."""
    square = at * at
    return beta_tails(freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square))


def student_inverse(share: float, freedom: float) -> float:
    """The number above which a share lies that is at most a half."""
    if share >= 0.5:
        return 0.0
    if share < _TINY:
        raise UnknownError("has a result of a very large or small size")
    return inverse(lambda at: student_tail(at, freedom)[::-1], 1 - 2 * share, 2 * share)
