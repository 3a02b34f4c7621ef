"""After any changes, what a formula shows is what a calculation of the whole workbook gives, or it is not known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.calc import Calculation, Failure
from macrocell.facade.workbook.model.formula import ArrayFormula, DataTable
from macrocell.facade.workbook.model.rect import Rect, cell_name
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    REGISTRY,
    Applied,
    AxisFormat,
    CellsSet,
    Formula,
    Mutation,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.state import FormulaStates
from support.effort import tries
from support.models import sample
from support.random_edits import edit

WALKS = tries(600, 40_000)
BATCH = 100
TEXTS = (
    "SUM(A1:A9)",
    "SUM(A2:C5)",
    "Data!A5*2",
    "SUM(Data:Other!A1:B3)",
    "COUNTA($A:$C)",
    "COUNTA(2:4)",
    "ROWS(A1:A7)+ROW()",
    "COLUMN(B3)",
    "MATCH(7,A1:A9,0)",
    "IFERROR(INDEX(A1:B9,3,2),-1)",
    'SUMIF(A1:A9,">5",B1:B9)',
    "SUM(OFFSET(A1,1,0,3,1))",
    'SUM(INDIRECT("A2:A6"))',
    "SUBTOTAL(109,A1:A9)",
    "SUBTOTAL(9,B1:B9)",
    "A3&B3",
    "IF(A1>4,B2,C3)",
    "VLOOKUP(5,A1:C9,2,FALSE)",
    "SUMPRODUCT((A1:A9>3)*1)",
    "Other!A1+Other!B2",
    "MAX(Other!A1:D9)",
    "SHEETS()",
    'SUMIF(A1:A9,">1",C1)',
    "A1:A9*2",
    "$A$1:$A$9",
    "ABS(B1:B9)",
    "SUM(area)",
    "area+1",
    "IFERROR(Copy!A1,5)",
)


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def book(random: Random) -> Workbook:
    """The sample with more numbers and formulas, all of them with their values, as it might be in a file."""
    model = sample()
    model.names = [*model.names, ("area", None, "Data!$A$1:$A$9")]
    for sheet in model.sheets:
        sheet.part = f"{sheet.id}.xml"  # as if it came from a file
        for row0 in range(9):
            for col0 in range(4):
                if random.random() < 0.7:
                    formula = random.random() < 0.35
                    value: Any = Formula(random.choice(TEXTS)) if formula else random.choice((1, 5, 7, 9, 0, "x"))
                    try:
                        apply_all(model, [CellsSet(sheet=sheet.id, rect=Rect(row0, col0, row0, col0), rows=[[value]])])
                    except MutationConflict:
                        continue
    truth = Calculation(model, loaded, lambda _: True)
    for sheet in model.sheets:
        blocks = [(row0, col0) for block in sheet.blocks for row0 in _rows(block) for col0 in _columns(block)]
        cells = {(row0, col0) for row0, row in loaded(sheet).each_row() for col0 in row.formula_columns()}
        for row0, col0 in cells.union(blocks):
            found = truth.value(sheet, row0, col0)
            sheet.ensure_row(row0).set_value(col0, None if isinstance(found, Failure) else found)
    model.written.clear()
    return model


def _rows(rect: Rect) -> range:
    return range(rect.row0, rect.row1 + 1)


def _columns(rect: Rect) -> range:
    return range(rect.col0, rect.col1 + 1)


def _grid(source: Any, sheet: Sheet, area: Rect) -> list[Any]:
    return [source.value(sheet, row0, col0) for row0 in _rows(area) for col0 in _columns(area)]


def different(model: Workbook, states: FormulaStates) -> list[str]:
    """What formulas show that is not true."""
    truth = Calculation(model, loaded, lambda _: True)
    wrong = []
    for sheet in model.sheets:
        for area in states.blocks(loaded(sheet)):
            for shown, wanted in zip(_grid(states, sheet, area), _grid(truth, sheet, area), strict=True):
                if not isinstance(shown, Failure) and not isinstance(wanted, Failure) and shown != wanted:
                    wrong.append(f"{sheet.name}!{area.a1} shows {shown!r}, not {wanted!r}")
        for row0, row in sheet.each_row():
            for col0 in row.formula_columns():
                entry = row.formula(col0)
                if isinstance(entry, DataTable) or (isinstance(entry, ArrayFormula) and not entry.dynamic):
                    continue
                shown, wanted = states.value(sheet, row0, col0), truth.value(sheet, row0, col0)
                if isinstance(shown, Failure) or isinstance(wanted, Failure):
                    continue
                if type(shown) is not type(wanted) or shown != wanted:
                    wrong.append(f"{sheet.name}!{cell_name(row0, col0)} shows {shown!r}, not {wanted!r}")
    return wrong


def changed(random: Random, model: Workbook) -> Mutation:
    if random.random() < 0.1:
        spans = ((random.randrange(6), random.randrange(6, 9)),)
        return AxisFormat(sheet="s1", axis="rows", spans=spans, hidden=random.random() < 0.6)
    return edit(random, model, first=True)


@pytest.mark.parametrize("seed", range(WALKS // BATCH))
def test_no_value_is_shown_that_is_not_true(seed: int) -> None:
    for number in range(BATCH):
        random = Random(f"{seed}/{number}")
        model = book(random)
        states = FormulaStates(model, loaded)
        story: list[str] = []
        done: list[Applied] = []
        for _ in range(random.randint(1, 5)):
            if done and random.random() < 0.25:
                wanted: Any = decode(encode(done.pop().inverse()))
            else:
                wanted = [changed(random, model)]
            try:
                for mutation in wanted:
                    REGISTRY.of(mutation).verify(mutation, False)
                applied = apply_all(model, wanted)
            except (MutationConflict, MutationInvalid):
                continue
            done.append(applied)
            story.append(repr(wanted))
            wrong = different(model, states)
            assert not wrong, "\n".join([f"seed {seed}/{number}", *story, *wrong])
