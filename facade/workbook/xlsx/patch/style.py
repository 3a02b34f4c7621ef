"""styles.xml with the styles that were appended: number formats and cell formats at the ends of their lists."""

from __future__ import annotations

from typing import Final

from ...model.number_format import BUILTIN, FIRST_CUSTOM_ID
from ...model.style import StyleTable
from .editor import Editor, Element, start_tag_end
from .row import set_attributes
from .text import escape_attribute, whole

_BEHIND_XFS: Final = ("numFmts", "fonts", "fills", "borders", "cellStyleXfs")
_LOCALE_IDS: Final = frozenset((5, 6, 7, 8, *range(27, 37), 41, 42, 43, 44, *range(50, 59)))
"""Built-in ids whose look depends on the reader's locale; 14 and 22 do too, but are what Excel means by a date."""
_PLAIN_XF: Final = b'xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'


def append_styles(editor: Editor, table: StyleTable, last: int) -> None:
    """Write the appended styles up to the id last. Each is its base's xf with another numFmtId."""
    root = editor.root
    tag = (root.prefix + ":" if root.prefix else "").encode()
    formats = _Formats(editor, root, tag)
    cell_xfs = root.child("cellXfs")
    sources = [editor.data[xf.start : xf.end] for xf in cell_xfs.named("xf")] if cell_xfs is not None else []
    missing = max(0, table.source_count - len(sources))
    new = [b"<" + tag + _PLAIN_XF] * missing
    xfs = sources + new
    for style_id, base, code in table.appended():
        if style_id > last:
            break
        xf = _with_format(xfs[base], formats.number(code))
        xfs.append(xf)
        new.append(xf)
    formats.write()
    _extend(editor, root, "cellXfs", before=_BEHIND_XFS, inner=b"".join(new), count=len(xfs))


class _Formats:
    """The number formats of the part, and those that come in."""

    def __init__(self, editor: Editor, root: Element, tag: bytes) -> None:
        self._editor = editor
        self._root = root
        self._tag = tag
        element = root.child("numFmts")
        known = element.named("numFmt") if element is not None else []
        self._count = len(known)
        self._ids = {code: number for number, code in BUILTIN.items() if number not in _LOCALE_IDS}
        self._next = FIRST_CUSTOM_ID
        for item in known:
            number = whole(editor.attribute(item, "numFmtId"))
            self._ids[editor.attribute(item, "formatCode") or ""] = number
            self._next = max(self._next, number + 1)
        self._new = b""

    def number(self, code: str) -> int:
        known = self._ids.get(code)
        if known is None:
            known = self._ids[code] = self._next
            self._next += 1
            self._count += 1
            self._new += b'<%bnumFmt numFmtId="%d" formatCode="%b"/>' % (self._tag, known, escape_attribute(code))
        return known

    def write(self) -> None:
        if self._new:
            _extend(self._editor, self._root, "numFmts", before=(), inner=self._new, count=self._count)


def _with_format(xf: bytes, number: int) -> bytes:
    end = start_tag_end(xf, 0)
    return set_attributes(xf[:end], {b"numFmtId": b"%d" % number, b"applyNumberFormat": b"1"}) + xf[end:]


def _extend(editor: Editor, root: Element, name: str, *, before: tuple[str, ...], inner: bytes, count: int) -> None:
    """Put items at the end of a list and say how many it has; the list is made where it is missing."""
    element = root.child(name)
    if element is not None:
        editor.append(element, inner)
        editor.set_attribute(element, "count", str(count))
        return
    tag = ((root.prefix + ":" if root.prefix else "") + name).encode()
    markup = b'<%b count="%d">%b</%b>' % (tag, count, inner, tag)
    ahead = [child for child in root.children if child.local in before]
    editor.insert(ahead[-1].end if ahead else root.open_end, markup)
