"""What changed, in words and figures short enough for a model to read."""

from __future__ import annotations

from typing import Any

import msgspec

MAX_SHOWN_CELLS = 24
"""Cells shown before and after of one change; a change of more says its size and shows the first ones."""
MAX_SHOWN_TEXT = 200
"""Characters shown of one text; a longer one ends with an ellipsis."""
MAX_CHANGES = 100
"""Changes of one kind and sheet told apart; what is beyond is one more change without values."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change as a reviewer reads it.

    kind: cells, number_format, font, fill, border, alignment, protection, style; rows_inserted, columns_moved and
    their like; row_height, rows_hidden, rows_shown, rows_grouped, rows_ungrouped (before and after are levels),
    rows_collapsed, rows_expanded, rows_style and the same of columns (column_width); frozen, whose before and after are
    the first cell that scrolls; sheet_added, sheet_renamed, sheet_deleted, sheet_copied (before: the original's name),
    sheet_moved (before and after: places among the tabs, from 1), sheet_hidden, sheet_shown, sheet_colored,
    table_resized (before and after: what it covered and covers);
    sheet_removed (an undone sheet_added or sheet_copied), sheet_restored (an undone sheet_deleted). sheet is its name
    now. range is A1 text, None for a change of the sheet itself. before and after: one value for one cell, else row
    lists of the first MAX_SHOWN_CELLS cells; formulas are text that begins with =, errors their code, dates ISO 8601
    text; a format is one text for the whole range: a code, a name, or a few words such as Arial 11 bold. cells is how
    many cells changed: fewer than the range holds where a large write left some as they were. Beyond MAX_CHANGES before
    and after are None and range encloses all that is left.
    """

    kind: str
    sheet: str
    range: str | None = None
    before: Any = None
    after: Any = None
    cells: int = 0
