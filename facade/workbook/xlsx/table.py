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


def table_headers(package: Package, sheet: Sheet) -> list[TableHeader]:
    """The headers on a sheet of the file. Excel repairs a file in which one differs from its column's name."""
    headers = []
    for relation in package.relations(sheet.part):
        if relation.kind != "table" or relation.part is None:
            continue
        root = package.xml(relation.part)
        rect = parse_rect(root.get("ref", ""))
        if rect is not None and root.get("headerRowCount", "1") != "0":
            headers.append(TableHeader(rect._replace(row1=rect.row0), root.get("displayName", ""), relation.part))
    return headers
