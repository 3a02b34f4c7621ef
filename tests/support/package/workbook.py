"""The workbook part: its sheets, its views, its names and the caches of pivot tables."""

from __future__ import annotations

from collections.abc import Iterator

from support.package.archive import Archive, child, children
from support.package.area import parse_area
from support.package.book import SHEET_KINDS, Book, beyond
from support.package.finding import Finding
from support.package.relation import used_ids

_FORBIDDEN = set("[]:*?/\\")
_LONGEST = 31


def workbook_findings(archive: Archive, book: Book) -> Iterator[Finding]:
    """All of this module."""
    yield from _sheets(book)
    yield from _views(book)
    yield from _names(book)
    yield from _caches(archive, book)
    yield from _code_names(archive, book)
    yield from _filters(archive, book)


def doubles(values: list[str]) -> list[str]:
    """The values that are there more than once, each once."""
    return sorted({value for value in values if values.count(value) > 1})


def _sheets(book: Book) -> Iterator[Finding]:
    for value in doubles([entry.sheet_id for entry in book.sheets]):
        yield Finding("sheet_id_duplicate", book.main, f"the sheet id {value} is there twice")
    for value in doubles([entry.name.casefold() for entry in book.sheets]):
        yield Finding("sheet_name_duplicate", book.main, f"the sheet name {value} is there twice")
    for value in doubles([entry.relation.id for entry in book.sheets if entry.relation is not None]):
        yield Finding("sheet_relation_duplicate", book.main, f"the relation {value} is that of two sheets")
    for entry in book.sheets:
        name = entry.name
        if not 1 <= len(name) <= _LONGEST or _FORBIDDEN & set(name) or name[0] == "'" or name[-1] == "'":
            yield Finding("sheet_name_bad", book.main, f"a sheet cannot have the name {name!r}")
        if entry.relation is None or entry.relation.kind not in SHEET_KINDS:
            yield Finding("sheet_part_missing", book.main, f"the sheet {name} has no relation to a sheet's part")


def _views(book: Book) -> Iterator[Finding]:
    visible = [entry.state == "visible" for entry in book.sheets]
    if not any(visible):
        yield Finding("sheet_visible_missing", book.main, "no sheet is visible")
    for view in children(child(book.root, "bookViews"), "workbookView"):
        if beyond(view.get("firstSheet"), len(visible)):
            yield Finding("first_sheet_beyond", book.main, f"firstSheet is {view.get('firstSheet')}")
        if beyond(view.get("activeTab"), len(visible)):
            yield Finding("active_tab_beyond", book.main, f"activeTab is {view.get('activeTab')}")
        elif any(visible) and not visible[int(view.get("activeTab", "0"))]:
            yield Finding("active_tab_hidden", book.main, f"activeTab is {view.get('activeTab')}, a hidden sheet")


def _names(book: Book) -> Iterator[Finding]:
    found: list[str] = []
    for element in book.names:
        name, scope = element.get("name", ""), element.get("localSheetId")
        if scope is not None and beyond(scope, len(book.sheets)):
            yield Finding("name_scope_beyond", book.main, f"{name} has the localSheetId {scope}")
        if not (element.text or "").strip():
            yield Finding("name_empty", book.main, f"{name} refers to nothing")
        found.append(f"{name.casefold()} of {'the workbook' if scope is None else f'sheet {scope}'}")
    for value in doubles(found):
        yield Finding("name_duplicate", book.main, f"the name {value} is there twice")


def _caches(archive: Archive, book: Book) -> Iterator[Finding]:
    caches: dict[str, str | None] = {}
    for element in children(child(book.root, "pivotCaches"), "pivotCache"):
        cache_id = element.get("cacheId", "")
        relation = archive.relation(book.main, next(used_ids(element), None))
        if cache_id in caches:
            yield Finding("pivot_cache_duplicate", book.main, f"the cache {cache_id} is there twice")
        caches[cache_id] = None if relation is None else relation.part
        if relation is None or relation.part is None or relation.kind != "pivotCacheDefinition":
            yield Finding("pivot_cache_missing", book.main, f"the cache {cache_id} has no part")
    for _, sheet, _ in book.worksheets(archive):
        for part in archive.related(sheet, "pivotTable"):
            root = archive.trees.get(part)
            cache_id = "" if root is None else root.get("cacheId", "")
            if root is not None and caches.get(cache_id) not in archive.related(part, "pivotCacheDefinition"):
                yield Finding("pivot_cache_unknown", part, f"the cache {cache_id} is not that of its relation")


def _code_names(archive: Archive, book: Book) -> Iterator[Finding]:
    """VBA knows sheets by these; a copy that keeps its source's is one of two modules with one name."""
    found = [
        element.get("codeName", "").casefold()
        for _, _, root in book.worksheets(archive)
        if (element := child(root, "sheetPr")) is not None and element.get("codeName")
    ]
    for value in doubles(found):
        yield Finding("code_name_duplicate", book.main, f"the code name {value} is that of two sheets")


def _filters(archive: Archive, book: Book) -> Iterator[Finding]:
    """The hidden name that Excel keeps for a sheet's filter has the filter's area."""
    for element in book.names:
        scope, text = element.get("localSheetId"), element.text or ""
        if element.get("name") != "_xlnm._FilterDatabase" or scope is None or beyond(scope, len(book.sheets)):
            continue
        part = book.sheets[int(scope)].part
        filtered = child(archive.trees.get(part or ""), "autoFilter")
        area = parse_area(text.rpartition("!")[2].replace("$", ""))
        if filtered is not None and area is not None and area != parse_area(filtered.get("ref")):
            yield Finding("filter_name_differs", book.main, f"{text} is not the filter's {filtered.get('ref')}")
