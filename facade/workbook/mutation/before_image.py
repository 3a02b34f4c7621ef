"""What a rectangle of cells holds, in the form that brings it back."""

from __future__ import annotations

from itertools import chain
from types import NoneType
from typing import Final, final

from ...value import Scalar
from ..formula.entry import entry_text, table_attributes
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry, SharedFormula, SharedGroup
from ..model.history import History
from ..model.kind import kinds_in
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from .cell import MAX_TEXT, ArrayMark, Cell, Constant, GroupMark, PlainMark, SharedMark, TableMark, to_constant
from .place import rows_between

_NUMBERS: Final = frozenset({NoneType, bool, int, float})


def before_image(
    sheet: Sheet, rect: Rect, history: History, *, texts: bool = False
) -> tuple[list[list[Cell]], tuple[GroupMark, ...]]:
    """(cells, groups) for a CellsSet over the same rectangle. The sheet must be loaded.

    texts: formulas as they read now, members of shared ones too, for rows and cells that will not be there meanwhile.
    """
    rows = rows_between(sheet, rect.row0, rect.row1)
    return _Image(sheet, rect, history, texts=texts).of(rows)


@final
class _Image:
    """One image: the shared groups its cells name."""

    def __init__(self, sheet: Sheet, rect: Rect, history: History, *, texts: bool) -> None:
        self._sheet = sheet
        self._rect = rect
        self._history = history
        self._texts = texts
        self._places: dict[int, int] = {}
        self._groups: list[GroupMark] = []

    def of(self, rows: list[Row | None]) -> tuple[list[list[Cell]], tuple[GroupMark, ...]]:
        col0, col1 = self._rect.col0, self._rect.col1
        values = _values(rows, col0, col1)
        cells: list[list[Cell]] = values if _travels(values) else [list(map(to_constant, row)) for row in values]  # type: ignore[assignment]
        for row, line in zip(rows, cells, strict=True):
            if row is not None and row.formulas is not None:
                for place, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                    if col0 <= place <= col1:
                        line[place - col0] = self._mark(entry, row, row.value(place))  # type: ignore[arg-type]
        return cells, tuple(self._groups)

    def _mark(self, entry: FormulaEntry, row: Row, value: Scalar) -> Cell:
        cached = to_constant(value)
        if self._texts:
            return self._text_mark(entry, row, cached)
        if isinstance(entry, str):
            return PlainMark(entry, cached)
        if isinstance(entry, DatedFormula):
            return PlainMark(entry.text, cached, entry.epoch)
        if isinstance(entry, SharedFormula):
            return SharedMark(self._group(entry.group), entry.col0, cached)
        if isinstance(entry, ArrayFormula):
            return ArrayMark(entry.text, entry.rect, entry.dynamic, cached, entry.epoch)
        return TableMark(entry.rect, entry.attributes, cached, entry.epoch)

    def _text_mark(self, entry: FormulaEntry, row: Row, cached: Constant) -> Cell:
        """The formula as it reads now, whatever happens to its references before it comes back."""
        if isinstance(entry, DataTable):
            return TableMark(entry.rect, table_attributes(self._history, self._sheet, entry), cached, -1)
        text = entry_text(self._history, self._sheet, entry, row)
        if isinstance(entry, ArrayFormula):
            return ArrayMark(text, entry.rect, entry.dynamic, cached, -1)
        return PlainMark(text, cached, -1)

    def _group(self, group: SharedGroup) -> int:
        at = self._places.get(id(group))
        if at is None:
            at = self._places[id(group)] = len(self._groups)
            self._groups.append(GroupMark(group.index, group.text, group.row0, group.col0, group.rect))
        return at


def _values(rows: list[Row | None], col0: int, col1: int) -> list[list[Scalar]]:
    """Row.slice for many rows, without a call for each that is a list and long enough."""
    end, width = col1 + 1, col1 - col0 + 1
    found: list[list[Scalar]] = []
    for row in rows:
        if row is None:
            found.append([None] * width)
            continue
        values = row.values
        if type(values) is list and len(values) >= end:
            found.append(values[col0:end])
        else:
            found.append(row.slice(col0, col1))
    return found


def _travels(rows: list[list[Scalar]]) -> bool:
    """Whether all are numbers, truth values and texts that need no mark of their own."""
    kinds = kinds_in(rows)
    if kinds <= _NUMBERS:
        return True
    if not kinds <= _NUMBERS | {str}:
        return False
    texts = [value for value in chain.from_iterable(rows) if type(value) is str]
    return max(map(len, texts)) <= MAX_TEXT and all(map(str.isascii, texts))
