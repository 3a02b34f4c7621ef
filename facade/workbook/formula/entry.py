"""The text of what a cell's formula entry holds."""

from __future__ import annotations

import re
from typing import Final

from ..model.formula import ArrayFormula, FormulaEntry, SharedFormula
from ..model.row import Row
from .shared import formula_text

_CELL: Final = re.compile(rb'\b(r1|r2)="([^"]*)"')


def entry_text(entry: FormulaEntry, row: Row) -> str:
    """The formula without the equals sign; row is the one it stands in. A data table reads as TABLE(B1,B2)."""
    if isinstance(entry, str):
        return entry
    if isinstance(entry, SharedFormula):
        return formula_text(entry, row.source0)
    if isinstance(entry, ArrayFormula):
        return entry.text
    cells = dict(_CELL.findall(entry.attributes))
    return f"TABLE({cells.get(b'r1', b'').decode()},{cells.get(b'r2', b'').decode()})"
