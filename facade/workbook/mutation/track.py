"""Marks that applying leaves beside the content: touched columns for the saver, written places for formula values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...mutation import Marks
from ..model.rect import Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook


def touch(row: Row, columns: Iterable[int], marks: Marks) -> None:
    """Remember that these cells may differ from the file."""
    touched = row.touched
    if touched is None:
        row.touched = set(columns)
        marks.undo.append(partial(_untouch, row, None))
        return
    added = set(columns) - touched
    if added:
        touched |= added
        marks.undo.append(partial(_untouch, row, added))


def touch_all(rows: list[Row], columns: range, marks: Marks) -> None:
    """The same for the same columns of many rows."""
    fresh: list[Row] = []
    wanted = set(columns)
    for row in rows:
        if row.touched is None:
            row.touched = wanted.copy()
            fresh.append(row)
        else:
            added = wanted - row.touched
            if added:
                row.touched |= added
                marks.undo.append(partial(_untouch, row, added))
    marks.undo.append(partial(_untouch_all, fresh))


def _untouch_all(rows: list[Row]) -> None:
    for row in rows:
        row.touched = None


def _untouch(row: Row, added: set[int] | None) -> None:
    if added is None:
        row.touched = None
    elif row.touched is not None:
        row.touched -= added


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
