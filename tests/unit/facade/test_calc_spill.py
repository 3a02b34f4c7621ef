"""Dynamic array formulas whose results grow, shrink, meet what stands in their way, and feed each other."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.value import NOT_COMPUTED
from macrocell.facade.workbook.calc import Calculation, Failure, cache
from macrocell.facade.workbook.delimited import read_delimited, write_delimited
from macrocell.facade.workbook.model.formula import ArrayFormula
from macrocell.facade.workbook.model.rect import Rect, parse_cell, parse_rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import CellsSet, Formula, apply_all
from macrocell.facade.workbook.state import FormulaStates
from support.models import everything


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def place(name: str) -> tuple[int, int]:
    found = parse_cell(name)
    assert found is not None
    return found


def put(model: Workbook, name: str, content: Any) -> None:
    row0, col0 = place(name)
    wire = Formula(content[1:]) if isinstance(content, str) and content[:1] == "=" else content
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(row0, col0, row0, col0), rows=[[wire]])])


def book(cells: dict[str, Any], spilling: dict[str, str]) -> Workbook:
    """Cells, and dynamic array formulas by the areas they had in the file, with their values of then."""
    model = Workbook()
    model.sheets = [Sheet("s1", "Data")]
    for name, content in cells.items():
        put(model, name, content)
    sheet = model.sheets[0]
    for area, text in spilling.items():
        rect = parse_rect(area)
        assert rect is not None
        sheet.ensure_row(rect.row0).set_formula(rect.col0, ArrayFormula(text, rect, dynamic=True))
        sheet.blocks.append(rect)
    truth = Calculation(model, loaded, lambda _: True)
    for row0, row in list(sheet.each_row()):
        for col0 in row.formula_columns():
            known = truth.value(sheet, row0, col0)
            row.set_value(col0, None if isinstance(known, Failure) else known)
    for rect in sheet.blocks:
        for row0 in range(rect.row0, rect.row1 + 1):
            for col0 in range(rect.col0, rect.col1 + 1):
                value = truth.value(sheet, row0, col0)
                sheet.ensure_row(row0).set_value(col0, None if isinstance(value, Failure) else value)
    model.written.clear()
    return model


def shown(states: FormulaStates, model: Workbook, *names: str) -> list[Any]:
    found = [states.value(model.sheets[0], *place(name)) for name in names]
    return [one.reason if isinstance(one, Failure) else one for one in found]


CELLS = {"A1": 5, "A2": 1, "A3": 7, "A4": 2, "F1": "=SUM(C1:C9)", "F2": "=COUNTA(C1:C9)", "F3": "=C4"}


def test_a_result_grows_and_shrinks_and_what_reads_it_follows() -> None:
    model = book(CELLS, {"C1:C2": "FILTER(A1:A4,A1:A4>4)"})
    states = FormulaStates(model, loaded)
    assert shown(states, model, "C1", "C2", "C3", "F1", "F2") == [5, 7, None, 12, 2]
    put(model, "A2", 9)
    assert shown(states, model, "C1", "C2", "C3", "C4", "F1", "F2", "F3") == [5, 9, 7, None, 21, 3, 0]
    assert states.blocks(model.sheets[0]) == [Rect(0, 2, 1, 2), Rect(0, 2, 2, 2)]
    assert [states.state(model.sheets[0], *place(name)) for name in ("C1", "C3", "C4")] == [
        "computed",
        "computed",
        "constant",
    ]
    put(model, "A1", 0)
    put(model, "A2", 0)
    assert shown(states, model, "C1", "C2", "C3", "F1", "F2") == [7, None, None, 7, 1]
    put(model, "A3", 0)
    assert [str(one) for one in shown(states, model, "C1", "C2")] == ["#CALC!", "None"]


def test_what_stands_in_the_way_gives_an_error_until_it_goes() -> None:
    model = book({**CELLS, "C3": "mine"}, {"C1:C2": "FILTER(A1:A4,A1:A4>4)"})
    states = FormulaStates(model, loaded)
    put(model, "A2", 9)
    assert [str(one) for one in shown(states, model, "C1", "C2", "C3")] == ["#SPILL!", "None", "mine"]
    put(model, "C3", None)
    assert shown(states, model, "C1", "C2", "C3") == [5, 9, 7]
    put(model, "C4", 1)
    assert shown(states, model, "C1", "C2", "C3", "C4", "F1") == [5, 9, 7, 1, 22]


def test_formulas_that_spill_feed_each_other() -> None:
    model = book({**CELLS, "H1": "=SUM(E1:E9)"}, {"C1:C2": "FILTER(A1:A4,A1:A4>4)", "E1:E2": "SORT(C1:C9,1,-1)*1"})
    states = FormulaStates(model, loaded)
    put(model, "A2", 9)
    assert shown(states, model, "C1", "C2", "C3") == [5, 9, 7]
    assert shown(states, model, "E1", "E2", "E3")[:3] == [9, 7, 5]
    assert shown(states, model, "H1") == [21]


def test_one_that_spills_over_what_it_depends_on_is_not_computed() -> None:
    model = book({"A1": 2, "F1": "=SUM(C1:C3)"}, {"C1:C2": "SEQUENCE(A1)"})
    states = FormulaStates(model, loaded)
    put(model, "A1", "=IF(ISBLANK(C3),3,2)")
    assert shown(states, model, "C1", "A1", "F1") == ["depends on a formula that is not computed"] * 3
    put(model, "A1", 3)
    assert shown(states, model, "C1", "C2", "C3", "F1") == [1, 2, 3, 6]


def test_array_formulas_of_old_keep_their_cells() -> None:
    model = book({"A1": 1, "A2": 2, "A3": 3}, {})
    sheet = model.sheets[0]
    sheet.ensure_row(0).set_formula(2, ArrayFormula("A1:A2*2", Rect(0, 2, 2, 2)))
    sheet.blocks.append(Rect(0, 2, 2, 2))
    states = FormulaStates(model, loaded)
    put(model, "A1", 5)
    assert [str(one) for one in shown(states, model, "C1", "C2", "C3")] == ["10", "4", "#N/A"]
    assert NOT_COMPUTED not in shown(states, model, "C1")


def test_a_text_file_has_the_rows_that_a_result_grew_over() -> None:
    model = book({"A1": 5, "A2": 7, "A3": 1}, {"C1:C2": "FILTER(A1:A3,A1:A3>4)"})
    put(model, "A3", 9)
    put(model, "A1", "=SUM(1,4)")
    pieces, _ = write_delimited(model, "csv", None)
    assert b"".join(pieces).splitlines() == [b"5,,5", b"7,,7", b"9,,9"]
    model.sheets[0].ensure_row(0).set_formula(4, ArrayFormula("SEQUENCE(A1)", Rect(0, 4, 0, 4), dynamic=True))
    model.sheets[0].blocks.append(Rect(0, 4, 0, 4))
    put(model, "G1", 1)
    before = everything(model)
    pieces, _ = write_delimited(model, "csv", None)
    rows = [line.split(b",") for line in b"".join(pieces).splitlines()]
    assert [row[4] for row in rows] == [b"1", b"2", b"3", b"4", b"5"]
    assert everything(model) == before
    assert model.sheets[0].last_row0() == 2


def test_records_of_a_text_keep_their_characters_beside_what_is_spilled_over_them() -> None:
    model, _ = read_delimited(b'a,1.50,\n"b",2.50,\nc,3.50,\nd,4.50,\n', "data.csv", "csv")
    formula = Formula("SEQUENCE(2)", (), True)
    apply_all(model, [CellsSet(sheet=model.sheets[0].id, rect=Rect(0, 2, 0, 2), rows=[[formula]])])
    pieces, _ = write_delimited(model, "csv", None)
    assert b"".join(pieces).splitlines() == [b"a,1.50,1", b'"b",2.50,2', b"c,3.50,", b"d,4.50,"]


def test_large_sheets_have_what_is_spilled_in_their_text_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_SHEET_BYTES", -1)
    model = book({"A1": 5}, {"C1:C1": "SEQUENCE(A1)"})
    put(model, "A1", 3)
    pieces, _ = write_delimited(model, "csv", None)
    assert b"".join(pieces).splitlines() == [b"3,,1", b",,2", b",,3"]
