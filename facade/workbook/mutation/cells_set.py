"""cells.set: values, formulas and rich text into a rectangle; a hole is left as it is."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from types import NoneType
from typing import Final

from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..model.kind import kinds_in
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .before_image import before_image
from .cell import (
    HOLE_MARK,
    MAX_TEXT,
    PLAIN,
    ArrayMark,
    Cell,
    GroupMark,
    HoleMark,
    SharedMark,
    TableMark,
    problem_of,
)
from .place import SheetId, area, loaded_sheet, verify_rect
from .track import mark_written
from .writer import write_cells


class CellsSet(
    Struct, frozen=True, kw_only=True, dict=True, tag_field="type", tag="cells.set", forbid_unknown_fields=True
):
    """rows is a matrix of rect's shape. groups are the shared formulas that its marks name; in inverses only."""

    sheet: SheetId
    rect: Rect
    rows: list[list[Cell]]
    groups: tuple[GroupMark, ...] = ()

    @cached_property
    def kinds(self) -> set[type]:
        """The exact types of its cells. Looked at once, when it is verified at the latest: rows do not change then."""
        return kinds_in(self.rows)


def cells_of(params: CellsSet) -> int:
    """All cells of the rectangle, holes too."""
    return area(params.rect)


def verify(params: CellsSet, from_run: bool) -> None:
    """Shape, bounds, and what a run may not send."""
    rect, rows = params.rect, params.rows
    verify_rect(rect)
    if len(rows) != rect.rows or set(map(len, rows)) != {rect.columns}:
        raise MutationInvalid(f"a matrix that does not have the shape of {rect.a1}")
    kinds = params.kinds
    if from_run:
        _verify_run(params, kinds)
    elif kinds & _PLACED:
        for cell in chain.from_iterable(rows):
            if isinstance(cell, SharedMark) and cell.group >= len(params.groups):
                raise MutationInvalid("a shared formula without its group")
            if isinstance(cell, ArrayMark | TableMark):
                verify_rect(cell.rect)


def _verify_run(params: CellsSet, kinds: set[type]) -> None:
    if params.groups:
        raise MutationInvalid("shared formulas, which only an inverse may hold")
    if kinds <= _CHECKED_BY_SCHEMA:
        return
    for cell in chain.from_iterable(params.rows):
        if type(cell) in _CHECKED_BY_SCHEMA or (type(cell) is str and len(cell) <= MAX_TEXT // 2):
            continue
        problem = problem_of(cell)
        if problem is not None:
            raise MutationInvalid(f"{problem}, in {params.rect.a1}")


_PLACED: Final = frozenset({SharedMark, ArrayMark, TableMark})
_CHECKED_BY_SCHEMA: Final = frozenset({NoneType, bool, int, float, HoleMark})


def check(model: Workbook, params: CellsSet) -> None:
    """The sheet is there, and no array block or data table is written in part."""
    sheet = loaded_sheet(model, params.sheet)
    for block in sheet.blocks:
        if params.rect.overlaps(block) and not _whole(sheet, params, block):
            raise MutationConflict(f"{sheet.name}!{params.rect.a1} would change a part of the array block {block.a1}")


def _whole(sheet: Sheet, params: CellsSet, block: Rect) -> bool:
    """Whether nothing of a block is written, or so much that nothing of it would be left."""
    rect = params.rect
    top, left = max(block.row0, rect.row0), max(block.col0, rect.col0)
    bottom, right = min(block.row1, rect.row1), min(block.col1, rect.col1)
    places = [(row0, col0) for row0 in range(top, bottom + 1) for col0 in range(left, right + 1)]
    holes = [place for place in places if type(params.rows[place[0] - rect.row0][place[1] - rect.col0]) is HoleMark]
    if len(holes) == len(places):
        return True
    if not rect.covers(block) or (block.row0, block.col0) in holes:
        return False
    return all((row := sheet.row(row0)) is None or row.value(col0) is None for row0, col0 in holes)


def apply(model: Workbook, params: CellsSet, marks: Marks) -> None:
    """Write the matrix; formulas in the way go, their blocks too."""
    sheet = loaded_sheet(model, params.sheet)
    mark_written(model, params.sheet, params.rect, marks)
    plain = params.kinds <= PLAIN
    write_cells(model.history, sheet, params.rect, params.rows, params.groups, marks, plain=plain)


def apply_plain(model: Workbook, params: CellsSet, marks: Marks) -> None:
    """The same for a matrix of None, bool, int, float and str that its caller has just looked at."""
    sheet = loaded_sheet(model, params.sheet)
    mark_written(model, params.sheet, params.rect, marks)
    write_cells(model.history, sheet, params.rect, params.rows, (), marks, plain=True)


def invert(model: Workbook, params: CellsSet) -> tuple[CellsSet, ...]:
    """What the rectangle holds now, with the same holes."""
    rows, groups, kinds = before_image(loaded_sheet(model, params.sheet), params.rect, model.history)
    inverse = CellsSet(sheet=params.sheet, rect=params.rect, rows=rows, groups=groups)
    if HoleMark in params.kinds:
        for row, cells in zip(rows, params.rows, strict=True):
            for place, cell in enumerate(cells):
                if type(cell) is HoleMark:
                    row[place] = HOLE_MARK
    elif kinds is not None:
        vars(inverse)["kinds"] = kinds
    return (inverse,)


FAMILY: Final[Family[Workbook]] = Family(
    params=CellsSet, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
