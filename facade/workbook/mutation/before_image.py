"""What a rectangle of cells holds, in the form that brings it back."""

from __future__ import annotations

from types import NoneType
from typing import Final, NamedTuple, final

from ...value import Scalar
from ..formula.entry import entry_text, table_attributes
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry, SharedFormula, SharedGroup
from ..model.history import History
from ..model.kind import kinds_in, lines_of
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from .cell import (
    MAX_TEXT,
    PLAIN,
    ArrayMark,
    Cell,
    Constant,
    GroupMark,
    PlainMark,
    SharedMark,
    TableMark,
    to_constant,
)
from .place import rows_between

_NUMBERS: Final = frozenset({NoneType, bool, int, float})


class Image(NamedTuple):
    """Cells and groups of a CellsSet. kinds: the types of the cells, where all are plain."""

    cells: list[list[Cell]]
    groups: tuple[GroupMark, ...] = ()
    kinds: set[type] | None = None


def before_image(sheet: Sheet, rect: Rect, history: History, *, texts: bool = False) -> Image:
    """For a CellsSet over the same rectangle. The sheet must be loaded.

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

    def of(self, rows: list[Row | None]) -> Image:
        col0, col1 = self._rect.col0, self._rect.col1
        values = _values(rows, col0, col1)
        kinds = _plain_kinds(values)
        cells: list[list[Cell]] = values  # type: ignore[assignment]
        if kinds is None:
            cells = [list(map(to_constant, row)) for row in values]
        for row, line in zip(rows, cells, strict=True):
            if row is not None and row.formulas is not None:
                kinds = None
                for place, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                    if col0 <= place <= col1:
                        line[place - col0] = self._mark(entry, row, row.value(place))  # type: ignore[arg-type]
        return Image(cells, tuple(self._groups), kinds)

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


def _plain_kinds(rows: list[list[Scalar]]) -> set[type] | None:
    """The types of all cells, if they are numbers, truth values and texts that need no mark of their own."""
    kinds: set[type] = set()
    for cells in lines_of(rows):
        here = kinds_in((cells,))
        kinds |= here
        if not here <= _NUMBERS:
            if not here <= PLAIN:
                return None
            texts = cells if len(here) == 1 else [cell for cell in cells if type(cell) is str]
            if max(map(len, texts)) > MAX_TEXT or not "".join(texts).isascii():
                return None
    return kinds
