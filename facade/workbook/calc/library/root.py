"""The rate at which cash flows are worth nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import isfinite
from typing import Final

from ..value import UnknownError

_STEPS: Final = 12
"""Excel gives up after twenty steps of a method that takes about half as many again."""
_NEAR: Final = 1e-9
_POLISH: Final = 3
_TRIVIAL: Final = 1e-6
"""What is left of such a rate is the error of the method."""
_FLOOR: Final = -0.99
_HALVINGS: Final = 80


def root(worth: Callable[[float], tuple[float, float]], guess: float) -> float:
    """The rate from a guess on, where it is found soon. worth gives a value and its slope."""
    at = guess
    for _ in range(_STEPS):
        following = _step(worth, at)
        if abs(following - at) < _NEAR * max(1.0, abs(following)):
            for _ in range(_POLISH):
                following = _step(worth, following)
            if abs(following) < _TRIVIAL:
                raise UnknownError("finds a rate that is all but zero")
            return following
        at = following
    raise _lost()


def _step(worth: Callable[[float], tuple[float, float]], at: float) -> float:
    try:
        value, slope = worth(at)
        following = at - value / slope
    except (ArithmeticError, ValueError):
        raise _lost() from None
    if not isfinite(following) or following <= _FLOOR:
        raise _lost()
    return following


def between(worth: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """The rate between two, of which there is one at most."""
    at_low = worth(low)[0]
    if (at_low > 0) == (worth(high)[0] > 0):
        raise _lost()
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if (worth(middle)[0] > 0) == (at_low > 0) else (low, middle)
    if abs(low) < _TRIVIAL:
        raise UnknownError("finds a rate that is all but zero")
    return low


def _lost() -> UnknownError:
    return UnknownError("looks for a rate that is not found for sure")


def changes(flows: Iterable[float]) -> int:
    """How often the sign changes: no rate where never, one rate where once."""
    signs = [flow > 0 for flow in flows if flow]
    return sum(one != other for one, other in pairwise(signs))


def check_one(flows: Iterable[float]) -> bool:
    """Whether there is a rate. Raises UnknownError where there may be several."""
    count = changes(flows)
    if count > 1:
        raise UnknownError("looks for a rate of which there may be several")
    return count == 1
