"""Values of formulas: computed after writes and edits, agreeing with a calculation begun anew, or declared unknown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.value import CellError
from macrocell.facade.workbook.calc import Failure, current_values
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    CellsClear,
    CellsSet,
    Formula,
    SheetRename,
    apply_all,
)
from macrocell.facade.workbook.state import FormulaStates
from support.effort import tries
from support.models import everything


def book(cells: dict[str, Any], *, names: list[tuple[str, str | None, str]] | None = None) -> Workbook:
    """Sheets Data and In put, written to after they were opened; keys that begin with ! stand on the second."""
    model = Workbook()
    model.sheets = [Sheet("s1", "Data"), Sheet("s2", "In put")]
    model.names = names or []
    for place, content in cells.items():
        put(model, place, content)
    return model


def put(model: Workbook, place: str, content: Any) -> None:
    sheet, cell = ("s2", place[1:]) if place[0] == "!" else ("s1", place)
    row0, col0 = int(cell[1:]) - 1, ord(cell[0]) - 65
    wire = Formula(content[1:]) if isinstance(content, str) and content[0] == "=" else content
    apply_all(model, [CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[wire]])])


def states_of(model: Workbook) -> FormulaStates:
    return FormulaStates(model, lambda sheet: sheet)


def shown(states: FormulaStates, model: Workbook, place: str) -> Any:
    sheet, cell = (model.sheets[1], place[1:]) if place[0] == "!" else (model.sheets[0], place)
    found = states.value(sheet, int(cell[1:]) - 1, ord(cell[0]) - 65)
    return found.reason if isinstance(found, Failure) else found


def test_chains_sheets_names_and_edits_are_followed() -> None:
    model = book(
        {"A1": 2, "A2": "=A1*10", "A3": "=A2+'In put'!A1", "!A1": "=total+1", "B1": '=A3&"x"', "B2": "=A1>1"},
        names=[("total", None, "Data!$A$1")],
    )
    states = states_of(model)
    assert [shown(states, model, place) for place in ("A2", "A3", "!A1", "B1", "B2")] == [20, 23, 3, "23x", True]
    put(model, "A1", 5)
    assert [shown(states, model, place) for place in ("A2", "A3", "!A1", "B1", "B2")] == [50, 56, 6, "56x", True]
    put(model, "A2", 7)
    assert shown(states, model, "A3") == 13
    apply_all(model, [AxisInsert(sheet="s1", axis="rows", at=0, count=2), SheetRename(id="s2", name="Other")])
    assert [shown(states, model, place) for place in ("A5", "!A1")] == [13, 6]


def test_writes_do_not_begin_the_calculation_anew() -> None:
    model = book({"A1": 1, "A2": "=A1+1"})
    states = states_of(model)
    for number in range(5):
        put(model, "A1", number)
        assert shown(states, model, "A2") == number + 1
    assert states._calculation is not None
    assert states._calculation.begun == 1


def test_what_is_not_computed_says_why_and_taints_what_depends_on_it() -> None:
    model = book({"A1": "=RAND()", "A2": "=IFERROR(A1,0)", "A3": "=A2+1", "B1": "=1+1", "B2": "=SUM(A1:B1)"})
    states = states_of(model)
    assert shown(states, model, "A1") == "uses RAND, which is not computed"
    for place in ("A2", "A3", "B2"):
        assert shown(states, model, place) == "depends on a formula that is not computed"
    assert shown(states, model, "B1") == 2


def test_a_value_that_is_not_known_is_not_built_on() -> None:
    cells = {
        "A1": "3 May",
        "B1": 2,
        "C1": "=A1*B1",
        "C2": "=C1+1",
        "C3": "=SUM(C1:C2)",
        "C4": "=IFERROR(C1,0)",
        "C5": "=IF(B1=2,B1,C1)",
        "D1": "=B1*3",
    }
    model = book(cells)
    states = states_of(model)
    assert shown(states, model, "C1") == "takes text for a number or a date"
    for place in ("C2", "C3", "C4"):
        assert shown(states, model, place) == "depends on a formula that is not computed"
    assert [shown(states, model, place) for place in ("C5", "D1")] == [2, 6]
    put(model, "A1", 5)
    assert [shown(states, model, place) for place in ("C1", "C2", "C3", "C4")] == [10, 11, 21, 10]


def test_a_long_chain_is_followed_without_recursion() -> None:
    model = book({"A1": 1})
    rows: Any = [[Formula(f"A{row}+1")] for row in range(1, 5000)]
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(1, 0, 4999, 0), rows=rows)])
    states = states_of(model)
    assert shown(states, model, "A5000") == 5000
    put(model, "A1", "3 May")
    assert shown(states, model, "A5000") == "depends on a formula that is not computed"


def test_names_of_sheets_come_first_and_those_of_other_workbooks_are_not_computed() -> None:
    names = [("rate", None, "Data!$A$1"), ("Rate", "s2", "'In put'!$B$1"), ("far", None, "'[1]S'!$A$1")]
    model = book({"A1": 2, "!B1": 3, "A2": "=rate*2", "!A2": "=rate*2", "A3": "=far+1", "A4": "=A1*2"}, names=names)
    states = states_of(model)
    assert (shown(states, model, "A2"), shown(states, model, "!A2")) == (4, 6)
    assert shown(states, model, "A3") == "reads another workbook"
    assert shown(states, model, "A4") == 4


def test_subtotals_follow_rows_that_are_hidden_and_shown() -> None:
    cells = {"A1": 1, "A2": 2, "A3": 4, "A4": "=SUBTOTAL(9,A1:A3)", "B1": "=SUBTOTAL(109,A1:A4)", "B2": "=SUM(A1:A3)"}
    model = book({**cells, "B3": "=SUBTOTAL(9,A1:A4)", "B4": "=AGGREGATE(9,5,A1:A3)", "B5": "=AGGREGATE(14,7,A1:A3,1)"})
    states = states_of(model)
    assert [shown(states, model, f"B{row}") for row in range(1, 6)] == [7, 7, 7, 7, 4]
    apply_all(model, [AxisFormat(sheet="s1", axis="rows", spans=((1, 1),), hidden=True)])
    assert [shown(states, model, f"B{row}") for row in range(1, 6)] == [5, 7, 7, 5, 4]
    apply_all(model, [AxisFormat(sheet="s1", axis="rows", spans=((1, 1),), hidden=False)])
    assert [shown(states, model, f"B{row}") for row in range(1, 6)] == [7, 7, 7, 7, 4]


def test_dates_follow_the_epoch() -> None:
    cells = {"A1": 45000.5, "B1": "=YEAR(A1)", "B2": "=DATE(2024,1,1)", "B3": "=EDATE(A1,1)", "B4": "=WEEKDAY(A1)"}
    model = book({**cells, "B5": '=TEXT(A1,"yyyy-mm-dd")'})
    assert [shown(states_of(model), model, f"B{row}") for row in range(1, 6)] == [2023, 45292, 45031, 4, "2023-03-15"]
    model.epoch_1904 = True
    assert [shown(states_of(model), model, f"B{row}") for row in range(1, 6)] == [2027, 43830, 45031, 3, "2027-03-16"]


def test_circles_errors_and_numbers_of_all_sizes() -> None:
    cells = {"A1": "=A2", "A2": "=A1", "B1": "=1/0", "B2": "=B1+1", "B3": "=10^300*10^300", "C1": "=Z9", "C2": "=1/4"}
    model = book(cells)
    states = states_of(model)
    assert shown(states, model, "A1") == "goes in a circle"
    assert [shown(states, model, place) for place in ("B1", "B2")] == [CellError("#DIV/0!")] * 2
    assert shown(states, model, "B3") == CellError("#NUM!")
    assert [shown(states, model, place) for place in ("C1", "C2")] == [0, 0.25]
    assert type(shown(states, model, "C1")) is int


@pytest.mark.parametrize(
    "text", ["SUM(A1", "A1048577+1", "XFE1", "'No sheet'!A1", "1+", "(" * 80 + "1" + ")" * 80, '"x']
)
def test_formulas_that_make_no_sense_harm_nobody_else(text: str) -> None:
    model = book({"A1": 1, "A2": "=A1+1"})
    put(model, "C3", f"={text}")
    states = states_of(model)
    assert shown(states, model, "A2") == 2
    assert not isinstance(shown(states, model, "C3"), int | float)
    put(model, "A1", 5)
    assert shown(states, model, "A2") == 6


def test_a_save_sees_the_values_and_leaves_the_model_as_it_was() -> None:
    model = book({"A1": 2, "A2": "=A1*10", "A3": "=RAND()", "A4": "=A2=20"})
    before = everything(model)
    with current_values(model, states_of(model)):
        column = [row.value(0) for _, row in model.sheets[0].each_row()]
        assert column == [2, 20, None, True]
    assert everything(model) == before


def random_edit(random: Random) -> Any:
    row0, col0 = random.randrange(8), random.randrange(4)
    rect = Rect(row0, col0, row0, col0)
    kind = random.choice(("value", "value", "formula", "formula", "clear", "insert", "delete"))
    if kind == "value":
        return CellsSet(sheet="s1", rect=rect, rows=[[random.choice((1, 2, 7, 0.5, "x", None))]])
    if kind == "clear":
        return CellsClear(sheet="s1", rects=(rect,))
    if kind == "insert":
        return AxisInsert(sheet="s1", axis=random.choice(("rows", "columns")), at=row0, count=1)
    if kind == "delete":
        return AxisDelete(sheet="s1", axis=random.choice(("rows", "columns")), at=row0, count=1)
    one, other = (f"{random.choice('ABCD')}{random.randint(1, 8)}" for _ in range(2))
    text = random.choice(
        (f"{one}+{other}*2", f"SUM(A{random.randint(1, 3)}:{one})", f"IF({one}>1,{other},7)", "RAND()")
    )
    return CellsSet(sheet="s1", rect=rect, rows=[[Formula(text)]])


@pytest.mark.parametrize("seed", range(tries(40, 1000)))
def test_random_edits_agree_with_a_calculation_begun_anew(seed: int) -> None:
    random = Random(seed)
    model = book({"A1": 1, "B2": "=A1+1", "C3": "=B2*A1", "D4": "=SUM(A1:C3)"})
    states = states_of(model)
    for _ in range(12):
        apply_all(model, [random_edit(random)])
        fresh = states_of(model)
        for row0, row in model.sheets[0].each_row():
            for col0 in row.formula_columns():
                kept, anew = (found.value(model.sheets[0], row0, col0) for found in (states, fresh))
                assert (kept.reason if isinstance(kept, Failure) else kept) == (
                    anew.reason if isinstance(anew, Failure) else anew
                )
