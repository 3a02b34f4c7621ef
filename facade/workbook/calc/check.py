"""Whether what the calculator gives for a formula is believed: it, and every formula that it depends on.

A formula whose cached value still holds is believed where the calculator gives that value: Excel computed it. Any other
is looked at for kinds of arguments that are not known to be computed as Excel does (see argument).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias, final

from ...value import CellError, Scalar
from ..formula.explore import Cell, explore
from ..formula.reader import Reader
from ..model.attribute_text import flag, number
from ..model.formula import FormulaEntry
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .argument import Arguments
from .calculator import Calculator, CalculatorError, Computed, Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

DEPENDS: Final = "depends on a formula that is not computed"
_SUBTOTAL: Final = re.compile(r"SUBTOTAL\(", re.IGNORECASE)
_CLOSE: Final = 1e-12
_NONE: Final = ""
"""No problem."""
_Visit: TypeAlias = "Generator[Cell, str, str]"


@final
class Checker:
    """One state of a model that was given to an engine. refused are the formulas that were not, which hold their cached
    values; text_of gives a formula as the engine got it, and shape_of what is the same for all of its kind.
    """

    def __init__(
        self,
        model: Workbook,
        engine: Calculator,
        refused: Mapping[Cell, str],
        stale: Callable[[Cell], bool],
        text_of: Callable[[Sheet, int, int, Row, FormulaEntry], str],
        shape_of: Callable[[str], str],
    ) -> None:
        self._model = model
        self._engine = engine
        self._refused = refused
        self._stale = stale
        self._text_of = text_of
        self._shape_of = shape_of
        self._reader = Reader(model)
        self._known: dict[Cell, str] = {}

    def problem(self, cell: Cell) -> str | None:
        """Why the value of a formula is not believed; None if it is."""
        return explore(cell, self._known.get, self._begin, self._known.__setitem__) or None

    def _begin(self, cell: Cell) -> _Visit:
        self._known[cell] = _NONE  # for circles, of which the engine tells
        return self._visit(cell)

    def _visit(self, cell: Cell) -> _Visit:
        sheet = self._model.sheet(cell[0])
        row = None if sheet is None else sheet.row(cell[1])
        entry = None if row is None else row.formula(cell[2])
        if sheet is None or row is None or entry is None:
            return _NONE
        found = self._engine_value(sheet, cell[1], cell[2])
        if isinstance(found, Failure):
            return found.reason
        if _agree(found, row.value(cell[2])) and not self._stale(cell):
            return _NONE
        text = self._text_of(sheet, cell[1], cell[2], row, entry)
        reads = self._reader.reads_of(text, sheet)
        if reads is None:
            return "does not tell what it reads"
        if _SUBTOTAL.search(text) is not None and any(self._hides(sheet_id, rect) for sheet_id, rect in reads):
            return "reads hidden rows"
        singles = sum(rect.rows == rect.columns == 1 for _, rect in reads)
        problem = Arguments(self._shape_of(text), singles, self._values_of(reads)).problem(found)
        if problem is not None:
            return problem
        for other in self._formulas_in(reads):
            if (yield other):
                return DEPENDS
        return _NONE

    def _engine_value(self, sheet: Sheet, row0: int, col0: int) -> Computed:
        try:
            return self._engine.value(sheet.name, row0, col0)
        except CalculatorError as error:
            return Failure(f"is not taken by the calculator ({error})")

    def _hides(self, sheet_id: str, rect: Rect) -> bool:
        """Whether rows are hidden, by hand or by a filter: the calculator does not know of them."""
        sheet = self._model.sheet(sheet_id)
        rows = () if sheet is None else sheet.each_row(rect.row0, rect.row1)
        return any(flag(row.attributes, b"hidden") or number(row.attributes, b"ht") == 0 for _, row in rows)

    def _values_of(self, reads: list[tuple[str, Rect]]) -> Callable[[bool], Iterator[Scalar]]:
        """The values of the single cells that are read, or of those in ranges; blank ones are left out."""

        def each(single: bool) -> Iterator[Scalar]:
            for sheet_id, rect in reads:
                sheet = self._model.sheet(sheet_id)
                if sheet is None or (rect.rows == rect.columns == 1) != single:
                    continue
                for row0, row in sheet.each_row(rect.row0, rect.row1):
                    for col0 in range(rect.col0, min(rect.col1, row.width() - 1) + 1):
                        value = self._now(sheet, row0, col0, row)
                        if value is not None:
                            yield value

        return each

    def _now(self, sheet: Sheet, row0: int, col0: int, row: Row) -> Scalar:
        if row.formulas is None or col0 not in row.formula_columns() or (sheet.id, row0, col0) in self._refused:
            return row.value(col0)
        found = self._engine_value(sheet, row0, col0)
        return None if isinstance(found, Failure) else found

    def _formulas_in(self, reads: list[tuple[str, Rect]]) -> Iterator[Cell]:
        """The formulas among what is read that the engine computed."""
        for sheet_id, rect in reads:
            sheet = self._model.sheet(sheet_id)
            for row0, row in () if sheet is None else sheet.each_row(rect.row0, rect.row1):
                if row.formulas is not None:
                    for col0 in row.formula_columns():
                        cell = (sheet_id, row0, col0)
                        if rect.col0 <= col0 <= rect.col1 and cell not in self._refused:
                            yield cell


def _agree(found: Scalar, cached: Scalar) -> bool:
    """Whether a computed value is the cached one, but for the last digits of a number."""
    if isinstance(found, bool) or isinstance(cached, bool):
        return found is cached
    if isinstance(found, int | float) and isinstance(cached, int | float):
        return abs(found - cached) <= _CLOSE * max(abs(found), abs(cached))
    if isinstance(found, CellError) or isinstance(cached, CellError):
        return getattr(found, "code", found) == getattr(cached, "code", cached)
    return found == cached
