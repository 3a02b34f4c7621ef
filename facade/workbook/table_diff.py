"""Tables that grew or shrank, as a reviewer reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, final

from ..change import Change
from .model.rect import Rect
from .model.sheet import Sheet
from .model.workbook import Workbook
from .mutation.table_edit import tables_of


@final
class TableImage(NamedTuple):
    """What a table covered before it was resized."""

    sheet_id: str
    table_id: str
    rect: Rect


def table_image(model: Workbook, sheet_id: str, table_id: str) -> list[TableImage]:
    """The table as it stands, before it is changed; nothing for one that is not there."""
    found = (table for table in tables_of(model, model.sheet(sheet_id)) if table.id == table_id)
    return [TableImage(sheet_id, table.id, table.rect) for table in found]


def table_changes(model: Workbook, sheet: Sheet, images: Iterable[TableImage]) -> Iterator[Change]:
    """What differs now from the first image of each table."""
    first = {image.table_id: image for image in reversed(list(images)) if image.sheet_id == sheet.id}
    for table in tables_of(model, sheet) if first else ():
        image = first.get(table.id)
        if image is not None and image.rect != table.rect:
            before, after = image.rect.a1, table.rect.a1
            yield Change(kind="table_resized", sheet=sheet.name, range=after, before=before, after=after)
