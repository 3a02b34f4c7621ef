"""range.sort: the rows of cells of a rectangle in another order, each formula as if it had been copied there."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.entry import entry_text
from ..formula.shift import shifted_text
from ..model.formula import ArrayFormula, DatedFormula, FormulaEntry
from ..model.rect import MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .cell import HOLE_MARK, ArrayMark, Cell, PlainMark, to_constant
from .cells_set import CellsSet
from .damage import note_formula
from .place import SheetId, area, is_own_cell, loaded_sheet, rows_between, verify_rect
from .strip import Strip, place_strips, take
from .table_edit import tables_of
from .track import mark_written

Order = Annotated[tuple[Annotated[int, Meta(ge=0, lt=MAX_ROWS)], ...], Meta(max_length=MAX_ROWS)]


class RangeSort(Struct, frozen=True, kw_only=True, tag_field="type", tag="range.sort", forbid_unknown_fields=True):
    """order: for each row of rect the one whose cells come to stand there, both counted from 0 within rect.

    Values, formulas and formats move; what is tied to cells otherwise stays, and references from elsewhere do too.
    """

    sheet: SheetId
    rect: Rect
    order: Order


def cells_of(params: RangeSort) -> int:
    """All cells of the rectangle."""
    return area(params.rect)


def verify(params: RangeSort, _from_run: bool) -> None:
    """Within the sheet; every row once."""
    rect, order = params.rect, params.order
    verify_rect(rect)
    if len(order) != rect.rows or sorted(order) != list(range(rect.rows)):
        raise MutationInvalid(f"an order that is none of the rows of {rect.a1}")


def check(model: Workbook, params: RangeSort) -> None:
    """The sheet is there, and the rectangle holds no merged range, array block or header of a table."""
    sheet, rect = loaded_sheet(model, params.sheet), params.rect
    for merge in sheet.merges:
        if rect.overlaps(merge):
            raise MutationConflict(
                f"{sheet.name}!{merge.a1} is a merged range, which cannot be sorted",
                hint=f'Unmerge it first: sheet.unmerge("{merge.a1}").',
            )
    for block in sheet.blocks:
        if rect.overlaps(block) and not is_own_cell(sheet, block):
            raise MutationConflict(f"{sheet.name}!{block.a1} is an array formula or data table, which cannot be sorted")
    for table in tables_of(model, sheet):
        header = table.header_rect
        if header is not None and rect.overlaps(header):
            raise MutationConflict(
                f"{sheet.name}!{header.a1} is the header of the table {table.name}",
                hint="Sort with headers=True, or the rows below it.",
            )


def apply(model: Workbook, params: RangeSort, marks: Marks) -> None:
    """Put the rows in their new order."""
    sheet, rect = loaded_sheet(model, params.sheet), params.rect
    rows = rows_between(sheet, rect.row0, rect.row1)
    strips: dict[int, Strip] = {}
    moved: list[int] = []
    for new, old in enumerate(params.order):
        if new == old:
            continue
        row0, row = rect.row0 + new, rows[old]
        moved.append(row0)
        if row is None:
            continue
        strip = take(row, rect.col0, rect.col1)
        if strip.entries:
            strip = strip._replace(entries=_shifted(model, sheet, row, rect, (row0, new - old)))
        strips[row0] = strip
    place_strips(sheet, rect, strips, moved, marks)
    places = {rect.row0 + old: rect.row0 + new for new, old in enumerate(params.order)}
    sheet.blocks[:] = [
        block._replace(row0=places[block.row0], row1=places[block.row0]) if rect.covers(block) else block
        for block in sheet.blocks
    ]
    mark_written(model, sheet.id, rect, marks)


def _shifted(model: Workbook, sheet: Sheet, row: Row, rect: Rect, place: tuple[int, int]) -> dict[int, FormulaEntry]:
    """The formulas of a row for its new place: (its number there, how far down that is)."""
    found: dict[int, FormulaEntry] = {}
    epoch = model.history.stamp()
    row0, down = place
    for col0, text in _texts(model, sheet, row, rect):
        shifted = shifted_text(text, down, 0)
        note_formula(sheet, shifted)
        entry: FormulaEntry = DatedFormula(shifted, epoch) if epoch else shifted
        if isinstance(row.formula(col0), ArrayFormula):
            entry = ArrayFormula(shifted, Rect(row0, col0, row0, col0), True, epoch)
        found[col0 - rect.col0] = entry
    return found


def _texts(model: Workbook, sheet: Sheet, row: Row, rect: Rect) -> list[tuple[int, str]]:
    """(column, formula as it reads now) of the row's cells within the rectangle."""
    if row.formulas is None:
        return []
    return [
        (col0, entry_text(model.history, sheet, entry, row))  # type: ignore[arg-type]
        for col0, entry in zip(row.formula_columns(), row.formulas[1:], strict=True)
        if rect.col0 <= col0 <= rect.col1
    ]


def invert(model: Workbook, params: RangeSort) -> tuple[RangeSort | CellsSet, ...]:
    """The inverse order, then the formulas whose references left the sheet on the way or were written otherwise."""
    sheet, rect = loaded_sheet(model, params.sheet), params.rect
    back = sorted(range(rect.rows), key=params.order.__getitem__)
    kept: dict[int, dict[int, PlainMark | ArrayMark]] = {}
    rows = rows_between(sheet, rect.row0, rect.row1)
    for new, old in enumerate(params.order):
        row = rows[old]
        if new == old or row is None:
            continue
        for col0, text in _texts(model, sheet, row, rect):
            if shifted_text(shifted_text(text, new - old, 0), old - new, 0) != text:
                row0, cached = rect.row0 + old, to_constant(row.value(col0))
                mark: PlainMark | ArrayMark = PlainMark(text, cached, -1)
                if isinstance(row.formula(col0), ArrayFormula):
                    mark = ArrayMark(text, Rect(row0, col0, row0, col0), True, cached, -1)
                kept.setdefault(row0, {})[col0] = mark
    restored = [_cells(sheet, row0, marks) for row0, marks in sorted(kept.items())]
    return (RangeSort(sheet=sheet.id, rect=rect, order=tuple(back)), *restored)


def _cells(sheet: Sheet, row0: int, marks: dict[int, PlainMark | ArrayMark]) -> CellsSet:
    first, last = min(marks), max(marks)
    cells: list[Cell] = [marks.get(col0, HOLE_MARK) for col0 in range(first, last + 1)]
    return CellsSet(sheet=sheet.id, rect=Rect(row0, first, row0, last), rows=[cells])


FAMILY: Final[Family[Workbook]] = Family(
    params=RangeSort, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
