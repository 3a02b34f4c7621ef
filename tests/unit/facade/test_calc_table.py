"""Structured references: what they stand for, before and after rows come and go."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from macrocell.facade.workbook.calc import Failure
from macrocell.facade.workbook.calc.table import Tables
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import AxisInsert, CellsSet, Formula, SheetRename, apply_all
from macrocell.facade.workbook.state import FormulaStates
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.worksheet.table import Table


def orders() -> Workbook:
    """Data!B2:D5 is the table Orders: Item, Unit price, [Odd]#; three rows. Sheet Other is blank."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Da ta"
    for row in (["Item", "Unit price", "[Odd]#"], ["nut", 2, 10], ["bolt", 3, 20], ["nail", 5, 30]):
        sheet.append([None, *row])
    sheet.move_range("B1:D4", rows=1)
    sheet.add_table(Table(displayName="Orders", ref="B2:D5"))
    book.create_sheet("Other")
    stream = io.BytesIO()
    book.save(stream)
    model = read_workbook(stream.getvalue())
    for each in model.sheets:
        each.load()
    return model


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("SUM(Orders[Unit price])", "SUM('Da ta'!$C$3:$C$5)"),
        ("SUM(orders[UNIT PRICE])", "SUM('Da ta'!$C$3:$C$5)"),
        ("SUM(Orders[[Unit price]:['[Odd']'#]])", "SUM('Da ta'!$C$3:$D$5)"),
        ("Orders[[#This Row],[Unit price]]*2", "'Da ta'!$C$4*2"),
        ("Orders[@[Unit price]]*2", "'Da ta'!$C$4*2"),
        ("Orders[@Item]", "'Da ta'!$B$4"),
        ("[@Item]", "'Da ta'!$B$4"),
        ("ROWS(Orders)", "ROWS('Da ta'!$B$3:$D$5)"),
        ("ROWS(Orders[])", "ROWS('Da ta'!$B$3:$D$5)"),
        ("ROWS(Orders[#All])", "ROWS('Da ta'!$B$2:$D$5)"),
        ("Orders[[#Headers],[Item]]", "'Da ta'!$B$2"),
        ("COUNTA(Orders[#Headers])", "COUNTA('Da ta'!$B$2:$D$2)"),
        ("SUM(Orders[[#All],[Unit price]])", "SUM('Da ta'!$C$2:$C$5)"),
        ("SUM(Orders['[Odd']'#])", "SUM('Da ta'!$D$3:$D$5)"),
        ("Orders[#Totals]", "Orders[#Totals]"),
        ("Orders[Nobody]", "Orders[Nobody]"),
        ("Nobody[Item]", "Nobody[Item]"),
        ("Orders[[#Headers],[#Data],[Item]]", "Orders[[#Headers],[#Data],[Item]]"),
        ('"Orders[Item]"', '"Orders[Item]"'),
        ("Other!Orders", "Other!Orders"),
    ],
)
def test_what_a_structured_reference_stands_for(text: str, plain: str) -> None:
    model = orders()
    assert Tables(model).plain(text, model.sheets[0], 3, 2) == plain


def test_this_row_is_known_in_the_rows_of_the_data_only() -> None:
    model = orders()
    tables = Tables(model)
    for sheet, row0, col0 in ((0, 1, 2), (0, 5, 2), (1, 3, 2), (0, 3, 7)):
        assert tables.plain("[@Item]", model.sheets[sheet], row0, col0) == "[@Item]"
    assert tables.plain("Orders[@Item]", model.sheets[1], 3, 2) == "Orders[@Item]"
    assert tables.plain("Orders[@Item]", model.sheets[0], 3, 9) == "'Da ta'!$B$4"


def test_a_workbook_that_computes_with_the_precision_as_shown_is_not_computed() -> None:
    book = openpyxl.Workbook()
    book.calculation.fullPrecision = False
    stream = io.BytesIO()
    book.save(stream)
    model = read_workbook(stream.getvalue())
    apply_all(model, [CellsSet(sheet=model.sheets[0].id, rect=Rect(0, 0, 0, 0), rows=[[Formula("1/3")]])])
    states = FormulaStates(model, loaded)
    for _ in range(2):
        found = states.value(model.sheets[0], 0, 0)
        assert isinstance(found, Failure)
        assert found.reason == "is in a workbook that computes with numbers as they are shown"
    assert states._calculation is not None
    assert states._calculation.begun == 1


def test_values_follow_the_table() -> None:
    model = orders()
    states = FormulaStates(model, loaded)

    def shown(row0: int, col0: int) -> Any:
        found = states.value(model.sheets[1], row0, col0)
        return found.reason if isinstance(found, Failure) else found

    def write(sheet: str, row0: int, col0: int, cell: Any) -> None:
        apply_all(model, [CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[cell]])])

    write("s2", 0, 0, Formula("SUM(Orders[Unit price])"))
    write("s2", 1, 0, Formula("A1+SUM(Orders[#All])"))
    assert (shown(0, 0), shown(1, 0)) == (10, 80)
    write("s1", 2, 2, 7)
    assert (shown(0, 0), shown(1, 0)) == (15, 90)
    apply_all(model, [AxisInsert(sheet="s1", axis="rows", at=3, count=1), SheetRename(id="s1", name="Data")])
    write("s1", 3, 2, 100)
    assert (shown(0, 0), shown(1, 0)) == (115, 290)
