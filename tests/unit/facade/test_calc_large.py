"""Random edits of a large sheet: what is kept between them agrees, cell by cell, with a calculation begun anew."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest
from macrocell.facade.workbook.calc import Calculation, Failure
from macrocell.facade.workbook.model.formula import ArrayFormula
from macrocell.facade.workbook.model.rect import Rect, cell_name
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import AxisDelete, AxisInsert, CellsSet, Formula, Mutation, apply_all
from macrocell.facade.workbook.state import FormulaStates
from support.effort import LONG

ROWS: Final = 20_000 if LONG else 800
"""Five formulas a row: 100,000 cells in the long form."""
EDITS: Final = 12 if LONG else 8
SPILLS: Final = (("K1:K4", "FILTER(A1:A40,A1:A40>60)"), ("M1:M9", "UNIQUE(B1:B30)"), ("O1:O5", "SORT(K1:K30)"))


def loaded(sheet: Sheet) -> Sheet:
    return sheet


def book(random: Random) -> Workbook:
    """A and B numbers; C a chain, D sums, E a product, F lookups, G conditions; three that spill."""
    model = Workbook()
    model.sheets = [Sheet("s1", "Data")]
    rows: list[list[Any]] = [
        [
            random.randrange(97),
            random.randrange(50),
            Formula(f"A{row}+1" if row % 100 == 1 else f"C{row - 1}+A{row}"),
            Formula(f"SUM(A{max(row - 20, 1)}:A{row})"),
            Formula(f"A{row}*D{row}/7"),
            Formula(f"VLOOKUP(B{row},$B$1:$E$60,2,FALSE)"),
            Formula(f'IF(A{row}>50,COUNTIF($B$1:$B$90,B{row}),E{row}&"x")'),
        ]
        for row in range(1, ROWS + 1)
    ]
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 0, ROWS - 1, 6), rows=rows)])
    sheet = model.sheets[0]
    for area, text in SPILLS:
        col0, last = ord(area[0]) - 65, int(area.rpartition(area[0])[2]) - 1
        sheet.ensure_row(0).set_formula(col0, ArrayFormula(text, Rect(0, col0, last, col0), dynamic=True))
        sheet.blocks.append(Rect(0, col0, last, col0))
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(0, 17, 0, 17), rows=[[Formula("SUM(K1:K99,M1:M99,O1:O99)")]])])
    return model


def edit(random: Random) -> Mutation:
    row0 = random.choice((random.randrange(60), random.randrange(ROWS)))
    kind = random.random()
    if kind < 0.15:
        return AxisInsert(sheet="s1", axis="rows", at=random.randrange(100, ROWS), count=random.choice((1, 3)))
    if kind < 0.3:
        return AxisDelete(sheet="s1", axis="rows", at=random.randrange(100, ROWS), count=1)
    value: Any = random.choice((random.randrange(200), "text", None, 3.25))
    return CellsSet(sheet="s1", rect=Rect(row0, 0, row0, 1), rows=[[value, random.randrange(60)]])


def all_values(source: Any, sheet: Sheet) -> dict[tuple[int, int], Any]:
    """Of all formulas, and of the columns that others spill over."""
    cells = {(row0, col0) for row0, row in sheet.each_row() for col0 in row.formula_columns()}
    cells |= {(row0, col0) for row0 in range(60) for col0 in (10, 12, 14)}
    found = {cell: source.value(sheet, *cell) for cell in sorted(cells)}
    return {cell: value.reason if isinstance(value, Failure) else value for cell, value in found.items()}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_between_edits_agrees_with_a_calculation_begun_anew(seed: int) -> None:
    random = Random(seed)
    model = book(random)
    states = FormulaStates(model, loaded)
    sheet = model.sheets[0]
    for _ in range(EDITS):
        apply_all(model, [edit(random)])
        kept, anew = all_values(states, sheet), all_values(Calculation(model, loaded, lambda _: True), sheet)
        different = {cell_name(*cell): (kept[cell], anew[cell]) for cell in kept if kept[cell] != anew[cell]}
        assert not different
        assert sum(isinstance(value, int | float) for value in kept.values()) > 3 * ROWS
