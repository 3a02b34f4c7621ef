"""The mark of cells whose formulas take as many cells as they have values: an entry of the workbook's metadata part."""

from __future__ import annotations

from typing import Final, final

from ..namespace import MAIN, MAIN_STRICT, OFFICE, OFFICE_STRICT
from .container import Container
from .editor import Editor, Element
from .error import LayoutError

_NAME: Final = "XLDAPR"
_SPACE: Final = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
_FLAGS: Final = (
    *("copy", "pasteAll", "pasteValues", "merge", "splitFirst", "rowColShift", "clearFormats", "clearComments"),
    *("assign", "coerce", "cellMeta"),
)
_KIND: Final = '<{p}metadataType name="' + _NAME + '" minSupportedVersion="120000"' + "".join(
    f' {flag}="1"' for flag in _FLAGS
) + "/>"  # fmt: skip
_PROPERTIES: Final = (
    '<{p}bk><{p}extLst><{p}ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}">'
    f'<xda:dynamicArrayProperties xmlns:xda="{_SPACE}" fDynamic="1" fCollapsed="0"/></{{p}}ext></{{p}}extLst></{{p}}bk>'
)
_CELL: Final = '<{p}bk><{p}rc t="{kind}" v="{value}"/></{p}bk>'
_BEFORE_CELLS: Final = ("metadataTypes", "metadataStrings", "mdxMetadata", "futureMetadata")
_BEFORE_FUTURE: Final = _BEFORE_CELLS[:-1]


@final
class DynamicMark:
    """The number that cm of such a cell has, made when it is first asked for."""

    def __init__(self, container: Container, main: str) -> None:
        self._container = container
        self._main = main
        self._number: int | None = None

    def number(self) -> int:
        """The place of the mark among the cell metadata, counted from 1. Raises LayoutError where there is no place."""
        if self._number is None:
            self._number = self._found()
        return self._number

    def _found(self) -> int:
        package = self._container.package
        relations = package.relations(self._main)
        part = next((item.part for item in relations if item.kind == "sheetMetadata" and item.part), None)
        if part is None:
            return self._make()
        editor = self._container.edit(part)
        if editor.root.namespace not in (MAIN, MAIN_STRICT):
            raise LayoutError(part, f"its root has the namespace {editor.root.namespace!r}")
        return _number_in(editor) or _add_to(editor)

    def _make(self) -> int:
        strict = self._container.edit(self._main).root.namespace == MAIN_STRICT
        inner = (
            f'<metadataTypes count="1">{_KIND}</metadataTypes><futureMetadata name="{_NAME}" count="1">{_PROPERTIES}'
            f'</futureMetadata><cellMetadata count="1">{_CELL}</cellMetadata>'
        ).format(p="", kind=1, value=0)
        head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
        text = f'{head}<metadata xmlns="{MAIN_STRICT if strict else MAIN}">{inner}</metadata>'
        folder = self._main.rpartition("/")[0]
        wanted = f"{folder}/metadata.xml".lstrip("/")
        if self._container.package.find(wanted) is not None:
            wanted = self._container.free_name(f"{folder.replace('%', '%%')}/metadata%d.xml".lstrip("/"))
        self._container.add(wanted, (text.encode(),), _TYPE)
        self._container.relate(self._main, f"{OFFICE_STRICT if strict else OFFICE}/sheetMetadata", wanted)
        return 1


def _number_in(editor: Editor) -> int | None:
    """The mark that is there already."""
    kinds = [editor.attribute(kind, "name") for kind in _children(editor.root.child("metadataTypes"), "metadataType")]
    values = [
        at
        for at, entry in enumerate(_children(_future(editor), "bk"))
        if any(
            one.local == "dynamicArrayProperties" and editor.attribute(one, "fDynamic") in ("1", "true")
            for one in entry.walk()
        )
    ]
    for at, entry in enumerate(_children(editor.root.child("cellMetadata"), "bk"), 1):
        records = _children(entry, "rc")
        if len(records) == 1:
            kind, value = (_whole(editor.attribute(records[0], name)) for name in ("t", "v"))
            if 1 <= kind <= len(kinds) and kinds[kind - 1] == _NAME and value in values:
                return at
    return None


def _add_to(editor: Editor) -> int:
    """Put the mark in behind what is there: the numbers of others stay."""
    prefix = editor.root.prefix + ":" if editor.root.prefix else ""
    types = editor.root.child("metadataTypes")
    kinds = [editor.attribute(kind, "name") for kind in _children(types, "metadataType")]
    if _NAME in kinds:
        kind = kinds.index(_NAME) + 1
    else:
        kind = len(kinds) + 1
        _put(editor, types, "metadataTypes", (), _KIND.format(p=prefix), "")
    future = _future(editor)
    value = len(_children(future, "bk"))
    _put(editor, future, "futureMetadata", _BEFORE_FUTURE, _PROPERTIES.format(p=prefix), f' name="{_NAME}"')
    cells = editor.root.child("cellMetadata")
    number = len(_children(cells, "bk")) + 1
    _put(editor, cells, "cellMetadata", _BEFORE_CELLS, _CELL.format(p=prefix, kind=kind, value=value), "")
    return number


def _put(
    editor: Editor, element: Element | None, local: str, before: tuple[str, ...], inner: str, attributes: str
) -> None:
    """Append to an element, or make it behind those that stand before it."""
    if element is not None:
        children = [child for child in element.children if child.local != "extLst"]
        editor.append(element, inner.encode())
        editor.set_attribute(element, "count", str(len(children) + 1))
        return
    prefix = editor.root.prefix + ":" if editor.root.prefix else ""
    markup = f'<{prefix}{local}{attributes} count="1">{inner}</{prefix}{local}>'.encode()
    last = max((child.end for child in editor.root.children if child.local in before), default=None)
    if last is not None:
        editor.insert(last, markup)
    elif editor.root.empty:
        editor.append(editor.root, markup)
    else:
        editor.insert(editor.root.open_end, markup)


def _future(editor: Editor) -> Element | None:
    found = editor.root.named("futureMetadata")
    return next((one for one in found if editor.attribute(one, "name") == _NAME), None)


def _children(element: Element | None, local: str) -> list[Element]:
    return [] if element is None else element.named(local)


def _whole(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 10 else -1
