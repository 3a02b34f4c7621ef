"""The defined names of workbook.xml as the model has them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from .editor import Editor, Element
from .row import set_attributes
from .text import escape, escape_attribute, whole

BEHIND_CALC: Final = frozenset(
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
_BEHIND_NAMES: Final = BEHIND_CALC | {"calcPr"}
_Key: TypeAlias = tuple[str, str | None]


@final
class NameList:
    """listed: the ids of the file's sheets in its order, None for one that is gone; elements: theirs, by part."""

    def __init__(
        self, editor: Editor, model: Workbook, listed: Sequence[str | None], elements: Mapping[str, Element]
    ) -> None:
        self._editor = editor
        self._model = model
        self._listed = listed
        self._sheets = elements
        self._holder = editor.root.child("definedNames")
        self._names = self._holder.named("definedName") if self._holder is not None else []
        self._places = {sheet.id: place for place, sheet in enumerate(model.sheets)}

    def write(self) -> None:
        """Edit what differs: texts, the places of the sheets that names belong to, names that went or came."""
        wanted: dict[_Key, deque[str]] = defaultdict(deque)
        for name, scope, text in self._model.names:
            wanted[name, scope].append(text)
        left = len(self._names)
        for element in self._names:
            scope = self._scope(element)
            texts = wanted.get((self._editor.attribute(element, "name") or "", scope))
            if texts:
                self._set(element, scope, texts.popleft())
            else:
                self._editor.replace(element.start, element.end, b"")
                left -= 1
        added = b"".join(self._new(name, scope, text) for (name, scope), texts in wanted.items() for text in texts)
        self._put(added, left)

    def _scope(self, element: Element) -> str | None:
        """The id of the sheet a name of the file belongs to, as the reader takes it; "" for a sheet that is gone."""
        text = self._editor.attribute(element, "localSheetId")
        if text is None or not (text.isascii() and text.isdigit() and len(text) < 6) or int(text) >= len(self._listed):
            return None
        return self._listed[int(text)] or ""

    def _set(self, element: Element, scope: str | None, text: str) -> None:
        editor = self._editor
        if scope is not None and whole(editor.attribute(element, "localSheetId")) != self._places[scope]:
            editor.set_attribute(element, "localSheetId", str(self._places[scope]))
        if not element.children and editor.text(element) != text:
            editor.set_text(element, escape(text))

    def _new(self, name: str, scope: str | None, text: str) -> bytes:
        """A name that is not in the file; that of a copied sheet has the attributes of the original's."""
        prefix = self._editor.root.prefix
        tag = f"{prefix}:definedName" if prefix else "definedName"
        opening = f"<{tag}>".encode()
        values: dict[bytes, bytes | None] = {b"name": escape_attribute(name)}
        if scope is not None:
            values[b"localSheetId"] = str(self._places[scope]).encode()
            model = self._original(name, self._model.sheets[self._places[scope]])
            if model is not None:
                opening = self._editor.data[model.start : model.open_end].removesuffix(b"/>").removesuffix(b">") + b">"
        return set_attributes(opening, values) + escape(text) + f"</{tag}>".encode()

    def _original(self, name: str, sheet: Sheet) -> Element | None:
        """The element of the file that a copied name comes from."""
        owner = self._sheets.get(sheet.origin)
        if owner is None or owner.parent is None:
            return None
        wanted = (name, str(owner.parent.named("sheet").index(owner)))
        read = self._editor.attribute
        return next((one for one in self._names if (read(one, "name"), read(one, "localSheetId")) == wanted), None)

    def _put(self, added: bytes, left: int) -> None:
        if self._holder is not None:
            if added:
                self._editor.append(self._holder, added)
            elif self._names and not left:
                self._editor.replace(self._holder.start, self._holder.end, b"")
        elif added:
            root = self._editor.root
            tag = f"{root.prefix}:definedNames" if root.prefix else "definedNames"
            behind = next((child for child in root.children if child.local in _BEHIND_NAMES), None)
            at = behind.start if behind else root.close
            self._editor.insert(at, f"<{tag}>".encode() + added + f"</{tag}>".encode())
