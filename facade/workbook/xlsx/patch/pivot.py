"""Pivot tables whose source data changed: their caches are marked to be refreshed when the file is opened."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from ...model.rect import MAX_ROWS, Rect, parse_rect
from ...model.workbook import Workbook
from ..package import Package
from .container import Container
from .editor import Editor, Element

_CACHE_TYPE: Final = "pivotCacheDefinition"


@final
class PivotSource(NamedTuple):
    """The cells that a pivot cache reads, with the row below them, and the part of the cache."""

    sheet_part: str
    rect: Rect
    cache_part: str


def pivot_sources(package: Package, container: Container, model: Workbook, names: dict[str, str]) -> list[PivotSource]:
    """The caches that read cells of this workbook. names gives the part of a sheet by its folded name in the file."""
    sources = []
    for part in package.members:
        if _CACHE_TYPE not in package.content_type(part):
            continue
        editor = container.edit(part)
        element = _worksheet_source(editor)
        if element is None:
            continue
        found = _Resolver(package, model, names).find(editor, element)
        if found is not None:
            sheet_part, rect = found
            below = rect._replace(row1=min(rect.row1 + 1, MAX_ROWS - 1))
            sources.append(PivotSource(sheet_part, below, part))
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


@final
class _Resolver:
    """From what a cache says to the cells it means."""

    def __init__(self, package: Package, model: Workbook, names: dict[str, str]) -> None:
        self._package = package
        self._model = model
        self._names = names

    def find(self, editor: Editor, element: Element) -> tuple[str, Rect] | None:
        """(part of the sheet, rectangle); None for what cannot be told."""
        sheet, ref, name = (editor.attribute(element, key) for key in ("sheet", "ref", "name"))
        if sheet is not None and ref is not None:
            return self._cells(sheet, ref)
        if name is None:
            return None
        return self._table(name) or self._defined(name)

    def _cells(self, sheet: str, ref: str) -> tuple[str, Rect] | None:
        part, rect = self._names.get(sheet.casefold()), parse_rect(ref)
        return None if part is None or rect is None else (part, rect)

    def _table(self, name: str) -> tuple[str, Rect] | None:
        for sheet in self._model.sheets:
            for relation in self._package.relations(sheet.part) if sheet.part else ():
                if relation.kind != "table" or relation.part is None:
                    continue
                root = self._package.xml(relation.part)
                if name.casefold() in (root.get("name", "").casefold(), root.get("displayName", "").casefold()):
                    rect = parse_rect(root.get("ref", ""))
                    return None if rect is None else (sheet.part, rect)
        return None

    def _defined(self, name: str) -> tuple[str, Rect] | None:
        text = next((text for known, _, text in self._model.names if known.casefold() == name.casefold()), "")
        prefix, _, ref = text.rpartition("!")
        sheet = self._model.sheet_named(prefix[1:-1].replace("''", "'") if prefix.startswith("'") else prefix)
        rect = parse_rect(ref)
        return None if sheet is None or not sheet.part or rect is None else (sheet.part, rect)
