"""A formula as it is typed, in the words that a file has for it: spilled ranges, and names bound by LET and LAMBDA."""

from __future__ import annotations

from typing import Final, final

from .external import function_name
from .future import Look, without_quoted
from .token import Kind, Token, tokens

_BINDING: Final = frozenset({"LAMBDA", "LET"})
"""Functions whose own names a file spells with _xlpm."""
_OWN: Final = "_xlpm."
_LOOK: Final = Look(_BINDING)
_NO_AT: Final = "leave the @ out: a formula whose result is one value takes one by itself"
_NO_SPILL: Final = "name the cell of the formula that spills, such as A1#, or write the range itself, such as A1:A9"


@final
class UnstorableError(Exception):
    """A file has no words for a part of a formula, or not yet. cure: what to write instead."""

    def __init__(self, problem: str, cure: str) -> None:
        super().__init__(problem)
        self.cure = cure


def stored(text: str) -> str:
    """A1# as ANCHORARRAY(A1), and LET(x,1,x) as LET(_xlpm.x,1,_xlpm.x); what is spelled so already stays.

    Raises UnstorableError.
    """
    if not _is_suspect(text) or not _is_suspect(without_quoted(text)):
        return text
    found = tokens(text)
    bound = _bound(found)
    parts: list[str] = []
    for place, token in enumerate(found):
        if token.kind is Kind.OTHER:
            if "@" in token.text:
                raise UnstorableError("the @ operator cannot be saved yet", _NO_AT)
            if token.text[:1] == "#" and place:
                _anchor(parts, found, place)
                parts.append(token.text[1:])
                continue
        own = token.kind in (Kind.NAME, Kind.FUNCTION) and token.text.casefold() in bound.get(place, ())
        parts.append(_OWN + token.text if own else token.text)
    return "".join(parts)


def _is_suspect(text: str) -> bool:
    return "@" in text or "#" in text or _LOOK.finds(text)


def _anchor(parts: list[str], found: list[Token], place: int) -> None:
    """Put the cell or name in front of a # into a function."""
    before = found[place - 1]
    if before.kind is Kind.ERROR:
        return
    if before.kind not in (Kind.CELL, Kind.NAME) or ":" in before.text:
        raise UnstorableError(f"the spilled range {before.text[-64:]}# cannot be read", _NO_SPILL)
    prefixed = place > 1 and found[place - 2].kind is Kind.PREFIX
    parts.insert(len(parts) - 1 - prefixed, "ANCHORARRAY(")
    parts.append(")")


def _bound(found: list[Token]) -> dict[int, set[str]]:
    """The names that LET and LAMBDA bind, folded, by the places of the tokens that they are seen by."""
    seen: dict[int, set[str]] = {}
    calls: list[_Call] = []
    called = None
    for place, token in enumerate(found):
        if token.kind is not Kind.OTHER:
            called = function_name(token) if token.kind is Kind.FUNCTION else None
            if calls:
                calls[-1].take(token)
            continue
        for character in token.text:
            if character in "({":
                calls.append(_Call(called if called in _BINDING else None, place))
                called = None
            elif character in ")}" and calls:
                call = calls.pop()
                names = call.names()
                for inner in range(call.start, place) if names else ():
                    seen.setdefault(inner, set()).update(names)
            elif calls and character == ",":
                calls[-1].part()
            elif calls and not character.isspace():
                calls[-1].spoil()
    return seen


@final
class _Call:
    """Brackets that are open: the function in front, if it binds names; what each argument so far is, if one name."""

    def __init__(self, function: str | None, start: int) -> None:
        self._function = function
        self.start = start
        self._arguments: list[str | None] = []
        self._single: str | None = None
        self._pieces = 0

    def take(self, token: Token) -> None:
        """A token that is no operator."""
        self._pieces += 1
        self._single = token.text.casefold() if token.kind is Kind.NAME and self._pieces == 1 else None

    def spoil(self) -> None:
        """The argument is more than a name."""
        self._pieces += 2
        self._single = None

    def part(self) -> None:
        """An argument ends."""
        self._arguments.append(self._single)
        self._single, self._pieces = None, 0

    def names(self) -> set[str]:
        """Those that the arguments before the last one bind, without those that are spelled as in files."""
        if self._function is None:
            return set()
        binding = self._arguments[::2] if self._function == "LET" else self._arguments
        return {name for name in binding if name is not None and not name.startswith(_OWN)}
