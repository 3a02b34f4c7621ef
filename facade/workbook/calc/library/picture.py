"""Format codes of TEXT: what a value looks like, wherever that is sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..value import VALUE, FaultError, UnknownError, text_of_number
from .string import limited

if TYPE_CHECKING:
    from ...display.token import Section

_MAX_CODE: Final = 255
"""Characters of a format code in Excel."""
_CODE: Final = re.compile(
    r'(?:"[^"]*"|\\.|_.|\[(?:h+|m+|s+|black|blue|cyan|green|magenta|red|white|yellow|\$-0?409|'
    r"(?:[<>]=?|=|<>)-?\d{1,9}(?:\.\d{1,9})?)\]"
    r"|general|am/pm|e[+-]|(?:yyyy|yy)(?!y)|m{1,5}(?!m)|d{1,4}(?!d)|h{1,2}(?!h)|s{1,2}(?!s)"
    r"|[0#?.,%/@;$\-+():^&'~{}<>= €£¥¢])*",
    re.IGNORECASE | re.DOTALL,
)
"""Codes whose meaning is known: no eras, no languages, no letters that are not put in quotes."""
_DIGITS: Final = re.compile(r"[0#?]+(?:,[0#?]+)*,*(?:\.[0#?]*)?,*%?|\.[0#?]+%?|0(?:\.0+)?E[+-]0+|%?")
"""What may stand among the literals of a section of digits."""
_DAY_S: Final = 86_400
_LAST_DAY: Final = 2_958_465
_NEAR: Final = 1e-15
_MAX_SIZE: Final = 1e21
_MAX_DECIMALS: Final = 3
_MAX_GENERAL: Final = 11
"""Characters of a number under General, where it is not cut off."""


def of_text(value: str, code: str) -> str:
    """A text under a format code."""
    from ...display import formatter

    parts = _sections(code)
    if any(part.has("general") for part in parts):
        raise UnknownError("shows text under a format that is not computed")
    return limited(formatter(_literal(code))(value))


def of_number(value: float, code: str, *, epoch_1904: bool) -> str:
    """A number under a format code."""
    from ...display import formatter
    from ...display.section import is_clock

    parts = _sections(code)
    clocks = [part for part in parts if is_clock(part)]
    _require_sure(value, parts, clocks)
    if clocks and not 0 <= value < _LAST_DAY + 1:
        if len(parts) > 1 or epoch_1904:
            raise UnknownError("shows a number as a date that there is not")
        raise FaultError(VALUE)
    show = formatter(_literal(code), epoch_1904=epoch_1904)
    found = show(value)
    if float(f"{value:.15g}") != value and not show(value * (1 - _NEAR)) == show(value * (1 + _NEAR)) == found:
        raise UnknownError("rounds a number at its sixteenth digit")
    if "#" in found or (value < 0 and not any("1" <= one <= "9" for one in found)):
        raise UnknownError("shows a number that its format hides")
    return limited(found)


def _literal(code: str) -> str:
    """A code that is not taken for that of a built-in format, which may show otherwise."""
    return f"[black]{code}"


def _sections(code: str) -> list[Section]:
    """The sections of a code whose meaning is known."""
    from ...display.section import is_clock, is_text
    from ...display.token import UnreadableError, sections

    if not code or len(code) > _MAX_CODE or not _CODE.fullmatch(code):
        raise _unknown()
    try:
        parts = sections(code)
    except UnreadableError:
        raise _unknown() from None
    if any(is_text(part) for part in parts[:-1]) or (len(parts) < 3 and not all(part.tokens for part in parts)):
        raise _unknown()
    for part in parts:
        if is_clock(part):
            _require_clock(part)
        else:
            _require_digits(part)
    return parts


def _unknown() -> UnknownError:
    return UnknownError("shows a value under a format that is not computed")


def _require_digits(part: Section) -> None:
    signs = "".join(token.text for token in part.tokens if token.kind not in ("literal", "at", "general"))
    mixed = part.has("at") + part.has("general") + bool(signs) > 1
    if mixed or not _DIGITS.fullmatch(signs) or ("?" in signs and "," in signs):
        raise _unknown()


def _require_clock(part: Section) -> None:
    if part.has("at", "general", "exponent", "percent") or (part.has("digit") and _decimals(part) == 0):
        raise _unknown()
    if _decimals(part) > _MAX_DECIMALS or sum(token.kind == "digit" for token in part.tokens) != _decimals(part):
        raise _unknown()


def _decimals(part: Section) -> int:
    """How many zeros stand behind the seconds and their point."""
    shown = "".join(token.text if token.kind in ("date", "elapsed", "point", "digit") else " " for token in part.tokens)
    match = re.search(r"s\.(0+)", shown, re.IGNORECASE)
    return 0 if match is None else len(match[1])


def _require_sure(value: float, parts: list[Section], clocks: list[Section]) -> None:
    """Raise UnknownError for numbers that Excel may show otherwise."""
    if any(part.has("at", "general") for part in parts) and len(text_of_number(abs(value))) > _MAX_GENERAL:
        raise UnknownError("shows a number of many digits under General")
    if abs(value) >= _MAX_SIZE:
        raise UnknownError("writes a number of very many digits")
    if value < 0 and any(part.condition for part in parts):
        raise UnknownError("shows a number below zero under a condition")
    if value < 0 and len(parts) == 1 and not clocks and not parts[0].has("digit", "general", "at"):
        raise UnknownError("shows a number below zero without a digit")
    for part in clocks:
        _require_moment(value % 1 * _DAY_S, part)


def _require_moment(second: float, part: Section) -> None:
    """Raise UnknownError so near to a border that another day, minute or second may be shown."""
    letters = {token.text[0].lower() for token in part.tokens if token.kind in ("date", "elapsed")}
    if "s" in letters:
        unsure = abs(second * 10 ** _decimals(part) % 1 - 0.5) < 0.02
    elif "h" in letters or part.has("elapsed"):
        unsure = 59.45 < second % 60 < 59.999
    else:
        unsure = second > _DAY_S - 1
    if unsure:
        raise UnknownError("shows a time so near to another")
