"""Small packages out of raw parts, cells set in the model, and what a save makes of them."""

from __future__ import annotations

import io
import zipfile

from macrocell.facade.value import Scalar
from macrocell.facade.workbook.model.formula import DatedFormula, FormulaEntry
from macrocell.facade.workbook.model.rect import parse_cell
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN, package

SHEET1 = "xl/worksheets/sheet1.xml"


def sheet_part(rows: str, *, before: str = "", after: str = "") -> str:
    """A worksheet around the rows."""
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def book_of(*sheets: str | bytes, strings: str | bytes | None = None) -> Workbook:
    """A workbook read from a package with these sheet parts, and 8 shared strings where none are given."""
    if strings is None:
        items = "".join(f"<si><t>item {number}</t></si>" for number in range(8))
        strings = f'<sst xmlns="{MAIN}" count="8" uniqueCount="8">{items}</sst>'
    parts = {f"xl/worksheets/sheet{number}.xml": part for number, part in enumerate(sheets, 1)}
    return read_workbook(package(parts, strings=strings))


def with_parts(data: bytes, parts: dict[str, str | bytes]) -> bytes:
    """The package with parts replaced or added at its end; None is not a part."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info, parts.get(info.filename, old.read(info)))
        for name in parts.keys() - set(old.namelist()):
            new.writestr(name, parts[name])
    return buffer.getvalue()


def put(
    book: Workbook,
    cell: str,
    value: Scalar = None,
    *,
    formula: FormulaEntry | None = None,
    style: int | None = None,
    at: int = 0,
) -> Sheet:
    """Set a cell as apply does; the sheet is loaded first. style None keeps the one there."""
    sheet = book.sheets[at]
    sheet.load()
    place = parse_cell(cell)
    assert place is not None
    row = sheet.ensure_row(place[0])
    row.set_value(place[1], value)
    if isinstance(formula, str) and book.history.now:
        formula = DatedFormula(formula, book.history.stamp())
    row.set_formula(place[1], formula)
    if style is not None:
        row.set_style(place[1], style)
    row.touch(place[1])
    return sheet


def restyle(book: Workbook, cell: str, style: int, *, at: int = 0) -> None:
    """Give a cell a style and leave its content."""
    sheet = book.sheets[at]
    sheet.load()
    place = parse_cell(cell)
    assert place is not None
    row = sheet.ensure_row(place[0])
    row.set_style(place[1], style)
    row.touch(place[1])


def saved(book: Workbook) -> bytes:
    """The whole new file."""
    chunks, _ = save_package(book)
    return b"".join(chunks)


def part_of(data: bytes, name: str = SHEET1) -> str:
    """A part of a package as text."""
    return raw_part(data, name).decode()


def raw_part(data: bytes, name: str = SHEET1) -> bytes:
    """A part of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def rows_of(data: bytes, name: str = SHEET1) -> str:
    """What sheetData of a part holds."""
    text = part_of(data, name)
    start = text.index("sheetData>") + len("sheetData>")
    return text[start : text.rindex("</", start, text.rindex("sheetData>"))]
