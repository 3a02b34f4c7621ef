"""What people saw go wrong in cells when rows came and went, through the public interface. Ids: the list's."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine
from macrocell.facade.workbook.xlsx.check import check_package
from openpyxl.formatting.rule import FormulaRule
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

NAMES = ["Q3 SALES", "SALES", "Bob's 表 😀", "R1C1", "RC1", "Q1"]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


def formulas_after(engine: Engine, book: Any, macro: str, tmp_path: Path) -> tuple[list[list[Any]], Any]:
    """(the formulas of sheet O's used range in the live workbook, what openpyxl reads of the saved file)."""
    path = tmp_path / "book.xlsx"
    book.save(path)
    with engine.open(path) as runtime:
        outcome = runtime.execute(f"{macro}\nreturn workbook['O'].used_range.formulas", mode="write")
        assert outcome.error is None
        data = runtime.save(tmp_path / "out.xlsx").read_bytes()
    assert check_package(data) == check_package(path.read_bytes())
    return outcome.value, openpyxl.load_workbook(io.BytesIO(data))


def texts(sheet: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in sheet]


def book_of(formulas: list[str]) -> Any:
    """Sheets S, with A1:A5 1 to 5 and their sum in A6, and O with the formulas."""
    book = openpyxl.Workbook()
    book.active.title = "S"
    for row in range(1, 6):
        book.active[f"A{row}"] = row
    book.active["A6"] = "=SUM(A1:A5)"
    other = book.create_sheet("O")
    for row, text in enumerate(formulas, 1):
        other[f"A{row}"] = text
    return book


def test_s01_an_inserted_row_moves_formulas_on_every_sheet_names_and_rules(engine: Engine, tmp_path: Path) -> None:
    book = book_of(["=S!A6", "=SUM(S!$A$1:$A$5)"])
    sheet = book["S"]
    book.defined_names["tot"] = DefinedName("tot", attr_text="S!$A$6")
    sheet.conditional_formatting.add("A5", FormulaRule(formula=["A5>1"]))
    validation = DataValidation(type="list", formula1="$A$1:$A$5")
    validation.add("B2:B4")
    sheet.add_data_validation(validation)
    live, saved = formulas_after(engine, book, "workbook['S'].insert_rows(2)", tmp_path)
    assert live == texts(saved["O"]) == [["=S!A7"], ["=SUM(S!$A$1:$A$6)"]]
    assert saved["S"]["A7"].value == "=SUM(A1:A6)"
    assert saved.defined_names["tot"].attr_text == "S!$A$7"
    rules = saved["S"].conditional_formatting
    assert [(str(one.sqref), [rule.formula for rule in one.rules]) for one in rules] == [("A6", [["A6>1"]])]
    kept = saved["S"].data_validations.dataValidation
    assert [(str(one.sqref), one.formula1) for one in kept] == [("B3:B5", "$A$1:$A$6")]


def test_s02_merges_below_move_and_those_across_grow_and_come_apart_again(engine: Engine, tmp_path: Path) -> None:
    book = book_of(["=S!B5"])
    sheet = book["S"]
    sheet["B5"], sheet["D2"] = "b", "d"
    sheet.merge_cells("B5:C5")
    sheet.merge_cells("D2:D4")
    _, saved = formulas_after(engine, book, "workbook['S'].insert_rows(3)", tmp_path)
    assert sorted(map(str, saved["S"].merged_cells.ranges)) == ["B6:C6", "D2:D5"]
    apart = "s = workbook['S']\ns.insert_rows(3)\nfor m in list(s.merged_cells.ranges): s.unmerge_cells(str(m))"
    (tmp_path / "out.xlsx").unlink()
    live, saved = formulas_after(engine, book, apart, tmp_path)
    assert live == [["=S!B6"]]
    assert saved["S"].merged_cells.ranges == set()
    assert [saved["S"][cell].value for cell in ("B6", "C6", "D2", "D3", "D4", "D5")] == [
        "b",
        None,
        "d",
        None,
        None,
        None,
    ]


RANGES = [
    "=SUM(S!A1:A5)",
    "=S!A3",
    "=SUM(INDEX(S!A:A,1):INDEX(S!A:A,3))",
    "=SUM(INDEX(S!A:A,1):S!A5)",
    "=SUM(S!A2:INDEX(S!A:A,5))",
    "=SUM(OFFSET(S!A1,1,0):S!A5)",
    "=SUM(S!A3:A3)",
    "=SUM(S!A2:A4 S!A3:A5)",
]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (
            "delete_rows(3)",
            [
                "=SUM(S!A1:A4)",
                "=S!#REF!",
                "=SUM(INDEX(S!A:A,1):INDEX(S!A:A,3))",
                "=SUM(INDEX(S!A:A,1):S!A4)",
                "=SUM(S!A2:INDEX(S!A:A,5))",
                "=SUM(OFFSET(S!A1,1,0):S!A4)",
                "=SUM(S!#REF!)",
                "=SUM(S!A2:A3 S!A3:A4)",
            ],
        ),
        (
            "insert_rows(3)",
            [
                "=SUM(S!A1:A6)",
                "=S!A4",
                "=SUM(INDEX(S!A:A,1):INDEX(S!A:A,3))",
                "=SUM(INDEX(S!A:A,1):S!A6)",
                "=SUM(S!A2:INDEX(S!A:A,5))",
                "=SUM(OFFSET(S!A1,1,0):S!A6)",
                "=SUM(S!A4:A4)",
                "=SUM(S!A2:A5 S!A4:A6)",
            ],
        ),
    ],
)
def test_s04_ranges_shrink_or_are_lost_and_range_operators_stay(
    engine: Engine, tmp_path: Path, edit: str, expected: list[str]
) -> None:
    live, saved = formulas_after(engine, book_of(RANGES), f"workbook['S'].{edit}", tmp_path)
    assert live == texts(saved["O"]) == [[text] for text in expected]


def quoted(name: str) -> str:
    return name if name == "SALES" else "'" + name.replace("'", "''") + "'"


@pytest.mark.parametrize("renamed", NAMES)
def test_d11_rows_inserted_in_sheets_of_hard_names_and_one_renamed(
    engine: Engine, tmp_path: Path, renamed: str
) -> None:
    book = openpyxl.Workbook()
    book.active.title = "O"
    for row, name in enumerate(NAMES, 1):
        book.create_sheet(name)["B1"] = "=SALES!A2+'Q3 SALES'!A3"
        book["O"][f"A{row}"] = f"={quoted(name)}!A1"
        book["O"][f"B{row}"] = f"=SUM({quoted(name)}!A1:A5)"
    macro = f'for name in {NAMES!r}:\n    workbook[name].insert_rows(2)\nworkbook[{renamed!r}].name = "RC2 x\'s"'
    live, saved = formulas_after(engine, book, macro, tmp_path)
    now = ["'RC2 x''s'" if name == renamed else quoted(name) for name in NAMES]
    assert live == texts(saved["O"]) == [[f"={name}!A1", f"=SUM({name}!A1:A6)"] for name in now]
    assert {saved[sheet]["B1"].value for sheet in saved.sheetnames[1:]} == {f"={now[1]}!A3+{now[0]}!A4"}
    assert saved.sheetnames == ["O", *("RC2 x's" if name == renamed else name for name in NAMES)]
