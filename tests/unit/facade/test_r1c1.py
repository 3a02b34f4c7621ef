"""Formulas in R1C1 notation: copies read alike, and all but cells stays as it is written."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from macrocell.facade.workbook.formula.precedent import VOLATILE
from macrocell.facade.workbook.formula.r1c1 import _read, r1c1_text
from macrocell.facade.workbook.formula.shared import shift_text
from support.effort import tries


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A1", "R[-4]C[-2]"),
        ("C5", "RC"),
        ("C6+D5", "R[1]C+RC[1]"),
        ("$C$5+C$5+$C5", "R5C3+R5C+RC3"),
        ("SUM(C1:C4)", "SUM(R[-4]C:R[-1]C)"),
        ("SUM(B4:A2)", "SUM(R[-1]C[-1]:R[-3]C[-2])"),
        ("SUM(A:A)", "SUM(C[-2])"),
        ("SUM($A:C,2:2,$1:5)", "SUM(C1:C,R[-3],R1:R)"),
        ("Data!A1*'In put'!$B$2", "Data!R[-4]C[-2]*'In put'!R2C2"),
        ("SUM('Jan:Mar'!C4)", "SUM('Jan:Mar'!R[-1]C)"),
        ("[1]Data!C4+1", "[1]Data!R[-1]C+1"),
        ("T[v]+T[[#This Row],[C4]]+C4", "T[v]+T[[#This Row],[C4]]+R[-1]C"),
        ('"C4 50%"&C4&rate_1&LOG10(C4)', '"C4 50%"&R[-1]C&rate_1&LOG10(R[-1]C)'),
        ("A01+XFE1+A1048577+TRUE", "A01+XFE1+A1048577+TRUE"),
        ("#REF!+Data!#REF!", "#REF!+Data!#REF!"),
        ("C4*1.05%+1E3", "R[-1]C*1.05%+1E3"),
        ("", ""),
    ],
)
def test_cells_are_told_from_the_formulas_own(text: str, expected: str) -> None:
    assert r1c1_text(text, 4, 2) == expected


PARTS = st.sampled_from(
    "A1 $A1 B$3 $A$1:B2 B3:$A1 SUM(A:A) ($A:C) 1:3 $2:5 2:2 D1!B2 'a1'!C3:D9 [1]S!A1 T[v1] LOG10(A1) x_1".split()
    + '"A1_5%" 5% 1.05 A1048577 A01 XFE1 #REF!'.split()
)
TEXTS = st.lists(PARTS, min_size=1, max_size=3).map("+".join)
DIGITS = st.lists(st.integers(0, 9), min_size=1, max_size=12)


@settings(max_examples=tries(300))
@given(text=TEXTS, digits=DIGITS, row0=st.integers(0, 12), col0=st.integers(0, 4))
@example(text="$2:5", digits=[5, 2], row0=1, col0=1)
def test_a_text_taken_apart_once_reads_as_token_by_token(text: str, digits: list[int], row0: int, col0: int) -> None:
    """Other numbers in the same text, so that the plan of the first serves the second."""
    fresh = iter(digits)
    other = re.sub(r"\d", lambda match: str(next(fresh, match[0])), text)
    for one in (text, other, text):
        assert r1c1_text(one, row0, col0) == _read(one, row0, col0)


@settings(max_examples=tries(200))
@given(
    text=st.lists(
        st.sampled_from(["C9", "$C9", "C$9", "$C$9:D12", "SUM(C:E)", "9:10", "'a 1'!D9", '"C9"', "7"]), min_size=1
    ).map("+".join),
    rows=st.integers(-5, 40),
    columns=st.integers(-2, 5),
)
def test_a_copy_reads_as_its_original(text: str, rows: int, columns: int) -> None:
    assert r1c1_text(shift_text(text, rows, columns), 20 + rows, 5 + columns) == r1c1_text(text, 20, 5)


def test_sheets_that_differ_in_a_number_are_told_apart() -> None:
    assert [r1c1_text(f"Week{week}!A{week}", week, 0) for week in range(1, 60)] == [
        f"Week{week}!R[-1]C" for week in range(1, 60)
    ]


def test_volatile_functions_are_those_that_excel_names() -> None:
    assert sorted(VOLATILE) == "CELL INDIRECT INFO NOW OFFSET RAND RANDARRAY RANDBETWEEN TODAY".split()
