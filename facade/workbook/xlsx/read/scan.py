"""Level 3 of the cascade: many rows at once by one regular expression that must account for every byte.

findall with a last alternative for any other byte is anchored: what is not a known element shows up as junk.
"""

from __future__ import annotations

import re
from typing import Final

from ....value import Scalar
from ...model.formula import FormulaEntry
from ...model.rect import MAX_COLUMNS, MAX_ROWS, column_index
from ...model.row import SPARSE_GAP, Row
from .cell import MAX_EXACT_DIGITS, CellKind, Desk
from .fragment import inline_text
from .text import plain_text, value_text

ELEMENT: Final = re.compile(
    rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"([^<>/]*)(?:/>|>'
    rb"(?:<f([^<>/]*)(?:/>|>([^<]*)</f>))?"
    rb'(?:<v(?: xml:space="preserve")?>([^<]*)</v>|<v/>)?'
    rb"(?:<is>([^<]*(?:<(?!/is>|c )[^<]*)*)</is>)?</c>)"
    rb'|(</row>|<row r="([1-9][0-9]{0,6})"([^<>]*)>)'
    rb"|\s+|([^<\s]|<)"
)
"""Groups: letters, digits, attributes, f attributes, f text, v text, is content; row tag, its number, its attributes;
junk. An inline string ends before the next cell, so that unclosed ones cost linear time."""

Found = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]
"""One element as findall gives it."""

_DECIMAL: Final = b"0123456789-."
_FINITE_LENGTH: Final = 300
"""A decimal of fewer characters is no infinity."""
_ATTRIBUTES = re.compile(rb'(?: (?:s|t|cm|vm|ph)="[^"<>&\x00-\x1f]*")*\s*')
_ATTRIBUTE = re.compile(rb'([a-z]+)="([^"]*)"')
_F_ATTRIBUTES = re.compile(rb'(?:\s+[A-Za-z][A-Za-z0-9]*="[^"<>&\x00-\x1f]*")*\s*')
_F_ATTRIBUTE = re.compile(rb'([A-Za-z0-9]+)="([^"]*)"')
_ROW_ATTRIBUTES = re.compile(rb'(?:\s+(?!xmlns)[A-Za-z_][\w.:-]*="[^"<\x00-\x1f]*")*\s*')
_SPANS = re.compile(rb'\s+spans="[^"]*"')
_KINDS: Final = frozenset({"n", "s", "str", "b", "e", "d", "inlineStr"})


class IrregularError(Exception):
    """The bytes are not of the form this level knows; the next level decides whether they are a sheet at all."""


def scan_rows(data: bytes, start: int, end: int, desk: Desk) -> list[Row]:
    """The rows in these bytes, whole elements only. Raises IrregularError.

    One loop over all cells: a call a cell would double its 1 µs.
    """
    return build_rows(ELEMENT.findall(data, start, end), desk)


def build_rows(found: list[Found], desk: Desk) -> list[Row]:
    """The rows of these elements. Raises IndexError for a shared string that is not there.

    One function, since a call for each cell would cost as much as the cell.
    """
    rows: list[Row] = []
    columns, kinds, items = desk.columns, desk.cell_kinds, desk.string_items
    number = b""  # of the row that is open, empty between rows
    row0 = -1
    values: list[Scalar] = []
    styles: list[int] = []
    formula_columns: list[int] = []
    entries: list[FormulaEntry] = []
    texts: list[bytes] = []  # of all formulas
    for letters, digits, attributes, f_attributes, f_text, v, inline, tag, row_digits, row_attributes, junk in found:
        if letters:
            if digits != number:
                raise IrregularError
            try:
                col0 = columns[letters]
                style, kind, dynamic = kinds[attributes]
            except KeyError:
                col0 = _column(letters, digits, desk)
                style, kind, dynamic = cell_kind(attributes, desk)
            if col0 != len(values):
                gap = col0 - len(values)
                if gap < 0 or gap >= SPARSE_GAP:
                    raise IrregularError
                values.extend([None] * gap)
                styles.extend([0] * gap)
            styles.append(style)
            if v:
                if kind == "n":
                    if v.isdigit() and len(v) <= MAX_EXACT_DIGITS:
                        values.append(int(v))
                    elif b"." in v and len(v) < _FINITE_LENGTH and not v.translate(None, _DECIMAL):
                        values.append(float(v))
                    else:
                        values.append(desk.number(plain_text(v), row0, col0))
                elif kind == "s":
                    if items is None:
                        items = desk.items()
                    values.append(items[int(v)] if v.isdigit() else desk.shared_string(plain_text(v), row0, col0))
                elif kind == "str":
                    values.append(value_text(v))
                elif inline:
                    raise IrregularError
                else:
                    values.append(desk.value(kind, plain_text(v), row0, col0))
            elif inline:
                if kind != "inlineStr":
                    raise IrregularError
                values.append(inline_text(inline))
            elif kind != "str":
                values.append(None)
            else:
                raise IrregularError  # an empty v is "", none is blank; findall does not tell them apart
            if f_text or f_attributes:
                texts.append(f_text)
                entry = formula_entry(f_attributes, f_text, (row0, col0), dynamic, desk)
                if entry is not None:
                    formula_columns.append(col0)
                    entries.append(entry)
        elif tag:
            if row_digits:
                if number:
                    raise IrregularError
                row0 = int(row_digits) - 1
                if row0 >= MAX_ROWS:
                    raise desk.outside(f"row {row_digits.decode()}")
                rows.append(Row(row0))
                rows[-1].attributes = clean_attributes(row_attributes, desk)
                if row_attributes[-1:] != b"/":
                    number, values, styles, formula_columns, entries = row_digits, [], [], [], []
            elif number:
                number = b""
                while values and values[-1] is None:
                    values.pop()
                rows[-1].values = values
                rows[-1].styles = desk.interned(styles)
                if formula_columns:
                    key = tuple(formula_columns)
                    rows[-1].formulas = (desk.tuples.setdefault(key, key), *entries)
            else:
                raise IrregularError
        elif junk:
            raise IrregularError
    if number:
        raise IrregularError
    if texts:
        desk.note_formulas(b"<".join(texts))
    return rows


def _column(letters: bytes, digits: bytes, desk: Desk) -> int:
    col0 = column_index(letters.decode())
    if col0 >= MAX_COLUMNS:
        raise desk.outside(f"cell {(letters + digits).decode()}")
    desk.columns[letters] = col0
    return col0


def cell_kind(attributes: bytes, desk: Desk) -> CellKind:
    """What the bytes behind a cell's r attribute say. Raises IrregularError for any that are not well known."""
    if _ATTRIBUTES.fullmatch(attributes) is None:
        raise IrregularError
    pairs = _ATTRIBUTE.findall(attributes)
    named = {name: text.decode() for name, text in pairs}
    kind, style = named.get(b"t", "n"), named.get(b"s", "0")
    if len(named) != len(pairs) or kind not in _KINDS or not (style.isdigit() and len(style) < 10):
        raise IrregularError
    number = int(style)
    known = CellKind(number if number < desk.style_count else 0, kind, b"cm" in named)
    desk.cell_kinds[attributes] = known
    return known


def formula_entry(
    attributes: bytes, text: bytes, place: tuple[int, int], dynamic: bool, desk: Desk
) -> FormulaEntry | None:
    """The entry of an f element."""
    if not attributes:
        return plain_text(text)
    named = desk.formula_kinds.get(attributes)
    if named is None:
        pairs = _F_ATTRIBUTE.findall(attributes)
        named = {name.decode(): value.decode() for name, value in pairs}
        if _F_ATTRIBUTES.fullmatch(attributes) is None or len(named) != len(pairs):
            raise IrregularError
        desk.formula_kinds[attributes] = named
    return desk.formula(named, attributes.strip(), plain_text(text), *place, dynamic=dynamic)


def clean_attributes(raw: bytes, desk: Desk) -> bytes:
    """The attributes of a row behind its r, without spans and without a closing slash; the one object of its kind."""
    known = desk.row_attributes.get(raw)
    if known is None:
        bare = raw[:-1] if raw[-1:] == b"/" else raw
        if _ROW_ATTRIBUTES.fullmatch(bare) is None or not _is_utf8(bare):
            raise IrregularError
        known = _SPANS.sub(b"", bare).strip()
        known = desk.row_attributes.setdefault(known, known)
        desk.row_attributes[raw] = known
    return known


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
