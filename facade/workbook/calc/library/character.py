"""Characters: their numbers, their case, and those that are left out: UPPER, PROPER, TRIM, CLEAN, CHAR, CODE."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from decimal import ROUND_DOWN
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import NA, VALUE, FaultError, UnknownError, number, text
from .rounding import whole

_BLANKS: Final = re.compile(" +")
_CONTROLS: Final = dict.fromkeys(range(32))
_CASED: Final = re.compile("[\x00-\x7f\xc0-\u017f\u0386-\u03ce\u0400-\u045f\u1e00-\u1ef9]")
"""Letters whose case is the same everywhere, but for those that do not come back from the other case."""
_APART: Final = re.compile("[\x00-\x40\\[-`{-\x7f\xa0-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2010-\u2027\u20ac]")
"""Characters that are surely no letters."""


def _changed(value: str, change: Callable[[str], str]) -> str:
    """A text in another case, of letters that come back from it."""
    if value.isascii():
        return change(value)
    return "".join([_letter(one, change) for one in value])


def _letter(one: str, change: Callable[[str], str]) -> str:
    changed = change(one)
    if changed == one:
        return one
    if len(changed) != 1 or changed.swapcase() != one or not _CASED.match(one) or one == "\u03a3":
        raise UnknownError("changes letters whose case is not the same everywhere")
    return changed


@function("UPPER", "v")
def upper(_: Frame, value: Any) -> str:
    """A text in capitals."""
    return _changed(text(value), str.upper)


@function("LOWER", "v")
def lower(_: Frame, value: Any) -> str:
    """A text in small letters."""
    return _changed(text(value), str.lower)


@function("PROPER", "v")
def proper(_: Frame, value: Any) -> str:
    """A text whose words begin with capitals: all letters that follow none."""
    found: list[str] = []
    inside = False
    for one in text(value):
        apart = _APART.match(one) is not None
        if not apart and not _CASED.match(one):
            raise UnknownError("changes letters whose case is not the same everywhere")
        found.append(_letter(one, str.lower if inside else str.upper))
        inside = not apart
    return "".join(found)


@function("TRIM", "v")
def trim(_: Frame, value: Any) -> str:
    """A text with single blanks inside and none around."""
    return _BLANKS.sub(" ", text(value)).strip(" ")


@function("CLEAN", "v")
def clean(_: Frame, value: Any) -> str:
    """A text without control characters."""
    shown = text(value)
    if not shown.isascii() or "\x7f" in shown:
        _require_printing(shown)
    return shown.translate(_CONTROLS)


def _require_printing(shown: str) -> None:
    for one in shown:
        if one >= "\x7f" and unicodedata.category(one) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"):
            raise UnknownError("cleans a text of characters that Excel may leave in it")


@function("CHAR", "v")
def char(_: Frame, value: Any) -> str:
    """The character of a number from 1 to 255, of Windows."""
    found = number(value)
    if not 1 <= found < 256:
        raise FaultError(VALUE)
    try:
        return bytes([int(whole(found, ROUND_DOWN))]).decode("cp1252")
    except UnicodeDecodeError:
        raise UnknownError("takes a character that Windows has not") from None


@function("CODE", "v")
def code(_: Frame, value: Any) -> int:
    """The number of the first character, of Windows."""
    shown = text(value)
    if not shown:
        raise FaultError(VALUE)
    try:
        return shown[0].encode("cp1252")[0]
    except UnicodeEncodeError:
        raise UnknownError("takes the code of a character that Windows has not") from None


@function("UNICHAR", "v")
def unichar(_: Frame, value: Any) -> str:
    """The character of a number."""
    found = number(value)
    if not 1 <= found < 0x110000:
        raise FaultError(VALUE)
    point = int(whole(found, ROUND_DOWN))
    if 0xD800 <= point <= 0xDFFF:
        raise FaultError(NA)
    if point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF:
        raise UnknownError("takes a number that is no character")
    return chr(point)


@function("UNICODE", "v")
def unicode(_: Frame, value: Any) -> int:
    """The number of the first character."""
    shown = text(value)
    if not shown:
        raise FaultError(VALUE)
    return ord(shown[0])
