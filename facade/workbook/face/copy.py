"""Cells copied: values, formulas whose relative references shift, formats and merged ranges, tiled where that fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, final

from ...errors import BlockError, ShapeError
from ..formula.entry import entry_text
from ..formula.shift import shifted_text
from ..model.rect import Rect, cell_name
from ..mutation import Formula, MergeRemove
from ..mutation.cell import MAX_FORMULA
from ..mutation.place import rows_between
from ..mutation.style_set import style_parts
from .core import Core
from .input import check_formula_text
from .matrix import check_size
from .rearrange import fitted, merge
from .restructure import change


@final
class Picture(NamedTuple):
    """What a rectangle of cells holds: scalars and Formula by row, style ids with their rectangles, merged ranges."""

    rect: Rect
    rows: list[list[Any]]
    styles: list[tuple[int, Rect]]
    merges: list[Rect]


def picture(core: Core, rect: Rect) -> Picture:
    """All that copying takes along: of one that spills the formula. Raises BlockError for other array formulas, data
    tables, and cells that are spilled over without the formula that does so."""
    check_size(rect)
    model = core.ready()
    blocks = core.session.blocks(model) if model.blocks else []
    spilling = {(held.row0, held.col0) for held in model.blocks if core.is_dynamic(held.row0, held.col0)}
    block = next(
        (
            held
            for held in blocks
            if held.overlaps(rect) and not ((held.row0, held.col0) in spilling and rect.holds(held.row0, held.col0))
        ),
        None,
    )
    if block is not None:
        raise BlockError(
            f"{model.name}!{block.a1} is an array formula or data table, and copying those is not available",
            hint="copy its values: target.values = source.values",
        )
    rows: list[list[Any]] = []
    for row0, row in enumerate(rows_between(model, rect.row0, rect.row1), rect.row0):
        line: list[Any] = [None] * rect.columns if row is None else row.slice(rect.col0, rect.col1)
        if row is not None and row.formulas is not None:
            for col0 in row.formula_columns():
                entry = row.formula(col0) if rect.col0 <= col0 <= rect.col1 else None
                if entry is not None:
                    text = entry_text(core.book.model.history, model, entry, row)
                    line[col0 - rect.col0] = Formula(text, dynamic=core.is_dynamic(row0, col0))
        rows.append(line)
    for held in model.blocks:
        common = None if held.is_cell else held.common(rect)
        for row0 in range(common.row0, common.row1 + 1) if common is not None else ():
            for col0 in range(common.col0, common.col1 + 1) if common is not None else ():
                if (row0, col0) != (held.row0, held.col0):
                    rows[row0 - rect.row0][col0 - rect.col0] = None
    return Picture(
        rect, rows, list(style_parts(model, rect, int)), [held for held in model.merges if rect.covers(held)]
    )


def copy(core: Core, rect: Rect, there: Core, place: Rect) -> Rect:
    """Copy cells to a place, as often as they fit into it if it is a whole multiple; the rectangle written."""
    whole = core.clip(rect)
    target = _target(whole, place)
    taken = picture(core, whole)
    if (there, target) == (core, whole):
        return target
    paste(there, taken, target)
    return target


def _target(rect: Rect, place: Rect) -> Rect:
    if place.rows * place.columns == 1:
        return fitted(rect, place, "copy_to")
    if place.rows % rect.rows or place.columns % rect.columns:
        raise ShapeError(
            f"{place.a1} has {place.rows} rows x {place.columns} columns, which copies of {rect.a1}, "
            f"{rect.rows} x {rect.columns}, do not fill",
            hint=f'name its first cell only: copy_to("{cell_name(place.row0, place.col0)}")',
        )
    return place


def paste(there: Core, taken: Picture, target: Rect) -> None:
    """Put a picture into a rectangle of whole multiples of its size."""
    check_size(target)
    _make_room(there, target)
    rect = taken.rect
    rows = [
        [
            _shifted(taken.rows[row0 % rect.rows][col0 % rect.columns], rect, target, row0, col0)
            for col0 in range(target.columns)
        ]
        for row0 in range(target.rows)
    ]
    there.write_rows(target.row0, target.col0, rows)
    put_styles(there, taken, target, (target.row0, target.col0))
    for held in taken.merges:
        for down, right in _tiles(rect, target):
            merge(there, _moved(held, down, right))


def _shifted(value: Any, rect: Rect, target: Rect, row0: int, col0: int) -> Any:
    """A value for the cell at a place within the target."""
    if type(value) is not Formula:
        return value
    down = target.row0 + row0 - rect.row0 - row0 % rect.rows
    right = target.col0 + col0 - rect.col0 - col0 % rect.columns
    return shifted(value, down, right, (target.row0 + row0, target.col0 + col0))


def shifted(formula: Formula, down: int, right: int, place: tuple[int, int]) -> Formula:
    """A formula with its relative references moved, for the cell at a place; CellValueError if it is too long."""
    text = shifted_text(formula.text, down, right)
    if len(text) > MAX_FORMULA:
        check_formula_text("=" + text, *place)
    return Formula(text, dynamic=formula.dynamic)


def put_styles(there: Core, taken: Picture, target: Rect, origin: tuple[int, int]) -> None:
    """Give the target the formats of a picture, tile after tile; a tile begins at the origin."""
    rect = taken.rect
    by_style: dict[int, list[Rect]] = {}
    for style, part in taken.styles:
        tall = _spans(part.row0 - rect.row0, part.rows, rect.rows, origin[0], (target.row0, target.row1))
        wide = _spans(part.col0 - rect.col0, part.columns, rect.columns, origin[1], (target.col0, target.col1))
        found = by_style.setdefault(style, [])
        found.extend(Rect(row0, col0, row1, col1) for row0, row1 in tall for col0, col1 in wide)
    model = there.ready()
    before = {style for style, _ in style_parts(model, target, int)}
    if set(by_style) == before == {0}:
        return
    for style, rects in by_style.items():
        if rects:
            there.session.set_style(model, rects, style)


def _spans(at: int, count: int, size: int, origin: int, bounds: tuple[int, int]) -> list[tuple[int, int]]:
    """Where a part of every tile lies within bounds, on one axis; all of it as one where the part is a whole tile."""
    first, last = bounds
    if count == size:
        return [bounds]
    start = origin + (first - origin) // size * size + at
    spans = ((max(place, first), min(place + count - 1, last)) for place in range(start, last + 1, size))
    return [(low, high) for low, high in spans if low <= high]


def _make_room(there: Core, target: Rect) -> None:
    """Take apart the merged ranges that are overwritten. Raises BlockError for one that would be cut."""
    model = there.ready()
    for held in list(model.merges):
        if held.overlaps(target):
            if not target.covers(held):
                raise BlockError(
                    f"{model.name}!{target.a1} covers a part of the merged range {held.a1}",
                    hint=f'unmerge it first: sheet.unmerge("{held.a1}")',
                )
            change(there, MergeRemove(sheet=model.id, rect=held))


def _tiles(rect: Rect, target: Rect) -> Iterator[tuple[int, int]]:
    """How far down and to the right each tile lies from the rectangle."""
    for row0 in range(target.row0, target.row1 + 1, rect.rows):
        for col0 in range(target.col0, target.col1 + 1, rect.columns):
            yield row0 - rect.row0, col0 - rect.col0


def _moved(rect: Rect, down: int, right: int) -> Rect:
    return Rect(rect.row0 + down, rect.col0 + right, rect.row1 + down, rect.col1 + right)


def fill(core: Core, rect: Rect, *, down: bool) -> None:
    """Copy the first row of a rectangle into those below it, or its first column into those to its right."""
    first = rect._replace(row1=rect.row0) if down else rect._replace(col1=rect.col0)
    rest = rect._replace(row0=rect.row0 + 1) if down else rect._replace(col0=rect.col0 + 1)
    if first == rect:
        raise ShapeError(
            f"fill_down copies the first row into those below it, and {rect.a1} has one row"
            if down
            else f"fill_right copies the first column into those beside it, and {rect.a1} has one column",
            hint='name the cells to fill too, sheet["A1:A9"].fill_down() or sheet["A1:F1"].fill_right()',
        )
    paste(core, picture(core, first), rest)
