"""Tables: ids and names over the workbook, columns, and where they lie on their sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree
from support.package.archive import Archive, child, children, number
from support.package.area import Area, overlapping, parse_area, spell
from support.package.book import Book
from support.package.cells import shared_text, texts
from support.package.finding import Finding
from support.package.region import filters, merges
from support.package.workbook import doubles

_UNIQUE = (
    ("id", "table_id_duplicate"),
    ("name", "table_name_duplicate"),
    ("displayName", "table_name_duplicate"),
)
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class _Table:
    part: str
    root: etree._Element
    area: Area | None
    sheet: etree._Element

    @property
    def columns(self) -> list[etree._Element]:
        return children(child(self.root, "tableColumns"), "tableColumn")

    @property
    def headers(self) -> int:
        return number(self.root.get("headerRowCount"), 1) or 0

    @property
    def totals(self) -> int:
        return number(self.root.get("totalsRowCount"), 0) or 0


def table_findings(archive: Archive, book: Book) -> Iterator[Finding]:
    """All of this module."""
    found: list[_Table] = []
    strings = [
        shared_text(item)
        for part in archive.related(book.main, "sharedStrings")
        for item in children(archive.trees.get(part), "si")
    ]
    for _, sheet, tree in book.worksheets(archive):
        tables = [
            _Table(part, archive.trees[part], parse_area(archive.trees[part].get("ref")), tree)
            for part in archive.related(sheet, "table")
            if part in archive.trees
        ]
        yield from _places(sheet, tables, merges(tree))
        found.extend(tables)
    yield from _names(found, book)
    for table in found:
        for code, message in _table(table, strings):
            yield Finding(code, table.part, message)


def _places(sheet: str, tables: list[_Table], merged: list[Area]) -> Iterator[Finding]:
    areas = [table.area for table in tables if table.area is not None]
    for first, second in overlapping(areas):
        yield Finding("table_overlap", sheet, f"the tables at {spell(*first[:2])} and {spell(*second[:2])} overlap")
    for area in areas:
        for other in merged:
            if area.overlaps(other):
                yield Finding(
                    "table_merge", sheet, f"the table at {spell(*area[:2])} overlaps the merge at {spell(*other[:2])}"
                )


def _names(tables: list[_Table], book: Book) -> Iterator[Finding]:
    parts = {id(table.root): table.part for table in tables}
    unique = {table.part: table for table in tables}.values()
    for word, code in _UNIQUE:
        values = [table.root.get(word, "").casefold() for table in unique]
        for value in doubles(values):
            holders = [parts[id(table.root)] for table in unique if table.root.get(word, "").casefold() == value]
            yield Finding(code, holders[-1], f"the {word} {value} is that of {' and '.join(holders)}")
    names = {element.get("name", "").casefold() for element in book.names if element.get("localSheetId") is None}
    for table in unique:
        if table.root.get("displayName", "").casefold() in names:
            yield Finding("table_name_taken", table.part, f"{table.root.get('displayName')} is a name of the workbook")


def _table(table: _Table, strings: list[str]) -> Iterator[tuple[str, str]]:
    for word in ("id", "name"):
        for value in doubles([column.get(word, "").casefold() for column in table.columns]):
            yield f"table_column_{word}_duplicate", f"the column {word} {value} is there twice"
    area = table.area
    if area is None:
        yield "table_ref_bad", f"the table lies at {table.root.get('ref')!r}"
        return
    if area.right - area.left + 1 != len(table.columns):
        yield "table_width", f"{table.root.get('ref')} is not as wide as {len(table.columns)} columns"
    if area.bottom - area.top + 1 <= table.headers + table.totals:
        yield "table_height", f"{table.root.get('ref')} has no row for data"
    for element in (child(table.root, "autoFilter"), child(table.root, "sortState")):
        inner = None if element is None else parse_area(element.get("ref"))
        if element is not None and (inner is None or not area.holds(inner)):
            yield "table_filter_outside", f"{table.root.get('ref')} does not hold {element.get('ref')}"
    yield from filters(table.root)
    if table.headers:
        yield from _headers(table, area, strings)


def _headers(table: _Table, area: Area, strings: list[str]) -> Iterator[tuple[str, str]]:
    shown = texts(table.sheet, Area(area.top, area.left, area.top, area.right), strings)
    for column, element in enumerate(table.columns, area.left):
        name, text = _plain(element.get("name", "")), _plain(shown.get((area.top, column), ""))
        if column <= area.right and text != name:
            yield "table_header", f"{spell(area.top, column)} shows {text!r} and the column has the name {name!r}"


def _plain(text: str) -> str:
    """Escapes read; line ends as XML has them in elements."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n")
