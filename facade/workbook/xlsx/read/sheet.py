"""One worksheet part to rows, merges, blocks and column styles: the gate in front of the cascade."""

from __future__ import annotations

import re

from ...model.column import ColumnSpan
from ...model.rect import MAX_COLUMNS, Rect, parse_rect
from ...model.sheet import Sheet
from ..collector import no_collection
from ..error import CorruptFileError
from ..markup import each, prolog_end, refuse_document_type, utf8
from ..namespace import MAIN_SPELLINGS, main
from .cascade import Cascade
from .cell import Desk
from .scan import IrregularError
from .tree import read_tree

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
    sheet.styled_rows = _has_styled_rows(desk)


def _has_styled_rows(desk: Desk) -> bool:
    return any(b"customFormat" in attributes for attributes in desk.row_attributes.values())


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
            _read_surroundings(sheet, bare[:start] + bare[end:], desk)
            sheet.blocks = desk.blocks
            sheet.styled_rows = _has_styled_rows(desk)
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
    for element in each(data, desk.part, ("{*}col", "{*}mergeCell")):
        parent = element.getparent()
        if parent is None or main(element.tag) + "s" != main(parent.tag):
            continue
        if main(element.tag) == "mergeCell":
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


def _merge(ref: str, desk: Desk) -> Rect:
    rect = parse_rect(ref)
    if rect is None:
        raise CorruptFileError(f"a merged area has the reference {ref[:40]!r}", part=desk.part)
    return rect


def _empty(sheet: Sheet) -> None:
    sheet.rows, sheet.far, sheet.merges, sheet.blocks, sheet.columns = [], {}, [], [], []
    sheet.styled_rows = False
