"""Where drawings and notes are anchored: a corner in a cell, by column, row and offsets into it."""

from __future__ import annotations

from typing import Final

from ...axis import AxisEdit
from ..formula.step import AxisStep, MoveStep, ShiftStep, Step
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from .mention import Mention, Value

ABSOLUTE: Final = "absolute"
ONE_CELL: Final = "oneCell"
TWO_CELL: Final = "twoCell"

Corners = list[int]
"""Of an anchor: column, offset, row, offset of its first corner, then the same of its last; only 4 where it has one."""


def carried_drawing(mention: Mention, value: Value, step: Step) -> Value | None:
    """The slots are the corners, in the order of Corners; behind them stands how the drawing keeps to its cells.

    None for a drawing that moves and sizes with cells, all of which are deleted.
    """
    assert mention.rule == "drawing"
    manner = value[-1] or TWO_CELL
    corners = numbers(value[:-1])
    if manner == ABSOLUTE or corners is None:
        return value
    new = carried_corners(corners, step, sizes=manner == TWO_CELL)
    if new is None:
        return None
    if new == corners:
        return value
    return (*map(str, new), value[-1])


def numbers(texts: Value) -> Corners | None:
    """The whole numbers of texts; None where one is none."""
    found = [text.strip() for text in texts if text is not None]
    if len(found) != len(texts) or not all(text.removeprefix("-").isdigit() and len(text) < 12 for text in found):
        return None
    return [int(text) for text in found]


def carried_corners(corners: Corners, step: Step, *, sizes: bool) -> Corners | None:
    """Corners after a step on their sheet; None where a drawing that sizes has no cell left."""
    if type(step) is AxisStep:
        return _along(corners, step, sizes)
    if type(step) is ShiftStep or type(step) is MoveStep:
        first = corners[:4]
        last = corners[4:] or first
        rect = Rect(first[2], first[0], max(first[2], last[2]), max(first[0], last[0]))
        placed = step.place(rect)
        if placed is not None:
            down, right = placed[1].row0 - rect.row0, placed[1].col0 - rect.col0
            return [number + (right, 0, down, 0)[at % 4] for at, number in enumerate(corners)]
    return corners


def _along(corners: Corners, step: AxisStep, sizes: bool) -> Corners | None:
    rows, edit = step.axis == "rows", step.edit
    at = 2 if rows else 0
    limit = MAX_ROWS if rows else MAX_COLUMNS
    first = corners[at], corners[at + 1]
    last = (corners[at + 4], corners[at + 5]) if len(corners) == 8 else None
    new = list(corners)
    if last is None:
        new[at : at + 2] = _corner(first, edit, limit)
        return new
    if edit.kind == "move":
        moved = _corner(first, edit, limit), _corner(last, edit, limit)
        if moved[0] <= moved[1] and (sizes or moved[1][0] - moved[0][0] == last[0] - first[0]):
            new[at : at + 2], new[at + 4 : at + 6] = moved
        return new
    end = edit.at + edit.count
    whole = edit.kind == "delete" and edit.at <= first[0] and (last[0] < end or (last[0] == end and last[1] == 0))
    if whole and sizes:
        return None
    new[at : at + 2] = _corner(first, edit, limit)
    if sizes:
        new[at + 4 : at + 6] = _corner(last, edit, limit)
    else:
        new[at + 4] = min(last[0] + new[at] - first[0], limit - 1)
    return new


def _corner(corner: tuple[int, int], edit: AxisEdit, limit: int) -> tuple[int, int]:
    """An index and the offset into it; in a deleted row or column it goes to the edge that is left."""
    index, offset = corner
    found = edit.index(index, limit)
    if found is not None:
        return found, offset
    return (edit.at, 0) if edit.kind == "delete" else (limit - 1, offset)


def carried_note(value: Value, step: Step) -> Value | None:
    """A drawing of the older form. The slots are its anchor of eight numbers, its row and column if it is a note's,
    and how it keeps to its cells. A note goes with its cell, and is gone with it.
    """
    anchor, row, column, manner = value
    corners = numbers(tuple((anchor or "").split(",")))
    if row is not None and column is not None:
        place = numbers((row, column))
        if place is None:
            return value
        placed = step.place(Rect(place[0], place[1], place[0], place[1]))
        if placed is None:
            return None
        down, right = placed[1].row0 - place[0], placed[1].col0 - place[1]
        if corners is not None and len(corners) == 8 and (down or right):
            moved = [max(number + (right, 0, down, 0)[at % 4], 0) for at, number in enumerate(corners)]
            anchor = ", ".join(map(str, moved))
        return anchor, str(place[0] + down), str(place[1] + right), manner
    if corners is None or len(corners) != 8 or manner == ABSOLUTE:
        return value
    new = carried_corners(corners, step, sizes=manner == TWO_CELL)
    if new is None:
        return None
    return (anchor if new == corners else ", ".join(map(str, new)), row, column, manner)
