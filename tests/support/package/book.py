"""The workbook part as the checks of sheets need it: sheets with their parts, and how many of each thing there are."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree
from support.package.archive import Archive, Relation, child, children, number
from support.package.relation import used_ids

SHEET_KINDS = frozenset(("chartsheet", "dialogsheet", "worksheet", "xlMacrosheet", "xlIntlMacrosheet"))


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One sheet of the workbook's list; part is None where its relation leads nowhere."""

    name: str
    sheet_id: str
    state: str
    relation: Relation | None

    @property
    def part(self) -> str | None:
        """The sheet's part."""
        return None if self.relation is None else self.relation.part


@dataclass(slots=True)
class Book:
    """What a workbook has."""

    main: str
    root: etree._Element
    sheets: list[SheetEntry]
    strings: int = 0
    formats: int = 1
    looks: int = 0
    names: list[etree._Element] = field(default_factory=list)

    def worksheets(self, archive: Archive) -> list[tuple[SheetEntry, str, etree._Element]]:
        """(entry, part, tree) of the sheets that have a worksheet's part."""
        return [
            (entry, entry.part, archive.trees[entry.part])
            for entry in self.sheets
            if entry.part is not None
            and entry.part in archive.trees
            and entry.relation is not None
            and entry.relation.kind == "worksheet"
        ]


def read_book(archive: Archive) -> Book | None:
    """The workbook of an archive; None where it has none."""
    main = archive.main
    if main is None:
        return None
    root = archive.trees[main]
    book = Book(main, root, [_entry(archive, main, item) for item in children(child(root, "sheets"), "sheet")])
    book.names = children(child(root, "definedNames"), "definedName")
    for part in archive.related(main, "sharedStrings"):
        book.strings = len(children(archive.trees.get(part), "si"))
    for part in archive.related(main, "styles"):
        book.formats = len(children(child(archive.trees.get(part), "cellXfs"), "xf")) or 1
        book.looks = len(children(child(archive.trees.get(part), "dxfs"), "dxf"))
    return book


def _entry(archive: Archive, main: str, element: etree._Element) -> SheetEntry:
    relation = archive.relation(main, next(used_ids(element), None))
    return SheetEntry(element.get("name", ""), element.get("sheetId", ""), element.get("state", "visible"), relation)


def beyond(text: str | None, count: int) -> bool:
    """Whether an index, 0 where it is not given, is no number or does not lie below the count."""
    index = number(text)
    return index is None or not 0 <= index < count
