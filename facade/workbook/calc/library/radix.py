"""Numbers written in other ways: to other bases, in two's complement, in Roman numerals."""

from __future__ import annotations

import re
from decimal import ROUND_DOWN
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import NUM, VALUE, FaultError, UnknownError, number, text
from .rounding import strict, whole

_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_EXACT: Final = 2**53
_MAX_TEXT: Final = 255
_MAX_ROMAN: Final = 3999
_WIDTH: Final = 10
"""Digits of a number in two's complement."""
_BASES: Final = {"BIN": 2, "OCT": 8, "HEX": 16}
_BITS: Final = {2: 10, 8: 30, 16: 40}
_ROMAN: Final = ((1000, "M"), (500, "D"), (100, "C"), (50, "L"), (10, "X"), (5, "V"), (1, "I"))
_VALUES: Final = {letter: value for value, letter in _ROMAN}
_PREFIXED: Final = re.compile(r"\s.*|.*\s|[-+].*|(?:0?[XB]).*|.*[HB]", re.IGNORECASE | re.DOTALL)
"""Texts that may hold more than digits."""


def _cut(value: Any) -> int:
    """A number without what lies behind the point."""
    found = strict(value)
    if -1 < found < 0:
        raise UnknownError("takes a fraction below zero for a whole number")
    return int(whole(found, ROUND_DOWN))


def _written(value: int, base: int) -> str:
    found = ""
    while value or not found:
        value, digit = divmod(value, base)
        found = _DIGITS[digit] + found
    return found


def _base(value: Any) -> int:
    found = _cut(value)
    if not 2 <= found <= 36:
        raise FaultError(NUM)
    return found


@function("BASE", "vv[v]")
def base(_: Frame, value: Any, radix: Any, least: Any = 0) -> str:
    """A number in digits to a base, with zeros in front."""
    found, to, width = _cut(value), _base(radix), _cut(least)
    if not 0 <= found < _MAX_EXACT or not 0 <= width <= _MAX_TEXT:
        raise FaultError(NUM)
    return _written(found, to).rjust(width, "0")


@function("DECIMAL", "vv")
def decimal(_: Frame, value: Any, radix: Any) -> float:
    """The number that digits to a base stand for."""
    if type(value) is bool:
        raise UnknownError("has an argument of a kind that is not computed")
    shown, to = text(value).upper(), _base(radix)
    if not shown or len(shown) > _MAX_TEXT:
        raise UnknownError("reads a number of no digits, or of very many")
    if not set(shown) <= set(_DIGITS[:to]):
        if _PREFIXED.fullmatch(shown):
            raise UnknownError("reads a number of more than digits")
        raise FaultError(NUM)
    found = int(shown, to)
    if found >= _MAX_EXACT:
        raise UnknownError("reads a number of very many digits")
    return float(found)


# Two's complement


def _read(value: Any, base: int) -> int:
    if value is None or value == "" or type(value) is bool:
        raise UnknownError("has an argument of a kind that is not computed")
    shown = text(value).upper()
    if shown != shown.strip():
        raise UnknownError("reads a number of more than digits")
    if len(shown) > _WIDTH or not set(shown) <= set(_DIGITS[:base]):
        raise FaultError(NUM)
    found = int(shown, base)
    return found - (1 << _BITS[base]) if found >> (_BITS[base] - 1) else found


def _write(value: int, base: int, places: tuple[Any, ...]) -> str:
    if None in places:
        raise UnknownError("leaves an argument empty")
    width = int(whole(strict(places[0]), ROUND_DOWN)) if places else _WIDTH
    half = 1 << (_BITS[base] - 1)
    if not -half <= value < half:
        raise FaultError(NUM)
    if value < 0:
        if not 1 <= width <= _WIDTH:
            raise UnknownError("writes a number below zero in so many digits")
        return _written(value + 2 * half, base)
    found = _written(value, base)
    if not places:
        return found
    if width == 0:
        raise UnknownError("writes a number in no digits")
    if not len(found) <= width <= _WIDTH:
        raise FaultError(NUM)
    return found.rjust(width, "0")


def _register(name: str, base: int) -> None:
    """Register what turns numbers to one base into others."""

    def to_decimal(_: Frame, value: Any) -> float:
        return float(_read(value, base))

    def from_decimal(_: Frame, value: Any, *places: Any) -> str:
        if value is None:
            raise UnknownError("has an argument of a kind that is not computed")
        return _write(_cut(value), base, places)

    function(f"{name}2DEC", "v")(to_decimal)
    function(f"DEC2{name}", "v[v]")(from_decimal)
    for other, to in _BASES.items():
        if other != name:
            function(f"{name}2{other}", "v[v]")(_between(base, to))


def _between(base: int, to: int) -> Any:
    def run(_: Frame, value: Any, *places: Any) -> str:
        return _write(_read(value, base), to, places)

    return run


for _name, _of in _BASES.items():
    _register(_name, _of)


# Roman numerals


@function("ROMAN", "v[v]")
def roman(_: Frame, value: Any, form: Any = 0) -> str:
    """A number in Roman numerals, in one of five forms, each shorter than the one before."""
    found = number(value)
    if -1 < found < 0:
        raise UnknownError("takes a fraction below zero for a whole number")
    which = (0 if form else 4) if type(form) is bool else int(whole(number(form), ROUND_DOWN))
    if not 0 <= found < _MAX_ROMAN + 1 or not 0 <= which <= 4:
        raise FaultError(VALUE)
    return _numeral(int(whole(found, ROUND_DOWN)), which)


def _numeral(value: int, form: int) -> str:
    """A letter stands in front of a larger one where it is a fifth or a tenth of it; in later forms, less."""
    shown = "M" * (value // 1000)
    value %= 1000
    for place in (2, 4, 6):
        unit, letter = _ROMAN[place]
        digit, above = value // unit, _ROMAN[place - 1 if value // unit < 5 else place - 2]
        if digit % 5 == 4:
            less = _less(value, above[0], place, form)
            shown += less[1] + above[1]
            value -= above[0] - less[0]
            continue
        shown += (_ROMAN[place - 1][1] if digit >= 5 else "") + letter * (digit % 5)
        value %= unit
    return shown


def _less(value: int, above: int, place: int, form: int) -> tuple[int, str]:
    """The least letter that may be taken from a larger one without falling below."""
    for at in range(min(place + form, len(_ROMAN) - 1), place, -1):
        if above - _ROMAN[at][0] <= value:
            return _ROMAN[at]
    return _ROMAN[place]


@function("ARABIC", "v")
def arabic(_: Frame, value: Any) -> float:
    """The number of Roman numerals, written as ROMAN writes them; a minus sign may stand in front."""
    shown = text(value).upper()
    if not shown:
        return 0.0
    if len(shown) > _MAX_TEXT:
        raise UnknownError("reads a numeral of very many letters")
    shown = shown.strip(" ")
    letters = shown.removeprefix("-")
    if not letters or letters != letters.strip(" ") or " " in letters:
        raise UnknownError("reads a numeral of more than letters")
    if not set(letters) <= set(_VALUES):
        raise FaultError(VALUE)
    sizes = [_VALUES[letter] for letter in letters]
    found = sum(-one if one < following else one for one, following in zip(sizes, [*sizes[1:], 0], strict=True))
    if not any(letters == "M" * (found // 1000) + _numeral(found % 1000, form) for form in range(5)):
        raise UnknownError("reads a numeral of an unusual form")
    return float(-found if shown != letters else found)
