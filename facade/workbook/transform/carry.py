"""One mutation through one step of another: its place moved, its references rewritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, final

from msgspec.structs import replace

from ...axis import AxisEdit
from ..formula.step import AxisStep, DropStep, MoveStep, RenameStep, ShiftStep, Step
from ..model.rect import Rect
from ..mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Formula,
    MergeAdd,
    MergeRemove,
    Mutation,
    RangeMove,
    RangeSort,
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetFreeze,
    SheetMove,
    SheetRemove,
    SheetRename,
    SheetRestore,
    SheetShow,
    SheetUncopy,
    StyleSet,
    TableResize,
)
from ..mutation.axis_edit import edit_of, limit_of
from ..mutation.range_move import target_of
from ..mutation.typed_ref import carried
from .format import carry_format, carry_freeze
from .kept import carry_kept, holds
from .place import boundary, parts, runs

Carried = tuple[Mutation, ...]


def carry(mutation: Mutation, step: Step, *, first: bool) -> Carried:
    """What a mutation comes to after a step, none where nothing of it is left; first: it stands first in the log."""
    if not first and holds(mutation):
        mutation = carry_kept(mutation, step)
    return CARRY[type(mutation)](mutation, step, first)


def _cells_set(mutation: CellsSet, step: Step, _first: bool) -> Carried:
    if mutation.sheet != step.sheet_id and Formula not in mutation.kinds:
        return (mutation,)
    pieces = parts(mutation.rect, step, mutation.sheet)
    if Formula not in mutation.kinds:
        return tuple(_moved(mutation, old, new) for old, new in pieces)
    found = []
    for old, new in pieces:
        rows = [
            [carried(cell, step, mutation.sheet) if type(cell) is Formula else cell for cell in row]
            for row in _rows_of(mutation, old)
        ]
        found.append(replace(mutation, rect=new, rows=rows))
    return tuple(found)


def as_written(mutation: Mutation) -> Mutation:
    """With formulas that no step rewrites, like values: for what is only asked where it writes."""
    if not isinstance(mutation, CellsSet) or Formula not in mutation.kinds:
        return mutation
    return with_kinds(replace(mutation), mutation.kinds - {Formula})


def _moved(mutation: CellsSet, old: Rect, new: Rect) -> CellsSet:
    """A part of the cells elsewhere; that their types are known already goes along."""
    if old == new == mutation.rect:
        return mutation
    rows = mutation.rows if old == mutation.rect else _rows_of(mutation, old)
    moved = CellsSet(sheet=mutation.sheet, rect=new, rows=rows, groups=mutation.groups)
    return with_kinds(moved, mutation.kinds)


def with_kinds(mutation: CellsSet, kinds: set[type]) -> CellsSet:
    """The mutation, which is taken to hold cells of these types."""
    vars(mutation)["kinds"] = kinds
    return mutation


def _rows_of(mutation: CellsSet, part: Rect) -> list[list[Any]]:
    rect = mutation.rect
    rows = mutation.rows[part.row0 - rect.row0 : part.row1 - rect.row0 + 1]
    if (part.col0, part.col1) == (rect.col0, rect.col1):
        return rows
    return [row[part.col0 - rect.col0 : part.col1 - rect.col0 + 1] for row in rows]


def _rects(mutation: CellsClear | StyleSet, step: Step, _first: bool) -> Carried:
    rects = tuple(new for rect in mutation.rects for _, new in parts(rect, step, mutation.sheet))
    return (replace(mutation, rects=rects),) if rects else ()


def _axis(mutation: AxisInsert | AxisDelete | AxisMove, step: Step, first: bool) -> Carried:
    if mutation.sheet != step.sheet_id or type(step) is not AxisStep or step.axis != mutation.axis:
        return (mutation,)
    if isinstance(mutation, AxisInsert):
        at = boundary(mutation.at, step.edit, first=first)
        return (mutation,) if at == mutation.at else (replace(mutation, at=at),)
    limit = limit_of(mutation.axis)
    if isinstance(mutation, AxisDelete):
        return _delete(mutation, step.edit, limit)
    return _move(mutation, step.edit, limit, first=first)


def _delete(mutation: AxisDelete, edit: AxisEdit, limit: int) -> Carried:
    """Around what was inserted between, less what is gone already; from behind, so that no delete moves the next."""
    left = runs(mutation.at, mutation.at + mutation.count - 1, edit, limit)
    spans = _joined(sorted((new, count) for _, count, new in left))
    return tuple(replace(mutation, at=at, count=count) for at, count in reversed(spans))


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for at, count in spans:
        if found and found[-1][0] + found[-1][1] == at:
            found[-1] = (found[-1][0], found[-1][1] + count)
        else:
            found.append((at, count))
    return found


def _move(mutation: AxisMove, edit: AxisEdit, limit: int, *, first: bool) -> Carried:
    span = edit.span(mutation.at, mutation.at + mutation.count - 1, limit)
    if span is None:
        return ()
    at, count = span[0], span[1] - span[0] + 1
    to = boundary(mutation.to, edit, first=first)
    return () if at <= to <= at + count else (replace(mutation, at=at, count=count, to=to),)


def _area(mutation: MergeAdd | MergeRemove, step: Step, _first: bool) -> Carried:
    """A merged range goes with its span: it grows and shrinks as references do."""
    if mutation.sheet != step.sheet_id:
        return (mutation,)
    placed = step.place(mutation.rect)
    if placed is None or placed[1].rows == placed[1].columns == 1:
        return ()
    return (replace(mutation, rect=placed[1]),)


def _table(mutation: TableResize, step: Step, first: bool) -> Carried:
    """A table goes with its span; one that is gone cannot grow."""
    if mutation.sheet != step.sheet_id:
        return (mutation,)
    placed = step.place(mutation.rect)
    return _parted(first) if placed is None else (replace(mutation, rect=placed[1]),)


def _whole(mutation: CellsInsert | CellsDelete | RangeMove | RangeSort, step: Step, first: bool) -> Carried:
    """What is about a rectangle as a whole stays possible where that goes somewhere as a whole."""
    if mutation.sheet != step.sheet_id:
        return (mutation,)
    new = _moved_whole(mutation.rect, step)
    if new is None:
        return _parted(first)
    if isinstance(mutation, RangeMove):
        target = _moved_whole(target_of(mutation), step)
        if target is None:
            return _parted(first)
        return (replace(mutation, rect=new, row0=target.row0, col0=target.col0),)
    return (replace(mutation, rect=new),)


def _moved_whole(rect: Rect, step: Step) -> Rect | None:
    """Where a rectangle goes if all its cells keep their neighbours; None if they are parted or one is gone."""
    found = parts(rect, step, step.sheet_id)
    if len(found) != 1 or found[0][0] != rect:
        hull = _hull([new for _, new in found])
        whole = hull is not None and (hull.rows, hull.columns) == (rect.rows, rect.columns)
        same = all(
            (new.row0 - old.row0, new.col0 - old.col0) == (hull.row0 - rect.row0, hull.col0 - rect.col0)
            for old, new in found
            if hull is not None
        )
        cells = sum(old.rows * old.columns for old, _ in found)
        return hull if whole and same and cells == rect.rows * rect.columns else None
    return found[0][1]


def _hull(rects: list[Rect]) -> Rect | None:
    if not rects:
        return None
    return Rect(
        min(rect.row0 for rect in rects),
        min(rect.col0 for rect in rects),
        max(rect.row1 for rect in rects),
        max(rect.col1 for rect in rects),
    )


def _parted(first: bool) -> Carried:
    if first:
        return ()
    raise PartedError


@final
class PartedError(Exception):
    """A rectangle that only makes sense as a whole was parted."""


def _same(mutation: Mutation, _step: Step, _first: bool) -> Carried:
    return (mutation,)


CARRY: Final[dict[type, Callable[[Any, Step, bool], Carried]]] = {
    CellsSet: _cells_set,
    CellsClear: _rects,
    StyleSet: _rects,
    AxisInsert: _axis,
    AxisDelete: _axis,
    AxisMove: _axis,
    SheetAdd: _same,
    SheetRemove: _same,
    SheetRename: _same,
    AxisFormat: carry_format,
    SheetFreeze: carry_freeze,
    CellsInsert: _whole,
    CellsDelete: _whole,
    RangeMove: _whole,
    RangeSort: _whole,
    MergeAdd: _area,
    MergeRemove: _area,
    TableResize: _table,
    SheetDelete: _same,
    SheetRestore: _same,
    SheetCopy: _same,
    SheetUncopy: _same,
    SheetMove: _same,
    SheetShow: _same,
    SheetColor: _same,
}
"""By family: how it goes through a step. A family that is not here cannot be carried over any structural change."""


def steps_of(mutation: Mutation) -> tuple[Step, ...]:
    """What a mutation does to the places and references of others; none where it moves nothing.

    The names of sheets are not in the data: ids say what is meant.
    """
    make = STEPS.get(type(mutation))
    return () if make is None else make(mutation)


def _axis_steps(mutation: AxisInsert | AxisDelete | AxisMove) -> tuple[Step, ...]:
    return (AxisStep(mutation.sheet, "", mutation.axis, edit_of(mutation)),)


def _rename_steps(mutation: SheetRename) -> tuple[Step, ...]:
    return (RenameStep(mutation.id, "", mutation.name),)


def _drop_steps(mutation: SheetRemove | SheetDelete | SheetUncopy) -> tuple[Step, ...]:
    sheet_id = mutation.copy.new_id if isinstance(mutation, SheetUncopy) else mutation.id
    return (DropStep(sheet_id, "", ()),)


def _shift_steps(mutation: CellsInsert | CellsDelete) -> tuple[Step, ...]:
    kind: Literal["insert", "delete"] = "insert" if isinstance(mutation, CellsInsert) else "delete"
    return (ShiftStep(mutation.sheet, "", mutation.rect, mutation.axis, kind),)


def _move_steps(mutation: RangeMove) -> tuple[Step, ...]:
    return (MoveStep(mutation.sheet, "", mutation.rect, mutation.row0, mutation.col0),)


STEPS: Final[dict[type, Callable[[Any], tuple[Step, ...]]]] = {
    AxisInsert: _axis_steps,
    AxisDelete: _axis_steps,
    AxisMove: _axis_steps,
    SheetRename: _rename_steps,
    SheetRemove: _drop_steps,
    SheetDelete: _drop_steps,
    SheetUncopy: _drop_steps,
    CellsInsert: _shift_steps,
    CellsDelete: _shift_steps,
    RangeMove: _move_steps,
}
