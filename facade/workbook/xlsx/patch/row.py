"""One row of a sheet's XML, taken apart into its cells so that some of them can be replaced."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import final

from ...model.rect import column_index
from .editor import start_tag_end
from .error import LayoutError

_ATTRIBUTE = re.compile(rb"""\s+([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_LETTERS = re.compile(rb"[A-Za-z]{1,3}")


@final
class SourceCell:
    """One cell of the file: start..end is all of it, inner_start..inner_end its content (equal for none).

    attributes are raw values by name in the order of the file.
    """

    __slots__ = ("attributes", "col0", "end", "inner_end", "inner_start", "start")

    def __init__(self, start: int, end: int, inner: tuple[int, int], attributes: dict[bytes, bytes], col0: int) -> None:
        self.start = start
        self.end = end
        self.inner_start, self.inner_end = inner
        self.attributes = attributes
        self.col0 = col0

    @property
    def style(self) -> int:
        """The style id, 0 where it names none."""
        raw = self.attributes.get(b"s", b"0").strip()
        return int(raw) if raw.isdigit() else 0

    @property
    def kind(self) -> bytes:
        """The type, n where it names none."""
        return self.attributes.get(b"t", b"n").strip()


@final
class SourceRow:
    """start..end is all of the row, open_end..close what lies between its tags; cells by column counted from 0.

    An empty row (<row/>) has close == end == open_end.
    """

    __slots__ = ("attributes", "cells", "close", "end", "open_end", "start")

    def __init__(self, masked: bytes, start: int, end: int, tag: bytes, part: str) -> None:
        self.start = start
        self.end = end
        self.open_end = start_tag_end(masked, start)
        self.attributes = attributes_of(masked, start, self.open_end)
        self.cells: dict[int, SourceCell] = {}
        if masked[self.open_end - 2] == 0x2F:
            self.close = end
            return
        self.close = masked.rindex(b"</", start, end)
        self._read_cells(masked, tag, part)

    def _read_cells(self, masked: bytes, tag: bytes, part: str) -> None:
        position, col0 = self.open_end, -1
        for match in _cells(tag).finditer(masked, self.open_end, self.close):
            if masked[position : match.start()].strip():
                raise _odd_row(part)
            position = match.end()
            attributes = attributes_of(masked, match.start(), match.end(1))
            letters = _LETTERS.match(attributes.get(b"r", b"").strip())
            col0 = column_index(letters[0].decode()) if letters else col0 + 1
            inner = match.span(2) if match[2] is not None else (position, position)
            self.cells[col0] = SourceCell(match.start(), position, inner, attributes, col0)
        if b"<" + tag in masked[position : self.close]:
            raise _odd_row(part)


def attributes_of(data: bytes, start: int, end: int) -> dict[bytes, bytes]:
    """The attributes of the start tag that begins at start, raw, in the order of the file."""
    return {match[1]: match[2] if match[2] is not None else match[3] for match in _ATTRIBUTE.finditer(data, start, end)}


def set_attributes(tag: bytes, values: dict[bytes, bytes | None]) -> bytes:
    """A start tag with attributes changed in place, removed (None) or added at its end; values are escaped already."""
    left = dict(values)
    pieces = []
    position = 0
    for match in _ATTRIBUTE.finditer(tag):
        if match[1] not in left:
            continue
        value = left.pop(match[1])
        pieces.append(tag[position : match.start()])
        if value is not None:
            pieces.append(b" " + match[1] + b'="' + value + b'"')
        position = match.end()
    rest = tag[position:]
    added = b"".join(b" " + name + b'="' + value + b'"' for name, value in left.items() if value is not None)
    if added:
        behind = len(rest) - (2 if rest.endswith(b"/>") else 1)
        stem = rest[:behind].rstrip()
        rest = stem + added + rest[behind:]
    return b"".join(pieces) + rest


@lru_cache(maxsize=8)
def _cells(tag: bytes) -> re.Pattern[bytes]:
    name = re.escape(tag)
    attribute = rb"""\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*')"""
    return re.compile(rb"<" + name + rb"((?:" + attribute + rb")*)\s*(?:/>|>(.*?)</" + name + rb"\s*>)", re.DOTALL)


def _odd_row(part: str) -> LayoutError:
    return LayoutError(part, "a row that changes holds something else than cells")
