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
    for part in table_parts(package, sheet):
        root = package.xml(part)
        rect = parse_rect(root.get("ref", ""))
        if rect is not None and root.get("headerRowCount", "1") != "0":
            name = root.get("displayName", "")
            headers.append(TableHeader(rect._replace(row1=rect.row0), sheet.tables.get(name, name), part))
    return headers


def table_parts(package: Package, sheet: Sheet) -> list[str]:
    """The parts of the tables of a sheet of the file; of a copy, those that its own tables are made from."""
    relations = package.relations(sheet.origin) if sheet.origin else ()
    return [relation.part for relation in relations if relation.kind == "table" and relation.part is not None]


def tables_of(package: Package | None, sheet: Sheet, *, own: bool = False) -> list[str]:
    """The display names of a sheet's tables; own: as the parts have them, whatever the sheet is a copy of."""
    if package is None or sheet.kind != "worksheet":
        return []
    names = [package.xml(part).get("displayName", "") for part in table_parts(package, sheet)]
    return names if own else [sheet.tables.get(name, name) for name in names]
