"""Cells that were inserted, deleted, moved, sorted or merged, as a reviewer reads them, and where images go with them.

A step here is what an edit does to the places of one sheet: that of the history, or one that no reference follows.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, final

from ..change import Change
from .formula.step import MoveStep, ShiftStep
from .model.rect import Rect
from .model.sheet import Sheet
from .model.workbook import Workbook
from .mutation import CellsDelete, CellsInsert, MergeAdd, MergeRemove, RangeMove, RangeSort, cells_shift, range_move
from .mutation.cells_shift import band_of
from .mutation.range_move import target_of, without


@final
class SortStep(NamedTuple):
    """Rows of cells of a rectangle changed places; references do not follow."""

    sheet_id: str
    name: str
    rect: Rect
    order: tuple[int, ...]


@final
class MergeStep(NamedTuple):
    """Cells were merged, or a merged range was taken apart; nothing changed places."""

    sheet_id: str
    name: str
    rect: Rect
    merged: bool


CellsMutation: TypeAlias = CellsInsert | CellsDelete | RangeMove | RangeSort | MergeAdd | MergeRemove
CellsStep: TypeAlias = ShiftStep | MoveStep | SortStep | MergeStep
CELLS_MUTATIONS: Final = (CellsInsert, CellsDelete, RangeMove, RangeSort, MergeAdd, MergeRemove)
CELLS_STEPS: Final = (ShiftStep, MoveStep, SortStep, MergeStep)


def cells_step(model: Workbook, mutation: CellsMutation) -> tuple[CellsStep, Change]:
    """What an edit that is about to be made does to places, and how it is told."""
    sheet = model.sheet(mutation.sheet)
    assert sheet is not None
    step, kind = _step(sheet, mutation)
    after = target_of(mutation).a1 if isinstance(mutation, RangeMove) else None
    return step, Change(kind=kind, sheet=sheet.name, range=mutation.rect.a1, after=after)


def _step(sheet: Sheet, mutation: CellsMutation) -> tuple[CellsStep, str]:
    if isinstance(mutation, CellsInsert):
        return cells_shift.step_of(sheet, mutation), "cells_inserted"
    if isinstance(mutation, CellsDelete):
        return cells_shift.step_of(sheet, mutation), "cells_deleted"
    if isinstance(mutation, RangeMove):
        return range_move.step_of(sheet, mutation), "range_moved"
    if isinstance(mutation, RangeSort):
        return SortStep(sheet.id, sheet.name, mutation.rect, mutation.order), "range_sorted"
    merged = isinstance(mutation, MergeAdd)
    return MergeStep(sheet.id, sheet.name, mutation.rect, merged), "merged" if merged else "unmerged"


def back_of(step: CellsStep) -> CellsStep | None:
    """The step that takes back one that no reference follows; None for others."""
    if isinstance(step, SortStep):
        return step._replace(order=tuple(sorted(range(len(step.order)), key=step.order.__getitem__)))
    return step._replace(merged=not step.merged) if isinstance(step, MergeStep) else None


def pieces_of(rect: Rect, step: CellsStep) -> list[tuple[Rect, Rect | None]]:
    """A rectangle in parts that each stay in one piece, with where they are after a step; None for what is gone."""
    if isinstance(step, MergeStep):
        return [(rect, rect)]
    if isinstance(step, SortStep):
        return _sorted(rect, step)
    if isinstance(step, MoveStep):
        return _moved(rect, step)
    return _shifted(rect, step)


def _shifted(rect: Rect, step: ShiftStep) -> list[tuple[Rect, Rect | None]]:
    band = band_of(step.rect, step.axis)
    found: list[tuple[Rect, Rect | None]] = [(part, part) for part in without(rect, band)]
    moved = rect.common(band)
    gone = None
    if moved is not None and step.kind == "delete":
        gone = moved.common(step.rect)
        if gone is not None:
            found.append((gone, None))
    for part in [] if moved is None else [moved] if gone is None else without(moved, gone):
        placed = step.place(part)
        found.append((part, None if placed is None else placed[1]))
    return found


def _moved(rect: Rect, step: MoveStep) -> list[tuple[Rect, Rect | None]]:
    found: list[tuple[Rect, Rect | None]] = []
    inside = rect.common(step.rect)
    if inside is not None:
        placed = step.place(inside)
        found.append((inside, None if placed is None else placed[1]))
    for rest in without(rect, step.rect):
        lost = rest.common(step.target)
        if lost is not None:
            found.append((lost, None))
        found.extend((part, part) for part in without(rest, step.target))
    return found


def _sorted(rect: Rect, step: SortStep) -> list[tuple[Rect, Rect | None]]:
    found: list[tuple[Rect, Rect | None]] = [(part, part) for part in without(rect, step.rect)]
    inside = rect.common(step.rect)
    if inside is not None:
        new = {old: step.rect.row0 + at for at, old in enumerate(step.order)}
        for row0 in range(inside.row0, inside.row1 + 1):
            row = inside._replace(row0=row0, row1=row0)
            there = new[row0 - step.rect.row0]
            found.append((row, row._replace(row0=there, row1=there)))
    return found
