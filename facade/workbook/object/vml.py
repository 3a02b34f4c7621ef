"""Drawings of the older form, which need not be well-formed XML: what the data of their shapes says of cells."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, NamedTuple, final

from ..xlsx.patch.text import escape, plain_text
from .anchor import ABSOLUTE, ONE_CELL, TWO_CELL
from .mention import Mention, Slot, Value

_DATA: Final = re.compile(rb"<x:ClientData\b[^<>]*>|(</x:ClientData>)")
_DATA_END: Final = b"</x:ClientData>"
_FIELD: Final = re.compile(rb"<x:(Anchor|Row|Column)>([^<]*)</x:\1>")
_LINK: Final = re.compile(rb"<x:(Fmla(?:Link|Range|Group|Txbx|Pict))>([^<]*)</x:\1>")
_STAYS: Final = re.compile(rb"<x:(Move|Size)WithCells\s*(?:/>|>\s*(?:t|true)?\s*</x:\1WithCells>)", re.IGNORECASE)
_SHAPE: Final = re.compile(rb"<(v:(?:shape|rect|oval|roundrect|line))(?=[\s>])")
_SHAPE_END: Final = re.compile(rb"</(v:(?:shape|rect|oval|roundrect|line))\s*>")
_FIELDS: Final = ("Anchor", "Row", "Column")


@final
class Shape(NamedTuple):
    """The data of one shape: start and end of it, and its fields by name, as (start, end) of their texts."""

    start: int
    end: int
    fields: dict[str, tuple[int, int]]


def shapes(raw: bytes) -> Iterator[Shape]:
    """The shapes that say something of cells, in order. Data within data belongs to no shape."""
    start: re.Match[bytes] | None = None
    for tag in _DATA.finditer(raw):
        if tag[1] is None:
            start = tag
        elif start is not None:
            inside = _FIELD.finditer(raw, start.end(), tag.start())
            yield Shape(start.start(), tag.start(), {field[1].decode(): field.span(2) for field in inside})
            start = None


def scan_vml(raw: bytes, part: str, host: str, owner: str) -> list[Mention]:
    """The mentions of a part: of each shape its place, and every link wherever it stands. Both are counted."""
    found = []
    for at, link in enumerate(_LINK.finditer(raw)):
        text, role = plain_text(link[2]), link[1].decode()
        slots = (Slot(at, role, "reference"),)
        found.append(Mention(f"{owner}{part}#{at}{role}", part, at, role, host, "each", slots, (text,), "!" in text))
    for at, shape in enumerate(shapes(raw)):
        texts = {name: plain_text(raw[start:end]) for name, (start, end) in shape.fields.items()}
        if "Anchor" in texts or "Row" in texts:
            value: Value = (*map(texts.get, _FIELDS), _manner(raw, shape))
            places = tuple(Slot(at, name, "plain") for name in (*_FIELDS, "manner"))
            found.append(Mention(f"{owner}{part}#{at}", part, at, "shape", host, "note", places, value, False))
    return found


def _manner(raw: bytes, shape: Shape) -> str:
    """An element MoveWithCells says that it does not, as Office reads it; and SizeWithCells likewise."""
    said = {match[1].lower() for match in _STAYS.finditer(raw, shape.start, shape.end)}
    if b"move" in said:
        return ABSOLUTE
    return ONE_CELL if b"size" in said else TWO_CELL


def patched_vml(raw: bytes, changed: list[tuple[Mention, Value | None]]) -> bytes:
    """The part with other values; the whole shape of a mention that is gone is taken out."""
    listed = list(shapes(raw))
    links = [link.span(2) for link in _LINK.finditer(raw)]
    tags = _Tags(raw)
    edits: list[tuple[int, int, bytes]] = []
    for mention, value in changed:
        if value is None:
            edits.append((*tags.around(listed[mention.at]), b""))
            continue
        for slot, old, new in zip(mention.slots, mention.value, value, strict=True):
            if new != old and new is not None:
                place = links[slot.at] if mention.rule == "each" else listed[slot.at].fields[slot.name]
                edits.append((*place, escape(new)))
    pieces: list[bytes] = []
    position = 0
    for start, end, markup in sorted(edits):
        if start >= position:
            pieces += (raw[position:start], markup)
            position = end
    return b"".join((*pieces, raw[position:]))


@final
class _Tags:
    """Where the shapes of a part begin and end; looked for once, however many of them go."""

    def __init__(self, raw: bytes) -> None:
        self._openings = [(match.start(), match[1]) for match in _SHAPE.finditer(raw)]
        self._starts = [start for start, _ in self._openings]
        self._ends: dict[bytes, list[int]] = {}
        for match in _SHAPE_END.finditer(raw):
            self._ends.setdefault(match[1], []).append(match.end())

    def around(self, shape: Shape) -> tuple[int, int]:
        """From the start tag of the shape around its data to behind its end tag; the data alone where there is none."""
        at = bisect_left(self._starts, shape.start) - 1
        if at >= 0:
            start, name = self._openings[at]
            ends = self._ends.get(name, [])
            place = bisect_left(ends, shape.end)
            if place < len(ends):
                return start, ends[place]
        return shape.start, shape.end + len(_DATA_END)
