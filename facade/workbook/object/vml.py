"""Drawings of the older form, which need not be well-formed XML: what the data of their shapes says of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, final

from ..xlsx.patch.text import escape, plain_text
from .anchor import ABSOLUTE, ONE_CELL, TWO_CELL
from .mention import Mention, Slot, Value

_DATA: Final = re.compile(rb"<x:ClientData\b[^<>]*>")
_DATA_END: Final = b"</x:ClientData>"
_FIELD: Final = re.compile(rb"<x:(Anchor|Row|Column)>([^<]*)</x:\1>")
_LINK: Final = re.compile(rb"<x:(Fmla(?:Link|Range|Group|Txbx|Pict))>([^<]*)</x:\1>")
_STAYS: Final = re.compile(rb"<x:(Move|Size)WithCells\s*(?:/>|>\s*(?:t|true)?\s*</x:\1WithCells>)", re.IGNORECASE)
_SHAPE: Final = re.compile(rb"<(v:[A-Za-z]+)\b")
_FIELDS: Final = ("Anchor", "Row", "Column")


@final
class Shape(NamedTuple):
    """The data of one shape: start and end of it, and its fields by name, as (start, end) of their texts."""

    start: int
    end: int
    fields: dict[str, tuple[int, int]]


def shapes(raw: bytes) -> Iterator[Shape]:
    """The shapes that say something of cells, in order."""
    for opening in _DATA.finditer(raw):
        end = raw.find(_DATA_END, opening.end())
        if end >= 0:
            inside = _FIELD.finditer(raw, opening.end(), end)
            yield Shape(opening.start(), end, {field[1].decode(): field.span(2) for field in inside})


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
    edits: list[tuple[int, int, bytes]] = []
    for mention, value in changed:
        if value is None:
            edits.append((*_whole(raw, listed[mention.at]), b""))
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


def _whole(raw: bytes, shape: Shape) -> tuple[int, int]:
    """From the start tag of the shape around the data to behind its end tag."""
    start = raw.rfind(b"<v:shape ", 0, shape.start)
    for tag in (b"<v:rect ", b"<v:oval ", b"<v:roundrect ", b"<v:line "):
        start = max(start, raw.rfind(tag, 0, shape.start))
    match = _SHAPE.match(raw, start) if start >= 0 else None
    closing = b"</" + match[1] + b">" if match is not None else b""
    end = raw.find(closing, shape.end) if closing else -1
    return (start, end + len(closing)) if end >= 0 else (shape.start, shape.end + len(_DATA_END))
