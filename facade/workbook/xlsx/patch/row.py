"""One row of a sheet's XML, taken apart into its cells so that some of them can be replaced."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, final

from ...model.rect import MAX_COLUMNS, column_index, column_letters
from ...model.row import Row
from .editor import start_tag_end
from .error import LayoutError
from .text import unescape, whole

_ATTRIBUTE = re.compile(rb"""\s+([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SPANS = re.compile(rb"\s*([0-9]{1,5}):([0-9]{1,5})\s*")
_PLAIN: Final = frozenset((b"s", b"t"))
_LETTERS = re.compile(rb"\$?([A-Za-z]{1,3})")


@final
class Look:
    """The attributes of cells that are written alike: raw values by name, without r. Shared: not to be changed.

    style is 0 and kind b"n" where a cell names none. plain: it names nothing else.
    """

    __slots__ = ("attributes", "kind", "plain", "style")

    def __init__(self, attributes: dict[bytes, bytes]) -> None:
        self.attributes = attributes
        self.style = whole(attributes.get(b"s", b"").decode("latin-1"))
        self.kind = attributes.get(b"t", b"n").strip()
        self.plain = attributes.keys() <= _PLAIN


@final
class SourceCell(NamedTuple):
    """One cell of the file: start..end is all of it, inner_start..inner_end its content (equal for none).

    named tells whether it has an r.
    """

    col0: int
    start: int
    end: int
    inner_start: int
    inner_end: int
    look: Look
    named: bool


@final
class SourceRow:
    """start..end is all of the row, open_end..close what lies between its tags.

    An empty row (<row/>) has close == end == open_end. Cells are looked for by their names; a row with cells that do
    not begin <c r=" is read whole.
    """

    __slots__ = ("_cells", "_masked", "_named", "_number", "_part", "_tag", "close", "end", "open_end", "start")

    def __init__(self, masked: bytes, place: tuple[int, int], row0: int, tag: bytes, part: str) -> None:
        self.start, self.end = place
        self.open_end = start_tag_end(masked, self.start)
        empty = masked[self.open_end - 2] == 0x2F
        self.close = self.end if empty else masked.rindex(b"</", self.start, self.end)
        self._masked = masked
        self._number = b"%d" % (row0 + 1)
        self._tag = tag
        self._part = part
        self._cells: dict[int, SourceCell] | None = None
        self._named = b"<" + tag + b' r="'
        if masked.count(b"<" + tag, self.open_end, self.close) != masked.count(self._named, self.open_end, self.close):
            self._cells = self._read_cells()

    def cell(self, col0: int) -> SourceCell | None:
        """The cell in a column counted from 0."""
        if self._cells is not None:
            return self._cells.get(col0)
        opening = self._named + column_letters(col0).encode() + self._number + b'"'
        start = self._masked.find(opening, self.open_end, self.close)
        if start < 0:
            return None
        match = _cells(self._tag).match(self._masked, start, self.close)
        if match is None:
            raise _odd_row(self._part)
        return _source_cell(match, col0)

    def behind(self, col0: int) -> int:
        """Where a new cell of a column goes: in front of the first cell of a later one."""
        if self._cells is None:
            last = self._masked.rfind(self._named, self.open_end, self.close)
            if last < 0 or self._column_at(last) < col0:
                return self.close
            self._cells = self._read_cells()
        later = [cell.start for column, cell in self._cells.items() if column > col0]
        return min(later, default=self.close)

    def read(self) -> None:
        """Read all cells at once: faster where many of them are asked for."""
        if self._cells is None:
            self._cells = self._read_cells()

    def cells(self) -> list[SourceCell]:
        """All cells, in the order of the part."""
        self.read()
        assert self._cells is not None
        return list(self._cells.values())

    def _column_at(self, start: int) -> int:
        match = _cells(self._tag).match(self._masked, start, self.close)
        if match is None or match[1] is None:
            raise _odd_row(self._part)
        return _column(match[1])

    def _read_cells(self) -> dict[int, SourceCell]:
        position, col0 = self.open_end, -1
        masked = self._masked
        cells: dict[int, SourceCell] = {}
        for match in _cells(self._tag).finditer(masked, self.open_end, self.close):
            start, end = match.span()
            if start != position and masked[position:start].strip():
                raise _odd_row(self._part)
            position = end
            found = _source_cell(match, col0 + 1)
            col0 = found.col0
            cells[col0] = found
        if masked.find(b"<" + self._tag, position, self.close) >= 0:
            raise _odd_row(self._part)
        return cells


def _source_cell(match: re.Match[bytes], following: int) -> SourceCell:
    """The cell of a match; one without r stands in the following column."""
    letters, raw = match.group(1, 2)
    look = _look(raw)
    named = letters is not None
    if not named and b"r" in look.attributes:
        letters, look = _without_reference(look)
        named = True
    start, end = match.span()
    inner_start, inner_end = match.span(3)
    if inner_start < 0:
        inner_start = inner_end = end
    col0 = following if letters is None else _column(letters)
    return SourceCell(col0, start, end, inner_start, inner_end, look, named)


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
            pieces.append(tag[match.start() : match.end(1)] + b'="' + value + b'"')
        position = match.end()
    rest = tag[position:]
    added = b"".join(b" " + name + b'="' + value + b'"' for name, value in left.items() if value is not None)
    if added:
        behind = len(rest) - (2 if rest.endswith(b"/>") else 1)
        stem = rest[:behind].rstrip()
        rest = stem + added + rest[behind:]
    return b"".join(pieces) + rest


def outgrows(raw: bytes, row: Row) -> bool:
    """Whether a touched column lies outside the spans of a row, which are a promise to the reader."""
    touched = row.touched
    if not touched:
        return False
    spans = _SPANS.fullmatch(raw)
    return spans is None or int(spans[1]) > min(touched) + 1 or max(touched) >= int(spans[2])


def attribute_changes(held: dict[bytes, bytes], attributes: bytes) -> dict[bytes, bytes | None]:
    """What of a row's attributes, raw by name, must change to be those of the model; r and spans are not looked at."""
    wanted = attributes_of(b" " + attributes, 0, len(attributes) + 1)
    changes: dict[bytes, bytes | None] = {
        name: value
        for name, value in wanted.items()
        if name not in held or (held[name] != value and unescape(held[name]) != unescape(value))
    }
    changes |= dict.fromkeys(held.keys() - wanted.keys() - _POSITION)
    return changes


_POSITION: Final = frozenset((b"r", b"spans"))


@lru_cache(maxsize=1024)
def _look(raw: bytes) -> Look:
    """The attributes in the text of a tag."""
    return Look(attributes_of(raw, 0, len(raw)))


@lru_cache(maxsize=MAX_COLUMNS)
def _column(letters: bytes) -> int:
    return column_index(letters.decode())


def _without_reference(look: Look) -> tuple[bytes | None, Look]:
    """(letters of r, the other attributes)."""
    rest = dict(look.attributes)
    match = _LETTERS.match(rest.pop(b"r").strip())
    return (match[1] if match else None), Look(rest)


@lru_cache(maxsize=8)
def _cells(tag: bytes) -> re.Pattern[bytes]:
    """One cell: letters of an r that comes first, the other attributes, content (none for <c/>)."""
    name = re.escape(tag)
    return re.compile(
        rb"<" + name + rb"""(?=[\s/>])(?:\ r="([A-Z]{1,3})[0-9]+")?((?:[^<>"']++|"[^"<]*"|'[^'<]*')*+)>"""
        rb"(?:(?<=/>)|(.*?)</" + name + rb"\s*>)",
        re.DOTALL,
    )


def _odd_row(part: str) -> LayoutError:
    return LayoutError(part, "a row that changes holds something else than cells")
