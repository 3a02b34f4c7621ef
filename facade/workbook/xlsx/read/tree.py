"""The last level of the cascade: a sheet read with lxml, whatever its prefixes, encoding and order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from ....value import Scalar
from ...model.rect import MAX_COLUMNS, MAX_ROWS, column_index
from ...model.row import Row
from ...model.sheet import Sheet
from ..markup import each
from ..namespace import local, space
from .cell import Cell, Desk
from .text import text_of

if TYPE_CHECKING:
    from lxml import etree

_PREFIXES = {"http://www.w3.org/XML/1998/namespace": "xml"}


def read_tree(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill rows, from the whole part. Rows and cells may come in any order; the later of two equal cells wins."""
    row0 = -1
    for element in each(data, desk.part, ("{*}row",)):
        if local(parent_tag(element)) != "sheetData":
            continue
        row0 = _row_number(element, row0, desk)
        cells = list(_cells(element, row0, desk))
        known = sheet.row(row0)
        if known is not None:
            cells = [*_known_cells(known), *cells]
        attributes = _row_attributes(element)
        if not cells and not attributes:
            continue
        row = Row(row0)
        row.attributes = desk.row_attributes.setdefault(attributes, attributes)
        if cells:
            desk.fill(row, cells)
        sheet.put_row(row0, row)


def parent_tag(element: etree._Element) -> object:
    """The tag of the element around it, "" at the root."""
    parent = element.getparent()
    return "" if parent is None else parent.tag


def split_reference(text: str) -> tuple[str, str] | None:
    """(letters, digits) of A1 with or without $, unchecked; None for anything else."""
    bare = text.replace("$", "")
    letters = bare.rstrip("0123456789")
    digits = bare[len(letters) :]
    return (letters, digits) if letters.isascii() and letters.isalpha() and digits else None


def _row_number(element: etree._Element, last: int, desk: Desk) -> int:
    text = element.get("r")
    if text is None:
        row0 = last + 1
    elif text.isascii() and text.isdigit():
        row0 = int(text[:20]) - 1
    else:
        raise desk.outside(f"row {text}")
    if not 0 <= row0 < MAX_ROWS:
        raise desk.outside(f"row {text or row0 + 1}")
    return row0


def _cells(row: etree._Element, row0: int, desk: Desk) -> Iterator[Cell]:
    last = -1
    for element in row:
        if local(element.tag) != "c":
            continue
        last = _column(element, row0, last, desk)
        yield _cell(element, row0, last, desk)


def _column(element: etree._Element, row0: int, last: int, desk: Desk) -> int:
    reference = element.get("r")
    if reference is None:
        col0 = last + 1
    else:
        parts = split_reference(reference)
        if parts is None or len(parts[0]) > 3 or len(parts[1]) > 7:
            raise desk.outside(f"cell {reference}")
        col0 = column_index(parts[0])
        if not 0 < int(parts[1]) <= MAX_ROWS:
            raise desk.outside(f"cell {reference}")
        if int(parts[1]) != row0 + 1:
            raise desk.refusal(row0, min(col0, MAX_COLUMNS - 1), f"is called {reference[:40]}")
    if col0 >= MAX_COLUMNS:
        raise desk.outside(f"cell {reference}")
    return col0


def _cell(element: etree._Element, row0: int, col0: int, desk: Desk) -> Cell:
    kind = element.get("t", "n")
    style = desk.style(element.get("s", "0"), row0, col0)
    value: Scalar = None
    entry = None
    for child in element:
        name = local(child.tag)
        if name == "v":
            value = desk.value(kind, child.text or "", row0, col0)
        elif name == "is" and kind == "inlineStr":
            value = text_of(child)
        elif name == "f":
            attributes = {str(key): str(text) for key, text in child.attrib.items()}
            entry = desk.formula(
                attributes, _raw(child, ()), child.text or "", row0, col0, dynamic=element.get("cm") is not None
            )
    return col0, value, style, entry


def _known_cells(row: Row) -> list[Cell]:
    values = row.values
    columns = set(range(len(values))) if isinstance(values, list) else set(values)
    styles = row.styles
    columns.update(range(len(styles)) if isinstance(styles, tuple) else styles)
    columns.update(row.formula_columns())
    return [(col0, row.value(col0), row.style(col0), row.formula(col0)) for col0 in columns]


def _row_attributes(element: etree._Element) -> bytes:
    return _raw(element, ("r", "spans"))


def _raw(element: etree._Element, without: tuple[str, ...]) -> bytes:
    """The attributes as text, separated by blanks, as near to the file as a tree allows."""
    prefixes = {**{uri: prefix for prefix, uri in element.nsmap.items() if prefix}, **_PREFIXES}
    parts = []
    for key, text in element.attrib.items():
        name = str(key)
        if name in without:
            continue
        prefix = prefixes.get(space(name))
        parts.append(f"{f'{prefix}:' if prefix else ''}{local(name)}={quoteattr(str(text))}")
    return " ".join(parts).encode()
