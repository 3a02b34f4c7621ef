"""Moving a shared formula's text from its master."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.formula.shared import formula_text, member_text, shift_text
from macrocell.facade.workbook.model.formula import SharedFormula, SharedGroup
from openpyxl.formula.translate import Translator


@pytest.mark.parametrize(
    ("text", "rows", "columns", "moved"),
    [
        ("A1+B2", 1, 0, "A2+B3"),
        ("A1+B2", 0, 1, "B1+C2"),
        ("$A1+A$1+$A$1", 3, 2, "$A4+C$1+$A$1"),
        ("SUM(A1:B2)*LOG10(A1)", 1, 1, "SUM(B2:C3)*LOG10(B2)"),
        ("LOG10(5)+ATAN2(A1,B1)", 1, 0, "LOG10(5)+ATAN2(A2,B2)"),
        ('A1&"A1 ""B2"" C3"', 1, 0, 'A2&"A1 ""B2"" C3"'),
        ("'A1 B2'!C3+'It''s A1'!D4", 1, 1, "'A1 B2'!D4+'It''s A1'!E5"),
        ("Sheet1!A1+Q1!B2+[1]Sheet1!$A$1+[1]Sheet1!A1", 1, 0, "Sheet1!A2+Q1!B3+[1]Sheet1!$A$1+[1]Sheet1!A2"),
        ("'[Book A1.xlsx]S1'!A1+[1]!Rate", 2, 0, "'[Book A1.xlsx]S1'!A3+[1]!Rate"),
        ("SUM(Q1:Q4!A1)+SUM(Jan:Dec!B2)", 1, 1, "SUM(Q1:Q4!B2)+SUM(Jan:Dec!C3)"),
        ("Table1[Q1]+Table1[[#This Row],[A1]:[B'[2']]]+A1", 1, 0, "Table1[Q1]+Table1[[#This Row],[A1]:[B'[2']]]+A2"),
        ("SUM(A:A,$B:C,3:4,$5:6)", 1, 1, "SUM(B:B,$B:D,4:5,$5:7)"),
        ("XFD1+XFE1+A1048576+A1048577+TAX2019", -1, 0, "#REF!+XFE1+A1048575+A1048577+TAX2018"),
        ("A1+B1", -1, 0, "#REF!+#REF!"),
        ("A1+B1", 0, -1, "#REF!+A1"),
        ("A:B", 0, -1, "#REF!"),
        ("1:2", -1, 0, "#REF!"),
        ("_A1+A1_x+A1.b+x.A1+A1b+\\A1", 1, 0, "_A1+A1_x+A1.b+x.A1+A1b+\\A1"),
        ("1E5+1.5E+3+A1%+{1,2;3,4}", 1, 0, "1E5+1.5E+3+A2%+{1,2;3,4}"),
        ("A1#+@B1+A1.:.B9", 1, 0, "A2#+@B2+A2.:.B10"),
        ("_xlfn.LET(_xlpm.a1,A1,_xlpm.a1+1)", 1, 0, "_xlfn.LET(_xlpm.a1,A2,_xlpm.a1+1)"),
        ("A1/100%&TEXT(B1,\"0%\")", 1, 0, "A2/100%&TEXT(B2,\"0%\")"),
        ("IF(A1=\"%d\",#N/A,#DIV/0!)", 1, 0, "IF(A2=\"%d\",#N/A,#DIV/0!)"),
        ("B2\n+B3", 1, 0, "B3\n+B4"),
        ("Größe1+é1+A1", 1, 0, "Größe1+é1+A2"),
        ("a1+$b$2", 1, 0, "A2+$B$2"),
        ("A1:INDEX(B:B,C1)", 1, 0, "A2:INDEX(B:B,C2)"),
        ("no refs 50%", 1, 0, "no refs 50%"),
    ],
)  # fmt: skip
def test_references_move_and_nothing_else_does(text: str, rows: int, columns: int, moved: str) -> None:
    assert shift_text(text, rows, columns) == moved


def test_text_that_does_not_move_stays_as_it_is() -> None:
    assert shift_text("a1 + $b$2%", 0, 0) == "a1 + $b$2%"


def test_a_member_reads_as_its_master_moved_to_its_place() -> None:
    group = SharedGroup(0, "A1*2", 4, 1, None)
    assert member_text(group, 6, 2) == "B3*2"
    assert formula_text(SharedFormula(group, 2), 6) == "B3*2"


@given(
    st.lists(
        st.sampled_from(["A1", "$B2", "C$3", "$D$4", "AA10:AB20", "SUM(", ")", "+", '"A1"', "Sheet1!A1", "E:F", "5"]),
        min_size=1,
        max_size=8,
    ),
    st.integers(0, 50),
    st.integers(0, 50),
)
def test_moving_agrees_with_openpyxl(parts: list[str], rows: int, columns: int) -> None:
    text = "+".join(parts).replace("(+", "(").replace("+)", ")").replace("+++", "+")
    if text.count("(") != text.count(")"):
        return
    try:
        theirs = Translator("=" + text, "A1").translate_formula(row_delta=rows, col_delta=columns)
    except Exception:
        return
    assert "=" + shift_text(text, rows, columns) == theirs
