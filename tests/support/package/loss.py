"""Parts that an edit lost and should have kept."""

from __future__ import annotations

from collections.abc import Iterable

from support.package.archive import Archive
from support.package.book import read_book
from support.package.finding import Finding


def lost_parts(before: bytes, after: bytes, *, deleted: Iterable[str] = ()) -> list[Finding]:
    """The parts of before that after has not.

    Lawfully gone are calcChain, which Excel makes again, and what only the deleted sheets (by their names in before)
    owned: what no relation reaches but through them, with its own relations.
    """
    old, new = Archive(before), Archive(after)
    lawful = _owned(old, set(deleted))
    return [
        Finding("part_lost", name, "the input has this part and the output has not")
        for name in old.members
        if new.find(name) is None and name not in lawful and not name.lower().endswith("/calcchain.xml")
    ]


def _owned(archive: Archive, deleted: set[str]) -> set[str]:
    book = read_book(archive)
    if book is None or not deleted:
        return set()
    sheets = {entry.part for entry in book.sheets if entry.name in deleted and entry.part is not None}
    gone = _reached(archive, set()) - _reached(archive, sheets)
    relations = {archive.find(_relations_of(part)) for part in gone}
    return gone | {name for name in relations if name is not None}


def _reached(archive: Archive, closed: set[str]) -> set[str]:
    """The parts that relations lead to without passing through the closed ones."""
    reached: set[str] = set()
    waiting = [""]
    while waiting:
        for relation in archive.relations.get(waiting.pop(), ()):
            if relation.part is not None and relation.part not in reached and relation.part not in closed:
                reached.add(relation.part)
                waiting.append(relation.part)
    return reached


def _relations_of(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels"
