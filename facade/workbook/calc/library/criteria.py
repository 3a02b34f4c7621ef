"""Criteria such as ">5" and "A*": COUNTIF, SUMIF, AVERAGEIF, MAXIFS, MINIFS and those of several criteria."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from itertools import compress
from typing import Any, Final, TypeAlias, final

from ....value import ERROR_CODES, CellError
from ..array import Area
from ..book import Book
from ..frame import Frame
from ..function import function
from ..value import (
    VALUE,
    FaultError,
    UnknownError,
    compare_numbers,
    compare_texts,
    number_of_text,
    same_text,
)
from .aggregate import mean, total

Matcher: TypeAlias = Callable[[Any], bool]
_PARTS: Final = re.compile(r"(<=|>=|<>|<|>|=)?(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"\s*[-+(]?\s*[$]?\s*[\d.]")
_LONGEST_PATTERN: Final = 255
_CLEAR: Final = 1e-12
"""Numbers that differ by more than this part are different, whatever is made of the last digits."""
_NUMBERS: Final = frozenset({int, float})
_WILD: Final = re.compile(r"~[*?~]|[*?]")
_ORDER: Final[dict[str, Callable[[int], bool]]] = {
    "<": lambda sign: sign < 0,
    ">": lambda sign: sign > 0,
    "<=": lambda sign: sign <= 0,
    ">=": lambda sign: sign >= 0,
}


def matcher(criterion: Any, _: Book) -> Matcher:
    """What tells whether a value meets a criterion."""
    kind = type(criterion)
    if kind is str:
        match = _PARTS.fullmatch(criterion)
        assert match is not None
        return _of_text(match[1] or "", match[2])
    if criterion is None:
        return _equal_number(0.0)
    if kind is bool:
        return lambda value: type(value) is bool and value is criterion
    if kind is CellError:
        if criterion.code == VALUE:
            raise UnknownError("has a criterion that may be several values")
        return lambda value: type(value) is CellError and value.code == criterion.code
    return _equal_number(criterion)


def _of_text(operator: str, operand: str) -> Matcher:
    if not operand:
        return _of_nothing(operator)
    folded = operand.upper()
    if folded in ("TRUE", "FALSE"):
        wanted = folded == "TRUE"
        return _signed(operator, lambda value: type(value) is bool and value is wanted)
    if folded in ERROR_CODES:
        return _signed(operator, lambda value: type(value) is CellError and value.code == folded)
    found = _number(operand)
    if found is not None:
        if operator in _ORDER:
            return _ordered(operator, found)
        if operator == "<>":  # text that reads like the number is another value here, and the same one there
            return lambda value: not _is_number(value, found)
        return _equal_number(found)
    if operator in _ORDER:
        return _ordered_text(operator, operand)
    return _signed(operator, text_matcher(operand))


def _of_nothing(operator: str) -> Matcher:
    if operator == "":
        return lambda value: value is None or value == ""
    if operator == "=":
        return lambda value: value is None
    if operator == "<>":
        return lambda value: value is not None
    return lambda _: False


def _signed(operator: str, equal: Matcher) -> Matcher:
    if operator in ("", "="):
        return equal
    if operator == "<>":
        return lambda value: not equal(value)
    raise UnknownError("orders what has no order in a criterion")


def _number(operand: str) -> float | None:
    if not any(map(str.isdigit, operand)):
        return None
    try:
        return number_of_text(operand)
    except FaultError:
        return None


def _is_number(value: Any, wanted: float) -> bool:
    kind = type(value)
    return (kind is float or kind is int) and (value == wanted or compare_numbers(value, wanted) == 0)


def _equal_number(wanted: float) -> Matcher:
    def match(value: Any) -> bool:
        kind = type(value)
        if kind is float or kind is int:
            return _is_number(value, wanted)
        if kind is str and _NUMBER.match(value) is not None:
            found = _number(value)
            return found is not None and compare_numbers(found, wanted) == 0
        return False

    return match


def _ordered(operator: str, wanted: float) -> Matcher:
    holds = _ORDER[operator]

    def match(value: Any) -> bool:
        kind = type(value)
        return (kind is float or kind is int) and holds(compare_numbers(value, wanted))

    return match


def _ordered_text(operator: str, wanted: str) -> Matcher:
    holds = _ORDER[operator]
    if _WILD.search(wanted):
        raise UnknownError("orders texts by a pattern")
    return lambda value: type(value) is str and holds(compare_texts(value, wanted))


def text_matcher(pattern: str) -> Matcher:
    """What tells whether a value is a text like a pattern with * and ?, which a ~ before them makes plain."""
    plain = plain_text(pattern)
    if plain is not None:
        return lambda value: type(value) is str and same_text(value, plain)
    wild = Wildcard(pattern)
    return lambda value: type(value) is str and wild.fits(value)


def plain_text(pattern: str) -> str | None:
    """The text that a pattern without wildcards stands for; None for one with wildcards."""
    if "~" not in pattern:
        return None if "*" in pattern or "?" in pattern else pattern
    if "~" in _WILD.sub("", pattern):
        raise UnknownError("has a tilde in a pattern that makes nothing plain")
    if any(match[0] in "*?" for match in _WILD.finditer(pattern)):
        return None
    return _WILD.sub(lambda match: match[0][1], pattern)


@final
class Wildcard:
    """A pattern with stars: its parts follow each other in a text, the first at the beginning, the last at the end."""

    def __init__(self, pattern: str) -> None:
        if len(pattern) > _LONGEST_PATTERN:
            raise UnknownError("has a long pattern")
        parts: list[list[str]] = [[]]
        at = 0
        for match in _WILD.finditer(pattern):
            parts[-1].extend(map(re.escape, pattern[at : match.start()]))
            if match[0] == "*":
                parts.append([])
            else:
                parts[-1].append("." if match[0] == "?" else re.escape(match[0][-1]))
            at = match.end()
        parts[-1].extend(map(re.escape, pattern[at:]))
        self._parts = [re.compile("".join(part), re.IGNORECASE | re.DOTALL) for part in parts]
        self._last = len(parts[-1])

    def fits(self, text: str) -> bool:
        """Whether the whole text is like the pattern."""
        first, *rest = self._parts
        if not rest:
            return first.fullmatch(text) is not None
        found = first.match(text)
        if found is None:
            return False
        for part in rest[:-1]:
            found = part.search(text, found.end())
            if found is None:
                return False
        start = len(text) - self._last
        return start >= found.end() and rest[-1].fullmatch(text, start) is not None


@final
class _Index:
    """Where the values of a column stand, from a row on: whole numbers and texts of ASCII, each with its rows. It grows
    with the ranges that begin there. plain_to is the first row with any other value."""

    def __init__(self) -> None:
        self.rows: dict[Any, list[int]] = {}
        self.plain_to = 0

    def learn(self, values: list[Any]) -> None:
        """Take in the values behind those that are known."""
        for row in range(self.plain_to, len(values)):
            value = values[row]
            kind = type(value)
            if kind is str:
                if not value.isascii() or _NUMBER.match(value) is not None:
                    return
                self.rows.setdefault(value.lower(), []).append(row)
            elif kind is int or kind is float:
                if value != int(value):
                    return
                self.rows.setdefault(float(value), []).append(row)
            self.plain_to = row + 1


def _key(criterion: Any) -> Any:
    """What a criterion for one value is found by in an index; None for any other."""
    kind = type(criterion)
    if kind is int or (kind is float and criterion.is_integer()):
        return float(criterion)
    if kind is not str or not criterion or not criterion.isascii() or criterion[0] in "<>=" or criterion[0] == "#":
        return None
    if any(character in criterion for character in "*?~") or criterion.upper() in ("TRUE", "FALSE"):
        return None
    return None if any(map(str.isdigit, criterion)) and _number(criterion) is not None else criterion.lower()


def _rows_of(frame: Frame, area: Area, criterion: Any, height: int) -> tuple[list[set[int]], bool]:
    """(by column, the rows above height that meet a criterion; whether blank ones do)."""
    key = _key(criterion)
    match = matcher(criterion, frame.book)
    bound = _bound(criterion) if key is None else None
    blank = match(None)
    found: list[set[int]] = []
    columns = frame.book.columns(area)
    columns += [[] for _ in range(area.width - len(columns))]
    for at, values in enumerate(columns):
        rows = _by_index(frame, area, at, values, key) if key is not None else None
        if rows is None and bound is not None:
            rows = _beyond(values, *bound)
        if rows is None:
            rows = set(compress(range(len(values)), map(match, values)))
        found.append(rows.union(range(len(values), height)) if blank else rows)
    return found, blank


def _bound(criterion: Any) -> tuple[str, float] | None:
    """(operator, number) of a criterion that is met by numbers on one side of another."""
    match = _PARTS.fullmatch(criterion) if type(criterion) is str else None
    if match is None or match[1] not in _ORDER:
        return None
    wanted = _number(match[2])
    return None if wanted is None or match[2].upper() in ERROR_CODES else (match[1], wanted)


def _beyond(values: list[Any], operator: str, wanted: float) -> set[int] | None:
    """The rows of numbers on one side of another; None where not all are numbers that clearly are."""
    if not _NUMBERS.issuperset(map(type, values)):
        return None
    margin = _CLEAR * abs(wanted)
    low, high = wanted - margin, wanted + margin
    if any(low <= value <= high and value != wanted for value in values):
        return None
    if operator == ">":
        return {row for row, value in enumerate(values) if value > wanted}
    if operator == "<":
        return {row for row, value in enumerate(values) if value < wanted}
    if operator == ">=":
        return {row for row, value in enumerate(values) if value >= wanted}
    return {row for row, value in enumerate(values) if value <= wanted}


def _by_index(frame: Frame, area: Area, at: int, values: list[Any], key: Any) -> set[int] | None:
    place = ("index", area.sheet, area.row0, area.col0 + at)
    index = frame.book.memo.get(place)
    if index is None:
        index = frame.book.memo[place] = _Index()
    index.learn(values)
    if index.plain_to < len(values):
        return None
    rows = index.rows.get(key, [])
    return set(rows[: bisect_left(rows, len(values))])


def _height(frame: Frame, area: Area) -> int:
    """How many rows of an area are not below the last row of its sheet."""
    return max(min(area.row1, frame.book.grid(area.sheet).height() - 1) + 1 - area.row0, 0)


def _criteria(frame: Frame, first: Area, arguments: tuple[Any, ...]) -> tuple[list[set[int]], int]:
    """(by column, the rows where all criteria are met; how many places below all that is filled meet them too)."""
    areas = [frame.area(cells) for cells in arguments[::2]]
    if any((area.height, area.width) != (first.height, first.width) for area in areas):
        raise FaultError(VALUE)
    height = max(_height(frame, area) for area in (first, *areas))
    found: list[set[int]] | None = None
    blank = True
    for area, criterion in zip(areas, arguments[1::2], strict=True):
        rows, below = _rows_of(frame, area, criterion, height)
        blank = blank and below
        found = rows if found is None else [one & other for one, other in zip(found, rows, strict=True)]
    assert found is not None
    return found, (first.height - height) * first.width if blank else 0


def _chosen(frame: Frame, area: Area, rows: list[set[int]]) -> list[float]:
    """The numbers of an area at the rows of each column. An error among them is raised."""
    found: list[float] = []
    for values, wanted in zip(frame.book.columns(area), rows, strict=False):
        for row in sorted(wanted):
            value: Any = values[row] if row < len(values) else None
            kind = type(value)
            if kind is float or kind is int:
                found.append(value)
            elif kind is CellError:
                raise FaultError(value.code)
    return found


@function("COUNTIF", "re")
def countif(frame: Frame, cells: Any, criterion: Any) -> int:
    """How many cells meet a criterion."""
    rows, below = _criteria(frame, frame.area(cells), (cells, criterion))
    return sum(map(len, rows)) + below


@function("COUNTIFS", "(re)+")
def countifs(frame: Frame, *arguments: Any) -> int:
    """How many places meet all criteria."""
    rows, below = _criteria(frame, frame.area(arguments[0]), arguments)
    return sum(map(len, rows)) + below


def _single(frame: Frame, cells: Any, criterion: Any, values: Any) -> list[float]:
    """The numbers that SUMIF adds: its third argument is as large as the first, whatever it says."""
    area = frame.area(cells)
    other = area if values is None else frame.area(values)
    other = Area(other.sheet, other.row0, other.col0, other.row0 + area.height - 1, other.col0 + area.width - 1)
    return _chosen(frame, other, _criteria(frame, other, (area, criterion))[0])


def _several(frame: Frame, values: Any, arguments: tuple[Any, ...]) -> list[float]:
    area = frame.area(values)
    return _chosen(frame, area, _criteria(frame, area, arguments)[0])


@function("SUMIF", "re[r]")
def sumif(frame: Frame, cells: Any, criterion: Any, values: Any = None) -> float:
    """The sum where a criterion is met."""
    return total(_single(frame, cells, criterion, values))


@function("AVERAGEIF", "re[r]")
def averageif(frame: Frame, cells: Any, criterion: Any, values: Any = None) -> float:
    """The mean where a criterion is met."""
    return mean(_single(frame, cells, criterion, values))


@function("SUMIFS", "r(re)+")
def sumifs(frame: Frame, values: Any, *arguments: Any) -> float:
    """The sum where all criteria are met."""
    return total(_several(frame, values, arguments))


@function("AVERAGEIFS", "r(re)+")
def averageifs(frame: Frame, values: Any, *arguments: Any) -> float:
    """The mean where all criteria are met."""
    return mean(_several(frame, values, arguments))


@function("MAXIFS", "r(re)+")
def maxifs(frame: Frame, values: Any, *arguments: Any) -> float:
    """The largest where all criteria are met, else 0."""
    return max(_several(frame, values, arguments), default=0.0)


@function("MINIFS", "r(re)+")
def minifs(frame: Frame, values: Any, *arguments: Any) -> float:
    """The smallest where all criteria are met, else 0."""
    return min(_several(frame, values, arguments), default=0.0)
