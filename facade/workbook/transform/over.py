"""Our mutations over theirs, which were accepted first: what ours come to, or why both cannot be had."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from msgspec.structs import replace

from ..formula.step import DropStep
from ..model.rect import Rect
from ..mutation import (
    HOLE_MARK,
    AxisFormat,
    AxisMove,
    CellsClear,
    CellsSet,
    Mutation,
    SheetAdd,
    SheetFreeze,
    SheetRename,
    StylePatch,
    StyleSet,
)
from .carry import carry, steps_of
from .conflict import TransformConflict
from .format import format_format, freeze_freeze
from .place import without

Some = tuple[Mutation, ...]


@final
@dataclass(frozen=True, slots=True)
class Transformed:
    """mutations are ours in the state that theirs leave; warnings tell what a person should look at."""

    mutations: tuple[Mutation, ...]
    warnings: tuple[str, ...] = ()


def transform(ours: Sequence[Mutation], theirs: Sequence[Mutation]) -> Transformed:
    """Carry ours over theirs. Raises TransformConflict, and nothing is carried then. The inputs are not changed."""
    warnings: list[str] = []
    mine, _ = both(tuple(ours), tuple(theirs), warnings)
    return Transformed(mine, tuple(dict.fromkeys(warnings)))


def both(ours: Some, theirs: Some, warnings: list[str]) -> tuple[Some, Some]:
    """(ours over theirs, theirs over ours): either side's mutations follow each other."""
    done: list[Mutation] = []
    for our in ours:
        mine: Some = (our,)
        passed: list[Mutation] = []
        for their in theirs:
            mine, now = _cross(mine, (their,), warnings)
            passed.extend(now)
        theirs = tuple(passed)
        done.extend(mine)
    return tuple(done), theirs


def _cross(mine: Some, theirs: Some, warnings: list[str]) -> tuple[Some, Some]:
    if not mine or not theirs:
        return mine, theirs
    if len(mine) == len(theirs) == 1:
        over = pair(mine[0], theirs[0], first=False, warnings=warnings)
        return over, pair(theirs[0], mine[0], first=True, warnings=[])
    return both(mine, theirs, warnings)


def pair(our: Mutation, their: Mutation, *, first: bool, warnings: list[str]) -> Some:
    """One over one. first: ours is the one that stands first in the log, and gives way nowhere."""
    special = PAIRS.get((type(our), type(their)))
    if special is not None:
        found = special(our, their, first, warnings)
        if found is not None:
            return found
    left: Some = (our,)
    for step in steps_of(their):
        if isinstance(step, DropStep) and _sheet_of(our) == step.sheet_id:
            if first:
                return ()
            raise TransformConflict("sheet_deleted", "the sheet was deleted", our, their)
        left = tuple(one for mutation in left for one in carry(mutation, step, first=first))
    if not left and not first and isinstance(our, CellsSet):
        raise TransformConflict("cells_deleted", "the cells were deleted", our, their)
    return left


def _sheet_of(mutation: Mutation) -> str | None:
    found = getattr(mutation, "sheet", None) or getattr(mutation, "id", None)
    return found if isinstance(found, str) else None


# Pairs that are more than a change of place

Special = Callable[[Any, Any, bool, list[str]], "Some | None"]


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
            blank = CellsSet(sheet=our.sheet, rect=rect, rows=[[None] * rect.columns] * rect.rows)
            following.extend((one,) if common is None or not isinstance(one, CellsSet) else _holed(one, common, blank))
        left = tuple(following)
    return left


def _clear_cells(our: CellsClear, their: CellsSet, first: bool, _warnings: list[str]) -> Some | None:
    if not first or our.sheet != their.sheet:
        return (our,)
    written = tuple(
        Rect(row0, col0, row0, col0)
        for row0, row in enumerate(their.rows, their.rect.row0)
        for col0, cell in enumerate(row, their.rect.col0)
        if cell != HOLE_MARK
    )
    rects = without(our.rects, (their.rect,) if len(written) == their.rect.rows * their.rect.columns else written)
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
        if first:
            return ()
        raise TransformConflict("moved_both", f"the same {our.axis} were moved elsewhere", our, their)
    return (our,)


def _add_add(our: SheetAdd, their: SheetAdd, first: bool, warnings: list[str]) -> Some | None:
    if our.id == their.id:
        raise TransformConflict("sheet_id", f"another sheet {our.id} was added", our, their)
    index = our.index + 1 if their.index < our.index or (their.index == our.index and not first) else our.index
    return (replace(our, index=index, name=_free(our.name, their.name, first, warnings)),)


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


PAIRS: Final[dict[tuple[type, type], Special]] = {
    (CellsSet, CellsSet): _cells_cells,
    (CellsSet, CellsClear): _cells_clear,
    (CellsClear, CellsSet): _clear_cells,
    (StyleSet, StyleSet): _style_style,
    (AxisMove, AxisMove): _move_move,
    (SheetAdd, SheetAdd): _add_add,
    (SheetAdd, SheetRename): _named_named,
    (SheetRename, SheetAdd): _named_named,
    (SheetRename, SheetRename): _named_named,
    (AxisFormat, AxisFormat): format_format,
    (SheetFreeze, SheetFreeze): freeze_freeze,
}
