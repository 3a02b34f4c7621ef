"""What a formula reads: cells by sheet, names, and whether there is more that cannot be told from its text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, parse_rect
from .pieces import fixed_of
from .sheet_prefix import read_prefix
from .token import Kind, tokens

OPAQUE: Final = frozenset({"INDIRECT", "OFFSET", "GETPIVOTDATA", "EVALUATE"})
"""Functions whose cells are known only when they are calculated."""
VOLATILE: Final = frozenset({"TODAY", "NOW", "RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO"})
"""Functions that Excel computes anew whenever it computes anything."""
UNSTEADY: Final = VOLATILE | {"SHEET", "SHEETS"}
"""Functions whose results may change without a change of any cell that they name."""
POSITIONAL: Final = frozenset({"ROW", "COLUMN", "CELL", "SHEET", "SHEETS", "ADDRESS"})
"""Functions whose results change when cells or sheets change places."""
SHOWN_ONLY: Final = frozenset({"SUBTOTAL", "AGGREGATE"})
"""Functions whose results change when rows are hidden or shown."""
_BINDERS: Final = frozenset({"LET", "LAMBDA", "_XLFN.LET", "_XLFN.LAMBDA"})
"""Functions that bring names of their own."""
_NO_NAMES: Final = frozenset({"TRUE", "FALSE"})


class Reference(NamedTuple):
    """Cells of a sheet. first and last name the sheets of a 3-D reference, "" the formula's own.

    fixed tells for row0, col0, row1, col1 whether a dollar sign holds it.
    """

    first: str
    last: str
    rect: Rect
    fixed: tuple[bool, bool, bool, bool]

    def moved(self, rows: int, columns: int) -> Reference | None:
        """As it reads in a cell so far away; None where it would leave the sheet."""
        if not rows and not columns:
            return self
        rect, fixed = self.rect, self.fixed
        row0 = rect.row0 if fixed[0] else rect.row0 + rows
        col0 = rect.col0 if fixed[1] else rect.col0 + columns
        row1 = rect.row1 if fixed[2] else rect.row1 + rows
        col1 = rect.col1 if fixed[3] else rect.col1 + columns
        if min(row0, row1, col0, col1) < 0 or max(row0, row1) >= MAX_ROWS or max(col0, col1) >= MAX_COLUMNS:
            return None
        moved = Rect(min(row0, row1), min(col0, col1), max(row0, row1), max(col0, col1))
        return Reference(self.first, self.last, moved, fixed)


class Precedents(NamedTuple):
    """names are (sheet or "", name), those of functions too. opaque: the formula may read any cell. binds: names that
    the workbook does not have may be its own."""

    references: tuple[Reference, ...]
    names: tuple[tuple[str, str], ...]
    functions: frozenset[str]
    opaque: bool
    binds: bool


@lru_cache(maxsize=16_384)
def precedents(text: str) -> Precedents:
    """What a formula's text tells of the cells it reads."""
    references: list[Reference] = []
    names: list[tuple[str, str]] = []
    functions: set[str] = set()
    opaque = binds = False
    first = last = ""
    external = False
    for token in tokens(text):
        kind = token.kind
        if kind is Kind.PREFIX:
            book, first, last = read_prefix(token.text)
            external = book not in {"", "[0]"}
            continue
        if external:
            external = False
        elif kind in _CELLS and (rect := parse_rect(token.text)) is not None:
            references.append(Reference(first, last, rect, fixed_of(token.text)))
        elif kind is Kind.NAME or kind in _CELLS:
            if token.text.upper() not in _NO_NAMES:
                names.append((first, token.text))
        elif kind is Kind.FUNCTION:
            function = token.text.upper()
            opaque = opaque or function in OPAQUE
            binds = binds or function in _BINDERS
            names.append((first, token.text))
            functions.add(token.text)
        elif kind is Kind.STRUCTURED or token.text == ":" or (kind is Kind.OTHER and token.text in _STRANGE):
            opaque = True
        first = last = ""
    return Precedents(tuple(references), tuple(names), frozenset(functions), opaque, binds)


_CELLS: Final = frozenset({Kind.CELL, Kind.COLUMNS, Kind.ROWS})
_STRANGE: Final = frozenset({"'", "[", "]", "|", "!"})


def sheets_between(names: Sequence[str], first: str, last: str) -> list[str]:
    """The sheets of a 3-D reference in tab order, both ends included; empty if an end is not there."""
    folded = [name.casefold() for name in names]
    if first.casefold() not in folded or last.casefold() not in folded:
        return []
    low, high = sorted((folded.index(first.casefold()), folded.index(last.casefold())))
    return list(names[low : high + 1])
