"""Formula text as tokens with positions, only as fine as references, names and functions need it.

Nothing is evaluated and no text is refused: what is not understood comes as OTHER. The formula begins without an
equals sign. Grammar: ECMA-376 Part 1, 18.17, and what Excel 365 adds (#, @, structured references).
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final, NamedTuple


class Kind(Enum):
    """What a token is."""

    STRING = auto()
    """Text in quotes."""
    PREFIX = auto()
    """A sheet name with its exclamation mark: Data!, 'In put'!, A:C!, [1]S!, 'C:\\dir\\[b.xlsx]S'!, [1]!."""
    CELL = auto()
    """A cell or a range of two: A1, $A$1:B2."""
    COLUMNS = auto()
    """A:C."""
    ROWS = auto()
    """1:3."""
    STRUCTURED = auto()
    """A structured reference: T[v], T[[#All],[a]:[b]], [@v]."""
    FUNCTION = auto()
    """A name before an opening parenthesis; the parenthesis is the next token."""
    NAME = auto()
    """Any other name: a defined name, a LET variable, TRUE."""
    NUMBER = auto()
    ERROR = auto()
    """#REF! and the like."""
    OTHER = auto()
    """Operators, commas, parentheses and white space, as a stretch; a colon, # or any other character by itself."""


class Token(NamedTuple):
    """A token and where it stands: text[start:end] is its text."""

    kind: Kind
    text: str
    start: int
    end: int


_NAME = r"(?:[^\W\d]|[_\\])[\w.\\?]*"
_CELL = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_AFTER = r"(?![\w.(!\[?\\])"
_REFERENCE = re.compile(
    rf"(?P<CELL>{_CELL}(?::{_CELL})?{_AFTER})"
    rf"|(?P<COLUMNS>\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}{_AFTER})"
    rf"|(?P<ROWS>\$?[0-9]{{1,7}}:\$?[0-9]{{1,7}}{_AFTER})"
)
_SHEET = r"[\w.\\?]+"
_TOKEN = re.compile(
    r"(?P<OTHER>[-+*/^&=<>,;() \t\r\n{}%@]+)"
    r'|(?P<STRING>"(?:[^"]|"")*"?)'
    r"|(?P<PREFIX>'(?:[^']|'')*'!|(?:\[[^\[\]']*\])?" + rf"{_SHEET}(?::{_SHEET})?!|\[[^\[\]']*\]!)"
    r"|(?P<ERROR>#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|[A-Z_]+[!?]))"
    rf"|{_REFERENCE.pattern}"
    r"|(?P<NUMBER>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?)"
    rf"|(?P<FUNCTION>{_NAME}(?=\())"
    rf"|(?P<NAME>{_NAME})"
)
_CELL_START = re.compile(rf"{_CELL}:")
_KINDS: Final = {kind.name: kind for kind in Kind}


def tokens(text: str) -> list[Token]:
    """The tokens of a formula, in order and without gaps."""
    found: list[Token] = []
    place, length = 0, len(text)
    match_token, after_prefix = _TOKEN.match, False
    while place < length:
        match = match_token(text, place)
        name = match.lastgroup if match is not None else None
        if match is None or name is None or after_prefix or name in _HARD:
            token = _hard_token(text, place, after_prefix, match)
        else:
            token = Token(_KINDS[name], match[0], place, match.end())
        found.append(token)
        after_prefix = token.kind is Kind.PREFIX
        place = token.end
    return found


_HARD: Final = frozenset({"PREFIX", "NAME"})


def _hard_token(text: str, place: int, after_prefix: bool, match: re.Match[str] | None) -> Token:
    """After Sheet1! the next is never again a prefix: Sheet1!A1:Sheet1!B2 is two cells, no range A1:Sheet1 of sheets.

    Nor is A1:Sheet1!B2, since a sheet of a cell's name would stand in quotes.
    """
    if after_prefix:
        match = _REFERENCE.match(text, place) or match
    name = match.lastgroup if match is not None else None
    if name == "PREFIX" and _CELL_START.match(text, place):
        end = text.index(":", place)
        return Token(Kind.CELL, text[place:end], place, end)
    if text[place] == "[" and name != "PREFIX":
        return _structured(text, place, place)
    if match is None or name is None:
        return Token(Kind.OTHER, text[place], place, place + 1)
    end = match.end()
    if name == "NAME" and text[end : end + 1] == "[":
        return _structured(text, place, end)
    return Token(_KINDS[name], match[0], place, end)


def _structured(text: str, start: int, bracket: int) -> Token:
    """From an opening bracket to the one that closes it; an apostrophe escapes the next character."""
    depth, place = 0, bracket
    while place < len(text):
        char = text[place]
        if char == "'":
            place += 1
        elif char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
            if not depth:
                return Token(Kind.STRUCTURED, text[start : place + 1], start, place + 1)
        place += 1
    return Token(Kind.OTHER, text[start : bracket + 1], start, bracket + 1)
