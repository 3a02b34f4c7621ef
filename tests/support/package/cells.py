"""The rows and cells of a worksheet: their order, references, formats, values and formulas."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from support.package.archive import child, children, local, number
from support.package.area import COLUMNS, ROWS, Area, overlapping, parse_area, parse_place, spell
from support.package.book import Book, beyond
from support.package.finding import Finding

_BOOLEANS = frozenset(("0", "1", "true", "false"))


class Cells:
    """One worksheet's cells; what findings() saw is in the fields once it is through."""

    def __init__(self, part: str, root: etree._Element, book: Book) -> None:
        self._part = part
        self._root = root
        self._book = book
        self.formulas: set[tuple[int, int]] = set()
        self.arrays: list[Area] = []
        self.filled: Area | None = None
        self._masters: dict[str, Area | None] = {}
        self._followers: list[tuple[str, int, int]] = []

    def findings(self) -> Iterator[Finding]:
        """All of this module."""
        last = 0
        for row in children(child(self._root, "sheetData"), "row"):
            at = number(row.get("r"), last + 1)
            if at is None or not last < at <= ROWS:
                yield self._finding("row_order", f"row {row.get('r')} stands behind row {last}")
                continue
            last = at
            if beyond(row.get("s"), self._book.formats):
                yield self._finding("style_beyond", f"row {at} has the style {row.get('s')}")
            yield from self._row(row, at)
        yield from self._groups()
        for first, second in overlapping(self.arrays):
            yield self._finding("array_overlap", f"the arrays at {_corner(first)} and {_corner(second)} overlap")

    def computes(self, row: int, column: int) -> bool:
        """Whether a cell has a formula or a value of an array's."""
        return (row, column) in self.formulas or self.spills(row, column)

    def spills(self, row: int, column: int) -> bool:
        """Whether a cell lies in the area of an array or data table."""
        return any(area.has(row, column) for area in self.arrays)

    def _row(self, row: etree._Element, at: int) -> Iterator[Finding]:
        last = 0
        for cell in children(row, "c"):
            name = cell.get("r")
            place = (at, last + 1) if name is None else parse_place(name)
            if place is None or place[1] > COLUMNS:
                yield self._finding("cell_bad", f"row {at} has a cell at {name}")
                continue
            if place[0] != at:
                yield self._finding("cell_row", f"row {at} has the cell {name}")
                continue
            if place[1] <= last:
                yield self._finding("cell_order", f"{name} stands behind {spell(at, last)}")
                continue
            last = place[1]
            yield from self._cell(cell, at, last)

    def _cell(self, cell: etree._Element, row: int, column: int) -> Iterator[Finding]:
        if beyond(cell.get("s"), self._book.formats):
            yield self._finding("style_beyond", f"{spell(row, column)} has the style {cell.get('s')}")
        for item in cell:
            name = local(item)
            if name == "f":
                self._fill(row, column)
                self.formulas.add((row, column))
                yield from self._formula(item, row, column)
            elif name == "v":
                self._fill(row, column)
                yield from self._value(cell.get("t", "n"), item.text or "", row, column)
            elif name == "is":
                self._fill(row, column)

    def _value(self, kind: str, text: str, row: int, column: int) -> Iterator[Finding]:
        if kind == "s" and beyond(text or None, self._book.strings):
            yield self._finding("string_beyond", f"{spell(row, column)} has the shared string {text}")
        elif (kind == "n" and text.strip() and not _is_number(text)) or (kind == "b" and text not in _BOOLEANS):
            yield self._finding("value_bad", f"{spell(row, column)} has the type {kind} and the value {text[:40]}")

    def _formula(self, formula: etree._Element, row: int, column: int) -> Iterator[Finding]:
        kind = formula.get("t", "normal")
        if kind == "shared":
            index = formula.get("si", "")
            if formula.get("ref") is not None and formula.text:
                self._masters[index] = parse_area(formula.get("ref"))
                yield from self._block("shared_ref_bad", self._masters[index], formula, row, column)
            else:
                self._followers.append((index, row, column))
        elif kind in ("array", "dataTable"):
            area = parse_area(formula.get("ref"))
            yield from self._block("array_ref_bad", area, formula, row, column)
            if area is not None:
                self.arrays.append(area)
        if kind in ("normal", "array") and not (formula.text or "").strip() and not formula.get("ca"):
            yield self._finding("formula_empty", f"{spell(row, column)} has a formula without text")

    def _block(self, code: str, area: Area | None, formula: etree._Element, row: int, column: int) -> Iterator[Finding]:
        if area is None or not area.has(row, column):
            yield self._finding(code, f"the formula of {spell(row, column)} is for {formula.get('ref')}")

    def _groups(self) -> Iterator[Finding]:
        for index, row, column in self._followers:
            if index not in self._masters:
                yield self._finding("shared_master_missing", f"{spell(row, column)} follows formula {index}")
            elif (area := self._masters[index]) is not None and not area.has(row, column):
                yield self._finding("shared_outside", f"{spell(row, column)} lies outside of formula {index}")

    def _fill(self, row: int, column: int) -> None:
        area = self.filled
        if area is None:
            self.filled = Area(row, column, row, column)
        elif not area.has(row, column):
            self.filled = Area(
                min(area.top, row), min(area.left, column), max(area.bottom, row), max(area.right, column)
            )

    def _finding(self, code: str, message: str) -> Finding:
        return Finding(code, self._part, message)


def texts(root: etree._Element, area: Area, strings: list[str]) -> dict[tuple[int, int], str]:
    """What the cells of an area show as text, numbers as they are written; empty cells are left out."""
    found: dict[tuple[int, int], str] = {}
    at = 0
    for row in children(child(root, "sheetData"), "row"):
        at = number(row.get("r"), at + 1) or at + 1
        if area.top <= at <= area.bottom:
            last = 0
            for cell in children(row, "c"):
                place = parse_place(cell.get("r")) or (at, last + 1)
                last = place[1]
                text = _shown(cell, strings) if area.has(at, last) else None
                if text is not None:
                    found[at, last] = text
    return found


def shared_text(item: etree._Element) -> str:
    """The text of a shared or inline string, without its phonetic hints."""
    hints = {id(text) for hint in item.iter("{*}rPh") for text in hint.iter("{*}t")}
    return "".join(text.text or "" for text in item.iter("{*}t") if id(text) not in hints)


def _shown(cell: etree._Element, strings: list[str]) -> str | None:
    value, inline = child(cell, "v"), child(cell, "is")
    if inline is not None:
        return shared_text(inline)
    if value is None or value.text is None:
        return None
    if cell.get("t") == "s":
        index = number(value.text)
        return strings[index] if index is not None and 0 <= index < len(strings) else None
    return value.text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _corner(area: Area) -> str:
    return spell(area.top, area.left)
