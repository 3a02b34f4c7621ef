"""Numbers and dates out of text: what a macro calls when text should have been a value."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Final

from ...errors import ArgumentError, CellValueError

MAX_TEXT: Final = 100
"""Longer text is no number or date that a person wrote; it also bounds the work of the patterns below."""

_CURRENCY = r"[$€£¥₹₩₽₺₪฿]"
_NUMBER = re.compile(
    rf"(?P<open>\()?\s*(?P<sign1>[-+\u2212])?\s*(?:{_CURRENCY}\s*)?(?P<sign2>[-+\u2212])?"
    r"(?P<digits>[0-9][0-9.,'\u00a0\u202f ]*|\.[0-9]+)(?P<power>[eE][-+]?[0-9]{1,3})?"
    rf"\s*(?P<percent>%)?\s*(?:{_CURRENCY})?(?P<sign3>-)?\s*(?P<close>\))?"
)
_GROUPED = {
    ",": re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+"),
    ".": re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+"),
    " ": re.compile(r"[0-9]{1,3}(?: [0-9]{3})+"),
    "'": re.compile(r"[0-9]{1,3}(?:'[0-9]{3})+"),
}


def parse_number(text: str) -> int | float:
    """The number that text such as "15%", "$1,234.50", "(1,234)" or "1.234,56" writes: 0.15, 1234.5, -1234, 1234.56.

    An int where the text has neither fraction, power nor percent. A comma alone groups thousands ("1,234"); where it
    cannot ("1,5"), the text could mean two things and is refused. Raises CellValueError for text that is no number.
    """
    if type(text) is not str:
        raise ArgumentError("parse_number takes text", hint="a number needs no parsing")
    number = read_number(text)
    if number is None:
        raise CellValueError(
            f"{_shown(text)} is not a number that can be read in one way",
            hint='it reads "1234.5", "1,234.50", "1.234,56", "15%", "$12", "(12)" and "-12"',
        )
    return number


def read_number(text: str) -> int | float | None:
    """As parse_number, with None for text that is no number."""
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= MAX_TEXT else None
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    signs = [sign for sign in match.group("sign1", "sign2", "sign3") if sign]
    plain = _plain(match["digits"].rstrip(" \u00a0\u202f"))
    if plain is None or len(signs) + bool(match["open"]) > 1:
        return None
    number = Decimal(plain + (match["power"] or ""))
    if match["percent"]:
        number /= 100
    if match["open"] or (signs and signs[0] != "+"):
        number = -number
    if "." in plain or match["power"] or match["percent"]:
        return float(number)
    return int(number)


def _plain(digits: str) -> str | None:
    """Digits with at most one point, from digits with separators; None where they could mean two things."""
    text = digits.replace("\u00a0", " ").replace("\u202f", " ")
    marks = [mark for mark in text if not mark.isdigit()]
    kinds = list(dict.fromkeys(marks))
    if not kinds:
        return text
    if len(kinds) > 2 or (len(kinds) == 2 and marks.count(kinds[1]) > 1):
        return None
    if len(kinds) == 2:
        head, _, tail = text.partition(kinds[1])
        if kinds[1] not in ".," or not _GROUPED[kinds[0]].fullmatch(head) or not tail:
            return None
        return head.replace(kinds[0], "") + "." + tail
    if kinds[0] == "." and len(marks) == 1:
        return text
    return text.replace(kinds[0], "") if _GROUPED[kinds[0]].fullmatch(text) else None


_TIME = (
    r"(?:[T ]+(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.(?P<part>[0-9]{1,6}))?)?"
    r"\s*(?P<half>[AaPp][Mm])?)?"
)
_FIGURES = re.compile(rf"(?P<a>[0-9]{{1,4}})(?P<mark>[-/. ])(?P<b>[0-9]{{1,2}})(?P=mark)(?P<c>[0-9]{{1,4}}){_TIME}")
_DAY_FIRST = re.compile(
    rf"(?P<day>[0-9]{{1,2}})[-/. ]+(?P<month>[A-Za-z]{{3,9}})\.?,?[-/. ]+(?P<year>[0-9]{{4}}){_TIME}"
)
_MONTH_FIRST = re.compile(
    rf"(?P<month>[A-Za-z]{{3,9}})\.?[-/. ]+(?P<day>[0-9]{{1,2}}),?[-/. ]+(?P<year>[0-9]{{4}}){_TIME}"
)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_ORDERS: Final = ("dmy", "mdy", "ymd")


def parse_date(text: str, order: str | None = None) -> dt.date | dt.datetime:
    """The date that text writes, a datetime where it has a time of day.

    order is "dmy", "mdy" or "ymd": 03/04/2024 is read by it and refused without it. A year of four digits in front
    ("2024-03-04") and a month by its English name ("4 Mar 2024") need none. Two-digit years are 1930 to 2029, as in
    Excel. Raises CellValueError for text that is no date.
    """
    if type(text) is not str:
        raise ArgumentError("parse_date takes text", hint="a date value needs no parsing")
    if order is not None and (type(order) is not str or order not in _ORDERS):
        raise ArgumentError("the order of a date is one of 'dmy', 'mdy', 'ymd'")
    trimmed = text.strip()
    match = None
    if len(trimmed) <= MAX_TEXT:
        match = _FIGURES.fullmatch(trimmed) or _DAY_FIRST.fullmatch(trimmed) or _MONTH_FIRST.fullmatch(trimmed)
    try:
        if match is not None:
            return _with_time(match, _day(match, order, text))
    except ValueError as error:
        if type(error) is CellValueError:
            raise
    raise CellValueError(
        f"{_shown(text)} is not a date",
        hint='it reads "2024-03-04", "2024-03-04 15:30", "04/03/2024" with its order, "4 Mar 2024"',
    )


def _day(match: re.Match[str], order: str | None, text: str) -> dt.date:
    if "a" not in match.groupdict():
        month = [index for index, name in enumerate(_MONTHS, 1) if name.startswith(match["month"].lower())]
        if not month:
            raise ValueError(match["month"])
        return dt.date(int(match["year"]), month[0], int(match["day"]))
    figures = match.group("a", "b", "c")
    if len(figures[0]) == 4:
        order = "ymd"
    elif order is None:
        raise CellValueError(
            f"{_shown(text)} could be read in several orders",
            hint="say which: parse_date(text, 'dmy') or parse_date(text, 'mdy')",
        )
    parts = dict(zip(order, figures, strict=True))
    if len(parts["y"]) not in (2, 4) or max(len(parts["m"]), len(parts["d"])) > 2:
        raise ValueError(text)
    year = int(parts["y"])
    if len(parts["y"]) == 2:
        year += 2000 if year < 30 else 1900
    return dt.date(year, int(parts["m"]), int(parts["d"]))


def _with_time(match: re.Match[str], day: dt.date) -> dt.date | dt.datetime:
    if match["hour"] is None:
        return day
    hour = int(match["hour"])
    if half := match["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if half in ("PM", "pm", "Pm", "pM") else 0)
    micro = int((match["part"] or "0").ljust(6, "0"))
    return dt.datetime(day.year, day.month, day.day, hour, int(match["minute"]), int(match["second"] or 0), micro)  # noqa: DTZ001


def _shown(text: str) -> str:
    return ascii(text[:40]) if len(text) <= 40 else ascii(text[:40]) + "..."
