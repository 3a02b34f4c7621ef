"""Whether a formula may be given to the calculator, and why not: only what it was seen to compute as Excel does.

A formula is read as that of a plain cell, which takes one value: where it names several cells in a place that takes one
value, Excel takes the one in its own row or column, and the calculator would not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias, final

from ..formula.external import function_name
from ..formula.token import Kind, Token, tokens
from .argument import CRITERIA, KIND, LOGICAL, NUMERIC_TEXT, TEXTUAL
from .calculator import is_understood
from .function import ARRAY, EXACT, MOST, RANGES, TRUTHS, takes_range

NameKind: TypeAlias = Literal["value", "cells"]
"""What a defined name stands for: one cell, or several cells."""

_TOO_DEEP: Final = 64
_TOO_MANY: Final = 255
_NOT_ON_ARRAYS: Final = frozenset({"IF", "IFS", "IFERROR", "IFNA", "SWITCH", "INDEX", "CHOOSE"})
_WORDS: Final = {"@": "uses @", "#": "reads a spilled range", ":": "makes a range of references"}


class NotTakenError(Exception):
    """Why a formula is not given to the calculator, as the end of "it ..."."""


@final
class Judge:
    """name_kind: what a defined name of the workbook stands for; None where that is not known."""

    def __init__(self, name_kind: Callable[[str], NameKind | None]) -> None:
        self._name_kind = name_kind

    def reason(self, text: str) -> str | None:
        """None for a formula, without its equals sign, that may be computed."""
        try:
            _Reading(tokens(text), self._name_kind).run()
        except NotTakenError as reason:
            return str(reason)
        return None if is_understood(text) else "is not complete"


class _Open(NamedTuple):
    """An open parenthesis: of which function ("" for none), at which argument, inside of an array function or not."""

    function: str
    argument: int
    array: bool
    ranges: int = 0


@final
class _Reading:
    """One formula, token after token. before is the last character that is no space, "x" for an operand."""

    def __init__(self, found: list[Token], name_kind: Callable[[str], NameKind | None]) -> None:
        self._found = found
        self._name_kind = name_kind
        self._open: list[_Open] = []
        self._before = ""
        self._function = ""
        self._last = ""
        self._spaced = self._prefixed = False

    def run(self) -> None:
        """Raises NotTakenError."""
        self._check_criteria()
        for place, token in enumerate(self._found):
            if token.kind is Kind.OTHER:
                self._characters(token.text)
                continue
            if self._before == "x" or (self._spaced and self._before == ")"):
                raise NotTakenError("intersects ranges")
            self._operand(token, self._following(place))
            if token.kind is Kind.FUNCTION:
                self._before = "f"
            elif token.kind is not Kind.PREFIX:
                self._before, self._last = "x", token.text
            self._prefixed = token.kind is Kind.PREFIX
        if self._open:
            raise NotTakenError("is not complete")

    def _check_criteria(self) -> None:
        """What is unequal to something is counted otherwise than Excel does, wherever the text stands."""
        unequal = any(token.kind is Kind.STRING and token.text.startswith('"<>') for token in self._found)
        functions = {function_name(token) for token in self._found if token.kind is Kind.FUNCTION}
        if unequal and functions & CRITERIA:
            raise NotTakenError(KIND)

    def _following(self, place: int) -> str:
        """The next character that is no space."""
        for token in self._found[place + 1 :]:
            text = token.text.strip(" \t\r\n")
            if text:
                return text[0]
        return ""

    def _operand(self, token: Token, following: str) -> None:
        kind, text = token.kind, token.text
        if kind is Kind.FUNCTION:
            self._call(function_name(token))
        elif kind is Kind.PREFIX:
            if "[" in text or ":" in text:
                raise NotTakenError("reads another workbook, or several sheets at once")
        elif kind is Kind.STRUCTURED:
            raise NotTakenError("names cells of a table")
        elif kind is Kind.STRING:
            self._string(text[1:-1], following)
        elif kind is Kind.NAME and text.upper() in ("TRUE", "FALSE"):
            self._truth()
        elif kind in (Kind.COLUMNS, Kind.ROWS) or (kind is Kind.CELL and ":" in text):
            self._range(following)
        elif kind is Kind.NAME:
            found = None if self._prefixed else self._name_kind(text)
            if found is None:
                raise NotTakenError(f"uses the name {text[:60]}, which is not computed")
            if found == "cells":
                self._range(following)

    def _call(self, name: str) -> None:
        if name not in RANGES:
            raise NotTakenError(f"uses {name[:40]}, which is not computed")
        self._function = name

    def _string(self, text: str, following: str) -> None:
        """Text that reads like a number is taken for one in some places."""
        function, argument = (self._open[-1] if self._open else _Open("", 0, False))[:2]
        if function in CRITERIA:
            if text in ("", "=", "<", ">", "<=", ">=") and following in (",", ")"):
                raise NotTakenError(KIND)
            return
        plain = function in TEXTUAL or (function == "TEXT" and argument == 1)
        if NUMERIC_TEXT.match(text) is not None and not (plain and following in ",)"):
            raise NotTakenError(KIND)

    def _truth(self) -> None:
        function, argument = (self._open[-1] if self._open else _Open("", 0, False))[:2]
        if function and function not in LOGICAL and argument not in (EXACT.get(function), TRUTHS.get(function)):
            raise NotTakenError(KIND)

    def _range(self, following: str) -> None:
        """Several cells, which must be a whole argument that takes them."""
        function, argument, array, _ = self._open[-1] if self._open else _Open("", 0, False)
        if array:
            self._open = [one._replace(ranges=one.ranges + 1) for one in self._open]
            return
        whole = self._before in ("(", ",") and following in (",", ")")
        if not function or not whole or not takes_range(function, argument):
            raise NotTakenError("takes one value of several cells")

    def _characters(self, text: str) -> None:
        for character in text:
            self._spaced = character in " \t\r\n"
            if self._spaced:
                continue
            if character == "(":
                self._enter()
            elif character == ",":
                self._next()
            elif character == ")":
                self._leave()
            elif character in "{};@:#":
                raise NotTakenError(_WORDS.get(character, "holds an array"))
            self._before = character

    def _enter(self) -> None:
        if len(self._open) >= _TOO_DEEP:
            raise NotTakenError("is nested too deep")
        function = self._function if self._before == "f" else ""
        array = bool(self._open and self._open[-1].array) or function in ARRAY
        if array and function in _NOT_ON_ARRAYS:
            raise NotTakenError(f"uses {function} on arrays")
        self._open.append(_Open(function, 0, array))

    def _next(self) -> None:
        if not self._open or not self._open[-1].function:
            raise NotTakenError("uses a union")
        if self._before in ("(", ","):
            raise NotTakenError("leaves an argument empty")
        open_ = self._open[-1]
        self._check_array(open_)
        self._open[-1] = open_._replace(argument=open_.argument + 1, ranges=0)

    @staticmethod
    def _check_array(open_: _Open) -> None:
        if open_.function in ARRAY and not open_.ranges:
            raise NotTakenError(KIND)

    def _leave(self) -> None:
        if not self._open:
            raise NotTakenError("is not complete")
        open_ = self._open.pop()
        if self._before == "," or (self._before == "(" and not open_.function):
            raise NotTakenError("leaves an argument empty")
        self._check_array(open_)
        if open_.argument >= MOST.get(open_.function, _TOO_MANY):
            raise NotTakenError(f"uses {open_.function} with so many arguments")
        exact = EXACT.get(open_.function)
        if exact is not None and (open_.argument != exact or self._last.upper() not in ("0", "FALSE")):
            raise NotTakenError(f"uses {open_.function} for the nearest match")
