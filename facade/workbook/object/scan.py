"""What the elements of a part say of cells: one table of elements for all kinds of parts, by their local names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, final

from ..xlsx.patch.editor import Editor, Element
from .anchor import ABSOLUTE, ONE_CELL, TWO_CELL
from .mention import WIDE, Kind, Mention, Rule, Slot
from .table import write_columns

FORMULAS: Final = frozenset(
    ("f", "formula", "formula1", "formula2", "calculatedColumnFormula", "totalsRowFormula", "sqref")
)
"""Elements, of whatever namespace, whose text is a formula: rules, names, tables, chart series, sparklines."""
_ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
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
_PLACES: Final[dict[str, tuple[str, Kind]]] = {
    "protectedRange": ("sqref", "rects"),
    "ignoredError": ("sqref", "rects"),
    "inputCells": ("r", "cell"),
    "scenarios": ("sqref", "kept rects"),
    "cellWatch": ("r", "cell"),
    "cellSmartTags": ("r", "cell"),
    "comment": ("ref", "cell"),
    "threadedComment": ("ref", "cell"),
    "singleXmlCell": ("r", "cell"),
    "sheetView": ("topLeftCell", "corner"),
    "customSheetView": ("topLeftCell", "corner"),
    "location": ("ref", "rect"),
}
"""Elements that stand on cells of their own sheet: the attribute that says on which. Without cells they go."""
_NAMING: Final = frozenset(("worksheetSource", "rangeSet", "dataRef"))
"""Elements that name a sheet and an area of it; with an r:id they speak of another file."""
_TEXT: Final = ""
TABLE_FACTS: Final = (("headerRowCount", "1"), ("totalsRowCount", "0"), ("tableType", "worksheet"))
"""What else a table says of itself, in its last slots; no edit changes it."""


@final
class Scan:
    """One run over a part; mentions are what it found."""

    def __init__(self, editor: Editor, host: str, owner: str) -> None:
        self._editor = editor
        self._host = host
        self._owner = owner
        self.elements = list(editor.root.walk())
        self._places = {id(element): at for at, element in enumerate(self.elements)}
        self._taken: set[int] = set()
        self.mentions: list[Mention] = []

    def run(self) -> list[Mention]:
        """The mentions of the part, in document order."""
        for at, element in enumerate(self.elements):
            if at in self._taken:
                continue
            local = element.local
            special = _SPECIAL.get(local)
            if special is not None:
                special(self, element)
            elif local in _PLACES:
                name, kind = _PLACES[local]
                slots = [self._slot(element, name, kind)]
                self._add(element, "each", self._areas(element) if name == "sqref" and slots == [None] else slots)
            elif local in _NAMING:
                if self._editor.relation_attribute(element, "id") is None:
                    self._add(element, "named", [self._slot(element, name, "plain") for name in ("sheet", "ref")])
            elif local in FORMULAS and not element.children:
                self._add(element, "each", [self._slot(element, _TEXT, "formula")])
            if local in _ATTRIBUTES:
                self._add(element, "each", [self._slot(element, name, "reference") for name in _ATTRIBUTES[local]])
        return self.mentions

    def _add(self, element: Element, rule: Rule, slots: list[tuple[Slot, str] | None], role: str = "") -> None:
        found = [slot for slot in slots if slot is not None]
        if not found:
            return
        at = self._places[id(element)]
        self._taken.update(slot.at for slot, _ in found)
        self.mentions.append(
            Mention(
                f"{self._owner}{self._editor.part}#{at}{rule[:1]}",
                self._editor.part,
                at,
                role or element.local,
                self._host,
                rule,
                tuple(slot for slot, _ in found),
                tuple(text for _, text in found),
                rule == "named" or any(slot.kind in WIDE and _is_wide(slot.kind, text) for slot, text in found),
            )
        )

    def _slot(self, element: Element, name: str, kind: Kind) -> tuple[Slot, str] | None:
        text = self._editor.attribute(element, name) if name else self._editor.text(element)
        return None if text is None else (Slot(self._places[id(element)], name, kind), text)

    def _inner(self, element: Element, kind: Kind = "formula") -> Iterator[tuple[Slot, str] | None]:
        """The formulas inside of a rule, and the limits of its scales."""
        for inner in element.walk():
            if inner.local in FORMULAS and inner.local != "sqref" and not inner.children:
                yield self._slot(inner, _TEXT, kind)
            elif inner.local == "cfvo":
                yield self._slot(inner, "val", kind)

    def _framed(self, element: Element) -> None:
        """A rule with its areas: in an attribute, or in an element of its own in the newer form."""
        areas = self._areas(element)
        if areas:
            self._add(element, "framed", [*areas, *self._inner(element)])

    def _areas(self, element: Element) -> list[tuple[Slot, str] | None]:
        own = self._slot(element, "sqref", "rects")
        if own is not None:
            return [own]
        inner = next((child for child in element.children if child.local == "sqref"), None)
        return [] if inner is None else [self._slot(inner, _TEXT, "rects")]

    def _sparkline(self, element: Element) -> None:
        areas = self._areas(element)
        if areas:
            self._add(element, "each", [*areas, *self._inner(element)])

    def _filter(self, element: Element) -> None:
        columns = [self._slot(child, "colId", "plain") for child in element.children if child.local == "filterColumn"]
        self._add(element, "filter", [self._slot(element, "ref", "rect"), *columns])

    def _sort(self, element: Element) -> None:
        conditions = [child for child in element.children if child.local == "sortCondition"]
        self._add(
            element,
            "each",
            [self._slot(element, "ref", "rect"), *(self._slot(child, "ref", "rect") for child in conditions)],
        )

    def _selection(self, element: Element) -> None:
        names: tuple[tuple[str, Kind], ...] = (("sqref", "rects"), ("activeCell", "corner"), ("activeCellId", "plain"))
        self._add(element, "selection", [self._slot(element, name, kind) for name, kind in names])

    def _link(self, element: Element) -> None:
        self._add(element, "each", [self._slot(element, "ref", "rect"), self._slot(element, "location", "reference")])

    def _break(self, element: Element) -> None:
        kind: Kind = "column" if element.parent is not None and element.parent.local == "colBreaks" else "row"
        self._add(element, "each", [self._slot(element, "id", kind)])

    def _relation(self, element: Element) -> None:
        self._add(element, "each", [self._slot(element, "Target", "target")])

    def _pane(self, element: Element) -> None:
        """The panes of a custom view; those of the sheet's own view are written with what is frozen there."""
        if element.parent is not None and element.parent.local == "customSheetView":
            self._add(element, "each", [self._slot(element, "topLeftCell", "corner")])

    def _name(self, element: Element) -> None:
        if element.parent is not None and element.parent.local == "pivotSource":
            self._add(element, "each", [self._slot(element, _TEXT, "pivot")])

    def _anchor(self, element: Element) -> None:
        """A drawing's anchor, or that of a control in a sheet part, which says in which ways it keeps to its cells."""
        editor = self._editor
        ends = [child for child in element.children if child.local in ("from", "to")]
        slots: list[tuple[Slot, str] | None] = []
        for end in ends:
            texts = {child.local: child for child in end.children}
            wanted = [texts.get(name) for name in ("col", "colOff", "row", "rowOff")]
            slots += [None if child is None else self._slot(child, _TEXT, "plain") for child in wanted]
        if len(slots) not in (4, 8) or None in slots:
            return
        manner = editor.attribute(element, "editAs")
        if element.local == "anchor":
            moves, sizes = (editor.attribute(element, f"{name}WithCells") in ("1", "true") for name in ("move", "size"))
            manner = (TWO_CELL if sizes else ONE_CELL) if moves else ABSOLUTE
        at = self._places[id(element)]
        self._add(element, "drawing", [*slots, (Slot(at, "editAs", "plain"), manner or TWO_CELL)])
        self._taken.discard(at)

    def _table(self, element: Element) -> None:
        """A table; the names of its columns, its filter and its formulas go with it."""
        columns = next((child for child in element.children if child.local == "tableColumns"), None)
        if self._editor.attribute(element, "ref") is None:
            return
        holder = columns if columns is not None else element
        items = [child for child in holder.children if child.local == "tableColumn"]
        listed = write_columns((at, self._editor.attribute(item, "name") or "") for at, item in enumerate(items))
        slots = [
            self._slot(element, "ref", "rect"),
            (Slot(self._places[id(holder)], "columns", "plain"), listed),
        ]
        for child in element.children:
            if child.local == "autoFilter":
                slots.append(self._slot(child, "ref", "plain"))
                slots += [
                    self._slot(inner, "colId", "plain") for inner in child.children if inner.local == "filterColumn"
                ]
        slots += self._inner(holder)
        for name, default in TABLE_FACTS:
            slots.append(
                (Slot(self._places[id(element)], name, "plain"), self._editor.attribute(element, name) or default)
            )
        role = self._editor.attribute(element, "displayName") or self._editor.attribute(element, "name") or ""
        self._add(element, "table", slots, role)


def _is_wide(kind: Kind, text: str) -> bool:
    return "!" in text or kind == "sheet"


_SPECIAL: Final[dict[str, Callable[[Scan, Element], None]]] = {
    "conditionalFormatting": Scan._framed,
    "dataValidation": Scan._framed,
    "sparkline": Scan._sparkline,
    "autoFilter": Scan._filter,
    "sortState": Scan._sort,
    "selection": Scan._selection,
    "hyperlink": Scan._link,
    "brk": Scan._break,
    "Relationship": Scan._relation,
    "pane": Scan._pane,
    "name": Scan._name,
    "twoCellAnchor": Scan._anchor,
    "oneCellAnchor": Scan._anchor,
    "anchor": Scan._anchor,
    "table": Scan._table,
}
