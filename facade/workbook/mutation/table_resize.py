"""table.resize: a table takes in further rows below it, or gives rows up; its columns stay."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from ...errors import MutationConflict
from ...mutation import Family, Marks
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .place import SheetId, loaded_sheet, verify_rect
from .sheet_add import no_cells
from .table_edit import tables_of
from .track import mark_written

if TYPE_CHECKING:
    from ..object.current import Table


class TableResize(Struct, frozen=True, kw_only=True, tag_field="type", tag="table.resize", forbid_unknown_fields=True):
    """The table by its id, and all that it covers from now on, its header included."""

    sheet: SheetId
    table: Annotated[str, Meta(max_length=512)]
    rect: Rect


def verify(params: TableResize, _from_run: bool) -> None:
    """An area of a sheet."""
    verify_rect(params.rect)


def check(model: Workbook, params: TableResize) -> None:
    """The table is there, keeps its first row and its columns, and takes nothing of what stands on its own."""
    sheet = loaded_sheet(model, params.sheet)
    table = table_of(model, sheet, params.table)
    old, new = table.rect, params.rect
    if (new.row0, new.col0, new.col1) != (old.row0, old.col0, old.col1):
        raise MutationConflict(f"the table {table.name} in {old.a1} keeps its first row and its columns")
    if table.totals and new != old:
        raise MutationConflict(
            f"the table {table.name} ends in a row of totals, which stays at its end: insert or delete rows above it"
        )
    if new.row1 < old.row0 + table.header:
        raise MutationConflict(f"the table {table.name} keeps at least one row of data")
    if table.linked:
        raise MutationConflict(f"the rows of the table {table.name} belong to a query or a map")
    if new.row1 > old.row1:
        _check_free(model, sheet, table, new._replace(row0=old.row1 + 1))


def _check_free(model: Workbook, sheet: Sheet, table: Table, more: Rect) -> None:
    for other in tables_of(model, sheet):
        if other.id != table.id and other.rect.overlaps(more):
            raise MutationConflict(f"the table {table.name} would grow over the table {other.name} in {other.rect.a1}")
    for rects, what in ((sheet.merges, "merged range"), (sheet.blocks, "array formula")):
        for rect in rects:
            if rect.overlaps(more):
                raise MutationConflict(f"the table {table.name} would grow over the {what} {rect.a1}")


def table_of(model: Workbook, sheet: Sheet, table_id: str) -> Table:
    """The table of an id, as it stands now. Raises MutationConflict where there is none."""
    found = next((table for table in tables_of(model, sheet) if table.id == table_id), None)
    if found is None:
        raise MutationConflict(f"there is no such table on {sheet.name}")
    return found


def apply(model: Workbook, params: TableResize, marks: Marks) -> None:
    """Have the table's part read so; what formulas take from the table may be another value now."""
    from ..object.current import resize_table

    sheet = loaded_sheet(model, params.sheet)
    old = table_of(model, sheet, params.table).rect
    marks.undo.append(partial(setattr, model, "kept", dict(model.kept)))
    marks.undo.append(partial(setattr, model, "resized", model.resized))
    resize_table(model, sheet, params.table, params.rect)
    model.resized += 1
    mark_written(model, sheet.id, old.around(params.rect), marks)


def invert(model: Workbook, params: TableResize) -> tuple[TableResize, ...]:
    """The old area."""
    sheet = loaded_sheet(model, params.sheet)
    return (TableResize(sheet=params.sheet, table=params.table, rect=table_of(model, sheet, params.table).rect),)


FAMILY: Final[Family[Workbook]] = Family(
    params=TableResize, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify
)
