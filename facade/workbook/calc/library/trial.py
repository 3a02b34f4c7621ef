"""How often something happens in so many trials: binomial, Poisson and hypergeometric distributions."""

from __future__ import annotations

import math
from typing import Final

from ..value import NUM, FaultError, UnknownError
from .argument import of_numbers
from .incomplete import beta_tails, binomial_density, gamma_tails, poisson_density

_FEW: Final = 60
_MAX_TERMS: Final = 100_000
_MAX_COUNT: Final = 2.0**53
_TIE: Final = 1e-13


def _count(value: float) -> int:
    """A whole number, what lies behind the point cut off."""
    if abs(value) >= _MAX_COUNT:
        raise UnknownError("counts very many")
    if -1 < value < 0:
        raise UnknownError("counts a little less than none")
    return int(value)


def _check(chance: float) -> None:
    if not 0 <= chance <= 1:
        raise FaultError(NUM)


# Binomial


def _exactly(count: int, size: int, chance: float) -> float:
    """The chance of count successes."""
    if size <= _FEW:
        found: float = math.comb(size, count) * chance**count * (1 - chance) ** (size - count)
        return found
    return binomial_density(count, size, chance, 1 - chance)


def _at_most(count: int, size: int, chance: float) -> float:
    """The chance of no more than count successes."""
    if count >= size or chance == 0:
        return 1.0
    if count < 0 or chance == 1:
        return 0.0
    return beta_tails(size - count, count + 1, 1 - chance, chance)[0]


@of_numbers("BINOM.DIST BINOMDIST", "nnnt")
def binom_dist(successes: float, trials: float, chance: float, below: bool) -> float:
    """The chance of so many successes, or of no more."""
    _check(chance)
    count, size = _count(successes), _count(trials)
    if not 0 <= count <= size:
        raise FaultError(NUM)
    return _at_most(count, size, chance) if below else _exactly(count, size, chance)


@of_numbers("BINOM.DIST.RANGE", "nnn[n]")
def binom_dist_range(trials: float, chance: float, least: float, most: float | None = None) -> float:
    """The chance of so many successes, or of a number between two."""
    _check(chance)
    size, first = _count(trials), _count(least)
    last = first if most is None else _count(most)
    if not 0 <= first <= last <= size:
        raise FaultError(NUM)
    if last - first > _MAX_TERMS:
        raise UnknownError("counts very many")
    return sum(_exactly(count, size, chance) for count in range(first, last + 1))


@of_numbers("BINOM.INV CRITBINOM", "nnn")
def binom_inv(trials: float, chance: float, share: float) -> float:
    """The least number of successes that is not exceeded with a chance of at least a share."""
    if not 0 < chance < 1 or not 0 < share < 1:
        raise FaultError(NUM)
    low, high = 0, _count(trials)
    if high < 0:
        raise FaultError(NUM)
    while low < high:
        middle = (low + high) // 2
        found = _at_most(middle, int(trials), chance)
        if found != share and abs(found - share) < _TIE * share:
            raise UnknownError("hangs on the last digit of a chance")
        if found < share:
            low = middle + 1
        else:
            high = middle
    return float(low)


@of_numbers("NEGBINOM.DIST", "nnnt")
def negbinom_dist(failures: float, successes: float, chance: float, below: bool) -> float:
    """The chance of so many failures before a number of successes, or of no more."""
    missed, wanted = _count(failures), _count(successes)
    if missed < 0 or wanted < 1 or not 0 < chance < 1:
        raise FaultError(NUM)
    if below:
        return beta_tails(wanted, missed + 1, chance, 1 - chance)[0]
    return binomial_density(wanted, missed + wanted, chance, 1 - chance) * wanted / (missed + wanted)


@of_numbers("NEGBINOMDIST", "nnn")
def negbinomdist(failures: float, successes: float, chance: float) -> float:
    """The chance of so many failures before a number of successes."""
    if chance in (0, 1):
        raise UnknownError("has a chance of none or all")
    return negbinom_dist(failures, successes, chance, False)


# Poisson


@of_numbers("POISSON.DIST POISSON", "nnt")
def poisson(events: float, rate: float, below: bool) -> float:
    """The chance of so many events, or of no more."""
    if events < 0 or rate < 0:
        raise FaultError(NUM)
    count = _count(events)
    return gamma_tails(count + 1, rate)[1] if below else poisson_density(count, rate)


# Hypergeometric


def _drawn(count: int, draws: int, marked: int, size: int) -> float:
    """The chance of so many marked ones among those drawn."""
    share, rest = draws / size, (size - draws) / size
    found = binomial_density(count, marked, share, rest) * binomial_density(draws - count, size - marked, share, rest)
    return found / binomial_density(draws, size, share, rest)


@of_numbers("HYPGEOM.DIST", "nnnnt")
def hypgeom_dist(successes: float, draws: float, marked: float, population: float, below: bool) -> float:
    """The chance of so many marked ones among those drawn, or of no more."""
    count, drawn, chosen, size = _count(successes), _count(draws), _count(marked), _count(population)
    least, most = max(0, drawn + chosen - size), min(drawn, chosen)
    if min(count, drawn, chosen, size) < 0 or drawn > size or chosen > size or not least <= count <= most:
        raise FaultError(NUM)
    if 0 in (drawn, chosen, size):
        raise UnknownError("draws or marks none")
    if not below:
        return _drawn(count, drawn, chosen, size)
    if count == most:
        return 1.0
    if count - least > _MAX_TERMS:
        raise UnknownError("counts very many")
    return sum(_drawn(one, drawn, chosen, size) for one in range(least, count + 1))


@of_numbers("HYPGEOMDIST", "nnnn")
def hypgeomdist(successes: float, draws: float, marked: float, population: float) -> float:
    """The chance of so many marked ones among those drawn."""
    return hypgeom_dist(successes, draws, marked, population, False)
