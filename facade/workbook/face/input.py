"""Checks of the values a macro writes: exact types only, so that nothing of the macro runs once writing begins."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, NamedTuple, TypeAlias

from ...errors import ArgumentError, CellValueError
from ...value import ERROR_CODES, CellError, RichText, Scalar
from ..formula.stored import UnstorableError, stored
from ..model.rect import cell_name
from ..mutation.cell import MAX_FORMULA, MAX_INT, MAX_TEXT, Formula, text_units
from ..xlsx.date import to_serial
from .base import Face
from .parse import read_number

NoneType = type(None)
PLAIN: Final = frozenset({NoneType, bool, int, float, str})
_CODES: Final = frozenset(ERROR_CODES)
_FIRST_DAY_1900: Final = dt.date(1900, 1, 1)
_FIRST_DAY_1904: Final = dt.date(1904, 1, 1)
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_QUOTED: Final = re.compile("\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'")
_ARRAY: Final = r"\{[^{}]*\}"
_OPEN_ENDS: Final = frozenset("=+-*/^&<>,:(")
_COMPLETE: Final = "complete the formula, or store the text as it is with set_text"
_NUMBER_STARTS: Final = frozenset("0123456789+-.($€£¥")
_NUMBER_ENDS: Final = frozenset("0123456789%)€£$¥-.")
_NUMBER_LENGTH: Final = 30


class Dated(NamedTuple):
    """A checked date or time: its serial and the format code for a cell that has no date format of its own."""

    serial: int | float
    code: str


Checked: TypeAlias = "Scalar | Formula | Dated"


class Place:
    """Where a value goes, for messages and for the epoch; warn is told once of text that looks like a number.

    dynamic tells of a formula's text and its cell whether its result may spill.
    """

    __slots__ = ("dynamic", "epoch_1904", "sheet_name", "warn")

    def __init__(
        self,
        sheet_name: str,
        epoch_1904: bool,
        warn: Callable[[str], None] | None,
        dynamic: Callable[[str, int, int], bool],
    ) -> None:
        self.sheet_name = sheet_name
        self.epoch_1904 = epoch_1904
        self.warn = warn
        self.dynamic = dynamic


def check(value: object, place: Place, row0: int, col0: int) -> Checked:
    """The value as the model holds it. Raises CellValueError naming the cell and the cure."""
    checker = _CHECKERS.get(type(value))
    if checker is None:
        raise _wrong_type(value, row0, col0)
    return checker(value, place, row0, col0)


def check_text(value: object, row0: int, col0: int) -> str:
    """Text that is stored as it is, whatever it begins with."""
    if type(value) is not str:
        raise _refused(row0, col0, f"set_text takes text, not {type_name(value)}", "write numbers with .value")
    _check_characters(value, row0, col0)
    return value


def type_name(value: object) -> str:
    """The name of a value's type: all that an error ever tells about a macro's object."""
    return type(value).__name__[:80]


def _same(value: Any, *_: object) -> Checked:
    return value  # type: ignore[no-any-return]


def _check_int(value: int, _: Place, row0: int, col0: int) -> int:
    if -MAX_INT <= value <= MAX_INT:
        return value
    raise _refused(
        row0,
        col0,
        "an integer of more than 15 digits would lose its last ones",
        "write it as text, str(value), or as float(value) where rounding is right",
    )


def _check_float(value: float, _: Place, row0: int, col0: int) -> float:
    if value - value == 0.0:
        return value
    kind = "not-a-number" if value != value else "infinity"  # noqa: PLR0124
    raise _refused(
        row0,
        col0,
        f"{kind} is no value of a cell",
        "write None for a blank cell, or an error such as #N/A by a formula, '=NA()'",
    )


def _check_decimal(value: Decimal, place: Place, row0: int, col0: int) -> float:
    if not value.is_finite():
        raise _refused(row0, col0, "a Decimal that is not finite is no value of a cell", "write None for a blank cell")
    return _check_float(float(value), place, row0, col0)


def _check_str(value: str, place: Place, row0: int, col0: int) -> str | Formula:
    if value[:1] == "=" and len(value) > 1:
        return check_formula(value, place, row0, col0)
    if value[-1:] in _NUMBER_ENDS and value[0] in _NUMBER_STARTS and place.warn is not None:
        _report_number(value, place, row0, col0)
    if len(value) > MAX_TEXT // 2 or not value.isascii():
        _check_characters(value, row0, col0)
    return value


def _report_number(value: str, place: Place, row0: int, col0: int) -> None:
    """Tell once of text that would be a number if it were not text; codes such as 007 are text."""
    if len(value) > _NUMBER_LENGTH or sum(map(str.isdigit, value)) > 15 or (value[0] == "0" and value[1:2].isdigit()):
        return
    number = read_number(value)
    if number is not None and place.warn is not None:
        place.warn(
            f"{place.sheet_name}!{cell_name(row0, col0)}: the text {value!a} stays text; where a number was meant, "
            f"write the number (parse_number gives {number!r}) and a number format"
        )


def check_formula(value: object, place: Place, row0: int, col0: int) -> Formula:
    """A formula from text that begins with an equals sign; dynamic where typing it into Excel 365 would make it so."""
    text = check_formula_text(value, row0, col0)
    return Formula(text, dynamic=place.dynamic(text, row0, col0))


def check_formula_text(value: object, row0: int, col0: int) -> str:
    """The text of a formula without the equals sign that it begins with."""
    if type(value) is not str:
        raise _refused(row0, col0, f"a formula is text, not {type_name(value)}", "write values with .value")
    if value[:1] != "=" or len(value) == 1:
        raise _refused(row0, col0, "a formula begins with an equals sign", "write '=' in front, or use .value for text")
    if len(value) > MAX_FORMULA:
        raise _refused(
            row0,
            col0,
            f"a formula holds at most {MAX_FORMULA} characters, this one has {len(value)}",
            "split it over helper cells",
        )
    if _CONTROL.search(value):
        raise _refused(row0, col0, "a formula cannot hold control characters", "write CHAR(number) inside the formula")
    _check_surrogates(value, row0, col0)
    _check_complete(value, row0, col0)
    try:
        return stored(value[1:])
    except UnstorableError as error:
        raise _refused(row0, col0, str(error), error.cure) from None


def _check_complete(text: str, row0: int, col0: int) -> None:
    """Refuse a formula that is cut off: a spreadsheet application calls a file with one in it damaged.

    Column names of tables may hold any character, so formulas with square brackets are not looked at.
    """
    if "[" in text:
        return
    if ";" in text and ";" in re.sub(_ARRAY, "", _QUOTED.sub("0", text)):
        raise _refused(row0, col0, "arguments of a formula are parted by commas", "write =SUM(A1,B1), not =SUM(A1;B1)")
    if '"' in text or "'" in text:
        text = _QUOTED.sub("0", text)
        if '"' in text or "'" in text:
            raise _refused(row0, col0, "a quote in the formula is not closed", _COMPLETE)
    for first, last in ("()", "{}"):
        opened, closed = text.count(first), text.count(last)
        if opened != closed:
            problem = f"the brackets of the formula do not match: {opened} {first} and {closed} {last}"
            raise _refused(row0, col0, problem, _COMPLETE)
    if text.rstrip()[-1] in _OPEN_ENDS:
        raise _refused(row0, col0, "the formula ends in an operator", _COMPLETE)


def _check_characters(value: str, row0: int, col0: int) -> None:
    _check_surrogates(value, row0, col0)
    units = text_units(value)
    if units > MAX_TEXT:
        raise _refused(
            row0, col0, f"a cell holds at most 32,767 characters, this text has {units:,}", "shorten or split it"
        )


def _check_surrogates(value: str, row0: int, col0: int) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _refused(
            row0, col0, "the text holds half of a surrogate pair", "clean it: text.encode('utf-8', 'replace').decode()"
        ) from None


def _check_datetime(value: dt.datetime, place: Place, row0: int, col0: int) -> Dated:
    if value.tzinfo is not None:
        raise _refused(
            row0,
            col0,
            "timezone-aware datetimes have no place in a cell",
            "use .replace(tzinfo=None) to keep the clock time, or .astimezone(zone).replace(tzinfo=None) to convert it",
        )
    _check_day(value.date(), place, row0, col0)
    return Dated(to_serial(value, epoch_1904=place.epoch_1904), "yyyy-mm-dd h:mm:ss")


def _check_date(value: dt.date, place: Place, row0: int, col0: int) -> Dated:
    _check_day(value, place, row0, col0)
    return Dated(to_serial(value, epoch_1904=place.epoch_1904), "yyyy-mm-dd")


def _check_day(value: dt.date, place: Place, row0: int, col0: int) -> None:
    first = _FIRST_DAY_1904 if place.epoch_1904 else _FIRST_DAY_1900
    if value < first:
        raise _refused(
            row0, col0, f"the first day of this workbook's calendar is {first}", "write earlier dates as text"
        )


def _check_time(value: dt.time, place: Place, row0: int, col0: int) -> Dated:
    if value.tzinfo is not None:
        raise _refused(row0, col0, "timezone-aware times have no place in a cell", "use .replace(tzinfo=None)")
    return Dated(to_serial(value, epoch_1904=place.epoch_1904), "h:mm:ss")


def _check_timedelta(value: dt.timedelta, place: Place, *_: int) -> Dated:
    return Dated(to_serial(value, epoch_1904=place.epoch_1904), "[h]:mm:ss")


def _check_error(value: CellError, _: Place, row0: int, col0: int) -> CellError:
    if type(value.code) is not str or value.code not in _CODES:
        raise _refused(row0, col0, "not an error that a cell can hold", "the errors are " + ", ".join(ERROR_CODES[:7]))
    return value


_CHECKERS: Final[dict[type, Callable[[Any, Place, int, int], Checked]]] = {
    NoneType: _same,
    bool: _same,
    RichText: _same,
    int: _check_int,
    float: _check_float,
    str: _check_str,
    Decimal: _check_decimal,
    dt.datetime: _check_datetime,
    dt.date: _check_date,
    dt.time: _check_time,
    dt.timedelta: _check_timedelta,
    CellError: _check_error,
}


VALUE_TYPES: Final = frozenset(_CHECKERS)
"""Exact types of what one cell can hold."""


def is_single(value: object) -> bool:
    """Whether a value stands for one cell rather than for several: what cannot be iterated, and text."""
    kind = type(value)
    return (
        kind in VALUE_TYPES
        or issubclass(kind, (str, bytes, dict))
        or Face in kind.__mro__
        or not hasattr(kind, "__iter__")
    )


def _wrong_type(value: object, row0: int, col0: int) -> CellValueError:
    name = type_name(value)
    kind = type(value)
    if kind in (list, tuple, set, frozenset, dict):
        return _refused(
            row0, col0, f"one cell holds one value, not a {name}", "write several with range.values = [[...], ...]"
        )
    if name in ("Cell", "Range"):
        return _refused(row0, col0, f"a {name} is no value", "write its .value or .values")
    for base, cure in (
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (str, "str"),
        (dt.datetime, "datetime"),
        (dt.date, "date"),
    ):
        if issubclass(kind, base):
            return _refused(
                row0,
                col0,
                f"{name} is a subclass of {cure}, and only {cure} itself is written",
                f"write {cure}(value), or value.value of an Enum",
            )
    return _refused(
        row0,
        col0,
        f"a value of type {name} cannot be written",
        "write None, bool, int, float, str, date, datetime, time or timedelta",
    )


def _refused(row0: int, col0: int, problem: str, cure: str) -> CellValueError:
    return CellValueError(f"{cell_name(row0, col0)}: {problem}", hint=cure)


def sheet_name(name: object, hint: str | None = None) -> str:
    """A sheet's name as exact text; whether Excel takes it, the session checks."""
    if type(name) is not str:
        raise ArgumentError(f"a sheet's name is text, not {type_name(name)}", hint=hint)
    return name


def integer(value: object, name: str, low: int, high: int) -> int:
    """An exact int within low..high, or an ArgumentError that names the argument."""
    if type(value) is not int:
        raise ArgumentError(
            f"{name} is a whole number, not {type_name(value)}", hint=f"write int({name}) where it is right"
        )
    if not low <= value <= high:
        raise ArgumentError(f"{name} is between {low:,} and {high:,}, not {_short(value)}")
    return value


def _short(value: int) -> str:
    return str(value) if -(10**20) < value < 10**20 else "a number of over 20 digits"
