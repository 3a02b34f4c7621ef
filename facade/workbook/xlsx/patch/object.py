"""What mentions read now, written into their parts: attributes and texts that changed, elements that came or went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ...object.carry import LOST
from ...object.mention import Mention, Value
from ...object.store import VML, Store, store_of
from ...object.table import COLUMNS_AT, read_columns
from ...object.vml import patched_vml
from .container import Container
from .editor import Editor, Element
from .error import UnsupportedChangeError
from .text import escape, escape_attribute, whole

Change: TypeAlias = "tuple[Mention, Value | None]"
_COUNTED: Final = {"rowBreaks": ("count", "manualBreakCount"), "colBreaks": ("count", "manualBreakCount")}
"""Attributes that count what an element holds, where it is not count alone."""


def edit_sheet_objects(editor: Editor, sheet: Sheet, workbook: Workbook) -> None:
    """What stands around the rows of a worksheet; the editor has no rows."""
    store = store_of(workbook)
    if store is not None and sheet.origin and (workbook.history.now or sheet.copies):
        patch = _Patch(editor)
        patch.leave_out("tablePart", _gone_tables(store, sheet, workbook))
        patch.run(_changed(store, store.on(sheet, sheet.origin)))
        refuse_broken(store)


def _gone_tables(store: Store, sheet: Sheet, workbook: Workbook) -> set[str]:
    """The ids of the relationships to tables of which nothing is left."""
    package = workbook.package
    assert package is not None
    gone = {
        mention.part
        for mention in store.of_sheet(sheet, "table")
        if mention.rule == "table" and store.value(mention) is None
    }
    return {relation.id for relation in package.relations(sheet.origin) if relation.part in gone}


def cloned_part(raw: bytes, part: str, sheet: Sheet, workbook: Workbook) -> bytes | None:
    """A part of the original's for a copied sheet, raw where nothing differs; None for a table without cells."""
    store = store_of(workbook)
    assert store is not None
    package = workbook.package
    changed = _changed(store, store.on(sheet, part)) if store.speaks(part) else []
    refuse_broken(store)
    if not changed:
        return raw
    if package is not None and VML in package.content_type(part):
        return patched_vml(raw, changed)
    if _gone_table(changed):
        return None
    editor = Editor(raw, part)
    _Patch(editor).run(changed)
    return editor.result()


def patch_objects(container: Container, workbook: Workbook) -> None:
    """All other parts of the file but the workbook part."""
    store = store_of(workbook)
    if store is None:
        return
    package = container.package
    worksheets = {sheet.part for sheet in workbook.sheets if sheet.kind == "worksheet"}
    hosts = {"", *(sheet.id for sheet in workbook.sheets)}
    for part in store.parts() if workbook.history.now else store.kept_parts():
        if part in worksheets or store.owner(part) not in hosts:
            continue
        changed = _changed(store, store.part(part))
        if not changed:
            continue
        if VML in package.content_type(part):
            container.replace(part, (patched_vml(package.read(part), changed),))
        elif _gone_table(changed):
            _drop_part(container, store.owner(part), part, workbook)
        else:
            patch = _Patch(container.edit(part))
            patch.run(changed)
            if patch.lost_columns:
                _refuse_slicers(container, part, patch.root_id, patch.lost_columns)
    refuse_broken(store)


def refuse_broken(store: Store) -> None:
    """Raise for a part that no reference could be found in, since it cannot be known what would have to change."""
    for error in store.broken.values():
        raise error


def _changed(store: Store, mentions: Iterable[Mention]) -> list[Change]:
    return [(mention, value) for mention in mentions if (value := store.value(mention)) != mention.value]


def _gone_table(changed: list[Change]) -> bool:
    return any(mention.rule == "table" and value is None for mention, value in changed)


def _drop_part(container: Container, owner: str, part: str, workbook: Workbook) -> None:
    number = container.edit(part).attribute(container.edit(part).root, "id")
    _refuse_slicers(container, part, number, None)
    container.remove(part)
    sheet = workbook.sheet(owner)
    if sheet is not None:
        container.unrelate_part(sheet.part, part)


def _refuse_slicers(container: Container, part: str, table: str | None, columns: set[str] | None) -> None:
    """Raise where a slicer filters a table, or some columns of it, that go."""
    for other in container.package.members:
        if "slicerCache" not in container.package.content_type(other):
            continue
        editor = container.edit(other)
        for element in editor.root.walk():
            if element.local == "tableSlicerCache" and editor.attribute(element, "tableId") == table:
                column = editor.attribute(element, "column")
                if columns is None or column in columns:
                    raise UnsupportedChangeError(part, f"a slicer ({other}) filters what was deleted of this table")


@final
class _Patch:
    """The changes of one part. Elements that go take their parents along where nothing else is in them."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._elements = list(editor.root.walk())
        self._gone: set[int] = set()
        self.lost_columns: set[str] = set()

    @property
    def root_id(self) -> str | None:
        """The id of a table."""
        return self._editor.attribute(self._editor.root, "id")

    def leave_out(self, local: str, ids: set[str]) -> None:
        """Take out the elements that lead to these relationships."""
        for element in self._elements if ids else ():
            if element.local == local and self._editor.relation_attribute(element, "id") in ids:
                self._gone.add(id(element))

    def run(self, changed: list[Change]) -> None:
        """Make them."""
        for mention, value in changed:
            if value is None:
                self._gone.add(id(self._elements[mention.at]))
        for mention, value in changed:
            if value is not None:
                self._set(mention, value)
        self._remove()

    def _set(self, mention: Mention, value: Value) -> None:
        if LOST in value and mention.rule == "named":
            raise UnsupportedChangeError(
                self._editor.part, "all cells were deleted that it has as its source; give it another source first"
            )
        for at, (slot, old, new) in enumerate(zip(mention.slots, mention.value, value, strict=True)):
            element = self._elements[slot.at]
            if new == old or self._is_gone(element):
                continue
            if new is None:
                self._gone.add(id(element))
            elif mention.rule == "table" and at == COLUMNS_AT:
                self._set_columns(element, new)
            elif slot.name:
                self._editor.set_attribute(element, slot.name, new)
            else:
                self._editor.set_text(element, escape(new))

    def _set_columns(self, element: Element, text: str) -> None:
        """The columns of a table: those of the file in their new order, new ones among them."""
        editor = self._editor
        items = [child for child in element.children if child.local == "tableColumn"]
        columns = read_columns(text)
        kept = [source for source, _ in columns if source >= 0]
        for at, item in enumerate(items):
            if at not in kept:
                self._gone.add(id(item))
                self.lost_columns.add(editor.attribute(item, "id") or "")
        if kept != sorted(kept):
            raise UnsupportedChangeError(editor.part, "columns of a table changed places")
        number = max((whole(editor.attribute(item, "id")) for item in items), default=0)
        tag = f"{element.prefix}:tableColumn" if element.prefix else "tableColumn"
        behind = items[0].start
        for source, name in columns:
            if source >= 0:
                behind = items[source].end
                continue
            number += 1
            markup = f'<{tag} id="{number}" name="'.encode() + escape_attribute(name) + b'"/>'
            editor.insert(behind, markup)
        editor.set_attribute(element, "count", str(len(columns)))

    def _is_gone(self, element: Element) -> bool:
        up: Element | None = element
        while up is not None:
            if id(up) in self._gone:
                return True
            up = up.parent
        return False

    def _remove(self) -> None:
        """Take elements out, with parents that are left empty; counts of other parents follow."""
        left: dict[int, tuple[Element, list[Element]]] = {}
        waiting = [element for element in self._elements if id(element) in self._gone]
        while waiting:
            element = waiting.pop()
            parent = element.parent
            if parent is None or id(parent) in self._gone:
                continue
            gone = left.setdefault(id(parent), (parent, []))[1]
            gone.append(element)
            if len(gone) == len(parent.children) and parent.parent is not None and parent.local not in _STAYING:
                self._gone.add(id(parent))
                waiting.append(parent)
        for parent, gone in left.values():
            if not self._is_gone(parent):
                self._count(parent, gone)
                for element in gone:
                    self._editor.replace(element.start, element.end, b"")

    def _count(self, parent: Element, gone: Iterable[Element]) -> None:
        elements = list(gone)
        for name in _COUNTED.get(parent.local, ("count",)):
            known = self._editor.attribute(parent, name)
            if known is None or parent.local == "tableColumns":
                continue
            manual = name == "manualBreakCount"
            lost = sum(not manual or self._editor.attribute(element, "man") in ("1", "true") for element in elements)
            self._editor.set_attribute(parent, name, str(max(whole(known) - lost, 0)))


_STAYING: Final = frozenset(("commentList", "sheetView", "wsDr"))
"""Elements that stay although nothing is left in them."""
