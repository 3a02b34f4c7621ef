"""Circular formulas of a file that allows them, read and saved through the Engine."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine
from openpyxl.workbook.properties import CalcProperties


@pytest.fixture
def loan(tmp_path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Loan"
    for name, content in {"A1": 1000, "A2": "=(A1+A3)/2*0.05", "A3": "=A1+A2", "B1": "=B1+1"}.items():
        sheet[name] = content
    book.calculation = CalcProperties(iterate=True)
    book.save(tmp_path / "loan.xlsx")
    return tmp_path / "loan.xlsx"


def test_a_circle_follows_an_edit_and_is_saved_with_its_values(loan: Path) -> None:
    source = """
sheet = workbook["Loan"]
sheet["A1"] = 2000
try:
    reason = sheet["B1"].value
except Exception as error:
    reason = str(error)
return sheet["A2"].value, sheet["A3"].value, sheet["A3"].state, sheet["B1"].state, reason
"""
    with Engine() as engine, engine.open(loan) as runtime:
        outcome = runtime.execute(source, mode="write")
        assert outcome.ok, outcome.error
        interest, balance, state, counter, reason = outcome.value
        runtime.save()
    assert interest == pytest.approx(2000 * 0.05 / 0.975)
    assert balance == pytest.approx(2000 + interest)
    assert (state, counter) == ("computed", "not_computed")
    assert "a circle that does not settle" in reason
    saved = openpyxl.load_workbook(loan, data_only=True)["Loan"]
    assert [saved[name].value for name in ("A1", "A2", "A3", "B1")] == [2000, interest, balance, None]
