"""Numbers as text, and text as numbers: VALUE, NUMBERVALUE, TEXT, FIXED, DOLLAR."""

from __future__ import annotations

import re
from decimal import ROUND_DOWN
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import VALUE, FaultError, UnknownError, number, number_of_text, text, text_of_number, truth
from .picture import of_number, of_text
from .rounding import digits, round_, whole

_MAX_PLACES: Final = 127
_MAX_SIZE: Final = 1e21
_PLAIN: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)


@function("VALUE", "v")
def value_(_: Frame, value: Any) -> float:
    """The number that a text stands for."""
    if type(value) is bool:
        raise FaultError(VALUE)
    return number(value)


@function("NUMBERVALUE", "v[vv]")
def numbervalue(_: Frame, value: Any, point: Any = ".", comma: Any = ",") -> float:
    """The number that a text stands for, with other signs for the decimal point and between thousands."""
    shown, mark, group = text(value), text(point)[:1], text(comma)[:1]
    if not shown:
        return 0.0
    signs = {mark, group}
    if "" in signs or len(signs) < 2 or mark == " " or any(sign.isalnum() or sign in "+-%()$" for sign in signs):
        raise UnknownError("reads a number with such separators")
    found = shown.replace(" ", "").replace("\t", "").replace("\n", "").replace("\r", "")
    plain = found.rstrip("%")
    before, behind, after = plain.partition(mark)
    if group in after or mark in after:
        raise FaultError(VALUE)
    wanted = before.replace(group, "") + ("." if behind else "") + after
    if (mark != "." and "." in before.replace(group, "") + after) or not _PLAIN.fullmatch(wanted):
        if any(one.isdigit() for one in shown) or not plain:
            raise UnknownError("takes text for a number or a date")
        raise FaultError(VALUE)
    return number_of_text(wanted) / 100.0 ** (len(found) - len(plain))


def _fixed(frame: Frame, value: Any, places: Any, *, grouped: bool) -> tuple[bool, str]:
    """Whether a number is below zero, and its digits."""
    if places is None:
        raise UnknownError("leaves an argument empty")
    found, shown = number(value), int(whole(number(places), ROUND_DOWN))
    if shown > _MAX_PLACES:
        raise FaultError(VALUE)
    if shown < -_MAX_PLACES or abs(found) >= _MAX_SIZE:
        raise UnknownError("writes a number of very many digits")
    size = digits(abs(round_(frame, found, shown)))
    if found < 0 and not size:
        raise UnknownError("writes a number below zero that is rounded to zero")
    return found < 0, f"{size:{',' if grouped else ''}.{max(shown, 0)}f}"


@function("FIXED", "v[vv]")
def fixed(frame: Frame, value: Any, places: Any = 2, plain: Any = False) -> str:
    """A number with so many places."""
    below, shown = _fixed(frame, value, places, grouped=not truth(plain))
    return f"-{shown}" if below else shown


@function("DOLLAR", "v[v]")
def dollar(frame: Frame, value: Any, places: Any = 2) -> str:
    """A number of dollars, in parentheses where it is below zero."""
    below, shown = _fixed(frame, value, places, grouped=True)
    return f"(${shown})" if below else f"${shown}"


@function("TEXT", "vv")
def text_(frame: Frame, value: Any, code: Any) -> str:
    """A value as a format code shows it."""
    found: Any = value if type(value) in (str, bool) else number(value)
    shown = text(code)
    if type(value) is bool:
        return text(value)
    if type(value) is str:
        try:
            found = number_of_text(value)
        except FaultError:
            return of_text(value, shown)
        if "@" in shown and text_of_number(found) != value:
            raise UnknownError("shows text that stands for a number")
    if not shown:
        return ""
    return of_number(found, shown, epoch_1904=frame.book.epoch_1904)
