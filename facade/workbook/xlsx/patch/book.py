"""workbook.xml: calculation on load, sheets added and renamed, and the indices that count sheets."""

from __future__ import annotations

from typing import Final, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..namespace import OFFICE, OFFICE_STRICT
from ..package import Package
from .editor import Editor, Element
from .error import LayoutError, UnsupportedChangeError
from .text import escape_attribute, whole

_BEHIND_CALC: Final = frozenset(
    (
        "oleSize",
        "customWorkbookViews",
        "pivotCaches",
        "smartTagPr",
        "smartTagTypes",
        "webPublishing",
        "fileRecoveryPr",
        "webPublishObjects",
        "extLst",
    )
)
"""What follows calcPr in CT_Workbook (ECMA-376 part 1, 18.2.27)."""


@final
class Book:
    """The workbook part of a file, set beside the model's sheets."""

    def __init__(self, editor: Editor, package: Package, model: Workbook) -> None:
        self._editor = editor
        self._model = model
        self.sheets = editor.root.child("sheets")
        if self.sheets is None:
            raise LayoutError(editor.part, "it has no sheets element")
        parts = {relation.id: relation.part for relation in package.relations(editor.part)}
        listed = [(parts.get(editor.relation_attribute(item, "id") or ""), item) for item in self.sheets.named("sheet")]
        self.elements = {part: element for part, element in listed if part is not None}
        self._check([part for part, _ in listed])

    def name(self, sheet: Sheet) -> str:
        """The name a sheet has in the file."""
        return self._editor.attribute(self.elements[sheet.part], "name") or ""

    def is_renamed(self) -> bool:
        """Whether a sheet of the file has another name now."""
        return any(self.name(sheet) != sheet.name for sheet in self._model.sheets if sheet.part)

    def calculate_on_load(self) -> None:
        """Have the application compute every formula when it opens the file."""
        editor, root = self._editor, self._editor.root
        properties = root.child("calcPr")
        if properties is not None:
            if editor.attribute(properties, "fullCalcOnLoad") not in ("1", "true"):
                editor.set_attribute(properties, "fullCalcOnLoad", "1")
            return
        tag = f"{root.prefix}:calcPr" if root.prefix else "calcPr"
        behind = next((child for child in root.children if child.local in _BEHIND_CALC), None)
        editor.insert(behind.start if behind else root.close, f'<{tag} fullCalcOnLoad="1"/>'.encode())

    def rename(self) -> None:
        """Write the sheets' names."""
        for sheet in self._model.sheets:
            if sheet.part and self.name(sheet) != sheet.name:
                self._editor.set_attribute(self.elements[sheet.part], "name", sheet.name)

    def free_sheet_id(self, wanted: str, taken: set[int]) -> int:
        """The number of the model's id (s7 is 7) if no sheet has it, else one above all."""
        known = {whole(self._editor.attribute(element, "sheetId")) for element in self.elements.values()} | taken
        digits = wanted.removeprefix("s")
        if digits.isascii() and digits.isdigit() and 0 < int(digits) < 65_535 and int(digits) not in known:
            return int(digits)
        return max(known, default=0) + 1

    def add(self, sheet: Sheet, sheet_id: int, relation_id: str) -> None:
        """List a new sheet in front of the sheet of the file that follows it in the model."""
        assert self.sheets is not None
        prefix = self._editor.root.prefix
        tag = f"{prefix}:sheet" if prefix else "sheet"
        name = escape_attribute(sheet.name).decode()
        markup = f'<{tag} name="{name}" sheetId="{sheet_id}"{self._state(sheet)} {self._relation()}="{relation_id}"/>'
        at = self._model.sheets.index(sheet)
        behind = next((other for other in self._model.sheets[at + 1 :] if other.part), None)
        if behind is None:
            self._editor.append(self.sheets, markup.encode())
        else:
            self._editor.insert(self.elements[behind.part].start, markup.encode())

    def shift(self) -> None:
        """Move the indices that count sheets: scopes of names, the active and the first visible tab."""
        old = [self._old_index(element) for element in self._model_elements()]
        places = {index: place for place, index in enumerate(old) if index is not None}
        if all(index == place for index, place in places.items()):
            return
        root = self._editor.root
        for holder, child, attribute in (
            ("definedNames", "definedName", "localSheetId"),
            ("bookViews", "workbookView", "activeTab"),
            ("bookViews", "workbookView", "firstSheet"),
        ):
            for element in self._inside(root, holder, child):
                self._move(element, attribute, places)

    def _move(self, element: Element, attribute: str, places: dict[int, int]) -> None:
        text = self._editor.attribute(element, attribute)
        index = whole(text)
        if text is None and attribute != "activeTab":
            return
        if places.get(index, index) != index:
            self._editor.set_attribute(element, attribute, str(places[index]))

    def _inside(self, root: Element, holder: str, child: str) -> list[Element]:
        element = root.child(holder)
        return element.named(child) if element is not None else []

    def _model_elements(self) -> list[Element | None]:
        return [self.elements.get(sheet.part) for sheet in self._model.sheets]

    def _old_index(self, element: Element | None) -> int | None:
        assert self.sheets is not None
        return None if element is None else self.sheets.named("sheet").index(element)

    def _state(self, sheet: Sheet) -> str:
        return "" if sheet.state == "visible" else f' state="{sheet.state}"'

    def _relation(self) -> str:
        """The name of r:id in this part, with its declaration where the root has none."""
        editor = self._editor
        for name in editor.attribute_names(editor.root):
            if name.startswith("xmlns:") and editor.attribute(editor.root, name) in (OFFICE, OFFICE_STRICT):
                return f"{name.removeprefix('xmlns:')}:id"
        uri = OFFICE_STRICT if "purl.oclc.org" in editor.root.namespace else OFFICE
        return f'xmlns:r="{uri}" r:id'

    def _check(self, listed: list[str | None]) -> None:
        """Refuse what has no form yet: a sheet of the file that is gone, moved, hidden or shown."""
        if listed != [sheet.part for sheet in self._model.sheets if sheet.part]:
            raise UnsupportedChangeError(self._editor.part, "a sheet of the file was deleted or moved")
        for sheet in self._model.sheets:
            if sheet.part:
                state = self._editor.attribute(self.elements[sheet.part], "state") or "visible"
                if state != sheet.state and state in ("visible", "hidden", "veryHidden"):
                    raise UnsupportedChangeError(self._editor.part, f"the sheet {sheet.name} was hidden or shown")
