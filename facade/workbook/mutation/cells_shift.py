"""cells.insert and cells.delete: a rectangle of cells comes or goes, and those behind it make room or close the gap."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from ...axis import AxisEdit
from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.step import ShiftStep, span_rect
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .axis_content import carried_merges, edit_cells
from .axis_edit import AxisName, limit_of
from .cells_set import CellsSet
from .damage import Damage, Merges, damage_of, edit_number, repair
from .kept_content import KeptLook, kept_content
from .place import SheetId, check_uncut, loaded_sheet, verify_rect
from .strip import Strip, place_blocks, place_strips, take
from .structure import make_step
from .style_set import StyleSet, put_style
from .table_edit import lose, lost_columns, refuse_structure
from .track import mark_written, prune_row, touch


class CellsInsert(Struct, frozen=True, kw_only=True, tag_field="type", tag="cells.insert", forbid_unknown_fields=True):
    """Blank cells in rect; what stood there and behind it moves down (axis rows) or to the right (axis columns).

    undoes, looks and damage stand in inverses only.
    """

    sheet: SheetId
    rect: Rect
    axis: AxisName
    undoes: bool = False
    looks: tuple[KeptLook, ...] = ()
    damage: Damage | None = None


class CellsDelete(Struct, frozen=True, kw_only=True, tag_field="type", tag="cells.delete", forbid_unknown_fields=True):
    """The cells of rect go; what stands behind moves up (axis rows) or to the left (axis columns).

    undoes and damage stand in inverses only.
    """

    sheet: SheetId
    rect: Rect
    axis: AxisName
    undoes: bool = False
    damage: Damage | None = None


CellsShift: TypeAlias = CellsInsert | CellsDelete


def step_of(sheet: Sheet, params: CellsShift) -> ShiftStep:
    """What it does to references."""
    kind = "insert" if isinstance(params, CellsInsert) else "delete"
    return ShiftStep(sheet.id, sheet.name, params.rect, params.axis, kind)  # type: ignore[arg-type]


def band_of(rect: Rect, axis: AxisName) -> Rect:
    """All cells that go or change places: from the rectangle to the end of the sheet."""
    return rect._replace(row1=MAX_ROWS - 1) if axis == "rows" else rect._replace(col1=MAX_COLUMNS - 1)


def no_cells(_params: CellsShift) -> int:
    """Cells that only change places are not counted; those that go neither."""
    return 0


def verify(params: CellsShift, from_run: bool) -> None:
    """Within the sheet, and nothing from a run that only inverses hold."""
    verify_rect(params.rect)
    held = params.undoes or params.damage is not None or (isinstance(params, CellsInsert) and bool(params.looks))
    if from_run and held:
        raise MutationInvalid("kept cells or texts, which only an inverse may hold")


def check(model: Workbook, params: CellsShift) -> None:
    """The sheet is there, no content is pushed off it, and no block, merged range or table is cut."""
    sheet = loaded_sheet(model, params.sheet)
    rect, axis = params.rect, params.axis
    if isinstance(params, CellsInsert):
        _check_room(sheet, rect, axis)
        if any(look.style >= model.styles.source_count for look in params.looks):
            raise MutationConflict("a look that the file does not have")
    check_uncut(sheet, lambda area: _cuts(params, area), ', sheet.unmerge("{}"), or shift cells beside it.')
    refuse_structure(model, sheet, step_of(sheet, params))


def _cuts(params: CellsShift, area: Rect) -> bool:
    """Whether an area would be torn, squeezed or stretched."""
    rect = params.rect
    band = band_of(rect, params.axis)
    if not band.overlaps(area):
        return False
    if not band.covers(area):
        return True
    return isinstance(params, CellsDelete) and rect.overlaps(area) and not rect.covers(area)


def _check_room(sheet: Sheet, rect: Rect, axis: AxisName) -> None:
    """MutationConflict where something stands so far out that it would leave the sheet."""
    count = rect.rows if axis == "rows" else rect.columns
    first = limit_of(axis) - count
    edge = Rect(max(first, rect.row0), rect.col0, MAX_ROWS - 1, rect.col1)
    if axis == "columns":
        edge = Rect(rect.row0, max(first, rect.col0), rect.row1, MAX_COLUMNS - 1)
    found = _first_content(sheet, edge)
    if found is not None:
        raise MutationConflict(f"{sheet.name} has content in {found}, which would be pushed off the sheet")


def _first_content(sheet: Sheet, edge: Rect) -> str | None:
    for row0, row in sheet.each_row(edge.row0, edge.row1):
        for col0 in range(edge.col0, min(edge.col1 + 1, row.width())):
            if row.holds(col0):
                return cell_name(row0, col0)
    return next((merge.a1 for merge in sheet.merges if merge.overlaps(edge)), None)


def apply(model: Workbook, params: CellsShift, marks: Marks) -> None:
    """Move the cells; every reference follows through the history."""
    sheet = loaded_sheet(model, params.sheet)
    step = step_of(sheet, params)
    lost = lost_columns(model, step)
    if params.axis == "rows":
        _shift_rows(sheet, params.rect, step.edit, marks)
    else:
        _shift_columns(sheet, params.rect, step.edit, marks)
    band = band_of(params.rect, params.axis)
    sheet.merges = _carried(sheet.merges, params, step.edit)
    carried = {block: span_rect(block, params.axis, step.edit) for block in sheet.blocks if band.covers(block)}
    if carried:
        place_blocks(sheet, carried)
    make_step(model, step, marks, edit=edit_number(params.damage))
    lose(model, lost, marks)
    mark_written(model, sheet.id, _with_edge(params, band), marks)
    if isinstance(params, CellsInsert):
        for look in params.looks:
            put_style(sheet, look.rect, look.style)
    repair(model, params.damage)


def _with_edge(params: CellsShift, band: Rect) -> Rect:
    """The band and, where cells went, the line before it: a range that lost its last cells ends there now."""
    if isinstance(params, CellsInsert):
        return band
    if params.axis == "rows":
        return band._replace(row0=max(band.row0 - 1, 0))
    return band._replace(col0=max(band.col0 - 1, 0))


def _carried(merges: list[Rect], params: CellsShift, edit: AxisEdit) -> list[Rect]:
    band = band_of(params.rect, params.axis)
    found: list[Rect] = []
    for merge in merges:
        found.extend(carried_merges((merge,), params.axis, edit) if band.covers(merge) else (merge,))
    return found


def _shift_rows(sheet: Sheet, rect: Rect, edit: AxisEdit, marks: Marks) -> None:
    strips: dict[int, Strip] = {}
    rows: set[int] = set()
    for row0, row in sheet.each_row(rect.row0):
        strip = take(row, rect.col0, rect.col1)
        if strip.blank:
            continue
        rows.add(row0)
        new = edit.index(row0, MAX_ROWS)
        if new is not None:
            strips[new] = strip
    place_strips(sheet, rect, strips, sorted(rows | set(strips)), marks)


def _shift_columns(sheet: Sheet, rect: Rect, edit: AxisEdit, marks: Marks) -> None:
    for row0, row in list(sheet.each_row(rect.row0, rect.row1)):
        end = _end(row)
        if end > rect.col0:
            edit_cells(row, edit)
            touch(row, range(rect.col0, min(max(end, _end(row)), MAX_COLUMNS)), marks)
            prune_row(sheet, row0, row)


def _end(row: Row) -> int:
    """One more than the last column that holds or shows something."""
    styles = row.styles
    styled = len(styles) if isinstance(styles, tuple) else max(styles, default=-1) + 1
    return max(row.width(), styled)


def invert(model: Workbook, params: CellsShift) -> tuple[CellsShift | CellsSet | StyleSet, ...]:
    """The opposite with what it would not bring back, then the cells that go."""
    sheet = loaded_sheet(model, params.sheet)
    step = step_of(sheet, params)
    back = step.edit.inverse()
    merges = Merges(
        sheet, lambda old: _carried(list(old), params, step.edit), lambda new: _carried(list(new), params, back)
    )
    damage = damage_of(model, step, params.damage, merges)
    rect, axis, undoes = params.rect, params.axis, not params.undoes
    if isinstance(params, CellsInsert):
        return (CellsDelete(sheet=sheet.id, rect=rect, axis=axis, undoes=undoes, damage=damage),)
    cells, looks, patches = kept_content(model, sheet, rect)
    insert = CellsInsert(sheet=sheet.id, rect=rect, axis=axis, undoes=undoes, looks=looks, damage=damage)
    return (insert, *cells, *patches)


FAMILIES: Final[tuple[Family[Workbook], ...]] = tuple(
    Family(params=params, check=check, apply=apply, invert=invert, cells=no_cells, verify=verify)
    for params in (CellsInsert, CellsDelete)
)
