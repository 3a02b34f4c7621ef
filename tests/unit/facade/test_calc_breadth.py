"""Which formulas Excel 365 keeps as dynamic array formulas when they are typed in."""

import pytest
from macrocell.facade.workbook.calc import is_dynamic

NAMES = {
    "rates": "Data!$A$1:$A$9",
    "rate": "Data!$B$1",
    "five": "5",
    "deep": "rates*2",
    "circle": "circle+1",
    "t": "A1:B9",
}


def named(sheet: str, name: str) -> str | None:
    return None if sheet else NAMES.get(name.casefold())


DYNAMIC = [
    "SORT(A2:A9)",
    "A1:A3*2",
    "A1:A9",
    "UNIQUE(B1:B3)",
    "SEQUENCE(5)",
    "_xlfn._xlws.FILTER(A1:A4,A1:A4>1)",
    "SUM(A1:A3*B1:B3)",
    "SUM(LEN(A1:A9))",
    "LEN(A1:A3)",
    "IF(A1:A3>1,1,2)",
    "SUM(IF(A1:A9>1,B1:B9))",
    "rates*2",
    "rates",
    "SUM(rates*2)",
    "INDEX(A1:C9,2,0)",
    "INDEX(A1:C9,2)",
    "INDEX(A1:C9,0,1)",
    "OFFSET(A1,0,0,3,1)",
    "XLOOKUP(E1,A1:A9,B1:C9)",
    "XLOOKUP(E1:E3,A1:A9,B1:B9)",
    "{1,2,3}",
    "{1,2}*A1",
    "VLOOKUP(A1,B1:D9,{2,3},0)",
    "COUNTIF(A1:A9,A1:A9)",
    "SUM(1/COUNTIF(A1:A9,A1:A9))",
    "TRANSPOSE(A1:A3)",
    "ROW(A1:A3)",
    "SUM(ROW(A1:A3))",
    "LARGE(A1:A9,{1,2,3})",
    'TEXTSPLIT(A1,",")',
    "A:A",
    'A1:A3&"x"',
    "LEN(UNIQUE(A1:A9))",
    'MAX(IF(A1:A9="x",B1:B9))',
    "INDEX(A1:A9,MATCH(1,(B1:B9=1)*(C1:C9=2),0))",
    "SUMPRODUCT(IF(A1:A9>1,1,0))",
    "LET(x,A1:A3,x*2)",
    "SUM(--(A1:A9>1))",
    "ROWS(UNIQUE(A1:A9)*A1:A9)",
    'INDIRECT("A1:A9")',
    "-A1:A3",
    "SUMIF(A1:A9,D1:D3,B1:B9)",
    "IFERROR(A1:A3/B1:B3,0)",
    "CHOOSE({1,2},A1:A3,B1:B3)",
    "MMULT(A1:B2,C1:D2)",
    "ROUND(A1:A3,2)",
    "MAP(A1:A3,LAMBDA(x,x+1))",
    "BYROW(A1:B3,LAMBDA(r,SUM(r)))",
    "AND(A1:A3>1)",
    'TEXTJOIN(",",TRUE,IF(A1:A9>1,A1:A9,""))',
    "1:1",
    "AVERAGE(IF(ISNUMBER(A1:A9),A1:A9))",
    "IF(A1>0,B1:B3,C1)",
    "T[v]*2",
    "T[[a]:[b]]",
    "T",
    "SUM(T[v]*2)",
    "T[@[a]:[b]]",
    "T[#Headers]",
    "LET(x,A1:A3,SUM(x*2))",
    "XLOOKUP(E1,A1:F1,A2:F9)",
    "XLOOKUP(E1,T[k],T[[a]:[b]])",
    "INDEX(T,2)",
    "XLOOKUP(E1,rates,T)",
    "OFFSET(A1:A3,1,0)",
    "ANCHORARRAY(A1)",
    "MODE.MULT(A1:A9)",
    "FREQUENCY(A1:A9,B1:B3)",
    "LET(x,1,x+A1:A3)",
    "_xlfn.LET(_xlpm.x,A1:A3,_xlpm.x)",
    "5*(A1:A3)",
    "A1:A3=B1",
    "NOT(A1:A3)",
    "SWITCH(A1:A3,1,2)",
    "MONTH(A1:A9)",
    "SUM((MONTH(A1:A9)=1)*B1:B9)",
    "deep",
    "LAMBDA(x,UNIQUE(x))(A1:A3)",
]
PLAIN = [
    "A1*2",
    "SUM(A1:A9)",
    "SUM(A:A)",
    "SUMPRODUCT(A1:A3*B1:B3)",
    'SUMPRODUCT((A1:A9="x")*B1:B9)',
    "SUMPRODUCT(--(A1:A9>1))",
    "INDEX(A1:A9,3)",
    "INDEX(A:A,MATCH(E1,B:B,0))",
    "INDEX(A1:C9,2,3)",
    "INDEX(A1:F1,3)",
    "VLOOKUP(A1,B1:D9,2,0)",
    "XLOOKUP(E1,A1:A9,B1:B9)",
    "COUNTIF(A1:A9,A1)",
    "SUMIFS(A:A,B:B,C1)",
    "rate*2",
    "five+1",
    "SUM(rates)",
    "nothing",
    "OFFSET(A1,1,1)",
    "SUM(OFFSET(A1,0,0,3,1))",
    "SUM(UNIQUE(A1:A9))",
    "ROWS(UNIQUE(A1:A9))",
    "SUM(FILTER(A1:A9,B1:B9>1))",
    'SUM(SUMIF(A1:A9,{"x","y"},B1:B9))',
    "COUNTA(UNIQUE(A1:A9))",
    "IF(A1>1,SUM(A1:A9),0)",
    'INDIRECT("A"&B1)',
    "INDIRECT(B1)",
    "TODAY()",
    "MATCH(1,A1:A9,0)",
    'TEXTJOIN(",",TRUE,UNIQUE(A1:A9))',
    "AND(A1>1,B1>1)",
    "LET(x,A1,x*2)",
    "SUM(INDEX(A1:C9,0,2))",
    'LOOKUP(2,1/(A1:A9<>""),B1:B9)',
    "MAX(A1:A9)-MIN(A1:A9)",
    "CHOOSE(2,A1,B1)",
    "ROW()",
    "COLUMN(A1)",
    "IFERROR(A1/B1,0)",
    "SUM(A1:INDEX(A:A,5))",
    'GETPIVOTDATA("x",A1)',
    "AVERAGE(A1:A9)/STDEV.S(A1:A9)",
    "RANK(A1,A$1:A$9)",
    "SUM(LARGE(A1:A9,{1,2,3}))",
    "SUBTOTAL(9,A1:A9)",
    "NPV(A1,B1:B9)",
    "LET(x,SUM(A1:A9),x*2)",
    "T.TEST(A1:A9,B1:B9,2,1)",
    "AGGREGATE(14,6,A1:A9/(B1:B9=1),1)",
    "T[@v]*2",
    "[@v]*2",
    "SUM(T[v])",
    "T[[#Totals],[v]]",
    "T[[#This Row],[v]]",
    "INDEX(T[v],2)",
    "INDEX(rates,MATCH(A1,rates,0))",
    "INDEX(rate,1)",
    "XLOOKUP(E1,rates,rates)",
    "XLOOKUP(E1,T[k],T[v])",
    "SUMIFS(T[v],T[k],A1)",
    "LET(x,x,x)",
    "LET(x,A1:A3,SUM(x))",
    "SUM(ANCHORARRAY(A1))",
    "INDEX(A1:C9,2,3)*2",
    'COUNTIFS(A:A,A1,B:B,">1")',
    "SUMPRODUCT(MONTH(A1:A9)*1)",
    '"A1:A3"',
    "#REF!*2",
    "circle",
    "Other!A1",
    "SUM(Other!A1:A3)",
    'IF(A1,"a:b",1)',
    "LAMBDA(x,x+1)(A1)",
    "ROWS(A1:A9)",
    'COUNTIF(A:A,"x")/ROWS(A:A)',
    "XLOOKUP(E1,A1:F1,A2:F2)",
    'YEAR(A1)&"-"&MONTH(A1)',
    "MAX(INDEX((A1:A9=1)*B1:B9,0))",
]


@pytest.mark.parametrize("text", DYNAMIC)
def test_what_gives_several_values_or_takes_all_of_several_is_dynamic(text: str) -> None:
    assert is_dynamic(text, named)


@pytest.mark.parametrize("text", PLAIN)
def test_what_gives_one_value_in_either_way_is_plain(text: str) -> None:
    assert not is_dynamic(text, named)


def test_rows_count_where_a_range_is_indexed_by_one_number() -> None:
    texts = ("INDEX(A1:C1,2)", "INDEX(A1:C2,2)", "INDEX(A3:C3,2)", "INDEX(A:C,2)")
    assert [is_dynamic(text, named) for text in texts] == [False, True, False, True]


def test_a_name_counts_by_what_it_stands_for_each_time() -> None:
    meant = {"x": "$A$1"}
    assert not is_dynamic("x*2", lambda _, name: meant.get(name))
    meant["x"] = "$A$1:$A$2"
    assert is_dynamic("x*2", lambda _, name: meant.get(name))


def test_functions_that_are_not_known_are_taken_to_give_one_value() -> None:
    assert not is_dynamic("MYOWN(A1:A9)*2", named)
    assert is_dynamic("MYOWN(A1:A9)*A1:A9", named)
