"""Rows sorted by keys."""

import itertools
import random
from typing import Any

import pytest
from macrocell.facade.errors import ArgumentError, FacadeError, NotComputedError, StructureError
from macrocell.facade.value import CellError
from macrocell.facade.workbook.face import Sheet
from support.faces import blank, filled


def table() -> Sheet:
    """A1:C5 with the headers Name, Qty, Total; the totals are formulas of their row."""
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:B5"].values = [["Name", "Qty"], ["nut", 7], ["Bolt", 3], ["nail", None], ["bolt", 5]]
    sheet["C1"].value = "Total"
    sheet["C2:C5"].formulas = [[f"=B{row}*2+$E$1+D{row - 1}"] for row in range(2, 6)]
    return sheet


def refused(kind: type[FacadeError], sheet: Sheet, *args: Any, **more: Any) -> tuple[str, str | None]:
    with pytest.raises(kind) as caught:
        sheet["A1:C5"].sort(*args, **more)
    return str(caught.value), caught.value.hint


def names(sheet: Sheet) -> list[Any]:
    return [row[0] for row in sheet["A2:A5"].values]


@pytest.mark.parametrize(
    ("by", "more", "wanted"),
    [
        ("A", {"headers": True}, ["Bolt", "bolt", "nail", "nut"]),
        (1, {"headers": True}, ["Bolt", "bolt", "nail", "nut"]),
        ("name", {}, ["Bolt", "bolt", "nail", "nut"]),
        ("Qty", {}, ["Bolt", "bolt", "nut", "nail"]),
        ("Qty", {"descending": True}, ["nut", "bolt", "Bolt", "nail"]),
        (("Qty", "desc"), {}, ["nut", "bolt", "Bolt", "nail"]),
        (["Name", ("Qty", "desc")], {}, ["bolt", "Bolt", "nail", "nut"]),
        ([("A", "descending"), ("B", "ascending")], {"headers": True}, ["nut", "nail", "Bolt", "bolt"]),
        (("A", "B"), {"headers": True}, ["Bolt", "bolt", "nail", "nut"]),
    ],
)
def test_keys_are_letters_numbers_or_headers_each_with_an_order(by: Any, more: Any, wanted: list[str]) -> None:
    sheet = table()
    area = sheet["A1:C5"]
    assert area.sort(by, **more) is area
    assert sheet["A1:C1"].values == [["Name", "Qty", "Total"]]
    assert names(sheet) == wanted


def test_formulas_shift_as_copies_do_and_references_to_the_rows_stay() -> None:
    sheet = table()
    sheet["F1"].formula = "=A2"
    sheet["A1"].number_format = "@"
    sheet["A3"].number_format = "0%"
    sheet["A1:C5"].sort("Name")
    assert sheet["C2:C5"].formulas == [
        ["=B2*2+$E$1+D1"],
        ["=B3*2+$E$1+D2"],
        ["=B4*2+$E$1+D3"],
        ["=B5*2+$E$1+D4"],
    ]
    assert (sheet["F1"].formula, sheet["A2"].number_format, sheet["A3"].number_format) == ("=A2", "0%", "General")


def test_values_have_excels_order_and_blanks_come_last_either_way() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    wanted = [-1, 2.5, 10, "", "a", "B", "c", False, True, CellError("#N/A"), None]
    for seed in range(20):
        mixed = random.Random(seed).sample(wanted, len(wanted))
        sheet["A1:A11"].values = [[value] for value in mixed]
        assert [row[0] for row in sheet["A1:A11"].sort("A").values] == wanted
        falling = [row[0] for row in sheet["A1:A11"].sort("A", descending=True).values]
        assert falling == [*reversed(wanted[:-1]), None]


def test_equal_rows_keep_their_order_whatever_the_direction() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    for keys in itertools.product([1, 2], repeat=4):
        for descending in (False, True):
            sheet["A1:B4"].values = [[key, place] for place, key in enumerate(keys)]
            rows = sheet["A1:B4"].sort("A", descending=descending).values
            assert rows == sorted(
                ([key, place] for place, key in enumerate(keys)), key=lambda row: row[0] * (1 - 2 * descending)
            )


def test_whole_columns_are_sorted_down_to_the_last_content() -> None:
    sheet = table()
    sheet.range("A:B").sort("Qty")
    assert names(sheet) == ["Bolt", "bolt", "nut", "nail"]


def test_what_is_sorted_already_is_no_change() -> None:
    session, workbook = filled()
    workbook["Data"]["A1:A5"].sort("A")
    assert session.changed is False


def test_wrong_keys_are_told_with_what_there_is() -> None:
    sheet = table()
    example = 'write sort("B"), sort(2), sort("Price", headers=True) or sort([("B", "desc"), "A"])'
    assert refused(ArgumentError, sheet, "Price") == (
        "no column of A1:C5 is headed 'Price'",
        "its first row holds 'Name', 'Qty', 'Total'",
    )
    assert refused(ArgumentError, sheet, "Name", headers=False) == (
        "no column of A1:C5 is headed 'Name'",
        "leave headers=False out, and the first row is looked at for it",
    )
    columns = "columns count as those of the sheet: A to C, or 1 to 3"
    assert refused(ArgumentError, sheet, "D") == ("'D' is no column of A1:C5", columns)
    assert refused(ArgumentError, sheet, 0) == ("0 is no column of A1:C5", columns)
    assert refused(ArgumentError, sheet, []) == ("sort takes at least one column", example)
    assert refused(ArgumentError, sheet, [("A", "up")]) == (
        'a key with its order is a pair such as ("B", "desc")',
        example,
    )
    assert refused(ArgumentError, sheet, lambda row: row) == ("sort takes a list, not function", None)
    assert refused(ArgumentError, sheet, [1.5]) == (
        "sort takes columns by letter, number or header, not float",
        example,
    )
    assert refused(ArgumentError, sheet, "A", descending=1) == ("descending is True or False, not int", example)
    assert refused(ArgumentError, sheet, "A", headers="yes") == ("headers is True or False, not str", example)
    assert names(sheet) == ["nut", "Bolt", "nail", "bolt"]


def test_a_key_whose_value_is_not_known_is_told() -> None:
    sheet = table()
    sheet["E1"].value = "=RAND()"
    assert refused(NotComputedError, sheet, "Total") == (
        "C2: the value of its formula is not known; rows are sorted by values",
        "sort by another column, or write values in place of the formulas first",
    )


def test_rows_are_sorted_by_what_formulas_give_now() -> None:
    sheet = table()
    sheet["E1"].value = 1
    assert [row[0] for row in sheet["C2:C5"].values] == [15, 7, 1, 11]
    sheet["B2"].value = 4
    sheet["A1:C5"].sort("Total")
    assert names(sheet) == ["nail", "Bolt", "nut", "bolt"]


def test_merged_ranges_and_blocks_are_in_the_way() -> None:
    sheet = table()
    sheet.merge("A4:B4")
    assert refused(StructureError, sheet, "Name") == (
        "Data!A4:B4 is a merged range, which cannot be sorted",
        'Unmerge it first: sheet.unmerge("A4:B4").',
    )
    _, workbook = filled()
    with pytest.raises(StructureError) as caught:
        workbook["Data"]["A1:C5"].sort("A", descending=True)
    assert str(caught.value) == "Data!C1:C2 is an array formula or data table, which cannot be sorted"
