"""The values of a model's formulas, computed where the calculator is known to do so as Excel does, and else why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from ..formula.entry import entry_text
from ..formula.explore import Cell
from ..model.formula import ArrayFormula, DataTable, FormulaEntry
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.patch.text import unfit
from .calculator import CalculatorError, Computed, Failure, Formualizer
from .check import DEPENDS, Checker
from .filling import Filled, calculation_file
from .judge import Judge, NameKind
from .table import Tables

_ONE_CELL: Final = re.compile(r"(?:'(?:[^'\[\]:]|'')+'|[\w.]+)!\$[A-Z]{1,3}\$[0-9]{1,7}")
_SEVERAL: Final = re.compile(r"(?:'(?:[^'\[\]:]|'')+'|[\w.]+)!\$[A-Z]{1,3}\$[0-9]{1,7}:\$[A-Z]{1,3}\$[0-9]{1,7}")
_ROW: Final = re.compile(r"(?<![\w.])(\$?[A-Za-z]{1,3}\$?)[1-9][0-9]{0,5}(?![\w.(])")
"""Rows of cells, which make no difference to the judge."""
_DIGITS: Final = re.compile(r"(?<=[A-Za-z$])[1-9][0-9]{0,5}(?![\w.(])")
"""The same where there are no names."""
_ROUNDED: Final = re.compile(rb"""fullPrecision\s*=\s*["'](?:0|false)["']""")
_MAX_PATCHED: Final = 4096
"""Cells that are put one by one; more are a new filling."""


@final
class Calculation:
    """Of one model, which only goes forward: no write or edit is taken back.

    load brings a sheet's rows into memory; stale tells whether the cached value of a formula no longer holds; leads
    gives what tells whether a formula depends on one of some cells, directly or not. fills counts how often the
    calculator was filled.
    """

    def __init__(
        self,
        model: Workbook,
        load: Callable[[Sheet], Sheet],
        stale: Callable[[Cell], bool],
        leads: Callable[[list[tuple[str, Rect]]], Callable[[Cell], bool]],
    ) -> None:
        self._model = model
        self._load = load
        self._stale = stale
        self._leads = leads
        self._engine: Formualizer | None = None
        self._broken: str | None = None
        self._state: tuple[object, ...] = ()
        self._taken = 0
        self._written: object = None
        self._named: object = None
        self._refused: dict[Cell, str] = {}
        self._depends: Callable[[Cell], bool] | None = None
        self._judge = Judge(self._name_kind)
        self._names: dict[str, str] = {}
        self._verdicts: dict[str, str | None] = {}
        self._checker: Checker | None = None
        self._tables = Tables(Workbook())
        self._reshown = 0
        self.fills = 0

    def value(self, sheet: Sheet, row0: int, col0: int) -> Computed:
        """What the formula at a cell gives now. For one that is stale or has no cached value."""
        self._settle()
        if self._broken is not None:
            return Failure(self._broken)
        cell = (sheet.id, row0, col0)
        reason = self._refused.get(cell)
        if reason is not None:
            return Failure(reason)
        if self._depends is not None and self._depends(cell):
            return Failure(DEPENDS)
        assert self._engine is not None
        assert self._checker is not None
        problem = self._checker.problem(cell)
        return self._engine.value(sheet.name, row0, col0) if problem is None else Failure(problem)

    # Keeping in step

    def _settle(self) -> None:
        model = self._model
        state = (model.history.now, model.retabbed, len(model.sheets))
        same = self._written is model.written and self._named is model.names and state == self._state
        written = model.written[self._taken :]
        if same and self._broken is not None and not written:
            return
        if self._engine is None or not same or not self._patch(written):
            self._state, self._written, self._named = state, model.written, model.names
            self._fill()
        self._taken = len(model.written)

    def _fill(self) -> None:
        model = self._model
        self.fills += 1
        self._engine, self._broken, self._refused, self._depends = None, None, {}, None
        of_sheets = {name.casefold() for name, scope, _ in model.names if scope is not None}
        names = {name.casefold(): text for name, scope, text in model.names if scope is None}
        self._names = {name: text for name, text in names.items() if name not in of_sheets}
        self._verdicts = {}
        self._tables = Tables(model)
        if _as_shown(model):
            self._broken = "is in a workbook that computes with numbers as they are shown"
            return
        for sheet in model.sheets:
            if sheet.kind == "worksheet":
                self._load(sheet)
        taken = [named for named in model.names if named[1] is None and self._name_kind(named[0]) is not None]
        data = calculation_file(model, self._filled, taken)
        try:
            self._engine = Formualizer(data, epoch_1904=model.epoch_1904)
            self._engine.settle()
        except CalculatorError as error:
            self._broken = f"is in a workbook that the calculator does not take ({error})"
        self._taint()

    def _patch(self, written: list[tuple[str, Rect]]) -> bool:
        """Put what was written since; False where filling anew is better."""
        engine, model = self._engine, self._model
        if engine is None or self._broken is not None:
            return False
        if not written:
            if self._reshown != model.reshown:
                self._taint()
            return True
        if sum(rect.rows * rect.columns for _, rect in written) > _MAX_PATCHED:
            return False
        try:
            for sheet_id, rect in written:
                sheet = model.sheet(sheet_id)
                if sheet is not None:
                    self._put(engine, self._load(sheet), rect)
            engine.settle()
        except CalculatorError:
            return False
        self._taint()
        return True

    def _put(self, engine: Formualizer, sheet: Sheet, rect: Rect) -> None:
        for row0 in range(rect.row0, rect.row1 + 1):
            row = sheet.row(row0)
            for col0 in range(rect.col0, rect.col1 + 1):
                self._refused.pop((sheet.id, row0, col0), None)
                entry = row.formula(col0) if row is not None else None
                filled = None
                if row is not None and entry is not None:
                    filled = self._filled(sheet, row0, col0, row, entry)
                if filled is not None:
                    engine.set_formula(sheet.name, row0, col0, filled.text)
                else:
                    engine.set_value(sheet.name, row0, col0, None if row is None else row.value(col0))

    def _filled(self, sheet: Sheet, row0: int, col0: int, row: Row, entry: FormulaEntry) -> Filled | None:
        reason = None
        text = ""
        if isinstance(entry, DataTable):
            reason = "is a data table"
        elif isinstance(entry, ArrayFormula):
            reason = "is an array formula"
        else:
            text = self._text(sheet, row0, col0, row, entry)
            reason = "holds a character that no file can hold" if unfit(text) else self._verdict(text)
        if reason is not None:
            self._refused[sheet.id, row0, col0] = reason
            return None
        return Filled(text)

    def _text(self, sheet: Sheet, row0: int, col0: int, row: Row, entry: FormulaEntry) -> str:
        """The formula as the calculator gets it."""
        return self._tables.plain(entry_text(self._model.history, sheet, entry, row), sheet, row0, col0)

    def _verdict(self, text: str) -> str | None:
        shape = self._shape(text)
        if shape not in self._verdicts:
            if len(self._verdicts) > 4096:
                self._verdicts.clear()
            self._verdicts[shape] = self._judge.reason(text)
        return self._verdicts[shape]

    def _shape(self, text: str) -> str:
        """A formula whose references to cells all name row 1: what is judged is the same. Names may end in digits."""
        return _ROW.sub(r"\g<1>1", text) if self._names else _DIGITS.sub("1", text)

    def _name_kind(self, name: str) -> NameKind | None:
        text = self._names.get(name.casefold(), "")
        if _ONE_CELL.fullmatch(text):
            return "value"
        return "cells" if _SEVERAL.fullmatch(text) else None

    def _taint(self) -> None:
        """Learn which formulas are neither computed nor cached: what depends on them is not computed either."""
        self._reshown = self._model.reshown
        if self._engine is not None:
            self._checker = Checker(self._model, self._engine, self._refused, self._stale, self._text, self._shape)
        lost = [(cell[0], Rect(cell[1], cell[2], cell[1], cell[2])) for cell in self._refused if self._stale(cell)]
        self._depends = self._leads(lost) if lost else None


def _as_shown(model: Workbook) -> bool:
    """Whether the file has Excel round every value to what its format shows."""
    package = model.package
    parts = [] if package is None else [item.part for item in package.relations() if item.kind == "officeDocument"]
    return package is not None and any(_ROUNDED.search(package.read(part)) for part in parts if part is not None)
