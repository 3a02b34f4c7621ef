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


def sales(path: Path, rows: int = 10) -> Path:
    """Rows of quantity, price and amount, a total with a cached value, and a formula that is not computed."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row in range(1, rows + 1):
        sheet.append([row, row * 2, f"=A{row}*B{row}"])
    sheet["E1"], sheet["E2"], sheet["E3"] = f"=SUM(C1:C{rows})", "=RAND()", "=E2+1"
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


def test_a_subtotal_follows_rows_that_are_hidden(engine: Engine, tmp_path: Path) -> None:
    path = sales(tmp_path / "book.xlsx")
    with engine.open(path) as runtime:
        runtime.execute("workbook['Data']['H1'].value = '=SUBTOTAL(109,A1:A10)'", mode="write")
        runtime.save()
    with engine.open(path) as runtime:
        look = "s = workbook['Data']\n[s['H1'].cached_value, s['H1'].state, s['E1'].state]"
        assert runtime.execute(look).value == [55, "cached", "cached"]
        hidden = runtime.execute(f"workbook['Data'].hide_rows(3)\n{look}", mode="write")
        assert hidden.value == [55, "computed", "cached"]
        assert runtime.execute("workbook['Data']['H1'].value").value == 52
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


def test_fifty_poisoned_caches_are_not_believed_once_what_they_depend_on_was_changed(
    engine: Engine, tmp_path: Path
) -> None:
    path = sales(tmp_path / "book.xlsx", 49)
    with engine.open(path) as runtime:
        runtime.execute("workbook['Data']['A1'].value = 1", mode="write")
        runtime.save()
    text = part_of(path.read_bytes())
    poisoned = re.sub(r'(<c r="(?:C[0-9]+|E1)"><f>[^<]*</f><v>)[^<]*', r"\g<1>666", text)
    assert poisoned.count("<v>666</v>") == 50
    path.write_bytes(with_parts(path.read_bytes(), {SHEET1: poisoned}))
    with engine.open(path) as runtime:
        assert runtime.execute("workbook['Data']['C1'].value").value == 666
        macro = """s = workbook["Data"]
for row in range(1, 50):
    s.cell(row, 1).value = row + 1
[s["C1:C49"].values, s["E1"].value]"""
        expected = [[[(row + 1) * row * 2] for row in range(1, 50)], sum((row + 1) * row * 2 for row in range(1, 50))]
        assert runtime.execute(macro, mode="write").value == expected


def test_a_subtotal_leaves_out_what_a_filter_hides(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for value in ("v", 10, 20, 30, 40, 50):
        sheet.append([value])
    sheet["A7"], sheet["B7"] = "=SUBTOTAL(9,A2:A6)", "=SUBTOTAL(102,A2:A6)"
    sheet.auto_filter.ref = "A1:A6"
    sheet.auto_filter.add_filter_column(0, ["10", "30", "50"])
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[5].hidden = True
    book.save(path)
    look = "s = workbook['Data']\n[s['A7'].value, s['B7'].value]"
    with engine.open(path) as runtime:
        assert runtime.execute(look).value == [90, 3]
        macro = f"s = workbook['Data']\ns['A2'].value = 11\ns['A3'].value = 1000\n{look}"
        assert runtime.execute(macro, mode="write").value == [91, 3]
        runtime.save()
    assert cached(path)["A7"].value == 91
    assert cached(path).row_dimensions[3].hidden


FILTER = '<f t="array" ref="{}">_xlfn._xlws.FILTER(A1:A4,A1:A4&gt;4)</f>'


def spilling(path: Path) -> Path:
    """Four numbers, those above four in C1:C2, and the sum of column C."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row, value in enumerate((5, 1, 7, 2), 1):
        sheet.cell(row, 1).value = value
    sheet["C1"], sheet["C2"], sheet["E1"] = 5, 7, "=SUM(C1:C9)"
    book.save(path)
    xml = part_of(path.read_bytes(), SHEET1)
    xml = re.sub(r'<c r="C1"[^>]*>.*?</c>', f'<c r="C1" cm="1">{FILTER.format("C1:C2")}<v>5</v></c>', xml)
    path.write_bytes(with_parts(path.read_bytes(), {SHEET1: xml.encode()}))
    return path


def test_what_spills_grows_and_shrinks_in_macros_and_in_the_saved_file(engine: Engine, tmp_path: Path) -> None:
    path, out = spilling(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    look = "s = workbook['Data']\n[s['C1:C4'].values, s['C3'].value, s['C3'].state, s['E1'].value]"
    with engine.open(path) as runtime:
        grown = runtime.execute(f"workbook['Data']['A2'].value = 9\n{look}", mode="write")
        assert grown.value == [[[5], [9], [7], [None]], 7, "computed", 21]
        runtime.save(out)
        assert f'cm="1">{FILTER.format("C1:C3")}<v>5</v>' in part_of(out.read_bytes(), SHEET1)
        assert [cached(out)[f"C{row}"].value for row in (1, 2, 3, 4)] == [5, 9, 7, None]
        shrunk = runtime.execute(f"workbook['Data']['A1:A2'].value = 0\n{look}", mode="write")
        assert shrunk.value == [[[7], [None], [None], [None]], None, "constant", 7]
        runtime.save(out, overwrite=True)
        assert f'cm="1">{FILTER.format("C1")}<v>7</v>' in part_of(out.read_bytes(), SHEET1)
        assert [cached(out)[f"C{row}"].value for row in (1, 2, 3)] == [7, None, None]
        assert cached(out)["E1"].value == 7
    with engine.open(out) as runtime:
        assert runtime.execute(look).value == [[[7], [None], [None], [None]], None, "constant", 7]


def test_what_stands_in_the_way_of_a_spill_is_never_overwritten(engine: Engine, tmp_path: Path) -> None:
    path, out = spilling(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = "s = workbook['Data']\ns['C3'].value = 'mine'\ns['A2'].value = 9\n[str(s['C1'].value), s['C3'].value]"
        assert runtime.execute(macro, mode="write").value == ["#SPILL!", "mine"]
        runtime.save(out)
        assert [cached(out)[f"C{row}"].value for row in (1, 2, 3)] == ["#VALUE!", None, "mine"]
