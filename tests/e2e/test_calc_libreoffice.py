"""Formulas of common functions, computed here and by LibreOffice; and that no function is computed without evidence."""

from __future__ import annotations

import io
import re
from datetime import datetime, time
from pathlib import Path
from typing import Any, Final

import openpyxl
from macrocell.facade.value import CellError
from macrocell.facade.workbook.calc import Failure
from macrocell.facade.workbook.calc.function import FUNCTIONS
from macrocell.facade.workbook.formula.future import file_text
from macrocell.facade.workbook.state import FormulaStates
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.calc_report import PAGE, loaded, same
from support.libreoffice import convert, needs_soffice

FORMULAS: Final = (
    (Path(__file__).resolve().parents[1] / "cases" / "calc" / "formulas.txt").read_text("utf-8").splitlines()
)
UNIT: Final = Path(__file__).resolve().parents[1] / "unit" / "facade"
ROWS: Final = (
    ("name", "qty", "price", "date", "flag", "code"),
    ("Ann", 3, 2.5, 45000, True, "A-01"),
    ("bob", 10, 1.25, 45031.5, False, "B-02"),
    ("Cid", 0, -7.75, 44927, True, "A-03"),
    ("dan", 8, 100, 45291, False, "C-04"),
    ("Eve", 3, 0.1, 45657, True, "B-05"),
    ("Ann", 12, 33.333, 43831, False, "A-06"),
    ("Zoe", 5, 1000.5, 36526, True, "Z 07"),
    (" x y ", 7, 12, 45350.25, False, "q08"),
)
FIRST: Final = 20
"""The row of the first formula, counted from 1; they stand in column J."""
DIFFERENT: Final = {"COUNT(A1:F9)": (24, 32)}
"""What is given here, as by Excel, and what by LibreOffice, which counts truth values in cells as numbers."""


def asked() -> bytes:
    """A workbook with the rows and all formulas, and no value for any."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in ROWS:
        sheet.append(row)
    for row, text in enumerate(FORMULAS, FIRST):
        sheet.cell(row, 10).value = f"={file_text(text)}"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def serial(value: Any) -> Any:
    """A number for what openpyxl shows as a date or a time."""
    if isinstance(value, datetime):
        return (value - datetime(1899, 12, 30)).total_seconds() / 86400
    if isinstance(value, time):
        return (value.hour * 3600 + value.minute * 60 + value.second) / 86400
    return value


@needs_soffice
def test_common_functions_agree_with_libreoffice() -> None:
    data = asked()
    again = convert({"book": data})["book"]
    assert again is not None
    other: Any = openpyxl.load_workbook(io.BytesIO(again), data_only=True).active
    model = read_workbook(data)
    states = FormulaStates(model, loaded)
    differences = {}
    for row, text in enumerate(FORMULAS, FIRST):
        found = states.value(loaded(model.sheets[0]), row - 1, 9)
        assert not isinstance(found, Failure), f"{text} {found.reason}"
        wanted = serial(other.cell(row, 10).value)
        if not same(CellError(wanted) if isinstance(found, CellError) else wanted, found):
            differences[text] = found, wanted
    assert differences == DIFFERENT


def test_no_function_is_computed_without_evidence() -> None:
    """Seen right in a real file, by the table of the page, compared with LibreOffice above, or a row of a test."""
    seen = re.findall(r"^\| ([A-Z0-9.]+) \| [1-9]", PAGE.read_text("utf-8"), re.MULTILINE)
    tests = "".join(path.read_text("utf-8") for path in sorted(UNIT.glob("test_calc_*.py")))
    compared = re.findall(r"([A-Z][A-Z0-9.]*)\(", "\n".join((*FORMULAS, tests)))
    assert set(FUNCTIONS) - set(seen) - set(compared) == set()
