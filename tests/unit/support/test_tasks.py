"""Where the answer of a request stands, and what of a cell counts."""

from datetime import datetime

import openpyxl
import pytest
from support.tasks import Task, plain


@pytest.mark.parametrize(
    ("position", "cells"),
    [
        ("B2", ["One!B2"]),
        ("A1:A2", ["One!A1", "One!A2"]),
        ("'Two'!B2", ["Two!B2"]),
        ("'One!'A1:A2,'Two!'B1:C1", ["One!A1", "One!A2", "Two!B1", "Two!C1"]),
        ("'ورقة1'!A2", ["ورقة1!A2"]),
        ("'2024 plan'!A2", ["2024 plan!A2"]),
    ],
)
def test_a_position_is_read_however_its_sheet_is_quoted(position: str, cells: list[str]) -> None:
    book = openpyxl.Workbook()
    book.active.title = "One"
    for name in ("Two", "ورقة1", "2024 plan"):
        book.create_sheet(name)
    assert list(Task("1", position).cells(book)) == cells


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (0.125, 0.1249, True),
        (1, True, False),
        (1, "1", False),
        ("", None, True),
        (" ", None, False),
        (datetime(2024, 5, 31), datetime(2024, 5, 30, 23, 59, 59, 999999), True),
        (datetime(2024, 5, 31), datetime(2024, 5, 30), False),
    ],
)
def test_what_of_a_value_counts(one: object, other: object, same: bool) -> None:
    assert (plain(one) == plain(other)) is same


def test_a_value_that_no_rule_knows_is_not_passed_over() -> None:
    with pytest.raises(TypeError) as caught:
        plain(b"")
    assert str(caught.value) == "no rule compares b''"
