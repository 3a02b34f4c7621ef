"""Values inside a formula, and how they stand for one another: numbers for text, text for truth, and so on.

A value is a number (int or float), text, True or False, a CellError, or None for a blank cell. Rules: those of Excel in
English (United States), from its documentation and from values in real files. Where Excel's answer hangs on what is not
known here (a locale, the sixteenth digit), UnknownError is raised instead of a guess.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, Final, NoReturn, final

from ...value import CellError

NULL: Final = "#NULL!"
DIV0: Final = "#DIV/0!"
VALUE: Final = "#VALUE!"
REF: Final = "#REF!"
NAME: Final = "#NAME?"
NUM: Final = "#NUM!"
NA: Final = "#N/A"

MAX_TEXT: Final = 32_767
"""Characters of a text that a cell holds."""
_MAX_PLAIN: Final = 1e15
"""Numbers from here on are not shown with all their digits."""
_MIN_PLAIN: Final = 1e-4
_SURE: Final = 1e-13
"""Numbers that lie further apart than this part of the larger are different, whatever is made of the last digits."""
_SMALLEST: Final = 2.2250738585072014e-308

_NUMBER: Final = re.compile(
    r" *([-+]?) *(\$?) *((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?)(?:[eE]([-+]?\d+))? *(%?) *", re.ASCII
)
_CLOSED: Final = re.compile(r" *\( *(\$?) *((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?) *\) *", re.ASCII)
_NONE: Final = re.compile(r" *[-+.,]{2,}[\d.,]+ *", re.ASCII)
_MONEY: Final = re.compile(r"[-+ ()$%.,\d\t\r\n€£¥¢]*", re.ASCII)
"""Text that some Excel may take for a number though it has none of the forms above."""
_LONGEST_NUMBER: Final = 255
_SORTED: Final = re.compile(r"[A-Za-z0-9 ]*")
"""Text whose order is the same in every locale."""
_PLAIN_FIRST: Final = " _,;:!?.()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
"""First characters in an order of which only this is used: others come before digits, and digits before letters."""


@final
class FaultError(Exception):
    """A formula, or a part of it, gives an error value."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@final
class UnknownError(Exception):
    """A formula is not computed: the reason, as the end of "it ..."."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def fault(code: str) -> NoReturn:
    """Raise the error value."""
    raise FaultError(code)


def number(value: Any) -> float:
    """A value where a number is taken."""
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is int or kind is bool:
        return float(value)
    if value is None:
        return 0.0
    if kind is CellError:
        raise FaultError(value.code)
    return number_of_text(str(value))


def number_of_text(text: str) -> float:
    """The number a text stands for, with a sign, a dollar, commas, a percent; dates and times of the clearest form."""
    if len(text) > _LONGEST_NUMBER:
        raise UnknownError("takes a long text for a number")
    match = _NUMBER.fullmatch(text)
    if match is not None and match[3] not in ("", "."):
        try:
            found = float(match[3].replace(",", "") + (f"e{match[4]}" if match[4] else ""))
        except ValueError:
            raise FaultError(VALUE) from None
        if not isfinite(found):
            raise FaultError(VALUE)
        found = found / 100 if match[5] else found
        return -found if match[1] == "-" else found
    match = _CLOSED.fullmatch(text)
    if match is not None and match[2] not in ("", "."):
        return -float(match[2].replace(",", ""))
    if not any(character.isdigit() for character in text):
        raise FaultError(VALUE)
    from .moment import serial_of_text, texts

    try:
        found = float(serial_of_text(text))
    except FaultError:
        if _MONEY.fullmatch(text) and not _NONE.fullmatch(text) and text == text.strip():
            raise UnknownError("takes text for a number or a date") from None
        raise
    if texts.epoch_1904 and found >= 1:
        raise UnknownError("takes text for a number or a date")
    return found


def integer(value: Any) -> int:
    """A value where a whole number is taken: what lies behind the point is cut off."""
    return int(number(value))


def text(value: Any) -> str:
    """A value where text is taken."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if value is None:
        return ""
    if kind is bool:
        return "TRUE" if value else "FALSE"
    if kind is CellError:
        raise FaultError(value.code)
    return text_of_number(value)


def text_of_number(value: float) -> str:
    """The fifteen digits that Excel shows of a number in text."""
    if type(value) is int or float(value).is_integer():
        if abs(value) < _MAX_PLAIN:
            return str(int(value))
        raise UnknownError("writes a number of many digits as text")
    if not _MIN_PLAIN <= abs(value) < _MAX_PLAIN:
        raise UnknownError("writes a number of many digits as text")
    shown = f"{value:.15g}"
    if "e" in shown:
        shown = f"{value:.20f}".rstrip("0")
    return shown


def truth(value: Any) -> bool:
    """A value where TRUE or FALSE is taken."""
    kind = type(value)
    if kind is bool:
        return value  # type: ignore[no-any-return]
    if kind is str:
        folded = value.upper()
        if folded in ("TRUE", "FALSE"):
            return bool(folded == "TRUE")
        raise FaultError(VALUE)
    return number(value) != 0.0


def finished(value: Any) -> Any:
    """A value as a cell holds it: whole numbers are ints, blank is 0."""
    kind = type(value)
    if kind is float:
        if value.is_integer():
            return int(value) if abs(value) < _MAX_PLAIN else value
        if not isfinite(value):
            return CellError(NUM)
        return 0 if abs(value) < _SMALLEST else value
    if kind is int:
        return value if abs(value) < _MAX_PLAIN else finished(float(value))
    if value is None:
        return 0
    if kind is str and len(value) > MAX_TEXT:
        return CellError(VALUE)
    return value


# Comparing


def compare(left: Any, right: Any) -> int:
    """Below zero, zero, above zero: numbers come before text, text before FALSE and TRUE; case makes no difference."""
    if type(left) is CellError:
        raise FaultError(left.code)
    if type(right) is CellError:
        raise FaultError(right.code)
    if left is None:
        left = _blank_as(right)
    if right is None:
        right = _blank_as(left)
    ranks = _rank(left), _rank(right)
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    if ranks[0] == 0:
        return compare_numbers(left, right)
    if ranks[0] == 1:
        return compare_texts(left, right)
    return int(left) - int(right)


def _blank_as(other: Any) -> Any:
    if type(other) is str:
        return ""
    return False if type(other) is bool else 0


def _rank(value: Any) -> int:
    kind = type(value)
    return 1 if kind is str else 2 if kind is bool else 0


def compare_numbers(left: float, right: float) -> int:
    """Numbers that agree in fifteen digits are equal."""
    if left == right:
        return 0
    gap = abs(left - right)
    size = max(abs(left), abs(right))
    if gap > _SURE * size:
        return -1 if left < right else 1
    shown = f"{left:.14e}", f"{right:.14e}"
    if shown[0] == shown[1]:
        return 0
    if float(shown[0]) == left and float(shown[1]) == right:
        return -1 if left < right else 1
    raise UnknownError("compares numbers that differ in their last digits only")


def same_text(left: str, right: str) -> bool:
    """Whether two texts are equal, but for case."""
    if left == right:
        return True
    if left.isascii() and right.isascii():
        return left.lower() == right.lower()
    if left.lower() == right.lower():
        return True
    if left.casefold() == right.casefold() or left.upper() == right.upper():
        raise UnknownError("compares letters whose case is not the same everywhere")
    return False


def compare_texts(left: str, right: str) -> int:
    """The order of two texts, as far as it is the same in every locale."""
    if same_text(left, right):
        return 0
    if _SORTED.fullmatch(left) and _SORTED.fullmatch(right):
        return -1 if left.lower() < right.lower() else 1
    if not left or not right:
        return -1 if not left else 1
    one, other = left[0].lower(), right[0].lower()
    ranks = _PLAIN_FIRST.find(one), _PLAIN_FIRST.find(other)
    if min(ranks) >= 0 and ranks[0] != ranks[1] and (one.isalnum() or other.isalnum()):
        return -1 if ranks[0] < ranks[1] else 1
    raise UnknownError("puts texts in order that hold more than letters, digits and blanks")
