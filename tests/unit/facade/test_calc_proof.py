"""What is said of a formula when it is written: what damages a file is refused, what is not there is told."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.errors import CellValueError
from macrocell.facade.workbook.calc import proof
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import Formula
from macrocell.facade.workbook.session import Session


def book() -> Workbook:
    model = Workbook()
    model.sheets = [Sheet("s1", "Data"), Sheet("s2", "In put")]
    model.names = [("total", None, "Data!$A$1")]
    return model


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("VLOOKUP(A1)", "VLOOKUP takes 3 to 4 arguments, not 1"),
        ("IF(A1,1,2,3)", "IF takes 2 to 3 arguments, not 4"),
        ("1+ROUND(SUM(A1,2))", "ROUND takes 2 arguments, not 1"),
        ("ABS()", "ABS takes one argument, not 0"),
        ("PI(1)", "PI takes no arguments, not 1"),
        ("SUM()", "SUM takes 1 arguments or more, not 0"),
        ("COUNTIFS(A1:A2,1,B1:B2)", "COUNTIFS takes 2 arguments or more in groups of 2, not 3"),
        ("SUM(1,(2,3),{4,5;6,7})", None),
        ("IF(A1,,)", None),
        ("UNKNOWN(1,2,3)", None),
        ("total+LOG10(5)&TRUE", None),
        ('LEFT("a,b(c",1)', None),
        ("PI( )", None),
    ],
)
def test_as_many_arguments_as_a_function_takes(text: str, refusal: str | None) -> None:
    assert proof(text, book()).refusal == refusal


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("SUMM(A1)", ("Excel has no function SUMM (character 2); did you mean SUM or DSUM or SUMXMY2?",)),
        ("1+Dta!A1", ("there is no sheet 'Dta' (character 4); did you mean Data?",)),
        ("'In pt'!A1", ("there is no sheet 'In pt' (character 2); did you mean In put?",)),
        ("totl*2", ("there is no name totl (character 2); did you mean total?",)),
        ("A1+B1048577", ("no sheet has a cell B1048577 (character 5): columns end at XFD, rows at 1,048,576",)),
        ("XFE1", ("no sheet has a cell XFE1 (character 2): columns end at XFD, rows at 1,048,576",)),
        ("Data!A1+'in PUT'!B2+TOTAL+RAND()+_xlfn.XLOOKUP(1,A:A,B:B)+MAP(1,2)", ()),
        ("'[1]Far'!A1", ()),
        ("_xlfn.LET(_xlpm.x,1,_xlpm.x+1)", ()),
    ],
)
def test_what_is_not_there_is_told_with_its_place(text: str, notes: tuple[str, ...]) -> None:
    assert proof(text, book()).notes == notes


def test_a_session_refuses_and_tells_once_of_all_that_are_alike() -> None:
    session = Session(book(), read_only=False)
    data: Any = session.model.sheets[0]
    for row0 in range(50):
        session.set_cell(data, row0, 1, Formula(f"SUMM(A{row0 + 1})"))
    assert session.warnings == [
        "Data!B1: Excel has no function SUMM (character 2); did you mean SUM or DSUM or SUMXMY2?"
    ]
    with pytest.raises(CellValueError, match=r"Data!C1: ROUND takes 2 arguments, not 1"):
        session.set_cell(data, 0, 2, Formula("ROUND(A1)"))
