"""difflib; what its SequenceMatcher keeps of the sequences stays inside, and lines come from a list that is there."""
# ruff: noqa: D102 - the methods are those of difflib

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, final

from ..realm import Realm
from .exact import require_int, require_text, require_texts
from .family import Family

_Junk = Callable[[Any], Any] | None


@final
class SequenceMatcher:
    """Compares two sequences. Without bjunk, bpopular and b2j, which are its own dict and sets."""

    __slots__ = ("_matcher",)

    def __init__(self, isjunk: _Junk = None, a: Any = "", b: Any = "", autojunk: Any = True) -> None:
        self._matcher = difflib.SequenceMatcher(isjunk, a, b, bool(autojunk))

    @property
    def a(self) -> Any:
        return self._matcher.a  # type: ignore[attr-defined]

    @property
    def b(self) -> Any:
        return self._matcher.b  # type: ignore[attr-defined]

    def set_seqs(self, a: Any, b: Any) -> None:
        self._matcher.set_seqs(a, b)

    def set_seq1(self, a: Any) -> None:
        self._matcher.set_seq1(a)

    def set_seq2(self, b: Any) -> None:
        self._matcher.set_seq2(b)

    def find_longest_match(self, alo: Any = 0, ahi: Any = None, blo: Any = 0, bhi: Any = None) -> Any:
        ends = [None if end is None else require_int(end, "an end") for end in (ahi, bhi)]
        return self._matcher.find_longest_match(require_int(alo, "alo"), ends[0], require_int(blo, "blo"), ends[1])

    def get_matching_blocks(self) -> list[Any]:
        return list(self._matcher.get_matching_blocks())

    def get_opcodes(self) -> list[Any]:
        return list(self._matcher.get_opcodes())

    def get_grouped_opcodes(self, n: Any = 3) -> Iterator[list[Any]]:
        return iter(list(self._matcher.get_grouped_opcodes(require_int(n, "n"))))

    def ratio(self) -> float:
        return self._matcher.ratio()

    def quick_ratio(self) -> float:
        return self._matcher.quick_ratio()

    def real_quick_ratio(self) -> float:
        return self._matcher.real_quick_ratio()


@final
class Differ:
    """Compares lines, with marks within them."""

    __slots__ = ("_differ",)

    def __init__(self, linejunk: _Junk = None, charjunk: _Junk = None) -> None:
        self._differ = difflib.Differ(linejunk, charjunk)

    def compare(self, a: Any, b: Any) -> Iterator[str]:
        return iter(list(self._differ.compare(require_texts(a, "a line"), require_texts(b, "a line"))))


def get_close_matches(word: Any, possibilities: Any, n: Any = 3, cutoff: Any = 0.6) -> list[Any]:
    """As difflib.get_close_matches."""
    return difflib.get_close_matches(word, list(possibilities), n, cutoff)


def _unified(name: str) -> Callable[..., Iterator[str]]:
    real = getattr(difflib, name)

    def function(
        a: Any,
        b: Any,
        fromfile: Any = "",
        tofile: Any = "",
        fromfiledate: Any = "",
        tofiledate: Any = "",
        n: Any = 3,
        lineterm: Any = "\n",
    ) -> Iterator[str]:
        texts = require_texts((fromfile, tofile, fromfiledate, tofiledate), "a name or date")
        lines = require_texts(a, "a line"), require_texts(b, "a line")
        return iter(list(real(*lines, *texts, require_int(n, "n"), require_text(lineterm, "lineterm"))))

    return function


def ndiff(a: Any, b: Any, linejunk: _Junk = None, charjunk: _Junk = difflib.IS_CHARACTER_JUNK) -> Iterator[str]:
    """As difflib.ndiff."""
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta: Any, which: Any) -> Iterator[str]:
    """As difflib.restore."""
    return iter(list(difflib.restore(require_texts(delta, "a line"), require_int(which, "which"))))


def is_line_junk(line: Any) -> bool:
    """Whether a line is blank or holds a lone #."""
    return difflib.IS_LINE_JUNK(require_text(line, "the line"))


def is_character_junk(ch: Any) -> bool:
    """Whether a character is a space or tab."""
    return difflib.IS_CHARACTER_JUNK(require_text(ch, "the character"))


_VALUES: dict[str, object] = {
    "Differ": Differ,
    "IS_CHARACTER_JUNK": is_character_junk,
    "IS_LINE_JUNK": is_line_junk,
    "SequenceMatcher": SequenceMatcher,
    "context_diff": _unified("context_diff"),
    "get_close_matches": get_close_matches,
    "ndiff": ndiff,
    "restore": restore,
    "unified_diff": _unified("unified_diff"),
}


def _build(realm: Realm) -> Mapping[str, object]:
    realm.known.update((Differ, SequenceMatcher))
    return _VALUES


FAMILY: Final = Family("difflib", frozenset(_VALUES), _build)
"""Without HtmlDiff and diff_bytes."""
