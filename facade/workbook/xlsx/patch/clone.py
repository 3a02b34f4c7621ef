"""The part of a copied sheet, and the parts of the objects on it: made anew from those of the original."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, final

from ...formula.carrier import Carrier
from ...formula.structured import rename_tables
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..package import Package, Relation
from .container import Container
from .editor import Editor, Element
from .text import escape, whole

_SHARED: Final = frozenset(
    (
        "image",
        "audio",
        "video",
        "media",
        "hyperlink",
        "pivotCacheDefinition",
        "worksheet",
        "chartsheet",
        "connections",
        "theme",
        "font",
    )
)
"""Relationships whose part a copy may lead to as well: content that nothing on a sheet changes."""
_LEFT_OUT: Final = frozenset(("slicer", "timeline"))
"""A slicer's name is the workbook's, and its cache names the pivot tables it filters: Excel has none for a copy."""
_NUMBER: Final = re.compile(r"[0-9]*(\.[^.]*)?\Z")
_SPARKLINES: Final = frozenset(("sparklineGroup", "sparkline"))
_CHARTS: Final = ("drawingml.chart+xml", "drawingml.chartex+xml", "ms-office.chartex+xml", "drawing+xml")
_SLICER_EXTENSIONS: Final = frozenset(("slicerList", "timelineRefs"))


@final
class Cloner:
    """The copies of one save. warnings name what a copy does not have."""

    def __init__(self, package: Package, container: Container, model: Workbook) -> None:
        self._package = package
        self._container = container
        self._model = model
        self._table_ids: set[int] | None = None
        self._contents: dict[str, bytes] = {}

    def clone(self, sheet: Sheet, part: str) -> None:
        """Give the new part of a copied sheet the relationships of its origin, with parts of its own where they are
        the sheet's."""
        _Clone(self, sheet).relations(sheet.origin, part)

    def surroundings(self, editor: Editor, sheet: Sheet) -> None:
        """What stands around the rows of a copy: nothing that only one sheet of a workbook may have."""
        for view in _within(editor, "sheetViews"):
            editor.remove_attribute(view, "tabSelected")
        properties = editor.root.child("sheetPr")
        if properties is not None:
            editor.remove_attribute(properties, "codeName")
        carrier = self._model.history.object_carrier(sheet)
        extensions = editor.root.child("extLst")
        for extension in extensions.named("ext") if extensions is not None else ():
            if any(child.local in _SLICER_EXTENSIONS for child in extension.children):
                editor.replace(extension.start, extension.end, b"")
            else:
                _sparklines(editor, extension, carrier)
        if extensions is not None and all(
            any(child.local in _SLICER_EXTENSIONS for child in one.children) for one in extensions.children
        ):
            editor.replace(extensions.start, extensions.end, b"")

    def content(self, part: str, sheet: Sheet) -> bytes:
        """The content of a part for a copy of its sheet."""
        kind = self._package.content_type(part)
        raw = self._contents.get(part)
        if raw is None:
            raw = self._contents[part] = self._package.read(part)
        if kind.endswith("spreadsheetml.table+xml"):
            return self._table(raw, part, sheet)
        if kind.endswith(_CHARTS) and b"!" in raw:
            return _pointed(raw, part, self._model.history.object_carrier(sheet))
        return raw

    def _table(self, raw: bytes, part: str, sheet: Sheet) -> bytes:
        editor = Editor(raw, part)
        root = editor.root
        name = editor.attribute(root, "displayName") or ""
        new = sheet.tables.get(name, name)
        editor.set_attribute(root, "id", str(self._table_id()))
        editor.set_attribute(root, "name", new)
        editor.set_attribute(root, "displayName", new)
        renamed = {old.casefold(): own for old, own in sheet.tables.items()}
        for element in root.walk():
            if element.local in ("calculatedColumnFormula", "totalsRowFormula") and not element.children:
                text = editor.text(element)
                if (changed := rename_tables(text, renamed)) is not text:
                    editor.set_text(element, escape(changed))
        return editor.result()

    def _table_id(self) -> int:
        """Above all ids of tables in the file."""
        if self._table_ids is None:
            self._table_ids = {
                whole(self._package.xml(name).get("id"))
                for name in self._package.members
                if self._package.content_type(name).endswith("spreadsheetml.table+xml")
            }
        number = max(self._table_ids, default=0) + 1
        self._table_ids.add(number)
        return number

    def add(self, part: str, sheet: Sheet) -> str:
        """A new part for a copy; gives its name."""
        folder, _, name = part.rpartition("/")
        match = _NUMBER.search(name)
        assert match is not None
        stem = name[: match.start()].replace("%", "%%")
        ending = (match[1] or "").replace("%", "%%")
        new = self._container.free_name(f"{folder.replace('%', '%%')}/{stem}%d{ending}".lstrip("/"))
        self._container.add(new, (self.content(part, sheet),), self._package.content_type(part))
        return new

    def relate(self, part: str, relations: list[Relation]) -> None:
        """Give a new part its relationships."""
        self._container.add_relations(part, relations)

    def relations_of(self, part: str) -> tuple[Relation, ...]:
        """The relationships of a part of the file."""
        return self._package.relations(part)


@final
class _Clone:
    """The parts of one copy; made tells what each part of the file has become."""

    def __init__(self, cloner: Cloner, sheet: Sheet) -> None:
        self._cloner = cloner
        self._sheet = sheet
        self._made: dict[str, str] = {}

    def relations(self, origin: str, part: str) -> None:
        """The relationships of origin for the new part."""
        found: list[Relation] = []
        stack: list[tuple[str, str]] = [(origin, part)]
        self._made[origin] = part
        while stack:
            old, new = stack.pop()
            found = []
            for relation in self._cloner.relations_of(old):
                if relation.kind in _LEFT_OUT:
                    continue
                found.append(self._followed(relation, stack))
            self._cloner.relate(new, found)

    def _followed(self, relation: Relation, stack: list[tuple[str, str]]) -> Relation:
        part = relation.part
        if part is None or relation.external or relation.kind in _SHARED:
            return relation
        made = self._made.get(part)
        if made is None:
            made = self._made[part] = self._cloner.add(part, self._sheet)
            stack.append((part, made))
        return Relation(relation.id, relation.type, relation.target, relation.external, made)


def _within(editor: Editor, holder: str) -> list[Element]:
    element = editor.root.child(holder)
    return element.children if element is not None else []


def _sparklines(editor: Editor, extension: Element, carrier: Carrier) -> None:
    for element in extension.walk():
        if element.local == "f" and element.parent is not None and element.parent.local in _SPARKLINES:
            _set_carried(editor, element, carrier.text)


def _pointed(raw: bytes, part: str, carrier: Carrier) -> bytes:
    """A chart that reads the copy instead of the original; a drawing whose shapes show cells of it."""
    editor = Editor(raw, part)
    for element in editor.root.walk():
        if element.local == "f" and not element.children:
            _set_carried(editor, element, carrier.text)
        elif element.local == "sp":
            link = editor.attribute(element, "textlink")
            if link is not None and (carried := carrier.text(link)) != link:
                editor.set_attribute(element, "textlink", carried)
    return editor.result() if editor.edited else raw


def _set_carried(editor: Editor, element: Element, carried: Callable[[str], str]) -> None:
    text = editor.text(element)
    if (new := carried(text)) != text:
        editor.set_text(element, escape(new))
