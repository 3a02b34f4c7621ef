"""A list element of a worksheet with other items: those at both ends that stay are not touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .editor import Editor, Element
from .error import LayoutError

_ORDER: Final = (
    "sheetPr",
    "dimension",
    "sheetViews",
    "sheetFormatPr",
    "cols",
    "sheetData",
    "sheetCalcPr",
    "sheetProtection",
    "protectedRanges",
    "scenarios",
    "autoFilter",
    "sortState",
    "dataConsolidate",
    "customSheetViews",
    "mergeCells",
)
"""The children of CT_Worksheet up to the last one that is written here (ECMA-376 part 1, 18.3.1.99)."""


def replace_children(
    editor: Editor,
    name: str,
    lists: Sequence[Element],
    held: Sequence[tuple[Element, object]],
    wanted: Sequence[tuple[bytes, object]],
    *,
    counted: bool = False,
) -> None:
    """Turn held, (element, what it says), into wanted, (markup, what it says).

    lists are the elements of that name: none where it must be made, in its place; of several one is left. Without
    items the element goes. counted: it tells how many there are.
    """
    if not wanted:
        for element in lists:
            editor.replace(element.start, element.end, b"")
    elif len(lists) != 1 or not held:
        _write_new(editor, name, lists, b"".join(markup for markup, _ in wanted), len(wanted) if counted else None)
    else:
        _splice(editor, lists[0], held, wanted)
        if counted and editor.attribute(lists[0], "count") is not None:
            editor.set_attribute(lists[0], "count", str(len(wanted)))


def _write_new(editor: Editor, name: str, lists: Sequence[Element], inner: bytes, count: int | None) -> None:
    prefix = f"{editor.root.prefix}:" if editor.root.prefix else ""
    tag = f"{prefix}{name}".encode()
    counting = b"" if count is None else b' count="%d"' % count
    markup = b"<" + tag + counting + b">" + inner + b"</" + tag + b">"
    for element in lists[1:]:
        editor.replace(element.start, element.end, b"")
    if lists:
        editor.replace(lists[0].start, lists[0].end, markup)
    else:
        editor.insert(_place(editor, name), markup)


def _place(editor: Editor, name: str) -> int:
    """Behind the last of the elements that come before it."""
    before = _ORDER[: _ORDER.index(name)]
    found = [child for child in editor.root.children if child.local in before]
    if name == "cols" or not found:
        data = editor.root.child("sheetData")
        if data is None:
            raise LayoutError(editor.part, "it has no sheetData element")
        return data.start
    return max(child.end for child in found)


def _splice(
    editor: Editor, element: Element, held: Sequence[tuple[Element, object]], wanted: Sequence[tuple[bytes, object]]
) -> None:
    first = 0
    shorter = min(len(held), len(wanted))
    while first < shorter and held[first][1] == wanted[first][1]:
        first += 1
    last = 0
    while last < shorter - first and held[-1 - last][1] == wanted[-1 - last][1]:
        last += 1
    inner = b"".join(markup for markup, _ in wanted[first : len(wanted) - last])
    if first + last == len(held):
        at = held[first][0].start if first < len(held) else element.close
        editor.insert(at, inner)
    else:
        editor.replace(held[first][0].start, held[len(held) - last - 1][0].end, inner)
