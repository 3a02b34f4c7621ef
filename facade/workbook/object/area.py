"""Areas and cells in attributes, carried through one step."""

from __future__ import annotations

from itertools import pairwise

from ...axis import AxisEdit
from ..formula.step import AxisStep, MoveStep, ShiftStep, Step, span_rect
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name, parse_cell, parse_rect
from .chain import ChainStep, Made

_FEW = 64
"""Up to so many areas are joined where they touch; it costs their number squared."""


def read_rects(text: str) -> list[Rect] | None:
    """The areas of a sqref; None if one of them is none."""
    found = [parse_rect(word) for word in text.split()]
    rects = [rect for rect in found if rect is not None]
    return rects if rects and len(rects) == len(found) else None


def write_rects(rects: list[Rect]) -> str:
    """The areas as a sqref."""
    return " ".join(area_text(rect) for rect in rects)


def area_text(rect: Rect) -> str:
    """An area as attributes have it: whole rows and columns too by their corners, as Excel writes them."""
    first = cell_name(rect.row0, rect.col0)
    return first if rect.rows == rect.columns == 1 else f"{first}:{cell_name(rect.row1, rect.col1)}"


def carried_rects(text: str, step: Made) -> str | None:
    """A sqref after a step on its sheet, cell by cell; None where nothing is left."""
    rects = read_rects(text)
    if rects is None:
        return text
    found: list[Rect] = []
    for rect in rects:
        found.extend(_parts(rect, step))
    if found == rects:
        return text
    return write_rects(found if _keeps_apart(step) else _joined(found)) if found else None


def _keeps_apart(step: Made) -> bool:
    """Whether a step parts no area, so that neighbours were neighbours before, and the inverse gives them back."""
    return isinstance(step, ChainStep) or (type(step) is AxisStep and step.edit.kind != "move")


def carried_rect(text: str, step: Made) -> str | None:
    """One area after a step on its sheet; it stays one."""
    rect = parse_rect(text)
    if rect is None:
        return text
    placed = step.place(rect)
    if placed is None:
        return None
    return text if placed[1] == rect else area_text(placed[1])


def carried_corner(text: str, step: Made) -> str:
    """A cell after a step on its sheet, the next one that is left where it is gone."""
    if isinstance(step, ChainStep):
        for one in step.steps:
            text = carried_corner(text, one)
        return text
    cell = parse_cell(text)
    if cell is None:
        return text
    row0, col0 = cell
    if type(step) is AxisStep:
        limit = MAX_ROWS if step.axis == "rows" else MAX_COLUMNS
        index = row0 if step.axis == "rows" else col0
        found = step.edit.index(index, limit)
        index = min(step.edit.at, limit - 1) if found is None else found
        row0, col0 = (index, col0) if step.axis == "rows" else (row0, index)
    elif (placed := step.place(Rect(row0, col0, row0, col0))) is not None:
        row0, col0 = placed[1].row0, placed[1].col0
    return text if (row0, col0) == cell else cell_name(row0, col0)


def top_left(rects: list[Rect]) -> tuple[int, int]:
    """The cell that the relative references of rules on these areas count from: the corner of all of them together."""
    return min(rect.row0 for rect in rects), min(rect.col0 for rect in rects)


def source_of(row0: int, col0: int, step: Step) -> tuple[int, int]:
    """Where a cell was before a step on its sheet; for one that came with it, the one behind it."""
    if type(step) is AxisStep:
        if step.axis == "rows":
            return _source(step.edit, row0, MAX_ROWS), col0
        return row0, _source(step.edit, col0, MAX_COLUMNS)
    if type(step) is ShiftStep:
        band = step.rect
        if step.axis == "rows" and band.col0 <= col0 <= band.col1:
            return _source(step.edit, row0, MAX_ROWS), col0
        if step.axis == "columns" and band.row0 <= row0 <= band.row1:
            return row0, _source(step.edit, col0, MAX_COLUMNS)
    if type(step) is MoveStep and step.target.holds(row0, col0):
        return row0 - step.row0 + step.rect.row0, col0 - step.col0 + step.rect.col0
    return row0, col0


def _source(edit: AxisEdit, index: int, limit: int) -> int:
    if edit.kind == "insert":
        return index if index < edit.at else max(index - edit.count, edit.at)
    if edit.kind == "delete":
        return index if index < edit.at else min(index + edit.count, limit - 1)
    found = edit.inverse().index(index, limit)
    return index if found is None else found


def _parts(rect: Rect, step: Made) -> list[Rect]:
    """Where the cells of an area go: as several areas if the step parts them."""
    if isinstance(step, ChainStep):
        placed = step.place(rect)
        return [] if placed is None else [placed[1]]
    if type(step) is AxisStep:
        if step.edit.kind != "move":
            span = span_rect(rect, step.axis, step.edit)
            return [] if span is None else [span]
        return _moved(rect, step)
    if type(step) is MoveStep:
        return _lifted(rect, step)
    if type(step) is ShiftStep:
        return _shifted(rect, step)
    return [rect]


def _moved(rect: Rect, step: AxisStep) -> list[Rect]:
    rows, edit = step.axis == "rows", step.edit
    first, last, limit = (rect.row0, rect.row1, MAX_ROWS) if rows else (rect.col0, rect.col1, MAX_COLUMNS)
    if first == 0 and last == limit - 1:
        return [rect]
    end = edit.at + edit.count
    cuts = sorted({first, last + 1, *(cut for cut in (edit.at, end, edit.to) if first < cut <= last)})
    runs = [(low, stop - low, edit.index(low, limit)) for low, stop in pairwise(cuts)]
    found = []
    for _, count, new in sorted(runs, key=lambda run: run[2] or 0):
        if new is not None:
            end = new + count - 1
            found.append(Rect(new, rect.col0, end, rect.col1) if rows else Rect(rect.row0, new, rect.row1, end))
    return _joined(found)


def _lifted(rect: Rect, step: MoveStep) -> list[Rect]:
    moved = rect.common(step.rect)
    left = [part for whole in without(rect, step.rect) for part in without(whole, step.target)]
    if moved is None:
        return left
    down, right = step.row0 - step.rect.row0, step.col0 - step.rect.col0
    placed = Rect(moved.row0 + down, moved.col0 + right, moved.row1 + down, moved.col1 + right)
    return [*left, placed]


def _shifted(rect: Rect, step: ShiftStep) -> list[Rect]:
    band = step.rect
    if step.axis == "rows":
        band = band._replace(row0=0, row1=MAX_ROWS - 1)
    else:
        band = band._replace(col0=0, col1=MAX_COLUMNS - 1)
    inside = rect.common(band)
    if inside is None:
        return [rect]
    placed = step.place(inside)
    if placed is not None and placed[1] == inside:
        return [rect]
    return [*without(rect, band), *([] if placed is None else [placed[1]])]


def without(rect: Rect, hole: Rect) -> list[Rect]:
    """A rectangle without the cells of another: up to four."""
    common = rect.common(hole)
    if common is None:
        return [rect]
    found = []
    if rect.row0 < common.row0:
        found.append(rect._replace(row1=common.row0 - 1))
    if rect.col0 < common.col0:
        found.append(Rect(common.row0, rect.col0, common.row1, common.col0 - 1))
    if common.col1 < rect.col1:
        found.append(Rect(common.row0, common.col1 + 1, common.row1, rect.col1))
    if common.row1 < rect.row1:
        found.append(rect._replace(row0=common.row1 + 1))
    return found


def _joined(rects: list[Rect]) -> list[Rect]:
    """Neighbours that are one rectangle together as one, in the order of the first."""
    if not 1 < len(rects) <= _FEW:
        return rects
    found = list(rects)
    at = 0
    while at < len(found):
        for other in range(at + 1, len(found)):
            whole = _whole(found[at], found[other])
            if whole is not None:
                found[at] = whole
                del found[other]
                at = -1
                break
        at += 1
    return found


def _whole(one: Rect, other: Rect) -> Rect | None:
    if (one.col0, one.col1) == (other.col0, other.col1) and (one.row1 + 1 == other.row0 or other.row1 + 1 == one.row0):
        return Rect(min(one.row0, other.row0), one.col0, max(one.row1, other.row1), one.col1)
    if (one.row0, one.row1) == (other.row0, other.row1) and (one.col1 + 1 == other.col0 or other.col1 + 1 == one.col0):
        return Rect(one.row0, min(one.col0, other.col0), one.row1, max(one.col1, other.col1))
    return None
