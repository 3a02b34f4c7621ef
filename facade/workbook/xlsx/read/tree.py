"""The last level of the cascade: a sheet read with lxml, whatever its prefixes, encoding and order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....value import Scalar
from ...model.rect import MAX_COLUMNS, parse_cell
from ...model.row import Row
from ...model.sheet import Sheet
from ..markup import events
from ..namespace import local, main, space
from .cell import Cell, Desk, row_number
from .text import text_of

if TYPE_CHECKING:
    from lxml import etree

_PREFIXES = {"http://www.w3.org/XML/1998/namespace": "xml"}


def read_tree(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill rows, from the whole part. Rows and cells may come in any order; the later of two equal cells wins.

    Cells are taken one by one, so that a row without end costs no more memory than its part.
    """
    row = Row()
    last_row0 = last_col0 = -1
    cells: dict[int, Cell] = {}
    for event, element in events(data, desk.part, ("{*}row", "{*}c")):
        is_row = main(element.tag) == "row"
        if not _counts(element, ("row",) if is_row else ("c", "row")):
            continue
        if not is_row:
            if event == "end":
                last_col0 = _column(element, last_row0, last_col0, desk)
                cells[last_col0] = _cell(element, last_row0, last_col0, desk)
        elif event == "start":
            last_row0, last_col0 = row_number(element.get("r"), last_row0, desk), -1
            row = _begin(sheet, last_row0, element, desk)
            cells = {cell[0]: cell for cell in _known_cells(row)}
        elif cells:
            desk.fill(row, list(cells.values()))


def _begin(sheet: Sheet, row0: int, element: etree._Element, desk: Desk) -> Row:
    row = sheet.row(row0)
    if row is None:
        row = Row(row0)
        sheet.put_row(row0, row)
    attributes = _raw(element, ("r", "spans"))
    row.attributes = desk.row_attributes.setdefault(attributes, attributes)
    return row


def _counts(element: etree._Element, names: tuple[str, ...]) -> bool:
    """Whether it and what lies around it have these names, and then come sheetData and the root."""
    at: etree._Element | None = element
    for name in (*names, "sheetData", "worksheet"):
        if at is None or main(at.tag) != name:
            return False
        at = at.getparent()
    return at is None


def _column(element: etree._Element, row0: int, last: int, desk: Desk) -> int:
    reference = element.get("r")
    if reference is None:
        col0 = last + 1
    else:
        place = parse_cell(reference)
        if place is None:
            raise desk.outside(f"cell {reference}")
        if place[0] != row0:
            raise desk.refusal(row0, place[1], f"is called {reference[:40]}")
        col0 = place[1]
    if col0 >= MAX_COLUMNS:
        raise desk.outside(f"cell {reference}")
    return col0


def _cell(element: etree._Element, row0: int, col0: int, desk: Desk) -> Cell:
    kind = element.get("t", "n")
    style = desk.style(element.get("s", "0"), row0, col0)
    value: Scalar = None
    entry = None
    for child in element:
        name = main(child.tag)
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


def _raw(element: etree._Element, without: tuple[str, ...]) -> bytes:
    """The attributes as text, separated by blanks, as near to the file as a tree allows."""
    prefixes = {**{uri: prefix for prefix, uri in element.nsmap.items() if prefix}, **_PREFIXES}
    parts = []
    for key, text in element.attrib.items():
        name = str(key)
        if name in without:
            continue
        prefix = prefixes.get(space(name))
        parts.append(f"{f'{prefix}:' if prefix else ''}{local(name)}={_quoted(str(text))}")
    return " ".join(parts).encode()


_QUOTED = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def _quoted(text: str) -> str:
    """An attribute's value; the standard library's function for it loads its web client first, 23 ms."""
    return f'"{text.translate(_QUOTED)}"'
