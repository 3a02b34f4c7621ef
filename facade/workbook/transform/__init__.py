"""Mutations over others that were accepted first: pure on data, without a model."""

from __future__ import annotations

from .conflict import TransformConflict
from .over import Transformed, transform
from .runs import carry_runs

__all__ = ["TransformConflict", "Transformed", "carry_runs", "transform"]
