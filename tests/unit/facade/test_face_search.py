"""Finding and replacing."""

import datetime as dt
from typing import Any

import pytest
from macrocell.facade.errors import ArgumentError, CellValueError, FacadeError
from macrocell.facade.value import CellError
from macrocell.facade.workbook.face import Sheet, Workbook
from support.faces import blank


def book() -> tuple[Workbook, Sheet]:
    """Data: A1:B4 of text, numbers, a truth value, an error, a date and a formula; Other: A1."""
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:B4"].values = [
        ["Bolt M8", "bolt"],
        [12, 1.2],
        [True, CellError("#N/A")],
        [dt.date(2024, 5, 31), "a.b"],
    ]
    sheet["A5"].formula = "=SUM(A2)&bolt"
    workbook.add_sheet("Other")["A1"].value = "no bolt"
    return workbook, sheet


def addresses(cells: Any) -> list[str]:
    assert type(cells) is list
    return [f"{cell.sheet.name}!{cell.address}" for cell in cells]


def refused(kind: type[FacadeError], call: Any) -> tuple[str, str | None]:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(
    ("pattern", "more", "wanted"),
    [
        ("bolt", {}, ["A1", "B1"]),
        ("bolt", {"whole": True}, ["B1"]),
        ("bolt", {"case": True}, ["B1"]),
        ("bolt", {"in_formulas": True}, ["A1", "B1", "A5"]),
        ("=SUM", {"in_formulas": True}, ["A5"]),
        ("a.b", {}, ["B4"]),
        ("^b.*t$", {"regex": True}, ["B1"]),
        (r"[A-Z]\d", {"regex": True, "case": True}, ["A1"]),
        ("b", {"regex": True, "whole": True}, []),
        ("2", {}, ["A2", "B2", "A4"]),
        ("12", {"whole": True}, ["A2"]),
        ("1.2", {}, ["B2"]),
        (12, {}, ["A2"]),
        (12.0, {}, ["A2"]),
        (1, {}, []),
        (True, {}, ["A3"]),
        ("true", {}, ["A3"]),
        ("#N/A", {}, ["B3"]),
        ("2024-05", {}, ["A4"]),
        ("nowhere", {}, []),
    ],
)
def test_cells_that_hold_it_are_found_row_after_row(pattern: Any, more: Any, wanted: list[str]) -> None:
    _, sheet = book()
    assert addresses(sheet.find(pattern, **more)) == [f"Data!{address}" for address in wanted]


def test_a_range_finds_in_itself_and_a_workbook_in_all_sheets() -> None:
    workbook, sheet = book()
    assert addresses(sheet["B1:B9"].find("bolt")) == ["Data!B1"]
    assert addresses(sheet["D1:F9"].find("bolt")) == []
    assert addresses(workbook.find("bolt")) == ["Data!A1", "Data!B1", "Other!A1"]
    assert workbook.find("bolt")[0] == sheet["A1"]


def test_text_is_replaced_wherever_it_stands_in_a_text() -> None:
    workbook, sheet = book()
    assert sheet.replace("bolt", "nut") is sheet
    assert sheet["A1:B2"].values == [["nut M8", "nut"], [12, 1.2]]
    assert sheet["A5"].formula == "=SUM(A2)&bolt"
    assert workbook["Other"]["A1"].value == "no bolt"
    assert workbook.replace("BOLT", "nut", case=True) is workbook
    assert workbook["Other"]["A1"].value == "no bolt"
    workbook.replace("bolt", "nut", in_formulas=True)
    assert (sheet["A5"].formula, workbook["Other"]["A1"].value) == ("=SUM(A2)&nut", "no nut")


def test_patterns_replace_with_their_groups() -> None:
    _, sheet = book()
    area = sheet["A1:B1"]
    assert area.replace(r"(\w+) M(\d)", r"M\2 \1", regex=True) is area
    assert sheet["A1"].value == "M8 Bolt"
    sheet.replace(r"b(?P<rest>.*)", r"\g<rest>", regex=True, whole=True)
    assert sheet["B1"].value == "olt"
    sheet.replace("a.b", r"\1", whole=True)
    assert sheet["B4"].value == r"\1"


def test_whole_cells_take_any_value() -> None:
    _, sheet = book()
    sheet.replace("bolt", dt.date(2024, 1, 1), whole=True)
    assert sheet["B1"].value == dt.datetime(2024, 1, 1)
    sheet.replace(12, None)
    sheet.replace(True, False)
    sheet.replace("#N/A", 0, whole=True)
    assert sheet["A2:B3"].values == [[None, 1.2], [False, 0]]


def test_text_that_comes_of_it_stays_text() -> None:
    _, sheet = book()
    sheet.replace("bolt", "=1+1", whole=True)
    assert (sheet["B1"].value, sheet["B1"].formula) == ("=1+1", None)


def test_wrong_arguments_are_told_and_nothing_is_written() -> None:
    _, sheet = book()
    assert refused(ArgumentError, lambda: sheet.find("")) == (
        "there is nothing to look for in an empty text",
        "a blank cell has the value None",
    )
    assert refused(ArgumentError, lambda: sheet.find(None)) == (
        "find takes text or a number, not NoneType",
        "write str(value); a pattern is text, with regex=True",
    )
    assert refused(ArgumentError, lambda: sheet.find("(", regex=True)) == (
        "the pattern is no regular expression: missing ), unterminated subpattern at position 0",
        "leave regex=True out to find plain text",
    )
    assert refused(ArgumentError, lambda: sheet.find("a", whole=1)) == (
        "whole is True or False, not int",
        "write whole=True",
    )
    assert refused(ArgumentError, lambda: sheet.find("a" * 10_001)) == (
        "a pattern has at most 10,000 characters, this one 10,001",
        None,
    )
    assert refused(ArgumentError, lambda: sheet.replace("bolt", 5)) == (
        "a part of a text is replaced by text, not int",
        "whole=True replaces cells that are this text, by any value",
    )
    assert refused(ArgumentError, lambda: sheet.replace("bolt", r"\9", regex=True)) == (
        "the replacement does not fit the pattern: invalid group reference 9 at position 1",
        r"write groups as \1 or \g<name>",
    )
    assert refused(CellValueError, lambda: sheet.replace("o", "x" * 32_767)) == (
        "A1: a cell holds at most 32,767 characters, this text has 32,773",
        "shorten or split it",
    )
    assert refused(CellValueError, lambda: sheet.replace("SUM(", "SUM((", in_formulas=True)) == (
        "A5: the brackets of the formula do not match: 2 ( and 1 )",
        "complete the formula, or store the text as it is with set_text",
    )
    assert sheet["A1:B1"].values == [["Bolt M8", "bolt"]]
