"""What inserted rows and columns take over from a neighbour, which a reviewer is not told as changes of formats."""

from __future__ import annotations

from typing import Literal, NamedTuple, final

from .model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from .model.sheet import Sheet
from .model.style import StyleTable
from .mutation import AxisFormat, AxisInsert, StyleSet
from .mutation.axis_format import facts
from .mutation.style_set import properties_of, style_parts


@final
class Inserted(NamedTuple):
    """Rows or columns that have just come in."""

    sheet_id: str
    axis: Literal["rows", "columns"]
    first: int
    last: int

    @property
    def rect(self) -> Rect:
        """All their cells."""
        if self.axis == "rows":
            return Rect(self.first, 0, self.last, MAX_COLUMNS - 1)
        return Rect(0, self.first, MAX_ROWS - 1, self.last)

    @property
    def neighbours(self) -> list[int]:
        """The one before and the one behind."""
        limit = MAX_ROWS if self.axis == "rows" else MAX_COLUMNS
        return [index for index in (self.first - 1, self.last + 1) if 0 <= index < limit]


def inserted_by(mutation: AxisInsert) -> Inserted | None:
    """What is new; None for what an undone delete brings back."""
    if mutation.rows or mutation.columns or mutation.looks:
        return None
    return Inserted(mutation.sheet, mutation.axis, mutation.at, mutation.at + mutation.count - 1)


def takes_over_look(sheet: Sheet, styles: StyleTable, mutation: StyleSet, new: Inserted | None) -> bool:
    """Whether a format of cells gives new ones what the cells of a neighbour have."""
    if new is None or mutation.sheet != new.sheet_id or not all(map(new.rect.covers, mutation.rects)):
        return False
    changes = mutation.patch.changes()
    values, wanted = properties_of(styles, tuple(changes)), tuple(changes.values())
    for index in new.neighbours:
        models = (_at(rect, new, index) for rect in mutation.rects)
        if all(found == wanted for model in models for found, _ in style_parts(sheet, model, values)):
            return True
    return False


def _at(rect: Rect, new: Inserted, index: int) -> Rect:
    return rect._replace(row0=index, row1=index) if new.axis == "rows" else rect._replace(col0=index, col1=index)


def takes_over_format(sheet: Sheet, mutation: AxisFormat, new: Inserted | None) -> bool:
    """Whether a format of rows or columns gives new ones the style of a neighbour, and of a column the width."""
    if new is None or (mutation.sheet, mutation.axis) != (new.sheet_id, new.axis):
        return False
    inside = all(new.first <= first and last <= new.last for first, last in mutation.spans)
    other = (mutation.hidden, mutation.level, mutation.collapsed, mutation.kept) != (None,) * 4
    if not inside or other or mutation.default_size or (new.axis == "rows" and mutation.size is not None):
        return False
    known = (next(facts(sheet, new.axis, index, index))[2] for index in new.neighbours)
    return any(mutation.size in (None, own.size) and mutation.style in (None, own.style) for own in known)
