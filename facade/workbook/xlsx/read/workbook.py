"""A file's bytes to a workbook whose sheets, styles and strings are read when they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....value import RichText
from ...model.sheet import Sheet
from ...model.style import StyleSheet, StyleTable
from ...model.workbook import Workbook
from ..error import CorruptFileError, FileRefusedError, NotXlsxError, TooLargeError
from ..markup import refuse_document_type
from ..namespace import ID_ATTRIBUTES, MAIN_SPELLINGS, local, main, space
from ..package import Package, Relation
from .cell import Desk
from .sheet import read_sheet
from .strings import read_strings
from .style import read_styles, truth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml import etree

_KINDS = {
    "worksheet": "worksheet",
    "chartsheet": "chartsheet",
    "dialogsheet": "dialogsheet",
    "xlMacrosheet": "macrosheet",
    "xlIntlMacrosheet": "macrosheet",
}
_READ_LATER = frozenset({"worksheet", "styles", "sharedStrings"})
_HEAD_BYTES = 1024
"""A document type stands before the root; behind a longer comment it is found when the part is read."""
_STATES = frozenset({"visible", "hidden", "veryHidden"})


def read_workbook(data: bytes) -> Workbook:
    """Open a file: the package's directory, workbook.xml and its relationships are read, nothing else.

    Raises the errors of xlsx.error; the same errors come from Sheet.load and from the first use of styles.
    """
    try:
        return _Opening(Package(data)).workbook()
    except (MemoryError, RecursionError) as error:
        raise TooLargeError("it needs more memory than this process has") from error


class _Opening:
    """The parts one opening shares."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._part = _main_part(package)
        self._root = package.xml(self._part)
        if local(self._root.tag) != "workbook" or space(self._root.tag) not in MAIN_SPELLINGS:
            raise _not_workbook(package, self._part)
        self._relations = {relation.id: relation for relation in package.relations(self._part)}
        self._strings: list[str | RichText] | None = None
        self._refuse_document_types()

    def workbook(self) -> Workbook:
        workbook = Workbook()
        workbook.package = self._package
        sections = {main(child.tag): child for child in self._root}
        properties = sections.get("workbookPr")
        workbook.epoch_1904 = properties is not None and truth(properties.get("date1904"), False)
        workbook.styles = StyleTable(self._load_styles)
        for element in sections.get("sheets", ()):
            if main(element.tag) == "sheet":
                workbook.sheets.append(self._sheet(element, workbook))
        if not workbook.sheets:
            raise CorruptFileError("it lists no sheet", part=self._part)
        workbook.active = workbook.sheets[_active_index(sections, len(workbook.sheets))].id
        workbook.names = list(_names(sections.get("definedNames"), workbook.sheets))
        return workbook

    def _sheet(self, element: etree._Element, workbook: Workbook) -> Sheet:
        name = element.get("name", "")
        relation = self._relations.get(next((element.get(key, "") for key in ID_ATTRIBUTES if element.get(key)), ""))
        if relation is None or relation.external or relation.part is None:
            raise CorruptFileError(f"the part of sheet {name!r} is missing", part=self._part)
        if any(known.part == relation.part for known in workbook.sheets):
            raise CorruptFileError(f"the part of sheet {name!r} is another sheet's too", part=self._part)
        sheet_id = f"s{element.get('sheetId', '')}"
        if any(known.id == sheet_id for known in workbook.sheets):
            sheet_id = f"{sheet_id}.{len(workbook.sheets)}"
        state = element.get("state", "visible")
        sheet = Sheet(
            sheet_id,
            name,
            kind=_KINDS.get(relation.kind, "worksheet"),
            state=state if state in _STATES else "visible",
            part=relation.part,
        )
        if sheet.kind == "worksheet":
            sheet.loader = self._loader(workbook)
        return sheet

    def _loader(self, workbook: Workbook) -> Callable[[Sheet], None]:
        def load(sheet: Sheet) -> None:
            desk = Desk(
                sheet.part,
                strings=self._load_strings,
                style_count=workbook.styles.source_count,
                epoch_1904=workbook.epoch_1904,
            )
            try:
                read_sheet(sheet, self._package.read(sheet.part), desk)
            except (MemoryError, RecursionError) as error:
                raise TooLargeError("it needs more memory than this process has", part=sheet.part) from error

        return load

    def _refuse_document_types(self) -> None:
        """Look at the head of the parts that are read later, so that a hostile file is refused when it is opened."""
        for relation in self._relations.values():
            if relation.part is not None and relation.kind in _READ_LATER:
                refuse_document_type(self._package.head(relation.part, _HEAD_BYTES), relation.part)

    def _related(self, kind: str) -> Relation | None:
        return next((relation for relation in self._relations.values() if relation.kind == kind), None)

    def _load_styles(self) -> StyleSheet:
        relation = self._related("styles")
        if relation is None or relation.part is None:
            return StyleSheet([], {})
        return read_styles(self._package.read(relation.part), relation.part)

    def _load_strings(self) -> Sequence[str | RichText]:
        if self._strings is None:
            relation = self._related("sharedStrings")
            part = None if relation is None else relation.part
            self._strings = [] if part is None else read_strings(self._package.read(part), part)
        return self._strings


def _main_part(package: Package) -> str:
    part = package.main_part()
    if part is None:
        raise CorruptFileError("the package does not say which part is the workbook", part="_rels/.rels")
    if "sheet.binary" in package.content_type(part) or part.endswith(".bin"):
        raise NotXlsxError(
            "the file is a binary workbook (.xlsb)",
            hint="Open it in a spreadsheet application and save it as .xlsx.",
        )
    return part


def _not_workbook(package: Package, part: str) -> FileRefusedError:
    kind = package.content_type(part)
    if "wordprocessingml" in kind:
        return NotXlsxError("the file is a text document (.docx)")
    if "presentationml" in kind:
        return NotXlsxError("the file is a presentation (.pptx)")
    return NotXlsxError("the file is an office package, but no workbook", part=part)


def _active_index(sections: dict[str, etree._Element], count: int) -> int:
    for view in sections.get("bookViews", ()):
        text = view.get("activeTab", "0")
        if local(view.tag) == "workbookView" and text.isascii() and text.isdigit():
            return int(text) if len(text) < 6 and int(text) < count else 0
    return 0


def _names(element: etree._Element | None, sheets: list[Sheet]) -> list[tuple[str, str | None, str]]:
    names: list[tuple[str, str | None, str]] = []
    for child in () if element is None else element:
        if main(child.tag) != "definedName":
            continue
        scope = child.get("localSheetId")
        index = int(scope) if scope is not None and scope.isascii() and scope.isdigit() and len(scope) < 6 else -1
        owner = sheets[index].id if 0 <= index < len(sheets) else None
        names.append((child.get("name", ""), owner, child.text or ""))
    return names
