"""Pairs of mutations that are more than a change of place: both write the same, or one needs what the other parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from ..buffer import KEY_BITS, rectangles
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
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
    SheetRemove,
    SheetRename,
    SheetRestore,
    SheetShow,
    SheetUncopy,
    StylePatch,
    StyleSet,
    TableResize,
)
from ..mutation.cell import HoleMark
from ..mutation.cells_shift import band_of
from ..mutation.range_move import target_of
from .conflict import TransformConflict
from .format import format_format, freeze_freeze
from .place import without
from .warning import Warnings

Some: TypeAlias = "tuple[Mutation, ...]"
ON_SHEET: Final = (
    CellsSet,
    CellsClear,
    StyleSet,
    AxisInsert,
    AxisDelete,
    AxisMove,
    AxisFormat,
    SheetFreeze,
    CellsInsert,
    CellsDelete,
    RangeMove,
    RangeSort,
    MergeAdd,
    MergeRemove,
    TableResize,
)
"""The families that say a sheet."""
Special: TypeAlias = "Callable[[Any, Any, bool, Warnings], Some | None]"
"""Ours, theirs, whether ours stands first in the log, warnings to add to; None where a change of place is all."""


def _cells_cells(our: CellsSet, their: CellsSet, first: bool, warnings: Warnings) -> Some | None:
    """The later one wins where both write."""
    common = our.rect.common(their.rect) if our.sheet == their.sheet else None
    if common is None:
        return None
    if not first:
        if written_by_both(our, their, common):
            warnings.add("overwritten", our, f"cells of {common.a1} that others wrote were overwritten", common)
        return (our,)
    return _holed(our, common, their)


def written_by_both(our: CellsSet, their: CellsSet, common: Rect) -> bool:
    """Whether a cell of what their rectangles share is a hole of neither."""
    if HoleMark not in our.kinds and HoleMark not in their.kinds:
        return True
    return any(
        HoleMark not in (type(cell_at(our, row0, col0)), type(cell_at(their, row0, col0)))
        for row0 in range(common.row0, common.row1 + 1)
        for col0 in range(common.col0, common.col1 + 1)
    )


def cell_at(mutation: CellsSet, row0: int, col0: int) -> Any:
    """What it writes there."""
    return mutation.rows[row0 - mutation.rect.row0][col0 - mutation.rect.col0]


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


def _cells_clear(our: CellsSet, their: CellsClear, first: bool, _warnings: Warnings) -> Some | None:
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


def _clear_cells(our: CellsClear, their: CellsSet, first: bool, warnings: Warnings) -> Some | None:
    if our.sheet != their.sheet:
        return (our,)
    if not first:
        tell_lost(our, our.rects, their, warnings)
        return (our,)
    written = {
        row0 << KEY_BITS | col0: None
        for row0, row in enumerate(their.rows, their.rect.row0)
        for col0, cell in enumerate(row, their.rect.col0)
        if cell != HOLE_MARK
    }
    rects = without(our.rects, tuple(rect for rect, _ in rectangles(written)))
    return (replace(our, rects=rects),) if rects else ()


def tell_lost(our: Mutation, areas: Sequence[Rect], their: CellsSet, warnings: Warnings) -> None:
    """Ours takes away what others have written."""
    for area in areas:
        common = area.common(their.rect)
        if common is not None:
            warnings.add("lost_edits", our, f"what others wrote in {common.a1} goes with it", common)


def _style_style(our: StyleSet, their: StyleSet, first: bool, _warnings: Warnings) -> Some | None:
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


def _move_move(our: AxisMove, their: AxisMove, first: bool, _warnings: Warnings) -> Some | None:
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


def _cells_sort(our: CellsSet, their: RangeSort, _first: bool, _warnings: Warnings) -> Some | None:
    """Cells go where their row went."""
    if our.sheet != their.sheet or not our.rect.overlaps(their.rect):
        return (our,)
    found: list[Mutation] = []
    places = _sorted_places(their)
    for at, row in enumerate(our.rows):
        line = our.rect._replace(row0=our.rect.row0 + at, row1=our.rect.row0 + at)
        for old, new in _sorted_parts(line, their, places):
            cells = row[old.col0 - line.col0 : old.col1 - line.col0 + 1]
            found.append(CellsSet(sheet=our.sheet, rect=new, rows=[cells]))
    return tuple(found)


def _rects_sort(our: StyleSet | CellsClear, their: RangeSort, _first: bool, _warnings: Warnings) -> Some | None:
    if our.sheet != their.sheet or not any(rect.overlaps(their.rect) for rect in our.rects):
        return (our,)
    rects: list[Rect] = []
    places = _sorted_places(their)
    for rect in our.rects:
        outside = without((rect,), (their.rect,))
        rects.extend(outside)
        for inside in without((rect,), outside):
            for row0 in range(inside.row0, inside.row1 + 1):
                line = inside._replace(row0=row0, row1=row0)
                rects.extend(new for _, new in _sorted_parts(line, their, places))
    return (replace(our, rects=tuple(rects)),)


def _sorted_places(their: RangeSort) -> list[int]:
    """By row within the rectangle: which it is now."""
    places = [0] * len(their.order)
    for new, old in enumerate(their.order):
        places[old] = new
    return places


def _sorted_parts(line: Rect, their: RangeSort, places: Sequence[int]) -> list[tuple[Rect, Rect]]:
    """(old, new) pieces of one row of cells: what lies within the sorted rectangle, and what does not."""
    rect = their.rect
    inside = line.common(rect)
    if inside is None:
        return [(line, line)]
    row0 = rect.row0 + places[line.row0 - rect.row0]
    outside = [(piece, piece) for piece in without((line,), (rect,))]
    return [*outside, (inside, inside._replace(row0=row0, row1=row0))]


def _places_sort(our: Any, their: RangeSort, first: bool, _warnings: Warnings) -> Some | None:
    """Rows that were sorted meanwhile are not where a change of rows inside of them meant them to be."""
    if our.sheet != their.sheet:
        return (our,)
    if isinstance(our, RangeSort):
        parted = our.rect.overlaps(their.rect) and list(their.order) != sorted(their.order)
    else:
        parted = any(area.overlaps(their.rect) and not area.covers(their.rect) for area in _areas(our))
    if parted:
        return _clash(our, their, first, "sorted", "the rows were sorted")
    return (our,)


def _areas(our: Any) -> list[Rect]:
    """The cells a change of places is about."""
    if isinstance(our, CellsInsert):
        return [band_of(our.rect, our.axis)]
    if isinstance(our, CellsDelete):
        return [our.rect, band_of(our.rect, our.axis)]
    if isinstance(our, RangeMove):
        return [our.rect, target_of(our)]
    if our.axis == "columns":
        return []
    whole = Rect(0, 0, 0, 16_383)
    if isinstance(our, AxisInsert):
        return [whole._replace(row0=our.at - 1, row1=our.at)] if our.at else []
    return [whole._replace(row0=our.at, row1=our.at + our.count - 1)]


def _merge_merge(our: MergeAdd, their: MergeAdd, first: bool, _warnings: Warnings) -> Some | None:
    if our.sheet != their.sheet or not our.rect.overlaps(their.rect):
        return (our,)
    if our.rect == their.rect:
        return ()
    return _clash(our, their, first, "merged", f"{their.rect.a1} was merged, which {our.rect.a1} overlaps")


def _unmerge_unmerge(our: MergeRemove, their: MergeRemove, _first: bool, _warnings: Warnings) -> Some | None:
    return () if (our.sheet, our.rect) == (their.sheet, their.rect) else (our,)


def _cells_merge(our: CellsSet, their: MergeAdd, first: bool, _warnings: Warnings) -> Some | None:
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


def _add_add(our: Any, their: Any, first: bool, warnings: Warnings) -> Some | None:
    """Sheets that were added or copied: places among the tabs, names, ids."""
    ids = [one.new_id if isinstance(one, SheetCopy) else one.id for one in (our, their)]
    if ids[0] == ids[1]:
        return _clash(our, their, first, "sheet_id", f"another sheet {ids[0]} was added")
    if isinstance(our, SheetCopy) and isinstance(their, SheetCopy):
        names = [{new.casefold() for _, new in one.tables} for one in (our, their)]
        if names[0] & names[1]:
            return _clash(our, their, first, "table_name", "tables of both copies would have the same name")
    after = their.index < our.index or (their.index == our.index and not first)
    return (replace(our, index=our.index + after, name=_free(our, their.name, first, warnings)),)


def _tab_dropped(our: Any, their: Any, _first: bool, _warnings: Warnings) -> Some | None:
    """A place among the tabs, one of which is gone. Where that stood is not in the data; one further left is there."""
    gone = their.copy.new_id if isinstance(their, SheetUncopy) else their.id
    if isinstance(our, SheetAdd) or our.id != gone:
        return (replace(our, index=max(our.index - 1, 0)),)
    return None


def _named_named(our: Any, their: Any, first: bool, warnings: Warnings) -> Some | None:
    """Two names that Excel takes for one: ours gets a number, but where it is the same sheet: the later wins."""
    if isinstance(our, SheetRename) and isinstance(their, SheetRename) and our.id == their.id:
        if not first and our.name != their.name:
            warnings.add("overwritten", our, f"others had called the sheet {their.name!r}")
        return () if first else (our,)
    return (replace(our, name=_free(our, their.name, first, warnings)),)


def _free(our: SheetAdd | SheetCopy | SheetRename, taken: str, first: bool, warnings: Warnings) -> str:
    name = our.name
    if first or name.casefold() != taken.casefold():
        return name
    fresh = numbered(name, warnings.names)
    warnings.add("renamed", our, f"the sheet {name!r} is called {fresh!r}, for others took its name first")
    warnings.names.add(fresh.casefold())
    return fresh


MAX_NAME: Final = 31
"""Characters of a sheet's name."""
_NUMBER: Final = re.compile(r" \(([0-9]{1,6})\)\Z")


def numbered(name: str, taken: set[str]) -> str:
    """A name with the next number that is free; taken is casefolded."""
    stem = _NUMBER.sub("", name)
    number = 2
    while True:
        suffix = f" ({number})"
        fresh = stem[: MAX_NAME - len(suffix)].rstrip() + suffix
        if fresh.casefold() not in taken and fresh.casefold() != name.casefold():
            return fresh
        number += 1


def _copy_cells(our: SheetCopy, their: CellsSet | StyleSet, _first: bool, _warnings: Warnings) -> Some | None:
    """The sheet that is copied may have more cells now than it was counted with."""
    if our.id != their.sheet:
        return (our,)
    rects = (their.rect,) if isinstance(their, CellsSet) else their.rects
    return (replace(our, cells=our.cells + sum(rect.rows * (rect.col1 + 1) for rect in rects)),)


def _on_copied(our: Any, their: SheetCopy, first: bool, _warnings: Warnings) -> Some | None:
    """What came before a copy is on the copy too, so that what theirs does there afterwards goes around it."""
    if first and our.sheet == their.id:
        return (our, replace(our, sheet=their.new_id))
    return (our,)


def _merge_cells(our: MergeAdd, their: CellsSet, first: bool, _warnings: Warnings) -> Some | None:
    """A merged area hides no content."""
    if our.sheet == their.sheet and _content_behind_first(their, our.rect):
        return _clash(our, their, first, "not_blank", f"{our.rect.a1} holds content that a merged range would hide")
    return (our,)


def _content_behind_first(written: CellsSet, area: Rect) -> bool:
    common = written.rect.common(area)
    return common is not None and any(
        (row0, col0) != (area.row0, area.col0) and cell_at(written, row0, col0) not in (None, HOLE_MARK)
        for row0 in range(common.row0, common.row1 + 1)
        for col0 in range(common.col0, common.col1 + 1)
    )


def _whole_merge(our: Any, their: MergeAdd, first: bool, _warnings: Warnings) -> Some | None:
    """What moves or sorts a rectangle must not cut a merged range."""
    if our.sheet == their.sheet and _cuts(our, their.rect):
        return _clash(our, their, first, "merged", f"{their.rect.a1} was merged, which would be cut")
    return (our,)


def _cuts(our: Any, held: Rect) -> bool:
    if isinstance(our, RangeSort):
        return our.rect.overlaps(held)
    if isinstance(our, RangeMove):
        target = target_of(our)
        return not our.rect.covers(held) and (
            our.rect.overlaps(held) or (target.overlaps(held) and not target.covers(held))
        )
    band = band_of(our.rect, our.axis)
    if not band.overlaps(held):
        return False
    cut = isinstance(our, CellsDelete) and our.rect.overlaps(held) and not our.rect.covers(held)
    return cut or not band.covers(held)


def _gone_cells(our: Any, their: CellsSet, first: bool, warnings: Warnings) -> Some | None:
    """Ours deletes or covers cells that others have written."""
    if not first and our.sheet == their.sheet:
        tell_lost(our, _taken_by(our), their, warnings)
    return (our,)


def _taken_by(our: Any) -> list[Rect]:
    if isinstance(our, CellsDelete):
        return [our.rect]
    if isinstance(our, RangeMove):
        return list(without((target_of(our),), (our.rect,)))
    if our.axis == "rows":
        return [Rect(our.at, 0, our.at + our.count - 1, MAX_COLUMNS - 1)]
    return [Rect(0, our.at, MAX_ROWS - 1, our.at + our.count - 1)]


def _deleted_edits(our: SheetDelete, their: Any, first: bool, warnings: Warnings) -> Some | None:
    """Edits of a sheet that ours deletes go with it."""
    if not first and our.id == their.sheet:
        warnings.add("lost_edits", our, "what others changed on the sheet goes with it")
    return (our,)


def _last_wins(our: Any, their: Any, first: bool, _warnings: Warnings) -> Some | None:
    """One property of one sheet."""
    same = getattr(our, "sheet", None) or our.id
    return () if first and same == (getattr(their, "sheet", None) or their.id) else (our,)


def _delete_delete(our: SheetDelete, their: SheetDelete, _first: bool, _warnings: Warnings) -> Some | None:
    return () if our.id == their.id else (our,)


def _resize_resize(our: TableResize, their: TableResize, first: bool, _warnings: Warnings) -> Some | None:
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
    (MergeAdd, CellsSet): _merge_cells,
    **{(kind, MergeAdd): _whole_merge for kind in (CellsInsert, CellsDelete, RangeMove, RangeSort)},
    **{(kind, CellsSet): _gone_cells for kind in (AxisDelete, CellsDelete, RangeMove)},
    **{(SheetDelete, kind): _deleted_edits for kind in ON_SHEET},
    **{(kind, SheetCopy): _on_copied for kind in ON_SHEET},
    **{(SheetCopy, kind): _copy_cells for kind in (CellsSet, StyleSet)},
    **{(kind, other): _add_add for kind in (SheetAdd, SheetCopy) for other in (SheetAdd, SheetCopy)},
    **{(kind, SheetRename): _named_named for kind in (SheetAdd, SheetCopy, SheetRename)},
    **{(SheetRename, kind): _named_named for kind in (SheetAdd, SheetCopy)},
    **{(kind, kind): _last_wins for kind in (SheetMove, SheetShow, SheetColor)},
    **{
        (kind, other): _tab_dropped
        for kind in (SheetAdd, SheetCopy, SheetRestore, SheetMove)
        for other in (SheetRemove, SheetDelete, SheetUncopy)
    },
    (SheetFreeze, SheetFreeze): freeze_freeze,
    (SheetDelete, SheetDelete): _delete_delete,
    (TableResize, TableResize): _resize_resize,
}
"""Ours, theirs: what is more than a change of place. None from one of them: a change of place is all."""
