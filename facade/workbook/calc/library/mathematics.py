"""Functions of one or two numbers: powers, logarithms, angles, divisors, counts of choices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from ..frame import Frame, is_several
from ..function import function
from ..program import power
from ..value import DIV0, NUM, VALUE, FaultError, UnknownError, number
from .rounding import strict

_FIRST_TURN: Final = 0.75
_NEAR_NOTHING: Final = 1e-8
_MAX_ANGLE: Final = 2.0**27
_MAX_EXP: Final = 709.0
_MAX_BITS: Final = 2**48
_MAX_EXACT: Final = 2.0**53
_MAX_FACTORIAL: Final = 170


def _simple(names: str, compute: Callable[[float], float], check: Callable[[float], str | None] | None = None) -> None:
    """Register a function of one number; check gives the error code of those that have no result."""

    def run(_: Frame, value: Any) -> float:
        found = number(value)
        code = None if check is None else check(found)
        if code is not None:
            raise FaultError(code)
        try:
            return compute(found)
        except OverflowError:
            raise FaultError(NUM) from None

    run.__doc__ = f"{names} of a number."
    function(names, "v")(run)


def _angle(value: float) -> str | None:
    return NUM if abs(value) >= _MAX_ANGLE else None


def _circling(value: float) -> str | None:
    return DIV0 if value == 0 else _angle(value)


def _not_zero(value: float) -> str | None:
    return DIV0 if value == 0 else None


def _clear(angle: float, found: float) -> float:
    """A value that does not hang on how many digits of pi are taken."""
    if abs(angle) > _FIRST_TURN and not _NEAR_NOTHING < abs(found) < 1 / _NEAR_NOTHING:
        raise UnknownError("takes an angle that is all but a multiple of pi / 2")
    return found


def _positive(value: float) -> str | None:
    return NUM if value <= 0 else None


def _within_one(value: float) -> str | None:
    return NUM if abs(value) > 1 else None


_simple("ABS", abs)
_simple("SIGN", lambda value: float((value > 0) - (value < 0)))
_simple("SQRT", math.sqrt, lambda value: NUM if value < 0 else None)
_simple("SQRTPI", lambda value: math.sqrt(value * math.pi), lambda value: NUM if value < 0 else None)
_simple("EXP", math.exp)
_simple("LN", math.log, _positive)
_simple("LOG10", math.log10, _positive)
_simple("RADIANS", math.radians)
_simple("DEGREES", math.degrees)
_simple("SIN", lambda value: _clear(value, math.sin(value)), _angle)
_simple("COS", lambda value: _clear(value, math.cos(value)), _angle)
_simple("TAN", lambda value: _clear(value, math.tan(value)), _angle)
_simple("SEC", lambda value: 1 / _clear(value, math.cos(value)), _angle)
_simple("CSC", lambda value: 1 / _clear(value, math.sin(value)), _circling)
_simple("COT", lambda value: 1 / _clear(value, math.tan(value)), _circling)
_simple("ASIN", math.asin, _within_one)
_simple("ACOS", math.acos, _within_one)
_simple("ATAN", math.atan)
_simple("ACOT", lambda value: math.pi / 2 - math.atan(value))
_simple("SINH", math.sinh)
_simple("COSH", math.cosh)
_simple("TANH", math.tanh)
_simple("SECH", lambda value: 1 / math.cosh(value) if abs(value) < _MAX_EXP else 0.0)
_simple("CSCH", lambda value: 1 / math.sinh(value) if abs(value) < _MAX_EXP else 0.0, _not_zero)
_simple("COTH", lambda value: 1 / math.tanh(value), _not_zero)
_simple("ASINH", math.asinh)
_simple("ACOSH", math.acosh, lambda value: NUM if value < 1 else None)
_simple("ATANH", math.atanh, lambda value: NUM if abs(value) >= 1 else None)
_simple("ACOTH", lambda value: math.atanh(1 / value), lambda value: NUM if abs(value) <= 1 else None)


@function("PI", "")
def pi(_: Frame) -> float:
    """Pi."""
    return math.pi


@function("POWER", "vv")
def power_(_: Frame, base: Any, exponent: Any) -> float:
    """See the operator ^."""
    return power(base, exponent)


@function("LOG", "v[v]")
def log(_: Frame, value: Any, base: Any = 10) -> float:
    """Logarithm, to the base 10 or another."""
    one, other = number(value), number(base)
    if one <= 0 or other <= 0:
        raise FaultError(NUM)
    if other == 1:
        raise FaultError(DIV0)
    if other == 10:
        return math.log10(one)
    return math.log2(one) if other == 2 else math.log(one) / math.log(other)


@function("ATAN2", "vv")
def atan2(_: Frame, x: Any, y: Any) -> float:
    """The angle of a point."""
    one, other = number(x), number(y)
    if one == 0 and other == 0:
        raise FaultError(DIV0)
    return math.atan2(other, one)


# Counting


def _count(value: Any) -> int:
    """A whole number that is not below zero."""
    found = math.floor(number(value))
    if found < 0:
        raise FaultError(NUM)
    return found


@function("FACT", "v")
def fact(_: Frame, value: Any) -> float:
    """Product of the numbers up to one."""
    found = _count(value)
    if found > _MAX_FACTORIAL:
        raise FaultError(NUM)
    return float(math.factorial(found))


@function("FACTDOUBLE", "v")
def factdouble(_: Frame, value: Any) -> float:
    """Product of every second number up to one."""
    found = int(strict(value))
    if found < -1 or found > 300:
        raise FaultError(NUM)
    return float(math.prod(range(found, 0, -2)))


@function("COMBIN", "vv")
def combin(_: Frame, size: Any, chosen: Any) -> float:
    """Ways of choosing some."""
    one, other = _count(size), _count(chosen)
    if one < other or one > _MAX_EXACT:
        raise FaultError(NUM)
    if min(other, one - other) > 10_000:
        raise FaultError(NUM)
    return float(math.comb(one, other))


@function("COMBINA", "vv")
def combina(_: Frame, size: Any, chosen: Any) -> float:
    """Ways of choosing some, each as often as wanted."""
    one, other = _count(size), _count(chosen)
    if (one == 0 and other > 0) or one + other > 100_000:
        raise FaultError(NUM)
    return float(math.comb(one + other - 1, other)) if one else 1.0


@function("PERMUT", "vv")
def permut(_: Frame, size: Any, chosen: Any) -> float:
    """Ordered ways of choosing some."""
    one, other = int(number(size)), int(number(chosen))
    if one <= 0 or other < 0 or one < other or other > 10_000:
        raise FaultError(NUM)
    return float(math.perm(one, other))


@function("PERMUTATIONA", "vv")
def permutationa(_: Frame, size: Any, chosen: Any) -> float:
    """Ordered ways of choosing some, each as often as wanted."""
    one, other = int(number(size)), int(number(chosen))
    if one < 0 or other < 0 or (one == 0 and other > 0):
        raise FaultError(NUM)
    return float(one) ** other


@function("MULTINOMIAL", "(r)+")
def multinomial(frame: Frame, *arguments: Any) -> float:
    """Ways of dealing out groups of such sizes."""
    sizes = [int(value) for value in _wholes(frame, arguments)]
    if sum(sizes) > _MAX_FACTORIAL:
        raise FaultError(NUM)
    return float(math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes)))


def _wholes(frame: Frame, arguments: tuple[Any, ...]) -> list[int]:
    found: list[int] = []
    for argument in arguments:
        for value in frame.values(argument):
            if value is None and is_several(argument):
                continue
            if type(value) is str and is_several(argument):
                raise FaultError(VALUE)
            size = strict(value)
            if size < 0 or size >= _MAX_EXACT:
                raise FaultError(NUM)
            found.append(int(size))
    if not found:
        raise UnknownError("has an argument of a kind that is not computed")
    return found


@function("GCD", "(r)+")
def gcd(frame: Frame, *arguments: Any) -> float:
    """The largest common divisor."""
    return float(math.gcd(*_wholes(frame, arguments)))


@function("LCM", "(r)+")
def lcm(frame: Frame, *arguments: Any) -> float:
    """The smallest common multiple."""
    found = math.lcm(*_wholes(frame, arguments))
    if found >= _MAX_EXACT:
        raise FaultError(NUM)
    return float(found)


# Bits and bases


def _bits(value: Any) -> int:
    found = number(value)
    if found < 0 or found >= _MAX_BITS or not found.is_integer():
        raise FaultError(NUM)
    return int(found)


@function("BITAND", "vv")
def bitand(_: Frame, one: Any, other: Any) -> float:
    """Bits of both."""
    return float(_bits(one) & _bits(other))


@function("BITOR", "vv")
def bitor(_: Frame, one: Any, other: Any) -> float:
    """Bits of either."""
    return float(_bits(one) | _bits(other))


@function("BITXOR", "vv")
def bitxor(_: Frame, one: Any, other: Any) -> float:
    """Bits of one only."""
    return float(_bits(one) ^ _bits(other))


def _shifted(value: int, places: float) -> float:
    if abs(places) > 53:
        raise FaultError(NUM)
    found = value << int(places) if places >= 0 else value >> -int(places)
    if found >= _MAX_BITS:
        raise FaultError(NUM)
    return float(found)


@function("BITLSHIFT", "vv")
def bitlshift(_: Frame, value: Any, places: Any) -> float:
    """Bits moved up."""
    return _shifted(_bits(value), number(places))


@function("BITRSHIFT", "vv")
def bitrshift(_: Frame, value: Any, places: Any) -> float:
    """Bits moved down."""
    return _shifted(_bits(value), -number(places))
