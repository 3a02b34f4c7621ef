"""Every real workbook opens or is refused, and reads as openpyxl and calamine read it but for listed differences."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path

import openpyxl
import pytest
import python_calamine
from macrocell.facade.value import CellError, RichText, Scalar
from macrocell.facade.workbook.formula.shared import formula_text
from macrocell.facade.workbook.model.formula import ArrayFormula, DataTable, SharedFormula
from macrocell.facade.workbook.model.number_format import DATE_KINDS
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.xlsx.date import from_serial
from macrocell.facade.workbook.xlsx.error import FileRefusedError
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.worksheet.formula import ArrayFormula as OtherArray
from openpyxl.worksheet.formula import DataTableFormula as OtherTable
from support.corpus import each_file, needs_corpus, quick_files

pytestmark = needs_corpus

REFUSED = {
    "cal__pass_protected.xlsx": ("encrypted", "the file is password-protected"),
    "poi__protected_passtika.xlsx": ("encrypted", "the file is password-protected"),
    "poi__poc-xmlbomb.xlsx": (
        "xml_bomb",
        "xl/sharedStrings.xml: it has a document type definition, which no workbook needs",
    ),
    "poi__xlsx-corrupted.xlsx": (
        "corrupt",
        "_rels/.rels: malformed markup: Start tag expected, '<' not found, line 2, column 1",
    ),
}
"""File: (code, message). All others open."""

OPENPYXL_CANNOT = {
    "cal__pivots.xlsx": "openpyxl raises TypeError on a pivot cache",
    "cal__strict_iso_paths.xlsx": "openpyxl finds no sheet in a Strict workbook",
}
"""Files that only calamine checks."""

CALAMINE_CANNOT = {"poi__xlmmacro.xlsm": "calamine raises on a macro sheet"}

CALAMINE_EXPLAINED: dict[tuple[str, tuple[int, int]], tuple[object, object, str]] = {
    ("MROUND_TRUNC_INT.xlsx", (29, 0)): (
        datetime(1899, 12, 29, 21, 30),
        time(21, 30),
        "a negative number under a time format: calamine drops the day before the epoch, openpyxl keeps it",
    ),
}
"""(file, place): (ours, calamine's, why)."""

_ROTATED = "openpyxl's tokenizer moves the line break in front of the operator when it copies a shared formula"
_SPILLED = "an empty f marks a cell of a spilled array: no formula, where openpyxl has a lone equals sign"

EXPLAINED: dict[tuple[str, str, str], tuple[object, object, str]] = {
    ("cal__date_iso.xlsx", "A1", "value"): (
        datetime(2021, 1, 1),
        date(2021, 1, 1),
        "an ISO date becomes a serial, as every other date is one, and reads as a datetime",
    ),
    ("sj__crlf.xlsx", "B2", "value"): (
        "abc\r\ndef",
        "abc_x000D_\ndef",
        "_xHHHH_ is a character (ECMA-376 22.9.2.19), which openpyxl does not decode",
    ),
    **{
        ("ic__DynamicArrays.xlsx", cell, "formula"): (None, "=", _SPILLED)
        for cell in ("B19", "C19", "A20", "B20", "C20", "A21", "B21", "C21")
    },
    **{
        ("poi__NewlineInFormulas.xlsx", f"B{row}", "formula"): (
            f"=B{row - 2}\n+B{row - 1}",
            f"=\nB{row - 2}+B{row - 1}",
            _ROTATED,
        )
        for row in range(4, 11)
    },
}
"""(file, cell, what): (ours, openpyxl's, why)."""

Difference = tuple[str, str, object, object]


@pytest.mark.parametrize("path", list(each_file()), ids=lambda path: path.name)
def test_a_file_opens_or_is_refused_by_code_and_message(path: Path) -> None:
    expected = REFUSED.get(path.name)
    if expected is not None:
        with pytest.raises(FileRefusedError) as refused:
            read_workbook(path.read_bytes())
        assert (refused.value.code, str(refused.value)) == expected
        assert refused.value.hint
        return
    workbook = read_workbook(path.read_bytes())
    for sheet in workbook.sheets:
        sheet.load()
    assert workbook.sheet(workbook.active) is not None


@pytest.mark.parametrize("path", quick_files(), ids=lambda path: path.name)
def test_values_formulas_and_formats_equal_those_of_openpyxl(path: Path) -> None:
    if path.name in REFUSED or path.name in OPENPYXL_CANNOT:
        return
    workbook = read_workbook(path.read_bytes())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        formulas = openpyxl.load_workbook(path)
        values = openpyxl.load_workbook(path, data_only=True)
    assert workbook.epoch_1904 == (formulas.epoch.year == 1904)
    found = []
    for sheet in workbook.sheets:
        if sheet.kind != "worksheet":
            continue
        sheet.load()
        other = formulas[sheet.name]
        assert other.sheet_state == sheet.state
        assert sorted(rect.a1 for rect in sheet.merges) == sorted(str(area) for area in other.merged_cells.ranges)
        found.extend(_differences(workbook, sheet, other, values[sheet.name]))
    expected = {
        (cell, what, ours, theirs) for (file, cell, what), (ours, theirs, _) in EXPLAINED.items() if file == path.name
    }
    assert set(found) == expected


@pytest.mark.parametrize("path", list(each_file()), ids=lambda path: path.name)
def test_values_equal_those_of_calamine(path: Path) -> None:
    if path.name in REFUSED or path.name in CALAMINE_CANNOT:
        return
    workbook = read_workbook(path.read_bytes())
    other = python_calamine.CalamineWorkbook.from_path(path)
    found: dict[tuple[str, tuple[int, int]], tuple[object, object]] = {}
    for sheet in workbook.sheets:
        if sheet.kind != "worksheet":
            continue
        sheet.load()
        theirs = {
            (row0, col0): value
            for row0, row in enumerate(other.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False))
            for col0, value in enumerate(row)
            if value != ""
        }
        ours = {  # without errors, for which calamine gives ""
            (row0, col0): _plain(shown)
            for row0, row in sheet.each_row()
            for col0 in range(row.width())
            if type(row.value(col0)) is not CellError
            if (shown := _shown(workbook, row, col0)) not in (None, "")
        }
        found.update(
            ((path.name, place), (ours.get(place), value))
            for place, value in theirs.items()
            if not _alike(ours.get(place), value)
        )
        assert ours.keys() - theirs.keys() == set()
    assert found == {key: pair[:2] for key, pair in CALAMINE_EXPLAINED.items() if key[0] == path.name}


def _differences(workbook: Workbook, sheet: Sheet, formulas: object, values: object) -> Iterator[Difference]:
    seen = set()
    for (number, column), cell in formulas._cells.items():
        if type(cell).__name__ == "MergedCell":
            continue
        seen.add((number - 1, column - 1))
        row = sheet.row(number - 1) or Row()
        ours = {
            "formula": _formula(row, column - 1),
            "value": _shown(workbook, row, column - 1),
            "format": workbook.styles.number_format(row.style(column - 1)),
        }
        theirs = {
            "formula": _other_formula(cell.value) if cell.data_type == "f" else None,
            "value": values._cells[number, column].value,
            "format": cell.number_format,
        }
        for what, mine in ours.items():
            if what == "value" and mine == "" and theirs[what] is None and ours["formula"] is not None:
                continue  # a formula whose result is the empty text: openpyxl takes an empty v for none
            if mine != theirs[what] or type(mine) is not type(theirs[what]):
                yield cell.coordinate, what, mine, theirs[what]
    for row0, row in sheet.each_row():
        for col0 in range(row.width()):
            if (row0, col0) not in seen:
                assert row.value(col0) is None
                assert row.formula(col0) is None


def _shown(workbook: Workbook, row: Row, col0: int) -> object:
    value: Scalar = row.value(col0)
    if type(value) is RichText:
        return value.text
    if type(value) is CellError:
        return value.code
    kind = workbook.styles.kind(row.style(col0))
    if type(value) in (int, float) and kind in DATE_KINDS:
        return from_serial(value, epoch_1904=workbook.epoch_1904, duration=kind == "duration")
    return value


def _formula(row: Row, col0: int) -> object:
    entry = row.formula(col0)
    if type(entry) is SharedFormula:
        return "=" + formula_text(entry, row.source0)
    if type(entry) is ArrayFormula:
        return "array", "=" + entry.text, entry.rect.a1
    if type(entry) is DataTable:
        return "table", entry.rect.a1
    return None if entry is None else f"={entry}"


def _other_formula(value: object) -> object:
    if isinstance(value, OtherArray):
        return "array", value.text, value.ref
    if isinstance(value, OtherTable):
        return "table", value.ref
    return value


def _plain(value: object) -> object:
    return float(value) if type(value) is int else value


def _alike(ours: object, theirs: object) -> bool:
    if isinstance(theirs, datetime) and isinstance(ours, datetime):
        return abs(ours - theirs) <= timedelta(milliseconds=1)
    if isinstance(theirs, date) and isinstance(ours, datetime):
        return ours == datetime.combine(theirs, time())
    return ours == theirs
