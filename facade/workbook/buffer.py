"""Single-cell writes, of values and of looks, gathered into rectangles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..value import HOLE, CellError, RichText
from .model.kind import kinds_in
from .model.rect import Rect
from .mutation import StylePatch, StyleSet
from .mutation.cell import HOLE_MARK, PLAIN, Cell, ErrorMark, Formula, rich_mark
from .mutation.place import MAX_RECTS
from .mutation.typed_ref import typed

KEY_BITS: Final = 14
"""A cell's key is row0 << 14 | col0: keys sort as cells are read, row after row."""
COLUMN_MASK: Final = (1 << KEY_BITS) - 1


def rectangles(cells: dict[int, Any]) -> Iterator[tuple[Rect, list[list[Any]]]]:
    """Cells by key as rectangles with their rows: runs in a row, and equal runs of neighbouring rows as one."""
    keys = sorted(cells)
    whole = _one_rectangle(cells, keys)
    if whole is not None:
        yield whole
        return
    open_runs: dict[tuple[int, int], tuple[int, list[list[Any]]]] = {}
    row_before = -1
    for row0, runs in _rows(cells, keys):
        still_open: dict[tuple[int, int], tuple[int, list[list[Any]]]] = {}
        for col0, values in runs:
            span = (col0, col0 + len(values) - 1)
            run = open_runs.pop(span, None) if row_before == row0 - 1 else None
            if run is None:
                run = (row0, [])
            run[1].append(values)
            still_open[span] = run
        yield from _closed(open_runs)
        open_runs, row_before = still_open, row0
    yield from _closed(open_runs)


def _one_rectangle(cells: dict[int, Any], keys: list[int]) -> tuple[Rect, list[list[Any]]] | None:
    """All of them, if they fill one rectangle: what a loop over rows or columns writes. 50 ns a cell."""
    if not keys:
        return None
    row0, col0 = keys[0] >> KEY_BITS, keys[0] & COLUMN_MASK
    row1 = keys[-1] >> KEY_BITS
    width, rest = divmod(len(keys), row1 - row0 + 1)
    if rest:
        return None
    # Sorted and distinct: a row is whole if its first and last key are where they belong.
    for at, row in zip(range(0, len(keys), width), range(row0, row1 + 1), strict=True):
        first = row << KEY_BITS | col0
        if keys[at] != first or keys[at + width - 1] != first + width - 1:
            return None
    values = list(cells.values() if keys == list(cells) else map(cells.__getitem__, keys))
    rect = Rect(row0, col0, row1, col0 + width - 1)
    return rect, [values[at : at + width] for at in range(0, len(values), width)]


def _closed(runs: dict[tuple[int, int], tuple[int, list[list[Any]]]]) -> Iterator[tuple[Rect, list[list[Any]]]]:
    for (col0, col1), (row0, rows) in runs.items():
        yield Rect(row0, col0, row0 + len(rows) - 1, col1), rows


def _rows(cells: dict[int, Any], keys: list[int]) -> Iterator[tuple[int, list[tuple[int, list[Any]]]]]:
    """(row0, runs) ascending; a run is (col0, values side by side)."""
    row_end, last = -1, -2
    row0 = -1
    runs: list[tuple[int, list[Any]]] = []
    values: list[Any] = []
    for key in keys:
        if key >= row_end:
            if runs:
                yield row0, runs
            row0 = key >> KEY_BITS
            row_end = (row0 + 1) << KEY_BITS
            values = [cells[key]]
            runs = [(key & COLUMN_MASK, values)]
        elif key == last + 1:
            values.append(cells[key])
        else:
            values = [cells[key]]
            runs.append((key & COLUMN_MASK, values))
        last = key
    if runs:
        yield row0, runs


def style_sets(looks: dict[tuple[str, str], dict[int, Any]]) -> Iterator[StyleSet]:
    """Buffered properties, by sheet and name and then by key, as mutations; those of the same cells go together."""
    patches: dict[tuple[str, tuple[Rect, ...]], dict[str, Any]] = {}
    for (sheet_id, name), values in looks.items():
        by_value: dict[Any, dict[int, None]] = {}
        for key, value in values.items():
            keys = by_value.get(value)
            if keys is None:
                keys = by_value[value] = {}
            keys[key] = None
        for value, keys in by_value.items():
            rects = tuple(rect for rect, _ in rectangles(keys))
            for start in range(0, len(rects), MAX_RECTS):
                place = sheet_id, rects[start : start + MAX_RECTS]
                patch = patches.setdefault(place, {})
                patch[name] = value
    for (sheet_id, rects), patch in patches.items():
        yield StyleSet(sheet=sheet_id, rects=rects, patch=StylePatch(**patch))


def to_cells(rows: list[list[Any]], ids: Mapping[str, str]) -> list[list[Cell]]:
    """Rows of scalars, Formula and HOLE as they travel; the same lists if none needs a change.

    ids gives a sheet's id by its folded name, for the references of formulas.
    """
    if kinds_in(rows) <= PLAIN:
        return rows
    return [[_to_cell(value, ids) for value in row] for row in rows]


def _to_cell(value: Any, ids: Mapping[str, str]) -> Cell:
    kind = type(value)
    if kind is Formula:
        return typed(value, ids)
    if kind is CellError:
        return ErrorMark(value.code)
    if kind is RichText:
        return rich_mark(value)
    if value is HOLE:
        return HOLE_MARK
    return value  # type: ignore[no-any-return]
