"""Many rows of a sheet's XML at once with other numbers, other columns and other formula texts.

Only rows as nearly all producers write them: what comes first in a row and a cell is its r, plain formulas have no
attributes. Others are for a slower way, which takes rows apart one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, final

from ...model.rect import column_index, column_letters
from .cell import Tags
from .text import escape, needs_space, plain_text, unfit

_MANY_LETTERS: Final = 64
"""More columns that are gone are looked up cell by cell: an expression that lists them would be slower."""


@final
class ChunkWriter:
    """What the chunks of one sheet share. target tells where a column of the part went, -1 for nowhere; it is None
    where all stay."""

    def __init__(self, tags: Tags, target: Callable[[int], int] | None) -> None:
        self._split = _elements(tags.prefix)
        self._formulas = _plain_formulas(tags.prefix)
        self._row = b"<" + tags.row + b' r="'
        self._cell = b"<" + tags.c + b' r="'
        self._f = b"<" + tags.f
        self._plain = self._f + b">"
        self._spans = _spans(tags.row)
        self._dropped = _cells_of(tags.c)
        self._target = target
        self._heads: dict[bytes, bytes | None] = {}

    def write(self, text: bytes, numbers: dict[bytes, bytes] | None, old: list[str], new: list[str]) -> bytes | None:
        """The rows of text with their numbers looked up, and their plain formulas, which must read old, reading new.

        None where the rows are not of the common form.
        """
        if self._target is not None:
            found = self._without_columns(text)
            if found is None:
                return None
            text = found
        elif numbers is None:
            return self._reworded(text, old, new)
        parts = self._split.split(text)
        heads: Sequence[bytes | None] = parts[1::3]
        bodies: list[bytes | None] = parts[2::3]
        places = [place for place, head in enumerate(heads) if head == self._plain]
        texts = _written([parts[3 * place + 2] for place in places], old, new)
        if texts is None or not self._are_followers(parts[1::3], parts[2::3]):
            return None
        if numbers is not None:
            renumbered: list[bytes | None] = list(map(numbers.get, parts[2::3]))
            for place, head in enumerate(heads):
                if head == self._f:
                    renumbered[place] = bodies[place]
            bodies = renumbered
        for place, written in zip(places, texts, strict=True):
            bodies[place] = written
        if self._target is not None:
            heads = [self._head(head) for head in parts[1::3]]
        if None in bodies or None in heads:
            return None
        parts[1::3], parts[2::3] = heads, bodies
        return b"".join(parts)

    def _reworded(self, text: bytes, old: list[str], new: list[str]) -> bytes | None:
        parts = self._formulas.split(text)
        heads, bodies = parts[1::3], parts[2::3]
        if not self._are_followers(heads, bodies):
            return None
        places = [place for place, head in enumerate(heads) if head == self._plain]
        texts = _written([bodies[place] for place in places], old, new)
        if texts is None:
            return None
        for place, written in zip(places, texts, strict=True):
            bodies[place] = written
        parts[2::3] = bodies
        return b"".join(parts)

    def _are_followers(self, heads: list[bytes], bodies: list[bytes]) -> bool:
        """Whether every f with attributes belongs to a shared formula, which is written elsewhere if it changes."""
        if self._f not in heads:
            return True
        return all(b't="shared"' in body for head, body in zip(heads, bodies, strict=True) if head == self._f)

    def _head(self, head: bytes) -> bytes | None:
        if not head.startswith(self._cell):
            return head
        found = self._heads.get(head)
        if found is None:
            assert self._target is not None
            col0 = self._target(column_index(head[len(self._cell) :].decode()))
            found = self._heads[head] = None if col0 < 0 else self._cell + column_letters(col0).encode()
        return found

    def _without_columns(self, text: bytes) -> bytes | None:
        """Without the cells of columns that are gone, and without spans, which would be wrong."""
        text = self._spans.sub(rb"\1", text)
        if b" spans=" in text:
            return None
        return self._dropped.sub(self._kept, text)

    def _kept(self, match: re.Match[bytes]) -> bytes:
        assert self._target is not None
        head = self._cell + match[1]
        return b"" if self._head(head) is None else match[0]


def _written(raw: list[bytes], old: list[str], new: list[str]) -> list[bytes] | None:
    """The new texts as markup; None where the old are not those of the file, or a text needs an attribute."""
    if len(raw) != len(old):
        return None
    if not raw:
        return raw
    joined = b"\0".join(raw).decode("utf-8", "replace")
    read = list(map(plain_text, raw)) if "&" in joined or "\r" in joined else joined.split("\0")
    if read != old:
        return None
    whole = "\0".join(new)
    if "&" not in whole and "<" not in whole and ">" not in whole and not _SPACED.search(whole):
        return whole.encode().split(b"\0")
    if any(text is not before and (needs_space(text) or unfit(text)) for text, before in zip(new, old, strict=True)):
        return None
    return [body if text is before else escape(text) for body, text, before in zip(raw, new, old, strict=True)]


_SPACED: Final = re.compile(r"\s\0|\0\s|^\s|\s$|\s\s|[\n\t\r]|[^\x00\x20-\ud7ff]")
"""Texts that may need xml:space, or hold what XML cannot."""


@lru_cache(maxsize=8)
def _elements(prefix: bytes) -> re.Pattern[bytes]:
    """What carries a number or a formula: (its head, number or text). Odd ones have heads of their own."""
    name = re.escape(prefix)
    return re.compile(
        rb'(<%bc r="[A-Z]{1,3}|<%brow r="|<%bf>|<%b(?:c|row|f)(?=[\s/>]))([0-9]+(?=")|[^<]*)' % (name, name, name, name)
    )


@lru_cache(maxsize=8)
def _plain_formulas(prefix: bytes) -> re.Pattern[bytes]:
    name = re.escape(prefix)
    return re.compile(rb"(<%bf>|<%bf(?=[\s/>]))([^<]*)" % (name, name))


@lru_cache(maxsize=8)
def _spans(row: bytes) -> re.Pattern[bytes]:
    return re.compile(rb'(<%b r="[0-9]+"[^<>]*?)\sspans="[^"<>]*"' % re.escape(row))


@lru_cache(maxsize=8)
def _cells_of(tag: bytes) -> re.Pattern[bytes]:
    """One cell, its letters as the group."""
    name = re.escape(tag)
    return re.compile(
        rb'<%b r="([A-Z]{1,3})[0-9]+"(?:[^<>"\']++|"[^"<]*"|\'[^\'<]*\')*+>(?:(?<=/>)|.*?</%b\s*>)' % (name, name),
        re.DOTALL,
    )
