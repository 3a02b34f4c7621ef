"""Arrays out of arrays: FILTER, SORT, UNIQUE, SEQUENCE, TAKE, VSTACK and their kin."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any, Final

from ....value import CellError
from ..array import MAX_CELLS, Array
from ..frame import Frame
from ..function import function
from ..value import NA, NUM, VALUE, FaultError, UnknownError, compare, integer, number, truth

CALC: Final = "#CALC!"
_LAST: Final = 3
"""The rank of errors, which come last in order; blank cells come behind them."""


def _rows(frame: Frame, cells: Any) -> list[list[Any]]:
    """All rows, those below the last of the sheet too."""
    array = frame.array(cells)
    if array.height * array.width > MAX_CELLS:
        raise UnknownError("makes an array of whole columns")
    return [*map(list, array.rows), *([None] * array.width for _ in range(array.height - len(array.rows)))]


def _columns(rows: list[list[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _made(rows: list[list[Any]]) -> Array:
    """An array that is not empty."""
    if not rows or not rows[0]:
        raise FaultError(CALC)
    return Array(rows)


@function("SEQUENCE", "v[vvv]")
def sequence(_: Frame, rows: Any, columns: Any = 1, start: Any = 1, step: Any = 1) -> Array:
    """Numbers in order, row by row."""
    height, width = (1 if one is None else integer(one) for one in (rows, columns))
    first, by = (1.0 if one is None else number(one) for one in (start, step))
    if height < 0 or width < 0:
        raise FaultError(VALUE)
    if not height or not width:
        raise FaultError(CALC)
    if height * width > MAX_CELLS:
        raise UnknownError("makes a very large array")
    return Array([[first + by * (row * width + column) for column in range(width)] for row in range(height)])


@function("FILTER", "aa[v]")
def filter_(frame: Frame, cells: Any, include: Any, empty: Any = None) -> Any:
    """The rows, or columns, for which something is true."""
    rows, chosen = _rows(frame, cells), frame.array(include)
    flags = [truth(value) for value in chosen.values()] + [False] * (chosen.height - len(chosen.rows))
    if chosen.width == 1 and chosen.height == len(rows):
        found = [row for row, flag in zip(rows, flags, strict=True) if flag]
    elif chosen.height == 1 and chosen.width == len(rows[0]):
        found = [[value for value, flag in zip(row, flags, strict=True) if flag] for row in rows]
    else:
        raise FaultError(VALUE)
    if found and found[0]:
        return Array(found)
    if empty is None:
        raise FaultError(CALC)
    return empty


def _order(left: Any, right: Any) -> int:
    """Numbers, texts, truth values, errors; as they stand where they are equal."""
    if type(left) is CellError or type(right) is CellError:
        return (type(left) is CellError) - (type(right) is CellError)
    return compare(left, right)


def _sorted(rows: list[list[Any]], keys: list[tuple[list[Any], int]]) -> list[list[Any]]:
    """The rows by columns of keys, each with 1 or -1; blank keys stay last."""

    def before(one: int, other: int) -> int:
        for values, way in keys:
            left, right = values[one], values[other]
            blank = (left is None) - (right is None)
            sign = blank if left is None or right is None else _order(left, right) * way
            if sign:
                return sign
        return 0

    return [rows[at] for at in sorted(range(len(rows)), key=cmp_to_key(before))]


def _way(value: Any) -> int:
    found = 1 if value is None else integer(value)
    if found not in (1, -1):
        raise FaultError(VALUE)
    return found


@function("SORT", "a[vvv]")
def sort(frame: Frame, cells: Any, place: Any = None, order: Any = None, across: Any = None) -> Array:
    """The rows, or columns, in the order of one of them."""
    rows, way = _rows(frame, cells), _way(order)
    at = 1 if place is None else integer(place)
    sideways = across is not None and truth(across)
    if sideways:
        rows = _columns(rows)
    if not 1 <= at <= len(rows[0]):
        raise FaultError(VALUE)
    found = _sorted(rows, [([row[at - 1] for row in rows], way)])
    return _made(_columns(found) if sideways else found)


@function("SORTBY", "aa[v](av)+?")
def sortby(frame: Frame, cells: Any, *arguments: Any) -> Array:
    """The rows, or columns, in the order of others."""
    rows = _rows(frame, cells)
    keys: list[tuple[list[Any], int]] = []
    sideways: bool | None = None
    for at in range(0, len(arguments), 2):
        by = frame.array(arguments[at])
        across = by.height == 1 and by.width == len(rows[0]) and by.width > 1
        if not across and not (by.width == 1 and by.height == len(rows)):
            raise FaultError(VALUE)
        if sideways not in (None, across):
            raise FaultError(VALUE)
        sideways = across
        values = list(by.values()) + [None] * (by.height - len(by.rows))
        keys.append((values, _way(arguments[at + 1]) if at + 1 < len(arguments) else 1))
    found = _sorted(_columns(rows) if sideways else rows, keys)
    return _made(_columns(found) if sideways else found)


def _key(value: Any) -> tuple[str, Any]:
    if type(value) is str:
        if not value.isascii() and value.lower() != value.casefold():
            raise UnknownError("compares letters whose case is not the same everywhere")
        return "text", value.lower()
    if type(value) is CellError:
        return "error", value.code
    return ("truth" if type(value) is bool else "number"), value or 0


@function("UNIQUE", "a[vv]")
def unique(frame: Frame, cells: Any, across: Any = None, once: Any = None) -> Array:
    """Each different row, or column, one time; or those that are there only one time."""
    rows = _rows(frame, cells)
    sideways = across is not None and truth(across)
    if sideways:
        rows = _columns(rows)
    seen: dict[tuple[Any, ...], int] = {}
    first: dict[tuple[Any, ...], list[Any]] = {}
    for row in rows:
        key = tuple(map(_key, row))
        seen[key] = seen.get(key, 0) + 1
        first.setdefault(key, row)
    alone = once is not None and truth(once)
    found = [row for key, row in first.items() if not alone or seen[key] == 1]
    return _made(_columns(found) if sideways and found else found)


def _part(rows: list[Any], count: Any, *, keep: bool) -> list[Any]:
    """So many from the beginning, or below zero from the end: kept, or dropped."""
    if count is None:
        return rows
    size = integer(count)
    if keep:
        return rows[:size] if size >= 0 else rows[size:]
    return rows[size:] if size >= 0 else rows[:size]


def _cut(frame: Frame, cells: Any, height: Any, width: Any, *, keep: bool) -> Array:
    rows = _part(_rows(frame, cells), height, keep=keep)
    return _made([_part(row, width, keep=keep) for row in rows])


@function("TAKE", "av[v]")
def take(frame: Frame, cells: Any, height: Any, width: Any = None) -> Array:
    """So many rows and columns of one end."""
    return _cut(frame, cells, height, width, keep=True)


@function("DROP", "av[v]")
def drop(frame: Frame, cells: Any, height: Any, width: Any = None) -> Array:
    """All but so many rows and columns of one end."""
    return _cut(frame, cells, height, width, keep=False)


def _places(frame: Frame, arguments: tuple[Any, ...], size: int) -> list[int]:
    places = [integer(value) for argument in arguments for value in frame.values(argument)]
    if any(not 1 <= abs(place) <= size for place in places):
        raise FaultError(VALUE)
    return [place - 1 if place > 0 else place for place in places]


@function("CHOOSEROWS", "a(a)+")
def chooserows(frame: Frame, cells: Any, *arguments: Any) -> Array:
    """Rows by number, those below zero counted from the end."""
    rows = _rows(frame, cells)
    return Array([list(rows[at]) for at in _places(frame, arguments, len(rows))])


@function("CHOOSECOLS", "a(a)+")
def choosecols(frame: Frame, cells: Any, *arguments: Any) -> Array:
    """Columns by number, those below zero counted from the end."""
    columns = _columns(_rows(frame, cells))
    return Array(_columns([columns[at] for at in _places(frame, arguments, len(columns))]))


def _stacked(parts: list[list[list[Any]]]) -> Array:
    width = max(len(rows[0]) for rows in parts)
    return Array([[*row, *[CellError(NA)] * (width - len(row))] for rows in parts for row in rows])


@function("VSTACK", "(a)+")
def vstack(frame: Frame, *arguments: Any) -> Array:
    """One below the other."""
    return _stacked([_rows(frame, argument) for argument in arguments])


@function("HSTACK", "(a)+")
def hstack(frame: Frame, *arguments: Any) -> Array:
    """One beside the other."""
    return Array(_columns(_stacked([_columns(_rows(frame, argument)) for argument in arguments]).rows))


def _line(frame: Frame, cells: Any, ignore: Any, by_column: Any) -> list[Any]:
    rows = _rows(frame, cells)
    if by_column is not None and truth(by_column):
        rows = _columns(rows)
    leave = 0 if ignore is None else integer(ignore)
    if not 0 <= leave <= _LAST:
        raise FaultError(VALUE)
    kept: list[Callable[[Any], bool]] = [lambda _: True]
    if leave in (1, _LAST):
        kept.append(lambda value: value is not None)
    if leave in (2, _LAST):
        kept.append(lambda value: type(value) is not CellError)
    return [value for row in rows for value in row if all(test(value) for test in kept)]


@function("TOCOL", "a[vv]")
def tocol(frame: Frame, cells: Any, ignore: Any = None, by_column: Any = None) -> Array:
    """All values in one column."""
    return _made([[value] for value in _line(frame, cells, ignore, by_column)])


@function("TOROW", "a[vv]")
def torow(frame: Frame, cells: Any, ignore: Any = None, by_column: Any = None) -> Array:
    """All values in one row."""
    return _made([_line(frame, cells, ignore, by_column)])


def _wrapped(frame: Frame, cells: Any, count: Any, pad: Any) -> list[list[Any]]:
    rows = _rows(frame, cells)
    if len(rows) > 1 and len(rows[0]) > 1:
        raise FaultError(VALUE)
    values = [value for row in rows for value in row]
    size = integer(count)
    if size < 1:
        raise FaultError(NUM)
    filler = CellError(NA) if pad is None else pad
    values += [filler] * (-len(values) % size)
    return [values[at : at + size] for at in range(0, len(values), size)]


@function("WRAPROWS", "av[v]")
def wraprows(frame: Frame, cells: Any, count: Any, pad: Any = None) -> Array:
    """A line broken into rows."""
    return Array(_wrapped(frame, cells, count, pad))


@function("WRAPCOLS", "av[v]")
def wrapcols(frame: Frame, cells: Any, count: Any, pad: Any = None) -> Array:
    """A line broken into columns."""
    return Array(_columns(_wrapped(frame, cells, count, pad)))


@function("EXPAND", "av[vv]")
def expand(frame: Frame, cells: Any, height: Any, width: Any = None, pad: Any = None) -> Array:
    """An array made larger."""
    rows = _rows(frame, cells)
    tall = len(rows) if height is None else integer(height)
    wide = len(rows[0]) if width is None else integer(width)
    if tall < len(rows) or wide < len(rows[0]):
        raise FaultError(VALUE)
    if tall * wide > MAX_CELLS:
        raise FaultError(NUM)
    filler = CellError(NA) if pad is None else pad
    found = [[*row, *[filler] * (wide - len(row))] for row in rows]
    return Array([*found, *([filler] * wide for _ in range(tall - len(rows)))])
