"""Comments: every one has its shape and every shape its comment; threads have their stub, parent and person."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import Archive, child, children, local, number
from support.package.area import COLUMNS, ROWS, parse_place, spell
from support.package.book import Book, beyond
from support.package.finding import Finding
from support.package.relation import used_ids
from support.package.workbook import doubles


def comment_findings(archive: Archive, book: Book) -> Iterator[Finding]:
    """All of this module."""
    persons = {
        person.get("id", "")
        for part in archive.related(book.main, "person")
        for person in children(archive.trees.get(part), "person")
    }
    for _, sheet, tree in book.worksheets(archive):
        noted: set[tuple[int, int]] = set()
        for part in archive.related(sheet, "comments"):
            if part in archive.trees:
                yield from _comments(part, archive.trees[part], noted)
        yield from _shapes(archive, sheet, tree, noted)
        for part in archive.related(sheet, "threadedComment"):
            if part in archive.trees:
                yield from _threads(part, archive.trees[part], noted, persons)


def _comments(part: str, root: etree._Element, noted: set[tuple[int, int]]) -> Iterator[Finding]:
    authors = len(children(child(root, "authors"), "author"))
    for element in children(child(root, "commentList"), "comment"):
        place = parse_place(element.get("ref"))
        if place is None:
            yield Finding("comment_ref_bad", part, f"a comment is at {element.get('ref')!r}")
        elif place in noted:
            yield Finding("comment_duplicate", part, f"{spell(*place)} has two comments")
        else:
            noted.add(place)
        if beyond(element.get("authorId"), authors):
            yield Finding("comment_author_beyond", part, f"a comment has the author {element.get('authorId')}")


def _shapes(archive: Archive, sheet: str, tree: etree._Element, noted: set[tuple[int, int]]) -> Iterator[Finding]:
    legacy = child(tree, "legacyDrawing")
    relation = None if legacy is None else archive.relation(sheet, next(used_ids(legacy), None))
    part = None if relation is None else relation.part
    root = None if part is None else archive.trees.get(part)
    shaped: list[tuple[int, int]] = []
    if part is not None and root is not None:
        for data in root.iter("{*}ClientData"):
            if not _on_grid(_word(data, "Anchor")):
                yield Finding("shape_anchor_bad", part, f"a shape has the anchor {_word(data, 'Anchor')!r}")
            if data.get("ObjectType") == "Note":
                row, column = number(_word(data, "Row"), -1), number(_word(data, "Column"), -1)
                shaped.append(((row or 0) + 1, (column or 0) + 1))
        for place in sorted(set(shaped) - noted):
            yield Finding("shape_comment_missing", part, f"the shape of {spell(*place)} has no comment")
        for text in doubles([spell(*place) for place in shaped]):
            yield Finding("shape_duplicate", part, f"{text} has two shapes")
    for place in sorted(noted - set(shaped)):
        yield Finding("comment_shape_missing", sheet, f"the comment of {spell(*place)} has no shape")


def _word(data: etree._Element, name: str) -> str | None:
    found = child(data, name)
    return None if found is None else (found.text or "").strip()


def _on_grid(anchor: str | None) -> bool:
    """Whether the eight numbers of an anchor run forwards on the grid; a shape without one is placed by its style."""
    if anchor is None:
        return True
    words = [number(word.strip(), -1) for word in anchor.split(",")]
    if len(words) != 8 or None in words:
        return False
    left, _, top, _, right, _, bottom, _ = (word or 0 for word in words)
    return 0 <= left <= right < COLUMNS and 0 <= top <= bottom < ROWS


def _threads(part: str, root: etree._Element, noted: set[tuple[int, int]], persons: set[str]) -> Iterator[Finding]:
    threads = [element for element in root if local(element) == "threadedComment"]
    ids = [element.get("id", "") for element in threads]
    for value in doubles(ids):
        yield Finding("thread_id_duplicate", part, f"the id {value} is there twice")
    for element in threads:
        if parse_place(element.get("ref")) not in noted:
            yield Finding("thread_stub_missing", part, f"the thread of {element.get('ref')} has no comment")
        if element.get("parentId") is not None and element.get("parentId") not in ids:
            yield Finding("thread_parent_missing", part, f"a reply at {element.get('ref')} has no parent")
        if element.get("personId") not in persons:
            yield Finding("thread_person_missing", part, f"the person of {element.get('ref')} is not there")
