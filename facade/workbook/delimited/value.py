"""What the text of a field is as a value, and a value as the text of a field. The rules stand in docs/csv.md.

Text becomes a value only where the value says all that the text said: no leading zero, sign, unit, exponent without a
point or sign, and no order of day and month is lost or guessed.
"""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from decimal import Decimal
from typing import Final, NamedTuple, TypeAlias, final

from ...value import CellError, RichText, Scalar
from ..model.number_format import DATE_KINDS
from ..xlsx.date import from_serial, to_serial

DATE_FORMAT: Final = "yyyy-mm-dd"
MOMENT_FORMAT: Final = "yyyy-mm-dd h:mm:ss"

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,14}")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,19})?\.[0-9]{1,20}")
_SCIENTIFIC: Final = re.compile(r"-?[0-9](?:\.[0-9]{1,20})?[eE][-+][0-9]{1,3}|-?[0-9]\.[0-9]{1,20}[eE][0-9]{1,3}")
_MOMENT: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3}))?)?)?"
)
_WORDS: Final = {word: word.upper() == "TRUE" for word in ("TRUE", "True", "true", "FALSE", "False", "false")}
_FIRST: Final = frozenset("-.0123456789")
_SURE: Final = 13
"""A decimal of so many characters has at most 15 digits, and an exponent that keeps it from zero and infinity."""
_FIRST_YEAR: Final = 1900
"""Serials begin there; an earlier date is text."""
_PLAIN_EXPONENTS: Final = range(-7, 21)
"""Floats of these decimal exponents are written without one: an exponent-like text may be an id."""
_MEMO: Final = 1 << 16


class Moment(NamedTuple):
    """A date as a cell holds it: the serial, and the format that shows it as it was written."""

    serial: int | float
    code: str


Value: TypeAlias = "bool | int | float | str | Moment | None"


def value_of(text: str) -> Value:
    """The value that a field's text is; the text itself where no rule says otherwise; None for no text."""
    if not text:
        return None
    if text[0] not in _FIRST:
        return _WORDS.get(text, text)
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) or _SCIENTIFIC.fullmatch(text):
        number = float(text)
        return number if _is_exact(number, text) else text
    moment = _MOMENT.fullmatch(text)
    return text if moment is None else _moment(moment) or text


def _is_exact(number: float, text: str) -> bool:
    """Whether the number, written out, is the number that was read: not of more digits than a float can tell apart."""
    if len(text) <= _SURE and number:
        return True
    return number - number == 0.0 and Decimal(repr(number)) == Decimal(text) and not (number == 0 and text[0] == "-")


def _moment(match: re.Match[str]) -> Moment | None:
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    try:
        at = datetime(year, month, day, hour, minute, second, int((match[7] or "0").ljust(3, "0")) * 1000)  # noqa: DTZ001
    except ValueError:
        return None
    if year < _FIRST_YEAR:
        return None
    return Moment(to_serial(at, epoch_1904=False), DATE_FORMAT if match[4] is None else MOMENT_FORMAT)


@final
class Values(dict[str, Value]):
    """Values by text, remembered: most columns repeat themselves. dates: whether one of them was a date."""

    def __init__(self) -> None:
        super().__init__()
        self.dates = False

    def __missing__(self, text: str) -> Value:
        value = value_of(text)
        if type(value) is Moment:
            self.dates = True
        if len(self) < _MEMO:
            self[text] = value
        return value


def text_of(value: Scalar, kind: str, *, epoch_1904: bool) -> str:
    """A value of the model as a field: ISO 8601 dates, TRUE and FALSE, an error's code; kind is its format's."""
    if value is None:
        return ""
    if type(value) is bool:
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _dated(value, kind, epoch_1904=epoch_1904) if kind in DATE_KINDS else number_text(value)
    return str(value) if isinstance(value, CellError | RichText) else value


def number_text(number: float) -> str:
    """A number without an exponent where that stays short: 5, 0.1, 1e+30."""
    if isinstance(number, int):
        return str(number)
    exact = Decimal(repr(number))
    if exact.is_zero():
        return "0"
    if exact.adjusted() not in _PLAIN_EXPONENTS:
        return repr(number)
    plain = f"{exact:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _dated(serial: float, kind: str, *, epoch_1904: bool) -> str:
    try:
        at = from_serial(serial, epoch_1904=epoch_1904, duration=kind == "duration")
    except (OverflowError, ValueError):
        return number_text(serial)
    if isinstance(at, timedelta):
        return _duration(at)
    if isinstance(at, time):
        return at.isoformat(_precision(at.microsecond))
    if kind == "date" and at.time() == time():
        return at.date().isoformat()
    return at.isoformat(timespec=_precision(at.microsecond))


def _precision(microsecond: int) -> str:
    return "milliseconds" if microsecond else "seconds"


def _duration(span: timedelta) -> str:
    """Hours, minutes and seconds, however many hours."""
    sign, span = ("-", -span) if span < timedelta() else ("", span)
    seconds, rest = divmod(span, timedelta(seconds=1))
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    part = f".{rest // timedelta(milliseconds=1):03d}" if rest else ""
    return f"{sign}{hour}:{minute:02d}:{second:02d}{part}"
