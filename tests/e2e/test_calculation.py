"""Values of formulas in macros and in saved files, computed in the locked-down processes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import macrocell.engine.runtime as runtime_module
import openpyxl
import pytest
from macrocell import Engine
from support.saving import SHEET1, part_of, with_parts


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as made:
        yield made


def sales(path: Path) -> Path:
    """Ten rows of quantity, price and amount, a total with a cached value, and a formula that is not computed."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row in range(1, 11):
        sheet.append([row, row * 2, f"=A{row}*B{row}"])
    sheet["E1"], sheet["E2"], sheet["E3"] = "=SUM(C1:C10)", "=RAND()", "=E2+1"
    sheet["F1"] = '=IF(E1>900,"high","low")'
    book.save(path)
    return path


def cached(path: Path) -> Any:
    return openpyxl.load_workbook(path, data_only=True).active


def test_a_macro_reads_what_it_has_just_changed(engine: Engine, tmp_path: Path) -> None:
    with engine.open(sales(tmp_path / "book.xlsx")) as runtime:
        macro = """s = workbook["Data"]
first = s["E1"].value, s["F1"].value
s["A1"].value = 100
second = s["E1"].value, s["F1"].value, s["C1:C3"].values
s.insert_rows(1, 2)
s["G1"].value = "=E3*2"
[first, second, s["G1"].value, s["G1"].state, s["E4"].state, s["E5"].state]"""
        outcome = runtime.execute(macro, mode="write")
        assert outcome.error is None
        states = ["computed", "not_computed", "not_computed"]
        assert outcome.value == [(770, "low"), (968, "high", [[200], [8], [18]]), 1936, *states]
        assert runtime.execute("workbook['Data']['F3'].value").value == "high"


def test_the_saved_file_has_the_values_and_what_is_not_computed_keeps_its_own(engine: Engine, tmp_path: Path) -> None:
    path = sales(tmp_path / "book.xlsx")
    with engine.open(path) as runtime:
        macro = """s = workbook["Data"]
s["A1"].value = 100
s["G1:G3"].formulas = [["=E1*2"], ['="a"&A2'], ["=A1>5"]]"""
        assert runtime.execute(macro, mode="write").error is None
        runtime.save()
        assert runtime.warnings == ()
    sheet = cached(path)
    assert [sheet[place].value for place in ("C1", "C2", "E1", "F1", "G1", "G2", "G3")] == [
        200, 8, 968, "high", 1936, "a2", True,
    ]  # fmt: skip
    assert sheet["E2"].value is None


def test_a_subtotal_is_not_believed_once_rows_were_hidden(engine: Engine, tmp_path: Path) -> None:
    path = sales(tmp_path / "book.xlsx")
    with engine.open(path) as runtime:
        runtime.execute("workbook['Data']['H1'].value = '=SUBTOTAL(109,A1:A10)'", mode="write")
        runtime.save()
    with engine.open(path) as runtime:
        look = "s = workbook['Data']\n[s['H1'].cached_value, s['H1'].state, s['E1'].state]"
        assert runtime.execute(look).value == [55, "cached", "cached"]
        hidden = runtime.execute(f"workbook['Data'].hide_rows(3)\n{look}", mode="write")
        assert hidden.value == [55, "not_computed", "cached"]
        runtime.undo()
        assert runtime.execute(look).value == [55, "cached", "cached"]


def test_a_run_that_fails_leaves_values_states_and_the_saved_file_as_they_were(engine: Engine, tmp_path: Path) -> None:
    path, other = sales(tmp_path / "book.xlsx"), tmp_path / "other.xlsx"
    look = "s = workbook['Data']\n[[c.cached_value, c.state] for c in s['C1:F3'].cells]"
    with engine.open(path) as runtime:
        before = runtime.execute(look).value
        failed = runtime.execute(
            "s = workbook['Data']\ns['A1'].value = 100\nassert s['E1'].value == 968\n1/0", mode="write"
        )
        assert failed.error is not None
        assert runtime.execute(look).value == before
        runtime.save(other)
    assert other.read_bytes() == path.read_bytes()


def test_a_calculation_that_does_not_end_is_not_in_the_way_of_a_save(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_module, "CALCULATED_SAVE_DEADLINE_S", 0.0)
    path = sales(tmp_path / "book.xlsx")
    with engine.open(path) as runtime:
        assert runtime.execute("workbook['Data']['A1'].value = 100", mode="write").error is None
        runtime.save()
        assert [word.partition("(")[0] for word in runtime.warnings] == [
            "the values of formulas were not computed for the file, which an application does "
        ]
        assert runtime.execute("workbook['Data']['E1'].value").value == 968
    sheet = cached(path)
    assert (sheet["A1"].value, sheet["E1"].value) == (100, None)


def test_a_poisoned_cache_is_not_believed_once_what_it_depends_on_was_changed(engine: Engine, tmp_path: Path) -> None:
    path = sales(tmp_path / "book.xlsx")
    with engine.open(path) as runtime:
        runtime.execute("workbook['Data']['A1'].value = 1", mode="write")
        runtime.save()
    text = part_of(path.read_bytes())
    poisoned = re.sub(r'(<c r="(?:C[0-9]+|E1)"><f>[^<]*</f><v>)[^<]*', r"\g<1>666", text)
    assert poisoned.count("<v>666</v>") == 11
    path.write_bytes(with_parts(path.read_bytes(), {SHEET1: poisoned}))
    with engine.open(path) as runtime:
        assert runtime.execute("workbook['Data']['C1'].value").value == 666
        macro = """s = workbook["Data"]
for row in range(1, 11):
    s.cell(row, 1).value = row + 1
[s["C1:C10"].values, s["E1"].value]"""
        expected = [[[(row + 1) * row * 2] for row in range(1, 11)], sum((row + 1) * row * 2 for row in range(1, 11))]
        assert runtime.execute(macro, mode="write").value == expected
