"""random, drawn from the run's own seeded generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, final

from ..policy.word import words
from ..realm import Realm
from ..stand_in import StandIn
from .family import Family

_METHODS = words("""
    betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits lognormvariate normalvariate
    paretovariate randbytes randint random randrange sample shuffle triangular uniform vonmisesvariate weibullvariate
""")
_DRAWN = tuple(name for name in _METHODS if hasattr(random.Random, name))


@final
class Random:
    """A generator of the macro's own: its methods are those of Python's, each in a slot."""

    __slots__ = (*_DRAWN, "seed")

    def __init__(self, generator: random.Random, seed: Callable[..., None]) -> None:
        for name in _DRAWN:
            setattr(self, name, getattr(generator, name))
        self.seed = seed


@final
class RandomClass(StandIn):
    """random.Random as a macro sees it. The real one hands out its state, and takes another."""

    __slots__ = ("_realm",)

    def __init__(self, realm: Realm) -> None:
        super().__init__(Random)
        self._realm = realm

    def __call__(self, x: Any = None) -> Random:
        """Of a seed; without one it follows the run's."""
        generator, seed = _generator(self._realm, x)
        return Random(generator, seed)


def _generator(realm: Realm, start: Any) -> tuple[random.Random, Callable[..., None]]:
    generator = random.Random(_seed_value(start, realm))  # noqa: S311 - reproducible on purpose

    def seed(a: Any = None) -> None:
        generator.seed(_seed_value(a, realm))

    return generator, seed


def _build(realm: Realm) -> Mapping[str, object]:
    generator, seed = _generator(realm, None)
    made = realm.stand_ins[Random] = RandomClass(realm)
    return {**{name: getattr(generator, name) for name in _DRAWN}, "Random": made, "seed": seed}


def _seed_value(value: Any, realm: Realm) -> int | float | str | bytes:
    if value is None:
        return realm.seed
    if type(value) in (bool, int, float, str, bytes):
        return value  # type: ignore[no-any-return]
    raise TypeError("a seed must be None, an int, a float, text or bytes")


FAMILY: Final = Family("random", frozenset((*_DRAWN, "Random", "seed")), _build)
"""Without SystemRandom, which does not follow a seed, getstate and setstate."""
