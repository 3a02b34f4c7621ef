"""Frozen panes of a sheet: which rows and columns stay in sight, and what edits of rows and columns do to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, final

from ...axis import AxisEdit
from .rect import MAX_COLUMNS, MAX_ROWS, cell_name, parse_cell

FROZEN: Final = frozenset(("frozen", "frozenSplit"))
SPLIT_NAMES: Final = ("xSplit", "ySplit", "topLeftCell", "activePane", "state")
"""The attributes of a pane."""


@final
class Pane(NamedTuple):
    """The pane of one view of a sheet.

    rows and columns are how many are frozen, from first_row and first_column on, which are 0 but where the view was
    scrolled when it was frozen. top and left are the first row and column shown of those that scroll. A split that
    can be dragged freezes none; it is kept as split, its attributes in the order of names.
    """

    rows: int = 0
    columns: int = 0
    top: int = 0
    left: int = 0
    first_row: int = 0
    first_column: int = 0
    split: tuple[tuple[str, str], ...] = ()

    @property
    def cell(self) -> str | None:
        """The first cell that scrolls, as freeze_panes names it; None where nothing is frozen."""
        if self.split:
            return None
        return cell_name(self.first_row + self.rows, self.first_column + self.columns)


Panes = tuple[Pane | None, ...]
"""Of each view of a sheet, in the order of the part; a sheet without views has one that has none."""

NO_PANES: Final[Panes] = (None,)


def frozen_at(row0: int, col0: int) -> Pane | None:
    """All rows above and all columns left of a cell frozen; None for A1."""
    return Pane(row0, col0, row0, col0) if row0 or col0 else None


def read_pane(view: Mapping[str, str], pane: Mapping[str, str] | None) -> Pane | None:
    """The pane by the attributes of a sheetView and of its pane element; None where it splits nothing."""
    if pane is None:
        return None
    if pane.get("state", "split") not in FROZEN:
        return Pane(split=tuple((name, pane[name]) for name in SPLIT_NAMES if name in pane))
    rows, columns = _count(pane.get("ySplit"), MAX_ROWS), _count(pane.get("xSplit"), MAX_COLUMNS)
    if not rows and not columns:
        return None
    first_row, first_column = parse_cell(view.get("topLeftCell", "A1")) or (0, 0)
    first_row, first_column = first_row if rows else 0, first_column if columns else 0  # else it tells the scrolling
    rows, columns = min(rows, MAX_ROWS - 1 - first_row), min(columns, MAX_COLUMNS - 1 - first_column)
    top, left = parse_cell(pane.get("topLeftCell", "A1")) or (0, 0)
    bottom, right = first_row + rows, first_column + columns
    return Pane(rows, columns, max(top, bottom), max(left, right), first_row, first_column)


def _count(text: str | None, limit: int) -> int:
    try:
        return min(max(int(float(text or "0")), 0), limit - 1)
    except (ValueError, OverflowError):
        return 0


def carried_panes(panes: Iterable[Pane | None], axis: Literal["rows", "columns"], edit: AxisEdit) -> Panes:
    """Panes after an edit.

    What is inserted in front of or among frozen rows is frozen too; of those that are deleted, so many fewer are. A
    move leaves the number as it is: the rows that come to stand there are frozen.
    """
    return tuple(None if pane is None else _carried(pane, axis, edit) for pane in panes)


def _carried(pane: Pane, axis: Literal["rows", "columns"], edit: AxisEdit) -> Pane | None:
    if pane.split or edit.kind == "move":
        return pane
    if axis == "rows":
        first, count, shown = _shifted(pane.first_row, pane.rows, pane.top, edit, MAX_ROWS)
        pane = pane._replace(first_row=first, rows=count, top=shown)
    else:
        first, count, shown = _shifted(pane.first_column, pane.columns, pane.left, edit, MAX_COLUMNS)
        pane = pane._replace(first_column=first, columns=count, left=shown)
    return pane if pane.rows or pane.columns else None


def _shifted(first: int, count: int, shown: int, edit: AxisEdit, limit: int) -> tuple[int, int, int]:
    """(first frozen, how many, first shown of the rest) after an edit; the rest stays scrolled as far as it was."""
    scrolled = shown - first - count
    if count:
        span = edit.span(first, first + count - 1, limit)
        rest = edit.span(first, limit - 1, limit)
        first = min(rest[0], limit - 2) if first and rest is not None else 0
        count = 0 if span is None else min(span[1] - first + 1, limit - 1 - first)
    return first, count, min(first + count + scrolled, limit - 1)
