"""Rows and columns of a sheet come, go and change places: what apply of the structural families does to the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, pairwise
from operator import itemgetter
from typing import Final, TypeVar

from ...axis import AxisEdit
from ..formula.step import Axis, span_rect
from ..model.column import ColumnSpan, SourceColumns
from ..model.pane import carried_panes
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from .strip import own_entry, place_blocks

Slot = TypeVar("Slot")


def edit_axis(sheet: Sheet, axis: Axis, edit: AxisEdit) -> None:
    """Carry out an edit on a loaded sheet: cells, merges, blocks, columns. References are the history's."""
    if axis == "rows":
        _edit_rows(sheet, edit)
    else:
        _edit_columns(sheet, edit)
    sheet.merges = list(carried_merges(sheet.merges, axis, edit))
    sheet.panes = carried_panes(sheet.panes, axis, edit)
    if sheet.blocks:
        _carry_blocks(sheet, axis, edit)


def carried_merges(merges: Iterable[Rect], axis: Axis, edit: AxisEdit) -> Iterable[Rect]:
    """Merged areas after an edit; one of which a single cell is left is no longer one."""
    for merge in merges:
        rect = span_rect(merge, axis, edit)
        if rect is not None and (rect.rows > 1 or rect.columns > 1):
            yield rect


def carried_columns(spans: Iterable[ColumnSpan], edit: AxisEdit) -> list[ColumnSpan]:
    """What whole columns have of their own, after an edit of the columns. A new column has nothing."""
    found: list[ColumnSpan] = []
    for span in spans:
        for first, last in _pieces_of(span.col0, span.col1, edit):
            found.append(span._replace(col0=first, col1=last))
    return sorted(found)


def _pieces_of(first: int, last: int, edit: AxisEdit) -> list[tuple[int, int]]:
    """A run of columns after an edit, every column where it went: in up to three runs, for new ones do not belong."""
    cuts = sorted({first, last + 1, *(cut for cut in (edit.at, edit.at + edit.count, edit.to) if first < cut <= last)})
    found: list[tuple[int, int]] = []
    for low, end in pairwise(cuts):
        start, stop = _one(edit, low), _one(edit, end - 1)
        if start is not None:
            found.append((start, MAX_COLUMNS - 1 if stop is None else stop))
    return found


def _one(edit: AxisEdit, index: int) -> int | None:
    return edit.index(index, MAX_COLUMNS)


def edited(items: list[Slot], edit: AxisEdit, blank: Slot) -> list[Slot]:
    """A list by index after an edit, no longer than it must be; a new list."""
    at, end = edit.at, edit.at + edit.count
    if edit.kind == "insert":
        return items if at >= len(items) else [*items[:at], *[blank] * edit.count, *items[at:]]
    if edit.kind == "delete":
        return [*items[:at], *items[end:]]
    if at >= len(items) and edit.to >= len(items):
        return items
    filled = [*items, *[blank] * (max(end, edit.to) - len(items))]
    block, rest = filled[at:end], [*filled[:at], *filled[end:]]
    moved = [*rest[: edit.landing], *block, *rest[edit.landing :]]
    while moved and moved[-1] == blank:
        moved.pop()
    return moved


def _edit_rows(sheet: Sheet, edit: AxisEdit) -> None:
    rows = sheet.rows
    if edit.kind == "insert" and (edit.at >= len(rows) or edit.count <= _GAP):
        if edit.at < len(rows):
            rows[edit.at : edit.at] = [None] * edit.count
        moved = sheet.take_far()
    elif edit.kind == "delete":
        del rows[edit.at : edit.at + edit.count]
        moved = sheet.take_far()
    else:
        moved = {**{row0: row for row0, row in enumerate(rows) if row is not None}, **sheet.take_far()}
        sheet.rows = []
    placed = ((edit.index(row0, MAX_ROWS), row) for row0, row in moved.items())
    for new, row in sorted(((new, row) for new, row in placed if new is not None), key=itemgetter(0)):
        sheet.put_row(new, row)


_GAP: Final = 4096
"""Up to so many blank rows are slots in the list; more are a gap, which costs nothing."""


def _edit_columns(sheet: Sheet, edit: AxisEdit) -> None:
    editor = _ColumnEditor(edit)
    for _, row in sheet.each_row():
        editor.edit(row)
    sheet.columns = carried_columns(sheet.columns, edit)
    sheet.source_columns = (sheet.source_columns or SourceColumns()).edited(edit)
    if sheet.source_columns.identity:
        sheet.source_columns = None


def edit_cells(row: Row, edit: AxisEdit) -> None:
    """Carry out an edit of columns on the cells of one row; what is remembered of its source stays."""
    touched = row.touched
    if row.formulas is not None:
        row.formulas = (row.formulas[0], *(own_entry(entry, row) for entry in row.formulas[1:]))  # type: ignore[arg-type]
    _ColumnEditor(edit).edit(row)
    row.touched = touched


class _ColumnEditor:
    """One edit over all rows: rows that share their styles, formula columns or marks share the result."""

    def __init__(self, edit: AxisEdit) -> None:
        self._edit = edit
        self._styles: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._columns: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._touched: dict[frozenset[int], frozenset[int]] = {}

    def edit(self, row: Row) -> None:
        edit = self._edit
        if isinstance(row.values, list):
            row.values = edited(row.values, edit, None)
        else:
            row.values = _by_index(row.values, edit)
        styles = row.styles
        if isinstance(styles, dict):
            row.styles = _by_index(styles, edit)
        elif styles:
            row.styles = self._shared(self._styles, styles, lambda old: tuple(edited(list(old), edit, 0)))
        if row.formulas is not None:
            self._edit_formulas(row)
        if row.touched:
            row.touched = self._shared(self._touched, row.touched, self._moved_set)

    def _edit_formulas(self, row: Row) -> None:
        columns, entries = row.formula_columns(), row.formulas[1:]  # type: ignore[index]
        new = self._shared(self._columns, columns, self._moved)
        if -1 in new or list(new) != sorted(new):
            pairs = sorted((col0, at) for at, col0 in enumerate(new) if col0 >= 0)
            entries = tuple(entries[at] for _, at in pairs)
            new = tuple(col0 for col0, _ in pairs)
        row.formulas = (new, *entries) if new else None

    def _moved(self, columns: tuple[int, ...]) -> tuple[int, ...]:
        """Where they go, -1 for nowhere."""
        found = (self._edit.index(col0, MAX_COLUMNS) for col0 in columns)
        return tuple(-1 if col0 is None else col0 for col0 in found)

    def _moved_set(self, columns: frozenset[int]) -> frozenset[int]:
        return frozenset(col0 for col0 in self._moved(tuple(columns)) if col0 >= 0)

    @staticmethod
    def _shared(known: dict[Slot, Slot], old: Slot, make: Callable[[Slot], Slot]) -> Slot:
        found = known.get(old)
        if found is None:
            found = known[old] = make(old)
        return found


def _by_index(values: dict[int, Slot], edit: AxisEdit) -> dict[int, Slot]:
    moved = ((edit.index(col0, MAX_COLUMNS), value) for col0, value in values.items())
    return {col0: value for col0, value in moved if col0 is not None}


def _carry_blocks(sheet: Sheet, axis: Axis, edit: AxisEdit) -> None:
    """Array formulas and data tables go with their first cell; none is cut, check has seen to that."""
    carried = {block: span_rect(block, axis, edit) for block in sheet.blocks}
    place_blocks(sheet, carried)


def last_content(sheet: Sheet, axis: Axis) -> int:
    """The last row or column that holds a value, a formula or a merge; -1 for none. Cheap where few hold nothing."""
    merged = (merge.row1 if axis == "rows" else merge.col1 for merge in sheet.merges)
    return max(chain((sheet.last_row0() if axis == "rows" else sheet.width() - 1,), merged))
