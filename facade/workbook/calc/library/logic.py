"""Truth and choice: AND, OR, NOT, XOR, IF, IFS, IFERROR, IFNA, SWITCH, CHOOSE."""

from __future__ import annotations

from typing import Any

from ....value import CellError
from ..frame import Frame, is_several
from ..function import function
from ..program import Step
from ..value import NA, VALUE, FaultError, compare, integer, truth


def _truths(frame: Frame, arguments: tuple[Any, ...]) -> list[bool]:
    found: list[bool] = []
    for argument in arguments:
        if not is_several(argument):
            if argument is not None:
                found.append(truth(argument))
            continue
        for value in frame.values(argument):
            kind = type(value)
            if kind is CellError:
                raise FaultError(value.code)
            if kind is bool or kind is int or kind is float:
                found.append(bool(value))
    if not found:
        raise FaultError(VALUE)
    return found


@function("AND", "(r)+")
def and_(frame: Frame, *arguments: Any) -> bool:
    """Whether all are true."""
    return all(_truths(frame, arguments))


@function("OR", "(r)+")
def or_(frame: Frame, *arguments: Any) -> bool:
    """Whether any is true."""
    return any(_truths(frame, arguments))


@function("XOR", "(r)+")
def xor(frame: Frame, *arguments: Any) -> bool:
    """Whether an odd number is true."""
    return sum(_truths(frame, arguments)) % 2 == 1


@function("NOT", "v")
def not_(_: Frame, value: Any) -> bool:
    """The opposite."""
    return not truth(value)


@function("TRUE", "")
def true(_: Frame) -> bool:
    """TRUE."""
    return True


@function("FALSE", "")
def false(_: Frame) -> bool:
    """FALSE."""
    return False


@function("NA", "")
def not_available(_: Frame) -> CellError:
    """#N/A."""
    return CellError(NA)


@function("IF", "vl[l]")
def if_(frame: Frame, condition: Any, then: Step, otherwise: Step | None = None) -> Any:
    """One of two."""
    if truth(condition):
        return then(frame)
    return False if otherwise is None else otherwise(frame)


@function("IFS", "(el)+")
def ifs(frame: Frame, *arguments: Any) -> Any:
    """The first whose condition is true."""
    for condition, then in zip(arguments[::2], arguments[1::2], strict=True):
        if truth(condition):
            return then(frame)
    raise FaultError(NA)


@function("IFERROR", "el")
def iferror(frame: Frame, value: Any, otherwise: Step) -> Any:
    """A value, or another where it is an error."""
    return otherwise(frame) if type(value) is CellError else value


@function("IFNA", "el")
def ifna(frame: Frame, value: Any, otherwise: Step) -> Any:
    """A value, or another where it is #N/A."""
    return otherwise(frame) if type(value) is CellError and value.code == NA else value


@function("SWITCH", "vv(le)+?")
def switch(frame: Frame, value: Any, wanted: Any, *arguments: Any) -> Any:
    """What stands behind the first equal value."""
    following = iter(arguments)
    for found in following:
        if compare(value, wanted) == 0:
            return found(frame)
        wanted = next(following, None)
    if len(arguments) % 2 == 0:
        return wanted
    raise FaultError(NA)


@function("CHOOSE", "v(l)+")
def choose(frame: Frame, place: Any, *values: Step) -> Any:
    """The one at a place counted from 1."""
    at = integer(place)
    if not 1 <= at <= len(values):
        raise FaultError(VALUE)
    return values[at - 1](frame)
