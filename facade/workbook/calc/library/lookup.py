"""Finding values: VLOOKUP, HLOOKUP, LOOKUP, MATCH, XLOOKUP, XMATCH, INDEX."""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import pairwise
from typing import Any, Final, final

from ..array import Area, Array, Union
from ..frame import Frame
from ..function import function
from ..program import Step, left_empty
from ..value import NA, REF, VALUE, FaultError, UnknownError, compare, integer, number, truth
from .criteria import plain_text, text_matcher

_NEAR: Final = 1e-13
_LEAST: Final = 32
"""Rows from which on remembering what stands in a column is worth it."""
_NOT_GIVEN: Final = object()
_ORDER: Final = "looks among values that are not in order"
_KINDS: Final = {int: "number", float: "number", str: "text", bool: "truth"}


@final
class _Line:
    """The values of one row or column in which something is looked up. places: those of a column that they begin."""

    def __init__(self, values: list[Any], places: _Places | None = None) -> None:
        self.values = values
        self._places = places
        self._asked = False
        self._first: dict[tuple[str | None, Any], int] | None = None
        self._last: dict[tuple[str | None, Any], int] = {}
        self._fractions: list[float] = []
        self._is_close = False
        self._sure: dict[float, int] = {}
        self._sorted: dict[tuple[str, bool], list[int] | None] = {}

    def exact(self, wanted: Any, *, last: bool = False) -> int | None:
        """The place of the first, or last, equal value; numbers are equal that are the same to the last digit."""
        if not last and (type(wanted) is int or type(wanted) is float):
            if self._places is not None:
                certain, place = self._places.number(wanted, self.values)
                if certain:
                    return place
            sure = self._sure.get(wanted)
            if sure is not None:
                return sure
        kind = _KINDS.get(type(wanted))
        key = (kind, wanted if kind == "number" else _folded(wanted))
        if not self._asked and not last and kind == "text":
            self._asked = True  # a dictionary is worth its making from the second time on
            return next((at for at, one in enumerate(self.values) if type(one) is str and _folded(one) == key[1]), None)
        if self._first is None:
            self._learn()
        assert self._first is not None
        if kind == "number" and (self._is_close or key not in self._first):
            at = bisect_left(self._fractions, float(wanted))
            for near in self._fractions[max(at - 1, 0) : at + 2]:
                if near != wanted and abs(near - wanted) < _NEAR * max(abs(near), abs(wanted)):
                    raise UnknownError("compares numbers that differ in their last digits only")
        return (self._last if last else self._first).get(key)

    def _learn(self) -> None:
        self._first = {}
        numbers: set[float] = set()
        for at, value in enumerate(self.values):
            key = (_KINDS.get(type(value)), _folded(value))
            self._first.setdefault(key, at)
            self._last[key] = at
            if key[0] == "number":
                numbers.add(float(value))
        self._fractions = sorted(numbers)
        self._is_close = any(two - one < _NEAR * max(abs(one), abs(two)) for one, two in pairwise(self._fractions))
        if not self._is_close:
            self._sure = {key[1]: at for key, at in self._first.items() if key[0] == "number"}

    def ordered(self, kind: str, *, descending: bool = False) -> list[int]:
        """The places of values of a kind, which stand in order."""
        if (kind, descending) not in self._sorted:
            places = [at for at, value in enumerate(self.values) if _KINDS.get(type(value)) == kind]
            pairs = pairwise(places)
            sign = -1 if descending else 1
            good = all(compare(self.values[one], self.values[other]) * sign <= 0 for one, other in pairs)
            self._sorted[kind, descending] = places if good else None
        found = self._sorted[kind, descending]
        if found is None:
            raise UnknownError(_ORDER)
        return found

    def in_order(self, *, descending: bool) -> list[int]:
        """The places of values of all kinds, which stand in order."""
        places = [at for at, value in enumerate(self.values) if value is not None]
        pairs = pairwise(places)
        sign = -1 if descending else 1
        if any(type(self.values[at]) not in _KINDS for at in places) or any(
            compare(self.values[one], self.values[other]) * sign > 0 for one, other in pairs
        ):
            raise UnknownError(_ORDER)
        return places

    def upto(self, wanted: Any, places: list[int], *, descending: bool) -> int:
        """How many of the values at places, which stand in order, do not lie behind the wanted one."""
        sign = -1 if descending else 1
        low, high = 0, len(places)
        while low < high:
            middle = (low + high) // 2
            if _exactly(self.values[places[middle]], wanted) * sign <= 0:
                low = middle + 1
            else:
                high = middle
        return low

    def nearest(self, wanted: Any, *, descending: bool = False) -> int | None:
        """The place of the last value that does not lie behind the wanted one, among values in order."""
        places = self.ordered(_KINDS[type(wanted)], descending=descending)
        low = self.upto(wanted, places, descending=descending)
        return places[low - 1] if low else None


def _exactly(left: Any, right: Any) -> int:
    """The order of two values, of which lookups look at every digit."""
    sign = compare(left, right)
    if not sign and type(left) is not str and left != right:
        raise UnknownError("compares numbers that differ in their last digits only")
    return sign


def _folded(value: Any) -> Any:
    if type(value) is not str:
        return value
    lowered = value.lower()
    if not value.isascii() and lowered != value.casefold():
        raise UnknownError("compares letters whose case is not the same everywhere")
    return lowered


def _line(frame: Frame, cells: Any, *, row: bool = False) -> _Line:
    """The first column, or row, of cells; learned once."""
    if type(cells) is Area:
        sheet, row0, col0, row1, col1 = cells
        key = ("line", sheet, row0, col0, None, col1) if row else ("line", sheet, row0, col0, row1, None)
        found = frame.book.memo.get(key)
        if found is None:
            area = Area(sheet, row0, col0, row0 if row else row1, col1 if row else col0)
            if row:
                array = frame.book.array(area)
                found = _Line(array.rows[0] if array.rows else [])
            else:
                columns = frame.book.columns(area)
                found = _Line(columns[0] if columns else [], _places(frame, area, len(columns[0]) if columns else 0))
            frame.book.remember(key, found, len(found.values))
        line: _Line = found
        return line
    array = frame.array(cells)
    return _Line(array.rows[0] if row else [one[0] for one in array.rows])


@final
class _Places:
    """The first places of the numbers of a column from one row on, for ranges that reach further and further."""

    def __init__(self) -> None:
        self._first: dict[float, int] = {}
        self._sorted: list[float] = []
        self._known = 0

    def number(self, wanted: float, values: list[Any]) -> tuple[bool, int | None]:
        """(whether it is certain, the first place of a number among values, which begin the column)."""
        for at in range(self._known, len(values)):
            value = values[at]
            if (type(value) is int or type(value) is float) and value not in self._first:
                self._first[value] = at
                insort(self._sorted, value)
        self._known = max(self._known, len(values))
        at = bisect_left(self._sorted, wanted)
        for near in self._sorted[max(at - 1, 0) : at + 2]:
            if near != wanted and abs(near - wanted) < _NEAR * max(abs(near), abs(wanted)):
                return False, None
        found = self._first.get(wanted)
        return True, found if found is not None and found < len(values) else None


def _places(frame: Frame, area: Area, height: int) -> _Places | None:
    """Those of the column of an area, where another that began at the same cell was looked through before."""
    if height < _LEAST:
        return None
    key = ("places", area.sheet, area.row0, area.col0)
    known = frame.book.memo.get(key)
    if known is None:
        frame.book.memo[key] = area.row1
        return None
    if type(known) is int:
        if known == area.row1:
            return None
        known = frame.book.remember(key, _Places(), height)
    found: _Places = known
    return found


def _wanted(value: Any, line: _Line, *, exact: bool = True) -> Any:
    """A value that can be looked up. A blank cell is looked up as 0 by some and not at all by others."""
    if value is None:
        if not exact or any(one == 0 and type(one) is not bool for one in line.values if one is not None):
            raise UnknownError("looks up a blank cell")
        raise FaultError(NA)
    if type(value) not in _KINDS:
        raise FaultError(value.code)
    if type(value) is str and len(value) > 255:
        raise FaultError(VALUE)
    return value


def _found(value: Any, line: _Line, *, exact: bool) -> int:
    """The place of a value as VLOOKUP looks for it. #N/A where there is none."""
    wanted = _wanted(value, line, exact=exact)
    if not exact:
        at = line.nearest(wanted)
    elif type(wanted) is str and any(character in wanted for character in "*?~"):
        at = _by_pattern(wanted, line)
    else:
        at = line.exact(wanted)
    if at is None:
        raise FaultError(NA)
    return at


def _by_pattern(pattern: str, line: _Line) -> int | None:
    plain = plain_text(pattern)
    if plain is not None:
        return line.exact(plain)
    match = text_matcher(pattern)
    return next((at for at, value in enumerate(line.values) if match(value)), None)


def _pick(frame: Frame, cells: Any, row: int, column: int) -> Any:
    if type(cells) is Area:
        return Area(cells.sheet, cells.row0 + row, cells.col0 + column, cells.row0 + row, cells.col0 + column)
    return frame.array(cells).at(row, column)


@function("VLOOKUP", "vrv[v]")
def vlookup(frame: Frame, value: Any, cells: Any, column: Any, near: Any = True) -> Any:
    """The value in a column of the row whose first value is found."""
    at = integer(column)
    if at < 1:
        raise FaultError(VALUE)
    if at > (cells.width if type(cells) is Area else frame.size(cells)[1]):
        raise FaultError(REF)
    found = _found(value, _line(frame, cells), exact=not truth(near))
    if type(cells) is Area:
        return frame.book.cell(cells.sheet, cells.row0 + found, cells.col0 + at - 1)
    return frame.array(cells).at(found, at - 1)


@function("HLOOKUP", "vrv[v]")
def hlookup(frame: Frame, value: Any, cells: Any, row: Any, near: Any = True) -> Any:
    """The value in a row of the column whose first value is found."""
    at = integer(row)
    if at < 1:
        raise FaultError(VALUE)
    if at > frame.size(cells)[0]:
        raise FaultError(REF)
    found = _found(value, _line(frame, cells, row=True), exact=not truth(near))
    return frame.single(_pick(frame, cells, at - 1, found))


def _one_line(frame: Frame, cells: Any) -> tuple[_Line, bool, int]:
    """(the values of one row or column, whether it is a row, how many)."""
    height, width = frame.size(cells)
    if height > 1 and width > 1:
        raise FaultError(NA)
    row = height == 1 and width > 1
    return _line(frame, cells, row=row), row, width if row else height


@function("MATCH", "vr[v]")
def match(frame: Frame, value: Any, cells: Any, kind: Any = 1) -> int:
    """The place of a value, counted from 1."""
    line, _, _ = _one_line(frame, cells)
    way = number(kind)
    if way == 0:
        return _found(value, line, exact=True) + 1
    if way > 0:
        return _found(value, line, exact=False) + 1
    wanted = _wanted(value, line, exact=False)
    at = line.nearest(wanted, descending=True)
    if at is None:
        raise FaultError(NA)
    if compare(line.values[at], wanted) == 0:
        at = line.exact(line.values[at])
        assert at is not None
    return at + 1


@function("LOOKUP", "va[a]")
def lookup(frame: Frame, value: Any, cells: Any, results: Any = None) -> Any:
    """The value beside the last one that is not larger."""
    height, width = frame.size(cells)
    across = width > height
    at = _found(value, _line(frame, cells, row=across), exact=False)
    if results is None:
        return frame.single(_pick(frame, cells, height - 1, at) if across else _pick(frame, cells, at, width - 1))
    tall, wide = frame.size(results)
    if tall > 1 and wide > 1:
        raise FaultError(NA)
    if at >= max(tall, wide):
        raise UnknownError("looks beyond the results")
    return frame.single(_pick(frame, results, 0, at) if wide > 1 else _pick(frame, results, at, 0))


# XLOOKUP


def _search(value: Any, line: _Line, length: int, mode: Any, order: Any) -> int | None:
    """The place of a value as XLOOKUP looks for it."""
    way, direction = number(mode), number(order)
    if way not in (-1, 0, 1, 2) or direction not in (-2, -1, 1, 2) or (way == 2 and abs(direction) == 2):
        raise FaultError(VALUE)
    if value is None:
        return _blank(line, length, last=direction < 0)
    wanted = _wanted(value, line)
    if way == 2 and type(wanted) is str:
        test = text_matcher(wanted)
        places = [at for at, one in enumerate(line.values) if test(one)]
        return (places[-1] if direction < 0 else places[0]) if places else None
    if abs(direction) == 2:
        return _bisect(wanted, line, way, descending=direction < 0)
    at = line.exact(wanted, last=direction < 0)
    if at is not None or way in (0, 2):
        return at
    return _next(wanted, line, below=way < 0, last=direction < 0)


def _blank(line: _Line, length: int, *, last: bool) -> int | None:
    """The place of the first blank cell."""
    if last or any(one in (0, "") for one in line.values if one is not None and type(one) is not bool):
        raise UnknownError("looks up a blank cell")
    at = next((at for at, one in enumerate(line.values) if one is None), len(line.values))
    return at if at < length else None


def _bisect(wanted: Any, line: _Line, way: float, *, descending: bool) -> int | None:
    """The place among values in order; what stands between two is nearest to the one on the side that is asked for."""
    places = line.in_order(descending=descending)
    low = line.upto(wanted, places, descending=descending)
    if low and compare(line.values[places[low - 1]], wanted) == 0:
        if low > 1 and compare(line.values[places[low - 2]], wanted) == 0:
            raise UnknownError(_ORDER)
        return places[low - 1]
    if way == 0:
        return None
    at = low - 1 if (way < 0) != descending else low
    return places[at] if 0 <= at < len(places) else None


def _next(wanted: Any, line: _Line, *, below: bool, last: bool) -> int | None:
    """The place of the nearest value on one side, those of other kinds included."""
    best: int | None = None
    for at, value in enumerate(line.values):
        if type(value) not in _KINDS or (_exactly(value, wanted) > 0) == below:
            continue
        sign = -1 if best is None else compare(line.values[best], value) * (1 if below else -1)
        if sign < 0 or (sign == 0 and last):
            best = at
    return best


@function("XMATCH", "vr[vv]")
def xmatch(frame: Frame, value: Any, cells: Any, mode: Any = 0, order: Any = 1) -> int:
    """The place of a value, counted from 1."""
    line, _, length = _one_line(frame, cells)
    at = _search(value, line, length, mode, order)
    if at is None:
        raise FaultError(NA)
    return at + 1


@function("XLOOKUP", "vrr[lvv]")
def xlookup(
    frame: Frame, value: Any, cells: Any, results: Any, missing: Step | None = None, mode: Any = 0, order: Any = 1
) -> Any:
    """The row or column of results beside a value."""
    height, width = frame.size(cells)
    if height > 1 and width > 1:
        raise FaultError(VALUE)
    row = height == 1 and width > 1
    tall, wide = frame.size(results)
    if (wide if row else tall) != (width if row else height):
        raise FaultError(VALUE)
    at = _search(value, _line(frame, cells, row=row), max(height, width), mode, order)
    if at is None:
        if missing is None or missing is left_empty:
            raise FaultError(NA)
        return missing(frame)
    if row:
        return _pick(frame, results, 0, at) if tall == 1 else _part(frame, results, None, at)
    return _pick(frame, results, at, 0) if wide == 1 else _part(frame, results, at, None)


def _part(frame: Frame, cells: Any, row: int | None, column: int | None) -> Any:
    """A whole row, or a whole column."""
    if type(cells) is Area:
        row0, row1 = (cells.row0, cells.row1) if row is None else (cells.row0 + row, cells.row0 + row)
        col0, col1 = (cells.col0, cells.col1) if column is None else (cells.col0 + column, cells.col0 + column)
        return Area(cells.sheet, row0, col0, row1, col1)
    array = frame.array(cells)
    rows = range(array.height) if row is None else (row,)
    columns = range(array.width) if column is None else (column,)
    return Array([[array.at(one, other) for other in columns] for one in rows])


@function("INDEX", "av[vv]")
def index(frame: Frame, cells: Any, row: Any, column: Any = _NOT_GIVEN, area: Any = 1) -> Any:
    """The value at a row and a column counted from 1; a whole one for 0."""
    if type(cells) is Union:
        raise UnknownError("takes several ranges as one")
    if area is not None and number(area) != 1:
        raise FaultError(REF)
    height, width = frame.size(cells)
    down, across = integer(row), 0 if column is _NOT_GIVEN else integer(column)
    if column is _NOT_GIVEN:
        if height > 1 and width > 1 and type(cells) is Area:
            raise UnknownError("asks for a row of several columns")
        if height == 1 and width > 1:
            down, across = 1, down
    if down < 0 or across < 0:
        raise FaultError(VALUE)
    if down > height or across > width:
        raise FaultError(REF)
    if down and across:
        return _pick(frame, cells, down - 1, across - 1)
    if down and width == 1:
        return _pick(frame, cells, down - 1, 0)
    if across and height == 1:
        return _pick(frame, cells, 0, across - 1)
    return _part(frame, cells, down - 1 if down else None, across - 1 if across else None)
