"""Cells that come, go, change places or become one: what a macro asked for, as the session does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import AddressError, ArgumentError, BlockError, NotAvailableError
from ..formula.entry import entry_text
from ..formula.shared import shift_text
from ..formula.step import Axis
from ..model.formula import ArrayFormula, DataTable
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name, parse_rect
from ..mutation import CellsDelete, CellsInsert, Formula, MergeAdd, MergeRemove, RangeMove
from . import restructure
from .address import column_number, row_number
from .base import Face
from .core import Core
from .input import check_formula_text, integer, type_name
from .merged import MergedRange
from .restructure import change

if TYPE_CHECKING:
    from .area import Area

_INSERTS: Final[dict[str, Axis]] = {"down": "rows", "right": "columns"}
_DELETES: Final[dict[str, Axis]] = {"up": "rows", "left": "columns"}


def insert(core: Core, rect: Rect, shift: object) -> None:
    """Insert blank cells in a rectangle; whole rows and columns come as such."""
    axis = _axis(rect, shift, _INSERTS)
    whole = _whole(rect)
    if whole is not None:
        restructure.insert(core, whole, *_span(rect, whole))
    else:
        change(core, CellsInsert(sheet=core.model.id, rect=rect, axis=axis))


def delete(core: Core, rect: Rect, shift: object) -> None:
    """Delete the cells of a rectangle; whole rows and columns go as such."""
    axis = _axis(rect, shift, _DELETES)
    whole = _whole(rect)
    if whole is not None:
        restructure.delete(core, whole, *_span(rect, whole))
    else:
        change(core, CellsDelete(sheet=core.model.id, rect=rect, axis=axis))


def _axis(rect: Rect, shift: object, words: dict[str, Axis]) -> Axis:
    """The axis along which cells move: given, or by the shape, along the rows where it is not higher than wide."""
    if shift is None:
        return _whole(rect) or ("rows" if rect.rows <= rect.columns else "columns")
    axis = words.get(shift) if type(shift) is str else None
    if axis is None:
        first, second = map(repr, words)
        raise ArgumentError(
            f"shift is {first} or {second}, not {shift!a}" if type(shift) is str
            else f"shift is {first} or {second}, not {type_name(shift)}",
            hint="leave it out, and the shape of the range decides",
        )  # fmt: skip
    if (whole := _whole(rect)) not in (None, axis):
        raise ArgumentError(f"whole {whole} cannot be shifted {shift}", hint="leave shift out")
    return axis


def _whole(rect: Rect) -> Axis | None:
    """rows or columns where the rectangle is made of whole ones."""
    if rect.col0 == 0 and rect.col1 == MAX_COLUMNS - 1:
        return "rows"
    return "columns" if rect.row0 == 0 and rect.row1 == MAX_ROWS - 1 else None


def _span(rect: Rect, axis: Axis) -> tuple[int, int]:
    return (rect.row0, rect.rows) if axis == "rows" else (rect.col0, rect.columns)


def move(core: Core, rect: Rect, target: object) -> Rect:
    """Move cells so that their first one stands where the target's first one is; their rectangle then."""
    there, place = place_of(core, target, "move_to")
    if there is not core:
        raise NotAvailableError(
            f"moving cells from {core.model.name!r} to {there.model.name!r}, another sheet, is not available yet",
            hint="copy_to takes a cell of any sheet; then clear() what was copied",
        )
    moved = fitted(rect, place, "move_to")
    if moved != rect:
        change(core, RangeMove(sheet=core.model.id, rect=rect, row0=moved.row0, col0=moved.col0))
    return moved


def place_of(core: Core, target: object, what: str) -> tuple[Core, Rect]:
    """The sheet and the cells that a target stands for: a Cell, a Range, or text such as D2 or Other!D2."""
    if isinstance(target, Face) and type(target).__name__ in ("Cell", "Range"):
        area: Area = target  # type: ignore[assignment]
        there = area._core()
        if there.book is not core.book:
            raise ArgumentError(f"{what} takes cells of this workbook, and these are of another")
        return there, area._rect()
    if type(target) is MergedRange:
        return core, target._rect
    if type(target) is not str:
        raise ArgumentError(f"{what} takes cells or their address, not {type_name(target)}", hint=f'write {what}("D2")')
    name, bang, rest = target.strip().rpartition("!")
    if not bang:
        return core, core.rect(target)
    if len(name) > 1 and name[0] == name[-1] == "'":
        name = name[1:-1].replace("''", "'")
    model = core.book.open().sheet_named(name)
    if model is None or model.kind != "worksheet" or parse_rect(rest) is None:
        return core, core.rect(target)  # which says what is wrong
    return core.book.core(model), core.rect(rest)


def fitted(rect: Rect, place: Rect, what: str) -> Rect:
    """A rectangle of the same size at a place. Raises AddressError where it would leave the sheet."""
    moved = Rect(place.row0, place.col0, place.row0 + rect.rows - 1, place.col0 + rect.columns - 1)
    if moved.row1 >= MAX_ROWS or moved.col1 >= MAX_COLUMNS:
        raise AddressError(
            f"{what}: {rect.rows:,} rows x {rect.columns:,} columns from {cell_name(place.row0, place.col0)} on "
            "leave the sheet",
            hint="choose a place further up or to the left",
        )
    return moved


def move_range(core: Core, cell_range: object, rows: object, cols: object, translate: object) -> None:
    """openpyxl's move: by so many rows and columns; translate shifts the references of the moved formulas as well."""
    rect = rect_on(core, cell_range, "move_range")
    down = integer(rows, "rows", -MAX_ROWS, MAX_ROWS)
    right = integer(cols, "cols", -MAX_COLUMNS, MAX_COLUMNS)
    if type(translate) is not bool:
        raise ArgumentError(f"translate is True or False, not {type_name(translate)}", hint="write translate=True")
    place = Rect(rect.row0 + down, rect.col0 + right, rect.row1 + down, rect.col1 + right)
    if place.row0 < 0 or place.col0 < 0 or place.row1 >= MAX_ROWS or place.col1 >= MAX_COLUMNS:
        raise AddressError(
            f"{rect.a1} moved by {down} rows and {right} columns leaves the sheet", hint="move it less far"
        )
    if place == rect:
        return
    formulas = _formulas(core, rect) if translate else []
    change(core, RangeMove(sheet=core.model.id, rect=rect, row0=place.row0, col0=place.col0))
    for row0, col0, text in formulas:
        there = (row0 + down, col0 + right)
        moved = check_formula_text("=" + shift_text(text, down, right), *there)
        core.session.set_cell(core.model, *there, Formula(moved, dynamic=core.is_dynamic(*there)))


def _formulas(core: Core, rect: Rect) -> list[tuple[int, int, str]]:
    """(row0, col0, text) of the formulas of a rectangle, without those of arrays that keep their cells."""
    model, history = core.ready(), core.book.model.history
    return [
        (row0, col0, entry_text(history, model, entry, row))
        for row0, row in model.each_row(rect.row0, rect.row1)
        for col0 in row.formula_columns()
        if rect.col0 <= col0 <= rect.col1
        and (entry := row.formula(col0)) is not None
        and not isinstance(entry, DataTable)
        and (not isinstance(entry, ArrayFormula) or (entry.dynamic and entry.rect.is_cell))
    ]


def rect_on(core: Core, target: object, what: str) -> Rect:
    """The cells of this sheet that a Cell, a Range or text stands for."""
    there, rect = place_of(core, target, what)
    if there is not core:
        raise AddressError(
            f"{what} takes cells of {core.model.name!r}, and these are of {there.model.name!r}",
            hint="call it on their own sheet",
        )
    return rect


def rect_given(core: Core, ref: object, corners: tuple[object, ...], what: str) -> Rect:
    """The cells of a reference, or of the numbers of two corners."""
    if ref is not None:
        if any(number is not None for number in corners):
            raise ArgumentError(f"{what} takes a reference or four numbers, not both", hint=f'write {what}("A1:C1")')
        return rect_on(core, ref, what)
    if any(number is None for number in corners):
        raise ArgumentError(
            f"{what} takes a reference, or start_row, start_column, end_row and end_column",
            hint=f'write {what}("A1:C1")',
        )
    top, bottom = sorted((row_number(corners[0], "start_row"), row_number(corners[2], "end_row")))
    left, right = sorted((column_number(corners[1], "start_column"), column_number(corners[3], "end_column")))
    return Rect(top, left, bottom, right)


def merge(core: Core, rect: Rect) -> None:
    """Merge cells, and make all but the first blank. A range that is merged so already stays as it is."""
    model = core.ready()
    if rect in model.merges:
        return
    if rect.rows == rect.columns == 1:
        raise AddressError(f"{rect.a1} is one cell, and merging takes several", hint='write merge("A1:C1")')
    mutation = MergeAdd(sheet=model.id, rect=rect)
    core.session.check_merge(model, mutation)
    for part in _behind_first(rect, model.used_rect()):
        core.session.clear(model, part)
    change(core, mutation)


def _behind_first(rect: Rect, used: Rect | None) -> list[Rect]:
    """The used cells of a rectangle but its first: the rest of the first row, and the rows below."""
    if used is None:
        return []
    parts = [Rect(rect.row0, rect.col0 + 1, rect.row0, rect.col1), Rect(rect.row0 + 1, rect.col0, rect.row1, rect.col1)]
    return [part for one in parts if one.rows > 0 and one.columns > 0 and (part := one.common(used)) is not None]


def unmerge(core: Core, rect: Rect) -> None:
    """Take apart every merged range that lies in a rectangle. Raises where there is none, or one is cut."""
    model = core.ready()
    found = [held for held in model.merges if held.overlaps(rect)]
    if not found:
        raise BlockError(
            f"{model.name}!{rect.a1} holds no merged range",
            hint="sheet.merged_ranges lists those there are; range.merged tells whether a range has one",
        )
    cut = next((held for held in found if not rect.covers(held) and not held.covers(rect)), None)
    if cut is not None:
        raise BlockError(
            f"{model.name}!{rect.a1} covers a part of the merged range {cut.a1}", hint=f'write unmerge("{cut.a1}")'
        )
    for held in found:
        change(core, MergeRemove(sheet=model.id, rect=held))
