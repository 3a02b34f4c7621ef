"""The cached values a file gets: those of formulas whose old ones no longer hold, put in place while it is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from ...value import ERROR_CODES, CellError, Scalar
from ..model.formula import ArrayFormula
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..mutation.track import prune_row
from .failure import Failure

MAX_SHEET_BYTES: Final = 8 * 1024 * 1024
"""Sheets of a file that are larger together, uncompressed, keep their cached values: the application computes them."""


_LATER: Final = {code: CellError("#VALUE!") for code in ERROR_CODES[8:]}
"""Errors that came after Excel 2007: a file holds #VALUE! for them."""


class Results(Protocol):
    """What formulas show: see FormulaStates."""

    def is_changed(self) -> bool:
        """Whether any cached value may not hold."""

    def is_stale(self, cell: tuple[str, int, int]) -> bool:
        """Whether the cached value of a formula does not hold."""

    def value(self, sheet: Sheet, row0: int, col0: int) -> Scalar | Failure:
        """What a formula shows."""

    def area(self, sheet: Sheet, block: Rect) -> Rect:
        """The cells that the array formula of a block gives values to now."""


@contextmanager
def current_values(model: Workbook, results: Results) -> Iterator[None]:
    """Have formulas hold what they show now; afterwards all is as before. What is not computed keeps its old value."""
    back: list[Callable[[], object]] = []
    try:
        if results.is_changed() and _is_small(model):
            for sheet in model.sheets:
                if sheet.kind == "worksheet":
                    _put_single(sheet, results, back)
                    _put_blocks(sheet, results, back)
        yield
    finally:
        for undo in reversed(back):
            undo()


def _is_small(model: Workbook) -> bool:
    package = model.package
    sizes = 0
    for sheet in model.sheets:
        member = package.find(sheet.part) if package is not None and sheet.part else None
        if package is not None and member is not None:
            sizes += package.members[member].size
    return sizes <= MAX_SHEET_BYTES


def _put_single(sheet: Sheet, results: Results, back: list[Callable[[], object]]) -> None:
    """The values of formulas of one cell."""
    sheet.load()
    for row0, row in sheet.each_row():
        for col0 in row.formula_columns():
            if isinstance(row.formula(col0), ArrayFormula) or not results.is_stale((sheet.id, row0, col0)):
                continue
            found = results.value(sheet, row0, col0)
            if not isinstance(found, Failure):
                _put(row, col0, found, back)


def _put_blocks(sheet: Sheet, results: Results, back: list[Callable[[], object]]) -> None:
    """The values of array formulas; their blocks are the cells that they give values to now."""
    blocks = list(sheet.blocks)
    areas = [_put_block(sheet, block, results, back) for block in blocks]
    if areas != blocks:
        back.append(partial(_set_blocks, sheet, blocks))
        _set_blocks(sheet, areas)


def _set_blocks(sheet: Sheet, blocks: list[Rect]) -> None:
    sheet.blocks[:] = blocks


def _put_block(sheet: Sheet, block: Rect, results: Results, back: list[Callable[[], object]]) -> Rect:
    """The values of an array formula, over the cells that it gives values to now, which are returned."""
    row = sheet.row(block.row0)
    entry = None if row is None else row.formula(block.col0)
    cell = (sheet.id, block.row0, block.col0)
    if row is None or not isinstance(entry, ArrayFormula) or not results.is_stale(cell):
        return block
    if isinstance(results.value(sheet, block.row0, block.col0), Failure):
        return block
    area = results.area(sheet, block)
    for row0 in range(block.row0, max(block.row1, area.row1) + 1):
        for col0 in range(block.col0, max(block.col1, area.col1) + 1):
            if area.holds(row0, col0) or block.holds(row0, col0):
                found = results.value(sheet, row0, col0)
                if not isinstance(found, Failure):
                    _put(_row(sheet, row0, back), col0, found, back)
    if area != block:
        back.append(partial(_restore, row, row.formulas, row.touched))
        row.set_formula(block.col0, replace(entry, rect=area))
        row.touch(block.col0)
    return area


def _restore(row: Row, formulas: tuple[object, ...] | None, touched: frozenset[int] | None) -> None:
    row.formulas, row.touched = formulas, touched


def _row(sheet: Sheet, row0: int, back: list[Callable[[], object]]) -> Row:
    found = sheet.row(row0)
    if found is None:
        found = sheet.ensure_row(row0)
        back.append(partial(prune_row, sheet, row0, found))
    return found


def _put(row: Row, col0: int, found: Scalar, back: list[Callable[[], object]]) -> None:
    old, touched = row.value(col0), row.touched
    if type(found) is type(old) and found == old:
        return

    def undo() -> None:
        row.set_value(col0, old)
        row.touched = touched

    back.append(undo)
    row.set_value(col0, _LATER.get(found.code, found) if isinstance(found, CellError) else found)
    row.touched = frozenset((*(touched or ()), col0))
