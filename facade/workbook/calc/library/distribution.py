"""The normal distribution and its kin, exponential and Weibull distributions, error and gamma functions."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

from ..value import NUM, FaultError, UnknownError
from .argument import of_numbers

_ROOT: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)


def normal_lower(at: float) -> float:
    """The chance that a standard normal value is below."""
    return 0.5 * math.erfc(-at / _ROOT)


def normal_density(at: float) -> float:
    """The density of the standard normal distribution."""
    return _PEAK * math.exp(-0.5 * at * at)


def normal_inverse(share: float) -> float:
    """The standard normal value below which a share lies."""
    if not 0 < share < 1:
        raise FaultError(NUM)
    found = NormalDist().inv_cdf(share)
    if share >= 0.5:
        return found
    density = normal_density(found)
    return found - (normal_lower(found) - share) / density if density else found


def _positive(*values: float) -> None:
    if min(values) <= 0:
        raise FaultError(NUM)


# Normal


@of_numbers("NORM.DIST NORMDIST", "nnnt")
def norm_dist(at: float, middle: float, width: float, below: bool) -> float:
    """The normal distribution."""
    _positive(width)
    place = (at - middle) / width
    return normal_lower(place) if below else normal_density(place) / width


@of_numbers("NORM.S.DIST", "nt")
def norm_s_dist(at: float, below: bool) -> float:
    """The standard normal distribution."""
    return normal_lower(at) if below else normal_density(at)


of_numbers("NORMSDIST", "n")(normal_lower)
of_numbers("NORM.S.INV NORMSINV", "n")(normal_inverse)
of_numbers("PHI", "n")(normal_density)


@of_numbers("NORM.INV NORMINV", "nnn")
def norm_inv(share: float, middle: float, width: float) -> float:
    """The normal value below which a share lies."""
    _positive(width)
    return middle + width * normal_inverse(share)


@of_numbers("STANDARDIZE", "nnn")
def standardize(value: float, middle: float, width: float) -> float:
    """How many standard deviations a number lies from the mean."""
    _positive(width)
    return (value - middle) / width


@of_numbers("LOGNORM.DIST", "nnnt")
def lognorm_dist(at: float, middle: float, width: float, below: bool) -> float:
    """The distribution of what has a normal logarithm."""
    _positive(at, width)
    place = (math.log(at) - middle) / width
    return normal_lower(place) if below else normal_density(place) / (width * at)


@of_numbers("LOGNORMDIST", "nnn")
def lognormdist(at: float, middle: float, width: float) -> float:
    """The chance that what has a normal logarithm is below."""
    return lognorm_dist(at, middle, width, True)


@of_numbers("LOGNORM.INV LOGINV", "nnn")
def lognorm_inv(share: float, middle: float, width: float) -> float:
    """The number with a normal logarithm below which a share lies."""
    return math.exp(norm_inv(share, middle, width))


@of_numbers("GAUSS", "n")
def gauss(at: float) -> float:
    """The chance that a standard normal value lies between 0 and another."""
    return 0.5 * math.erf(at / _ROOT)


# Exponential


@of_numbers("EXPON.DIST EXPONDIST", "nnt")
def expon_dist(at: float, rate: float, below: bool) -> float:
    """The exponential distribution."""
    _positive(rate)
    if at < 0:
        raise FaultError(NUM)
    return -math.expm1(-rate * at) if below else rate * math.exp(-rate * at)


@of_numbers("WEIBULL.DIST WEIBULL", "nnnt")
def weibull(at: float, shape: float, width: float, below: bool) -> float:
    """The Weibull distribution."""
    _positive(shape, width)
    if at < 0:
        raise FaultError(NUM)
    if at == 0 and not below:
        raise UnknownError("looks for a density at the end of a distribution")
    exponent: float = (at / width) ** shape
    if below:
        return -math.expm1(-exponent)
    return shape / at * exponent * math.exp(-exponent)


# Functions of one number


@of_numbers("FISHER", "n")
def fisher(value: float) -> float:
    """The Fisher transformation."""
    if abs(value) >= 1:
        raise FaultError(NUM)
    return math.atanh(value)


of_numbers("FISHERINV", "n")(math.tanh)
of_numbers("ERF.PRECISE", "s")(math.erf)
of_numbers("ERFC ERFC.PRECISE", "s")(math.erfc)


@of_numbers("ERF", "s[s]")
def erf(lower: float, upper: float | None = None) -> float:
    """The error function between 0 and a number, or between two; the last digits of a difference are Excel's own."""
    return math.erf(lower) if upper is None else math.erf(upper) - math.erf(lower)


@of_numbers("GAMMA", "n")
def gamma(value: float) -> float:
    """The gamma function."""
    if value <= 0 and value.is_integer():
        raise FaultError(NUM)
    return math.gamma(value)


@of_numbers("GAMMALN GAMMALN.PRECISE", "n")
def gammaln(value: float) -> float:
    """The logarithm of the gamma function."""
    _positive(value)
    return math.lgamma(value)
