"""What formulas give: computed where that is known to agree with Excel, declared not computed where it is not."""

from __future__ import annotations

from .cache import current_values
from .calculation import Calculation
from .calculator import Failure

__all__ = ["Calculation", "Failure", "current_values"]
