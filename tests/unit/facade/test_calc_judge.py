"""Which formulas are given to the calculator, and why others are not."""

from __future__ import annotations

import pytest
from macrocell.facade.value import CellError, Scalar
from macrocell.facade.workbook.calc.argument import KIND, Arguments
from macrocell.facade.workbook.calc.judge import Judge, NameKind

ONE_VALUE = "takes one value of several cells"
EMPTY = "leaves an argument empty"


def name_kind(name: str) -> NameKind | None:
    return {"rate": "value", "prices": "cells"}.get(name.casefold())  # type: ignore[return-value]


@pytest.mark.parametrize(
    "text",
    [
        "1+1", "A1", "-A1^2%", "Data!A1*'In put'!B2", "SUM(A1:B9)", "sum( A:A , 3:4 )", "SUM((A1))", "IF(A1>0,B1,C1)",
        "IF(SUM(A1:A3)>Rate,\"big\",\"small\")", "SUM(Prices)", "_xlfn.XLOOKUP(A1,B:B,C:C,\"none\")", "TRUE",
        "NOT(FALSE)",
        "VLOOKUP(A1,B1:D9,2,FALSE)", "VLOOKUP(A1,B1:D9,2,0)", "MATCH(A1,B1:B9,0)", "INDEX(B1:B9,MATCH(A1,C1:C9,0))",
        "SUMPRODUCT((A1:A9=\"x\")*B1:B9)", "SUMIFS(A1:A9,B1:B9,\">5\",C1:C9,D1)", "COUNTIFS(A1:A9,1,B1:B9,\"x*\")",
        "TEXT(A1,\"0.00\")", "LEFT(A1,2)&\"-\"&B1", "\"x12\"&A1", "NOT(A1=\"#N/A\")", "IFERROR(1/0,0)",
        "_xlfn.TEXTJOIN(\",\",TRUE,A1:A3)",
    ],
)  # fmt: skip
def test_what_is_given(text: str) -> None:
    assert Judge(name_kind).reason(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A1:A3*2", ONE_VALUE), ("A1:A3", ONE_VALUE), ("ABS(A1:A3)", ONE_VALUE), ("SUM(A1:A3*2)", ONE_VALUE),
        ("SUM(IF(A1:A3>1,1,0))", ONE_VALUE), ("VLOOKUP(A:A,B:C,2,FALSE)", ONE_VALUE), ("Prices*2", ONE_VALUE),
        ("SUM(-A1:A3)", ONE_VALUE), ("IF(TRUE,A1:A3,1)", ONE_VALUE),
        ("SUMPRODUCT(IF(A1:A3>1,1,0))", "uses IF on arrays"), ("SUMPRODUCT(2,A1:A3)", KIND),
        ("IF(A1,,2)", EMPTY), ("SUM(A1,)", EMPTY), ("SUM(,A1)", EMPTY),
        ("VLOOKUP(A1,B1:D9,2)", "uses VLOOKUP for the nearest match"),
        ("VLOOKUP(A1,B1:D9,2,TRUE)", "uses VLOOKUP for the nearest match"),
        ("VLOOKUP(A1,B1:D9,2,1-1)", "uses VLOOKUP for the nearest match"),
        ("MATCH(A1,B1:B9)", "uses MATCH for the nearest match"),
        ("_xlfn.XLOOKUP(A1,B:B,C:C,0,-1)", "uses XLOOKUP with so many arguments"),
        ("NOW()", "uses NOW, which is not computed"), ("LOG2(A1)", "uses LOG2, which is not computed"),
        ("_xlfn.LAMBDA(x,x+1)(2)", "uses LAMBDA, which is not computed"),
        ("Data!rate+1", "uses the name rate, which is not computed"), ("TEXTJOIN(1,ABS(TRUE),A1)", KIND),
        ("nobody+1", "uses the name nobody, which is not computed"),
        ("[1]S!A1", "reads another workbook, or several sheets at once"),
        ("SUM(A:C!A1)", "reads another workbook, or several sheets at once"),
        ("SUM('A x:C'!A1)", "reads another workbook, or several sheets at once"),
        ("SUM(T[v])", "names cells of a table"), ("@A1:A3", "uses @"), ("A1#", "reads a spilled range"),
        ("SUM({1,2})", "holds an array"), ("SUM((A1,B2))", "uses a union"), ("SUM(A1:A3 A2:B2)", ONE_VALUE),
        ("SUM(A1 B1)", "intersects ranges"), ("A1:INDEX(B1:B3,2)", "makes a range of references"),
        ("SUM(A1", "is not complete"), ("A1)", "is not complete"),
        ("\"12\"+1", KIND), ("ABS(\"12\")", KIND), ("ABS(TRUE)", KIND), ("COUNTIF(A1:A3,\"<>x\")", KIND),
        ("COUNTIF(A1:A3,\"<>\"&B1)", KIND), ("COUNTIF(A1:A3,\"\")", KIND),
        ("(" * 70 + "1" + ")" * 70, "is nested too deep"), ("1+", "is not complete"), ("1 2", "intersects ranges"),
    ],
)  # fmt: skip
def test_what_is_not_given_and_why(text: str, reason: str) -> None:
    assert Judge(name_kind).reason(text) == reason


@pytest.mark.parametrize(
    ("text", "found", "cells", "believed"),
    [
        ("A1+1", 2, [(True, 1)], True),
        ("A1+1", 2, [(True, True)], False),
        ("A1+1", 2, [(True, "1")], False),
        ("A1+1", CellError("#VALUE!"), [(True, "x")], False),
        ("A1+1", CellError("#N/A"), [(True, CellError("#N/A"))], True),
        ("A1/B1", CellError("#DIV/0!"), [(True, 1)], True),
        ("STDEV(A1:A2)", CellError("#DIV/0!"), [(False, 1)], False),
        ("VLOOKUP(A1,B1:C2,2,0)", CellError("#N/A"), [(True, 1)], True),
        ("SUM(A1:A9)", 1, [(False, "2"), (False, True), (False, 1)], True),
        ("LEN(A1)", 2, [(True, "12")], True),
        ("LEFT(A1,2)", "12", [(True, "12-A")], True),
        ("LEFT(A1,B1)", "1", [(True, "12-A"), (True, "1")], False),
        ('A1&""', "0.1", [(True, 0.1)], True),
        ('A1&""', "0.30000000000000004", [(True, 0.30000000000000004)], False),
        ("SUMIF(A1:A9,B1)", 5, [(False, CellError("#N/A")), (True, 1)], False),
        ('COUNTIF(A1:A9,">"&B1)', 5, [(False, 1), (True, 1)], True),
        ('COUNTIF(A1:A9,">"&B1)', 5, [(False, 1)], False),
        ('COUNTIF(A1:A9,">"&B1)', 5, [(False, 1), (True, "b")], False),
        ("A1=B1", True, [(True, 1), (True, 2)], True),
        ("A1=B1", True, [(True, 0.1), (True, 2)], False),
        ("A1=0.3", True, [(True, 1)], False),
        ('IF(A1="x",B1*1.1,0)', 2.2, [(True, "x"), (True, 2.5)], True),
        ("A1+B1-C1", 5e-17, [(True, 0.1)], False),
        ("DATE(1900,A1,1)", 1, [(True, 1)], False),
        ("DATE(2024,A1,1)", 45292, [(True, 1)], True),
    ],
)  # fmt: skip
def test_which_results_are_believed(
    text: str, found: Scalar, cells: list[tuple[bool, Scalar]], *, believed: bool
) -> None:
    singles = max(sum(single for single, _ in cells), text.count("B1") if "COUNTIF" in text else 0)
    arguments = Arguments(text, singles, lambda wanted: [value for single, value in cells if single == wanted])
    assert (arguments.problem(found) is None) == believed
