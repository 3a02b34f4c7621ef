"""Whether and how the value of a formula is known (rules: docs of Session.state).

A formula of the file keeps its cached value as long as no cell that it depends on, directly or not, was written. What
its text does not tell (INDIRECT, structured references ...) counts as depending on every cell. One whose cached value
does not hold is computed, or said to be not computed and why.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from datetime import datetime
from typing import Final, Literal, TypeAlias, final

from ..value import CellError, Scalar
from .calc import Calculation, Failure, may_cross
from .formula.explore import Cell, explore
from .formula.reader import Reader
from .formula.region import Region, RowsOfColumn
from .model.formula import ArrayFormula
from .model.rect import Rect
from .model.row import Row
from .model.sheet import Sheet
from .model.workbook import EVERYWHERE, Seam, Workbook

State: TypeAlias = Literal["constant", "computed", "cached", "error", "not_computed"]
"""constant: no formula. computed: the value was computed here. cached: the file's value holds. error: it is known, and
is an error value. not_computed: the value is not known."""

NEW: Final = "it was written after the file was opened"
STALE: Final = "cells it may depend on were changed after the file was opened"
NO_VALUE: Final = "the file holds no value for it"

_FEW: Final = 8
"""Blocks of a sheet up to which each is looked at."""

Visit: TypeAlias = Generator[Cell, bool, bool]


@final
class FormulaStates:
    """States of one model's formulas; load brings a sheet's rows into memory, now is the moment that NOW() gives.
    Memoised until the next write."""

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet], now: datetime | None = None) -> None:
        self._model = model
        self._load = load
        self._now = now
        self._search: _Search | None = None
        self._calculation: Calculation | None = None
        self._blocks: dict[str, tuple[list[Rect], Region]] = {}

    def state(self, sheet: Sheet, row0: int, col0: int) -> State:
        """The state of a cell of a loaded sheet."""
        row, place = self._formula_of(sheet, row0, col0)
        if row is None or place is None:
            spilled = sheet.blocks and is_changed(self._model) and self._is_spilled(sheet, row0, col0)
            return "computed" if spilled else "constant"
        if self._why(sheet, row, place) is not None:
            found = self._computed(sheet, row0, col0)
            return "not_computed" if type(found) is Failure else "error" if type(found) is CellError else "computed"
        own = sheet.row(row0)
        return "error" if own is not None and type(own.value(col0)) is CellError else "cached"

    def set_clock(self, now: datetime) -> None:
        """The moment that NOW() gives; before anything is computed."""
        assert self._calculation is None
        self._now = now

    def value(self, sheet: Sheet, row0: int, col0: int) -> Scalar | Failure:
        """What a cell with a formula, or of an array block, shows now. The sheet is loaded."""
        held = sheet.row(row0)
        if held is not None and held.formulas is not None and col0 in held.formulas[0]:  # type: ignore[operator]
            cached = held.value(col0)
            if cached is not None and not is_changed(self._model):
                return cached
            return (self._calculation or self._calculator()).value(sheet, row0, col0)
        row, place = self._formula_of(sheet, row0, col0)
        if row is not None and place is not None and (row.value(place[1]) is None or is_changed(self._model)):
            return self._computed(sheet, row0, col0)
        own = sheet.row(row0)
        if sheet.blocks and is_changed(self._model) and self._is_spilled(sheet, row0, col0):
            return self._computed(sheet, row0, col0)
        return None if own is None else own.value(col0)

    def blocks(self, sheet: Sheet) -> list[Rect]:
        """The areas that array formulas of a loaded sheet give values to now, with those that they no longer do."""
        if not sheet.blocks or not is_changed(self._model):
            return sheet.blocks
        return self._calculator().blocks(sheet)

    def area(self, sheet: Sheet, block: Rect) -> Rect:
        """The cells that the array formula of a block gives values to now."""
        return self._calculator().area(sheet, block)

    def _is_spilled(self, sheet: Sheet, row0: int, col0: int) -> bool:
        """Whether a formula spills over a cell that it did not in the file."""
        return self._calculator().is_spilled(sheet, row0, col0)

    def _calculator(self) -> Calculation:
        if self._calculation is None:
            self._calculation = Calculation(self._model, self._load, self._is_overtaken, self._now)
        return self._calculation

    def _computed(self, sheet: Sheet, row0: int, col0: int) -> Scalar | Failure:
        return self._calculator().value(sheet, row0, col0)

    def reason(self, sheet: Sheet, row0: int, col0: int) -> str | None:
        """Why the value of a cell is not known; None if it is."""
        why = self.staleness(sheet, row0, col0)
        found = None if why is None else self.value(sheet, row0, col0)
        return f"it {found.reason}, and {why}" if isinstance(found, Failure) else None

    def _formula_of(self, sheet: Sheet, row0: int, col0: int) -> tuple[Row | None, tuple[int, int] | None]:
        """The row and place of the formula that gives a cell its value: its own, or that of its array block."""
        row = sheet.row(row0)
        if row is not None and row.formulas is not None and row.formula(col0) is not None:
            return row, (row0, col0)
        block = self._block_at(sheet, row0, col0) if sheet.blocks else None
        return (None, None) if block is None else (sheet.row(block.row0), (block.row0, block.col0))

    def _block_at(self, sheet: Sheet, row0: int, col0: int) -> Rect | None:
        """The block of an array formula that holds a cell."""
        if len(sheet.blocks) <= _FEW:
            return next((block for block in sheet.blocks if block.holds(row0, col0)), None)
        known = self._blocks.get(sheet.id)
        if known is None or known[0] != sheet.blocks:
            known = self._blocks[sheet.id] = list(sheet.blocks), Region(sheet.blocks)
        return next(known[1].overlapping(Rect(row0, col0, row0, col0)), None)

    def _why(self, sheet: Sheet, row: Row, place: tuple[int, int]) -> str | None:
        if is_changed(self._model):
            search = self._current()
            cell = (sheet.id, *place)
            if search.is_written(cell):
                return NEW
            if search.is_stale(cell):
                return STALE
        return NO_VALUE if row.value(place[1]) is None else None

    def _current(self) -> _Search:
        search = self._search
        if search is None or not search.follow():
            search = self._search = _Search(self._model, self._load)
            search.follow()
        return search

    def is_changed(self) -> bool:
        """Whether anything was done that a cached value may depend on."""
        return is_changed(self._model)

    def staleness(self, sheet: Sheet, row0: int, col0: int) -> str | None:
        """Why the cached value of a cell does not hold; None if it does, or the cell is a constant."""
        row, place = self._formula_of(sheet, row0, col0)
        return None if row is None or place is None else self._why(sheet, row, place)

    def _is_overtaken(self, cell: Cell) -> bool:
        """Whether the cached value of the formula of a cell, in a sheet that is loaded, does not hold."""
        search = self._current()
        return is_changed(self._model) and (search.is_written(cell) or search.is_stale(cell))

    def is_stale(self, cell: Cell) -> bool:
        """Whether the cached value of the formula of a cell does not hold, or there is none."""
        sheet = self._model.sheet(cell[0])
        row = None if sheet is None else self._load(sheet).row(cell[1])
        return sheet is not None and row is not None and self._why(sheet, row, cell[1:]) is not None


def _crosses(rect: Rect, seam: Seam) -> bool:
    first, last = (rect.row0, rect.row1) if seam.axis == "rows" else (rect.col0, rect.col1)
    if seam.at == EVERYWHERE:
        return first < last or seam.lost
    return first <= seam.at <= last + 1 if seam.lost else first < seam.at <= last


def is_changed(model: Workbook) -> bool:
    """Whether anything was done that the value of a formula may depend on."""
    return bool(model.written or any(_now(model)))


def _now(model: Workbook) -> tuple[int, bool, int, int]:
    added = sum(not sheet.part for sheet in model.sheets)
    return model.history.now, model.retabbed, model.reshown, added if added < len(model.sheets) else 0


@final
class _Search:
    """What was written, and what is known about the formulas that were asked for.

    Writes only add: what is stale stays so, what was clean is looked at again. Where formulas stand is learned once:
    cells that were written since count as written, whatever they hold.
    """

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet]) -> None:
        self._model = model
        self._load = load
        self._list = model.written
        self._names = model.names
        self._now = _now(model)
        self._reader = Reader(model, may_cross)
        self._writes = 0
        self._written: dict[str, Region] = {}
        self._stale: set[Cell] = set()
        self._clean: set[Cell] = set()
        self._columns: dict[str, dict[int, RowsOfColumn]] = {}
        self._dynamic: dict[str, list[Cell]] = {}

    def follow(self) -> bool:
        """Take in what was written since the last call; False if the model went back, so that all is to be redone."""
        written, model = self._list, self._model
        if (
            written is not model.written
            or len(written) < self._writes
            or self._names is not model.names
            or self._now != _now(model)
        ):
            return False
        if len(written) > self._writes:
            for sheet_id, rect in written[self._writes :]:
                self._written.setdefault(sheet_id, Region()).add(rect)
            self._writes = len(written)
            self._clean = set()
            for columns in self._columns.values():
                for column in columns.values():
                    column.forget()
        return True

    def is_written(self, cell: Cell) -> bool:
        """Whether it was written itself."""
        region = self._written.get(cell[0])
        return region is not None and region.holds(cell[1], cell[2])

    def is_stale(self, cell: Cell) -> bool:
        """A formula that is reached again while it is being looked at, a circle, counts as stale."""
        return explore(cell, self._known, self._begin, self._settle)

    def _known(self, cell: Cell) -> bool | None:
        if cell in self._clean:
            return False
        return True if cell in self._stale else None

    def _begin(self, cell: Cell) -> Visit:
        self._stale.add(cell)
        return self._visit(cell)

    def _settle(self, cell: Cell, stale: bool) -> None:
        if not stale:
            self._stale.discard(cell)
            self._clean.add(cell)
            column = self._formulas(cell[0]).get(cell[2])
            if column is not None:
                column.mark_clean(cell[1])

    def _visit(self, cell: Cell) -> Visit:
        """True as soon as something it reads was written or is stale itself; asks for the formulas on the way."""
        if self.is_written(cell):
            return True
        reads = self._reader.reads(self._sheet(cell[0]), cell[1], cell[2])
        if reads is None:
            return True
        for sheet_id, rect in reads:
            region = self._written.get(sheet_id)
            if region is not None and region.overlaps(rect):
                return True
            seams = self._model.seams
            if seams and any(_crosses(rect, seam) for seam in seams if seam.sheet_id == sheet_id):
                return True
        for sheet_id, rect in reads:
            for wanted in self._formulas_in(sheet_id, rect):
                if (yield wanted):
                    return True
        for sheet_id, rect in reads:  # where one that spills may reach by now
            for spilling in self._spilling(sheet_id):
                reached = rect.row1 >= spilling[1] and rect.col1 >= spilling[2]
                if reached and spilling != cell and (yield spilling):
                    return True
        return False

    def _spilling(self, sheet_id: str) -> list[Cell]:
        """The dynamic array formulas of a sheet."""
        found = self._dynamic.get(sheet_id)
        if found is None:
            sheet = self._sheet(sheet_id)
            rows = [(block, sheet.row(block.row0)) for block in sheet.blocks]
            entries = [(block, None if row is None else row.formula(block.col0)) for block, row in rows]
            found = self._dynamic[sheet_id] = [
                (sheet_id, block.row0, block.col0)
                for block, entry in entries
                if isinstance(entry, ArrayFormula) and entry.dynamic
            ]
        return found

    def _sheet(self, sheet_id: str) -> Sheet:
        sheet = self._model.sheet(sheet_id)
        assert sheet is not None
        return self._load(sheet)

    def _formulas_in(self, sheet_id: str, rect: Rect) -> Iterator[Cell]:
        """The formulas within a rectangle that are not known to be clean, and those whose blocks reach into it."""
        for block in self._sheet(sheet_id).blocks:
            if block.overlaps(rect) and not rect.holds(block.row0, block.col0):
                yield sheet_id, block.row0, block.col0
        columns = self._formulas(sheet_id)
        wanted = columns if len(columns) < rect.columns else range(rect.col0, rect.col1 + 1)
        for col0 in wanted:
            column = columns.get(col0)
            if column is not None and rect.col0 <= col0 <= rect.col1:
                for row0 in column.unknown(rect.row0, rect.row1):
                    yield sheet_id, row0, col0

    def _formulas(self, sheet_id: str) -> dict[int, RowsOfColumn]:
        """The rows with formulas, by column."""
        known = self._columns.get(sheet_id)
        if known is None:
            rows: dict[int, list[int]] = {}
            for row0, row in self._sheet(sheet_id).each_row():
                for col0 in row.formula_columns():
                    rows.setdefault(col0, []).append(row0)
            known = self._columns[sheet_id] = {col0: RowsOfColumn(numbers) for col0, numbers in rows.items()}
        return known
