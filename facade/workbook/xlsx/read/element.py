"""Level 4 of the cascade: one row by expressions that take attributes in any order, with any quotes, and no r."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....value import Scalar
from ...model.rect import MAX_COLUMNS, parse_cell
from ...model.row import Row
from .cell import Cell, Desk, row_number
from .fragment import inline_text
from .scan import IrregularError
from .text import plain_text

_ATTRIBUTES = rb"((?:\s+[A-Za-z_][\w.:-]*=(?:\"[^\"<]*\"|'[^'<]*'))*+)\s*"
_ROW = re.compile(rb"<row" + _ATTRIBUTES + rb"(/?)>")
_CELL = re.compile(rb"\s*<c" + _ATTRIBUTES + rb"(?:(/)>|>\s*)")
_PARTS = (
    rb"(?:<f" + _ATTRIBUTES + rb"(?:/>|>([^<]*)</f\s*>)\s*)?+"
    rb"(?:<v" + _ATTRIBUTES + rb"(?:/>|>([^<]*)</v\s*>)\s*)?+"
    rb"(?:<is>([^<]*(?:<(?!/is>|c )[^<]*)*)</is>\s*)?+</c\s*>"
)
_CONTENT = re.compile(_PARTS)
_PAIR = re.compile(rb"([A-Za-z_][\w.:-]*)=(?:\"([^\"]*)\"|'([^']*)')")
_KNOWN = frozenset({"r", "s", "t", "cm", "vm", "ph"})


def read_row(data: bytes, start: int, end: int, last_row0: int, desk: Desk) -> Row:
    """The one row in these bytes. Raises IrregularError."""
    match = _ROW.match(data, start, end)
    if match is None:
        raise IrregularError
    attributes = named(match[1])
    row0 = row_number(attributes.get("r"), last_row0, desk)
    row = Row(row0)
    row.attributes = _kept(match[1], desk)
    if not match[2]:
        cells = list(_cells(data, match.end(), end, row0, desk))
        if cells:
            desk.fill(row, cells)
    elif match.end() != end:
        raise IrregularError
    return row


def named(raw: bytes) -> dict[str, str]:
    """Attributes by name. Raises IrregularError for one that is given twice or declares a namespace."""
    found: dict[str, str] = {}
    for name, double, single in _PAIR.findall(raw):
        key = name.decode()
        if key in found or key.startswith("xmlns"):
            raise IrregularError
        found[key] = plain_text(double or single)
    return found


def _kept(raw: bytes, desk: Desk) -> bytes:
    pairs = [match for match in _PAIR.finditer(raw) if match[1] not in (b"r", b"spans")]
    kept = b" ".join(match[0] for match in pairs)
    return desk.row_attributes.setdefault(kept, kept)


def _cells(data: bytes, place: int, end: int, row0: int, desk: Desk) -> Iterator[Cell]:
    last = -1
    while (match := _CELL.match(data, place, end)) is not None:
        attributes = named(match[1])
        if not attributes.keys() <= _KNOWN:
            raise IrregularError
        last = _column(attributes.get("r"), row0, last, desk)
        place = match.end()
        if match[2]:
            yield last, None, desk.style(attributes.get("s", "0"), row0, last), None
            continue
        content = _CONTENT.match(data, place, end)
        if content is None:
            raise IrregularError
        place = content.end()
        yield _cell(attributes, content, row0, last, desk)
    if data[place:end].strip() != b"</row>":
        raise IrregularError


def _column(text: str | None, row0: int, last: int, desk: Desk) -> int:
    if text is None:
        col0 = last + 1
    else:
        place = parse_cell(text)
        if place is None:
            raise desk.outside(f"cell {text}")
        if place[0] != row0:
            raise IrregularError
        col0 = place[1]
    if col0 >= MAX_COLUMNS:
        raise desk.outside(f"cell {text}")
    if col0 <= last:
        raise IrregularError
    return col0


def _cell(attributes: dict[str, str], content: re.Match[bytes], row0: int, col0: int, desk: Desk) -> Cell:
    f_attributes, f_text, v_attributes, v_text, inline = content.groups()
    kind = attributes.get("t", "n")
    value: Scalar = None
    if v_attributes is not None:
        value = desk.value(kind, plain_text(v_text or b""), row0, col0)
    if inline is not None:
        if kind != "inlineStr":
            raise IrregularError
        value = inline_text(inline)
    entry = None
    if f_attributes is not None:
        desk.note_formulas(f_text or b"")
        entry = desk.formula(
            named(f_attributes), f_attributes.strip(), plain_text(f_text or b""), row0, col0, dynamic="cm" in attributes
        )
    return col0, value, desk.style(attributes.get("s", "0"), row0, col0), entry
