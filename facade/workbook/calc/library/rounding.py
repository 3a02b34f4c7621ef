"""Rounding: ROUND and its kin, INT, MOD, CEILING and FLOOR in all their forms."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, ROUND_UP, Decimal
from math import ceil, floor
from typing import Any, Final

from ..frame import Frame
from ..function import function
from ..value import DIV0, NUM, FaultError, UnknownError, number

_NEAR: Final = 1e-13
_MAX_QUOTIENT: Final = 1e8
_HALF: Final = Decimal("0.5")


def digits(value: float) -> Decimal:
    """A number as its first fifteen digits say."""
    return Decimal(f"{value:.15g}")


def _is_exact(value: float) -> bool:
    """Whether fifteen digits say all of a number."""
    return float(f"{value:.15g}") == value


def _rounded(value: float, places: int, mode: str) -> float:
    if not value or places > 300:
        return value
    shown = digits(value)
    scaled = shown.scaleb(places)
    whole = scaled.to_integral_value(ROUND_FLOOR)
    edge = scaled - whole
    if not _is_exact(value) and edge == (_HALF if mode == ROUND_HALF_UP else 0):
        raise UnknownError("rounds a number at its sixteenth digit")
    return float(scaled.to_integral_value(mode).scaleb(-places))


def whole(value: float, mode: str = ROUND_FLOOR) -> float:
    """A number rounded to a whole one. Raises UnknownError where that hangs on its last digits."""
    return value if value.is_integer() else _rounded(value, 0, mode)


@function("ROUND", "vv")
def round_(_: Frame, value: Any, places: Any) -> float:
    """To so many places, halves away from zero."""
    return _rounded(number(value), int(number(places)), ROUND_HALF_UP)


@function("ROUNDDOWN", "vv")
def rounddown(_: Frame, value: Any, places: Any) -> float:
    """To so many places, towards zero."""
    return _rounded(number(value), int(number(places)), ROUND_DOWN)


@function("ROUNDUP", "vv")
def roundup(_: Frame, value: Any, places: Any) -> float:
    """To so many places, away from zero."""
    return _rounded(number(value), int(number(places)), ROUND_UP)


@function("TRUNC", "v[v]")
def trunc(_: Frame, value: Any, places: Any = 0) -> float:
    """Cut off behind so many places."""
    return _rounded(number(value), int(number(places)), ROUND_DOWN)


@function("INT", "v")
def int_(_: Frame, value: Any) -> float:
    """The whole number below."""
    return whole(number(value))


@function("EVEN", "v")
def even(_: Frame, value: Any) -> float:
    """The next even number away from zero."""
    found = number(value)
    half = whole(abs(found) / 2, ROUND_CEILING)
    return -2 * half if found < 0 else 2 * half


@function("ODD", "v")
def odd(_: Frame, value: Any) -> float:
    """The next odd number away from zero."""
    found = number(value)
    size = 2 * max(whole((abs(found) + 1) / 2, ROUND_CEILING), 1.0) - 1
    return -size if found < 0 else size


@function("QUOTIENT", "vv")
def quotient(_: Frame, dividend: Any, divisor: Any) -> float:
    """The whole part of a quotient."""
    one, other = _given(dividend), _given(divisor)
    if other == 0:
        raise FaultError(DIV0)
    return whole(one / other, ROUND_DOWN)


@function("MOD", "vv")
def mod(_: Frame, dividend: Any, divisor: Any) -> float:
    """What is left of a division, with the sign of the divisor."""
    one, other = number(dividend), number(divisor)
    if other == 0:
        raise FaultError(DIV0)
    if abs(one / other) >= _MAX_QUOTIENT:
        raise UnknownError("divides a number that is very large beside its divisor")
    if one.is_integer() and other.is_integer():
        return float(int(one) % int(other))
    found = one - other * floor(one / other)
    if min(abs(found), abs(found - other)) < _NEAR * max(abs(one), abs(other)) and found:
        raise UnknownError("is what is left of a division without remainder")
    return found


@function("MROUND", "vv")
def mround(_: Frame, value: Any, multiple: Any) -> float:
    """The nearest multiple, halves away from zero."""
    one, other = _given(value), _given(multiple)
    if one == 0 or other == 0:
        return 0.0
    if (one < 0) != (other < 0):
        raise FaultError(NUM)
    times = one / other
    if not times.is_integer() and abs(times % 1 - 0.5) < _NEAR * times and times % 1 != 0.5:
        raise UnknownError("rounds a number at its sixteenth digit")
    return other * floor(times + 0.5)


def strict(value: Any) -> float:
    """A number where TRUE and FALSE are not taken for one."""
    if type(value) is bool:
        raise UnknownError("has an argument of a kind that is not computed")
    return number(value)


def _given(value: Any) -> float:
    """The same where a blank cell, or an argument left empty, is not taken for 0."""
    if value is None:
        raise UnknownError("has an argument of a kind that is not computed")
    return strict(value)


def _multiple(value: float, step: float, *, up: bool) -> float:
    """The multiple of a step above or below; a number that is all but a multiple is that one."""
    times = value / step
    near = round(times)
    if abs(times - near) <= _NEAR * abs(times):
        exact = digits(value) / digits(step)
        if exact == near or not (_is_exact(value) and _is_exact(step)):
            return near * step
        return float(exact.to_integral_value(ROUND_CEILING if up else ROUND_FLOOR)) * step
    return (ceil(times) if up else floor(times)) * step


@function("CEILING", "vv")
def ceiling(_: Frame, value: Any, significance: Any) -> float:
    """The multiple above; of two numbers below zero, away from zero."""
    one, step = number(value), number(significance)
    if one == 0 or step == 0:
        return 0.0
    if one > 0 > step:
        raise FaultError(NUM)
    return _multiple(one, step, up=True)


@function("FLOOR", "vv")
def floor_(_: Frame, value: Any, significance: Any) -> float:
    """The multiple below; of two numbers below zero, towards zero."""
    one, step = number(value), number(significance)
    if one == 0:
        return 0.0
    if step == 0:
        raise FaultError(DIV0)
    if one > 0 > step:
        raise FaultError(NUM)
    return _multiple(one, step, up=False)


@function("CEILING.MATH", "v[vv]", blanks=True)
def ceiling_math(_: Frame, value: Any, significance: Any = 1, mode: Any = 0) -> float:
    """The multiple above; with a mode, numbers below zero go away from zero."""
    if significance is None or mode is None:
        raise UnknownError("leaves an argument empty")
    one, step, away = number(value), abs(number(significance)), number(mode) != 0
    if one == 0 or step == 0:
        return 0.0
    return _multiple(one, step, up=not (one < 0 and away))


@function("FLOOR.MATH", "v[vv]", blanks=True)
def floor_math(_: Frame, value: Any, significance: Any = 1, mode: Any = 0) -> float:
    """The multiple below; with a mode, numbers below zero go towards zero."""
    if significance is None or mode is None:
        raise UnknownError("leaves an argument empty")
    one, step, away = number(value), abs(number(significance)), number(mode) != 0
    if one == 0 or step == 0:
        return 0.0
    return _multiple(one, step, up=one < 0 and away)


@function("CEILING.PRECISE ISO.CEILING", "v[v]")
def ceiling_precise(_: Frame, value: Any, significance: Any = 1) -> float:
    """The multiple above."""
    one, step = number(value), abs(number(significance))
    return _multiple(one, step, up=True) if one and step else 0.0


@function("FLOOR.PRECISE", "v[v]")
def floor_precise(_: Frame, value: Any, significance: Any = 1) -> float:
    """The multiple below."""
    one, step = number(value), abs(number(significance))
    return _multiple(one, step, up=False) if one and step else 0.0
