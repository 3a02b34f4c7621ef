"""Pairs of mutations that are more than a change of place: both write the same, or one needs what the other parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from ..buffer import KEY_BITS, rectangles
from ..model.rect import Rect
from ..mutation import (
    HOLE_MARK,
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
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
    SheetRename,
    SheetShow,
    StylePatch,
    StyleSet,
    TableResize,
)
from ..mutation.cells_shift import band_of
from ..mutation.range_move import target_of
from .conflict import TransformConflict
from .format import format_format, freeze_freeze
from .place import without

Some: TypeAlias = "tuple[Mutation, ...]"
Special: TypeAlias = "Callable[[Any, Any, bool, list[str]], Some | None]"
"""Ours, theirs, whether ours stands first in the log, warnings to add to; None where a change of place is all."""


def _cells_cells(our: CellsSet, their: CellsSet, first: bool, warnings: list[str]) -> Some | None:
    """The later one wins where both write."""
    common = our.rect.common(their.rect) if our.sheet == their.sheet else None
    if common is None:
        return None
    if not first:
        warnings.append(f"cells of {common.a1} that others wrote were overwritten")
        return (our,)
    return _holed(our, common, their)


def _holed(our: CellsSet, common: Rect, their: CellsSet) -> Some:
    rect = our.rect
    rows = [list(row) for row in our.rows]
    for row0 in range(common.row0, common.row1 + 1):
        over = their.rows[row0 - their.rect.row0]
        for col0 in range(common.col0, common.col1 + 1):
            if over[col0 - their.rect.col0] != HOLE_MARK:
                rows[row0 - rect.row0][col0 - rect.col0] = HOLE_MARK
    if all(cell == HOLE_MARK for row in rows for cell in row):
        return ()
    return (replace(our, rows=rows),)


def _cells_clear(our: CellsSet, their: CellsClear, first: bool, _warnings: list[str]) -> Some | None:
    if not first or our.sheet != their.sheet:
        return (our,)
    left: Some = (our,)
    for rect in their.rects:
        following: list[Mutation] = []
        for one in left:
            common = one.rect.common(rect) if isinstance(one, CellsSet) else None
            if common is None or not isinstance(one, CellsSet):
                following.append(one)
            else:
                blank = CellsSet(sheet=our.sheet, rect=common, rows=[[None] * common.columns] * common.rows)
                following.extend(_holed(one, common, blank))
        left = tuple(following)
    return left


def _clear_cells(our: CellsClear, their: CellsSet, first: bool, _warnings: list[str]) -> Some | None:
    if not first or our.sheet != their.sheet:
        return (our,)
    written = {
        row0 << KEY_BITS | col0: None
        for row0, row in enumerate(their.rows, their.rect.row0)
        for col0, cell in enumerate(row, their.rect.col0)
        if cell != HOLE_MARK
    }
    rects = without(our.rects, tuple(rect for rect, _ in rectangles(written)))
    return (replace(our, rects=rects),) if rects else ()


def _style_style(our: StyleSet, their: StyleSet, first: bool, _warnings: list[str]) -> Some | None:
    """By property: the later one wins."""
    both = our.patch.changes().keys() & their.patch.changes().keys()
    if not first or our.sheet != their.sheet or not both:
        return (our,)
    alone = without(our.rects, their.rects)
    shared = without(our.rects, alone)
    rest = StylePatch(**{name: getattr(our.patch, name) for name in our.patch.changes() if name not in both})
    found: list[Mutation] = [replace(our, rects=alone)] if alone else []
    if shared and rest.changes():
        found.append(replace(our, rects=shared, patch=rest))
    return tuple(found)


def _move_move(our: AxisMove, their: AxisMove, first: bool, _warnings: list[str]) -> Some | None:
    if our.sheet != their.sheet or our.axis != their.axis:
        return (our,)
    if (our.at, our.count, our.to) == (their.at, their.count, their.to):
        return ()
    ends = [(min(one.at, one.to), max(one.at + one.count, one.to)) for one in (our, their)]
    if ends[0][0] < ends[1][1] and ends[1][0] < ends[0][1]:
        return _clash(our, their, first, "moved_both", f"the same {our.axis} were moved elsewhere")
    return (our,)


def _clash(our: Mutation, their: Mutation, first: bool, code: str, message: str) -> Some:
    """Both cannot be had. Only ours, which came later, is told so."""
    if first:
        return ()
    raise TransformConflict(code, message, our, their)


def _cells_sort(our: CellsSet, their: RangeSort, _first: bool, _warnings: list[str]) -> Some | None:
    """Cells go where their row went."""
    if our.sheet != their.sheet or not our.rect.overlaps(their.rect):
        return (our,)
    found: list[Mutation] = []
    for at, row in enumerate(our.rows):
        line = our.rect._replace(row0=our.rect.row0 + at, row1=our.rect.row0 + at)
        for old, new in _sorted_parts(line, their):
            cells = row[old.col0 - line.col0 : old.col1 - line.col0 + 1]
            found.append(CellsSet(sheet=our.sheet, rect=new, rows=[cells]))
    return tuple(found)


def _rects_sort(our: StyleSet | CellsClear, their: RangeSort, _first: bool, _warnings: list[str]) -> Some | None:
    if our.sheet != their.sheet or not any(rect.overlaps(their.rect) for rect in our.rects):
        return (our,)
    rects: list[Rect] = []
    for rect in our.rects:
        outside = without((rect,), (their.rect,))
        rects.extend(outside)
        for inside in without((rect,), outside):
            for row0 in range(inside.row0, inside.row1 + 1):
                line = inside._replace(row0=row0, row1=row0)
                rects.extend(new for _, new in _sorted_parts(line, their))
    return (replace(our, rects=tuple(rects)),)


def _sorted_parts(line: Rect, their: RangeSort) -> list[tuple[Rect, Rect]]:
    """(old, new) pieces of one row of cells: what lies within the sorted rectangle, and what does not."""
    rect = their.rect
    inside = line.common(rect)
    if inside is None:
        return [(line, line)]
    row0 = rect.row0 + their.order.index(line.row0 - rect.row0)
    outside = [(piece, piece) for piece in without((line,), (rect,))]
    return [*outside, (inside, inside._replace(row0=row0, row1=row0))]


def _places_sort(our: Any, their: RangeSort, first: bool, _warnings: list[str]) -> Some | None:
    """Rows that were sorted meanwhile are not where a change of rows inside of them meant them to be."""
    if our.sheet != their.sheet:
        return (our,)
    if any(area.overlaps(their.rect) and not area.covers(their.rect) for area in _areas(our)):
        return _clash(our, their, first, "sorted", "the rows were sorted")
    return (our,)


def _areas(our: Any) -> list[Rect]:
    """The cells a change of places is about."""
    if isinstance(our, CellsInsert | CellsDelete):
        return [band_of(our.rect, our.axis)]
    if isinstance(our, RangeMove):
        return [our.rect, target_of(our)]
    if isinstance(our, RangeSort):
        return [our.rect, our.rect._replace(row1=our.rect.row0)]
    if our.axis == "columns":
        return []
    whole = Rect(0, 0, 0, 16_383)
    if isinstance(our, AxisInsert):
        return [whole._replace(row0=our.at - 1, row1=our.at)] if our.at else []
    return [whole._replace(row0=our.at, row1=our.at + our.count - 1)]


def _merge_merge(our: MergeAdd, their: MergeAdd, first: bool, _warnings: list[str]) -> Some | None:
    if our.sheet != their.sheet or not our.rect.overlaps(their.rect):
        return (our,)
    if our.rect == their.rect:
        return ()
    return _clash(our, their, first, "merged", f"{their.rect.a1} was merged, which {our.rect.a1} overlaps")


def _unmerge_unmerge(our: MergeRemove, their: MergeRemove, _first: bool, _warnings: list[str]) -> Some | None:
    return () if (our.sheet, our.rect) == (their.sheet, their.rect) else (our,)


def _cells_merge(our: CellsSet, their: MergeAdd, first: bool, _warnings: list[str]) -> Some | None:
    """Only the first cell of a merged area shows what is written."""
    common = our.rect.common(their.rect) if our.sheet == their.sheet else None
    if common is None:
        return (our,)
    for row0 in range(common.row0, common.row1 + 1):
        for col0 in range(common.col0, common.col1 + 1):
            cell = our.rows[row0 - our.rect.row0][col0 - our.rect.col0]
            corner = (row0, col0) == (their.rect.row0, their.rect.col0)
            if not corner and cell is not None and cell != HOLE_MARK:
                return _clash(our, their, first, "merged", f"{their.rect.a1} was merged")
    return (our,)


def _add_add(our: Any, their: Any, first: bool, warnings: list[str]) -> Some | None:
    """Sheets that were added or copied: places among the tabs, names, ids."""
    ids = [one.new_id if isinstance(one, SheetCopy) else one.id for one in (our, their)]
    if ids[0] == ids[1]:
        return _clash(our, their, first, "sheet_id", f"another sheet {ids[0]} was added")
    after = their.index < our.index or (their.index == our.index and not first)
    return (replace(our, index=our.index + after, name=_free(our.name, their.name, first, warnings)),)


def _named_named(our: Any, their: Any, first: bool, warnings: list[str]) -> Some | None:
    """Two names that Excel takes for one: ours gets a number, but where it is the same sheet: the later wins."""
    if isinstance(our, SheetRename) and isinstance(their, SheetRename) and our.id == their.id:
        return () if first else (our,)
    return (replace(our, name=_free(our.name, their.name, first, warnings)),)


def _free(name: str, taken: str, first: bool, warnings: list[str]) -> str:
    if first or name.casefold() != taken.casefold():
        return name
    fresh = f"{name[:26]} (2)"
    warnings.append(f"the sheet {name!r} is called {fresh!r}, for others took its name first")
    return fresh


def _last_wins(our: Any, their: Any, first: bool, _warnings: list[str]) -> Some | None:
    """One property of one sheet."""
    same = getattr(our, "sheet", None) or our.id
    return () if first and same == (getattr(their, "sheet", None) or their.id) else (our,)


def _delete_delete(our: SheetDelete, their: SheetDelete, _first: bool, _warnings: list[str]) -> Some | None:
    return () if our.id == their.id else (our,)


def _resize_resize(our: TableResize, their: TableResize, first: bool, _warnings: list[str]) -> Some | None:
    """Rows that both added to one table are the same cells."""
    if our.table != their.table:
        return (our,)
    return _clash(our, their, first, "table_resized", f"the table in {their.rect.a1} was resized")


SPECIAL: Final[dict[tuple[type, type], Special]] = {
    (CellsSet, CellsSet): _cells_cells,
    (CellsSet, CellsClear): _cells_clear,
    (CellsClear, CellsSet): _clear_cells,
    (StyleSet, StyleSet): _style_style,
    (AxisFormat, AxisFormat): format_format,
    (AxisMove, AxisMove): _move_move,
    (CellsSet, RangeSort): _cells_sort,
    (StyleSet, RangeSort): _rects_sort,
    (CellsClear, RangeSort): _rects_sort,
    **{
        (kind, RangeSort): _places_sort
        for kind in (AxisInsert, AxisDelete, AxisMove, CellsInsert, CellsDelete, RangeMove, RangeSort)
    },
    (MergeAdd, MergeAdd): _merge_merge,
    (MergeRemove, MergeRemove): _unmerge_unmerge,
    (CellsSet, MergeAdd): _cells_merge,
    **{(kind, other): _add_add for kind in (SheetAdd, SheetCopy) for other in (SheetAdd, SheetCopy)},
    **{(kind, SheetRename): _named_named for kind in (SheetAdd, SheetCopy, SheetRename)},
    **{(SheetRename, kind): _named_named for kind in (SheetAdd, SheetCopy)},
    **{(kind, kind): _last_wins for kind in (SheetMove, SheetShow, SheetColor)},
    (SheetFreeze, SheetFreeze): freeze_freeze,
    (SheetDelete, SheetDelete): _delete_delete,
    (TableResize, TableResize): _resize_resize,
}
