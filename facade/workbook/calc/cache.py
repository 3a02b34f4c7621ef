"""The cached values a file gets: those of formulas whose old ones no longer hold, put in place while it is saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from ...value import Scalar
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .calculator import Failure

MAX_SHEET_BYTES: Final = 8 * 1024 * 1024
"""Sheets of a file that are larger together, uncompressed, keep their cached values: the application computes them."""


class Results(Protocol):
    """What formulas show: see FormulaStates."""

    def is_changed(self) -> bool:
        """Whether any cached value may not hold."""

    def is_stale(self, cell: tuple[str, int, int]) -> bool:
        """Whether the cached value of a formula does not hold."""

    def value(self, sheet: Sheet, row0: int, col0: int) -> Scalar | Failure:
        """What a formula shows."""


@contextmanager
def current_values(model: Workbook, results: Results) -> Iterator[None]:
    """Have formulas hold what they show now; afterwards all is as before. What is not computed keeps its old value."""
    kept: list[tuple[Row, int, Scalar, frozenset[int] | None]] = []
    try:
        if results.is_changed() and _is_small(model):
            for sheet in model.sheets:
                if sheet.kind == "worksheet":
                    _put(sheet, results, kept)
        yield
    finally:
        for row, col0, value, touched in reversed(kept):
            row.set_value(col0, value)
            row.touched = touched


def _is_small(model: Workbook) -> bool:
    package = model.package
    sizes = 0
    for sheet in model.sheets:
        member = package.find(sheet.part) if package is not None and sheet.part else None
        if package is not None and member is not None:
            sizes += package.members[member].size
    return sizes <= MAX_SHEET_BYTES


def _put(sheet: Sheet, results: Results, kept: list[tuple[Row, int, Scalar, frozenset[int] | None]]) -> None:
    sheet.load()
    for row0, row in sheet.each_row():
        for col0 in row.formula_columns():
            if not results.is_stale((sheet.id, row0, col0)):
                continue
            found, old = results.value(sheet, row0, col0), row.value(col0)
            if isinstance(found, Failure) or (type(found) is type(old) and found == old):
                continue
            kept.append((row, col0, old, row.touched))
            row.set_value(col0, found)
            row.touched = frozenset((*(row.touched or ()), col0))
