"""The part of a copied sheet, and the parts of the objects on it: made anew from those of the original."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, final

from ...formula.structured import rename_tables
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..package import Package, Relation, relations_part
from .container import Container
from .editor import Editor, Element
from .object import cloned_part
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
"""A slicer's name is the workbook's, and its cache names the pivot tables it filters: a copy has none."""
_NUMBER: Final = re.compile(r"[0-9]*(\.[^.]*)?\Z")
_FILTERS: Final = frozenset(("slicerList", "timelineRefs"))
_FRAMES: Final = frozenset(("slicer", "timeslicer"))


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

    def surroundings(self, editor: Editor) -> None:
        """What stands around the rows of a copy: nothing that only one sheet of a workbook may have."""
        for view in _within(editor, "sheetViews"):
            editor.remove_attribute(view, "tabSelected")
        properties = editor.root.child("sheetPr")
        if properties is not None:
            editor.remove_attribute(properties, "codeName")
        extensions = editor.root.child("extLst")
        if extensions is None:
            return
        filters = [one for one in extensions.children if any(child.local in _FILTERS for child in one.children)]
        for extension in [extensions] if len(filters) == len(extensions.children) else filters:
            editor.replace(extension.start, extension.end, b"")

    def content(self, part: str, sheet: Sheet) -> bytes | None:
        """The content of a part for a copy of its sheet; None for a table of which nothing is left."""
        raw = self._contents.get(part)
        if raw is None:
            raw = self._contents[part] = self._package.read(part)
        content = cloned_part(raw, part, sheet, self._model)
        kind = self._package.content_type(part)
        if content is not None and kind.endswith("spreadsheetml.table+xml"):
            return self._table(content, part, sheet)
        if content is not None and kind.endswith("drawing+xml") and b"slicer" in content:
            return _without_filters(content, part)
        return content

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

    def add(self, part: str, sheet: Sheet) -> str | None:
        """A new part for a copy; gives its name, None if nothing of it is left."""
        content = self.content(part, sheet)
        if content is None:
            return None
        folder, _, name = part.rpartition("/")
        match = _NUMBER.search(name)
        assert match is not None
        stem = name[: match.start()].replace("%", "%%")
        ending = (match[1] or "").replace("%", "%%")
        new = self._container.free_name(f"{folder.replace('%', '%%')}/{stem}%d{ending}".lstrip("/"))
        self._container.add(new, (content,), self._package.content_type(part))
        return new

    def relate(self, part: str, relations: list[Relation]) -> None:
        """Give a new part its relationships."""
        self._container.add_relations(part, relations)

    def relations_of(self, part: str, sheet: Sheet) -> list[Relation]:
        """The relationships of a part of the file, for a copy of its sheet: links within the workbook follow."""
        relations = list(self._package.relations(part))
        name = self._package.find(relations_part(part))
        if name is None or not any(relation.target.startswith("#") for relation in relations):
            return relations
        content = cloned_part(self._package.read(name), name, sheet, self._model)
        editor = Editor(content or b"<Relationships/>", name)
        read = editor.attribute
        targets = {read(item, "Id"): read(item, "Target") or "" for item in editor.root.named("Relationship")}
        return [replace(item, target=targets.get(item.id, item.target)) for item in relations]


@final
class _Clone:
    """The parts of one copy; made tells what each part of the file has become."""

    def __init__(self, cloner: Cloner, sheet: Sheet) -> None:
        self._cloner = cloner
        self._sheet = sheet
        self._made: dict[str, str | None] = {}

    def relations(self, origin: str, part: str) -> None:
        """The relationships of origin for the new part."""
        stack: list[tuple[str, str]] = [(origin, part)]
        self._made[origin] = part
        while stack:
            old, new = stack.pop()
            found: list[Relation] = []
            for relation in self._cloner.relations_of(old, self._sheet):
                followed = None if relation.kind in _LEFT_OUT else self._followed(relation, stack)
                if followed is not None:
                    found.append(followed)
            self._cloner.relate(new, found)

    def _followed(self, relation: Relation, stack: list[tuple[str, str]]) -> Relation | None:
        """The relationship, leading to a part of the copy's own where it led to one of the sheet's."""
        part = relation.part
        if part is None or relation.external or relation.kind in _SHARED:
            return relation
        if part not in self._made:
            made = self._made[part] = self._cloner.add(part, self._sheet)
            if made is not None:
                stack.append((part, made))
        made = self._made[part]
        return None if made is None else replace(relation, part=made)


def _within(editor: Editor, holder: str) -> list[Element]:
    element = editor.root.child(holder)
    return element.children if element is not None else []


def _without_filters(content: bytes, part: str) -> bytes:
    """A drawing without the frames that show slicers and timelines, of which a copy has none."""
    editor = Editor(content, part)
    for anchor in editor.root.children:
        if any(element.local in _FRAMES for element in anchor.walk()):
            editor.replace(anchor.start, anchor.end, b"")
    return editor.result()
