"""fractions: the real numbers behind a constructor of exact types."""

from __future__ import annotations

import fractions
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from ..realm import Realm
from ..stand_in import StandIn
from .family import Family

_cached_hash = getattr(fractions, "_hash_algorithm", None)
if hasattr(
    _cached_hash, "__wrapped__"
):  # Python 3.12 keeps hashes in a cache of the process, by whatever the parts are
    fractions._hash_algorithm = _cached_hash.__wrapped__  # type: ignore[attr-defined, union-attr]

_NUMBERS = frozenset((bool, int, float, Decimal, fractions.Fraction))


class FractionClass(StandIn):
    """fractions.Fraction as a macro sees it. The real one has a private parameter, and register by its metaclass."""

    __slots__ = ()

    def __call__(self, numerator: Any = 0, denominator: Any = None) -> fractions.Fraction:
        """Of text or numbers of the exact types."""
        if type(numerator) is not str:
            numerator = _number(numerator)
        return fractions.Fraction(numerator, None if denominator is None else _number(denominator))

    def from_float(self, f: Any, /) -> fractions.Fraction:
        """The exact value of a float."""
        return fractions.Fraction.from_float(_number(f))

    def from_decimal(self, dec: Any, /) -> fractions.Fraction:
        """The exact value of a Decimal."""
        return fractions.Fraction.from_decimal(_number(dec))


def _number(value: Any) -> Any:
    if type(value) not in _NUMBERS:
        raise TypeError(f"a Fraction is made of numbers or text, not {type(value).__name__[:80]}")
    return int(value) if type(value) is bool else value


_FRACTION = FractionClass(fractions.Fraction)


def _build(realm: Realm) -> Mapping[str, object]:
    realm.stand_ins[fractions.Fraction] = _FRACTION
    return {"Fraction": _FRACTION}


FAMILY: Final = Family("fractions", frozenset(("Fraction",)), _build)
