"""Parts of sheets that were deleted: what nothing else leads to goes with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, final

from ..package import Package
from .book import Book
from .container import Container
from .editor import Element
from .error import UnsupportedChangeError
from .text import whole

_CACHES: Final = frozenset(("slicerCache", "timelineCache"))
_OWNERS: Final = {"slicer": "slicerCache", "timeline": "timelineCache"}
_LISTS: Final = frozenset(("slicerCaches", "timelineCacheRefs"))
"""Elements of the workbook's extensions that list caches of slicers and timelines."""


@final
class Removal:
    """One save. main is the workbook part; the sheets that go are the book's."""

    def __init__(self, package: Package, container: Container, book: Book, main: str) -> None:
        self._package = package
        self._container = container
        self._book = book
        self._main = main

    def run(self) -> None:
        """Take everything out. Called when the copies are made, since they lead to parts of their originals."""
        gone = self._gone()
        caches = self._filter_caches(gone)
        caches |= self._pivot_caches(gone | caches)
        roots = {*self._book.gone, *caches}
        ids = set(self._container.unrelate_parts(self._main, roots))
        self._unlist(ids)
        self._container.remove_all(self._reached(roots, ()) - self._kept(roots))

    def _gone(self) -> set[str]:
        """What goes with the sheets alone."""
        return self._reached(self._book.gone, ()) - self._kept(self._book.gone)

    def _kept(self, without: Collection[str]) -> set[str]:
        """What the package, or a part that was added, leads to, but for the ways through some parts."""
        return self._reached(("", *self._container.links), without)

    def _reached(self, parts: Iterable[str], without: Collection[str]) -> set[str]:
        seen: set[str] = set()
        stack = [part for part in parts if part not in without]
        while stack:
            part = stack.pop()
            if part in seen:
                continue
            seen.add(part)
            stack.extend(
                relation.part
                for relation in self._package.relations(part)
                if relation.part is not None and relation.part not in without
            )
        return seen

    def _related(self, kinds: Collection[str]) -> list[str]:
        """Parts that the workbook part leads to by a kind of relationship."""
        relations = self._package.relations(self._main)
        return [relation.part for relation in relations if relation.kind in kinds and relation.part is not None]

    def _pivot_caches(self, gone: set[str]) -> set[str]:
        """The caches that only pivot tables read which go."""
        caches = set(self._related({"pivotCacheDefinition"}))
        used: set[str] = set(self._container.links) & caches
        lost: set[str] = set()
        for part in self._package.members:
            read = {relation.part for relation in self._package.relations(part) if relation.part in caches}
            if read and part != self._main:
                (lost if part in gone else used).update(one for one in read if one is not None)
        return lost - used

    def _filter_caches(self, gone: set[str]) -> set[str]:
        """The caches of slicers and timelines that filter nothing any more, or that nothing shows any more.

        Raises UnsupportedChangeError where a slicer that stays would filter a table that goes.
        """
        found: set[str] = set()
        shown = self._shown(gone)
        tables = self._table_ids(gone)
        numbers = {self._book.numbers[part] for part in self._book.gone}
        for part in self._related(_CACHES):
            editor = self._container.edit(part)
            name = editor.attribute(editor.root, "name") or ""
            pivots = [element for element in editor.root.walk() if element.local == "pivotTable"]
            dead = [one for one in pivots if whole(editor.attribute(one, "tabId")) in numbers]
            is_lost = (bool(pivots) and len(dead) == len(pivots)) or any(
                whole(editor.attribute(element, "tableId")) in tables
                for element in editor.root.walk()
                if element.local == "tableSlicerCache"
            )
            stays, goes = shown.get(name, (False, False))
            if is_lost and stays:
                raise UnsupportedChangeError(
                    part, f"a slicer on a sheet that stays filters what goes with a deleted sheet ({name})"
                )
            if is_lost or (goes and not stays):
                found.add(part)
            else:
                for element in dead:
                    editor.replace(element.start, element.end, b"")
        return found

    def _shown(self, gone: set[str]) -> dict[str, tuple[bool, bool]]:
        """For each cache by name, whether a slicer that stays shows it, and whether one that goes does."""
        found: dict[str, tuple[bool, bool]] = {}
        for owner in self._package.members:
            for relation in self._package.relations(owner):
                if relation.kind not in _OWNERS or relation.part is None:
                    continue
                for element in self._package.xml(relation.part):
                    name = element.get("cache", "")
                    stays, goes = found.get(name, (False, False))
                    found[name] = (stays or relation.part not in gone, goes or relation.part in gone)
        return found

    def _table_ids(self, gone: set[str]) -> set[int]:
        kinds = ((part, self._package.content_type(part)) for part in gone)
        return {whole(self._package.xml(part).get("id")) for part, kind in kinds if kind.endswith(".table+xml")}

    def _unlist(self, ids: set[str]) -> None:
        """Take what lists caches by the ids of their relationships out of the workbook part."""
        editor = self._book.editor
        for holder in self._holders():
            listed = [child for child in holder.children if editor.relation_attribute(child, "id") is not None]
            left = [child for child in listed if editor.relation_attribute(child, "id") not in ids]
            if len(left) == len(listed):
                continue
            if left:
                for child in listed:
                    if child not in left:
                        editor.replace(child.start, child.end, b"")
            else:
                whole_of = self._emptied(holder)
                editor.replace(whole_of.start, whole_of.end, b"")

    def _holders(self) -> Iterator[Element]:
        for element in self._book.editor.root.walk():
            if element.local == "pivotCaches" or element.local in _LISTS:
                yield element

    def _emptied(self, holder: Element) -> Element:
        """The outermost element that holds nothing but one that goes."""
        while holder.parent is not None and holder.parent.parent is not None and len(holder.parent.children) == 1:
            holder = holder.parent
        return holder
