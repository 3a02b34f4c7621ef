"""A sheet as a grid in plain dicts that edits of cells change by brute force, beside a model with the same content."""

from __future__ import annotations

import io
import random
import re
from dataclasses import dataclass, field
from typing import Any

import openpyxl
from macrocell.facade.workbook.formula.entry import entry_text
from macrocell.facade.workbook.formula.shared import shift_text
from macrocell.facade.workbook.model.rect import MAX_COLUMNS, MAX_ROWS, Rect, parse_rect
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    CellsDelete,
    CellsInsert,
    MergeAdd,
    MergeRemove,
    Mutation,
    RangeMove,
    RangeSort,
    StylePatch,
    StyleSet,
    apply_all,
)

ROWS, COLUMNS = 12, 6


@dataclass
class Grid:
    """One sheet as dicts by (row0, col0): constants, number formats, and formulas as (sheet named, rectangle or None).

    other holds the formulas of a second sheet, which all speak of this one.
    """

    values: dict[tuple[int, int], int] = field(default_factory=dict)
    formats: dict[tuple[int, int], str] = field(default_factory=dict)
    formulas: dict[tuple[int, int], tuple[bool, Rect | None]] = field(default_factory=dict)
    other: dict[tuple[int, int], Rect | None] = field(default_factory=dict)
    merges: list[Rect] = field(default_factory=list)

    def carry(self, place: Any, rect: Any) -> None:
        """Give each cell and each reference its new place; None where it is gone."""
        for name in ("values", "formats", "formulas"):
            cells = getattr(self, name)
            setattr(self, name, {new: held for old, held in cells.items() if (new := place(*old)) is not None})
        self.formulas = {
            cell: (named, None if old is None else rect(old)) for cell, (named, old) in self.formulas.items()
        }
        self.other = {cell: None if old is None else rect(old) for cell, old in self.other.items()}


def edit(grid: Grid, mutation: Mutation) -> None:
    """The edit on the grid."""
    if isinstance(mutation, CellsInsert | CellsDelete):
        shift(grid, mutation)
    elif isinstance(mutation, RangeMove):
        move(grid, mutation)
    elif isinstance(mutation, RangeSort):
        sort(grid, mutation)
    elif isinstance(mutation, MergeAdd):
        grid.merges.append(mutation.rect)
    elif isinstance(mutation, MergeRemove):
        grid.merges.remove(mutation.rect)


def shift(grid: Grid, mutation: CellsInsert | CellsDelete) -> None:
    rect, rows = mutation.rect, mutation.axis == "rows"
    at, count = (rect.row0, rect.rows) if rows else (rect.col0, rect.columns)
    limit = MAX_ROWS if rows else MAX_COLUMNS

    def index(old: int) -> int | None:
        if old < at:
            return old
        if isinstance(mutation, CellsInsert):
            return old + count
        return None if old < at + count else old - count

    def within(first: int, last: int) -> bool:
        return (rect.col0 <= first and last <= rect.col1) if rows else (rect.row0 <= first and last <= rect.row1)

    def place(row0: int, col0: int) -> tuple[int, int] | None:
        along, across = (row0, col0) if rows else (col0, row0)
        if not within(across, across):
            return row0, col0
        new = index(along)
        return None if new is None else (new, col0) if rows else (row0, new)

    def span(old: Rect) -> Rect | None:
        across = (old.col0, old.col1) if rows else (old.row0, old.row1)
        first, last = (old.row0, old.row1) if rows else (old.col0, old.col1)
        if not within(*across) or (first, last) == (0, limit - 1):
            return old
        left = [new for place in (first, *range(first + 1, min(last, 60)), last) if (new := index(place)) is not None]
        if not left:
            return None
        ends = min(left), max(left)
        return old._replace(row0=ends[0], row1=ends[1]) if rows else old._replace(col0=ends[0], col1=ends[1])

    grid.carry(place, span)
    grid.merges = [new for old in grid.merges if (new := span(old)) is not None and (new.rows > 1 or new.columns > 1)]


def move(grid: Grid, mutation: RangeMove) -> None:
    source = mutation.rect
    down, right = mutation.row0 - source.row0, mutation.col0 - source.col0
    target = Rect(source.row0 + down, source.col0 + right, source.row1 + down, source.col1 + right)

    def place(row0: int, col0: int) -> tuple[int, int] | None:
        if source.holds(row0, col0):
            return row0 + down, col0 + right
        return None if target.holds(row0, col0) else (row0, col0)

    def follow(old: Rect) -> Rect | None:
        if source.covers(old):
            return Rect(old.row0 + down, old.col0 + right, old.row1 + down, old.col1 + right)
        return None if target.covers(old) else old

    grid.carry(place, follow)
    grid.merges = [new for old in grid.merges if (new := follow(old)) is not None]


def sort(grid: Grid, mutation: RangeSort) -> None:
    rect = mutation.rect
    new_row = {rect.row0 + old: rect.row0 + new for new, old in enumerate(mutation.order)}

    def place(row0: int, col0: int) -> tuple[int, int]:
        return (new_row[row0], col0) if rect.holds(row0, col0) else (row0, col0)

    for cell, (named, old) in list(grid.formulas.items()):
        if old is not None and rect.holds(*cell):
            shifted = shift_text(old.a1, new_row[cell[0]] - cell[0], 0)
            grid.formulas[cell] = (named, parse_rect(shifted))
    for name in ("values", "formats", "formulas"):
        setattr(grid, name, {place(*old): held for old, held in getattr(grid, name).items()})


def random_grid(chance: random.Random) -> Grid:
    grid = Grid()
    for row0 in range(ROWS):
        for col0 in range(COLUMNS):
            kind = chance.random()
            if kind < 0.5:
                grid.values[row0, col0] = row0 * 100 + col0
            elif kind < 0.7:
                grid.formulas[row0, col0] = (chance.random() < 0.3, random_rect(chance))
            if chance.random() < 0.2:
                grid.formats[row0, col0] = chance.choice(["0%", "0.00"])
    for row0 in range(8):
        grid.other[row0, 0] = random_rect(chance)
    if chance.random() < 0.5:
        grid.merges.append(Rect(9, 1, 10, 2))
        for cell in ((9, 2), (10, 1), (10, 2)):
            grid.values.pop(cell, None)
            grid.formulas.pop(cell, None)
    return grid


def random_rect(chance: random.Random) -> Rect:
    row0, col0 = chance.randrange(ROWS), chance.randrange(COLUMNS)
    if chance.random() < 0.5:
        return Rect(row0, col0, row0, col0)
    return Rect(row0, col0, min(row0 + chance.randrange(5), ROWS - 1), min(col0 + chance.randrange(3), COLUMNS - 1))


def model_of(grid: Grid) -> Workbook:
    """The grid as a reader leaves it, with two cells of a shared formula beside it."""
    model = Workbook()
    data, other = Sheet("s1", "Data", part="a.xml"), Sheet("s2", "Other", part="b.xml")
    model.sheets = [data, other]
    for (row0, col0), value in sorted(grid.values.items()):
        row_of(data, row0).set_value(col0, value)
    for (row0, col0), (named, rect) in sorted(grid.formulas.items()):
        row_of(data, row0).set_formula(col0, text_of(named, rect))
    for (row0, col0), rect in sorted(grid.other.items()):
        row_of(other, row0).set_formula(col0, text_of(True, rect))
    data.merges = list(grid.merges)
    for (row0, col0), code in sorted(grid.formats.items()):
        place = Rect(row0, col0, row0, col0)
        apply_all(model, [StyleSet(sheet="s1", rects=(place,), patch=StylePatch(number_format=code))])
    return model


def row_of(sheet: Sheet, row0: int) -> Row:
    row = sheet.row(row0)
    if row is None:
        row = Row(row0)
        sheet.put_row(row0, row)
    return row


def text_of(named: bool, rect: Rect | None) -> str:
    return ("Data!" if named else "") + ("#REF!" if rect is None else rect.a1)


def grid_of(model: Workbook) -> dict[str, Any]:
    """What a model holds, in the words of expected."""
    data, other = model.sheets
    values: dict[Any, Any] = {}
    formulas: dict[Any, Any] = {}
    for row0, row in data.each_row():
        for col0 in range(row.width()):
            if row.formula(col0) is not None:
                formulas[row0, col0] = plain(entry_text(model.history, data, row.formula(col0), row))  # type: ignore[arg-type]
            elif row.value(col0) is not None:
                values[row0, col0] = row.value(col0)
    formats = {
        (row0, col0): model.styles.number_format(row.style(col0))
        for row0, row in data.each_row()
        for col0 in range(40)
        if row.style(col0)
    }
    beside = {
        (row0, col0): plain(entry_text(model.history, other, row.formula(col0), row))  # type: ignore[arg-type]
        for row0, row in other.each_row()
        for col0 in row.formula_columns()
    }
    return {
        "values": values,
        "formulas": formulas,
        "formats": formats,
        "other": beside,
        "merges": sorted(data.merges),
    }


def plain(text: str) -> str:
    """B3:B3, which a range of two cells becomes when one of them goes, as B3."""
    return re.sub(r"([A-Z]+[0-9]+):\1(?![0-9])", r"\1", text)


def expected(grid: Grid) -> dict[str, Any]:
    return {
        "values": dict(sorted(grid.values.items())),
        "formulas": {cell: text_of(*held) for cell, held in sorted(grid.formulas.items())},
        "formats": dict(sorted(grid.formats.items())),
        "other": {cell: text_of(True, rect) for cell, rect in grid.other.items()},
        "merges": sorted(grid.merges),
    }


def random_mutation(chance: random.Random, grid: Grid) -> Mutation:
    rect = random_rect(chance)
    kind = chance.randrange(7)
    axis = chance.choice(["rows", "columns"])
    if kind in (0, 1):
        return CellsInsert(sheet="s1", rect=rect, axis=axis)  # type: ignore[arg-type]
    if kind in (2, 3):
        return CellsDelete(sheet="s1", rect=rect, axis=axis)  # type: ignore[arg-type]
    if kind == 4:
        row0, col0 = chance.randrange(ROWS + 3), chance.randrange(COLUMNS + 3)
        return RangeMove(sheet="s1", rect=rect, row0=row0, col0=col0)
    if kind == 5:
        order = list(range(rect.rows))
        chance.shuffle(order)
        return RangeSort(sheet="s1", rect=rect, order=tuple(order))
    if grid.merges and chance.random() < 0.5:
        return MergeRemove(sheet="s1", rect=grid.merges[0])
    return MergeAdd(sheet="s1", rect=rect)


def book_of(grid: Grid) -> bytes:
    """The grid as an .xlsx file of openpyxl's."""
    book = openpyxl.Workbook()
    data: Any = book.active
    data.title = "Data"
    other: Any = book.create_sheet("Other")
    for (row0, col0), value in grid.values.items():
        data.cell(row0 + 1, col0 + 1).value = value
    for (row0, col0), held in grid.formulas.items():
        data.cell(row0 + 1, col0 + 1).value = "=" + text_of(*held)
    for (row0, col0), rect in grid.other.items():
        other.cell(row0 + 1, col0 + 1).value = "=" + text_of(True, rect)
    for (row0, col0), code in grid.formats.items():
        data.cell(row0 + 1, col0 + 1).number_format = code
    for merge in grid.merges:
        data.merged_cells.add(merge.a1)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
