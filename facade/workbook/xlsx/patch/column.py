"""The cols element of a sheet part: what whole columns have of their own, where the model says otherwise."""

from __future__ import annotations

from collections.abc import Callable

from ...model.column import ColumnSpan, joined
from ...model.rect import MAX_COLUMNS
from ...model.sheet import Sheet
from .editor import Editor, Element
from .listing import replace_children
from .text import whole


def edit_columns(editor: Editor, sheet: Sheet, *, style_count: int, style_number: Callable[[int], int]) -> None:
    """Write the columns of a loaded sheet. style_count is how many styles the file has."""
    lists = editor.root.named("cols")
    elements = [element for parent in lists for element in parent.named("col")]
    spans = [_span(editor, element, style_count) for element in elements]
    held = [span for span in spans if span is not None]
    if len(held) == len(spans) and joined(held) == joined(sheet.columns):
        return
    prefix = f"{editor.root.prefix}:".encode() if editor.root.prefix else b""
    new = [_markup(prefix, span, style_number) for span in sheet.columns]
    replace_children(
        editor, "cols", lists, list(zip(elements, spans, strict=True)), list(zip(new, sheet.columns, strict=True))
    )


def _span(editor: Editor, element: Element, style_count: int) -> ColumnSpan | None:
    """As the reader has it; None for one that it does not take."""
    first, last, style = (editor.attribute(element, name) or "0" for name in ("min", "max", "style"))
    if not (first.isdigit() and last.isdigit()):
        return None
    own = (
        f'{name}="{editor.attribute(element, name)}"'.encode()
        for name in editor.attribute_names(element)
        if name not in ("min", "max", "style")
    )
    number = whole(style)
    known = number if number < style_count else 0
    return ColumnSpan(max(0, int(first) - 1), min(MAX_COLUMNS, int(last)) - 1, known, b" ".join(own))


def _markup(prefix: bytes, span: ColumnSpan, style_number: Callable[[int], int]) -> bytes:
    style = style_number(span.style)
    return b'<%bcol min="%d" max="%d"%b%b/>' % (
        prefix,
        span.col0 + 1,
        span.col1 + 1,
        b" " + span.attributes if span.attributes else b"",
        b' style="%d"' % style if style else b"",
    )
