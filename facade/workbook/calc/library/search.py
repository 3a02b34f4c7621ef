"""Texts found in others, and cut where they are found: FIND, SEARCH, TEXTBEFORE, TEXTAFTER, TEXTSPLIT."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from ....value import CellError
from ..array import MAX_CELLS, Array
from ..frame import Frame
from ..function import function
from ..program import Step
from ..value import NA, VALUE, FaultError, UnknownError, integer, number, text, truth
from .string import count, counted

_STEP: Final = re.compile(r"~[~*?]|.", re.DOTALL)
_MAX_PATTERN: Final = 255
"""Characters of what SEARCH looks for."""


@function("FIND", "vv[v]")
def find(_: Frame, wanted: Any, value: Any, start: Any = 1) -> int:
    """Where a text stands in another, case and all."""
    return _found(str.find, text(wanted), text(value), start)


@function("SEARCH", "vv[v]")
def search(_: Frame, wanted: Any, value: Any, start: Any = 1) -> int:
    """Where a text stands in another, whatever the case; ? * ~ are wildcards."""
    pattern = text(wanted)
    if len(pattern) > _MAX_PATTERN:
        raise UnknownError("searches for a text of so many characters")
    return _found(_searched, pattern, text(value), start)


def _found(place: Callable[[str, str, int], int], wanted: str, shown: str, start: Any) -> int:
    first = count(start, 1) - 1
    if not wanted.strip("*") and first >= len(shown):
        raise UnknownError("looks for nothing where nothing is left")
    at: int = counted(lambda one, other: place(other, one, first), wanted, shown)
    if at < 0:
        raise FaultError(VALUE)
    return at + 1


def _searched(shown: str, pattern: str, first: int) -> int:
    parts = _parts(pattern)
    if shown.isascii() and pattern.isascii():
        return _matched(shown, parts, first, str.lower)
    _require_plain(shown, pattern)
    found = {_matched(shown, parts, first, fold) for fold in (str.lower, str.upper, str.casefold)}
    if len(found) > 1:
        raise UnknownError("compares letters whose case is not the same everywhere")
    return found.pop()


def _parts(pattern: str) -> list[list[str]]:
    """What stands between asterisks: characters, and an empty text for any one."""
    parts: list[list[str]] = [[]]
    for step in _STEP.findall(pattern):
        if step == "~":
            raise UnknownError("searches for a tilde in front of no wildcard")
        if step == "*":
            parts.append([])
        else:
            parts[-1].append("" if step == "?" else step[-1])
    return parts


def _matched(shown: str, parts: list[list[str]], first: int, fold: Callable[[str], str]) -> int:
    """Where the parts follow one another; each is found as early as it can be."""
    folded, start, at = _folded(shown, fold), -1, first
    for part in parts:
        made = re.compile("".join(re.escape(_folded(one, fold)) if one else "." for one in part), re.DOTALL)
        match = made.search(folded, at)
        if match is None:
            return -1
        start = match.start() if start < 0 else start
        at = match.end()
    return start


def _folded(value: str, fold: Callable[[str], str]) -> str:
    """Each character of one case, as far as it stays one character."""
    if value.isascii():
        return fold(value)
    return "".join([one if len(changed := fold(one)) != 1 else changed for one in value])


def _require_plain(shown: str, pattern: str) -> None:
    """Raise UnknownError for texts that may equal others of other characters."""
    value = shown + pattern
    marked = any(unicodedata.category(one) in ("Mn", "Mc", "Me", "Cf") for one in value if one > "\x7f")
    if marked or not unicodedata.is_normalized("NFKC", value):
        raise UnknownError("compares characters that may be written otherwise")
    several = {part for one in value if len(folded := one.casefold()) > 1 for part in folded}
    if several & set(pattern.casefold()):
        raise UnknownError("compares letters whose case is not the same everywhere")


# Delimiters


class _Delimiter:
    """Texts at which another is cut. ways: 1 where case makes no difference."""

    def __init__(self, wanted: list[str], ways: Any) -> None:
        if number(ways) not in (0, 1):
            raise FaultError(VALUE)
        if len(wanted) > 1 and any(len(one) != 1 for one in wanted):
            raise UnknownError("cuts a text at one of several texts")
        self.folds = bool(number(ways))
        self.wanted = wanted
        flags = re.IGNORECASE | re.ASCII if self.folds else re.NOFLAG
        self._made = re.compile("|".join(map(re.escape, wanted)), flags)

    def places(self, shown: str) -> list[tuple[int, int]]:
        """Where it stands, begin and end."""
        if self.folds and not (shown.isascii() and all(one.isascii() for one in self.wanted)):
            raise UnknownError("compares letters whose case is not the same everywhere")
        found: list[tuple[int, int]] = []
        at = 0
        while match := self._made.search(shown, at):
            if found and match.start() < found[-1][1]:
                raise UnknownError("counts texts that overlap")
            found.append(match.span())
            at = match.start() + 1
        return found


def _texts(frame: Frame, value: Any) -> list[str]:
    found = [text(one) for one in frame.array(value).values()] or [""]
    if len(found) > 1 and ("" in found or len(found) > _MAX_PATTERN):
        raise UnknownError("cuts a text at one of several texts")
    return found


def _cut(frame: Frame, value: Any, delimiter: Any, options: tuple[Any, ...], *, after: bool) -> Any:
    shown, wanted = text(value), _texts(frame, delimiter)
    instance, ways, ending = (list(options[:3]) + [1, 0, 0][len(options) :])[:3]
    if instance is None:
        raise UnknownError("leaves open at which place the text is cut")
    which = integer(instance)
    if which == 0:
        raise FaultError(VALUE)
    made = _Delimiter(wanted, ways)
    if number(ending) not in (0, 1):
        raise FaultError(VALUE)
    if abs(which) > len(shown):
        raise UnknownError("cuts a text at a place that it has not")
    if "" in wanted:
        if abs(which) > 1:
            raise UnknownError("cuts a text at nothing")
        return shown if (which > 0) == after else ""
    places = made.places(shown)
    if number(ending):
        places = [*places, (len(shown), len(shown))] if which > 0 else [(0, 0), *places]
    if abs(which) > len(places):
        if len(options) < 4:
            raise FaultError(NA)
        if options[3] is None:
            raise UnknownError("leaves open what is given instead")
        return options[3]
    begin, end = places[which - 1 if which > 0 else which]
    return shown[end:] if after else shown[:begin]


@function("TEXTBEFORE", "va[vvve]")
def textbefore(frame: Frame, value: Any, delimiter: Any, *options: Any) -> Any:
    """What stands before a delimiter."""
    return _cut(frame, value, delimiter, options, after=False)


@function("TEXTAFTER", "va[vvve]")
def textafter(frame: Frame, value: Any, delimiter: Any, *options: Any) -> Any:
    """What stands behind a delimiter."""
    return _cut(frame, value, delimiter, options, after=True)


@function("TEXTSPLIT", "vl[lvvl]")
def textsplit(frame: Frame, value: Any, columns: Step, rows: Step | None = None, *options: Any) -> Array:
    """The pieces between delimiters of columns and of rows."""
    shown = text(value)
    ignoring, ways = (list(options[:2]) + [False, 0][len(options) :])[:2]
    by_column = columns(frame)
    by_row = None if rows is None else rows(frame)
    if not shown or (by_column is None and by_row is None):
        raise UnknownError("splits nothing, or at nothing")
    lines = [shown] if by_row is None else _splitter(frame, by_row, ways)(shown)
    if truth(ignoring):
        lines = [line for line in lines if line]
    split = None if by_column is None else _splitter(frame, by_column, ways)
    cells = [[line] if split is None else split(line) for line in lines]
    if truth(ignoring):
        cells = [[one for one in line if one] for line in cells]
        if not all(cells) or not cells:
            raise UnknownError("splits a text into nothing")
    return _padded(frame, cells, options[2] if len(options) > 2 else None)


def _splitter(frame: Frame, delimiter: Any, ways: Any) -> Callable[[str], list[str]]:
    wanted = _texts(frame, delimiter)
    if "" in wanted:
        raise FaultError(VALUE)
    made = _Delimiter(wanted, ways)

    def split(shown: str) -> list[str]:
        places = made.places(shown)
        begins = [0, *(end for _, end in places)]
        ends = [*(begin for begin, _ in places), len(shown)]
        return [shown[begin:end] for begin, end in zip(begins, ends, strict=True)]

    return split


def _padded(frame: Frame, cells: list[list[Any]], pad: Step | None) -> Array:
    width = max(map(len, cells))
    if width * len(cells) > MAX_CELLS:
        raise UnknownError("makes an array of so many values")
    if all(len(line) == width for line in cells):
        return Array(cells, width)
    put: Any = CellError(NA) if pad is None else frame.single(pad(frame))
    if put is None:
        raise UnknownError("fills an array with what is blank")
    return Array([line + [put] * (width - len(line)) for line in cells], width)
