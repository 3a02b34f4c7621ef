"""The tables of a sheet where they are now."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from ..formula.pieces import Ref
from ..model.rect import Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.table import tables_of


@final
class TableArea(NamedTuple):
    """A table by name: all its cells, and those between its header row and its row of totals."""

    name: str
    rect: Rect
    body: Rect

    @property
    def header(self) -> Rect | None:
        """Its header row, if it shows one."""
        return self.rect._replace(row1=self.rect.row0) if self.body.row0 > self.rect.row0 else None


_LOOSE: Final = (False, False, False, False)


def table_areas(model: Workbook, sheet: Sheet) -> list[TableArea]:
    """Those of the file that are left."""
    if model.package is None or not sheet.part:
        return []
    carrier = model.history.carrier(sheet)
    found: list[TableArea] = []
    for table in tables_of(model.package, sheet):
        rect = carrier.ref(Ref("", "", table.rect, "area", _LOOSE, "", "")).rect
        if rect is not None:
            body = rect._replace(row0=rect.row0 + table.header_rows, row1=rect.row1 - table.total_rows)
            found.append(TableArea(table.name, rect, body))
    return found
