"""Functions that came after Excel 2007 get in a file the prefix that Excel gives them."""

from __future__ import annotations

import pytest
from macrocell.facade.workbook.formula.future import file_text


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("IFS(A1>0,1)", "_xlfn.IFS(A1>0,1)"),
        ("stdev.s(A1:A9)+T.Dist.2T(1,2)", "_xlfn.stdev.s(A1:A9)+_xlfn.T.Dist.2T(1,2)"),
        ("IF(A1,XLOOKUP(B1,C:C,CONCAT(D1)),0)", "IF(A1,_xlfn.XLOOKUP(B1,C:C,_xlfn.CONCAT(D1)),0)"),
        ("SORT(FILTER(A1:A9,B1:B9))", "_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,B1:B9))"),
        ("AGGREGATE(9,4,A1:A9)", "_xlfn.AGGREGATE(9,4,A1:A9)"),
        ('-DAYS(A1,\'IFS(1)\'!A1)&"XOR(""IFS("', '-_xlfn.DAYS(A1,\'IFS(1)\'!A1)&"XOR(""IFS("'),
        ("IFS(T[IFS(1)],T[[#Totals],[a'[ XOR(]])", "_xlfn.IFS(T[IFS(1)],T[[#Totals],[a'[ XOR(]])"),
        ("_xlfn.IFS(XOR(A1))", "_xlfn.IFS(_xlfn.XOR(A1))"),
    ],
)
def test_a_newer_function_is_prefixed_where_it_is_called(text: str, spelled: str) -> None:
    assert file_text(text) == spelled
    assert file_text(spelled) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "A1+1",
        "SUM(A1:A9)",
        "SUMIFS(A1:A9,B1:B9,1)+NETWORKDAYS(A1,A2)+VLOOKUP(A1,B:C,2)",
        "NETWORKDAYS.INTL(A1,A2)+WORKDAY.INTL(A1,2)+ISO.CEILING(1.5)",
        "MYIFS(1)+My.IFS(1)+IFS_(1)+IFS?(1)+\\\\IFS(1)",
        "IFS+1*(XOR)+DAYS (1)",
        "_xlfn.XLOOKUP(A1,B:B,C:C)+_XLFN.ifs(1,2)+_xlfn._xlws.SORT(A1)",
        "Data!IFS(1)+'In put'!XOR(1)+[1]!DAYS(1,2)",
        '"IFS(1)"',
        '"an open IFS(1)',
        "'an open XOR(1)",
        "T[an open DAYS(1)",
    ],
)
def test_everything_else_stays_as_typed(text: str) -> None:
    assert file_text(text) == text
