"""A number format code taken apart: sections of tokens, read once from left to right (ECMA-376 18.8.31)."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias, final

import msgspec

Kind: TypeAlias = Literal[
    "literal", "digit", "point", "comma", "percent", "slash", "exponent", "at", "general", "date", "elapsed", "half"
]
"""digit: one of 0 # ?. exponent: E+ or E-. at: @. date: a run of y m d h s e b or g. elapsed: the h, m or s of [h].
half: AM/PM or A/P."""

MAX_CODE: Final = 1024
"""Characters of a code that is looked at; Excel takes 255. It bounds what one text can cost."""

MAX_SECTIONS: Final = 4


class UnreadableError(Exception):
    """The code says nothing that can be shown; its cells are shown as General."""


class Token(NamedTuple):
    """One piece of a section; text is what a literal shows, else the piece as it is written."""

    kind: Kind
    text: str


class Condition(NamedTuple):
    """A comparison such as [>=100]."""

    operator: str
    limit: float

    def holds(self, value: float) -> bool:
        """Whether a number meets it."""
        return bool(_COMPARE[self.operator](value, self.limit))


@final
class Section(msgspec.Struct):
    """The tokens between two semicolons. system: "date" or "time" where it stands for the system's own format."""

    tokens: list[Token] = []
    condition: Condition | None = None
    system: str = ""

    def has(self, *kinds: Kind) -> bool:
        """Whether a token of one of these kinds is in it."""
        return any(token.kind in kinds for token in self.tokens)


_COMPARE: Final = {
    "<": float.__lt__,
    "<=": float.__le__,
    ">": float.__gt__,
    ">=": float.__ge__,
    "=": float.__eq__,
    "<>": float.__ne__,
}

_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.?)|(?P<space>_.?)|(?P<fill>\*.?)|\[(?P<bracket>[^\]]*)(?P<close>\]?)'
    r"|(?P<general>general)|(?P<half>am/pm|a/p)|(?P<exponent>e[+-])|(?P<date>y+|m+|d+|h+|s+|e+|b+|g+)"
    r"|(?P<digit>[0#?])|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<slash>/)|(?P<at>@)|(?P<end>;)|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_PLAIN: Final[dict[str, Kind]] = {
    "general": "general",
    "half": "half",
    "date": "date",
    "exponent": "exponent",
    "digit": "digit",
    "point": "point",
    "comma": "comma",
    "percent": "percent",
    "slash": "slash",
    "at": "at",
    "literal": "literal",
    "quoted": "literal",
    "escaped": "literal",
}
_CONDITION: Final = re.compile(r"(<=|>=|<>|<|>|=)\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:E[+-]?\d{1,3})?)", re.IGNORECASE)
_ELAPSED: Final = re.compile(r"h+|m+|s+", re.IGNORECASE)
_SILENT: Final = re.compile(
    r"black|blue|cyan|green|magenta|red|white|yellow|colou?r\s*\d{1,2}|dbnum\d|natnum\d+|(?-i:[A-Z]{3})", re.IGNORECASE
)
"""Colours, kinds of digits and languages: they show nothing of their own."""
_SYSTEM: Final = {"F800": "date", "X-SYSDATE": "date", "F400": "time", "X-SYSTIME": "time"}


def sections(code: str) -> list[Section]:
    """The sections of a code, one at least. Raises UnreadableError."""
    if len(code) > MAX_CODE:
        raise UnreadableError
    section = Section()
    found = [section]
    for match in _TOKEN.finditer(code):
        name = match.lastgroup
        if name == "end":
            section = Section()
            found.append(section)
        elif name == "space":
            section.tokens.append(Token("literal", " "))
        elif name in ("bracket", "close"):
            _read_bracket(section, match["bracket"], match["close"])
        elif name in _PLAIN:
            section.tokens.append(Token(_PLAIN[name], match[name]))
    if len(found) > MAX_SECTIONS:
        raise UnreadableError
    return found


def _read_bracket(section: Section, inside: str, close: str) -> None:
    if not close:
        raise UnreadableError
    if inside[:1] == "$":
        sign, _, locale = inside[1:].partition("-")
        section.system = _SYSTEM.get(locale.upper(), section.system)
        if sign:
            section.tokens.append(Token("literal", sign))
    elif match := _CONDITION.fullmatch(inside):
        section.condition = Condition(match[1], float(match[2]))
    elif _ELAPSED.fullmatch(inside):
        section.tokens.append(Token("elapsed", inside.lower()))
    elif not _SILENT.fullmatch(inside):
        raise UnreadableError
