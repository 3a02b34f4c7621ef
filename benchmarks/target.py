"""The number that a row is to reach, and whether it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Verdict(NamedTuple):
    """observed and bound are in unit: s, bytes, or x for a ratio. miss is how far off it is, 1.0 or less when held."""

    text: str
    unit: str
    observed: float
    bound: float
    held: bool
    miss: float


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on the median of a contender.

    Without against: the figure itself is at most bound (seconds or bytes). With against: the contender's figure
    divided by the other's is at most bound; with faster, the other's divided by the contender's is at least bound.
    memory compares peaks instead of times. text reads "what: bound"; unit is that of the bare figure.
    """

    text: str
    contender: str
    bound: float
    against: str | None = None
    faster: bool = False
    memory: bool = False
    unit: str = "s"

    def judge(self, figures: Mapping[str, float]) -> Verdict | None:
        """figures: median times or peaks by contender. None where one of the two was not measured."""
        mine = figures.get(self.contender)
        other = figures.get(self.against) if self.against is not None else 1.0
        if mine is None or other is None:
            return None
        if self.faster:
            observed = other / mine
            return Verdict(self.text, "x", observed, self.bound, observed >= self.bound, self.bound / observed)
        observed = mine / other
        unit = self.unit if self.against is None else "x"
        return Verdict(self.text, unit, observed, self.bound, observed <= self.bound, observed / self.bound)
