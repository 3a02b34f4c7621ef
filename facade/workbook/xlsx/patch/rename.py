"""Renamed sheets in everything that is still raw XML: formulas, names, rules, charts, pivots, controls, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias, final
from urllib.parse import unquote

from ...formula.rename import rename_in_formula
from ...formula.sheet_prefix import write_prefix
from ..package import Package
from .editor import Editor, Element, as_utf8, from_utf8
from .sheet import data_bounds
from .text import escape, plain_text

Renames: TypeAlias = Sequence[tuple[str, str]]

_SHEET_TYPES: Final = ("worksheet+xml", "macrosheet+xml", "intlmacrosheet+xml", "dialogsheet+xml")
_OTHER_TYPES: Final = (
    "chartsheet",
    "spreadsheetml.table",
    "tableSingleCells",
    "drawing",
    "chart",
    "pivotCacheDefinition",
    "pivotTable",
    "connections",
    "controlproperties",
    "slicerCache",
    "timelineCache",
    "relationships+xml",
)
"""Parts whose content types hold one of these words may speak of sheets."""
_SILENT_TYPES: Final = ("chartstyle", "chartcolorstyle", "vmlDrawing")

_FORMULAS: Final = frozenset(
    (
        "f",
        "formula",
        "formula1",
        "formula2",
        "definedName",
        "calculatedColumnFormula",
        "totalsRowFormula",
        "sqref",
    )
)
"""Elements, of whatever namespace, whose text is a formula: cells, rules, names, tables, chart series, sparklines."""
_ATTRIBUTES: Final = {
    "hyperlink": ("location",),
    "cfvo": ("val",),
    "formControlPr": ("fmlaLink", "fmlaRange", "fmlaGroup", "fmlaTxbx", "fmlaPict"),
    "controlPr": ("linkedCell", "listFillRange"),
    "sp": ("textlink",),
    "cameraTool": ("cellRange",),
    "rangePr": ("sourceName",),
    "parameter": ("cell",),
    "webPublishItem": ("sourceRef",),
}
"""Attributes that hold a reference, by local name of their element."""
_NAMING: Final = frozenset(("worksheetSource", "rangeSet", "dataRef"))
"""Elements whose sheet attribute is a sheet's name; with an r:id it is one of another file."""
_LINKED = re.compile(r"[^'=(\[,:]+")
"""A sheet's name that stands for itself, with or without blanks."""
_VML = re.compile(rb"(<x:(Fmla(?:Link|Range|Group|Txbx|Pict))>)([^<]*)(</x:\2>)")


@final
class Renamer:
    """Carries (old name, new name) pairs, applied one after another, into the parts of a package."""

    def __init__(self, package: Package, renames: Renames) -> None:
        self._package = package
        self._renames = renames

    def sheet_parts(self) -> list[str]:
        """The parts of sheets with cells."""
        return [name for name in self._package.members if self._package.content_type(name).endswith(_SHEET_TYPES)]

    def other_parts(self) -> list[str]:
        """Further parts that may speak of a sheet; the workbook part is not among them."""
        return [
            name
            for name in self._package.members
            if any(word in self._package.content_type(name) for word in _OTHER_TYPES)
            and not any(word in self._package.content_type(name) for word in _SILENT_TYPES)
        ]

    def vml_parts(self) -> list[str]:
        """The drawings of an older form, which need not be well-formed XML."""
        return [name for name in self._package.members if "vmlDrawing" in self._package.content_type(name)]

    def sheet(self, raw: bytes, part: str) -> bytes:
        """A sheet part after the renames; the same object where it speaks of none of the sheets."""
        data, encoding = as_utf8(raw, part)
        start, end, prefix = data_bounds(data, part)
        if b"<![CDATA[" in data:
            editor = Editor(data, part)
            self.markup(editor)
            return from_utf8(editor.result(), encoding) if editor.edited else raw
        cells = _cell_formulas(prefix).sub(self._cell, data[start:end]) if data.find(b"!", start, end) >= 0 else None
        editor = Editor(data[:start] + data[end:], part)
        self.markup(editor)
        if not editor.edited and (cells is None or (len(cells) == end - start and cells == data[start:end])):
            return raw
        around = editor.result_split(start)
        return from_utf8(around[0] + (data[start:end] if cells is None else cells) + around[1], encoding)

    def vml(self, raw: bytes) -> bytes:
        """A VML part after the renames: the links of its form controls."""
        return _VML.sub(lambda match: match[1] + self._escaped(match[3]) + match[4], raw)

    def markup(self, editor: Editor) -> None:
        """Any other part: edits what its elements and attributes say about sheets."""
        for element in editor.root.walk():
            local = element.local
            if local in _FORMULAS and not element.children:
                self._text(editor, element, self.formula)
            elif local == "name" and element.parent is not None and element.parent.local == "pivotSource":
                self._text(editor, element, self._pivot_source)
            elif local == "Relationship":
                self._attribute(editor, element, "Target", self._target)
            elif local in _NAMING and editor.relation_attribute(element, "id") is None:
                self._attribute(editor, element, "sheet", self.name)
            for attribute in _ATTRIBUTES.get(local, ()):
                self._attribute(editor, element, attribute, self._reference)

    def formula(self, text: str) -> str:
        """A formula after the renames."""
        return rename_in_formula(text, self._renames)

    def name(self, name: str) -> str:
        """A sheet's name after the renames."""
        for old, new in self._renames:
            if name.casefold() == old.casefold():
                name = new
        return name

    def _reference(self, text: str) -> str:
        """A reference as links and controls hold it: some writers leave out the quotes a name needs."""
        sheet, mark, rest = text.partition("!")
        if not mark or "!" in rest or _LINKED.fullmatch(sheet) is None:
            return self.formula(text)
        new = self.name(sheet)
        return text if new == sheet else write_prefix(new, new) + rest

    def _target(self, text: str) -> str:
        """The target of a link within the workbook, which begins with #; percent escapes are read."""
        if not text.startswith("#"):
            return text
        plain = unquote(text[1:])
        renamed = self._reference(plain)
        return text if renamed == plain else "#" + renamed

    def _pivot_source(self, text: str) -> str:
        """[Book.xlsx]Sheet!Pivot, the sheet's name without quotes."""
        book, bracket, rest = text.rpartition("]")
        sheet, mark, pivot = rest.rpartition("!")
        return f"{book}{bracket}{self.name(sheet)}{mark}{pivot}" if mark else text

    def _text(self, editor: Editor, element: Element, change: Callable[[str], str]) -> None:
        if b"!" not in editor.data[element.open_end : element.close]:
            return
        text = editor.text(element)
        if (renamed := change(text)) != text:
            editor.set_text(element, escape(renamed))

    def _attribute(self, editor: Editor, element: Element, name: str, change: Callable[[str], str]) -> None:
        text = editor.attribute(element, name)
        if text is not None and (renamed := change(text)) != text:
            editor.set_attribute(element, name, renamed)

    def _cell(self, match: re.Match[bytes]) -> bytes:
        return match[1] + self._escaped(match[2]) + match[3]

    def _escaped(self, raw: bytes) -> bytes:
        text = plain_text(raw)
        renamed = self.formula(text)
        return raw if renamed == text else escape(renamed)


@lru_cache(maxsize=8)
def _cell_formulas(prefix: bytes) -> re.Pattern[bytes]:
    """f elements whose text holds an exclamation mark."""
    name = re.escape(prefix) + b"f"
    return re.compile(rb"(<" + name + rb"(?:\s[^<>]*)?(?<!/)>)([^<!]*![^<]*)(</" + name + rb"\s*>)")
