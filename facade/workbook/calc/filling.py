"""The smallest xlsx file that holds what a calculation needs of a model: values, formulas, names; no styles.

A calculator that reads a file is filled in a third of the time that setting it cell by cell takes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias, final

from ...value import CellError, RichText, Scalar
from ..model.formula import FormulaEntry
from ..model.rect import column_letters
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.namespace import MAIN, OFFICE, RELATIONSHIPS
from ..xlsx.patch.text import cell_text, escape, escape_attribute


@final
class Filled(NamedTuple):
    """A formula as the calculator gets it, without the equals sign. block: the cells of an array formula, as A1:B2."""

    text: str
    block: str = ""


FormulaOf: TypeAlias = "Callable[[Sheet, int, int, Row, FormulaEntry], Filled | None]"
"""What stands for a formula of the model at (sheet, row0, col0, row, entry); None: its cached value."""

_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def calculation_file(model: Workbook, formula_of: FormulaOf, names: Iterable[tuple[str, str | None, str]]) -> bytes:
    """The file. Worksheets of the model are all in memory; names are (name, sheet id or None, text)."""
    sheets = [sheet for sheet in model.sheets if sheet.kind == "worksheet"]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in _frame(sheets, names):
            archive.writestr(name, content)
        for number, sheet in enumerate(sheets, 1):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", sheet_content(sheet, formula_of))
    return stream.getvalue()


def _frame(sheets: list[Sheet], names: Iterable[tuple[str, str | None, str]]) -> list[tuple[str, str]]:
    numbers = range(1, len(sheets) + 1)
    parts = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{_TYPE}.worksheet+xml"/>'
        for number in numbers
    )
    tabs = "".join(
        f'<sheet name="{_quoted(sheet.name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, sheet in enumerate(sheets, 1)
    )
    places = {sheet.id: place for place, sheet in enumerate(sheets)}
    defined = "".join(
        f'<definedName name="{_quoted(name)}"{_scope(places, scope)}>{_plain(text)}</definedName>'
        for name, scope, text in names
        if scope is None or scope in places
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    defaults = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    main = f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    whole = f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    held = f"<sheets>{tabs}</sheets>" + (f"<definedNames>{defined}</definedNames>" if defined else "")
    return [
        ("[Content_Types].xml", f'{_HEAD}<Types xmlns="{_TYPES}">{defaults}{main}{parts}</Types>'),
        ("_rels/.rels", _relationships(whole)),
        ("xl/workbook.xml", f'{_HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{held}</workbook>'),
        ("xl/_rels/workbook.xml.rels", _relationships(links)),
    ]


def _relationships(links: str) -> str:
    return f'{_HEAD}<Relationships xmlns="{RELATIONSHIPS}">{links}</Relationships>'


def _scope(places: dict[str, int], scope: str | None) -> str:
    return "" if scope is None else f' localSheetId="{places[scope]}"'


def sheet_content(sheet: Sheet, formula_of: FormulaOf) -> str:
    """The part of one sheet."""
    found = [f'{_HEAD}<worksheet xmlns="{MAIN}"><sheetData>']
    letters = [column_letters(col0) for col0 in range(_width(sheet))]
    for row0, row in sheet.each_row():
        number = str(row0 + 1)
        cells = (
            [_cell(letters[col0], number, value) for col0, value in _values_of(row) if value is not None]
            if row.formulas is None
            else _mixed(sheet, row0, row, letters, formula_of)
        )
        if cells:
            found.append(f'<row r="{number}">{"".join(cells)}</row>')
    found.append("</sheetData></worksheet>")
    return "".join(found)


def _width(sheet: Sheet) -> int:
    return max((max(row.width(), max(row.formula_columns(), default=-1) + 1) for _, row in sheet.each_row()), default=0)


def _values_of(row: Row) -> Iterable[tuple[int, Scalar]]:
    return enumerate(row.values) if isinstance(row.values, list) else sorted(row.values.items())


def _mixed(sheet: Sheet, row0: int, row: Row, letters: list[str], formula_of: FormulaOf) -> list[str]:
    number = str(row0 + 1)
    cells = {col0: _cell(letters[col0], number, value) for col0, value in _values_of(row) if value is not None}
    behind = max(cells, default=-1)
    ordered = True
    for col0 in row.formula_columns():
        entry = row.formula(col0)
        filled = None if entry is None else formula_of(sheet, row0, col0, row, entry)
        if filled is not None:
            array = f' t="array" ref="{filled.block}"' if filled.block else ""
            ordered = ordered and (col0 in cells or col0 > behind)
            cells[col0] = f'<c r="{letters[col0]}{number}"><f{array}>{_plain(filled.text)}</f></c>'
    return list(cells.values()) if ordered else [cell for _, cell in sorted(cells.items())]


def _cell(letters: str, number: str, value: Scalar) -> str:
    kind = type(value)
    if kind is int or kind is float:
        return f'<c r="{letters}{number}"><v>{value!r}</v></c>'
    if kind is bool:
        return f'<c r="{letters}{number}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, CellError):
        return f'<c r="{letters}{number}" t="e"><v>{_plain(value.code)}</v></c>'
    text = value.text if isinstance(value, RichText) else str(value)
    return f'<c r="{letters}{number}" t="inlineStr"><is><t xml:space="preserve">{cell_text(text).decode()}</t></is></c>'


def _plain(text: str) -> str:
    return escape(text).decode()


def _quoted(text: str) -> str:
    return escape_attribute(text).decode()
