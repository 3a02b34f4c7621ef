"""Distributions that rest on the incomplete gamma and beta functions: Student's, chi-square, F, beta, gamma."""

from __future__ import annotations

import math
from typing import Final

from ..value import NUM, FaultError, UnknownError
from .argument import of_numbers
from .incomplete import (
    beta_density,
    beta_tails,
    gamma_tails,
    inverse,
    poisson_density,
    student_inverse,
    student_tail,
)

_MAX_FREEDOM: Final = 1e10


def _freedom(value: float) -> float:
    """Degrees of freedom, what lies behind the point cut off."""
    if value < 1:
        raise FaultError(NUM)
    if value >= _MAX_FREEDOM:
        raise UnknownError("has very many degrees of freedom")
    return float(math.trunc(value))


def _not_below(value: float) -> float:
    if value < 0:
        raise FaultError(NUM)
    return value


def _positive(value: float) -> float:
    if value <= 0:
        raise FaultError(NUM)
    return value


def _share(value: float) -> float:
    """A chance; of those of no or all of a distribution the result is not known."""
    if not 0 <= value <= 1:
        raise FaultError(NUM)
    if value in (0, 1):
        raise UnknownError("looks for the end of a distribution")
    return value


def _inside(value: float) -> float:
    if value == 0:
        raise UnknownError("looks for a density at the end of a distribution")
    return value


# Student's


@of_numbers("T.DIST", "nnt")
def t_dist(at: float, freedom: float, below: bool) -> float:
    """Student's distribution."""
    degrees = _freedom(freedom)
    if not below:
        size = abs(at) or 1e-20
        square = size * size
        return beta_density(degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square)) / size
    outer, inner = student_tail(at, degrees)
    if at <= 0:
        return outer / 2
    return 0.5 + inner / 2 if inner < outer else 1 - outer / 2


@of_numbers("T.DIST.2T", "nn")
def t_dist_2t(at: float, freedom: float) -> float:
    """The chance of a value farther from 0."""
    return student_tail(_not_below(at), _freedom(freedom))[0]


@of_numbers("T.DIST.RT", "nn")
def t_dist_rt(at: float, freedom: float) -> float:
    """The chance of a larger value."""
    return t_dist(-at, freedom, True)


@of_numbers("TDIST", "nnn")
def tdist(at: float, freedom: float, tails: float) -> float:
    """The chance of a larger value, or of one farther from 0."""
    if int(tails) not in (1, 2):
        raise FaultError(NUM)
    return student_tail(_not_below(at), _freedom(freedom))[0] * int(tails) / 2


@of_numbers("T.INV", "nn")
def t_inv(share: float, freedom: float) -> float:
    """The value below which a share lies."""
    if not 0 < share < 1:
        raise FaultError(NUM)
    degrees = _freedom(freedom)
    return -student_inverse(share, degrees) if share < 0.5 else student_inverse(1 - share, degrees)


@of_numbers("T.INV.2T TINV", "nn")
def t_inv_2t(share: float, freedom: float) -> float:
    """The value beyond which, on both sides, a share lies."""
    if not 0 < share <= 1:
        raise FaultError(NUM)
    return student_inverse(share / 2, _freedom(freedom))


# Chi-square


@of_numbers("CHISQ.DIST", "nnt")
def chisq_dist(at: float, freedom: float, below: bool) -> float:
    """The chi-square distribution."""
    return gamma_dist(at, _freedom(freedom) / 2, 2, below)


@of_numbers("CHISQ.DIST.RT CHIDIST", "nn")
def chisq_dist_rt(at: float, freedom: float) -> float:
    """The chance of a larger value."""
    return gamma_tails(_freedom(freedom) / 2, _not_below(at) / 2)[1]


@of_numbers("CHISQ.INV", "nn")
def chisq_inv(share: float, freedom: float) -> float:
    """The value below which a share lies."""
    return gamma_inv(share, _freedom(freedom) / 2, 2)


@of_numbers("CHISQ.INV.RT CHIINV", "nn")
def chisq_inv_rt(share: float, freedom: float) -> float:
    """The value above which a share lies."""
    part, shape = _share(share), _freedom(freedom) / 2
    return 2 * inverse(lambda at: gamma_tails(shape, at), 1 - part, part)


# F


def ratio_tails(at: float, one: float, other: float) -> tuple[float, float]:
    """The chances that a ratio of variances of so many degrees of freedom is below, and above."""
    whole = one * at + other
    return beta_tails(one / 2, other / 2, one * at / whole, other / whole)


@of_numbers("F.DIST", "nnnt")
def f_dist(at: float, above: float, beneath: float, below: bool) -> float:
    """The F distribution."""
    one, other = _freedom(above), _freedom(beneath)
    if below:
        return ratio_tails(_not_below(at), one, other)[0]
    whole = one * _inside(_not_below(at)) + other
    return beta_density(one / 2, other / 2, one * at / whole, other / whole) / at


@of_numbers("F.DIST.RT FDIST", "nnn")
def f_dist_rt(at: float, above: float, beneath: float) -> float:
    """The chance of a larger value."""
    return ratio_tails(_not_below(at), _freedom(above), _freedom(beneath))[1]


@of_numbers("F.INV", "nnn")
def f_inv(share: float, above: float, beneath: float) -> float:
    """The value below which a share lies."""
    part, one, other = _share(share), _freedom(above), _freedom(beneath)
    return inverse(lambda at: ratio_tails(at, one, other), part, 1 - part)


@of_numbers("F.INV.RT FINV", "nnn")
def f_inv_rt(share: float, above: float, beneath: float) -> float:
    """The value above which a share lies."""
    part, one, other = _share(share), _freedom(above), _freedom(beneath)
    return inverse(lambda at: ratio_tails(at, one, other), 1 - part, part)


# Beta


@of_numbers("BETA.DIST", "nnnt[nn]")
def beta_dist(at: float, alpha: float, beta: float, below: bool, low: float = 0, high: float = 1) -> float:
    """The beta distribution between two bounds."""
    one, other, width = _positive(alpha), _positive(beta), _positive(high - low)
    place, rest = _not_below(at - low) / width, _not_below(high - at) / width
    if below:
        return beta_tails(one, other, place, rest)[0]
    return beta_density(one, other, place, rest) / (_inside(place * rest) * width)


@of_numbers("BETADIST", "nnn[nn]")
def betadist(at: float, alpha: float, beta: float, low: float = 0, high: float = 1) -> float:
    """The chance that a beta value between two bounds is below."""
    return beta_dist(at, alpha, beta, True, low, high)


@of_numbers("BETA.INV BETAINV", "nnn[nn]")
def beta_inv(share: float, alpha: float, beta: float, low: float = 0, high: float = 1) -> float:
    """The value between two bounds below which a share lies."""
    one, other, width, part = _positive(alpha), _positive(beta), _positive(high - low), _share(_positive(share))
    return low + width * inverse(lambda at: beta_tails(one, other, at, 1 - at), part, 1 - part, 1.0)


# Gamma


@of_numbers("GAMMA.DIST GAMMADIST", "nnnt")
def gamma_dist(at: float, alpha: float, beta: float, below: bool) -> float:
    """The gamma distribution."""
    shape, place = _positive(alpha), _not_below(at) / _positive(beta)
    if not math.isfinite(place):
        raise UnknownError("has a result of a very large or small size")
    if below:
        return gamma_tails(shape, place)[0]
    return poisson_density(shape, _inside(place)) * shape / at


@of_numbers("GAMMA.INV GAMMAINV", "nnn")
def gamma_inv(share: float, alpha: float, beta: float) -> float:
    """The value below which a share lies."""
    part, shape, scale = _share(share), _positive(alpha), _positive(beta)
    return scale * inverse(lambda at: gamma_tails(shape, at), part, 1 - part)
