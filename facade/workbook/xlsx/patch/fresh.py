"""The part of a sheet that is not in a file yet."""

from __future__ import annotations

from ..namespace import MAIN, MAIN_STRICT

_SHEET = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    '<worksheet xmlns="{main}"><dimension ref="A1"/>'
    '<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData/>'
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>'
)


def fresh_sheet(*, strict: bool) -> bytes:
    """An empty worksheet, with the margins and row height of Excel's own new sheets."""
    return _SHEET.format(main=MAIN_STRICT if strict else MAIN).encode()
