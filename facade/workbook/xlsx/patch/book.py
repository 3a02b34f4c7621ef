"""workbook.xml: calculation on load, the list of sheets, and the indices that count sheets."""

from __future__ import annotations

from functools import cached_property
from typing import Final, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..namespace import OFFICE, OFFICE_STRICT
from ..package import Package
from .editor import Editor, Element
from .error import LayoutError
from .name_list import BEHIND_CALC, NameList
from .row import set_attributes
from .text import escape_attribute, whole

_STATES: Final = ("visible", "hidden", "veryHidden")


@final
class Book:
    """The workbook part of a file, set beside the model's sheets. elements are those of the sheets, by part.

    numbers are the sheets' numbers in the file (sheetId) by their parts; gone are the parts whose sheets are no more.
    """

    def __init__(self, editor: Editor, package: Package, model: Workbook) -> None:
        self.editor = editor
        self._model = model
        sheets = editor.root.child("sheets")
        if sheets is None:
            raise LayoutError(editor.part, "it has no sheets element")
        self._sheets = sheets
        parts = {relation.id: relation.part for relation in package.relations(editor.part)}
        self._listed = self._sheets.named("sheet")
        owners = [parts.get(editor.relation_attribute(item, "id") or "") for item in self._listed]
        self.elements = {part: item for part, item in zip(owners, self._listed, strict=True) if part is not None}
        self.numbers = {part: whole(editor.attribute(item, "sheetId")) for part, item in self.elements.items()}
        there = {sheet.part for sheet in model.sheets}
        self.gone = [part for part in self.elements if part not in there]
        self._made: dict[str, tuple[int, str]] = {}
        if not there - {""} <= self.elements.keys():
            raise LayoutError(editor.part, "it does not list a sheet that was read from it")

    def name(self, sheet: Sheet) -> str:
        """The name a sheet has in the file."""
        return self.name_of(sheet.part)

    def name_of(self, part: str) -> str:
        """The name of the sheet of a part in the file."""
        return self.editor.attribute(self.elements[part], "name") or ""

    def is_renamed(self) -> bool:
        """Whether a sheet of the file has another name now."""
        return any(self.name(sheet) != sheet.name for sheet in self._model.sheets if sheet.part)

    def fronts(self) -> set[str]:
        """The parts of the sheets in front in the file and now, where these are two."""
        view = next(iter(self._inside("bookViews", "workbookView")), None)
        place = self._listed_place(None if view is None else self.editor.attribute(view, "activeTab"))
        old = next((part for part, element in self.elements.items() if element is self._listed[place]), "")
        active = self._model.sheet(self._model.active)
        return set() if active is None or active.part == old else {old, active.part}

    def calculate_on_load(self) -> None:
        """Have the application compute every formula when it opens the file."""
        editor, root = self.editor, self.editor.root
        properties = root.child("calcPr")
        if properties is not None:
            if editor.attribute(properties, "fullCalcOnLoad") not in ("1", "true"):
                editor.set_attribute(properties, "fullCalcOnLoad", "1")
            return
        tag = f"{root.prefix}:calcPr" if root.prefix else "calcPr"
        behind = next((child for child in root.children if child.local in BEHIND_CALC), None)
        editor.insert(behind.start if behind else root.close, f'<{tag} fullCalcOnLoad="1"/>'.encode())

    def add(self, sheet: Sheet, relation_id: str) -> None:
        """Note a new sheet, for arrange to list it."""
        self._made[sheet.id] = (self._free_number(sheet.id), relation_id)

    def _free_number(self, wanted: str) -> int:
        """The number of the model's id (s7 is 7) if no sheet has it, else one above all."""
        known = {*self.numbers.values(), *(number for number, _ in self._made.values())}
        digits = wanted.removeprefix("s")
        if digits.isascii() and digits.isdigit() and 0 < int(digits) < 65_535 and int(digits) not in known:
            return int(digits)
        return max(known, default=0) + 1

    def arrange(self) -> None:
        """Write the list of sheets, and all that counts them."""
        self._list_sheets()
        self._set_views()
        self._set_custom_views()
        if self._model.history.now or self._model.retabbed or self._made:
            NameList(self.editor, self._model, self._listed_ids(), self.elements).write()

    def _listed_ids(self) -> list[str | None]:
        """The ids of the sheets of the file in its order; None for one that is gone."""
        parts = {id(element): part for part, element in self.elements.items()}
        ids = {sheet.part: sheet.id for sheet in self._model.sheets if sheet.part}
        return [ids.get(parts.get(id(element), "")) for element in self._listed]

    def _list_sheets(self) -> None:
        """The sheets as the model has them: order, names, states.

        The elements of the file that stay are put, in their new order, where they stood; new ones stand in front of
        the one that follows them.
        """
        kept = [sheet for sheet in self._model.sheets if sheet.part]
        wanted = [self.elements[sheet.part] for sheet in kept]
        slots = sorted(wanted, key=lambda element: element.start)
        for part in self.gone:
            self.editor.replace(self.elements[part].start, self.elements[part].end, b"")
        for slot, sheet in zip(slots, kept, strict=True):
            markup = self._element(sheet)
            if markup != self.editor.data[slot.start : slot.end]:
                self.editor.replace(slot.start, slot.end, markup)
        behind = {sheet.id: slot for slot, sheet in zip(slots, kept, strict=True)}
        new: dict[Element | None, list[bytes]] = {}
        following: Element | None = None
        for sheet in reversed(self._model.sheets):
            following = behind.get(sheet.id, following)
            if not sheet.part:
                new.setdefault(following, []).insert(0, self._new_element(sheet))
        for element, markup_of in new.items():
            if element is None:
                self.editor.append(self._sheets, b"".join(markup_of))
            else:
                self.editor.insert(element.start, b"".join(markup_of))

    def _element(self, sheet: Sheet) -> bytes:
        """The element of a sheet of the file with its name and state as they are now."""
        element = self.elements[sheet.part]
        data = self.editor.data
        tag, rest = data[element.start : element.open_end], data[element.open_end : element.end]
        changed: dict[bytes, bytes | None] = {}
        if self.name(sheet) != sheet.name:
            changed[b"name"] = escape_attribute(sheet.name)
        state = self.editor.attribute(element, "state") or "visible"
        if state != sheet.state and (state in _STATES or sheet.state != "visible"):
            changed[b"state"] = None if sheet.state == "visible" else sheet.state.encode()
        return (set_attributes(tag, changed) if changed else tag) + rest

    def _new_element(self, sheet: Sheet) -> bytes:
        number, relation_id = self._made[sheet.id]
        prefix = self.editor.root.prefix
        tag = f"{prefix}:sheet" if prefix else "sheet"
        name = escape_attribute(sheet.name).decode()
        state = "" if sheet.state == "visible" else f' state="{sheet.state}"'
        return f'<{tag} name="{name}" sheetId="{number}"{state} {self.relation()}="{relation_id}"/>'.encode()

    def relation(self) -> str:
        """The name of r:id in this part, with its declaration where the root has none."""
        editor = self.editor
        for name in editor.attribute_names(editor.root):
            if name.startswith("xmlns:") and editor.attribute(editor.root, name) in (OFFICE, OFFICE_STRICT):
                return f"{name.removeprefix('xmlns:')}:id"
        uri = OFFICE_STRICT if "purl.oclc.org" in editor.root.namespace else OFFICE
        return f'xmlns:r="{uri}" r:id'

    def _set_views(self) -> None:
        """Move the places of the active and the first visible tab in the views of the workbook."""
        active = next((at for at, sheet in enumerate(self._model.sheets) if sheet.id == self._model.active), 0)
        for place, element in enumerate(self._inside("bookViews", "workbookView")):
            old = self._listed_place(self.editor.attribute(element, "activeTab"))
            new = active if place == 0 else self._followed(old)
            if new != old:
                self.editor.set_attribute(element, "activeTab", str(new))
            first = self.editor.attribute(element, "firstSheet")
            if first is not None and self._followed(self._listed_place(first)) != self._listed_place(first):
                self.editor.set_attribute(element, "firstSheet", str(self._followed(self._listed_place(first))))

    def _set_custom_views(self) -> None:
        """Custom views name the sheet in front by its number."""
        gone = {self.numbers[part] for part in self.gone}
        left = [self.numbers[sheet.part] for sheet in self._model.sheets if sheet.part]
        for element in self._inside("customWorkbookViews", "customWorkbookView"):
            number = whole(self.editor.attribute(element, "activeSheetId"))
            if number in gone:
                others = (*left, *(number for number, _ in self._made.values()))
                self.editor.set_attribute(element, "activeSheetId", str(others[0]))

    @cached_property
    def _places(self) -> dict[int, int | None]:
        """The new place of each sheet of the file by its old one; None for one that is gone."""
        new = {sheet.part: place for place, sheet in enumerate(self._model.sheets) if sheet.part}
        return {self._listed.index(element): new.get(part) for part, element in self.elements.items()}

    def _listed_place(self, text: str | None) -> int:
        """A place among the file's sheets; 0 where the text names none."""
        place = whole(text)
        return place if place < len(self._listed) else 0

    def _followed(self, place: int) -> int:
        """Where a sheet of the file stands now; of one that is gone, the next one that is there, else the last."""
        places = self._places
        behind = (new for old, new in sorted(places.items()) if old >= place and new is not None)
        return next(behind, len(self._model.sheets) - 1)

    def _inside(self, holder: str, child: str) -> list[Element]:
        element = self.editor.root.child(holder)
        return element.named(child) if element is not None else []
