"""SUBTOTAL and AGGREGATE: many numbers as one, without hidden rows, other subtotals and errors, as asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ....value import CellError
from ..array import Area, Array, areas_of
from ..frame import Frame
from ..function import FUNCTIONS, function
from ..value import VALUE, FaultError, UnknownError, integer

_NAMES: Final = (
    *("AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT"),
    *("STDEV.S", "STDEV.P", "SUM", "VAR.S", "VAR.P"),
)
_MORE: Final = (
    *("MEDIAN", "MODE.SNGL", "LARGE", "SMALL"),
    *("PERCENTILE.INC", "QUARTILE.INC", "PERCENTILE.EXC", "QUARTILE.EXC"),
)
_NESTED: Final = re.compile(r"(?:SUBTOTAL|AGGREGATE)\(", re.IGNORECASE)
_WHOLE: Final = re.compile(r"\s*(?:_xlfn\.)?(?:SUBTOTAL|AGGREGATE)\([^()]*\)\s*", re.IGNORECASE)


def _shown(frame: Frame, area: Area, *, hidden: bool, nested: bool, sure: bool = True) -> Iterator[Any]:
    """The values of an area without the rows that a filter hides. hidden: leave out all hidden rows; nested: leave out
    other subtotals; sure: what a filter hides is left out for sure."""
    rows = frame.book.hidden(area)
    if any(rows) and not hidden:
        filters = frame.book.filtered(area.sheet)
        if filters and not sure:
            raise UnknownError("reads rows that a filter may hide")
        rows = [row and any(one.row0 <= area.row0 + at <= one.row1 for one in filters) for at, row in enumerate(rows)]
    for at, row in enumerate(frame.book.array(area).rows):
        if at < len(rows) and rows[at]:
            continue
        for to, value in enumerate(row):
            if value is None or (nested and _is_subtotal(frame, area, at, to)):
                continue
            yield value


def _is_subtotal(frame: Frame, area: Area, at: int, to: int) -> bool:
    text = frame.book.formula_text(area.sheet, area.row0 + at, area.col0 + to)
    if text is None or not _NESTED.search(text):
        return False
    if not _WHOLE.fullmatch(text):
        raise UnknownError("reads formulas that are subtotals in part")
    return True


def _computed(frame: Frame, name: str, values: list[Any], *more: Any) -> Any:
    found = FUNCTIONS.get(name)
    if found is None:
        raise UnknownError(f"uses {name}, which is not computed")
    return found.run(frame, Array([[value] for value in values] or [[None]]), *more)


@function("SUBTOTAL", "v(r)+")
def subtotal(frame: Frame, code: Any, *arguments: Any) -> Any:
    """One of eleven functions of cells, other subtotals left out; with codes from 101 on, hidden rows too."""
    number = integer(code)
    if not (1 <= number <= 11 or 101 <= number <= 111):
        raise FaultError(VALUE)
    areas = [area for argument in arguments for area in areas_of(argument)]
    if any(area.sheet != areas[0].sheet for area in areas):
        raise FaultError(VALUE)
    values = [value for area in areas for value in _shown(frame, area, hidden=number > 100, nested=True)]
    return _computed(frame, _NAMES[number % 100 - 1], values)


@function("AGGREGATE", "vv(a)+")
def aggregate(frame: Frame, code: Any, option: Any, *arguments: Any) -> Any:
    """One of nineteen functions of cells or an array, hidden rows, subtotals and errors left out as the option says."""
    number, how = integer(code), 0 if option is None else integer(option)
    if not 1 <= number <= 19 or not 0 <= how <= 7:
        raise FaultError(VALUE)
    errors = how in (2, 3, 6, 7)
    if number <= 13:
        values = [
            value
            for argument in arguments
            for area in areas_of(argument)
            for value in _shown(frame, area, hidden=how in (1, 3, 5, 7), nested=how < 4, sure=False)
        ]
        return _computed(frame, (_NAMES + _MORE)[number - 1], _without(values, errors=errors))
    if len(arguments) != 2:
        raise FaultError(VALUE)
    first, place = arguments
    if type(first) is Area:
        found = list(_shown(frame, first, hidden=how in (1, 3, 5, 7), nested=how < 4, sure=False))
    else:
        found = [value for value in frame.values(first) if value is not None]
    return _computed(frame, _MORE[number - 12], _without(found, errors=errors), frame.single(place))


def _without(values: list[Any], *, errors: bool) -> list[Any]:
    return [value for value in values if type(value) is not CellError] if errors else values
