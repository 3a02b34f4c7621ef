"""The areas a worksheet speaks of around its cells: merges, columns, rules, filters, breaks, views, its dimension."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import child, children, local, number
from support.package.area import COLUMNS, ROWS, Area, overlapping, parse_area, parse_areas, parse_place, spell
from support.package.book import Book, beyond
from support.package.cells import Cells
from support.package.finding import Finding

_PLACES = ("activeCell", "topLeftCell")
_DATA = frozenset(("c", "row", "f", "v", "t", "r", "is", "sheetData"))


def region_findings(part: str, root: etree._Element, book: Book, cells: Cells) -> Iterator[Finding]:
    """All of this module; cells were checked before."""
    for code, message in _pairs(root, book, cells):
        yield Finding(code, part, message)


def merges(root: etree._Element) -> list[Area]:
    """The merged areas of a worksheet that can be read."""
    found = (parse_area(item.get("ref")) for item in children(child(root, "mergeCells"), "mergeCell"))
    return [area for area in found if area is not None]


def _pairs(root: etree._Element, book: Book, cells: Cells) -> Iterator[tuple[str, str]]:
    yield from _merges(root)
    yield from _columns(root, book)
    yield from _references(root)
    yield from _dimension(root, cells)
    yield from _breaks(root)
    yield from filters(root)
    for rule in root.iter("{*}cfRule"):
        if rule.get("dxfId") is not None and beyond(rule.get("dxfId"), book.looks):
            yield "look_beyond", f"a rule has the dxfId {rule.get('dxfId')}"


def _merges(root: etree._Element) -> Iterator[tuple[str, str]]:
    for area in merges(root):
        if area.cells == 1:
            yield "merge_single", f"{spell(area.top, area.left)} is merged with nothing"
    for first, second in overlapping(merges(root)):
        yield "merge_overlap", f"the merges at {spell(*first[:2])} and {spell(*second[:2])} overlap"


def _columns(root: etree._Element, book: Book) -> Iterator[tuple[str, str]]:
    last = 0
    for column in children(child(root, "cols"), "col"):
        left, right = number(column.get("min"), 0), number(column.get("max"), 0)
        if left is None or right is None or not last < left <= right <= COLUMNS:
            yield "column_order", f"columns {column.get('min')} to {column.get('max')} stand behind column {last}"
        last = max(last, right or 0)
        if beyond(column.get("style"), book.formats):
            yield "style_beyond", f"column {column.get('min')} has the style {column.get('style')}"


def _references(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Every ref, sqref and place outside of the cells."""
    for element in root.iter():
        name = local(element)
        if name in _DATA:
            continue
        for word in ("ref", "sqref"):
            text = element.get(word)
            if text is not None and not _readable(text, many=word == "sqref"):
                yield "ref_bad", f"{name} has the {word} {text!r}"
        for word in _PLACES:
            if element.get(word) is not None and parse_place(element.get(word)) is None:
                yield "ref_bad", f"{name} has the {word} {element.get(word)!r}"
        if name == "sqref" and not _readable(element.text or "", many=True):
            yield "ref_bad", f"{local(element.getparent())} has the sqref {element.text!r}"


def _readable(text: str, *, many: bool) -> bool:
    areas = parse_areas(text)
    return bool(areas) and None not in areas and (many or len(areas) == 1)


def _dimension(root: etree._Element, cells: Cells) -> Iterator[tuple[str, str]]:
    element = child(root, "dimension")
    area = None if element is None else parse_area(element.get("ref"))
    if element is not None and area is not None and cells.filled is not None and not area.holds(cells.filled):
        yield "dimension_small", f"{element.get('ref')} does not hold the cells up to {spell(*cells.filled[2:])}"


def _breaks(root: etree._Element) -> Iterator[tuple[str, str]]:
    for name, most in (("rowBreaks", ROWS), ("colBreaks", COLUMNS)):
        seen: set[int] = set()
        for item in children(child(root, name), "brk"):
            at = number(item.get("id"))
            if at is None or not 0 <= at <= most or at in seen:
                yield "break_bad", f"{name} has a break at {item.get('id')}, off the grid or twice"
            seen.add(at or 0)


def filters(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Filters of columns that their area has not, and sorting by what lies outside of what is sorted."""
    for element in root.iter("{*}autoFilter"):
        area = parse_area(element.get("ref"))
        for column in children(element, "filterColumn"):
            if area is not None and beyond(column.get("colId"), area.right - area.left + 1):
                yield "filter_column_beyond", f"{element.get('ref')} filters its column {column.get('colId')}"
    for element in root.iter("{*}sortState"):
        area = parse_area(element.get("ref"))
        for condition in children(element, "sortCondition"):
            key = parse_area(condition.get("ref"))
            if area is not None and key is not None and not area.holds(key):
                yield "sort_outside", f"{element.get('ref')} is sorted by {condition.get('ref')}"
