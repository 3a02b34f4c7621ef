"""Writing a matrix of cells into a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from ...mutation import Marks
from ...value import Scalar
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry, SharedFormula, SharedGroup
from ..model.history import History
from ..model.rect import Rect
from ..model.row import SPARSE_GAP, Row
from ..model.sheet import Sheet
from .cell import (
    ENTRY_MARKS,
    ArrayMark,
    Cell,
    Formula,
    GroupMark,
    HoleMark,
    PlainMark,
    SharedMark,
    from_constant,
)
from .damage import note_formula
from .place import rows_between
from .track import prune_row, touch, touch_all


def write_cells(
    history: History,
    sheet: Sheet,
    rect: Rect,
    rows: list[list[Cell]],
    groups: Sequence[GroupMark],
    marks: Marks,
    *,
    plain: bool,
) -> None:
    """Put the cells; a formula that is overwritten goes, and with it its block. The sheet must be loaded.

    plain: all are scalars that travel as they are.
    """
    writer = _Writer(history, sheet, rect, groups, marks)
    if plain:
        writer.write_plain(rows)  # type: ignore[arg-type]
    else:
        for row0, cells in enumerate(rows, rect.row0):
            writer.write_mixed(row0, cells)


@final
class _Writer:
    """One application: what its rows share."""

    def __init__(self, history: History, sheet: Sheet, rect: Rect, groups: Sequence[GroupMark], marks: Marks) -> None:
        self._history = history
        self._sheet = sheet
        self._rect = rect
        self._columns = range(rect.col0, rect.col1 + 1)
        self._marks = marks
        self._groups = groups
        self._found: dict[int, SharedGroup] = {}
        self._layouts: dict[tuple[int, ...], tuple[int, ...]] = {}

    def write_plain(self, rows: list[list[Scalar]]) -> None:
        """Scalars only, without holes: about 0.3 us a row and 5 ns a cell where the cells are there already."""
        sheet, col0, first = self._sheet, self._rect.col0, self._rect.row0
        end = self._rect.col1 + 1
        found = rows_between(sheet, first, self._rect.row1)
        others: list[int] = []
        for at, (row, cells) in enumerate(zip(found, rows, strict=True)):
            if row is not None and row.formulas is None and cells[0] is not None:
                held = row.values
                if type(held) is list and len(held) >= col0:
                    held[col0:end] = cells
                    continue
            others.append(at)
        blank: list[Scalar] = [None] * self._rect.columns
        for at in others:
            found[at] = self._write_plain_row(first + at, found[at], rows[at], blank)
        touch_all(found, self._columns, self._marks)

    def _write_plain_row(self, row0: int, row: Row | None, cells: list[Scalar], blank: list[Scalar]) -> Row | None:
        """A row that may have to be made, or dropped, or loses formulas; the row if there is one to mark."""
        if row is None:
            if cells == blank:
                return None
            row = Row()
            self._sheet.put_row(row0, row)
        elif row.formulas is not None:
            self._set_formulas(row, dict.fromkeys(self._columns))
        put_values(row, self._rect.col0, cells)
        if cells[0] is None:
            prune_row(self._sheet, row0, row)
        return row

    def write_mixed(self, row0: int, cells: list[Cell]) -> None:
        """Any cells; holes stay as they are."""
        row = self._sheet.ensure_row(row0)
        entries: dict[int, FormulaEntry | None] = {}
        for col0, cell in enumerate(cells, self._rect.col0):
            if type(cell) is HoleMark:
                continue
            entry, value = self._entry(cell, row0, col0)
            entries[col0] = entry
            row.set_value(col0, value)
        if row.formulas is not None or any(entry is not None for entry in entries.values()):
            self._set_formulas(row, entries)
        touch(row, entries, self._marks)
        prune_row(self._sheet, row0, row)

    def _entry(self, cell: Cell, row0: int, col0: int) -> tuple[FormulaEntry | None, Scalar]:
        if type(cell) is Formula:
            if cell.dynamic:
                cell = ArrayMark(cell.text, Rect(row0, col0, row0, col0), dynamic=True, epoch=-1)
            else:
                return self._plain(cell.text), None
        if not isinstance(cell, ENTRY_MARKS):
            return None, from_constant(cell)  # type: ignore[arg-type]
        value = from_constant(cell.cached)
        if isinstance(cell, PlainMark):
            return self._plain(cell.text, cell.epoch), value
        if isinstance(cell, SharedMark):
            self._sheet.deepest = None
            return SharedFormula(self._group(cell.group), cell.col0), value
        if cell.rect not in self._sheet.blocks:
            self._sheet.blocks.append(cell.rect)
        if isinstance(cell, ArrayMark):
            note_formula(self._sheet, cell.text)
            return ArrayFormula(cell.text, cell.rect, cell.dynamic, self._stamp(cell.epoch)), value
        self._sheet.deepest = None
        return DataTable(cell.rect, cell.attributes, self._stamp(cell.epoch)), value

    def _plain(self, text: str, epoch: int = -1) -> FormulaEntry:
        note_formula(self._sheet, text)
        stamp = self._stamp(epoch)
        return DatedFormula(text, stamp) if stamp else text

    def _stamp(self, epoch: int) -> int:
        return self._history.stamp(epoch)

    def _group(self, at: int) -> SharedGroup:
        """The model's own group if a member is left, so that members stay together."""
        group = self._found.get(at)
        if group is None:
            mark = self._groups[at]
            group = _find_group(self._sheet, mark)
            if group is None:
                group = SharedGroup(mark.index, mark.text, mark.row0, mark.col0, mark.rect)
            self._found[at] = group
        return group

    def _set_formulas(self, row: Row, changes: dict[int, FormulaEntry | None]) -> None:
        columns = row.formula_columns()
        entries: dict[int, FormulaEntry] = (
            dict(zip(columns, row.formulas[1:], strict=True)) if row.formulas is not None else {}  # type: ignore[arg-type]
        )
        for col0, entry in changes.items():
            old = entries.pop(col0, None)
            if isinstance(old, ArrayFormula | DataTable) and old.rect != getattr(entry, "rect", None):
                self._drop_block(old.rect)
            if entry is not None:
                entries[col0] = entry
        ordered = tuple(sorted(entries))
        layout = self._layouts.setdefault(ordered, ordered)
        row.formulas = (layout, *(entries[col0] for col0 in layout)) if layout else None

    def _drop_block(self, rect: Rect) -> None:
        if rect in self._sheet.blocks:
            self._sheet.blocks.remove(rect)


def put_values(row: Row, col0: int, values: list[Scalar]) -> None:
    """Put scalars side by side; formulas there stay."""
    held = row.values
    if type(held) is list:
        gap = col0 - len(held)
        if gap < SPARSE_GAP:
            if gap > 0:
                held.extend([None] * gap)
            held[col0 : col0 + len(values)] = values
            return
    for place, value in enumerate(values, col0):
        row.set_value(place, value)


def _find_group(sheet: Sheet, mark: GroupMark) -> SharedGroup | None:
    for _, row in sheet.each_row():
        if row.formulas is None:
            continue
        for entry in row.formulas[1:]:
            if type(entry) is SharedFormula and _is_group(entry.group, mark):
                return entry.group
    return None


def _is_group(group: SharedGroup, mark: GroupMark) -> bool:
    return (group.index, group.row0, group.col0, group.text) == (mark.index, mark.row0, mark.col0, mark.text)
