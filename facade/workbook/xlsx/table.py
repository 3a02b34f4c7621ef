"""Tables of a sheet: their header cells, which must not differ from the names of the table's columns."""

from __future__ import annotations

from typing import NamedTuple, final

from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .package import Package


@final
class TableHeader(NamedTuple):
    """The header row of a table, the table's name, its part, and the names of its columns."""

    rect: Rect
    table: str
    part: str
    names: tuple[str, ...]


def table_headers(model: Workbook, sheet: Sheet) -> list[TableHeader]:
    """The headers on a sheet, where they are now. Excel repairs a file in which one differs from its column's name."""
    package = model.package
    if package is None or not table_parts(package, sheet):
        return []
    from ..object.current import current_tables  # it parses XML, which a sheet without tables has no use for

    return [
        TableHeader(rect, table.name, table.part, tuple(name for _, name in table.columns))
        for table in current_tables(model, sheet)
        if (rect := table.header_rect) is not None
    ]


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


def filters_of(package: Package | None, sheet: Sheet) -> list[str]:
    """The names of a sheet's slicers and timelines."""
    relations = package.relations(sheet.origin) if package is not None and sheet.origin else ()
    parts = [relation.part for relation in relations if relation.kind in ("slicer", "timeline")]
    return [
        element.get("name", "")
        for part in parts
        if package is not None and part is not None
        for element in package.xml(part)
    ]
