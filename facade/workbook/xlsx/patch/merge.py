"""The mergeCells element of a sheet part, where the model has other merged areas."""

from __future__ import annotations

from ...model.rect import parse_rect
from ...model.sheet import Sheet
from ...model.workbook import Workbook
from .editor import Editor
from .listing import replace_children


def edit_merges(editor: Editor, sheet: Sheet, _workbook: Workbook) -> None:
    """Write the merged areas of a loaded sheet, in the order of the model."""
    if not sheet.loaded:
        return
    lists = editor.root.named("mergeCells")
    elements = [element for parent in lists for element in parent.named("mergeCell")]
    rects = [parse_rect(editor.attribute(element, "ref") or "") for element in elements]
    if rects == sheet.merges:
        return
    prefix = f"{editor.root.prefix}:".encode() if editor.root.prefix else b""
    new = [b'<%bmergeCell ref="%b"/>' % (prefix, rect.a1.encode()) for rect in sheet.merges]
    replace_children(
        editor,
        "mergeCells",
        lists,
        list(zip(elements, rects, strict=True)),
        list(zip(new, sheet.merges, strict=True)),
        counted=True,
    )
