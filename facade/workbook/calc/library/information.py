"""What values are: ISNUMBER and its kin, N, TYPE, ERROR.TYPE."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....value import ERROR_CODES, CellError
from ..array import Area, Array, Union
from ..frame import Frame
from ..function import function
from ..value import DIV0, NA, NAME, NULL, NUM, REF, VALUE, FaultError, UnknownError, number
from .rounding import strict

_TYPES: Final = (NULL, DIV0, VALUE, REF, NAME, NUM, NA)


def _question(name: str, answer: Callable[[Any], bool]) -> None:
    """Register a function that tells TRUE or FALSE of one value, errors included."""

    def run(_: Frame, value: Any) -> bool:
        return answer(value)

    run.__doc__ = f"{name} of a value."
    function(name, "e")(run)


_question("ISBLANK", lambda value: value is None)
_question("ISERROR", lambda value: type(value) is CellError)
_question("ISERR", lambda value: type(value) is CellError and value.code != NA)
_question("ISNA", lambda value: type(value) is CellError and value.code == NA)
_question("ISNUMBER", lambda value: type(value) is int or type(value) is float)
_question("ISTEXT", lambda value: type(value) is str)
_question("ISNONTEXT", lambda value: type(value) is not str)
_question("ISLOGICAL", lambda value: type(value) is bool)


@function("ISEVEN", "v")
def iseven(_: Frame, value: Any) -> bool:
    """Whether a number, cut off, is even."""
    return int(strict(value)) % 2 == 0


@function("ISODD", "v")
def isodd(_: Frame, value: Any) -> bool:
    """Whether a number, cut off, is odd."""
    return int(strict(value)) % 2 == 1


@function("ISREF", "c")
def isref(_: Frame, value: Any) -> bool:
    """Whether it is a reference."""
    return type(value) is Area or type(value) is Union


@function("ISFORMULA", "r")
def isformula(frame: Frame, cells: Any) -> bool:
    """Whether a cell holds a formula."""
    area = frame.area(cells)
    grid = frame.book.grid(area.sheet)
    return grid.is_formula(area.row0, area.col0, grid.sheet.row(area.row0))


@function("N", "r")
def n(frame: Frame, value: Any) -> float:
    """A number, or 0 for what is none; of several cells the first."""
    if type(value) is Array and value.height * value.width > 1:
        raise UnknownError("takes the number of an array")
    value = frame.book.cell(value.sheet, value.row0, value.col0) if type(value) is Area else frame.single(value)
    if type(value) is CellError:
        raise FaultError(value.code)
    return 0.0 if type(value) is str else number(value)


@function("TYPE", "c")
def type_(frame: Frame, value: Any) -> int:
    """1 number, 2 text, 4 truth, 16 error, 64 array."""
    if type(value) is Array or (type(value) is Area and not value.is_cell):
        return 64
    kind = type(frame.single(value))
    return {str: 2, bool: 4, CellError: 16}.get(kind, 1)


@function("ERROR.TYPE", "e")
def error_type(_: Frame, value: Any) -> int:
    """The number of an error; #N/A for what is none."""
    if type(value) is not CellError:
        raise FaultError(NA)
    if value.code not in _TYPES or value.code == VALUE:  # which stands for later errors too, in files
        raise UnknownError(f"numbers the error {value.code}" if value.code in ERROR_CODES else "numbers an error")
    return _TYPES.index(value.code) + 1
