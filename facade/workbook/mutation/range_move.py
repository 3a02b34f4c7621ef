"""range.move: a rectangle of cells stands elsewhere on its sheet, onto what stood there."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from ...errors import MutationConflict, MutationInvalid
from ...mutation import Family, Marks
from ..formula.step import MoveStep
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .before_image import before_image
from .cell import HOLE_MARK
from .cells_set import CellsSet
from .damage import Damage, Merges, damage_of, edit_number, repair
from .kept_content import KeptLook, kept_content
from .place import SheetId, area, check_uncut, loaded_sheet, verify_rect
from .strip import Strip, place_blocks, place_strips, take
from .structure import make_step
from .style_set import StyleSet, put_style
from .table_edit import refuse_structure, tables_of
from .track import mark_written


class RangeMove(Struct, frozen=True, kw_only=True, tag_field="type", tag="range.move", forbid_unknown_fields=True):
    """The cells of rect, to stand from (row0, col0) on; where they were is blank then.

    undoes, looks and damage stand in inverses only: looks are of cells that the rectangle leaves behind.
    """

    sheet: SheetId
    rect: Rect
    row0: Annotated[int, Meta(ge=0, lt=MAX_ROWS)]
    col0: Annotated[int, Meta(ge=0, lt=MAX_COLUMNS)]
    undoes: bool = False
    looks: tuple[KeptLook, ...] = ()
    damage: Damage | None = None


def target_of(params: RangeMove) -> Rect:
    """Where the cells come to stand."""
    rect = params.rect
    return Rect(params.row0, params.col0, params.row0 + rect.rows - 1, params.col0 + rect.columns - 1)


def step_of(sheet: Sheet, params: RangeMove) -> MoveStep:
    """What it does to references."""
    return MoveStep(sheet.id, sheet.name, params.rect, params.row0, params.col0)


def cells_of(params: RangeMove) -> int:
    """The cells that are overwritten; of whole rows or columns none, since most of them are blank."""
    rect = params.rect
    return 0 if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS else area(rect)


def verify(params: RangeMove, from_run: bool) -> None:
    """Within the sheet, to another place, and nothing from a run that only inverses hold."""
    verify_rect(params.rect)
    verify_rect(target_of(params))
    if target_of(params) == params.rect:
        raise MutationInvalid("a range that is moved onto itself")
    if from_run and (params.undoes or params.looks or params.damage is not None):
        raise MutationInvalid("kept cells or texts, which only an inverse may hold")


def check(model: Workbook, params: RangeMove) -> None:
    """The sheet is there, and no block, merged range or table is cut."""
    sheet = loaded_sheet(model, params.sheet)
    if any(look.style >= model.styles.source_count for look in params.looks):
        raise MutationConflict("a look that the file does not have")
    check_uncut(sheet, lambda area: _cuts(params, area), ': sheet.unmerge("{}").')
    refuse_structure(model, sheet, step_of(sheet, params))
    for table in tables_of(model, sheet):
        if target_of(params).covers(table.rect) and not params.rect.covers(table.rect):
            raise MutationConflict(
                f"{sheet.name}!{table.rect.a1} is the table {table.name}, which would be overwritten",
                hint="Choose another place.",
            )


def _cuts(params: RangeMove, held: Rect) -> bool:
    """Whether a part of an area would be moved, or a part of it overwritten."""
    source, target = params.rect, target_of(params)
    if source.covers(held):
        return False
    return source.overlaps(held) or (target.overlaps(held) and not target.covers(held))


def apply(model: Workbook, params: RangeMove, marks: Marks) -> None:
    """Move the cells; every reference follows through the history."""
    sheet = loaded_sheet(model, params.sheet)
    step, source, target = step_of(sheet, params), params.rect, target_of(params)
    down = target.row0 - source.row0
    strips: dict[int, Strip] = {}
    for row0, row in sheet.each_row(source.row0, source.row1):
        strip = take(row, source.col0, source.col1)
        if not strip.blank:
            strips[row0 + down] = strip
    place_strips(sheet, source, {}, [row0 - down for row0 in strips], marks)
    held = [row0 for row0, _ in sheet.each_row(target.row0, target.row1)]
    place_strips(sheet, target, strips, sorted({*held, *strips}), marks)
    sheet.merges = _carried(sheet.merges, step)
    place_blocks(sheet, _carried_blocks(sheet.blocks, step))
    make_step(model, step, marks, edit=edit_number(params.damage))
    mark_written(model, sheet.id, source, marks)
    mark_written(model, sheet.id, target, marks)
    for look in params.looks:
        put_style(sheet, look.rect, look.style)
    repair(model, params.damage)


def _carried(merges: list[Rect], step: MoveStep) -> list[Rect]:
    return [placed[1] for merge in merges if (placed := step.place(merge)) is not None]


def _carried_blocks(blocks: list[Rect], step: MoveStep) -> dict[Rect, Rect | None]:
    found: dict[Rect, Rect | None] = {}
    for block in blocks:
        placed = step.place(block)
        found[block] = None if placed is None else placed[1]
    return found


def invert(model: Workbook, params: RangeMove) -> tuple[RangeMove | CellsSet | StyleSet, ...]:
    """The move back with what it would not bring back, then the cells that were overwritten."""
    sheet = loaded_sheet(model, params.sheet)
    step, source, target = step_of(sheet, params), params.rect, target_of(params)
    back = step._replace(rect=target, row0=source.row0, col0=source.col0)
    merges = Merges(sheet, lambda old: _carried(list(old), step), lambda new: _carried(list(new), back))
    damage = damage_of(model, step, params.damage, merges)
    cells: list[CellsSet] = []
    looks: list[KeptLook] = []
    patches: list[StyleSet] = []
    parts = without(target, source)
    for part in parts:
        more_cells, more_looks, more_patches = kept_content(model, sheet, part)
        cells.extend(more_cells)
        looks.extend(more_looks)
        patches.extend(more_patches)
    if any(sum(map(block.overlaps, parts)) > 1 for block in sheet.blocks):
        cells = _at_once(model, sheet, target, source)
    move = RangeMove(
        sheet=sheet.id,
        rect=target,
        row0=source.row0,
        col0=source.col0,
        undoes=not params.undoes,
        looks=tuple(looks),
        damage=damage,
    )
    return (move, *cells, *patches)


def _at_once(model: Workbook, sheet: Sheet, target: Rect, source: Rect) -> list[CellsSet]:
    """The overwritten cells at once, with holes for those that moved, so that no array formula is written in part."""
    used = sheet.used_rect()
    held = used.common(target) if used is not None else None
    if held is None:
        return []
    rows, _, _ = before_image(sheet, held, model.history, texts=True)
    for row0, cells in enumerate(rows, held.row0):
        for col0 in range(held.col0, held.col1 + 1):
            if source.holds(row0, col0):
                cells[col0 - held.col0] = HOLE_MARK
    return [CellsSet(sheet=sheet.id, rect=held, rows=rows)]


def without(rect: Rect, hole: Rect) -> list[Rect]:
    """A rectangle without the cells of another, as up to four rectangles."""
    common = rect.common(hole)
    if common is None:
        return [rect]
    parts = (
        Rect(rect.row0, rect.col0, common.row0 - 1, rect.col1),
        Rect(common.row0, rect.col0, common.row1, common.col0 - 1),
        Rect(common.row0, common.col1 + 1, common.row1, rect.col1),
        Rect(common.row1 + 1, rect.col0, rect.row1, rect.col1),
    )
    return [part for part in parts if part.rows > 0 and part.columns > 0]


FAMILY: Final[Family[Workbook]] = Family(
    params=RangeMove, check=check, apply=apply, invert=invert, cells=cells_of, verify=verify
)
