"""References made and asked about: ROW, COLUMNS, ADDRESS, OFFSET, INDIRECT, TRANSPOSE, SHEET, HYPERLINK, AREAS."""

from __future__ import annotations

from typing import Any

from ...formula.sheet_prefix import write_prefix
from ...model.rect import MAX_COLUMNS, MAX_ROWS, column_letters
from .. import syntax
from ..array import MAX_CELLS, Area, Array, Union
from ..frame import Frame
from ..function import function
from ..program import PLAIN, reference_of
from ..value import NA, REF, VALUE, FaultError, UnknownError, integer, number, text, truth


@function("ROW", "[r]")
def row(frame: Frame, cells: Any = None) -> Any:
    """The number of the row, of several rows an array."""
    if cells is None:
        return frame.row0 + 1
    area = frame.area(cells)
    if area.height == 1:
        return area.row0 + 1
    if area.height >= MAX_ROWS:
        raise UnknownError("makes an array of whole columns")
    return Array([[at + 1] for at in range(area.row0, area.row1 + 1)])


@function("COLUMN", "[r]")
def column(frame: Frame, cells: Any = None) -> Any:
    """The number of the column, of several columns an array."""
    if cells is None:
        return frame.col0 + 1
    area = frame.area(cells)
    return area.col0 + 1 if area.width == 1 else Array([[at + 1 for at in range(area.col0, area.col1 + 1)]])


@function("ROWS", "r")
def rows(frame: Frame, cells: Any) -> int:
    """How many rows."""
    return frame.size(cells)[0]


@function("COLUMNS", "r")
def columns(frame: Frame, cells: Any) -> int:
    """How many columns."""
    return frame.size(cells)[1]


@function("AREAS", "r")
def areas(frame: Frame, cells: Any) -> int:
    """How many areas."""
    return len(cells.areas) if type(cells) is Union else int(bool(frame.area(cells)))


@function("ADDRESS", "vv[vvv]", blanks=True)
def address(_: Frame, down: Any, across: Any, kind: Any = None, a1: Any = None, sheet: Any = None) -> str:
    """The text of a reference; what is left empty counts as left out."""
    at, to, way = integer(down), integer(across), 1 if kind is None else integer(kind)
    if not 1 <= at <= MAX_ROWS or not 1 <= to <= MAX_COLUMNS or not 1 <= way <= 4:
        raise FaultError(VALUE)
    if a1 is None or truth(a1):
        found = f"{'$' if way in (1, 3) else ''}{column_letters(to - 1)}{'$' if way in (1, 2) else ''}{at}"
    else:
        found = (f"R{at}" if way in (1, 2) else f"R[{at}]") + (f"C{to}" if way in (1, 3) else f"C[{to}]")
    if sheet is not None and (type(sheet) is not str or "[" in sheet):
        raise UnknownError("writes a reference to another workbook")
    return found if sheet is None else write_prefix(text(sheet), text(sheet)) + found


def _whole(value: Any) -> int:
    found = number(value)
    if not found.is_integer():
        raise UnknownError("takes a part of a row or column")
    return int(found)


@function("OFFSET", "rvv[vv]", blanks=True)
def offset(frame: Frame, cells: Any, down: Any, across: Any, tall: Any = None, wide: Any = None) -> Area:
    """Cells beside others."""
    area = frame.area(cells)
    height = area.height if tall is None else _whole(tall)
    width = area.width if wide is None else _whole(wide)
    row0, col0 = area.row0 + _whole(down), area.col0 + _whole(across)
    if not height or not width:
        raise FaultError(REF)
    if height < 0:
        row0, height = row0 + height + 1, -height
    if width < 0:
        col0, width = col0 + width + 1, -width
    if row0 < 0 or col0 < 0 or row0 + height > MAX_ROWS or col0 + width > MAX_COLUMNS:
        raise FaultError(REF)
    return Area(area.sheet, row0, col0, row0 + height - 1, col0 + width - 1)


@function("INDIRECT", "v[v]")
def indirect(frame: Frame, reference: Any, a1: Any = True) -> Any:
    """The cells that a text names."""
    if not truth(a1):
        raise UnknownError("reads a reference of rows and columns")
    try:
        outline = syntax.parse(text(reference).strip())
    except UnknownError:
        if "[" in text(reference):
            raise UnknownError("reads a text that is no plain reference") from None
        raise FaultError(REF) from None
    kind = type(outline.tree)
    if kind not in (syntax.CellRef, syntax.RangeRef, syntax.NameRef):
        raise FaultError(REF)
    inner = Frame(frame.book, frame.sheet, frame.row0, frame.col0, outline.rows)
    try:
        return reference_of(outline.tree, PLAIN)(inner)
    except FaultError:
        raise FaultError(REF) from None


@function("ANCHORARRAY", "r")
def anchorarray(frame: Frame, cell: Any) -> Area:
    """The cells that the formula of a cell spills over: A1# as a file spells it."""
    return frame.book.spilled(frame.area(cell))


@function("TRANSPOSE", "a")
def transpose(frame: Frame, cells: Any) -> Array:
    """Rows as columns."""
    height, width = frame.size(cells)
    if height * width > MAX_CELLS:
        raise UnknownError("makes an array of whole columns")
    array = frame.array(cells)
    return Array([[array.at(at, to) for at in range(height)] for to in range(width)])


@function("SHEET", "[r]")
def sheet_(frame: Frame, cells: Any = None) -> int:
    """The place of a sheet among the tabs."""
    if type(cells) is str:
        try:
            return frame.book.sheet_number(frame.book.sheet_id(cells))
        except FaultError:
            raise FaultError(NA) from None
    if cells is not None and type(cells) is not Area:
        raise FaultError(NA)
    return frame.book.sheet_number(frame.sheet if cells is None else cells.sheet)


@function("SHEETS", "[r]")
def sheets(frame: Frame, cells: Any = None) -> int:
    """How many sheets."""
    if cells is None:
        return len(frame.book.model.sheets)
    return len({area.sheet for area in cells.areas}) if type(cells) is Union else int(bool(frame.area(cells)))


@function("HYPERLINK", "v[v]", blanks=True)
def hyperlink(_: Frame, target: Any, *shown: Any) -> Any:
    """What a link shows."""
    if shown and shown[0] is None:
        raise UnknownError("leaves an argument empty")
    return shown[0] if shown else text(target)
