"""Rows of a range in the order of keys: what a macro says of the keys, and Excel's order of values."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, final

from ...errors import ArgumentError, NotComputedError
from ...value import NOT_COMPUTED, CellError
from ..model.rect import Rect, cell_name, column_letters
from ..mutation import RangeSort
from .address import column_of
from .core import Core
from .input import type_name
from .matrix import check_size, listed
from .restructure import change

MAX_KEYS: Final = 64
"""Excel's limit of keys of one sort."""
_EXAMPLE: Final = 'write sort("B"), sort(2), sort("Price", headers=True) or sort([("B", "desc"), "A"])'
_ORDERS: Final = {"asc": False, "ascending": False, "desc": True, "descending": True}


@final
class Key(NamedTuple):
    """A column of the sheet, and whether its values descend."""

    col0: int
    descending: bool


def sort(core: Core, rect: Rect, by: object, *, descending: object, headers: object) -> None:
    """Sort the rows of a rectangle, but for a row of headers."""
    if type(descending) is not bool:
        raise ArgumentError(f"descending is True or False, not {type_name(descending)}", hint=_EXAMPLE)
    if headers is not None and type(headers) is not bool:
        raise ArgumentError(f"headers is True or False, not {type_name(headers)}", hint=_EXAMPLE)
    wanted = _wanted(by, descending)
    whole = core.clip(rect)
    check_size(whole)
    names = _names(core, whole)
    found = [_key(core, whole, names, one, headers) for one in wanted]
    headed = headers if headers is not None else any(by_header for _, by_header in found)
    body = whole._replace(row0=whole.row0 + 1) if headed else whole
    if body.rows < 2:
        return
    order = _order(core, body, [Key(col0, down) for (col0, _), (_, down) in zip(found, wanted, strict=True)])
    if order != list(range(body.rows)):
        change(core, RangeSort(sheet=core.model.id, rect=body, order=tuple(order)))


def _wanted(by: object, descending: bool) -> list[tuple[object, bool]]:
    """(column, descending) as they were asked for; what they are is not looked at."""
    if type(by) in (str, int) or _is_pair(by):
        return [_one(by, descending)]
    keys = listed(by, "sort", MAX_KEYS)
    if not keys:
        raise ArgumentError("sort takes at least one column", hint=_EXAMPLE)
    return [_one(key, descending) for key in keys]


def _is_pair(key: object) -> bool:
    return type(key) is tuple and len(key) == 2 and type(key[1]) is str and key[1] in _ORDERS


def _one(key: object, descending: bool) -> tuple[object, bool]:
    if type(key) is tuple:
        if not _is_pair(key):
            raise ArgumentError('a key with its order is a pair such as ("B", "desc")', hint=_EXAMPLE)
        return _column(key[0]), _ORDERS[key[1]]
    return _column(key), descending


def _column(key: object) -> object:
    if type(key) not in (str, int):
        raise ArgumentError(f"sort takes columns by letter, number or header, not {type_name(key)}", hint=_EXAMPLE)
    return key


def _names(core: Core, rect: Rect) -> dict[str, int]:
    """Columns by the text of the first row, without case; the first of equal ones counts."""
    first = core.read_rows(rect._replace(row1=rect.row0))[0]
    names: dict[str, int] = {}
    for col0, name in enumerate(first, rect.col0):
        if type(name) is str:
            names.setdefault(name.strip().casefold(), col0)
    return names


def _key(
    core: Core, rect: Rect, names: dict[str, int], wanted: tuple[object, bool], headers: bool | None
) -> tuple[int, bool]:
    """(column, whether it was found by its header). With headers=True a header goes before letters."""
    key = wanted[0]
    if type(key) is int:
        col0 = key - 1
    else:
        assert type(key) is str
        named = names.get(key.strip().casefold()) if headers is not False else None
        letters = column_of(key)
        if named is not None and (headers or letters is None or not rect.col0 <= letters <= rect.col1):
            return named, True
        if letters is None:
            raise ArgumentError(f"no column of {rect.a1} is headed {key[:80]!a}", hint=_headers(core, rect, headers))
        col0 = letters
    if not rect.col0 <= col0 <= rect.col1:
        raise ArgumentError(
            f"{key!a} is no column of {rect.a1}"[:200],
            hint="columns count as those of the sheet: "
            f"{column_letters(rect.col0)} to {column_letters(rect.col1)}, or {rect.col0 + 1} to {rect.col1 + 1}",
        )
    return col0, False


def _headers(core: Core, rect: Rect, headers: bool | None) -> str:
    if headers is False:
        return "leave headers=False out, and the first row is looked at for it"
    first = [name for name in core.read_rows(rect._replace(row1=rect.row0))[0] if type(name) is str]
    return "its first row holds " + ", ".join(ascii(name[:40]) for name in first[:10]) if first else _EXAMPLE


def _order(core: Core, rect: Rect, keys: list[Key]) -> list[int]:
    """The rows in their order, counted from 0: stable, the last key first."""
    order = list(range(rect.rows))
    core.ready()
    for key in reversed(keys):
        column = Rect(rect.row0, key.col0, rect.row1, key.col0)
        shown = core.read_rows(column)
        for row0, (value,) in enumerate(shown, rect.row0):
            if value is NOT_COMPUTED:
                raise NotComputedError(
                    f"{cell_name(row0, key.col0)}: the value of its formula is not known; rows are sorted by values",
                    hint="sort by another column, or write values in place of the formulas first",
                )
        rows = range(rect.row0, rect.row1 + 1)
        ranks = [_rank(core.session.result(core.model, row0, key.col0)) for row0 in rows]
        blank = [at for at in order if ranks[at] is None]
        filled = [at for at in order if ranks[at] is not None]
        filled.sort(key=lambda at: ranks[at], reverse=key.descending)  # type: ignore[arg-type, return-value]
        order = [*filled, *blank]
    return order


def _rank(value: Any) -> tuple[int, Any] | None:
    """Numbers, then text without case, then FALSE and TRUE, then errors; None for a blank, which comes last anyway."""
    if value is None:
        return None
    kind = type(value)
    if kind is int or kind is float:
        return 0, value
    if kind is bool:
        return 2, value
    return (3, 0) if kind is CellError else (1, str(value).casefold())
