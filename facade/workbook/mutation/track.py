"""Marks that applying leaves beside the content: touched columns for the saver, written places for formula values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from ...mutation import Marks
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook


def touch(row: Row, columns: Iterable[int], marks: Marks) -> None:
    """Remember that these cells may differ from the file."""
    touched, wanted = row.touched, frozenset(columns)
    if touched is None or not touched >= wanted:
        row.touched = wanted if touched is None else touched | wanted
        marks.undo.append(partial(_retouch, row, touched))


def touch_all(rows: list[Row | None], columns: range, marks: Marks) -> None:
    """The same for the same columns of many rows."""
    fresh: list[Row] = []
    wanted = _columns(columns.start, columns.stop)
    for row in rows:
        if row is None:
            continue
        touched = row.touched
        if touched is wanted:
            continue
        if touched is None:
            row.touched = wanted
            fresh.append(row)
        elif not touched >= wanted:
            row.touched = touched | wanted
            marks.undo.append(partial(_retouch, row, touched))
    if fresh:
        marks.undo.append(partial(_untouch_all, fresh))


@lru_cache(maxsize=256)
def _columns(start: int, stop: int) -> frozenset[int]:
    """One object for the same columns, so that rows share it."""
    return frozenset(range(start, stop))


def _untouch_all(rows: list[Row]) -> None:
    for row in rows:
        row.touched = None


def _retouch(row: Row, touched: frozenset[int] | None) -> None:
    row.touched = touched


def mark_written(model: Workbook, sheet_id: str, rect: Rect, marks: Marks) -> None:
    """Remember that values or formulas there are no longer the file's."""
    model.written.append((sheet_id, rect))
    marks.undo.append(partial(_cut, model, len(model.written) - 1))


def _cut(model: Workbook, length: int) -> None:
    del model.written[length:]


def prune_row(sheet: Sheet, row0: int, row: Row) -> None:
    """Drop a row that is in no file and holds nothing any more, so that undoing leaves no trace."""
    if row.source0 != -1 or row.formulas is not None or row.attributes:
        return
    values = row.values.values() if isinstance(row.values, dict) else row.values
    styles = row.styles.values() if isinstance(row.styles, dict) else row.styles
    if any(value is not None for value in values) or any(styles):
        return
    if row0 < len(sheet.rows):
        sheet.rows[row0] = None
    else:
        sheet.far.pop(row0, None)
