"""Changed sizes, visibility and outline levels of rows and columns, and of panes, as a reviewer reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal, final

from ..change import MAX_CHANGES, Change
from .cells_diff import CellsStep
from .formula.step import AxisStep, Step
from .model.rect import MAX_COLUMNS, MAX_ROWS, column_letters
from .model.sheet import Sheet
from .mutation import AxisFormat
from .mutation.axis_format import AxisFacts, facts

AxisName = Literal["rows", "columns"]
Run = tuple[int, int, AxisFacts]

_SIZES: Final = {"rows": "row_height", "columns": "column_width"}


@final
@dataclass(frozen=True, slots=True)
class FormatImage:
    """What rows or columns of a sheet had of their own, as runs in ascending order."""

    sheet_id: str
    axis: AxisName
    runs: tuple[Run, ...]


@final
@dataclass(frozen=True, slots=True)
class PaneImage:
    """The first cell that scrolled, None where nothing was frozen. asked: panes were set, not carried by an edit."""

    sheet_id: str
    cell: str | None
    asked: bool


def format_image(sheet: Sheet, mutation: AxisFormat) -> FormatImage:
    """What a mutation is about to change."""
    runs = tuple(run for first, last in mutation.spans for run in facts(sheet, mutation.axis, first, last))
    return FormatImage(sheet.id, mutation.axis, runs)


def pane_image(sheet: Sheet, *, asked: bool) -> PaneImage:
    """What is frozen in the first view of a sheet."""
    return PaneImage(sheet.id, pane_cell(sheet), asked)


def pane_cell(sheet: Sheet) -> str | None:
    """The first cell that scrolls in the first view; None where nothing is frozen."""
    pane = sheet.panes[0] if sheet.panes else None
    return None if pane is None else pane.cell


def carried_formats(images: Iterable[FormatImage], step: Step | CellsStep) -> list[FormatImage]:
    """Images taken before a step, where their rows and columns are after it; what was deleted is gone."""
    found: list[FormatImage] = []
    for image in images:
        if isinstance(step, AxisStep) and (image.sheet_id, image.axis) == (step.sheet_id, step.axis):
            runs = sorted(run for old in image.runs for run in _carried(old, step))
            found.append(FormatImage(image.sheet_id, image.axis, tuple(runs)))
        else:
            found.append(image)
    return found


def _carried(run: Run, step: AxisStep) -> Iterable[Run]:
    first, last, own = run
    edit, limit = step.edit, MAX_ROWS if step.axis == "rows" else MAX_COLUMNS
    cuts = {first, last + 1, *(cut for cut in (edit.at, edit.at + edit.count, edit.to) if first < cut <= last)}
    for low, end in pairwise(sorted(cuts)):
        new = edit.index(low, limit)
        if new is not None:
            yield new, new + end - low - 1, own


def format_changes(sheet: Sheet, images: Sequence[FormatImage]) -> list[Change]:
    """What differs now from what the first of the images met."""
    found: list[Change] = []
    for axis in ("rows", "columns"):
        runs = _differing(sheet, axis, [image for image in images if image.axis == axis])
        for tell in (_size, _visibility, _grouping, _mark, _look):
            found.extend(_capped(sheet, axis, _told(runs, axis, tell)))
    return found


def pane_change(sheet: Sheet, images: Sequence[PaneImage]) -> list[Change]:
    """The change of panes, if any were set and differ from what they were at first."""
    now = pane_cell(sheet)
    if not any(image.asked for image in images) or images[0].cell == now:
        return []
    return [Change(kind="frozen", sheet=sheet.name, before=images[0].cell, after=now)]


def _differing(sheet: Sheet, axis: AxisName, images: list[FormatImage]) -> list[tuple[int, int, AxisFacts, AxisFacts]]:
    """(first, last, before, now) where the two differ, ascending; the oldest image of an index counts."""
    found: list[tuple[int, int, AxisFacts, AxisFacts]] = []
    seen: list[tuple[int, int]] = []
    for image in images:
        for first, last, old in image.runs:
            for low, high in _gaps(seen, first, last):
                found.extend((*run[:2], old, run[2]) for run in facts(sheet, axis, low, high) if run[2] != old)
        seen = _united([*seen, *(run[:2] for run in image.runs)])
    return sorted(found)


def _gaps(spans: list[tuple[int, int]], first: int, last: int) -> Iterable[tuple[int, int]]:
    """The parts of first..last that no span holds; spans ascend and lie apart."""
    for low, high in spans:
        if high < first:
            continue
        if low > last:
            break
        if first < low:
            yield first, low - 1
        first = high + 1
    if first <= last:
        yield first, last


def _united(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


Told = tuple[str, Any, Any]
Tell = Callable[[str, AxisFacts, AxisFacts], Told | None]


def _size(axis: str, old: AxisFacts, new: AxisFacts) -> Told | None:
    return (_SIZES[axis], old.size, new.size) if old.size != new.size else None


def _visibility(axis: str, old: AxisFacts, new: AxisFacts) -> Told | None:
    return (f"{axis}_{'hidden' if new.hidden else 'shown'}", None, None) if old.hidden != new.hidden else None


def _grouping(axis: str, old: AxisFacts, new: AxisFacts) -> Told | None:
    if old.level == new.level:
        return None
    return f"{axis}_{'grouped' if new.level else 'ungrouped'}", old.level, new.level


def _mark(axis: str, old: AxisFacts, new: AxisFacts) -> Told | None:
    if old.collapsed == new.collapsed:
        return None
    return f"{axis}_{'collapsed' if new.collapsed else 'expanded'}", None, None


def _look(axis: str, old: AxisFacts, new: AxisFacts) -> Told | None:
    return (f"{axis}_style", None, None) if old.style != new.style else None


def _told(runs: list[tuple[int, int, AxisFacts, AxisFacts]], axis: str, tell: Tell) -> list[tuple[int, int, Told]]:
    """Neighbours with the same change as one."""
    found: list[tuple[int, int, Told]] = []
    for first, last, old, new in runs:
        told = tell(axis, old, new)
        if told is None:
            continue
        if found and found[-1][1] + 1 == first and found[-1][2] == told:
            found[-1] = (found[-1][0], last, told)
        else:
            found.append((first, last, told))
    return found


def _capped(sheet: Sheet, axis: str, found: list[tuple[int, int, Told]]) -> list[Change]:
    changes = [
        Change(kind=kind, sheet=sheet.name, range=_text(axis, first, last), before=before, after=after)
        for first, last, (kind, before, after) in found[: MAX_CHANGES - 1 if len(found) > MAX_CHANGES else MAX_CHANGES]
    ]
    if len(found) > MAX_CHANGES:
        rest = found[MAX_CHANGES - 1 :]
        changes.append(Change(kind=rest[0][2][0], sheet=sheet.name, range=_text(axis, rest[0][0], rest[-1][1])))
    return changes


def _text(axis: str, first: int, last: int) -> str:
    """3:5 for rows, C:E for columns."""
    return f"{first + 1}:{last + 1}" if axis == "rows" else f"{column_letters(first)}:{column_letters(last)}"
