"""The different formulas of a sheet: those that are copies of each other told once, with how many there are."""

from __future__ import annotations

from typing import NamedTuple, final

from ..model.formula import ArrayFormula, DataTable
from ..model.history import History
from ..model.sheet import Sheet
from .entry import entry_texts
from .external import function_name
from .layout import chunks, columns_of
from .r1c1 import r1c1_text
from .token import Kind, tokens


@final
class Distinct(NamedTuple):
    """One formula in R1C1 notation, how often it is there, and place and A1 text of the first; without equals signs.

    array: it is the formula of a block, as an array formula and a data table are.
    """

    r1c1: str
    copies: int
    row0: int
    col0: int
    example: str
    array: bool

    def functions(self) -> list[str]:
        """The functions it uses, in upper case, without the prefixes of files."""
        return sorted({function_name(token) for token in tokens(self.example) if token.kind is Kind.FUNCTION})


def distinct_formulas(history: History, sheet: Sheet) -> list[Distinct]:
    """The different formulas of a loaded sheet, by their first cells, row by row."""
    counts: dict[tuple[str, bool], int] = {}
    firsts: dict[tuple[str, bool], tuple[int, int, str]] = {}
    for col0, entries in columns_of(sheet).items():
        for chunk in chunks(entries):
            for (row0, _, entry), text in zip(chunk, entry_texts(history, sheet, chunk), strict=True):
                key = r1c1_text(text, row0, col0), type(entry) is ArrayFormula or type(entry) is DataTable
                counts[key] = counts.get(key, 0) + 1
                first = firsts.get(key)
                if first is None or (row0, col0) < first[:2]:
                    firsts[key] = row0, col0, text
    found = [Distinct(r1c1, counts[r1c1, array], *firsts[r1c1, array], array) for r1c1, array in counts]
    return sorted(found, key=lambda one: (one.row0, one.col0))
