"""What a rectangle of cells holds, in the form that brings it back."""

from __future__ import annotations

from types import NoneType
from typing import Final, NamedTuple, final

from ...value import Scalar
from ..model.formula import ArrayFormula, FormulaEntry, SharedFormula, SharedGroup
from ..model.kind import kinds_in, lines_of
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from .cell import MAX_TEXT, PLAIN, ArrayMark, Cell, GroupMark, PlainMark, SharedMark, TableMark, to_constant
from .place import rows_between

_NUMBERS: Final = frozenset({NoneType, bool, int, float})


class Image(NamedTuple):
    """Cells and groups of a CellsSet. kinds: the types of the cells, where all are plain."""

    cells: list[list[Cell]]
    groups: tuple[GroupMark, ...] = ()
    kinds: set[type] | None = None


def before_image(sheet: Sheet, rect: Rect) -> Image:
    """For a CellsSet over the same rectangle. The sheet must be loaded."""
    rows = rows_between(sheet, rect.row0, rect.row1)
    return _Image(rect).of(rows)


@final
class _Image:
    """One image: the shared groups its cells name."""

    def __init__(self, rect: Rect) -> None:
        self._rect = rect
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
                        line[place - col0] = self._mark(entry, row.value(place))  # type: ignore[arg-type]
        return Image(cells, tuple(self._groups), kinds)

    def _mark(self, entry: FormulaEntry, value: Scalar) -> Cell:
        cached = to_constant(value)
        if isinstance(entry, str):
            return PlainMark(entry, cached)
        if isinstance(entry, SharedFormula):
            return SharedMark(self._group(entry.group), entry.col0, cached)
        if isinstance(entry, ArrayFormula):
            return ArrayMark(entry.text, entry.rect, entry.dynamic, cached)
        return TableMark(entry.rect, entry.attributes, cached)

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
