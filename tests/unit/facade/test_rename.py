"""Sheet renames in formula text, and the tokens they stand on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.workbook.formula.rename import rename_in_formula
from macrocell.facade.workbook.formula.sheet_prefix import needs_quotes, read_prefix, write_prefix
from macrocell.facade.workbook.formula.token import Kind, tokens


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind.name, token.text) for token in tokens(text) if token.kind is not Kind.OTHER]


class TestTokens:
    @given(st.text(alphabet="AB1$:!'\"[]#(),.+ SheetR|@{}é表\\_?", max_size=40))
    def test_any_text_is_cut_without_gaps(self, text: str) -> None:
        assert "".join(token.text for token in tokens(text)) == text

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Sheet1!A1:Sheet1!B2", [("PREFIX", "Sheet1!"), ("CELL", "A1"), ("PREFIX", "Sheet1!"), ("CELL", "B2")]),
            ("A1:Sheet1!B2", [("CELL", "A1"), ("PREFIX", "Sheet1!"), ("CELL", "B2")]),
            ("Jan:Dec!$B$2", [("PREFIX", "Jan:Dec!"), ("CELL", "$B$2")]),
            ("'C:\\x\\[b.xlsx]S'!A1", [("PREFIX", "'C:\\x\\[b.xlsx]S'!"), ("CELL", "A1")]),
            ("[1]S!A:C", [("PREFIX", "[1]S!"), ("COLUMNS", "A:C")]),
            ("[1]!Name", [("PREFIX", "[1]!"), ("NAME", "Name")]),
            ("T[[#This Row],[a'[b]:[c]]", [("STRUCTURED", "T[[#This Row],[a'[b]:[c]]")]),
            ("SUM(1:3)", [("FUNCTION", "SUM"), ("ROWS", "1:3")]),
            ("LOG10(A1#)", [("FUNCTION", "LOG10"), ("CELL", "A1")]),
            ('"a""!b"&S!#REF!', [("STRING", '"a""!b"'), ("PREFIX", "S!"), ("ERROR", "#REF!")]),
            ("1.5E+3+.5", [("NUMBER", "1.5E+3"), ("NUMBER", ".5")]),
        ],
    )
    def test_kinds(self, text: str, expected: list[tuple[str, str]]) -> None:
        assert kinds(text) == expected


class TestQuotes:
    @pytest.mark.parametrize("name", ["Data", "Sheet.1", "_x", "Sales2024", "RC_", "Cost", "XFDE1"])
    def test_bare(self, name: str) -> None:
        assert needs_quotes(name) is False

    @pytest.mark.parametrize(
        "name",
        [
            "In put",
            "Bob's",
            "表",
            "😀",
            "R1C1",
            "rc",
            "R",
            "c",
            "C5",
            "R12",
            "Q1",
            "A1",
            "XFD1048576",
            "2024",
            "a-b",
            "TRUE",
            ".a",
        ],
    )
    def test_quoted(self, name: str) -> None:
        assert needs_quotes(name) is True

    @given(st.text(st.characters(exclude_characters="[]:*?/\\"), min_size=1, max_size=31))
    def test_what_is_written_is_read_back(self, name: str) -> None:
        prefix = write_prefix(name, name)
        assert read_prefix(prefix) == ("", name, name)
        assert [token.kind for token in tokens(prefix + "A1")] == [Kind.PREFIX, Kind.CELL]


class TestRename:
    @pytest.mark.parametrize(
        ("text", "old", "new", "expected"),
        [
            ("Inputs!A1", "Inputs", "In put", "'In put'!A1"),
            ("'In put'!$A$1", "In put", "Inputs", "Inputs!$A$1"),
            ("inputs!A1+INPUTS!B1", "Inputs", "X", "X!A1+X!B1"),
            ("'Bob''s'!A1", "Bob's", "Ann's 表", "'Ann''s 表'!A1"),
            ("Data!A1", "Data", "R1C1", "'R1C1'!A1"),
            ("Data!A1", "Data", "Q1", "'Q1'!A1"),
            ("Data!A1", "Data", "2024", "'2024'!A1"),
            ("Data!A1", "Data", "😀", "'😀'!A1"),
            ("SUM(Sheet1:Sheet3!A1)", "Sheet3", "Z z", "SUM('Sheet1:Z z'!A1)"),
            ("SUM('Sheet1:Sheet 3'!A1)", "Sheet 3", "S3x", "SUM(Sheet1:S3x!A1)"),
            ('INDIRECT("Data!A1")&Data!A1', "Data", "X", 'INDIRECT("Data!A1")&X!A1'),
            ("[1]Data!A1+'[b.xlsx]Data'!A1+Data!A1", "Data", "X", "[1]Data!A1+'[b.xlsx]Data'!A1+X!A1"),
            ("'Q3 SALES'!A1+SALES!A1", "SALES", "S", "'Q3 SALES'!A1+'S'!A1".replace("'S'", "S")),
            ("Data!A1:Data!B2", "Data", "D d", "'D d'!A1:'D d'!B2"),
            ("'Data'!A1+Other!A1", "Other", "X", "'Data'!A1+X!A1"),
            ("(Data!$A$1:$A$3,Data!$C$1)", "Data", "a b", "('a b'!$A$1:$A$3,'a b'!$C$1)"),
            ("=Data!A1", "Data", "X", "=X!A1"),
            ("Data!total*2", "Data", "X", "X!total*2"),
            ("Database!A1", "Data", "X", "Database!A1"),
            ("T[Data!x]", "Data", "X", "T[Data!x]"),
            ("", "Data", "X", ""),
        ],
    )
    def test_references_follow_and_nothing_else_does(self, text: str, old: str, new: str, expected: str) -> None:
        assert rename_in_formula(text, [(old, new)]) == expected

    def test_pairs_are_applied_one_after_another(self) -> None:
        assert rename_in_formula("A_!A1+B_!A1", [("A_", "C_"), ("B_", "A_"), ("C_", "B_")]) == "B_!A1+A_!A1"
