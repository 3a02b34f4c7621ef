"""Mutations over others that were accepted first: pure on data, without a model."""

from __future__ import annotations

from .conflict import TransformConflict
from .digest import squash, standing
from .kept import portable
from .over import Rebased, Transformed, rebase, transform
from .runs import carry_runs
from .warning import TransformWarning

__all__ = [
    "Rebased",
    "TransformConflict",
    "TransformWarning",
    "Transformed",
    "carry_runs",
    "portable",
    "rebase",
    "squash",
    "standing",
    "transform",
]
