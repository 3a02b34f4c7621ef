"""Formulas that spill, written by a macro: what it reads of them while it writes on."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.errors import BlockError
from macrocell.facade.workbook.session import Session
from support.faces import blank


def numbers() -> tuple[Session, Any]:
    """5, 1, 7 and 2 in A1:A4."""
    session, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:A4"].values = [[5], [1], [7], [2]]
    return session, sheet


def column(sheet: Any, ref: str) -> list[Any]:
    return [value for (value,) in sheet[ref].values]


def test_what_was_read_before_follows_a_formula_that_comes_changes_and_goes() -> None:
    session, sheet = numbers()
    sheet["K1"] = "=D3"
    sheet["L1"] = "=SUM(D1:D9)"
    assert (sheet["K1"].value, sheet["L1"].value) == (0, 0)
    sheet["D1"] = "=SORT(A1:A4)"
    assert (sheet["K1"].value, sheet["L1"].value, column(sheet, "D1:D5")) == (5, 15, [1, 2, 5, 7, None])
    assert [sheet[name].state for name in ("D1", "D4", "D5")] == ["computed", "computed", "constant"]
    sheet["D1"] = "=A1:A2*2"
    assert (sheet["K1"].value, sheet["L1"].value, column(sheet, "D1:D5")) == (0, 12, [10, 2, None, None, None])
    sheet["D1"] = 3
    assert (sheet["K1"].value, sheet["L1"].value, column(sheet, "D1:D5")) == (0, 3, [3, None, None, None, None])
    assert session.model.sheets[0].blocks == []
    sheet["D1"] = "=SORT(A1:A4)"
    assert (sheet["K1"].value, column(sheet, "D1:D5")) == (5, [1, 2, 5, 7, None])
    sheet["D1"].clear()
    assert (sheet["K1"].value, sheet["L1"].value, column(sheet, "D1:D5")) == (0, 0, [None] * 5)


def test_two_dimensions_leave_nothing_behind_when_they_go() -> None:
    _, sheet = numbers()
    sheet["D1"] = "=SEQUENCE(2,3)"
    sheet["H1"] = "=SUM(D1:F2)"
    assert (sheet["D1:F2"].values, sheet["H1"].value) == ([[1, 2, 3], [4, 5, 6]], 21)
    sheet["D1"] = "x"
    assert (sheet["D1:F2"].values, sheet["H1"].value) == ([["x", None, None], [None, None, None]], 0)


def test_rows_inserted_into_what_is_spilled_do_not_cut_it() -> None:
    _, sheet = numbers()
    sheet["D1"] = "=SORT(A1:A4,1,-1)"
    sheet["F1"] = "=D1#*10"
    assert column(sheet, "F1:F5") == [70, 50, 20, 10, None]
    sheet.insert_rows(3)
    assert (sheet["D1"].formula, column(sheet, "D1:D4")) == ("=SORT(A1:A5,1,-1)", [7, 5, 2, 1])
    sheet["A3"] = 100
    assert column(sheet, "D1:D6") == [100, 7, 5, 2, 1, None]
    assert column(sheet, "F1:F6") == [1000, 70, 50, 20, 10, None]
    sheet.insert_rows(1)
    assert (sheet["D2"].formula, sheet["F2"].formula) == ("=SORT(A2:A6,1,-1)", "=ANCHORARRAY(D2)*10")
    sheet.delete_rows(2)
    assert column(sheet, "D1:D5") == [None] * 5


def test_spilled_cells_count_as_used() -> None:
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["B2"] = "=SEQUENCE(3,2)"
    assert (sheet.used_range.address, sheet.max_row, sheet.max_column) == ("B2:C4", 4, 3)
    assert list(sheet.iter_rows(min_row=2, min_col=2, values_only=True)) == [(1, 2), (3, 4), (5, 6)]
    assert sheet["B"][-1].value == 5
    sheet.append(["x"])
    assert (sheet["A5"].value, sheet["B2:C4"].values) == ("x", [[1, 2], [3, 4], [5, 6]])
    sheet["B2"] = "=SEQUENCE(2)"
    assert sheet.used_range.address == "A2:B5"


def test_formulas_that_may_spill_are_copied_filled_moved_and_sorted_like_others() -> None:
    session, sheet = numbers()
    sheet["D1"] = "=SORT(A1:A2)"
    sheet["D1:D2"].copy_to("E3")
    assert (sheet["E3"].formula, column(sheet, "E3:E4")) == ("=SORT(B3:B4)", [0, 0])
    sheet["D1"].move_to("D10")
    assert (sheet["D10"].formula, column(sheet, "D10:D11"), column(sheet, "D1:D2")) == (
        "=SORT(A1:A2)", [1, 5], [None, None]
    )  # fmt: skip
    sheet["B1"] = "=SUM((A$1:A$4>A1)*1)"
    sheet["B1:B4"].fill_down()
    assert column(sheet, "B1:B4") == [1, 3, 0, 2]
    sheet["A1:B4"].sort("B", headers=False)
    assert sheet["A1:B4"].values == [[7, 0], [5, 1], [2, 2], [1, 3]]
    assert column(sheet, "D10:D11") == [5, 7]
    assert sheet["B1"].formula == "=SUM((A$1:A$4>A1)*1)"
    assert sorted(session.model.sheets[0].blocks)[:4] == [(row0, 1, row0, 1) for row0 in (0, 1, 2)] + [(2, 4, 2, 4)]


def test_cells_that_are_spilled_over_are_not_copied_without_their_formula() -> None:
    _, sheet = numbers()
    sheet["D1"] = "=SORT(A1:A4)"
    with pytest.raises(BlockError) as caught:
        sheet["D2:D3"].copy_to("F1")
    assert str(caught.value) == "Data!D1:D4 is an array formula or data table, and copying those is not available"
    assert caught.value.hint == "copy its values: target.values = source.values"


def test_replacing_in_a_formula_decides_anew_what_it_gives() -> None:
    session, sheet = numbers()
    sheet["C1"] = "=SUM(A1:A4)"
    sheet["D1"] = "=SORT(A1:A4)"
    sheet.replace("SORT", "UNIQUE", in_formulas=True)
    sheet.replace("SUM(A1:A4)", "A1:A4*2", in_formulas=True)
    assert column(sheet, "C1:C4") == [10, 2, 14, 4]
    assert column(sheet, "D1:D4") == [5, 1, 7, 2]
    assert sorted(session.model.sheets[0].blocks) == [(0, 2, 0, 2), (0, 3, 0, 3)]


def test_many_formulas_that_take_all_of_several_stay_quick_to_write() -> None:
    session, sheet = numbers()
    sheet["C1:C3000"].formulas = [[f"=SUM((A$1:A$4>A{row})*1)"] for row in range(1, 3001)]
    assert len(session.model.sheets[0].blocks) == 3000
    assert sheet["C3"].value == 0
    sheet["C1:C3000"].clear()
    assert session.model.sheets[0].blocks == []
