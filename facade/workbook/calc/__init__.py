"""What formulas give: computed where that is known to agree with Excel, declared not computed where it is not."""

from __future__ import annotations

from .breadth import is_dynamic
from .cache import current_values
from .calculation import Calculation
from .crossing import may_cross
from .failure import Failure
from .proof import Proof, proof
from .syntax import shape

__all__ = ["Calculation", "Failure", "Proof", "current_values", "is_dynamic", "may_cross", "proof", "shape"]
