"""Formulas of packages as text, what counts as one formula in two spellings, and which differences are new."""

import pytest
from support.formula_text import (
    Difference,
    formula_differences,
    formulas,
    name_differences,
    names,
    new_differences,
    normal,
)
from support.package.sample import BOOK, DATA, THIRD, pack, sample_parts


def with_formula(text: str) -> bytes:
    parts = sample_parts()
    return pack({**parts, THIRD: parts[THIRD].replace("Other!A1+1", text)})


def test_each_formula_is_told_by_sheet_and_cell_followers_moved_and_blocks_with_their_area() -> None:
    assert formulas(pack(sample_parts())) == {
        "Data": {"E2": "B2*2", "E3": "B3*2", "G2": "{B2:B3}G2:G3"},
        "Other": {},
        "It's 3": {"A1": "Other!A1+1"},
        "Spare": {},
    }


def test_a_follower_without_its_master_has_no_text() -> None:
    parts = sample_parts()
    parts[DATA] = parts[DATA].replace('<f t="shared" si="0"/>', '<f t="shared" si="1"/>')
    assert formulas(pack(parts))["Data"]["E3"] == ""


def test_bytes_that_are_no_package_have_no_formulas() -> None:
    assert formulas(b"nothing") == {}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("_xlfn.XLOOKUP(A1, B:B,C:C)", "xlookup(a1,B1:B1048576,C$1:C$1048576)"),
        ("SUM('Sheet1'!A1,'It''s'!B2)", "SUM(Sheet1!A1,'it''s'!B2)"),
        ("IF(TRUE(),1E2,.5)", "IF(TRUE,100,0.5)"),
        ("[0]!rate*1:3", "rate*$A1:$XFD3"),
        ("_xlfn._xlws.FILTER(A1:A2,B1:B2)", "FILTER(A1:A2,B1:B2)"),
    ],
)
def test_two_spellings_of_one_formula_are_equal(one: str, two: str) -> None:
    assert normal(one) == normal(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("A1", "$A1"),
        ("A1", "A2"),
        ('"a b"', '"ab"'),
        ('"A"', '"a"'),
        ("'a b'!A1", "ab!A1"),
        ("B1:B1048575", "B:B"),
        ("TRUE", "FALSE()"),
        ("1", "10"),
    ],
)
def test_two_formulas_are_not(one: str, two: str) -> None:
    assert normal(one) != normal(two)


def test_what_two_readers_have_otherwise_is_told() -> None:
    assert formula_differences(with_formula("A1+1"), with_formula("a2 + 1")) == [
        Difference("It's 3", "A1", "A1+1", "a2 + 1")
    ]


def test_a_constant_that_became_a_formula_is_not_told() -> None:
    parts = sample_parts()
    bare = pack({**parts, THIRD: parts[THIRD].replace("<f>Other!A1+1</f>", "")})
    assert formula_differences(bare, with_formula("TRUE()")) == []
    assert formula_differences(with_formula("TRUE()"), bare) == [Difference("It's 3", "A1", "TRUE()", "")]


def test_a_difference_that_only_moved_is_not_new() -> None:
    before = [Difference("S", "A1", "OLD(A1)+1", "NEW(A1)+1")]
    assert new_differences(before, [Difference("T", "A4", "OLD(B7)+1", "NEW(B7)+1")]) == []


def test_a_difference_of_references_alone_is_always_new() -> None:
    before = [Difference("S", "A1", "A1+1", "A2+1")]
    assert new_differences(before, before) == before


def test_names_are_told_with_their_sheet() -> None:
    assert names(pack(sample_parts())) == {
        "!total": "Data!$B$2:$B$4",
        "other!total": "'It''s 3'!$A$1",
        "other!_xlnm._filterdatabase": "Other!$A$1:$B$3",
    }


def test_a_name_that_another_reader_has_otherwise_is_told_and_one_it_leaves_out_is_not() -> None:
    parts = sample_parts()
    local = """<definedName name="total" localSheetId="1">'It''s 3'!$A$1</definedName>"""
    assert local in parts[BOOK]
    book = parts[BOOK].replace(local, "").replace("$B$2:$B$4", "$B$2:$B$5")
    assert name_differences(pack(parts), pack({**parts, BOOK: book})) == [
        Difference("(names)", "!total", "Data!$B$2:$B$4", "Data!$B$2:$B$5")
    ]
