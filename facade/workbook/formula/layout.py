"""Where the formulas of a sheet stand, column by column: neighbours in a column are mostly copies of each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ..model.sheet import Sheet
from .entry import Placed

CHUNK: Final = 4_096
"""Formulas of a column whose texts are in memory at once."""


def columns_of(sheet: Sheet) -> dict[int, list[Placed]]:
    """The formulas of a loaded sheet by column, ascending, each column from top to bottom."""
    found: dict[int, list[Placed]] = {}
    for row0, row in sheet.each_row():
        if row.formulas is not None:
            for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                found.setdefault(col0, []).append((row0, row, entry))  # type: ignore[arg-type]
    return dict(sorted(found.items()))


def chunks(entries: list[Placed]) -> Iterator[list[Placed]]:
    """The same in lists that are short enough for their texts to be in memory at once."""
    waiting = iter(entries)
    return iter(lambda: list(islice(waiting, CHUNK)), [])
