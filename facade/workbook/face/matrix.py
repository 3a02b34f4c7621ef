"""From what a macro assigns to several cells to row lists of checked values, and into the session."""

from __future__ import annotations

from itertools import chain, islice
from typing import Annotated, Any, Final

import msgspec

from ...errors import ArgumentError, ShapeError
from ..model.kind import kinds_in
from ..model.number_format import DATE_KINDS
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..mutation.cell import MAX_TEXT, Float, Int
from .core import Core
from .input import PLAIN, Dated, Place, check, is_single, type_name
from .packing import FEW_ROWS, NUMBERS, SUSPECT, pack, within_bounds

MAX_CELLS: Final = 20_000_000
"""Cells of one matrix: keeps an endless generator from filling the memory before the run's own limit is asked."""


def write(core: Core, rect: Rect, value: object, what: str) -> None:
    """Write a matrix, a flat list or one value to a rectangle: all is checked, then all is written."""
    kind = type(value)
    if kind in PLAIN and rect.rows == rect.columns == 1:
        core.write(rect.row0, rect.col0, value)
        return
    if kind is list and rect.rows >= FEW_ROWS and _write_packed(core, rect, value):  # type: ignore[arg-type]
        return
    rows = matrix(rect, value, what)
    core.prepare()
    if _all_plain(rows):
        core.write_rows(rect.row0, rect.col0, rows, plain=True)
        return
    rows, dates = check_rows(rows, core.place, rect.row0, rect.col0)
    formats = [
        (rect.row0 + down, rect.col0 + right, code)
        for down, right, code in dates
        if core.look(rect.row0 + down, rect.col0 + right) not in DATE_KINDS
    ]
    core.write_rows(rect.row0, rect.col0, rows)
    for run, code in _runs(formats):
        core.session.set_number_format(core.model, run, code)


def _write_packed(core: Core, rect: Rect, rows: list[Any]) -> bool:
    """Write row lists of plain scalars without a copy of them; False, and nothing written, where that cannot be."""
    packed = pack(rect, rows) if core.takes_packed(rect) else None
    if packed is None:
        return False
    data, blanks = packed
    core.write_packed(rect, data, blanks=blanks)
    return True


def _runs(formats: list[tuple[int, int, str]]) -> list[tuple[Rect, str]]:
    """Cells with their code, gathered into runs down a column; they come column by column."""
    runs: list[tuple[Rect, str]] = []
    for row0, col0, code in formats:
        if runs:
            last, last_code = runs[-1]
            if last_code == code and last.col0 == col0 and last.row1 == row0 - 1:
                runs[-1] = (last._replace(row1=row0), code)
                continue
        runs.append((Rect(row0, col0, row0, col0), code))
    return runs


def matrix(rect: Rect, value: object, what: str) -> list[list[Any]]:
    """A macro's value as fresh row lists of the rectangle's shape, unchecked. Raises ShapeError with both shapes."""
    if is_single(value):
        check_size(rect)
        if type(value) is str and value[:1] == "=" and len(value) > 1 and rect.rows * rect.columns > 1:
            raise ShapeError(
                f"one formula for the {rect.rows} x {rect.columns} cells of {rect.a1}",
                hint="write each cell's own formula, such as .formulas = [[f'=A{row}*2'] for row in range(2, 10)]",
            )
        return [[value] * rect.columns for _ in range(rect.rows)]
    items = listed(value, what, MAX_ROWS)
    if items and all(map(is_single, items)):
        rows = [items] if rect.rows == 1 else [[item] for item in items]
        if rect.rows > 1 and rect.columns > 1:
            raise ShapeError(
                f"{rect.a1} has {rect.rows} rows x {rect.columns} columns, the value is a flat list of {len(items)}",
                hint="write a list of row lists: [[1, 2], [3, 4]]",
            )
    else:
        rows = rows_of(items, what)
    widths = set(map(len, rows))
    if len(rows) != rect.rows or widths != {rect.columns}:
        shape = " or ".join(str(width) for width in sorted(widths)[:3]) or "0"
        raise ShapeError(
            f"{rect.a1} has {rect.rows} rows x {rect.columns} columns, "
            f"the value has {len(rows)} rows x {shape} columns",
            hint="resize the range to the value: range.resize(len(rows), len(rows[0])).values = rows",
        )
    return rows


def check_size(rect: Rect) -> None:
    """Raise ShapeError for more cells than one call may write, such as whole columns."""
    if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS or rect.rows * rect.columns > MAX_CELLS:
        raise ShapeError(
            f"{rect.a1} has {rect.rows * rect.columns:,} cells, too many to write",
            hint="name the rows, such as A1:A100; clear() takes whole columns",
        )


_LISTED: Final = {"append": "write append([value]), with the whole row in one list"}
_LISTS: Final = frozenset({list, tuple})


def rows_of(value: object, what: str) -> list[list[Any]]:
    """A matrix as fresh row lists, every iterable of the macro run to its end and copied. The cells are unchecked."""
    if type(value) is list and len(value) <= MAX_ROWS and _LISTS.issuperset(map(type, value)):
        return list(map(list, value))
    rows: list[list[Any]] = []
    cells = 0
    for row in listed(value, what, MAX_ROWS):
        if type(row) in PLAIN:
            raise ShapeError(
                f"{what} takes rows of cells, and one row is a {type_name(row)}",
                hint="write a list of lists: [[1, 2], [3, 4]]",
            )
        rows.append(listed(row, what, MAX_COLUMNS))
        cells += len(rows[-1])
        if cells > MAX_CELLS:
            raise ShapeError(f"{what} takes at most {MAX_CELLS:,} cells at a time")
    return rows


def listed(value: object, what: str, most: int) -> list[Any]:
    """The items of a list, tuple or other iterable of the macro, as a new list of at most so many."""
    kind = type(value)
    items: list[Any]
    if kind is list or kind is tuple:
        items = list(value)  # type: ignore[call-overload]
    elif kind in PLAIN or issubclass(kind, dict) or kind is bytes:
        raise ArgumentError(f"{what} takes a list, not {type_name(value)}", hint=_LISTED.get(what))
    else:
        try:
            items = list(islice(iter(value), most + 1))  # type: ignore[call-overload]
        except TypeError as error:
            if hasattr(kind, "__iter__"):
                raise
            raise ArgumentError(f"{what} takes a list, not {type_name(value)}", hint=_LISTED.get(what)) from error
    if len(items) > most:
        raise ShapeError(f"{what} takes at most {most:,} items here")
    return items


def check_rows(
    rows: list[list[Any]], place: Place, row0: int, col0: int
) -> tuple[list[list[Any]], list[tuple[int, int, str]]]:
    """The cells of a matrix of equal rows as the model holds them, and (row, column, format code) of the dates.

    Rows and columns of the dates count from 0 within the matrix; they come column by column.
    """
    dates: list[tuple[int, int, str]] = []
    if _all_plain(rows):
        return rows, dates
    for index, column in enumerate(zip(*rows, strict=True)):
        for down, value in enumerate(column):
            checked = check(value, place, row0 + down, col0 + index)
            if type(checked) is Dated:
                dates.append((down, index, checked.code))
                checked = checked.serial
            if checked is not value:
                rows[down][index] = checked
    return rows, dates


class _PlainRows(msgspec.Struct, array_like=True):
    """Bounds of plain values. It takes subclasses too; a struct, since msgspec hashes a generic alias at each call."""

    rows: list[list[bool | Int | Float | Annotated[str, msgspec.Meta(max_length=MAX_TEXT // 2)] | None]]


def _all_plain(rows: list[list[Any]]) -> bool:
    """Whether no cell needs a look of its own: exact plain types, numbers within bounds, text that is only text."""
    cells = list(chain.from_iterable(rows))
    found = kinds_in((cells,))
    if found <= NUMBERS and within_bounds(cells):
        return True
    if not found <= PLAIN:
        return False
    try:
        msgspec.convert((rows,), _PlainRows)
    except msgspec.ValidationError:
        return False
    if str not in found:
        return True
    joined = "\n".join([value for value in cells if type(value) is str])
    return joined.isascii() and SUSPECT.search(joined) is None
