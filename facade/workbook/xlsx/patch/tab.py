"""What a sheet's part says of its tab: the colour, and whether it is selected."""

from __future__ import annotations

from typing import Final

from ...model.look import Color
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from ..tab_color import read_tab_color
from .editor import Editor, Element

_BEHIND_COLOR: Final = frozenset(("outlinePr", "pageSetUpPr"))
"""What follows tabColor in CT_SheetPr (ECMA-376 part 1, 18.3.1.82)."""


def edit_tab_color(editor: Editor, sheet: Sheet, _model: Workbook) -> None:
    """Write the colour where it differs from the part's."""
    wanted = sheet.tab_color
    if wanted == "file" or wanted == read_tab_color(editor.data.decode()):
        return
    root = editor.root
    properties = root.child("sheetPr")
    old = properties.child("tabColor") if properties is not None else None
    markup = b"" if wanted is None else _markup(wanted, root)
    if old is not None:
        editor.replace(old.start, old.end, markup)
    elif properties is None:
        tag = f"{root.prefix}:sheetPr" if root.prefix else "sheetPr"
        editor.insert(root.open_end, f"<{tag}>".encode() + markup + f"</{tag}>".encode())
    else:
        behind = next((child for child in properties.children if child.local in _BEHIND_COLOR), None)
        if behind is None:
            editor.append(properties, markup)
        else:
            editor.insert(behind.start, markup)


def _markup(color: Color, root: Element) -> bytes:
    tag = f"{root.prefix}:tabColor" if root.prefix else "tabColor"
    if color.rgb is not None:
        kind = f'rgb="{color.rgb.upper()}"'
    elif color.theme is not None:
        kind = f'theme="{color.theme}"'
    elif color.indexed is not None:
        kind = f'indexed="{color.indexed}"'
    else:
        kind = 'auto="1"'
    tint = f' tint="{color.tint!r}"' if color.tint else ""
    return f"<{tag} {kind}{tint}/>".encode()


def edit_selection(editor: Editor, sheet: Sheet, model: Workbook) -> None:
    """The sheet in front is selected, and one that is hidden is not, where the file says otherwise."""
    views = editor.root.child("sheetViews")
    for view in views.named("sheetView") if views is not None else ():
        selected = editor.attribute(view, "tabSelected") in ("1", "true")
        if sheet.id == model.active and not selected:
            editor.set_attribute(view, "tabSelected", "1")
        elif sheet.id != model.active and selected:
            editor.remove_attribute(view, "tabSelected")
