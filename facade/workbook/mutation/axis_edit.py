"""axis.insert, axis.delete and axis.move: whole rows or columns of a sheet, with every reference to them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from ...axis import AxisEdit
from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.step import Axis, AxisStep
from ..model.column import ColumnSpan, SourceColumns, joined
from ..model.pane import carried_panes
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, overlap
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Seam, Workbook
from .axis_content import carried_merges, edit_axis, last_content
from .cell import Number0
from .cells_set import CellsSet
from .damage import Damage, Merges, damage_of, edit_number, repair
from .kept_content import KeptLook, kept_content
from .place import SheetId, loaded_sheet
from .sheet_freeze import SheetFreeze, kept_panes
from .structure import make_step
from .style_set import StyleSet, put_style
from .table_edit import lose, lost_columns, name_new_columns, refuse_structure, tables_of

AxisName = Literal["rows", "columns"]
Index = Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
Count = Annotated[int, Meta(ge=1, le=MAX_ROWS)]


class RowImage(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A row that an undone delete brings back: its place among the inserted ones, and what it has beside its cells."""

    offset: Number0
    source0: Annotated[int, Meta(ge=-1, lt=MAX_ROWS)]
    attributes: bytes
    touched: tuple[Number0, ...] | None = None


class ColumnsImage(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Columns that an undone delete brings back: what they have of their own, as (first, last, style, attributes), and
    which columns of the part they are, as (how many, the first of them, -1 for none); counted among the inserted ones.
    """

    spans: tuple[tuple[Number0, Number0, Number0, bytes], ...]
    sources: tuple[tuple[Number0, int], ...]


class AxisInsert(Struct, frozen=True, kw_only=True, tag_field="type", tag="axis.insert", forbid_unknown_fields=True):
    """count blank rows or columns in front of at, counted from 0. rows, columns, looks and damage stand in
    inverses only."""

    sheet: SheetId
    axis: AxisName
    at: Index
    count: Count
    rows: tuple[RowImage, ...] = ()
    columns: ColumnsImage | None = None
    looks: tuple[KeptLook, ...] = ()
    damage: Damage | None = None


class AxisDelete(Struct, frozen=True, kw_only=True, tag_field="type", tag="axis.delete", forbid_unknown_fields=True):
    """count rows or columns from at on. damage stands in inverses only."""

    sheet: SheetId
    axis: AxisName
    at: Index
    count: Count
    damage: Damage | None = None


class AxisMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="axis.move", forbid_unknown_fields=True):
    """count rows or columns from at on, to stand in front of the one that is to now. damage stands in inverses only."""

    sheet: SheetId
    axis: AxisName
    at: Index
    count: Count
    to: Annotated[int, Meta(ge=0, le=MAX_ROWS)]
    damage: Damage | None = None


AxisMutation = AxisInsert | AxisDelete | AxisMove


def edit_of(params: AxisMutation) -> AxisEdit:
    """The edit of the axis."""
    if isinstance(params, AxisInsert):
        return AxisEdit("insert", params.at, params.count)
    if isinstance(params, AxisDelete):
        return AxisEdit("delete", params.at, params.count)
    return AxisEdit("move", params.at, params.count, params.to)


def limit_of(axis: Axis) -> int:
    """How many rows or columns a sheet has."""
    return MAX_ROWS if axis == "rows" else MAX_COLUMNS


def no_cells(_params: AxisMutation) -> int:
    """Cells that only change places are not counted; those of deleted rows neither."""
    return 0


def verify(params: AxisMutation, from_run: bool) -> None:
    """Within the sheet; a move to another place than its own; nothing from a run that only inverses hold."""
    limit = limit_of(params.axis)
    if params.at + params.count > limit:
        raise MutationInvalid(f"{params.axis} {params.at + 1} to {params.at + params.count} of {limit:,}")
    if isinstance(params, AxisMove) and (params.to > limit or params.at <= params.to <= params.at + params.count):
        raise MutationInvalid(f"{params.axis} that are moved into themselves")
    if not from_run:
        return
    held = params.damage is not None
    if isinstance(params, AxisInsert):
        held = held or bool(params.rows) or bool(params.looks) or params.columns is not None
    if held:
        raise MutationInvalid("kept rows, columns or texts, which only an inverse may hold")


def check(model: Workbook, params: AxisMutation) -> None:
    """The sheet is there, no content is pushed off it, and no array block is cut."""
    sheet = loaded_sheet(model, params.sheet)
    edit = edit_of(params)
    if edit.kind == "insert":
        last = last_content(sheet, params.axis)
        if last >= params.at and last + params.count >= limit_of(params.axis):
            raise MutationConflict(
                f"{sheet.name} has content in {_named(params.axis, last)}, which {params.count:,} more would push off "
                "the sheet"
            )
    if isinstance(params, AxisInsert) and any(look.style >= model.styles.source_count for look in params.looks):
        raise MutationConflict("a look that the file does not have")
    cut = next((block for block in sheet.blocks if cuts(block, params.axis, edit)), None)
    _check_merges(sheet, params, edit)
    if cut is not None:
        raise MutationConflict(f"{sheet.name}!{cut.a1} is an array formula or data table, which would be cut")
    refuse_structure(model, sheet, AxisStep(sheet.id, sheet.name, params.axis, edit))


def _check_merges(sheet: Sheet, params: AxisMutation, edit: AxisEdit) -> None:
    """A move may bring one merged area into another."""
    clash = overlap(carried_merges(sheet.merges, params.axis, edit)) if edit.kind == "move" else None
    if clash is not None:
        raise MutationConflict(
            f"{sheet.name}!{clash[0].a1} and {clash[1].a1} would be merged areas that overlap after the move"
        )


def _named(axis: Axis, index: int) -> str:
    from ..model.rect import column_letters

    return f"row {index + 1:,}" if axis == "rows" else f"column {column_letters(index)}"


def cuts(rect: Rect, axis: Axis, edit: AxisEdit) -> bool:
    """Whether an edit would insert into a rectangle, or delete or move a part of it."""
    first, last = (rect.row0, rect.row1) if axis == "rows" else (rect.col0, rect.col1)
    end = edit.at + edit.count
    if edit.kind == "insert":
        return first < edit.at <= last
    parts = edit.at <= last and first < end and not (edit.at <= first and last < end)
    return parts or (edit.kind == "move" and first < edit.to <= last)


def apply(model: Workbook, params: AxisMutation, marks: Marks) -> None:
    """Move the cells; every reference follows through the history."""
    sheet = loaded_sheet(model, params.sheet)
    edit = edit_of(params)
    step = AxisStep(sheet.id, sheet.name, params.axis, edit)
    tables, lost = tables_of(model, sheet), lost_columns(model, step)
    going = [row for _, row in sheet.each_row(params.at, params.at + params.count - 1)] if _deletes_rows(params) else []
    gone = model.gone.pop((sheet.id, model.history.now), [])
    edit_axis(sheet, params.axis, edit)
    seams = [Seam(sheet.id, params.axis, index, edit.kind != "insert") for index in _seams(edit)]
    make_step(model, step, marks, seams, edit_number(params.damage))
    lose(model, lost, marks)
    if going:
        model.gone[sheet.id, model.history.now] = going
    if isinstance(params, AxisInsert):
        if params.columns is None:
            name_new_columns(model, sheet, tables, marks)
        _put_rows(sheet, params, gone)
        _put_columns(sheet, params)
        for look in params.looks:
            put_style(sheet, look.rect, look.style)
    repair(model, params.damage)


def _seams(edit: AxisEdit) -> tuple[int, ...]:
    """Where what a range covers has changed, in indices after the edit."""
    if edit.kind == "insert":
        return edit.at, edit.at + edit.count
    if edit.kind == "delete":
        return (edit.at,)
    source = edit.at + edit.count if edit.to < edit.at else edit.at
    return source, edit.landing, edit.landing + edit.count


def _deletes_rows(params: AxisMutation) -> bool:
    return isinstance(params, AxisDelete) and params.axis == "rows"


def _put_rows(sheet: Sheet, params: AxisInsert, gone: list[Row]) -> None:
    """The very rows that went, where they are still known: marks that are taken back later are about them."""
    known = gone if len(gone) == len(params.rows) else [Row() for _ in params.rows]
    for image, row in zip(params.rows, known, strict=True):
        row.values, row.styles, row.formulas = [], (), None
        row.source0 = image.source0
        row.attributes = image.attributes
        row.touched = None if image.touched is None else frozenset(image.touched)
        sheet.put_row(params.at + image.offset, row)


def _put_columns(sheet: Sheet, params: AxisInsert) -> None:
    image, at = params.columns, params.at
    if image is None:
        return
    spans = (ColumnSpan(at + first, at + last, style, attributes) for first, last, style, attributes in image.spans)
    sheet.columns = joined([*sheet.columns, *spans])
    sources = (sheet.source_columns or SourceColumns()).replaced(at, list(image.sources))
    sheet.source_columns = None if sources.identity else sources


def invert(model: Workbook, params: AxisMutation) -> tuple[AxisMutation | CellsSet | StyleSet | SheetFreeze, ...]:
    """The opposite edit with what it would not bring back, then the cells that are deleted, and panes that are cut."""
    sheet = loaded_sheet(model, params.sheet)
    edit = edit_of(params)
    back = edit.inverse()
    there = carried_panes(sheet.panes, params.axis, edit)
    whole = carried_panes(there, params.axis, back) == sheet.panes
    panes = () if whole else (kept_panes(sheet.id, sheet.panes, carried=True),)
    return (*_invert(model, sheet, params, back), *panes)


def _invert(
    model: Workbook, sheet: Sheet, params: AxisMutation, back: AxisEdit
) -> tuple[AxisMutation | CellsSet | StyleSet, ...]:
    edit, axis = edit_of(params), params.axis
    merges = Merges(sheet, lambda old: carried_merges(old, axis, edit), lambda new: carried_merges(new, axis, back))
    damage = damage_of(model, AxisStep(sheet.id, sheet.name, axis, edit), params.damage, merges)
    if isinstance(params, AxisInsert):
        return (AxisDelete(sheet=sheet.id, axis=axis, at=back.at, count=back.count, damage=damage),)
    if isinstance(params, AxisMove):
        return (AxisMove(sheet=sheet.id, axis=axis, at=back.at, count=back.count, to=back.to, damage=damage),)
    rows = tuple(_row_images(sheet, params)) if axis == "rows" else ()
    columns = _columns_image(sheet, params) if axis == "columns" else None
    cells, looks, patches = kept_content(model, sheet, _gone(params))
    insert = AxisInsert(
        sheet=sheet.id,
        axis=axis,
        at=back.at,
        count=back.count,
        rows=rows,
        columns=columns,
        looks=looks,
        damage=damage,
    )
    return (insert, *cells, *patches)


def _row_images(sheet: Sheet, params: AxisDelete) -> list[RowImage]:
    return [
        RowImage(
            row0 - params.at,
            row.source0,
            row.attributes,
            None if row.touched is None else tuple(sorted(row.touched)),
        )
        for row0, row in sheet.each_row(params.at, params.at + params.count - 1)
    ]


def _columns_image(sheet: Sheet, params: AxisDelete) -> ColumnsImage:
    at, last = params.at, params.at + params.count - 1
    spans = tuple(
        (max(span.col0, at) - at, min(span.col1, last) - at, span.style, span.attributes)
        for span in sheet.columns
        if span.col0 <= last and at <= span.col1
    )
    return ColumnsImage(spans, tuple((sheet.source_columns or SourceColumns()).part(at, last + 1)))


def _gone(params: AxisDelete) -> Rect:
    first, last = params.at, params.at + params.count - 1
    return Rect(first, 0, last, MAX_COLUMNS - 1) if params.axis == "rows" else Rect(0, first, MAX_ROWS - 1, last)


FAMILIES: Final[tuple[Family[Workbook], ...]] = tuple(
    Family(params=params, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify)
    for params in (AxisInsert, AxisDelete, AxisMove)
)
