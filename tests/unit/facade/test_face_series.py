"""What autofill goes on with."""

import datetime as dt
from typing import Any

import pytest
from macrocell.facade.errors import ShapeError
from support.faces import blank

DAY = dt.datetime(2024, 1, 31)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([1, 2], [3, 4, 5]),
        ([10, 7], [4, 1, -2]),
        ([1, 3, 5], [7, 9, 11]),
        ([0.1, 0.2], [0.3, 0.4, 0.5]),
        ([5], [5, 5, 5]),
        ([1, 2, 4], [1, 2, 4]),
        (["text"], ["text"] * 3),
        (["a", "b"], ["a", "b", "a"]),
        ([True], [True] * 3),
        (["Item 1"], ["Item 2", "Item 3", "Item 4"]),
        (["Item 1", "Item 3"], ["Item 5", "Item 7", "Item 9"]),
        (["A008"], ["A009", "A010", "A011"]),
        (["Item 3", "Item 2"], ["Item 1", "Item 0", "Item 1"]),
        (["Q3"], ["Q4", "Q1", "Q2"]),
        (["Mon"], ["Tue", "Wed", "Thu"]),
        (["monday", "wednesday"], ["friday", "sunday", "tuesday"]),
        (["NOV"], ["DEC", "JAN", "FEB"]),
        (["April", "May"], ["June", "July", "August"]),
        (["Apr", "May"], ["Jun", "Jul", "Aug"]),
        (["Jan", "Apr"], ["Jul", "Oct", "Jan"]),
        (["x", 1, 2], ["x", 3, 4]),
        (["Mon", 1], ["Tue", 1, "Wed"]),
        ([None, 1], [None, 1, None]),
        ([dt.datetime(2024, 2, 28)], [dt.datetime(2024, 2, 29), dt.datetime(2024, 3, 1), dt.datetime(2024, 3, 2)]),
        ([dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 8)], [dt.datetime(2024, 1, day) for day in (15, 22, 29)]),
        ([DAY, dt.datetime(2024, 2, 29)], [dt.datetime(2024, *last) for last in ((3, 31), (4, 30), (5, 31))]),
        ([dt.datetime(2023, 5, 5), dt.datetime(2024, 5, 5)], [dt.datetime(year, 5, 5) for year in (2025, 2026, 2027)]),
    ],
)
def test_a_series_goes_on_in_every_direction_alike(given: list[Any], wanted: list[Any]) -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    size = len(given)
    sheet.range(3, 3, size, 1).values = [[value] for value in given]
    target = sheet.range(3, 3, size + 3, 1)
    assert sheet.range(3, 3, size, 1).autofill(target) == target
    assert [row[0] for row in target.values] == [*given, *wanted]
    sheet.range(30, 3, 1, size).values = [given]
    across = sheet.range(30, 3, 1, size).autofill(sheet.range(30, 3, 1, size + 3))
    assert across.values == [[*given, *wanted]]


def test_a_series_goes_backwards_too() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["C5:C6"].values = [[10], [12]]
    sheet["C5:C6"].autofill("C2:C6")
    assert sheet["C2:C6"].values == [[4], [6], [8], [10], [12]]
    sheet["F1"].value = "Mon"
    sheet["F1"].autofill("D1:F1")
    assert sheet["D1:F1"].values == [["Sat", "Sun", "Mon"]]


def test_formulas_shift_and_formats_repeat() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:A2"].formulas = [["=B1+$C$1"], ["=B2*2"]]
    sheet["A1"].number_format = "0%"
    sheet["A1:A2"].autofill("A1:A5")
    assert sheet["A1:A5"].formulas == [["=B1+$C$1"], ["=B2*2"], ["=B3+$C$1"], ["=B4*2"], ["=B5+$C$1"]]
    assert [cell.number_format for cell in sheet["A1:A5"].cells] == ["0%", "General", "0%", "General", "0%"]
    assert sheet["A1:A5"].autofill("A1:B5").formulas[4] == ["=B5+$C$1", "=C5+$C$1"]


def test_a_target_that_does_not_go_on_in_one_direction_is_told() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    workbook.add_sheet("Other")
    for target in ("B1:B9", "A1:B9", "A2:A9", "Other!A1:A9"):
        with pytest.raises(ShapeError) as caught:
            sheet["A1:A2"].autofill(target)
        assert str(caught.value) == (
            f"autofill goes from A1:A2 on in one direction, and {target.rpartition('!')[2]} does not hold it so"
        )
        assert caught.value.hint == 'name source and new cells together: sheet["A1:A2"].autofill("A1:A10")'
