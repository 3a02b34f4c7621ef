"""Cell formats whose parts are there, and lists that hold as many as they say."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import Archive, child, children, local, number
from support.package.book import Book, beyond
from support.package.finding import Finding
from support.package.workbook import doubles

_LISTS = {
    name: name[:-1]
    for name in (
        "borders cellStyles cfRules colFields colItems dataFields dataValidations dxfs fills fonts"
        " mergeCells numFmts pageFields pivotFields rowFields rowItems tableColumns tableParts tableStyles"
        " cacheFields pivotCaches"
    ).split()
} | {
    "cellStyleXfs": "xf",
    "cellXfs": "xf",
    "colBreaks": "brk",
    "colFields": "field",
    "colItems": "i",
    "rowBreaks": "brk",
    "rowFields": "field",
    "rowItems": "i",
}
_FIRST_CUSTOM = 164
"""Number formats below it are built in: ECMA-376 part 1, 18.8.30."""


def style_findings(archive: Archive, book: Book) -> Iterator[Finding]:
    """Of styles.xml."""
    for part in archive.related(book.main, "styles"):
        root = archive.trees.get(part)
        if root is not None:
            for code, message in _styles(root):
                yield Finding(code, part, message)


def count_findings(archive: Archive) -> Iterator[Finding]:
    """Lists of any part that say a number of items and have another."""
    for part, root in archive.trees.items():
        for element in root.iter(*(f"{{*}}{name}" for name in _LISTS)):
            said, held = element.get("count"), len(children(element, _LISTS[local(element)]))
            if said is not None and number(said) != held:
                yield Finding("count_wrong", part, f"{local(element)} says {said} and has {held}")
        if local(root) == "sst" and root.get("uniqueCount") is not None:
            held = len(children(root, "si"))
            if number(root.get("uniqueCount")) != held:
                yield Finding("count_wrong", part, f"sst says {root.get('uniqueCount')} and has {held}")


def _styles(root: etree._Element) -> Iterator[tuple[str, str]]:
    held = {name: len(children(child(root, name))) for name in ("fonts", "fills", "borders", "cellStyleXfs")}
    formats = [item.get("numFmtId", "") for item in children(child(root, "numFmts"), "numFmt")]
    for value in doubles(formats):
        yield "number_format_duplicate", f"the number format {value} is there twice"
    for name in ("cellStyleXfs", "cellXfs"):
        for xf in children(child(root, name), "xf"):
            yield from _format(name, xf, held, formats)
    for item in children(child(root, "cellStyles"), "cellStyle"):
        if beyond(item.get("xfId"), held["cellStyleXfs"]):
            yield "format_part_missing", f"the style {item.get('name')} has the xfId {item.get('xfId')}"


def _format(name: str, xf: etree._Element, held: dict[str, int], formats: list[str]) -> Iterator[tuple[str, str]]:
    for attribute, kind in (
        ("fontId", "fonts"),
        ("fillId", "fills"),
        ("borderId", "borders"),
        ("xfId", "cellStyleXfs"),
    ):
        if xf.get(attribute) is not None and beyond(xf.get(attribute), held[kind]):
            yield "format_part_missing", f"an xf of {name} has the {attribute} {xf.get(attribute)}"
    shown = xf.get("numFmtId", "0")
    if (number(shown) or 0) >= _FIRST_CUSTOM and shown not in formats:
        yield "format_part_missing", f"an xf of {name} has the numFmtId {shown}"
