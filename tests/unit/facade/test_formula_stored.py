"""Typed formulas in the words that files have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.formula.stored import UnstorableError, stored


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SUM(A1#)", "SUM(ANCHORARRAY(A1))"),
        ("$A$1#&B2#", "ANCHORARRAY($A$1)&ANCHORARRAY(B2)"),
        ("SUM('In put'!A1#*2)", "SUM(ANCHORARRAY('In put'!A1)*2)"),
        ("total#", "ANCHORARRAY(total)"),
        ("LET(x,1,x+y)", "LET(_xlpm.x,1,_xlpm.x+y)"),
        ("let(x, A1:A3, Y, x*2, SUM(X,y))", "let(_xlpm.x, A1:A3, _xlpm.Y, _xlpm.x*2, SUM(_xlpm.X,_xlpm.y))"),
        ("LAMBDA(x,x+1)(A1)", "LAMBDA(_xlpm.x,_xlpm.x+1)(A1)"),
        ("LET(f,LAMBDA(a,b,a+b),f(1,2))", "LET(_xlpm.f,LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b),_xlpm.f(1,2))"),
        ("MAP(A1:A3,LAMBDA(x,x*X))+x", "MAP(A1:A3,LAMBDA(_xlpm.x,_xlpm.x*_xlpm.X))+x"),
        ("LET(x,{1,2;3,4},x)", "LET(_xlpm.x,{1,2;3,4},_xlpm.x)"),
        ("LET(a,T[@v],b,2,a*b)", "LET(_xlpm.a,T[@v],_xlpm.b,2,_xlpm.a*_xlpm.b)"),
        ('LET(x,A1,"x"&x)', 'LET(_xlpm.x,A1,"x"&_xlpm.x)'),
        ("_xlfn.LET(_xlpm.x,1,_xlpm.x)", "_xlfn.LET(_xlpm.x,1,_xlpm.x)"),
        ("LET(x,1,LET(y,x,x+y))", "LET(_xlpm.x,1,LET(_xlpm.y,_xlpm.x,_xlpm.x+_xlpm.y))"),
    ],
)
def test_spilled_ranges_and_bound_names_are_spelled_as_in_files(text: str, expected: str) -> None:
    assert stored(text) == expected
    assert stored(expected) == expected


@pytest.mark.parametrize(
    "text", ['SUM(A1)&"#@"', "#REF!+1", "T[#All]", 'IF(A1="",#N/A,1)', "'a#b'!A1", "T[@a]", "x+LETTER(x,1)", "LET", "("]
)
def test_everything_else_stays(text: str) -> None:
    assert stored(text) == text


@pytest.mark.parametrize("text", ["5#", "(A1)#", "A1:A3#", "#", "@A1", "SUM(@A1:A3)", "A1##"])
def test_what_has_no_words_in_a_file_is_refused(text: str) -> None:
    if text == "#":
        assert stored(text) == text
        return
    with pytest.raises(UnstorableError):
        stored(text)


@given(st.text(alphabet="LET(),x1A#@LAMBDA{}\"'!:[] ", max_size=40))
def test_no_text_makes_it_fail_in_another_way(text: str) -> None:
    try:
        found = stored(text)
    except UnstorableError:
        return
    assert stored(found) == found
