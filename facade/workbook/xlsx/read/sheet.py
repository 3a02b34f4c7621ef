"""One worksheet part to rows, merges, blocks and column styles: the gate in front of the cascade."""

from __future__ import annotations

from ...model.rect import MAX_COLUMNS, Rect, parse_rect
from ...model.sheet import Sheet
from ..error import CorruptFileError
from ..markup import each
from .cell import Desk
from .tree import read_tree


def read_sheet(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill an empty sheet from its part. Raises the errors of xlsx.error; the sheet is then as it was."""
    try:
        read_tree(sheet, data, desk)
        desk.check_groups()
        read_surroundings(sheet, data, desk)
        sheet.blocks = desk.blocks
    except BaseException:
        sheet.rows, sheet.far, sheet.merges, sheet.blocks, sheet.default_styles = [], {}, [], [], []
        raise


def read_surroundings(sheet: Sheet, data: bytes, desk: Desk) -> None:
    """Fill merges and column styles."""
    for element in each(data, desk.part, ("{*}col", "{*}mergeCell")):
        if element.tag.endswith("mergeCell"):
            sheet.merges.append(_merge(element.get("ref", ""), desk))
        else:
            first, last, style = (element.get(key, "0") for key in ("min", "max", "style"))
            if style != "0" and first.isdigit() and last.isdigit():
                bounds = max(0, int(first) - 1), min(MAX_COLUMNS, int(last)) - 1
                sheet.default_styles.append((*bounds, desk.style(style, 0, bounds[0])))


def _merge(ref: str, desk: Desk) -> Rect:
    rect = parse_rect(ref)
    if rect is None:
        raise CorruptFileError(f"a merged area has the reference {ref[:40]!r}", part=desk.part)
    return rect
