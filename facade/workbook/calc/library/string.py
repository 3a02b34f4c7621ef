"""Texts cut, changed and joined: LEFT, RIGHT, MID, LEN, REPLACE, SUBSTITUTE, CONCAT, TEXTJOIN, REPT, T, EXACT.

Excel counts characters beyond U+FFFF as two, or as one in workbooks of its newer compatibility version: what differs
between the two is not computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import ROUND_DOWN
from itertools import cycle
from typing import Any, Final

from ....value import CellError
from ..array import Area, Array, Union
from ..frame import Frame, is_several
from ..function import function
from ..value import MAX_TEXT, VALUE, FaultError, UnknownError, number, text, truth
from .rounding import whole

_LAST_NARROW: Final = "\uffff"
_MAX_COUNT: Final = 2**31 - 1


def limited(found: str) -> str:
    """A text that a cell can hold."""
    if len(found) > MAX_TEXT:
        raise FaultError(VALUE)
    return found


def count(value: Any, least: int = 0) -> int:
    """How many characters, or which one; #VALUE! for fewer than there may be."""
    found = number(value)
    if found < least:
        if found > -1 and not least:
            raise UnknownError("counts a part of a character")
        raise FaultError(VALUE)
    if found > _MAX_COUNT:
        raise UnknownError("counts more characters than there are")
    return int(whole(found, ROUND_DOWN))


def counted(compute: Callable[..., Any], *texts: str) -> Any:
    """What a function gives that counts the characters of texts."""
    found = compute(*texts)
    if all(one.isascii() or max(one) <= _LAST_NARROW for one in texts):
        return found
    halves = compute(*map(_halved, texts))
    if type(halves) is str:
        halves = halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if halves != found:
        raise UnknownError("counts characters beyond U+FFFF")
    return found


def _halved(value: str) -> str:
    data = value.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


# Parts


@function("LEN", "v")
def len_(_: Frame, value: Any) -> int:
    """How many characters."""
    found: int = counted(len, text(value))
    return found


@function("LEFT", "v[v]")
def left(_: Frame, value: Any, size: Any = 1) -> str:
    """The first characters."""
    shown, end = text(value), count(size)
    found: str = counted(lambda one: one[:end], shown)
    return found


@function("RIGHT", "v[v]")
def right(_: Frame, value: Any, size: Any = 1) -> str:
    """The last characters."""
    shown, end = text(value), count(size)
    found: str = counted(lambda one: one[max(len(one) - end, 0) :], shown)
    return found


@function("MID", "vvv")
def mid(_: Frame, value: Any, start: Any, size: Any) -> str:
    """Characters from one on."""
    shown, first, most = text(value), count(start, 1) - 1, count(size)
    found: str = counted(lambda one: one[first : first + most], shown)
    return found


@function("REPLACE", "vvvv")
def replace(_: Frame, value: Any, start: Any, size: Any, new: Any) -> str:
    """Other characters instead of some."""
    shown, first, most, put = text(value), count(start, 1) - 1, count(size), text(new)
    return limited(counted(lambda one, other: one[:first] + other + one[first + most :], shown, put))


@function("SUBSTITUTE", "vvv[v]")
def substitute(_: Frame, value: Any, old: Any, new: Any, *instance: Any) -> str:
    """A text instead of another, everywhere or at one place."""
    shown, wanted, put = text(value), text(old), text(new)
    if instance == (None,):
        raise UnknownError("leaves open which of the texts is replaced")
    which = count(instance[0], 1) if instance else 0
    if not wanted or wanted not in shown:
        return shown
    if which:
        at = _place(shown, wanted, which)
        return shown if at < 0 else limited(shown[:at] + put + shown[at + len(wanted) :])
    if len(shown) + shown.count(wanted) * (len(put) - len(wanted)) > MAX_TEXT:
        raise FaultError(VALUE)
    return shown.replace(wanted, put)


def _place(shown: str, wanted: str, which: int) -> int:
    """Where a text stands for that time, counted from 1; below zero where it does not."""
    at = -len(wanted)
    for _ in range(which):
        following = shown.find(wanted, at + 1 if at >= 0 else 0)
        if following < 0:
            return -1
        if following < at + len(wanted):
            raise UnknownError("counts texts that overlap")
        at = following
    return at


# Joining


def _joined(pieces: Iterable[str]) -> str:
    found: list[str] = []
    size = 0
    try:
        for piece in pieces:
            size += len(piece)
            if size <= MAX_TEXT:
                found.append(piece)
    except FaultError:
        if size > MAX_TEXT:
            raise UnknownError("joins errors and more characters than a cell holds") from None
        raise
    if size > MAX_TEXT:
        raise FaultError(VALUE)
    return "".join(found)


@function("CONCATENATE", "(v)+")
def concatenate(_: Frame, *values: Any) -> str:
    """Texts one behind the other."""
    return _joined(map(text, values))


@function("CONCAT", "(r)+")
def concat(frame: Frame, *values: Any) -> str:
    """Texts one behind the other, those of ranges row by row."""
    return _joined(text(one) for value in values for one in frame.values(value))


@function("TEXTJOIN", "rv(r)+")
def textjoin(frame: Frame, delimiter: Any, ignore_empty: Any, *values: Any) -> str:
    """Texts with others between them, which take turns."""
    between = [text(one) for one in _every(frame, delimiter, MAX_TEXT)]
    skipping = True if ignore_empty is None else truth(ignore_empty)
    skipped = 0

    def pieces() -> Iterator[str]:
        nonlocal skipped
        turns = cycle(between)
        first = True
        for value in values:
            for one in _every(frame, value, 0 if skipping else MAX_TEXT + 2):
                shown = text(one)
                if not shown and skipping:
                    skipped += 1
                    continue
                if not first:
                    yield next(turns)
                first = False
                yield shown

    found = _joined(pieces())
    if skipped and (ignore_empty is None or any(one != between[0] for one in between)):
        raise UnknownError("leaves open what becomes of empty texts")
    return found


def _every(frame: Frame, value: Any, most: int) -> Iterator[Any]:
    """All values, at most so many of the blank ones behind the end of the sheet."""
    areas = value.areas if type(value) is Union else (value,)
    for area in areas:
        seen = 0
        for one in frame.values(area):
            seen += 1
            yield one
        if type(area) is Area or type(area) is Array:
            yield from [None] * min(area.height * area.width - seen, most)


@function("REPT", "vv")
def rept(_: Frame, value: Any, times: Any) -> str:
    """A text again and again."""
    shown, many = text(value), count(times)
    if len(shown) * many > MAX_TEXT:
        raise FaultError(VALUE)
    return shown * many if shown else ""


@function("T", "r")
def t(frame: Frame, value: Any) -> str:
    """What is text; nothing instead of anything else."""
    if type(value) is Array and value.height * value.width > 1:
        raise UnknownError("takes the text of an array")
    first = frame.book.cell(value.sheet, value.row0, value.col0) if type(value) is Area else value
    if is_several(first):
        first = frame.single(first)
    if type(first) is CellError:
        raise FaultError(first.code)
    return first if type(first) is str else ""


@function("EXACT", "vv")
def exact(_: Frame, one: Any, other: Any) -> bool:
    """Whether two texts are the same, case and all."""
    return text(one) == text(other)
