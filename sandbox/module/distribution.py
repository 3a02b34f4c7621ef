"""statistics, with a NormalDist of its own: the real one draws its samples from the process's generator."""
# ruff: noqa: D102 - the methods are those of statistics

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping
from typing import Any, Final, final

from ..policy.word import words
from ..realm import Realm
from ..stand_in import StandIn
from .exact import require_int, require_number
from .family import Family, allow

_PLAIN = allow(
    statistics,
    words("""
    StatisticsError correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median
    median_grouped median_high median_low mode multimode pstdev pvariance quantiles stdev variance
    """),
)


@final
class NormalDist:
    """A normal distribution; generator is what samples without a seed are drawn from."""

    __slots__ = ("_distribution", "_generator")

    def __init__(self, distribution: statistics.NormalDist, generator: random.Random) -> None:
        self._distribution = distribution
        self._generator = generator

    def _like(self, distribution: statistics.NormalDist) -> NormalDist:
        return NormalDist(distribution, self._generator)

    @property
    def mean(self) -> float:
        return self._distribution.mean

    @property
    def median(self) -> float:
        return self._distribution.median

    @property
    def mode(self) -> float:
        return self._distribution.mode

    @property
    def stdev(self) -> float:
        return self._distribution.stdev

    @property
    def variance(self) -> float:
        return self._distribution.variance

    def samples(self, n: Any, *, seed: Any = None) -> list[float]:
        start = self._generator.random() if seed is None else require_number(seed, "seed")
        return self._distribution.samples(require_int(n, "n"), seed=start)

    def pdf(self, x: Any) -> float:
        return self._distribution.pdf(float(x))

    def cdf(self, x: Any) -> float:
        return self._distribution.cdf(float(x))

    def inv_cdf(self, p: Any) -> float:
        return self._distribution.inv_cdf(float(p))

    def zscore(self, x: Any) -> float:
        return self._distribution.zscore(float(x))

    def quantiles(self, n: Any = 4) -> list[float]:
        return self._distribution.quantiles(require_int(n, "n"))

    def overlap(self, other: Any) -> float:
        if type(other) is not NormalDist:
            raise TypeError("Expected another NormalDist instance")
        return self._distribution.overlap(other._distribution)

    def __add__(self, other: Any) -> NormalDist:
        return self._like(self._distribution + _operand(other))

    def __sub__(self, other: Any) -> NormalDist:
        return self._like(self._distribution - _operand(other))

    def __mul__(self, other: Any) -> NormalDist:
        return self._like(self._distribution * float(other))

    def __truediv__(self, other: Any) -> NormalDist:
        return self._like(self._distribution / float(other))

    def __pos__(self) -> NormalDist:
        return self

    def __neg__(self) -> NormalDist:
        return self._like(-self._distribution)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> NormalDist:
        return self._like(-(self._distribution - _operand(other)))

    def __eq__(self, other: object) -> bool:
        return type(other) is NormalDist and self._distribution == other._distribution

    def __hash__(self) -> int:
        return hash(self._distribution)

    def __repr__(self) -> str:
        return repr(self._distribution)


def _operand(other: Any) -> Any:
    return other._distribution if type(other) is NormalDist else float(other)


@final
class NormalDistClass(StandIn):
    """statistics.NormalDist as a macro sees it: makes NormalDist objects that draw from the run's generator."""

    __slots__ = ("_generator",)

    def __init__(self, generator: random.Random) -> None:
        super().__init__(NormalDist)
        self._generator = generator

    def __call__(self, mu: Any = 0.0, sigma: Any = 1.0) -> NormalDist:
        """Of its mean and standard deviation."""
        return NormalDist(statistics.NormalDist(float(mu), float(sigma)), self._generator)

    def from_samples(self, data: Any) -> NormalDist:
        """With the mean and standard deviation of the data."""
        return NormalDist(statistics.NormalDist.from_samples(data), self._generator)


def _build(realm: Realm) -> Mapping[str, object]:
    made = NormalDistClass(random.Random(f"statistics {realm.seed}"))  # noqa: S311 - reproducible on purpose
    realm.stand_ins[NormalDist] = made
    return {**_PLAIN, "NormalDist": made}


FAMILY: Final = Family("statistics", frozenset((*_PLAIN, "NormalDist")), _build)
"""Without kde and kde_random, which give functions of the library."""
