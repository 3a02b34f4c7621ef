"""random, drawn from the run's own seeded generator."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from ..policy.word import words
from ..realm import Realm
from .family import Family

_METHODS = words("""
    betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits lognormvariate normalvariate
    paretovariate randbytes randint random randrange sample shuffle triangular uniform vonmisesvariate weibullvariate
""")
_DRAWN = tuple(name for name in _METHODS if hasattr(random.Random, name))


def _build(realm: Realm) -> Mapping[str, object]:
    generator = random.Random(realm.seed)  # noqa: S311 - reproducible on purpose

    def seed(a: Any = None) -> None:
        generator.seed(_seed_value(a, realm))

    return {**{name: getattr(generator, name) for name in _DRAWN}, "seed": seed}


def _seed_value(value: Any, realm: Realm) -> int | float | str | bytes:
    if value is None:
        return realm.seed
    if type(value) in (bool, int, float, str, bytes):
        return value  # type: ignore[no-any-return]
    raise TypeError("a seed must be None, an int, a float, text or bytes")


FAMILY: Final = Family("random", frozenset((*_DRAWN, "seed")), _build)
"""Without Random and SystemRandom: a generator of one's own would not follow the run's seed."""
