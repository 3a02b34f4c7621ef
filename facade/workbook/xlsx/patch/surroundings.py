"""What stands around the rows of a sheet part: edited as a tree, while the rows stay bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, final

from ...model.sheet import Sheet
from ...model.workbook import Workbook
from .editor import Editor, from_utf8
from .merge import edit_merges
from .sheet import take_apart
from .tab import edit_tab_color
from .view import write_outline, write_panes

SheetEditor: TypeAlias = "Callable[[Editor, Sheet, Workbook], None]"
"""Edits what stands around the rows of a sheet where it differs from the model; the editor has no rows."""


def _edit_objects(editor: Editor, sheet: Sheet, workbook: Workbook) -> None:
    from .object import edit_sheet_objects  # it needs this module to find what there is to edit

    edit_sheet_objects(editor, sheet, workbook)


SHEET_EDITORS: Final[tuple[SheetEditor, ...]] = (
    write_panes,
    write_outline,
    edit_merges,
    edit_tab_color,
    _edit_objects,
)
"""In the order of their calls. Each edits elements of its own; where two edits meet, the first one's counts."""


@final
class Surroundings:
    """A sheet part taken apart: editor holds it without its rows."""

    def __init__(self, raw: bytes, part: str) -> None:
        self.taken = take_apart(raw, part)
        data, start, end = self.taken.data, self.taken.start, self.taken.end
        self.editor = Editor(data[:start] + data[end:], part, converted=True)

    def result(self) -> bytes:
        """The part with all edits, its rows as they were, in its own encoding."""
        taken = self.taken
        before, behind = self.editor.result_split(taken.start)
        return from_utf8(before + taken.data[taken.start : taken.end] + behind, taken.encoding)
