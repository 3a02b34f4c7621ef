"""Workbooks of any size for the bench, written as raw XML: a million cells in some seconds.

Kinds, each with one sheet "Data" of 10 columns (irregular: 20) and a small sheet "Notes":
grid: numbers and text, one style. regular: numbers, dates, text, one formula a row, five styles, every row of the same
shape. irregular: types, styles, holes and row attributes drawn at random. shared: three shared formulas over all rows
beside a plain one. across: as regular, each formula reading a row on the other side of the middle.
"""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

KINDS = ("grid", "regular", "irregular", "shared", "across")
COLUMNS = "ABCDEFGHIJKLMNOPQRST"
BATCH_ROWS = 2_000
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
NUMBER_FORMATS = (0, 1, 14, 4, 10)
"""Built-in number formats of the styles 0 to 4: general, integer, date, thousands, percent."""
TEXTS = 1_000


def write_workbook(path: Path, kind: str, rows: int) -> None:
    """Write a workbook of a kind with so many rows in its sheet Data; the same bytes of XML every time."""
    row_xml, width, texts = _shape(kind, rows)
    last = f"{COLUMNS[width - 1]}{rows}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as package:
        for name, xml in _frame_parts().items():
            package.writestr(name, HEAD + xml)
        package.writestr("xl/sharedStrings.xml", HEAD + _shared_strings(texts))
        package.writestr("xl/worksheets/sheet2.xml", HEAD + _notes())
        with package.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as part:
            part.write(f'{HEAD}<worksheet xmlns="{MAIN}"><dimension ref="A1:{last}"/><sheetData>'.encode())
            for batch in _batches(row_xml, rows):
                part.write(batch.encode())
            part.write(b"</sheetData></worksheet>")


def _shape(kind: str, rows: int) -> tuple[Callable[[int], str], int, int]:
    """What gives a row's XML (rows count from 1), the width in columns, and the number of shared strings."""
    if kind == "grid":
        return _grid_row, 10, TEXTS
    if kind == "regular":
        return _regular_row, 10, TEXTS
    if kind == "across":
        return lambda row: _regular_row(row, rows + 1 - row), 10, TEXTS
    if kind == "shared":
        return lambda row: _shared_row(row, rows), 10, TEXTS
    if kind == "irregular":
        texts = max(TEXTS, rows)
        return _irregular_rows(texts), 20, texts
    raise ValueError(f"no such kind: {kind!r}; there are {KINDS}")


def _grid_row(row: int) -> str:
    cells = "".join(f'<c r="{letter}{row}"><v>{row * 10 + at}</v></c>' for at, letter in enumerate("ABCDEFGH"))
    return f'<row r="{row}">{cells}<c r="I{row}"><v>{row / 4}</v></c>{_text("J", row)}</row>'


def _regular_row(row: int, read: int | None = None) -> str:
    """read: the row whose D the formula reads, its own if None."""
    other = row if read is None else read
    return (
        f'<row r="{row}" spans="1:10"><c r="A{row}" s="1"><v>{row}</v></c>'
        f'<c r="B{row}" s="2"><v>{44_000 + row % 1_500}</v></c>{_text("C", row)}'
        f'<c r="D{row}" s="3"><v>{row * 7 % 9973 / 8}</v></c>'
        f'<c r="E{row}" s="3"><f>A{row}*D{other}</f><v>{row * (other * 7 % 9973 / 8)}</v></c>'
        f'{_text("F", row, 13)}<c r="G{row}"><v>{row % 97}</v></c><c r="H{row}" s="4"><v>{row % 100 / 100}</v></c>'
        f'<c r="I{row}" t="b"><v>{row % 2}</v></c><c r="J{row}" s="3"><v>{row % 777 / 4}</v></c></row>'
    )


def _shared_row(row: int, rows: int) -> str:
    values = "".join(f'<c r="{letter}{row}" s="{at % 5}"><v>{row + at}</v></c>' for at, letter in enumerate("ABCDE"))
    shared = "".join(
        f'<c r="{letter}{row}" s="3">{_shared(letter, row, rows, index)}<v>{row * 2 + 1 + index}</v></c>'
        for index, letter in enumerate("FGH")
    )
    plain = f'<c r="I{row}"><f>SUM(A{row}:E{row})</f><v>{row * 5 + 10}</v></c>'
    return f'<row r="{row}">{values}{shared}{plain}{_text("J", row)}</row>'


def _shared(letter: str, row: int, rows: int, index: int) -> str:
    if row > 1:
        return f'<f t="shared" si="{index}"/>'
    return f'<f t="shared" ref="{letter}1:{letter}{rows}" si="{index}">A1+B1+{index}</f>'


def _irregular_rows(texts: int) -> Callable[[int], str]:
    """Rows whose cells are drawn at random, the same every time."""
    draw = random.Random(11).random

    def cell(letter: str, row: int) -> str:
        pick, style = draw(), int(draw() * 5)
        start = f'<c r="{letter}{row}"' + (f' s="{style}"' if style else "")
        if pick < 0.10:
            return f"{start}/>" if style else ""
        if pick < 0.40:
            return f"{start}><v>{int(draw() * 100_000)}</v></c>"
        if pick < 0.60:
            return f"{start}><v>{draw() * 1000!r}</v></c>"
        if pick < 0.80:
            return f'{start} t="s"><v>{int(draw() * texts)}</v></c>'
        if pick < 0.90:
            return f"{start}><f>A{row}+{int(draw() * 50)}</f><v>{int(draw() * 100)}</v></c>"
        if pick < 0.95:
            return f'{start} t="b"><v>{int(draw() * 2)}</v></c>'
        return f'{start} t="str"><f>"t"&amp;A{row}</f><v>t{row}</v></c>'

    def row_xml(row: int) -> str:
        attributes = f' ht="{12 + int(draw() * 8)}" customHeight="1"' if draw() < 0.2 else ""
        return f'<row r="{row}"{attributes}>{"".join(cell(letter, row) for letter in COLUMNS)}</row>'

    return row_xml


def _text(letter: str, row: int, stride: int = 1) -> str:
    return f'<c r="{letter}{row}" t="s"><v>{row * stride % TEXTS}</v></c>'


def _batches(row_xml: Callable[[int], str], rows: int) -> Iterator[str]:
    for first in range(1, rows + 1, BATCH_ROWS):
        yield "".join(map(row_xml, range(first, min(first + BATCH_ROWS, rows + 1))))


def _shared_strings(count: int) -> str:
    items = "".join(f"<si><t>item number {at}</t></si>" for at in range(count))
    return f'<sst xmlns="{MAIN}" count="{count}" uniqueCount="{count}">{items}</sst>'


def _notes() -> str:
    row = '<row r="1"><c r="A1" t="inlineStr"><is><t>note</t></is></c><c r="B1"><v>1</v></c></row>'
    return f'<worksheet xmlns="{MAIN}"><dimension ref="A1:B1"/><sheetData>{row}</sheetData></worksheet>'


def _frame_parts() -> dict[str, str]:
    """Every part but the sheets and the shared strings."""
    sheets = ("worksheets/sheet1", "worksheets/sheet2")
    parts = [("workbook", "sheet.main"), ("styles", "styles"), ("sharedStrings", "sharedStrings")]
    overrides = [(name, kind) for name, kind in parts] + [(sheet, "worksheet") for sheet in sheets]
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{TYPE}.{kind}+xml"/>' for name, kind in overrides
    )
    targets = [("worksheet", sheet) for sheet in sheets] + [("styles", "styles"), ("sharedStrings", "sharedStrings")]
    return {
        "[Content_Types].xml": (
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f"{types}</Types>"
        ),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook")]),
        "xl/_rels/workbook.xml.rels": _relations(targets),
        "xl/workbook.xml": (
            f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/>'
            '<sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>'
        ),
        "xl/styles.xml": _styles(),
    }


def _relations(targets: Iterable[tuple[str, str]]) -> str:
    items = "".join(
        f'<Relationship Id="rId{at}" Type="{RELATIONS}/{kind}" Target="{target}.xml"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{items}</Relationships>'


def _styles() -> str:
    xfs = "".join(
        f'<xf numFmtId="{code}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        for code in NUMBER_FORMATS
    )
    return (
        f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        f'<cellXfs count="{len(NUMBER_FORMATS)}">{xfs}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
