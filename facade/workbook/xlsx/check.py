"""Whether a package holds together: what Excel would repair or refuse, found without Excel."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Final, final

from ..model.rect import Rect, parse_cell, parse_rect
from .error import FileRefusedError
from .namespace import ID_ATTRIBUTES, local
from .package import CONTENT_TYPES, Package, relations_part

if TYPE_CHECKING:
    from lxml import etree

_XML_TYPES: Final = ("+xml", "/xml")
_NOT_XML: Final = "vmlDrawing"
"""A type that ends like XML and whose parts may hold what only a browser reads."""
_FIRST_CUSTOM: Final = 164


def check_package(data: bytes) -> list[str]:
    """What is wrong, one sentence each; empty for a package that holds together. Reads every part."""
    try:
        package = Package(data)
        return list(_Check(package).problems())
    except FileRefusedError as error:
        return [error.message]


@final
class _Check:
    def __init__(self, package: Package) -> None:
        self._package = package
        self._trees: dict[str, etree._Element] = {}

    def problems(self) -> Iterator[str]:
        yield from self._types()
        yield from self._markup()
        for part in ("", *self._package.members):
            yield from self._relations(part)
        main = self._package.main_part()
        if main is None or main not in self._trees:
            yield "the package has no workbook part"
            return
        yield from self._workbook(main)

    def _types(self) -> Iterator[str]:
        for name in self._package.members:
            if name != CONTENT_TYPES and not name.endswith("/") and not self._package.content_type(name):
                yield f"{name} has no content type"
        for element in self._package.xml(self._package.find(CONTENT_TYPES) or CONTENT_TYPES):
            part = element.get("PartName")
            if part is not None and self._package.find(part) is None:
                yield f"the content types name {part}, which is not there"

    def _markup(self) -> Iterator[str]:
        for name in self._package.members:
            kind = self._package.content_type(name)
            if name == CONTENT_TYPES or not kind.endswith(_XML_TYPES) or _NOT_XML in kind:
                continue
            try:
                self._trees[name] = self._package.xml(name)
            except FileRefusedError as error:
                yield error.message

    def _relations(self, part: str) -> Iterator[str]:
        name = self._package.find(relations_part(part))
        if name is None:
            return
        seen: set[str] = set()
        for relation in self._package.relations(part):
            if relation.id in seen:
                yield f"{name} has the id {relation.id} twice"
            seen.add(relation.id)
            if relation.part is None and not relation.external and not relation.target.startswith("#"):
                yield f"{name} leads to {relation.target}, which is not there"

    def _workbook(self, main: str) -> Iterator[str]:
        root = self._trees[main]
        sections = {local(child.tag): child for child in root}
        relations = {relation.id: relation for relation in self._package.relations(main)}
        sheets = [element for element in sections.get("sheets", ()) if local(element.tag) == "sheet"]
        yield from _doubles(main, "the sheet name", [element.get("name", "").casefold() for element in sheets])
        yield from _doubles(main, "the sheet id", [element.get("sheetId", "") for element in sheets])
        yield from _indices(main, sections, len(sheets))
        styles = self._related(main, "styles")
        xfs = yield from _styles(styles) if styles is not None else _no_styles()
        strings = self._related(main, "sharedStrings")
        count = 0 if strings is None else sum(local(child.tag) == "si" for child in strings)
        found: dict[str, _Worksheet] = {}
        for element in sheets:
            relation = relations.get(next((element.get(key, "") for key in ID_ATTRIBUTES if element.get(key)), ""))
            if relation is None or relation.part is None:
                yield f"{main}: the sheet {element.get('name')} has no part"
            elif relation.kind == "worksheet" and relation.part in self._trees:
                sheet = _Worksheet(relation.part, xfs, count)
                yield from sheet.problems(self._trees[relation.part])
                found[element.get("sheetId", "")] = sheet
        chain = self._related(main, "calcChain")
        if chain is not None:
            yield from _chain(chain, found)

    def _related(self, main: str, kind: str) -> etree._Element | None:
        part = next((item.part for item in self._package.relations(main) if item.kind == kind), None)
        return None if part is None else self._trees.get(part)


@final
class _Worksheet:
    """One worksheet; formulas are the names of its cells that hold one, once it was checked."""

    def __init__(self, part: str, xfs: int, strings: int) -> None:
        self._part = part
        self._xfs = xfs
        self._strings = strings
        self._groups: dict[str, bool] = {}
        self.formulas: set[str] = set()
        self.blocks: list[Rect] = []

    def computes(self, name: str) -> bool:
        """Whether a cell holds a formula, or a value spilled from one."""
        place = parse_cell(name)
        return name in self.formulas or (place is not None and any(block.holds(*place) for block in self.blocks))

    def problems(self, root: etree._Element) -> Iterator[str]:
        for data in root:
            if local(data.tag) == "sheetData":
                yield from self._rows(data)
        for index, has_master in self._groups.items():
            if not has_master:
                yield f"{self._part}: the shared formula {index} has no master"

    def _rows(self, data: etree._Element) -> Iterator[str]:
        last = 0
        for row in data:
            if local(row.tag) != "row":
                continue
            number = int(row.get("r", last + 1))
            if number <= last:
                yield f"{self._part}: row {number} stands behind row {last}"
            last = number
            yield from self._cells(row, number)

    def _cells(self, row: etree._Element, number: int) -> Iterator[str]:
        last = -1
        for cell in row:
            if local(cell.tag) != "c":
                continue
            name = cell.get("r")
            place = (number - 1, last + 1) if name is None else parse_cell(name)
            if place is None or place[0] != number - 1 or place[1] <= last:
                yield f"{self._part}: the cell {name} stands out of place in row {number}"
                continue
            last = place[1]
            if int(cell.get("s", 0)) >= self._xfs:
                yield f"{self._part}: {name} has the style {cell.get('s')} of {self._xfs}"
            yield from self._content(cell, name or f"cell {last + 1} of row {number}")

    def _content(self, cell: etree._Element, name: str) -> Iterator[str]:
        for child in cell:
            kind = local(child.tag)
            if kind == "f":
                self.formulas.add(name)
                if child.get("t") == "array" and (block := parse_rect(child.get("ref", ""))) is not None:
                    self.blocks.append(block)
                if child.get("t") == "shared":
                    index = child.get("si", "0")
                    self._groups[index] = self._groups.get(index, False) or bool(child.text)
            elif kind == "v" and cell.get("t") == "s" and int(child.text or 0) >= self._strings:
                yield f"{self._part}: {name} has the shared string {child.text} of {self._strings}"


def _doubles(part: str, what: str, values: list[str]) -> Iterator[str]:
    for value in sorted({value for value in values if values.count(value) > 1}):
        yield f"{part} has {what} {value} twice"


def _indices(main: str, sections: dict[str, etree._Element], sheets: int) -> Iterator[str]:
    for section, attribute in (
        ("bookViews", "activeTab"),
        ("bookViews", "firstSheet"),
        ("definedNames", "localSheetId"),
    ):
        for element in sections.get(section, ()):
            if int(element.get(attribute, 0)) >= sheets:
                yield f"{main}: {attribute} is {element.get(attribute)} of {sheets} sheets"


def _no_styles() -> Generator[str, None, int]:
    yield from ()
    return 1


def _styles(root: etree._Element) -> Generator[str, None, int]:
    """Problems of styles.xml; returns how many cell formats it has."""
    lists = {local(child.tag): [item for item in child if isinstance(item.tag, str)] for child in root}
    for child in root:
        count = child.get("count")
        if local(child.tag) in _COUNTED and count is not None and int(count) != len(lists[local(child.tag)]):
            yield f"styles: {local(child.tag)} says {count} and has {len(lists[local(child.tag)])}"
    formats = [int(item.get("numFmtId", 0)) for item in lists.get("numFmts", ())]
    yield from _doubles("styles", "the number format", [str(number) for number in formats])
    for xf in lists.get("cellXfs", ()):
        number = int(xf.get("numFmtId", 0))
        if number >= _FIRST_CUSTOM and number not in formats:
            yield f"styles: a cell format has the number format {number}, which is not there"
        for attribute, held in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders")):
            if int(xf.get(attribute, 0)) >= max(1, len(lists.get(held, ()))):
                yield f"styles: a cell format has the {attribute} {xf.get(attribute)}, which is not there"
    return max(1, len(lists.get("cellXfs", ())))


_COUNTED: Final = frozenset(("numFmts", "cellXfs"))
"""The lists that saving appends to; other writers' counts are left as they are."""


def _chain(root: etree._Element, sheets: dict[str, _Worksheet]) -> Iterator[str]:
    sheet = ""
    for element in root:
        sheet = element.get("i", sheet)
        if local(element.tag) == "c" and (sheet not in sheets or not sheets[sheet].computes(element.get("r", ""))):
            yield f"calcChain: {element.get('r')} of sheet {sheet} holds no formula"
