"""Tables of a sheet: their header cells, which must not differ from the names of the table's columns."""

from __future__ import annotations

from typing import NamedTuple, final

from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook


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
    if package is None or not sheet.part or not any(item.kind == "table" for item in package.relations(sheet.part)):
        return []
    from ..object.current import current_tables  # it parses XML, which a sheet without tables has no use for

    return [
        TableHeader(rect, table.name, table.part, tuple(name for _, name in table.columns))
        for table in current_tables(model, sheet)
        if (rect := table.header_rect) is not None
    ]
