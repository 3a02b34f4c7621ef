"""Where rows, columns, boundaries and rectangles of a mutation go when another edit was made first."""

from __future__ import annotations

from itertools import pairwise

from ...axis import AxisEdit
from ..formula.step import AxisStep, Step
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect


def boundary(at: int, edit: AxisEdit, *, first: bool) -> int:
    """The line in front of an index after an edit; first: ours stands in front of what the edit puts on that line."""
    if edit.kind == "insert":
        return at + edit.count if at > edit.at or (at == edit.at and not first) else at
    end = edit.at + edit.count
    if edit.kind == "move" and edit.at < at < end:
        return at - edit.at + edit.landing
    left = at if at <= edit.at else max(edit.at, at - edit.count)
    if edit.kind == "delete":
        return left
    return left + edit.count if left > edit.landing or (left == edit.landing and not first) else left


def runs(first: int, last: int, edit: AxisEdit, limit: int) -> list[tuple[int, int, int]]:
    """(old index, how many, new index) of the indices first..last that are left, neighbours that stay so together."""
    cuts = sorted({first, last + 1, *(cut for cut in (edit.at, edit.at + edit.count, edit.to) if first < cut <= last)})
    found: list[tuple[int, int, int]] = []
    for low, end in pairwise(cuts):
        new = edit.index(low, limit)
        if new is not None:
            found.append((low, min(end - low, limit - new), new))
    return found


def parts(rect: Rect, step: Step, sheet_id: str) -> list[tuple[Rect, Rect]]:
    """(old, new) rectangles of the cells of a rectangle that are left after a step, in their old order."""
    if sheet_id != step.sheet_id:
        return [(rect, rect)]
    if type(step) is AxisStep:
        rows = step.axis == "rows"
        first, last, limit = (rect.row0, rect.row1, MAX_ROWS) if rows else (rect.col0, rect.col1, MAX_COLUMNS)
        if first == 0 and last == limit - 1:
            return [(rect, rect)]
        return [
            (_part(rect, old, count, rows=rows), _part(rect, new, count, rows=rows))
            for old, count, new in runs(first, last, step.edit, limit)
        ]
    return _pieces(rect, step)


def _part(rect: Rect, first: int, count: int, *, rows: bool) -> Rect:
    if rows:
        return Rect(first, rect.col0, first + count - 1, rect.col1)
    return Rect(rect.row0, first, rect.row1, first + count - 1)


def _pieces(rect: Rect, step: Step) -> list[tuple[Rect, Rect]]:
    """The same for steps that move cells in both directions: cut along the edges of what moved, each piece as one."""
    found: list[tuple[Rect, Rect]] = []
    for piece in _cut(rect, step):
        placed = step.place(piece)
        if placed is not None and placed[0] == step.sheet_id:
            new = placed[1]
            rows, columns = min(piece.rows, new.rows), min(piece.columns, new.columns)
            old = Rect(piece.row0, piece.col0, piece.row0 + rows - 1, piece.col0 + columns - 1)
            found.append((old, Rect(new.row0, new.col0, new.row0 + rows - 1, new.col0 + columns - 1)))
    return found


def _cut(rect: Rect, step: Step) -> list[Rect]:
    edges = [area for area in (getattr(step, "rect", None), getattr(step, "target", None)) if area is not None]
    rows = _cuts(rect.row0, rect.row1, [cut for area in edges for cut in (area.row0, area.row1 + 1)])
    columns = _cuts(rect.col0, rect.col1, [cut for area in edges for cut in (area.col0, area.col1 + 1)])
    return [
        Rect(top, left, bottom - 1, right - 1) for top, bottom in pairwise(rows) for left, right in pairwise(columns)
    ]


def _cuts(first: int, last: int, wanted: list[int]) -> list[int]:
    return sorted({first, last + 1, *(cut for cut in wanted if first < cut <= last)})


def without(rects: tuple[Rect, ...], taken: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """Rectangles less the cells of others."""
    left = list(rects)
    for hole in taken:
        left = [piece for rect in left for piece in _less(rect, hole)]
    return tuple(left)


def _less(rect: Rect, hole: Rect) -> list[Rect]:
    common = rect.common(hole)
    if common is None:
        return [rect]
    found = []
    if rect.row0 < common.row0:
        found.append(Rect(rect.row0, rect.col0, common.row0 - 1, rect.col1))
    if rect.col0 < common.col0:
        found.append(Rect(common.row0, rect.col0, common.row1, common.col0 - 1))
    if common.col1 < rect.col1:
        found.append(Rect(common.row0, common.col1 + 1, common.row1, rect.col1))
    if common.row1 < rect.row1:
        found.append(Rect(common.row1 + 1, rect.col0, rect.row1, rect.col1))
    return found
