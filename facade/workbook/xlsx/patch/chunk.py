"""Many rows of a sheet's XML at once with other numbers, other columns and other formula texts.

Only rows as nearly all producers write them: what comes first in a row and a cell is its r, plain formulas have no
attributes. Others are for a slower way, which takes rows apart one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from typing import Final, final

from ...model.rect import MAX_COLUMNS, column_index, column_letters
from .cell import Tags
from .text import escape, needs_space, plain_text, unfit

_MANY_LETTERS: Final = 64
"""More columns that are gone are looked up cell by cell: an expression that lists them would be slower."""


@final
class ChunkWriter:
    """What the chunks of one sheet share. target tells where a column of the part went, -1 for nowhere; it is None
    where all stay."""

    def __init__(self, tags: Tags, target: Callable[[int], int] | None) -> None:
        self._split = _numbered(tags.prefix)
        self._formulas = _with_attributes(tags.f)
        self._row = b"<" + tags.row + b' r="'
        self._cell = b"<" + tags.c + b' r="'
        self._any_cell = b"<" + tags.c
        self._f = b"<" + tags.f
        self._f_end = tags.f + b">"
        self._plain = self._f + b">"
        self._spans = _spans(tags.row)
        gone = [] if target is None else [col0 for col0 in range(MAX_COLUMNS) if target(col0) < 0]
        self._few_gone = len(gone) <= _MANY_LETTERS
        letters = b"|".join(column_letters(col0).encode() for col0 in gone) if self._few_gone else b"[A-Z]{1,3}"
        self._dropped = _cells_of(tags.c, letters) if gone else None
        self._target = target
        self._heads: dict[bytes, bytes | None] = {}

    def write(
        self, text: bytes, was: list[bytes] | None, now: list[bytes], old: list[str], new: list[str]
    ) -> bytes | None:
        """The rows of text, whose numbers were and become these, each with the quote behind it (was is None where they
        stay), and whose plain formulas read old and become new.

        None where the rows are not of the common form.
        """
        found = text if self._target is None else self._without_columns(text)
        if found is not None and new != old:
            found = self._reworded(found, old, new)
        if found is not None and was is not None and self._target is None:
            quick = self._renumbered(found, was, now)
            if quick is not None:
                return quick
        if found is not None and (was is not None or self._target is not None):
            found = self._renamed(found, None if was is None else dict(zip(was, now, strict=True)))
        return found

    def _renumbered(self, text: bytes, was: list[bytes], now: list[bytes]) -> bytes | None:
        """Rows with other numbers, by replacing all that reads like one; None where something else reads so too.

        Every row and every cell has its number, the reader has seen to that: so there is nothing else if there are no
        more than rows and cells.
        """
        cells = text.count(self._cell)
        rows = text.split(self._row)
        if len(rows) != len(was) + 1:
            return None
        # A number in double quotes is found below, however it is spelled around it; an apostrophe is quick to look for.
        if b"'" in text and text.count(self._any_cell) != cells:
            return None
        if sum(map(bytes.count, rows[1:], was)) != cells + len(was):
            return None
        return self._row.join([rows[0], *map(bytes.replace, rows[1:], was, now)])

    def _renamed(self, text: bytes, numbers: dict[bytes, bytes] | None) -> bytes | None:
        """Rows and cells with their numbers looked up and their letters carried, one by one."""
        parts = self._split.split(text)
        heads: list[bytes | None] = parts[1::3]
        bodies: list[bytes | None] = parts[2::3]
        if numbers is not None:
            bodies = list(map(numbers.get, parts[2::3]))
        if self._target is not None:
            heads = [self._head(head) for head in parts[1::3]]
        elif self._any_cell in heads or self._row[:-4] in heads:
            return None
        if None in bodies or None in heads:
            return None
        parts[1::3], parts[2::3] = heads, bodies
        return b"".join(parts)

    def _reworded(self, text: bytes, old: list[str], new: list[str]) -> bytes | None:
        """Rows with other formulas. Each f with attributes must belong to a shared one, which is written elsewhere."""
        quick = self._exchanged(text, old, new)
        if quick is not None:
            return quick
        pieces = text.split(self._plain)
        if text.count(self._f) != len(pieces) - 1 and not all(
            b't="shared"' in attributes for attributes in self._formulas.findall(text)
        ):
            return None
        ends = [piece.find(b"<") for piece in pieces]
        texts = _written([piece[:end] for piece, end in zip(pieces[1:], ends[1:], strict=True)], old, new)
        if texts is None:
            return None
        rests = [piece[end:] for piece, end in zip(pieces[1:], ends[1:], strict=True)]
        return self._plain.join([pieces[0], *map(bytes.__add__, texts, rests)])

    def _exchanged(self, text: bytes, old: list[str], new: list[str]) -> bytes | None:
        """The same where no text needs an escape: each stands between two ends of tags, and nothing else does.

        None where that is not so. An f that has attributes has no text of its own then, and stays as it is.
        """
        pieces = text.split(self._f_end)
        if len(pieces) != 2 * len(old) + 1 or b"\0".join(pieces[1::2]) != _closed(old):
            return None
        whole = "\0".join(new)
        if any(map(whole.__contains__, "&<>")) or _may_need_space(whole):
            return None
        if not all(map(bytes.endswith, pieces[:-1:2], repeat(b"<"))):
            return None
        pieces[1::2] = _closed(new).split(b"\0")
        return self._f_end.join(pieces)

    def _head(self, head: bytes) -> bytes | None:
        if not head.startswith(self._cell):
            return head if head == self._row else None
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
        if self._dropped is None:
            return text
        return self._dropped.sub(b"" if self._few_gone else self._kept, text)

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
    if not any(map(whole.__contains__, "&<>")) and not _may_need_space(whole):
        return whole.encode().split(b"\0")
    if any(text is not before and (needs_space(text) or unfit(text)) for text, before in zip(new, old, strict=True)):
        return None
    return [body if text is before else escape(text) for body, text, before in zip(raw, new, old, strict=True)]


def _closed(texts: list[str]) -> bytes:
    """Texts with the beginning of an end tag behind each, parted by zeros."""
    return ("</\0".join(texts) + "</").encode()


def _may_need_space(texts: str) -> bool:
    return any(map(texts.__contains__, " \n\t\r")) and _SPACED.search(texts) is not None


_SPACED: Final = re.compile(r"\s\0|\0\s|^\s|\s$|\s\s|[\n\t\r]")
"""Texts that may need xml:space."""


@lru_cache(maxsize=8)
def _numbered(prefix: bytes) -> re.Pattern[bytes]:
    """What carries a number: (its head, the number with the quote behind it). Odd ones have heads of their own."""
    name = re.escape(prefix)
    return re.compile(rb'(<%bc r="[A-Z]{1,3}|<%brow r="|<%b(?:c|row)(?=[\s/>]))([0-9]+"|[^<]*)' % (name, name, name))


@lru_cache(maxsize=8)
def _with_attributes(tag: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"<%b((?=[\s/])[^<]*)" % re.escape(tag))


@lru_cache(maxsize=8)
def _spans(row: bytes) -> re.Pattern[bytes]:
    return re.compile(rb'(<%b r="[0-9]+"[^<>]*?)\sspans="[^"<>]*"' % re.escape(row))


@lru_cache(maxsize=8)
def _cells_of(tag: bytes, letters: bytes) -> re.Pattern[bytes]:
    """One cell of these columns, its letters as the group."""
    name = re.escape(tag)
    return re.compile(
        rb'<%b r="(%b)[0-9]+"(?:[^<>"\']++|"[^"<]*"|\'[^\'<]*\')*+>(?:(?<=/>)|.*?</%b\s*>)' % (name, letters, name),
        re.DOTALL,
    )
