"""What is remembered from one formula for the next, and what is computed many values at a time, changes no result."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.value import CellError
from macrocell.facade.workbook.calc import Failure
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import CellsSet, Formula, apply_all
from macrocell.facade.workbook.mutation.cell import ErrorMark
from macrocell.facade.workbook.state import FormulaStates
from support.effort import tries

ROWS = 90
KINDS = ("whole", "fractions", "mixed", "near")
EXPANDING = (
    "SUM(A$1:A{row})",
    "AVERAGE(A$1:A{row})",
    "MAX(A$1:A{row})",
    "MIN(A$1:A{row})",
    "COUNT(A$1:A{row})",
    "MATCH(B{row},A$1:A{row},0)",
    "MATCH(A{row},A$1:A{row},0)",
    "VLOOKUP(B{row},A$1:B{row},2,FALSE)",
    "COUNTIF(A$1:A{row},B{row})",
    'SUMIF(A$1:A{row},">"&B{row},B$1:B{row})',
    'COUNTIF(A$1:A{row},"<="&B{row})',
    "RANK(A{row},A$1:A${last})",
    "RANK(B{row},A$1:A${last},1)",
    "LARGE(A$1:A${last},ROW())",
    "SMALL(A$1:A${last},ROW())",
)


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def value(random: Random, kind: str) -> Any:
    if kind == "whole":
        return random.randrange(-20, 40)
    if kind == "fractions":
        return round(random.uniform(-3, 3), 2)
    if kind == "near":
        return random.choice((0.3, 0.1 + 0.2, 1e15 / 7, 1e15 / 7 + 0.125, 5, 5.000000000000001, -0.3))
    return random.choice(
        (3, 4.5, "x", "7", None, True, False, -3, -4.5, ErrorMark("#N/A") if random.random() < 0.1 else 9)
    )


def book(random: Random, kind: str) -> Workbook:
    model = Workbook()
    model.sheets = [Sheet("s1", "Data")]
    rows = [[value(random, kind), value(random, kind if kind != "mixed" else "whole")] for _ in range(ROWS)]
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 0, ROWS - 1, 1), rows=rows)])
    return model


def shown(found: Any) -> Any:
    if isinstance(found, Failure):
        return "not known"
    return found.code if isinstance(found, CellError) else (type(found), found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", EXPANDING)
def test_one_after_another_gives_what_each_gives_alone(kind: str, text: str) -> None:
    for number in range(tries(2, 40)):
        random = Random(f"{kind}/{text}/{number}")
        model = book(random, kind)
        formulas = [[Formula(text.format(row=row, last=ROWS))] for row in range(1, ROWS + 1)]
        apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 3, ROWS - 1, 3), rows=formulas)])
        order = list(range(ROWS))
        if random.random() < 0.5:
            random.shuffle(order)
        together = FormulaStates(model, loaded)
        known = {row0: shown(together.value(model.sheets[0], row0, 3)) for row0 in order}
        for row0 in order:
            alone = FormulaStates(model, loaded)
            assert known[row0] == shown(alone.value(model.sheets[0], row0, 3)), (number, row0, formulas[row0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "=", "<>", "<", ">", "<=", ">=", "&"])
def test_operators_give_over_columns_what_they_give_cell_by_cell(kind: str, sign: str) -> None:
    random = Random(f"{kind}/{sign}")
    model = book(random, kind)
    text = f"(A1:A{ROWS}{sign}B1:B{ROWS})" + "+0" * (sign not in "+-*/&")
    single = "(A{row}" + sign + "B{row})" + "+0" * (sign not in "+-*/&")
    formulas = [[Formula(single.format(row=row))] for row in range(1, ROWS + 1)]
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 5, ROWS - 1, 5), rows=formulas)])
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 3, 0, 3), rows=[[Formula(text, (), True)]])])
    states = FormulaStates(model, loaded)
    anchor = states.value(model.sheets[0], 0, 3)
    if isinstance(anchor, Failure):
        assert any(isinstance(states.value(model.sheets[0], row0, 5), Failure) for row0 in range(ROWS))
        return
    for row0 in range(ROWS):
        wanted = states.value(model.sheets[0], row0, 5)
        if not isinstance(wanted, Failure):
            assert shown(states.value(model.sheets[0], row0, 3)) == shown(wanted), (row0, text)
