"""One worksheet part to rows, merges, blocks and column styles: the gate in front of the cascade."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...model.attribute_text import deepest_level
from ...model.column import ColumnSpan
from ...model.pane import NO_PANES, Pane, read_pane
from ...model.rect import MAX_COLUMNS, Rect, parse_rect
from ...model.sheet import Sheet, SheetFormat
from ..collector import no_collection
from ..error import CorruptFileError
from ..markup import each, prolog_end, refuse_document_type, utf8
from ..namespace import MAIN_SPELLINGS, main
from .cascade import Cascade
from .cell import Desk
from .scan import IrregularError
from .tree import read_tree

if TYPE_CHECKING:
    from lxml import etree

_PREFIXED_ROOT = re.compile(rb"<([A-Za-z]\w*):worksheet\s[^<>]*>")
_ROOT = re.compile(rb"<worksheet(?:\s[^<>]*)?>")
_DEFAULT_SPACE = re.compile(rb"\sxmlns=[\"']([^\"']*)[\"']")
_DATA = re.compile(rb"<sheetData\s*(/?)>")
_CLOSE = b"</sheetData>"
_OTHER_SPACE = re.compile(rb"<[A-Za-z_][\w.-]*:|\sxmlns\s*=")
"""What lies around a sheetData that applications ignore with all that is in it."""


def read_sheet(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill an empty sheet from its part. Raises the errors of xlsx.error; the sheet is then as it was."""
    try:
        with no_collection():
            _read(sheet, data, desk)
    except BaseException:
        _empty(sheet)
        raise


def read_sheet_by_tree(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """The same by the last level alone, which is what the other levels are tested against."""
    read_tree(sheet, data, desk)
    desk.check_groups()
    _read_surroundings(sheet, data, desk)
    sheet.blocks = desk.blocks
    _note_attributes(sheet, desk)


def _note_attributes(sheet: Sheet, desk: Desk) -> None:
    """What the attributes of the rows and columns say together."""
    texts = set(desk.row_attributes.values())
    sheet.styled_rows = any(b"customFormat" in text for text in texts)
    rows = deepest_level(texts)
    columns = deepest_level(span.attributes for span in sheet.columns)
    sheet.format = sheet.format._replace(row_level=rows, column_level=columns)


def _read(sheet: Sheet, data: bytes, desk: Desk) -> None:
    data = utf8(data, desk.part)
    refuse_document_type(data, desk.part)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    bare = _without_prefix(data)
    span = _gate(bare)
    if span is not None:
        start, end = span
        try:
            Cascade(sheet, bare, start, end, desk).read()
        except (IrregularError, ValueError, IndexError):
            _empty(sheet)
            desk.forget()
        else:
            desk.check_groups()
            sheet.around = bare[:start] + bare[end:]
            _read_surroundings(sheet, sheet.around, desk)
            sheet.blocks = desk.blocks
            sheet.deepest = desk.reach(max((len(sheet.rows) - 1, *sheet.far)))
            _note_attributes(sheet, desk)
            return
    read_sheet_by_tree(sheet, data, desk)


def _without_prefix(data: bytes) -> bytes:
    """The part with the one prefix of its main namespace taken out, as several producers write it; else as it is.

    Only where that cannot change anything else: nothing is unprefixed, quoted or commented, and no rich text would be
    cut out of it.
    """
    root = _PREFIXED_ROOT.match(data, prolog_end(data))
    if root is None or b"xmlns=" in data or b"<!" in data:
        return data
    prefix = root[1]
    declared = re.search(rb"\sxmlns:" + prefix + rb"=[\"']([^\"']*)[\"']", root[0])
    if (
        declared is None
        or declared[1].decode("utf-8", "replace") not in MAIN_SPELLINGS
        or b"<" + prefix + b":r>" in data
    ):
        return data
    bare = data.replace(b"</" + prefix + b":", b"</").replace(b"<" + prefix + b":", b"<")
    return bare.replace(b"<worksheet", b'<worksheet xmlns="' + declared[1] + b'"', 1)


def _gate(data: bytes) -> tuple[int, int] | None:
    """Where the rows begin and end, if the part may be read without a parser; else None.

    It may if its root is unprefixed and in the main namespace, and nothing before
    the end of sheetData could hide or fake a tag: no comment, CDATA section or declaration.
    """
    root = _ROOT.match(data, prolog_end(data))
    if root is None:
        return None
    space = _DEFAULT_SPACE.search(root[0])
    if space is None or space[1].decode("utf-8", "replace") not in MAIN_SPELLINGS:
        return None
    opening = _DATA.search(data, root.end())
    if opening is None:
        return (root.end(), root.end()) if b"<!" not in data else None
    start = opening.end()
    end = start if opening[1] else data.find(_CLOSE, start)
    if end < 0 or data.find(b"<!", root.end(), end) >= 0 or _OTHER_SPACE.search(data, root.end(), opening.start()):
        return None
    return start, end


def _read_surroundings(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill merges and column styles. data is the part, which may lack its rows."""
    panes: list[Pane | None] = []
    for element in each(data, desk.part, _READ):
        parent = element.getparent()
        tag = main(element.tag)
        if tag in _HEAD:
            if parent is not None and main(parent.tag) == _HEAD[tag]:
                _read_head(sheet, element, tag, panes)
            continue
        if parent is None or tag + "s" != main(parent.tag):
            continue
        if tag == "mergeCell":
            sheet.merges.append(_merge(element.get("ref", ""), desk))
        else:
            first, last, style = (element.get(key, "0") for key in ("min", "max", "style"))
            if first.isdigit() and last.isdigit():
                bounds = max(0, int(first) - 1), min(MAX_COLUMNS, int(last)) - 1
                own = b" ".join(
                    f'{key!s}="{text!s}"'.encode()
                    for key, text in element.attrib.items()
                    if str(key) not in ("min", "max", "style")
                )
                sheet.columns.append(ColumnSpan(*bounds, desk.style(style, 0, bounds[0]), own))
    sheet.panes = tuple(panes) or NO_PANES


_HEAD = {"sheetView": "sheetViews", "sheetFormatPr": "worksheet", "outlinePr": "sheetPr"}
"""Elements that stand once, or once a view, and the element they stand in."""
_READ = ("{*}col", "{*}mergeCell", *(f"{{*}}{name}" for name in _HEAD))


def _read_head(sheet: Sheet, element: etree._Element, tag: str, panes: list[Pane | None]) -> None:
    own = {str(key): str(text) for key, text in element.attrib.items()}
    if tag == "sheetView":
        pane = next((child for child in element if isinstance(child.tag, str) and main(child.tag) == "pane"), None)
        named = None if pane is None else {str(key): str(text) for key, text in pane.attrib.items()}
        panes.append(read_pane(own, named))
    elif tag == "sheetFormatPr":
        height, width = _positive(own.get("defaultRowHeight")), _positive(own.get("defaultColWidth"))
        known = sheet.format
        sheet.format = known._replace(height=height or known.height, width=width or known.width)
    else:
        below, right = (own.get(name, "1") in ("1", "true") for name in ("summaryBelow", "summaryRight"))
        sheet.format = sheet.format._replace(summary_below=below, summary_right=right)


def _positive(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 < value < 1000 else None


def _merge(ref: str, desk: Desk) -> Rect:
    rect = parse_rect(ref)
    if rect is None:
        raise CorruptFileError(f"a merged area has the reference {ref[:40]!r}", part=desk.part)
    return rect


def _empty(sheet: Sheet) -> None:
    sheet.rows, sheet.far, sheet.merges, sheet.blocks, sheet.columns = [], {}, [], [], []
    sheet.styled_rows = False
    sheet.around = sheet.deepest = None
    sheet.panes, sheet.format = NO_PANES, SheetFormat()
