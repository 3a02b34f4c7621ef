"""Tables of a sheet: their header cells, which must not differ from the names of the table's columns."""

from __future__ import annotations

from typing import NamedTuple, final

from ..model.rect import Rect, parse_rect
from ..model.sheet import Sheet
from .package import Package


@final
class TableHeader(NamedTuple):
    """The header row of a table, the table's name, and its part."""

    rect: Rect
    table: str
    part: str


@final
class TableRef(NamedTuple):
    """A table of the file: its name, its cells, how many rows of them are header or totals, and its part."""

    name: str
    rect: Rect
    header_rows: int
    total_rows: int
    part: str


def tables_of(package: Package, sheet: Sheet) -> list[TableRef]:
    """The tables on a sheet of the file."""
    tables = []
    for relation in package.relations(sheet.part):
        if relation.kind != "table" or relation.part is None:
            continue
        root = package.xml(relation.part)
        rect = parse_rect(root.get("ref", ""))
        if rect is not None:
            header = int(root.get("headerRowCount", "1") != "0")
            totals = int(root.get("totalsRowCount", "0") not in ("0", "") and rect.rows > header)
            tables.append(TableRef(root.get("displayName", ""), rect, header, totals, relation.part))
    return tables


def table_headers(package: Package, sheet: Sheet) -> list[TableHeader]:
    """The headers on a sheet of the file. Excel repairs a file in which one differs from its column's name."""
    return [
        TableHeader(table.rect._replace(row1=table.rect.row0), table.name, table.part)
        for table in tables_of(package, sheet)
        if table.header_rows
    ]
