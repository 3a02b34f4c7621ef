"""Formulas read into trees, once for all that differ in the rows of their references only."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias, final

from ..formula.external import function_name
from ..formula.outline import DIGITS
from ..formula.sheet_prefix import read_prefix
from ..formula.token import Kind, Token, tokens
from ..model.rect import MAX_COLUMNS, MAX_ROWS, column_index
from .value import UnknownError

_TOO_DEEP: Final = 64
_TOO_LONG: Final = 8192


@final
class Literal(NamedTuple):
    """A number, a text, TRUE, FALSE or an error code."""

    value: object


@final
class ErrorCode(NamedTuple):
    """#REF! and the like."""

    code: str


@final
class Missing(NamedTuple):
    """An argument that is left empty."""


@final
class CellRef(NamedTuple):
    """A cell: its sheet or "", which row of the text's, its column."""

    sheet: str
    row: int
    col0: int


@final
class RangeRef(NamedTuple):
    """Cells of sheets first to last ("" for the own). Rows are those of the text's; -1 for whole columns."""

    first: str
    last: str
    row0: int
    col0: int
    row1: int
    col1: int


@final
class NameRef(NamedTuple):
    """A defined name, of a sheet or "" """

    sheet: str
    name: str


@final
class Prefixed(NamedTuple):
    """One operand behind an operator: - or + or @."""

    operator: str
    operand: Node


@final
class Percent(NamedTuple):
    """A number of hundredths."""

    operand: Node


@final
class Chain(NamedTuple):
    """Operands of one precedence, from left to right: first, then (operator, operand)."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@final
class Call(NamedTuple):
    """A function by its name in upper case, without prefixes of files."""

    name: str
    arguments: tuple[Node, ...]


@final
class Constant(NamedTuple):
    """An array in braces."""

    rows: tuple[tuple[object, ...], ...]


@final
class Several(NamedTuple):
    """A union of references."""

    items: tuple[Node, ...]


@final
class Between(NamedTuple):
    """References joined by ":" or by a blank."""

    operator: str
    left: Node
    right: Node


Node: TypeAlias = (
    "Literal | ErrorCode | Missing | CellRef | RangeRef | NameRef | Prefixed | Percent | Chain | Call | Constant"
    " | Several | Between"
)

_LEVELS: Final = (("=", "<", ">", "<=", ">=", "<>"), ("&",), ("+", "-"), ("*", "/"), ("^",))
_OPERATORS: Final = ("<=", ">=", "<>")
_FIXED: Final = re.compile(r"\$[0-9]")
_LITERAL: Final = frozenset({Kind.NUMBER, Kind.STRING, Kind.ERROR})


@final
class Outline(NamedTuple):
    """A formula and the numbers of the rows that it names, in order, counted from 0; relative: those without a $."""

    tree: Node
    rows: tuple[int, ...]
    relative: tuple[bool, ...]


def parse(text: str) -> Outline:
    """Raises UnknownError for what cannot be read."""
    if len(text) > _TOO_LONG:
        raise UnknownError("is too long")
    reader = _Parser(tokens(text))
    tree = reader.whole()
    return Outline(tree, tuple(reader.rows), tuple(reader.relative))


@final
class _Parser:
    """One formula. Pieces are (kind or None, text): OTHER tokens come as single operators."""

    def __init__(self, found: list[Token]) -> None:
        self._pieces = list(_pieces(found))
        self._at = 0
        self._depth = 0
        self.rows: list[int] = []
        self.relative: list[bool] = []

    def whole(self) -> Node:
        """The whole text as one expression."""
        tree = self._level(0)
        if self._peek() != "":
            raise UnknownError("is not complete")
        return tree

    def _peek(self) -> str:
        """The operator that comes next; "x" for an operand, "" at the end. A blank only between two references."""
        while self._at < len(self._pieces):
            kind, text = self._pieces[self._at]
            if kind is not None:
                return "x"
            if text != " ":
                return text
            self._at += 1
        return ""

    def _take(self) -> tuple[Kind | None, str]:
        self._peek()
        piece = self._pieces[self._at]
        self._at += 1
        return piece

    def _level(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._signed()
        first = self._level(level + 1)
        rest: list[tuple[str, Node]] = []
        while (operator := self._peek()) in _LEVELS[level] and operator:
            self._take()
            rest.append((operator, self._level(level + 1)))
        return Chain(first, tuple(rest)) if rest else first

    def _signed(self) -> Node:
        operator = self._peek()
        if operator in ("-", "+", "@") and operator:
            self._take()
            self._enter()
            operand = self._signed()
            self._depth -= 1
            return Prefixed(operator, operand)
        return self._postfix()

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _TOO_DEEP:
            raise UnknownError("is nested too deep")

    def _postfix(self) -> Node:
        found = self._joined()
        while self._peek() == "%":
            self._take()
            found = Percent(found)
        if self._peek() == "#":
            raise UnknownError("reads a spilled range")
        return found

    def _joined(self) -> Node:
        found = self._operand()
        while True:
            spaced = self._at < len(self._pieces) and self._pieces[self._at] == (None, " ")
            following = self._peek()
            if following == ":":
                self._take()
                found = Between(":", found, self._operand())
            elif spaced and following in ("x", "(") and _is_reference(found):
                found = Between(" ", found, self._operand())
            else:
                return found

    def _operand(self) -> Node:
        following = self._peek()
        if following == "(":
            return self._parentheses()
        if following == "{":
            return self._constant()
        if following != "x":
            raise UnknownError("is not complete")
        kind, text = self._take()
        assert kind is not None
        if kind in _LITERAL:
            return _literal(kind, text)
        first = last = ""
        if kind is Kind.PREFIX:
            book, first, last = read_prefix(text)
            if book not in ("", "[0]"):
                if not first or first != last:
                    raise UnknownError("reads another workbook")
                first = last = book + first
            if self._peek() != "x":
                raise UnknownError("is not complete")
            kind, text = self._take()
            assert kind is not None
            if kind is Kind.ERROR:
                return ErrorCode(text.upper())
        if kind is Kind.FUNCTION:
            return self._call(function_name(Token(kind, text, 0, 0)))
        if kind is Kind.STRUCTURED:
            raise UnknownError("names cells of a table")
        if kind is Kind.NAME:
            if text.upper() in ("TRUE", "FALSE") and not first:
                return Literal(text.upper() == "TRUE")
            if first.startswith("["):
                raise UnknownError("reads another workbook")
            return NameRef(first, text)
        return self._reference(text, kind, first, last)

    def _parentheses(self) -> Node:
        self._take()
        self._enter()
        items = [self._level(0)]
        while self._peek() == ",":
            self._take()
            items.append(self._level(0))
        self._close()
        return items[0] if len(items) == 1 else Several(tuple(items))

    def _close(self) -> None:
        if self._peek() != ")":
            raise UnknownError("is not complete")
        self._take()
        self._depth -= 1

    def _call(self, name: str) -> Node:
        self._take()
        self._enter()
        if self._peek() == ")":
            self._close()
            return Call(name, ())
        arguments = [self._argument()]
        while self._peek() == ",":
            self._take()
            arguments.append(self._argument())
        self._close()
        return Call(name, tuple(arguments))

    def _argument(self) -> Node:
        return Missing() if self._peek() in (",", ")") else self._level(0)

    def _constant(self) -> Node:
        self._take()
        rows: list[tuple[object, ...]] = []
        row: list[object] = []
        while True:
            row.append(self._element())
            following = self._take()[1]
            if following in (";", "}"):
                rows.append(tuple(row))
                row = []
            elif following != ",":
                raise UnknownError("is not complete")
            if following == "}":
                if len({len(one) for one in rows}) != 1:
                    raise UnknownError("holds an array whose rows differ")
                return Constant(tuple(rows))

    def _element(self) -> object:
        sign = self._peek()
        if sign in ("-", "+"):
            self._take()
        if self._peek() != "x":
            raise UnknownError("is not complete")
        kind, text = self._take()
        if kind is Kind.NAME and text.upper() in ("TRUE", "FALSE"):
            return text.upper() == "TRUE"
        if kind not in _LITERAL or kind is None:
            raise UnknownError("holds an array of more than constants")
        found = _literal(kind, text)
        if isinstance(found, ErrorCode):
            return found
        if sign == "-" and isinstance(found.value, float):
            return -found.value
        return found.value

    def _reference(self, text: str, kind: Kind, first: str, last: str) -> Node:
        left, _, right = text.partition(":")
        if kind is Kind.COLUMNS:
            low, high = sorted((_column(left), _column(right)))
            return RangeRef(first, last, -1, low, -1, high)
        if kind is Kind.ROWS:
            return RangeRef(first, last, self._row(left), 0, self._row(right), MAX_COLUMNS - 1)
        row, column = self._row(left), _column(left)
        if not right and first == last:
            return CellRef(first, row, column)
        if not right:
            return RangeRef(first, last, row, column, row, column)
        low, high = sorted((column, _column(right)))
        return RangeRef(first, last, row, low, self._row(right), high)

    def _row(self, end: str) -> int:
        digits = end.rpartition("$")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        row = int(digits) - 1
        if not 0 <= row < MAX_ROWS:
            raise UnknownError("names a row that no sheet has")
        self.rows.append(row)
        self.relative.append(_FIXED.search(end) is None)
        return len(self.rows) - 1


def _column(end: str) -> int:
    found = column_index("".join(filter(str.isalpha, end)))
    if found >= MAX_COLUMNS:
        raise UnknownError("names a column that no sheet has")
    return found


def _literal(kind: Kind, text: str) -> Literal | ErrorCode:
    if kind is Kind.STRING:
        if len(text) < 2 or text[-1] != '"':
            raise UnknownError("is not complete")
        return Literal(text[1:-1].replace('""', '"'))
    if kind is Kind.ERROR:
        return ErrorCode(text.upper())
    digits = text.lower().partition("e")[0].replace(".", "").strip("0")
    if len(digits) > 15:
        raise UnknownError("holds a number of more than fifteen digits")
    return Literal(float(text))


def _is_reference(node: Node) -> bool:
    return isinstance(node, CellRef | RangeRef | NameRef | Several | Between | Call)


def _pieces(found: list[Token]) -> list[tuple[Kind | None, str]]:
    pieces: list[tuple[Kind | None, str]] = []
    for token in found:
        if token.kind is not Kind.OTHER:
            pieces.append((token.kind, token.text))
            continue
        text, at = token.text, 0
        while at < len(text):
            two = text[at : at + 2]
            piece = two if two in _OPERATORS else text[at]
            at += len(piece)
            if piece in " \t\r\n":
                if pieces and pieces[-1] == (None, " "):
                    continue
                piece = " "
            pieces.append((None, piece))
    return pieces


# Shapes

_Key: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...]]"
_MAX_SHAPES: Final = 4096
_ROWED: Final = frozenset({Kind.CELL, Kind.ROWS})
_plans: dict[tuple[str, ...], tuple[int, ...] | None] = {}


def shape(text: str) -> tuple[_Key | str, tuple[int, ...] | None]:
    """(what is the same for all formulas that differ in their rows only, those rows counted from 0); (text, None) for
    a text that is like no other."""
    split = DIGITS.split(text)
    parts, numbers = tuple(split[::2]), split[1::2]
    if parts not in _plans:
        if len(_plans) >= _MAX_SHAPES:
            _plans.clear()
        _plans[parts] = _plan(text, len(numbers))
    plan = _plans[parts]
    if plan is None:
        return text, None
    rows = []
    for at in plan:
        digits = numbers[at]
        if len(digits) > 7 or digits[0] == "0" or int(digits) > MAX_ROWS:
            return text, None
        rows.append(int(digits) - 1)
    if len(plan) == len(numbers):
        return (parts, ()), tuple(rows)
    held = set(plan)
    return (parts, tuple(digits for at, digits in enumerate(numbers) if at not in held)), tuple(rows)


def pattern(text: str) -> str:
    """The text with %d for the rows of its references; those of a text that has a plan, see shape."""
    split = DIGITS.split(text)
    plan = _plans.get(tuple(split[::2]))
    assert plan is not None
    rowed = {2 * at + 1 for at in plan}
    return "".join("%d" if at in rowed else piece.replace("%", "%%") for at, piece in enumerate(split))


def _plan(text: str, count: int) -> tuple[int, ...] | None:
    """Which runs of digits are rows of references; None where that cannot be told for all texts of the shape."""
    rows: list[int] = []
    at = 0
    for token in tokens(text):
        digits = len(DIGITS.findall(token.text))
        if token.kind in _ROWED:
            rows.extend(range(at, at + digits))
        at += digits
    return tuple(rows) if at == count else None
