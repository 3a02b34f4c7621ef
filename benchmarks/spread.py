"""Median and spread of a few figures."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Spread(NamedTuple):
    """n figures in one unit; q1 to q3 is the middle half."""

    n: int
    median: float
    q1: float
    q3: float
    least: float
    most: float


def spread(figures: Sequence[float]) -> Spread:
    """Of at least one figure; of a single one the quartiles are itself."""
    if len(figures) == 1:
        low = high = figures[0]
    else:
        low, _, high = statistics.quantiles(figures, n=4, method="inclusive")
    return Spread(len(figures), statistics.median(figures), low, high, min(figures), max(figures))
