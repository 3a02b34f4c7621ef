"""re, wrapped: the real one keeps patterns and templates in caches of the process, keyed by what it was given."""
# ruff: noqa: D102 - the methods are those of re

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, final

from ..policy.word import words
from ..realm import Realm
from ..stand_in import StandIn
from .family import Family

_FLAGS = {
    name: int(getattr(re, name))
    for name in words("""
    A ASCII I IGNORECASE L LOCALE M MULTILINE NOFLAG S DOTALL U UNICODE X VERBOSE
    """)
}
"""Plain ints: a flag's own class answers | with code of whatever stands at its right."""

_ALLOWED_FLAGS: Final = 0
for _flag in _FLAGS.values():
    _ALLOWED_FLAGS |= _flag  # type: ignore[misc]


def _plain(value: Any) -> Any:
    """The value if it is exactly str or bytes, the only keys the caches may see."""
    if type(value) is not str and type(value) is not bytes:
        raise TypeError(f"expected plain text, got {type(value).__name__[:80]}")
    return value


def _count(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"expected an int, got {type(value).__name__[:80]}")
    return value


@final
class Pattern:
    """A compiled pattern; every text that goes in is checked. Match objects come out raw: see match_attribute."""

    __slots__ = ("_findall", "_finditer", "_fullmatch", "_match", "_raw", "_search")

    def __init__(self, raw: re.Pattern[Any]) -> None:
        self._raw = raw
        self._search = raw.search
        self._match = raw.match
        self._fullmatch = raw.fullmatch
        self._findall = raw.findall
        self._finditer = raw.finditer

    @property
    def pattern(self) -> Any:
        return self._raw.pattern

    @property
    def flags(self) -> int:
        return self._raw.flags

    @property
    def groups(self) -> int:
        return self._raw.groups

    @property
    def groupindex(self) -> dict[str, int]:
        return dict(self._raw.groupindex)

    def search(self, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> re.Match[Any] | None:
        return self._search(string if type(string) is str else _plain(string), pos, endpos)

    def match(self, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> re.Match[Any] | None:
        return self._match(string if type(string) is str else _plain(string), pos, endpos)

    def fullmatch(self, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> re.Match[Any] | None:
        return self._fullmatch(string if type(string) is str else _plain(string), pos, endpos)

    def findall(self, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> list[Any]:
        return self._findall(_plain(string), pos, endpos)

    def finditer(self, string: Any, pos: Any = 0, endpos: Any = sys.maxsize) -> Iterator[re.Match[Any]]:
        return self._finditer(_plain(string), pos, endpos)

    def split(self, string: Any, maxsplit: Any = 0) -> list[Any]:
        return self._raw.split(_plain(string), _count(maxsplit))

    def sub(self, repl: Any, string: Any, count: Any = 0) -> Any:
        return self._raw.sub(_replacement(repl), _plain(string), _count(count))

    def subn(self, repl: Any, string: Any, count: Any = 0) -> tuple[Any, int]:
        return self._raw.subn(_replacement(repl), _plain(string), _count(count))

    def __eq__(self, other: object) -> bool:
        return type(other) is Pattern and self._raw == other._raw

    def __hash__(self) -> int:
        return hash(self._raw)

    def __repr__(self) -> str:
        return repr(self._raw)


def match_attribute(match: re.Match[Any], name: str) -> object:
    """The two attributes of a match object that lead to its raw pattern: re, as a Pattern, and a checked expand."""
    if name == "re":
        return Pattern(match.re)

    def expand(template: Any) -> Any:
        return match.expand(_plain(template))

    return expand


def _replacement(repl: Any) -> Any:
    if not callable(repl):
        return _plain(repl)
    return lambda match: _plain(repl(match))


def compile_pattern(pattern: Any, flags: Any = 0) -> Pattern:
    """A Pattern of plain text and plain flags; a Pattern stays what it is."""
    if type(pattern) is Pattern:
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    flags = _count(flags)
    if flags & ~_ALLOWED_FLAGS:
        raise ValueError("unknown flag of a regular expression")
    return Pattern(re.compile(_plain(pattern), flags))


def _search(name: str) -> Callable[..., Any]:
    """search, match, fullmatch, findall, finditer as functions."""
    method = getattr(Pattern, name)

    def function(pattern: Any, string: Any, flags: Any = 0) -> Any:
        return method(compile_pattern(pattern, flags), string)

    function.__name__ = function.__qualname__ = name
    return function


def split(pattern: Any, string: Any, maxsplit: Any = 0, flags: Any = 0) -> list[Any]:
    """As re.split."""
    return compile_pattern(pattern, flags).split(string, maxsplit)


def sub(pattern: Any, repl: Any, string: Any, count: Any = 0, flags: Any = 0) -> Any:
    """As re.sub."""
    return compile_pattern(pattern, flags).sub(repl, string, count)


def subn(pattern: Any, repl: Any, string: Any, count: Any = 0, flags: Any = 0) -> tuple[Any, int]:
    """As re.subn."""
    return compile_pattern(pattern, flags).subn(repl, string, count)


def escape(pattern: Any) -> Any:
    """As re.escape."""
    return re.escape(_plain(pattern))


_MATCH, _PATTERN = StandIn(re.Match), StandIn(Pattern)
_VALUES: Final[dict[str, object]] = {
    **_FLAGS,
    "Match": _MATCH,
    "Pattern": _PATTERN,
    **{name: _search(name) for name in ("search", "match", "fullmatch", "findall", "finditer")},
    "compile": compile_pattern,
    "error": re.error,
    "escape": escape,
    "split": split,
    "sub": sub,
    "subn": subn,
}
if hasattr(re, "PatternError"):
    _VALUES["PatternError"] = re.PatternError


def _build(realm: Realm) -> Mapping[str, object]:
    realm.stand_ins.update({re.Match: _MATCH, Pattern: _PATTERN})
    return _VALUES


FAMILY: Final = Family("re", frozenset(_VALUES), _build)
