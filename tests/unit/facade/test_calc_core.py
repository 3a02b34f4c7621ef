"""What values stand for one another, references, arrays, choice, aggregates, criteria and lookups, as in Excel."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import pytest
from macrocell.facade.value import CellError
from support.one_formula import computed

CELLS: Final = {
    "A1": 1,
    "A2": 2.5,
    "A3": "x",
    "A4": 4,
    "A5": True,
    "A6": "",
    "A7": "7",
    "A8": CellError("#N/A"),
    "A10": -3,
    "B1": "=A1+A2",
    "B2": "=B1*2",
    "B3": "y",
    "B4": 9,
    "B5": "Ann",
    "B6": "ann",
    "B7": "Bob",
    "B8": "b*b",
    "B9": 0,
    "C1": 10,
    "C2": 20,
    "C3": 30,
    "C4": 40,
    "C5": 50,
    "D1": 3,
    "D2": 1,
    "D3": 3,
    "D4": 2,
    "D5": 3,
    "E1": 0.1,
    "!A1": 7,
    "!A2": 8,
    "!B1": "text",
}
NAMES: Final = (
    ("total", None, "Data!$A$1"),
    ("Total", "s2", "'In put'!$A$1"),
    ("column", None, "Data!$C$1:$C$5"),
    ("rate", None, "0.25"),
    ("twice", None, "column*2"),
    ("here", None, "Data!A1"),
    ("round_", None, "round_+1"),
)
VALUE, NUM, NA = CellError("#VALUE!"), CellError("#NUM!"), CellError("#N/A")
CALC: Final = CellError("#CALC!")
LET_NAMES: Final = "uses LET with names that are none"
REF, DIV0, NAME, NULL = CellError("#REF!"), CellError("#DIV/0!"), CellError("#NAME?"), CellError("#NULL!")
LAST_DIGITS: Final = "compares numbers that differ in their last digits only"
LEFT_OVER: Final = "is what is left of a difference of nearly equal numbers"
UNORDERED: Final = "looks among values that are not in order"
IF_ON_CELLS: Final = "uses IF on several cells in a formula that is no array formula"
IFERROR_ON_CELLS: Final = "uses IFERROR on several cells in a formula that is no array formula"
DATE_LIKE: Final = "takes text for a number or a date"

OPERATORS: Final = [
    ("1+2*3", 7), ("-2^2", 4), ("2^3^2", 64), ("-2^-2", 0.25), ("5%", 0.05), ("200%%", 0.02), ("2*-3", -6),
    ("10-2-3", 5), ("1=1=TRUE", True), ("1&2+3", "15"), ("--A7", 7), ("+A3", "x"), ("1/0", DIV0), ("0^0", NUM),
    ("0^-1", DIV0), ("(-8)^(1/3)", NUM), ("10^308*10", NUM), ("A5+1", 2), ("A9+1", 1), ("A6+1", VALUE),
    ("A3+1", VALUE), ("A8+1", NA), ('"5"+1', 6), ('" 12 "*2', 24), ('"1,234"+0', 1234), ('"12,34"+0', DATE_LIKE),
    ('"$5"+0', 5), ('"50%"+0', 0.5), ('"(5)"+0', -5), ('"1e3"+0', 1000), ('"--8"+0', VALUE),
    ('"2024-01-31"+0', 45322), ('"13:30"+0', 0.5625), ('"3 May"+0', DATE_LIKE), ('"1/2/2024"+0', DATE_LIKE),
    ('"B-02"+0', VALUE), ('""+0', VALUE), ("A1&A3", "1x"), ("A9&A5", "TRUE"), ("1/3&\"\"", "0.333333333333333"),
    ("0.1+0.2&\"\"", "0.3"), ("0.5-0.4-0.1", LEFT_OVER), ("ROUND(0.5-0.4-0.1,5)", 0), ("1-1", 0),
    ("0.1+0.2=0.3", True), ("1<2", True), ('"a"="A"', True), ('"a"<"B"', True), ('"z">1', True), ("TRUE>\"z\"", True),
    ("A9=0", True), ('A9=""', True), ("A9=FALSE", True), ("A8=A8", NA),
    ('"a-b"<"ab"', "puts texts in order that hold more than letters, digits and blanks"),
    ("1.0000000000000002=1", "holds a number of more than fifteen digits"), ("(1/3)*3=1", True), ("1=TRUE", False),
    ("1+", "is not complete"), ("SUM(A1", "is not complete"), ('"x', "is not complete"), ("#N/A", NA),
    ("#REF!+1", REF),
]  # fmt: skip
REFERENCES: Final = [
    ("A1", 1), ("A9", 0), ("$A$2*2", 5), ("'In put'!A1+'IN PUT'!A2", 15), ("Nowhere!A1", REF), ("total+1", 2),
    ("'In put'!total", 7), ("SUM(column)", 150), ("rate*4", 1), ("SUM(twice)", 300), ("nothing", NAME),
    ("here", "uses the name here, which depends on where it is used"), ("SUM(Data:Nowhere!A1)", REF),
    ("SUM('Data:In put'!A1:A2)", 18.5), ("COUNT('Data:In put'!A1)", 2), ("SUM(A1:A2,C1:C2)", 33.5),
    ("SUM((A1:A2,C1))", 13.5), ("SUM(A1:C1 A1:A5)", 1), ("SUM(A1:A2 C1:C2)", NULL), ("SUM(A2:A1)", 3.5),
    ("A1:A5", VALUE),
    ("SUM(C1:INDEX(C1:C5,3))", 60), ("SUM(OFFSET(C1,1,0,2,1))", 50), ("OFFSET(C1,4,0)", 50), ("OFFSET(A1,-1,0)", REF),
    ("SUM(OFFSET(C5,0,0,-2))", 90), ('INDIRECT("C"&2)', 20), ('SUM(INDIRECT("C1:C3"))', 60), ('INDIRECT("total")', 1),
    ('INDIRECT("no way")', REF), ("""INDIRECT("'In put'!A2")""", 8), ("ROW()", 99), ("COLUMN()", 26), ("ROW(C5)", 5),
    ("ROWS(A1:C9)", 9), ("COLUMNS(A:C)", 3), ("ADDRESS(2,3)", "$C$2"), ("SUM(C:C)", 150), ("SUM(1:2)", 48.1),
    ("COUNTBLANK(A1:A10)", 2), ("AREAS((A1,B1:B2))", 2), ("SHEETS()", 2), ("SHEET()", 1), ("SHEET('In put'!A1)", 2),
    ("[1]Sheet1!A1", "reads another workbook"), ("A1#", "reads a spilled range"), ("@A1:A5", VALUE),
    ("XFE1+1", "names a column that no sheet has"), ("A1048577", "names a row that no sheet has"),
    ("ISFORMULA(B1)", True), ("ISFORMULA(A1)", False), ("ISREF(A1)", True),
]  # fmt: skip
ARRAYS: Final = [
    ("SUM({1,2}*2)", 6), ("SUM(ABS({-1,-2}))", 3), ("{5,6}", 5), ("SUM({1,2;3,4})", 10), ("OR(A1={3,1})", True),
    ("SUM(COUNTIF(D1:D5,{3,1}))", 4), ("SUM(LARGE(C1:C5,{1,2}))", 90), ("C1:C5*2", VALUE),
    ("SUM(C1:C5*2)", VALUE),
    ("SUMPRODUCT(C1:C5*2)", 300), ("SUMPRODUCT((D1:D5=3)*C1:C5)", 90), ("SUMPRODUCT(--(D1:D5>1),C1:C5)", 130),
    ("SUMPRODUCT(C1:C2,C1:C3)", VALUE), ("SUMPRODUCT(A1:A4,C1:C4)", 220),
    ("SUMPRODUCT(IF(D1:D5=3,C1:C5,0))", IF_ON_CELLS),
    ("SUMPRODUCT(IFERROR(1/(D1:D5-1),5))", IFERROR_ON_CELLS), ('VLOOKUP("Bob",CHOOSE({1,2},B5:B7,C1:C3),2,FALSE)', 30),
    ('VLOOKUP("Bob",IF({1,0},B5:B7,C1:C3),2,FALSE)', 30), ("LOOKUP(2,1/(D1:D5=3),C1:C5)", 50),
    ("SUM(TRANSPOSE({1;2;3})*{1,10,100})", 321), ("SUMPRODUCT(ROW(A1:A3))", 6), ("INDEX({1,2;3,4},2,2)", 4),
    ("SUM(ROW(A1:A3))", "takes one value of several cells"), ("SUM({1,2}*{1;2})", 9), ("SUM({1,2}+{1,2,3})", NA),
    ("MAX(IFERROR({1,2}/{0,1},-1))", 2), ("{1,2;3}", "holds an array whose rows differ"),
    ("SUM({})", "is not complete"),
]  # fmt: skip
DYNAMIC: Final = [
    ("SUM(SEQUENCE(2,3,10,5))", 135), ("SEQUENCE(0)", CALC), ("SEQUENCE(-1)", VALUE),
    ("SUM(FILTER(C1:C5,D1:D5=3))", 90), ("FILTER(C1:C5,D1:D5=9)", CALC), ('FILTER(C1:C5,D1:D5=9,"none")', "none"),
    ("SUM(FILTER(C1:D2,{1,0}))", 30), ("FILTER(C1:C5,D1:D4)", VALUE), ("INDEX(SORT(D1:D5),1)", 1),
    ("INDEX(SORT(C1:D5,1,-1),1,1)", 50), ("INDEX(SORT({3,1,2},1,1,TRUE),1,1)", 1), ("SORT(C1:C5,2)", VALUE),
    ("INDEX(SORTBY(C1:C5,D1:D5,-1,C1:C5,-1),1)", 50), ("SORTBY(C1:C5,D1:D4)", VALUE), ("COUNT(UNIQUE(D1:D5))", 3),
    ("COUNT(UNIQUE(D1:D5,FALSE,TRUE))", 2), ('UNIQUE({"a","A"},TRUE)', "a"), ("SUM(TAKE(C1:C5,2))", 30),
    ("SUM(TAKE(C1:D5,-1,1))", 50), ("TAKE(C1:C5,0)", CALC), ("SUM(DROP(C1:C5,2))", 120), ("SUM(DROP(C1:C5,-4))", 10),
    ("SUM(CHOOSEROWS(C1:C5,1,-1))", 60), ("CHOOSEROWS(C1:C5,6)", VALUE), ("SUM(CHOOSECOLS(C1:D5,2))", 12),
    ("SUM(VSTACK(C1:C2,D1:D2))", 34), ("SUM(HSTACK(C1:C2,D1:D2))", 34), ("HSTACK(C1:C2,D1)", 10),
    ("SUM(HSTACK(C1:C2,D1))", NA), ('TEXTJOIN(",",TRUE,TOCOL(C1:D2))', "10,3,20,1"),
    ('TEXTJOIN(",",TRUE,TOROW(C1:D2,0,TRUE))', "10,20,3,1"), ("COUNT(TOCOL(A1:A8,3))", 3),
    ('TEXTJOIN(",",TRUE,WRAPROWS(C1:C4,2))', "10,20,30,40"), ('TEXTJOIN(",",TRUE,WRAPCOLS(C1:C4,2))', "10,30,20,40"),
    ("WRAPROWS(C1:C4,0)", NUM), ("SUM(WRAPROWS(C1:C3,2,7))", 67), ("SUM(EXPAND(C1:C2,3,1,5))", 35),
    ("EXPAND(C1:C5,2)", VALUE), ("LET(x,C1,y,x*2,x+y)", 30), ("SUM(LET(r,C1:C5,r))", 150), ("LET(x,1)", LET_NAMES),
    ("ANCHORARRAY(A1)", REF),
]  # fmt: skip
CHOICE: Final = [
    ("IF(A1>0,\"yes\",1/0)", "yes"), ("IF(A1<0,1)", False), ("IF(TRUE,,1)", 0), ('IF("x",1,2)', VALUE),
    ("IF(A8,1,2)", NA), ('IF("true",1,2)', 1), ("IFERROR(A8,5)", 5), ("IFERROR(A1,1/0)", 1), ("IFNA(A8,5)", 5),
    ("IFNA(1/0,5)", DIV0), ("IFS(A1>5,1,TRUE,2)", 2), ("IFS(FALSE,1)", NA), ('SWITCH(D1,1,"a",3,"b","c")', "b"),
    ('SWITCH(9,1,"a","c")', "c"), ("SWITCH(9,1,2)", NA), ("CHOOSE(2,A1,C2,1/0)", 20), ("CHOOSE(0,1)", VALUE),
    ("SUM(CHOOSE(1,C1:C5,A1))", 150), ("AND(A1,C1:C5)", True), ("AND(A3)", VALUE), ('AND("x")', VALUE),
    ("OR(A9,FALSE)", False), ("XOR(TRUE,TRUE,TRUE)", True), ("NOT(A9)", True), ("ISBLANK(A9)", True),
    ("ISBLANK(A6)", False), ("ISERROR(1/0)", True), ("ISERR(NA())", False), ("ISNUMBER(A7)", False),
    ("ISTEXT(A6)", True), ("N(A3)", 0), ("N(A5)", 1), ("TYPE(A3)", 2), ("ERROR.TYPE(1/0)", 2),
    ("IF(RAND()>2,1,2)", "uses RAND, which is not computed"),
    ("IF(TRUE,1,RAND())", "uses RAND, which is not computed"),
]  # fmt: skip
AGGREGATES: Final = [
    ("SUM(A1:A5)", 7.5), ("SUM(A1,A5,TRUE)", 2), ('SUM("5",A7)', 5), ("SUM(A1:A10)", NA), ("COUNT(A1:A10)", 4),
    ("COUNTA(A1:A10)", 9), ('COUNT(1,TRUE,"5","x",A8)', 3), ("AVERAGE(A3)", DIV0), ("AVERAGEA(A1:A5)", 1.7),
    ("MAX(A3)", 0), ("MAXA(A5,A10)", 1), ("MIN(C1:C5,D1:D5)", 1), ("MEDIAN(C1:C4)", 25), ("PRODUCT(D1:D5)", 54),
    ("LARGE(C1:C5,2)", 40), ("LARGE(C1:C5,6)", NUM), ("RANK(30,C1:C5)", 3), ("RANK(3,D1:D5)", 1),
    ("RANK.AVG(3,D1:D5)", 2), ("RANK(7,D1:D5)", NA), ("SUM(0.1,0.2,-0.3)", LEFT_OVER), ("SUBTOTAL(9,C1:C5)", 150),
    ("SUBTOTAL(12,C1:C5)", VALUE), ("AGGREGATE(9,6,A1:A10)", 4.5), ("AGGREGATE(14,6,C1:C5/(D1:D5=3),1)", 50),
    ("SUMSQ(3,4)", 25),
]  # fmt: skip
CRITERIA: Final = [
    ('COUNTIF(D1:D5,3)', 3), ('COUNTIF(D1:D5,"<>3")', 2), ('COUNTIF(D1:D5,">=2")', 4), ('COUNTIF(B5:B8,"ANN")', 2),
    ('COUNTIF(B5:B8,"b*")', 2), ('COUNTIF(B5:B8,"b~*b")', 1), ('COUNTIF(B5:B8,"?ob")', 1), ('COUNTIF(A1:A10,"")', 2),
    ('COUNTIF(A1:A10,"=")', 1), ('COUNTIF(A1:A10,"<>")', 9), ("COUNTIF(A1:A10,7)", 1), ('COUNTIF(A1:A10,"<>7")', 10),
    ("COUNTIF(A1:A10,TRUE)", 1), ('COUNTIF(A1:A10,"#N/A")', 1), ("COUNTIF(A1:A10,A9)", 0), ("COUNTIF(B1:B9,A9)", 1),
    ('COUNTIF(A:A,"")', 1_048_568), ('SUMIF(D1:D5,3,C1)', 90), ('SUMIF(C1:C5,">25")', 120),
    ('SUMIF(D1:D5,">5",C1:C5)', 0), ('SUMIFS(C1:C5,D1:D5,3,C1:C5,">10")', 80), ("SUMIFS(C1:C5,D1:D4,3)", VALUE),
    ("AVERAGEIF(D1:D5,9)", DIV0), ('AVERAGEIFS(C1:C5,D1:D5,"<3")', 30), ("MAXIFS(C1:C5,D1:D5,3)", 50),
    ("MINIFS(C1:C5,D1:D5,9)", 0), ('COUNTIFS(D1:D5,3,C1:C5,"<40")', 2), ('COUNTIF(A1:A10,">x")', 0),
    ('SUMIF(C1:C5,"<" & D1*10)', 30), ('COUNTIF({1,2},1)', VALUE),
]  # fmt: skip
LOOKUPS: Final = [
    ('MATCH("ANN",B1:B9,0)', 5), ('MATCH("b?b",B5:B8,0)', 3), ('MATCH("b~*b",B5:B8,0)', 4), ("MATCH(25,C1:C5)", 2),
    ("MATCH(5,C1:C5,1)", NA), ("MATCH(2,D1:D5)", UNORDERED), ("MATCH(35,{50,40,30},-1)", 2), ("MATCH(7,A1:A7,0)", NA),
    ("MATCH(TRUE,A1:A7,0)", 5), ("MATCH(A9,C1:C5,0)", NA), ("MATCH(A9,B1:B9,0)", "looks up a blank cell"),
    ("MATCH(0.3,{0.1,0.2,0.3},0)", 3), ("MATCH(E1*3,{0.1,0.2,0.3},0)", LAST_DIGITS), ("MATCH(1,C1:D5,0)", NA),
    ("VLOOKUP(20,C1:D5,2,FALSE)", 1), ("VLOOKUP(25,C1:D5,2)", 1), ("VLOOKUP(99,C1:D5,2,)", NA),
    ("VLOOKUP(20,C1:D5,3,0)", REF), ("VLOOKUP(20,C1:D5,0,0)", VALUE), ('HLOOKUP("b",{"a","b";1,2},2,FALSE)', 2),
    ("LOOKUP(25,C1:C5)", 20), ("LOOKUP(25,C1:C5,D1:D5)", 1), ("XLOOKUP(20,C1:C5,D1:D5)", 1),
    ('XLOOKUP(99,C1:C5,D1:D5,"none")', "none"), ("XLOOKUP(99,C1:C5,D1:D5)", NA), ("XLOOKUP(25,C1:C5,D1:D5,,-1)", 1),
    ("XLOOKUP(25,C1:C5,D1:D5,,1)", 3), ("XLOOKUP(3,D1:D5,C1:C5,,0,-1)", 50),
    ("XLOOKUP(3,D1:D5,C1:C5,,0,2)", UNORDERED), ("XLOOKUP(20,C1:C5,D1:D4)", VALUE),
    ('XLOOKUP("b*",B5:B8,C1:C4,,2)', 30), ("XMATCH(40,C1:C5)", 4), ("XMATCH(35,C1:C5,-1)", 3),
    ("XMATCH(35,C1:C5,1)", 4), ("XMATCH(35,C1:C5,0)", NA), ("XMATCH(30,C1:C5,0,2)", 3), ("XMATCH(35,C1:C5,3)", VALUE),
    ("INDEX(C1:C5,2)", 20), ("INDEX(C1:D5,2,2)", 1), ("SUM(INDEX(C1:D5,0,1))", 150), ("INDEX(C1:C5,6)", REF),
    ("INDEX(C1:C5,-1)", VALUE), ("INDEX(C1:D5,2)", "asks for a row of several columns"),
]  # fmt: skip
ROUNDING: Final = [
    ("ROUND(2.5,0)", 3), ("ROUND(-2.5,0)", -3), ("ROUND(1.005,2)", 1.01), ("ROUND(1234.5,-2)", 1200),
    ("ROUNDUP(1.21,1)", 1.3), ("ROUNDDOWN(-1.29,1)", -1.2), ("TRUNC(-1.9)", -1), ("INT(-1.1)", -2),
    ("INT(0.3/0.1)", "rounds a number at its sixteenth digit"), ("MOD(-3,2)", 1), ("MOD(3,-2)", -1),
    ("MOD(3,0)", DIV0), ("MOD(10^9,3)", "divides a number that is very large beside its divisor"), ("EVEN(1.5)", 2),
    ("ODD(-2)", -3), ("QUOTIENT(-7,2)", -3), ("MROUND(10,3)", 9), ("MROUND(-10,3)", NUM), ("CEILING(2.5,1)", 3),
    ("CEILING(2.5,-1)", NUM), ("CEILING(-2.5,1)", -2), ("FLOOR(2.5,0)", DIV0), ("FLOOR(-2.5,1)", -3),
    ("CEILING.MATH(-5.5,2,1)", -6), ("FLOOR.MATH(-5.5,2,1)", -4), ("CEILING(0.3,0.1)", 0.3), ("COMBIN(5,2)", 10),
    ("FACT(171)", NUM), ("SQRT(-1)", NUM), ("LOG(8,2)", 3), ("LN(0)", NUM),
    ("SIN(PI())", "takes an angle that is all but a multiple of pi / 2"),
]  # fmt: skip
ROWS: Final = [*OPERATORS, *REFERENCES, *ARRAYS, *DYNAMIC, *CHOICE, *AGGREGATES, *CRITERIA, *LOOKUPS, *ROUNDING]


@pytest.mark.parametrize(("text", "wanted"), ROWS, ids=[text for text, _ in ROWS])
def test_formulas_give_what_excel_gives(text: str, wanted: Any) -> None:
    found = computed(text, CELLS, names=NAMES)
    assert type(found) is type(wanted) or {type(found), type(wanted)} == {int, float}
    assert found == (pytest.approx(wanted, rel=1e-14) if isinstance(wanted, float) else wanted)


@pytest.mark.parametrize(
    ("text", "at", "wanted"),
    [("A1:A9", "G2", 2.5), ("A1:A9*2", "G4", 8), ("A1:C1", "B7", 3.5), ("C1:C5+D1:D5", "G3", 33), ("@C1:C5", "G5", 50),
     ("ABS(A10:A11)", "G10", 3), ("column", "G2", 20), ("SUM(C1:C5*1)", "G2", 20)],
)  # fmt: skip
def test_of_several_cells_the_one_in_the_own_row_or_column_is_taken(text: str, at: str, wanted: Any) -> None:
    assert computed(text, CELLS, at=at, names=NAMES) == wanted


def test_the_clock_is_that_of_the_run() -> None:
    now = datetime(2026, 3, 1, 18)
    assert computed("TODAY()", {}, now=now) == 46082
    assert computed("NOW()", {}, now=now) == 46082.75
    assert computed("TODAY()", {}, now=now, epoch_1904=True) == 46082 - 1462
    assert computed("TODAY()", {}) == "asks for the time, which is not known here"
