"""Kinds of arguments with which the calculator was seen to differ from Excel: such results do not count as computed.

It differs where text stands for a number or a date, where a truth value stands for a number or a text, where cells that
a criterion is applied to hold errors, and in which error it gives. Excel also takes numbers for equal that agree in 15
digits, and what is left of a difference for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, islice
from typing import Final, NamedTuple, final

from ...value import CellError, Scalar
from ..formula.external import function_name
from ..formula.token import Kind, Token, tokens

KIND: Final = "has an argument of a kind that is not computed"
NUMERIC_TEXT: Final = re.compile(r"\s*[-+(.$€£¥%]*\s*\d|\s*(?:true|false)\s*\Z", re.IGNORECASE)
"""Text that Excel may take for a number, a date or a truth value."""
_TEXTUAL: Final = """
    LEN UPPER LOWER TRIM CONCATENATE CONCAT EXACT PROPER T CODE CHAR TEXTJOIN COUNTA COUNTBLANK ISTEXT ISNUMBER ISBLANK
    ISNONTEXT ISERROR ISERR ISNA ISLOGICAL TYPE COUNT ROWS COLUMNS ROW COLUMN CLEAN UNICODE
"""
_PARTS: Final = "LEFT RIGHT MID FIND SEARCH SUBSTITUTE REPLACE REPT"
PARTS: Final = frozenset(_PARTS.split())
"""Functions that take text as text, and numbers beside it."""
TEXTUAL: Final = frozenset(_TEXTUAL.split()) | PARTS
"""Functions that take text as text."""
_LOGICAL: Final = "IF IFERROR IFNA IFS AND OR NOT XOR ISLOGICAL ISERROR ISNUMBER ISTEXT ISBLANK"
LOGICAL: Final = frozenset(_LOGICAL.split())
"""Functions that take truth values as such."""
CRITERIA: Final = frozenset({f"{name}IF{many}" for name in ("COUNT", "SUM", "AVERAGE") for many in ("", "S")})
LOOKUPS: Final = frozenset({"VLOOKUP", "HLOOKUP", "MATCH", "XLOOKUP", "XMATCH", "NA"})
_OPERATOR: Final = re.compile(r"[-+*/^<>=%]")
_EQUAL: Final = re.compile(r"(?<![<>])=|<>")
_LEAP_BUG: Final = re.compile(r"DATE\(\s*(?:19)?00?\s*,", re.IGNORECASE)
"""A date of the year 1900, whose February Excel gives 29 days."""
_NEARLY_NOTHING: Final = 1e-12
_MAX_LOOKED_AT: Final = 200_000


_MAX_DIGITS: Final = 15
"""Significant digits that Excel shows of a number in text."""


@final
class _Words(NamedTuple):
    """What a formula is made of. operators are those that take numbers; compares: text that begins with <, > or =;
    equals: two values are compared for equality, none of them a text; decimals: numbers that are not whole;
    early: a date of the year 1900."""

    functions: frozenset[str]
    operators: bool
    divides: bool
    joins: bool
    compares: bool
    adds: bool
    equals: bool
    decimals: bool
    early: bool


@lru_cache(maxsize=4096)
def _words(text: str) -> _Words:
    found = tokens(text)
    others = "".join(token.text for token in found if token.kind is Kind.OTHER)
    return _Words(
        functions=frozenset(function_name(token) for token in found if token.kind is Kind.FUNCTION),
        operators=_OPERATOR.search(others) is not None,
        divides="/" in others,
        joins="&" in others,
        compares=any(token.kind is Kind.STRING and token.text[1:2] in ("<", ">", "=") for token in found),
        adds="+" in others or "-" in others,
        equals=_compares_numbers(found),
        early=_LEAP_BUG.search(text) is not None,
        decimals=any(token.kind is Kind.NUMBER and not token.text.isdecimal() for token in found) or "/" in others,
    )


def _compares_numbers(found: list[Token]) -> bool:
    for place, token in enumerate(found):
        if token.kind is Kind.OTHER and _EQUAL.search(token.text) is not None:
            beside = found[max(place - 1, 0) : place + 2]
            if not any(other.kind is Kind.STRING for other in beside):
                return True
    return False


@final
class Arguments:
    """Of one formula. cells(True) gives the values of the single cells it reads, cells(False) those of the cells in
    ranges, without blanks; singles is how many single cells it reads."""

    def __init__(self, text: str, singles: int, cells: Callable[[bool], Iterable[Scalar]]) -> None:
        self._words = _words(text)
        self._singles = singles
        self._cells = cells

    def problem(self, found: Scalar) -> str | None:
        """Why a result is not to be believed; None if it is."""
        words = self._words
        if words.early or (words.equals and words.decimals):
            return KIND
        if words.adds and isinstance(found, float) and abs(found) < _NEARLY_NOTHING:
            return KIND
        criteria = bool(words.functions & CRITERIA)
        code = found.code if isinstance(found, CellError) else None
        known = code is None or self._is_own(code)
        values = list(self._cells(True))
        if criteria and words.compares and len(values) < self._singles:  # "<=" & a blank cell
            return KIND
        if not all(type(value) is int for value in values) and any(
            self._is_odd(value, criteria=criteria) for value in values
        ):
            return KIND
        if known and not criteria and not words.equals:
            return None
        for value in chain(values, islice(self._cells(False), _MAX_LOOKED_AT)):
            if isinstance(value, CellError):
                if criteria:
                    return KIND
                known = known or value.code == code
            elif words.equals and isinstance(value, float) and not value.is_integer():
                return KIND
        return None if known else KIND

    def _is_own(self, code: str) -> bool:
        """Whether the formula itself may give the error."""
        words = self._words
        return (code == "#DIV/0!" and words.divides) or (code == "#N/A" and bool(words.functions & LOOKUPS))

    def _is_odd(self, value: Scalar, *, criteria: bool) -> bool:
        words = self._words
        if isinstance(value, bool):
            return words.operators or words.joins or not words.functions <= LOGICAL
        if isinstance(value, str):
            if criteria and words.compares:
                return True
            plain = words.functions <= TEXTUAL and not (words.functions & PARTS and self._singles > 1)
            return (words.operators or not plain) and NUMERIC_TEXT.match(value) is not None
        if isinstance(value, float) and (words.joins or words.functions & TEXTUAL):
            return len(repr(value).lower().partition("e")[0].replace(".", "").strip("-0")) > _MAX_DIGITS
        return False
