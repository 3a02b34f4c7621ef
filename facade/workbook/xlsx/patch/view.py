"""The views of a sheet part, with the panes of the model; and how deep its outline is."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import Final

from ...model.attribute_text import deepest_level
from ...model.pane import NO_PANES, Pane, read_pane
from ...model.rect import cell_name, parse_cell
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from .editor import Editor, Element
from .text import escape_attribute

_ACTIVE: Final = {(True, True): "bottomRight", (True, False): "bottomLeft", (False, True): "topRight"}
"""The pane that scrolls both ways, by whether rows and columns are frozen."""
_FIRST_PANE: Final = "topLeft"


def write_panes(editor: Editor, sheet: Sheet, _workbook: Workbook) -> None:
    """Edit the pane of every view whose panes differ from the model's, and the selections that name them."""
    if not sheet.loaded:
        return
    holder = editor.root.child("sheetViews")
    views = holder.named("sheetView") if holder is not None else []
    if not views:
        if sheet.panes != NO_PANES:
            _add_view(editor, holder, sheet.panes[0])
        return
    for view, pane in zip(views, sheet.panes, strict=False):
        if _pane_of(editor, view) != pane:
            _write_pane(editor, view, pane)


def _pane_of(editor: Editor, view: Element) -> Pane | None:
    element = view.child("pane")
    return read_pane(_attributes(editor, view), None if element is None else _attributes(editor, element))


def _attributes(editor: Editor, element: Element) -> dict[str, str]:
    return {name: editor.attribute(element, name) or "" for name in editor.attribute_names(element)}


def _add_view(editor: Editor, holder: Element | None, pane: Pane | None) -> None:
    prefix = _prefix(editor)
    inner = (
        b"" if pane is None else _pane_markup(prefix, pane, _active(pane)) + _selection_markup(prefix, _active(pane))
    )
    view = b"<" + prefix + b'sheetView workbookViewId="0">' + inner + b"</" + prefix + b"sheetView>"
    if holder is not None:
        editor.append(holder, view)
        return
    editor.insert(
        _place(editor, ("sheetPr", "dimension")),
        b"<" + prefix + b"sheetViews>" + view + b"</" + prefix + b"sheetViews>",
    )


def _prefix(editor: Editor) -> bytes:
    return editor.root.prefix.encode() + b":" if editor.root.prefix else b""


def _place(editor: Editor, before: tuple[str, ...]) -> int:
    """Behind the last of the elements that stand before a new one in the order of the schema."""
    ends = [child.end for name in before for child in editor.root.named(name)]
    return max(ends, default=editor.root.open_end)


def _write_pane(editor: Editor, view: Element, pane: Pane | None) -> None:
    element = view.child("pane")
    old = _FIRST_PANE if element is None else editor.attribute(element, "activePane") or _FIRST_PANE
    active = old if _there(pane) == _there(_pane_of(editor, view)) else _active(pane)
    markup = b"" if pane is None else _pane_markup(_prefix(editor), pane, active)
    if element is not None:
        editor.replace(element.start, element.end, markup)
        markup = b""
    markup += _write_selections(editor, view, old, active, _there(pane))
    if markup and view.empty:
        editor.append(view, markup)
    elif markup:
        editor.insert(view.open_end if element is None else element.end, markup)
    _write_corner(editor, view, pane)


def _pane_markup(prefix: bytes, pane: Pane, active: str) -> bytes:
    if pane.split:
        own = list(pane.split)
    else:
        counts = (("xSplit", pane.columns), ("ySplit", pane.rows))
        own = [(name, str(count)) for name, count in counts if count]
        own += [("topLeftCell", cell_name(pane.top, pane.left)), ("activePane", active), ("state", "frozen")]
    text = b"".join(b" " + name.encode() + b'="' + escape_attribute(value) + b'"' for name, value in own)
    return b"<" + prefix + b"pane" + text + b"/>"


def _active(pane: Pane | None) -> str:
    """The pane that is in use when panes are set: the one that scrolls."""
    if pane is None:
        return _FIRST_PANE
    if pane.split:
        return dict(pane.split).get("activePane", _FIRST_PANE)
    return _ACTIVE[bool(pane.rows), bool(pane.columns)]


def _there(pane: Pane | None) -> frozenset[str]:
    """The panes that there are."""
    if pane is not None and (pane.split or (pane.rows and pane.columns)):
        return frozenset((_FIRST_PANE, *_ACTIVE.values()))
    return frozenset((_FIRST_PANE, _active(pane)))


def _write_selections(editor: Editor, view: Element, old: str, active: str, there: frozenset[str]) -> bytes:
    """Have the selection that was in use be that of the pane in use, and those of panes that are gone go.

    Gives the markup of one to put in where there is none.
    """
    selections = view.named("selection")
    held = {_pane_name(editor, one): one for one in reversed(selections)}
    used = held.get(old) or (selections[0] if selections else None)
    if used is None:
        return b"" if active in (old, _FIRST_PANE) else _selection_markup(_prefix(editor), active)
    if _pane_name(editor, used) != active:
        editor.set_attribute(used, "pane", active)
    for one in selections:
        name = _pane_name(editor, one)
        if one is not used and (name not in there or name == active):
            editor.replace(one.start, one.end, b"")
    return b""


def _pane_name(editor: Editor, selection: Element) -> str:
    return editor.attribute(selection, "pane") or _FIRST_PANE


def _selection_markup(prefix: bytes, active: str) -> bytes:
    return b"<" + prefix + b'selection pane="' + active.encode() + b'"/>'


def _write_corner(editor: Editor, view: Element, pane: Pane | None) -> None:
    """The first cell of a view is the first frozen one; where an axis has none, it tells how far that is scrolled."""
    if pane is None or pane.split:
        return
    known = editor.attribute(view, "topLeftCell")
    row0, col0 = (known and parse_cell(known)) or (0, 0)
    corner = cell_name(pane.first_row if pane.rows else row0, pane.first_column if pane.columns else col0)
    if corner != (known or "A1"):
        editor.set_attribute(view, "topLeftCell", corner)


def write_outline(editor: Editor, sheet: Sheet, _workbook: Workbook) -> None:
    """Raise the outline levels that the part announces to those of its rows and columns, where they became deeper."""
    if not sheet.loaded:
        return
    rows = deepest_level(set(map(attrgetter("attributes"), chain(filter(None, sheet.rows), sheet.far.values()))))
    columns = deepest_level(span.attributes for span in sheet.columns)
    levels = {
        "outlineLevelRow": rows if rows > sheet.format.row_level else 0,
        "outlineLevelCol": columns if columns > sheet.format.column_level else 0,
    }
    element = editor.root.child("sheetFormatPr")
    if element is None:
        own = "".join(f' {name}="{level}"' for name, level in levels.items() if level)
        if own:
            start = b"<" + _prefix(editor) + b'sheetFormatPr defaultRowHeight="15"'
            editor.insert(_place(editor, ("sheetPr", "dimension", "sheetViews")), start + own.encode() + b"/>")
        return
    for name, level in levels.items():
        known = editor.attribute(element, name) or "0"
        if level > (int(known) if known.isdecimal() else 0):
            editor.set_attribute(element, name, str(level))
