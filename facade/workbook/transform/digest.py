"""A list of mutations cut short: what a later write covers goes, neighbouring writes become one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from ..model.rect import Rect
from ..mutation import HOLE_MARK, CellsSet, Mutation, SheetColor, SheetMove, StyleSet
from ..mutation.cell import ArrayMark, HoleMark, SharedMark, TableMark

Window: TypeAlias = "list[CellsSet | StyleSet]"
MAX_WINDOW: Final = 256
"""Writes that a new one is held against: beyond it an older one stays as it is, so that the work stays linear."""


def squash(mutations: Sequence[Mutation]) -> tuple[Mutation, ...]:
    """Mutations with the same result in the same state, never more than given. The inputs are not changed.

    Only what stands between two changes of places is joined: whatever a formula would go through stays in its order.
    """
    done: list[Mutation] = []
    window: Window = []
    for mutation in mutations:
        if isinstance(mutation, CellsSet) and not mutation.kinds & _PLACED:
            _add_cells(window, mutation)
        elif isinstance(mutation, StyleSet):
            _add_style(window, mutation)
        elif not _replaces(done, window, mutation):
            done.extend(window)
            window = []
            done.append(mutation)
    return (*done, *window)


def standing(runs: Sequence[tuple[bytes, bytes]]) -> list[int]:
    """Which of some runs, each as (encoded, encoded inverse), are left when those that a next one undoes go with it.

    To carry both over others' changes would take from them: rows that ours deletes and brings back come back blank.
    """
    left: list[int] = []
    gone: list[tuple[int, int]] = []
    for at, (encoded, _) in enumerate(runs):
        if gone and runs[gone[-1][1]][1] == encoded:
            left.append(gone.pop()[0])  # done again: as it was first, which leans on nothing kept meanwhile
        elif left and runs[left[-1]][1] == encoded:
            gone.append((left.pop(), at))
        else:
            left.append(at)
            gone.clear()
    return left


_PLACED: Final = frozenset({SharedMark, ArrayMark, TableMark})
"""Cells that are more than themselves."""


def _add_cells(window: Window, new: CellsSet) -> None:
    """One rectangle is written once: the later cells into the earlier matrix, or the earlier ones left out."""
    for at in range(len(window) - 1, max(len(window) - MAX_WINDOW, 0) - 1, -1):
        old = window[at]
        if not isinstance(old, CellsSet) or old.sheet != new.sheet:
            continue
        if old.rect.covers(new.rect):
            window[at] = _written(old, new)
            return
        if new.rect.covers(old.rect) and HoleMark not in new.kinds:
            del window[at]
        elif old.rect.overlaps(new.rect):
            break
    window.append(new)


def _written(old: CellsSet, new: CellsSet) -> CellsSet:
    rows = [list(row) for row in old.rows]
    rect: Rect = new.rect
    for down, cells in enumerate(new.rows, rect.row0 - old.rect.row0):
        for right, cell in enumerate(cells, rect.col0 - old.rect.col0):
            if cell != HOLE_MARK:
                rows[down][right] = cell
    return CellsSet(sheet=old.sheet, rect=old.rect, rows=rows)


def _add_style(window: Window, new: StyleSet) -> None:
    """The same cells in one patch: what the later one says counts."""
    for at in range(len(window) - 1, max(len(window) - MAX_WINDOW, 0) - 1, -1):
        old = window[at]
        if not isinstance(old, StyleSet) or old.sheet != new.sheet:
            continue
        if old.rects == new.rects:
            changes = {name: getattr(new.patch, name) for name in new.patch.changes()}
            window[at] = replace(old, patch=replace(old.patch, **changes))
            return
        break
    window.append(new)


def _replaces(done: list[Mutation], window: Window, mutation: Mutation) -> bool:
    """Whether a property of a sheet was set by the mutation right before this one, which then goes."""
    if window or not done or not isinstance(mutation, SheetColor | SheetMove):
        return False
    last = done[-1]
    if isinstance(last, type(mutation)) and last.id == mutation.id:
        done[-1] = mutation
        return True
    return False
