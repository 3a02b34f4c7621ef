"""cells.set: values, formulas and rich text into a rectangle; a hole is left as it is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from msgspec import Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ...value import Scalar
from ..model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula, SharedGroup
from ..model.rect import Rect
from ..model.row import SPARSE_GAP, Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .cell import (
    ENTRY_MARKS,
    HOLE_MARK,
    PLAIN,
    WRITABLE,
    ArrayMark,
    Cell,
    Formula,
    GroupMark,
    HoleMark,
    PlainMark,
    SharedMark,
    TableMark,
    from_constant,
    problem_of,
    to_constant,
    to_constants,
)
from .place import SheetId, area, loaded_sheet, verify_rect
from .track import mark_written, prune_row, touch


class CellsSet(Struct, frozen=True, kw_only=True, tag_field="type", tag="cells.set", forbid_unknown_fields=True):
    """rows is a matrix of rect's shape. groups are the shared formulas that its marks name; in inverses only."""

    sheet: SheetId
    rect: Rect
    rows: list[list[Cell]]
    groups: tuple[GroupMark, ...] = ()


def cells_of(params: CellsSet) -> int:
    """All cells of the rectangle, holes too."""
    return area(params.rect)


def verify(params: CellsSet, from_run: bool) -> None:
    """Shape, bounds, and what a run may not send."""
    rect, rows = params.rect, params.rows
    verify_rect(rect)
    if len(rows) != rect.rows or any(len(row) != rect.columns for row in rows):
        raise MutationInvalid(f"a matrix that does not have the shape of {rect.a1}")
    if from_run:
        _verify_run(params)
        return
    for cell in chain.from_iterable(rows):
        if isinstance(cell, SharedMark) and cell.group >= len(params.groups):
            raise MutationInvalid("a shared formula without its group")
        if isinstance(cell, ArrayMark | TableMark):
            verify_rect(cell.rect)


def _verify_run(params: CellsSet) -> None:
    if params.groups:
        raise MutationInvalid("shared formulas, which only an inverse may hold")
    for row in params.rows:
        kinds = set(map(type, row))
        if not kinds <= WRITABLE or kinds & _TO_LOOK_AT:
            problem = next(filter(None, map(problem_of, row)), None)
            if problem is not None:
                raise MutationInvalid(f"{problem}, in {params.rect.a1}")


_TO_LOOK_AT: Final = WRITABLE - PLAIN - {HoleMark} | {str}


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
    writer = _Writer(sheet, params, marks)
    for row0, cells in enumerate(params.rows, params.rect.row0):
        writer.write(row0, cells)


class _Writer:
    """One application: what its rows share."""

    def __init__(self, sheet: Sheet, params: CellsSet, marks: Marks) -> None:
        self._sheet = sheet
        self._col0 = params.rect.col0
        self._columns = range(params.rect.col0, params.rect.col1 + 1)
        self._marks = marks
        self._groups = params.groups
        self._found: dict[int, SharedGroup] = {}
        self._layouts: dict[tuple[int, ...], tuple[int, ...]] = {}

    def write(self, row0: int, cells: list[Cell]) -> None:
        plain = PLAIN.issuperset(map(type, cells))
        row = self._sheet.row(row0)
        if row is None:
            if plain and all(cell is None for cell in cells):
                return
            row = self._sheet.ensure_row(row0)
        if plain:
            self._drop_formulas(row, self._columns)
            put_values(row, self._col0, cells)  # type: ignore[arg-type]
            touch(row, self._columns, self._marks)
        else:
            self._write_mixed(row, cells)
        prune_row(self._sheet, row0, row)

    def _write_mixed(self, row: Row, cells: list[Cell]) -> None:
        entries: dict[int, FormulaEntry | None] = {}
        for col0, cell in enumerate(cells, self._col0):
            if type(cell) is HoleMark:
                continue
            entry, value = self._entry(cell)
            entries[col0] = entry
            row.set_value(col0, value)
        if row.formulas is not None or any(entry is not None for entry in entries.values()):
            self._set_formulas(row, entries)
        touch(row, entries, self._marks)

    def _entry(self, cell: Cell) -> tuple[FormulaEntry | None, Scalar]:
        if type(cell) is Formula:
            return cell.text, None
        if not isinstance(cell, ENTRY_MARKS):
            return None, from_constant(cell)  # type: ignore[arg-type]
        value = from_constant(cell.cached)
        if isinstance(cell, PlainMark):
            return cell.text, value
        if isinstance(cell, SharedMark):
            return SharedFormula(self._group(cell.group), cell.col0), value
        if cell.rect not in self._sheet.blocks:
            self._sheet.blocks.append(cell.rect)
        if isinstance(cell, ArrayMark):
            return ArrayFormula(cell.text, cell.rect, cell.dynamic), value
        return DataTable(cell.rect, cell.attributes), value

    def _group(self, at: int) -> SharedGroup:
        """The model's own group if a member is left, so that members stay together."""
        group = self._found.get(at)
        if group is None:
            mark = self._groups[at]
            group = _find_group(self._sheet, mark)
            if group is None:
                group = SharedGroup(mark.index, mark.text, mark.row0, mark.col0, mark.rect)
            self._found[at] = group
        return group

    def _drop_formulas(self, row: Row, columns: Iterable[int]) -> None:
        if row.formulas is not None:
            self._set_formulas(row, dict.fromkeys(columns))

    def _set_formulas(self, row: Row, changes: dict[int, FormulaEntry | None]) -> None:
        columns = row.formula_columns()
        entries: dict[int, FormulaEntry] = (
            dict(zip(columns, row.formulas[1:], strict=True)) if row.formulas is not None else {}  # type: ignore[arg-type]
        )
        for col0, entry in changes.items():
            old = entries.pop(col0, None)
            if isinstance(old, ArrayFormula | DataTable) and old.rect != getattr(entry, "rect", None):
                self._drop_block(old.rect)
            if entry is not None:
                entries[col0] = entry
        ordered = tuple(sorted(entries))
        layout = self._layouts.setdefault(ordered, ordered)
        row.formulas = (layout, *(entries[col0] for col0 in layout)) if layout else None

    def _drop_block(self, rect: Rect) -> None:
        if rect in self._sheet.blocks:
            self._sheet.blocks.remove(rect)


def put_values(row: Row, col0: int, values: list[Scalar]) -> None:
    """Put scalars side by side; formulas there stay."""
    held = row.values
    if type(held) is list:
        gap = col0 - len(held)
        if gap < SPARSE_GAP:
            if gap > 0:
                held.extend([None] * gap)
            held[col0 : col0 + len(values)] = values
            return
    for place, value in enumerate(values, col0):
        row.set_value(place, value)


def _find_group(sheet: Sheet, mark: GroupMark) -> SharedGroup | None:
    for _, row in sheet.each_row():
        if row.formulas is None:
            continue
        for entry in row.formulas[1:]:
            if type(entry) is SharedFormula and _is_group(entry.group, mark):
                return entry.group
    return None


def _is_group(group: SharedGroup, mark: GroupMark) -> bool:
    return (group.index, group.row0, group.col0, group.text) == (mark.index, mark.row0, mark.col0, mark.text)


def invert(model: Workbook, params: CellsSet) -> tuple[CellsSet, ...]:
    """What the rectangle holds now, with the same holes."""
    sheet = loaded_sheet(model, params.sheet)
    before = BeforeImage(sheet, params.rect)
    for row, cells in zip(before.rows, params.rows, strict=True):
        if HoleMark in set(map(type, cells)):
            for place, cell in enumerate(cells):
                if type(cell) is HoleMark:
                    row[place] = HOLE_MARK
    return (before.mutation(),)


class BeforeImage:
    """What a rectangle holds, as the mutation that brings it back."""

    def __init__(self, sheet: Sheet, rect: Rect) -> None:
        self._sheet = sheet
        self._rect = rect
        self._groups: dict[int, int] = {}
        self._marks: list[GroupMark] = []
        self.rows: list[list[Cell]] = [self._row(row0) for row0 in range(rect.row0, rect.row1 + 1)]

    def mutation(self) -> CellsSet:
        """The inverse."""
        return CellsSet(sheet=self._sheet.id, rect=self._rect, rows=self.rows, groups=tuple(self._marks))

    def _row(self, row0: int) -> list[Cell]:
        row = self._sheet.row(row0)
        if row is None:
            return [None] * self._rect.columns
        cells: list[Cell] = to_constants(row.slice(self._rect.col0, self._rect.col1))  # type: ignore[assignment]
        if row.formulas is not None:
            for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
                if self._rect.col0 <= col0 <= self._rect.col1:
                    cells[col0 - self._rect.col0] = self._mark(entry, row.value(col0))  # type: ignore[arg-type]
        return cells

    def _mark(self, entry: FormulaEntry, value: Scalar) -> Cell:
        cached = to_constant(value)
        if isinstance(entry, str):
            return PlainMark(entry, cached)
        if isinstance(entry, SharedFormula):
            return SharedMark(self._group(entry.group), entry.col0, cached)
        if isinstance(entry, ArrayFormula):
            return ArrayMark(entry.text, entry.rect, entry.dynamic, cached)
        return TableMark(entry.rect, entry.attributes, cached)

    def _group(self, group: SharedGroup) -> int:
        at = self._groups.get(id(group))
        if at is None:
            at = self._groups[id(group)] = len(self._marks)
            self._marks.append(GroupMark(group.index, group.text, group.row0, group.col0, group.rect))
        return at


FAMILY: Final[Family[Workbook]] = Family(
    params=CellsSet, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
