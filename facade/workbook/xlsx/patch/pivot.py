"""Pivot tables whose source data changed: their caches are marked to be refreshed when the file is opened."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, final

from ...formula.pieces import Ref, pieces
from ...model.rect import MAX_ROWS, Rect, parse_rect
from ...model.workbook import Workbook
from ...object.current import current_tables
from ...object.store import Store, store_of
from .container import Container
from .editor import Editor, Element

_CACHE_TYPE: Final = "pivotCacheDefinition"


@final
class PivotSource(NamedTuple):
    """The cells that a pivot cache reads, with the row below them, and the part of the cache.

    resized: rows or columns came into them or went since the file.
    """

    sheet_part: str
    rect: Rect
    cache_part: str
    resized: bool


def pivot_sources(container: Container, model: Workbook, main: str) -> list[PivotSource]:
    """The caches that read cells of this workbook, where those are now. main is the workbook part."""
    package, store = container.package, store_of(model)
    sources = []
    for part in package.members if store is not None else ():
        if _CACHE_TYPE not in package.content_type(part):
            continue
        editor = container.edit(part)
        element = _worksheet_source(editor)
        if element is None or store is None:
            continue
        found = _Resolver(model, store, container, main).find(part, editor.attribute(element, "name"))
        if found is not None:
            sheet_part, rect, old = found
            below = rect._replace(row1=min(rect.row1 + 1, MAX_ROWS - 1))
            resized = old is not None and (old.rows, old.columns) != (rect.rows, rect.columns)
            sources.append(PivotSource(sheet_part, below, part, resized))
    return sources


def refresh_on_load(editor: Editor) -> None:
    """Mark a cache."""
    if editor.attribute(editor.root, "refreshOnLoad") not in ("1", "true"):
        editor.set_attribute(editor.root, "refreshOnLoad", "1")


def _worksheet_source(editor: Editor) -> Element | None:
    """The source within this workbook; one with an r:id lies in another file."""
    source = editor.root.child("cacheSource")
    element = source.child("worksheetSource") if source is not None else None
    return None if element is None or editor.relation_attribute(element, "id") is not None else element


Found: TypeAlias = "tuple[str, Rect, Rect | None]"
"""The part of a sheet, the cells as they are now, and as they were in the file."""


@final
class _Resolver:
    """From what a cache says to the cells it means; None for what cannot be told."""

    def __init__(self, model: Workbook, store: Store, container: Container, main: str) -> None:
        self._model = model
        self._store = store
        self._container = container
        self._main = main

    def find(self, part: str, name: str | None) -> Found | None:
        """The cells of the cache in a part; name is what it gives instead of cells."""
        return self._cells(part) or (None if name is None else self._table(name) or self._defined(name))

    def _cells(self, part: str) -> Found | None:
        mention = next((item for item in self._store.part(part) if item.role == "worksheetSource"), None)
        value = None if mention is None else self._store.value(mention)
        if mention is None or value is None or [slot.name for slot in mention.slots] != ["sheet", "ref"]:
            return None
        sheet, rect = self._model.sheet_named(value[0] or ""), parse_rect(value[1] or "")
        if sheet is None or not sheet.part or rect is None:
            return None
        return sheet.part, rect, parse_rect(mention.value[1] or "")

    def _table(self, name: str) -> Found | None:
        for sheet in self._model.sheets:
            for table in current_tables(self._model, sheet):
                if table.name.casefold() == name.casefold():
                    old = next(item.value[0] for item in self._store.part(table.part) if item.id == table.id)
                    return sheet.part, table.rect, parse_rect(old or "")
        return None

    def _defined(self, name: str) -> Found | None:
        text = next((text for known, _, text in self._model.names if known.casefold() == name.casefold()), "")
        ref = _only_ref(text)
        sheet = None if ref is None else self._model.sheet_named(ref.first)
        if ref is None or ref.rect is None or sheet is None or not sheet.part:
            return None
        editor = self._container.edit(self._main)
        holder = editor.root.child("definedNames")
        for element in holder.named("definedName") if holder is not None else ():
            if (editor.attribute(element, "name") or "").casefold() == name.casefold():
                old = _only_ref(editor.text(element))
                return sheet.part, ref.rect, None if old is None else old.rect
        return sheet.part, ref.rect, None


def _only_ref(text: str) -> Ref | None:
    """The reference that a text is, with a sheet and nothing beside it."""
    parts = pieces(text)
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Ref) and parts[0].first else None
