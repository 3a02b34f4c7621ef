"""A workbook from nothing: the smallest package that Excel and openpyxl open without a word."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from ..model.workbook import Workbook
from .read.workbook import read_workbook

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"

FIRST_SHEET: Final = "Sheet1"
"""The name of the only sheet, as Excel's own new workbooks have it."""

_PARTS: Final = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
        "</Types>"
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>"
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
        '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews>'
        f'<sheets><sheet name="{FIRST_SHEET}" sheetId="1" r:id="rId1"/></sheets>'
        '<calcPr calcId="191029"/>'
        "</workbook>"
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/>'
        "</Relationships>"
    ),
    "xl/worksheets/sheet1.xml": (
        f'<worksheet xmlns="{_MAIN}"><dimension ref="A1"/>'
        '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>'
        '<sheetFormatPr defaultRowHeight="15"/><sheetData/>'
        '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
        "</worksheet>"
    ),
    "xl/styles.xml": (
        f'<styleSheet xmlns="{_MAIN}">'
        '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        '<dxfs count="0"/>'
        '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>'
        "</styleSheet>"
    ),
}
"""Excel needs the two fills, the Normal style and a bookViews element; without them it repairs the file."""


_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def new_workbook() -> Workbook:
    """A workbook with one empty sheet. It has a package like one that was read, so saving it patches that."""
    return read_workbook(new_package())


def new_package(sheet_name: str = FIRST_SHEET) -> bytes:
    """The file of an empty workbook, the same bytes each time. The name must be one that Excel takes."""
    local, central = b"", b""
    written = f'name="{FIRST_SHEET}"', f'name="{sheet_name.translate(_ESCAPES)}"'
    for name, markup in _PARTS.items():
        content = (_HEAD + markup.replace(*written)).encode()
        engine = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = engine.compress(content) + engine.flush()
        common = struct.pack("<5H3L2H", 20, 0, 8, 0, 0x21, zlib.crc32(content), len(packed), len(content), len(name), 0)
        central += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<3H2L", 0, 0, 0, 0, len(local))
        central += name.encode()
        local += b"PK\x03\x04" + common + name.encode() + packed
    count = len(_PARTS)
    return local + central + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(central), len(local), 0)
