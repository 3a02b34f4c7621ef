"""openpyxl.utils as a macro sees it: letters, references and serial dates, from exact arguments."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from ...errors import AddressError, ArgumentError
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect, cell_name, column_letters, parse_cell, parse_rect
from ..xlsx.date import EPOCH_1900, EPOCH_1904, from_serial, to_serial
from .address import column_of
from .input import type_name

MAX_CELLS: Final = 1_000_000
"""Cells that are named one by one."""

_PLACE: Final = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([1-9][0-9]{0,6})")


def get_column_letter(idx: int) -> str:
    """The letters of a column counted from 1."""
    if type(idx) is not int:
        raise ArgumentError(f"a column is a whole number, not {type_name(idx)}", hint="write int(column)")
    if not 1 <= idx <= MAX_COLUMNS:
        raise AddressError(f"a sheet has columns 1 to {MAX_COLUMNS:,}", hint="columns count from 1")
    return column_letters(idx - 1)


def column_index_from_string(col: str) -> int:
    """The column, counted from 1, of its letters."""
    col0 = column_of(col) if type(col) is str and col else None
    if col0 is None:
        raise AddressError(f"{_shown(col)} is no column", hint='write letters from "A" to "XFD"')
    return col0 + 1


def coordinate_from_string(coord_string: str) -> tuple[str, int]:
    """("B", 12) of "B12"."""
    row0, col0 = _place(coord_string)
    return column_letters(col0), row0 + 1


def coordinate_to_tuple(coordinate: str) -> tuple[int, int]:
    """(12, 2), row and column, of "B12"."""
    row0, col0 = _place(coordinate)
    return row0 + 1, col0 + 1


def absolute_coordinate(coord_string: str) -> str:
    """The same reference with $ signs: "$A$1:$B$2"."""
    if type(coord_string) is str:
        rect = parse_rect(coord_string)
        if rect is not None:
            return ":".join(map(_absolute, rect.a1.split(":")))
    raise _no_reference(coord_string)


def range_boundaries(range_string: str) -> tuple[int | None, int | None, int | None, int | None]:
    """(first column, first row, last column, last row), counted from 1; None where whole columns or rows have none."""
    rect = _rect(range_string)
    rows = (None, None) if (rect.row0, rect.row1) == (0, MAX_ROWS - 1) else (rect.row0 + 1, rect.row1 + 1)
    columns = (None, None) if (rect.col0, rect.col1) == (0, MAX_COLUMNS - 1) else (rect.col0 + 1, rect.col1 + 1)
    return columns[0], rows[0], columns[1], rows[1]


def range_to_tuple(range_string: str) -> tuple[str, tuple[int | None, int | None, int | None, int | None]]:
    """The sheet's name and the boundaries of "Data!A1:B2"."""
    if type(range_string) is not str or "!" not in range_string:
        raise AddressError(f"{_shown(range_string)} names no sheet", hint='write "Data!A1:B2"')
    sheet, _, rest = range_string.rpartition("!")
    if sheet[:1] == "'" and sheet[-1:] == "'" and len(sheet) > 1:
        sheet = sheet[1:-1].replace("''", "'")
    return sheet, range_boundaries(rest)


def quote_sheetname(sheetname: str) -> str:
    """A sheet's name in quotes, as it can stand in a formula."""
    if type(sheetname) is not str:
        raise ArgumentError(f"a sheet's name is text, not {type_name(sheetname)}")
    return "'" + sheetname.replace("'", "''") + "'"


def get_column_interval(start: str | int, end: str | int) -> list[str]:
    """The letters of the columns from start to end."""
    first, last = (
        column_index_from_string(column) if type(column) is str else column_index_from_string(get_column_letter(column))  # type: ignore[arg-type]
        for column in (start, end)
    )
    return [column_letters(col0) for col0 in range(first - 1, last)]


def rows_from_range(range_string: str) -> list[tuple[str, ...]]:
    """The cells of a range by name, a tuple a row."""
    rect = _small(range_string)
    columns = range(rect.col0, rect.col1 + 1)
    return [tuple(cell_name(row0, col0) for col0 in columns) for row0 in range(rect.row0, rect.row1 + 1)]


def cols_from_range(range_string: str) -> list[tuple[str, ...]]:
    """The cells of a range by name, a tuple a column."""
    return list(zip(*rows_from_range(range_string), strict=True))


def from_excel(value: Any, epoch: datetime = EPOCH_1900, timedelta: bool = False) -> Any:
    """The date, time or duration of a serial number; None for None."""
    if value is None:
        return None
    if type(value) not in (int, float):
        raise ArgumentError(f"a serial is a number, not {type_name(value)}")
    try:
        return from_serial(
            value, epoch_1904=_is_1904(epoch), duration=bool(timedelta) if type(timedelta) is bool else False
        )
    except (OverflowError, ValueError):
        raise ArgumentError("Python has no date for a serial of that size") from None


def to_excel(dt: Any, epoch: datetime = EPOCH_1900) -> float:
    """The serial number of a date, time or duration."""
    if type(dt) not in (date, datetime, time, timedelta):
        raise ArgumentError(f"to_excel takes a date, time or timedelta, not {type_name(dt)}")
    if type(dt) in (datetime, time) and dt.tzinfo is not None:
        raise ArgumentError("a serial has no time zone", hint="use .replace(tzinfo=None) to keep the clock time")
    return float(to_serial(dt, epoch_1904=_is_1904(epoch)))


def is_date_format(fmt: Any) -> bool:
    """Whether a number format shows a date or time."""
    from ..model.number_format import DATE_KINDS, format_kind

    return type(fmt) is str and len(fmt) <= 255 and format_kind(fmt) in DATE_KINDS


def _is_1904(epoch: object) -> bool:
    if type(epoch) is not datetime or epoch.tzinfo is not None or epoch not in (EPOCH_1900, EPOCH_1904):
        raise ArgumentError("an epoch is WINDOWS_EPOCH or MAC_EPOCH")
    return epoch == EPOCH_1904


def _place(text: object) -> tuple[int, int]:
    place = parse_cell(text) if type(text) is str else None
    if place is None:
        raise AddressError(f"{_shown(text)} is no cell", hint='write "B12"')
    return place


def _rect(text: object) -> Rect:
    rect = parse_rect(text) if type(text) is str else None
    if rect is None:
        raise _no_reference(text)
    return rect


def _small(text: object) -> Rect:
    rect = _rect(text)
    if rect.rows * rect.columns > MAX_CELLS:
        raise AddressError(f"{_shown(text)} has more than {MAX_CELLS:,} cells")
    return rect


def _absolute(text: str) -> str:
    match = _PLACE.fullmatch(text)
    return f"${match[2]}${match[4]}" if match else f"${text}"


def _no_reference(text: object) -> AddressError:
    return AddressError(f"{_shown(text)} is no range of a sheet", hint='write "A1", "A1:C9", "A:C" or "1:3"')


def _shown(text: object) -> str:
    return ascii(text[:40]) if type(text) is str else type_name(text)
