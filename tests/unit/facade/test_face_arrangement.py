"""Cells inserted, deleted, moved, copied, merged, filled; the block around a cell and the way to its edge."""

from typing import Any

import pytest
from macrocell.facade.errors import (
    AddressError,
    ArgumentError,
    BlockError,
    FacadeError,
    NotAvailableError,
    NotWritableError,
    ReadOnlyError,
    ShapeError,
    StructureError,
)
from macrocell.facade.workbook.face import MergedRange, Range, Sheet, Workbook, open_workbook
from macrocell.facade.workbook.scope import ScopeCheck, resolve
from macrocell.facade.workbook.session import Session
from support.faces import blank, filled
from support.models import sample


def grid() -> tuple[Workbook, Sheet]:
    """A1:C3 holding 11 to 33 by row and column, on the sheet Data; a second sheet is Other."""
    _, workbook = blank()
    sheet = workbook["Data"]
    sheet["A1:C3"].values = [[11, 12, 13], [21, 22, 23], [31, 32, 33]]
    workbook.add_sheet("Other")
    return workbook, sheet


def refused(kind: type[FacadeError], call: Any) -> tuple[str, str | None]:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value), caught.value.hint


class TestInsert:
    def test_cells_move_down_and_references_follow(self) -> None:
        workbook, sheet = grid()
        sheet["E1"].formula = "=SUM(A1:A3)+B2"
        workbook["Other"]["A1"].formula = "=Data!A2"
        place = sheet["A2"].insert("down")
        assert place == sheet["A2"]
        assert sheet["A1:C4"].values == [[11, 12, 13], [None, 22, 23], [21, 32, 33], [31, None, None]]
        assert sheet["E1"].formula == "=SUM(A1:A4)+B2"
        assert workbook["Other"]["A1"].formula == "=Data!A3"

    def test_cells_move_to_the_right(self) -> None:
        _, sheet = grid()
        sheet["A5"].formula = "=B1&A1"
        sheet["B1:B2"].insert("right")
        assert sheet["A1:D3"].values == [[11, None, 12, 13], [21, None, 22, 23], [31, 32, 33, None]]
        assert sheet["A5"].formula == "=C1&A1"

    @pytest.mark.parametrize(("ref", "moved"), [("A1:B1", "A2"), ("A1", "A2"), ("A1:B2", "A3"), ("A1:A2", "B1")])
    def test_without_shift_the_shape_decides(self, ref: str, moved: str) -> None:
        _, sheet = grid()
        sheet[ref].insert()
        assert sheet[moved].value == 11

    def test_whole_rows_and_columns_come_as_such(self) -> None:
        _, sheet = grid()
        sheet.range("1:2").insert()
        sheet.range("B:B").insert("right")
        assert sheet["A3:D3"].values == [[11, None, 12, 13]]

    def test_a_wrong_shift_names_the_right_ones(self) -> None:
        _, sheet = grid()
        hint = "leave it out, and the shape of the range decides"
        assert refused(ArgumentError, lambda: sheet["A1"].insert("up")) == (
            "shift is 'down' or 'right', not 'up'",
            hint,
        )
        assert refused(ArgumentError, lambda: sheet["A1"].delete(1)) == ("shift is 'up' or 'left', not int", hint)
        assert refused(ArgumentError, lambda: sheet.range("1:2").insert("right")) == (
            "whole rows cannot be shifted right",
            "leave shift out",
        )

    def test_content_is_not_pushed_off_the_sheet(self) -> None:
        _, sheet = grid()
        sheet["B1048576"].value = "last"
        sheet["XFD2"].value = "last"
        cure = "Clear what is in the way first, or choose another place."
        assert refused(StructureError, lambda: sheet["A1:C1"].insert("down")) == (
            "Data has content in B1048576, which would be pushed off the sheet",
            cure,
        )
        assert refused(StructureError, lambda: sheet["A2"].insert("right")) == (
            "Data has content in XFD2, which would be pushed off the sheet",
            cure,
        )
        assert sheet["A1:C3"].values == [[11, 12, 13], [21, 22, 23], [31, 32, 33]]
        sheet["A1"].insert("down")
        assert sheet["A2"].value == 11

    def test_what_would_be_cut_is_named_and_nothing_changes(self) -> None:
        _, workbook = filled()
        sheet = workbook["Data"]
        block = "Data!C1:C2 is an array formula or data table, which would be cut"
        cure = "Clear what is in the way first, or choose another place."
        assert refused(StructureError, lambda: sheet["C2"].insert("down")) == (block, cure)
        assert refused(StructureError, lambda: sheet["A1"].delete("left")) == (block, cure)
        assert refused(StructureError, lambda: sheet["A9"].insert("down")) == (
            "Data!A10:B11 is a merged range, which would be cut",
            'Unmerge it first, sheet.unmerge("A10:B11"), or shift cells beside it.',
        )
        assert sheet["A1:B5"].formulas == [[None, f"=A{row}*2"] for row in range(1, 6)]
        sheet["A9:B9"].insert("down")
        assert [merge.address for merge in sheet.merged_ranges] == ["A11:B12"]


class TestDelete:
    def test_cells_move_up_and_references_to_what_is_gone_are_lost(self) -> None:
        _, sheet = grid()
        sheet["E1:E3"].formulas = [["=A2"], ["=SUM(A1:A3)"], ["=A3"]]
        assert sheet["A2"].delete("up") == sheet["A2"]
        assert sheet["A1:B3"].values == [[11, 12], [31, 22], [None, 32]]
        assert sheet["E1:E3"].formulas == [["=#REF!"], ["=SUM(A1:A2)"], ["=A2"]]

    @pytest.mark.parametrize(("ref", "first"), [("A1:B1", 21), ("A1", 21), ("A1:A2", 12)])
    def test_without_shift_the_shape_decides(self, ref: str, first: int) -> None:
        _, sheet = grid()
        sheet[ref].delete()
        assert sheet["A1"].value == first

    def test_references_to_deleted_cells_stay_lost_when_cells_are_inserted_there_again(self) -> None:
        _, sheet = grid()
        sheet["E1"].formula = "=A2"
        sheet["A2"].delete("up")
        sheet["A2"].insert("down")
        assert sheet["E1"].formula == "=#REF!"


class TestMove:
    def test_values_formulas_formats_and_merges_move_and_references_follow(self) -> None:
        workbook, sheet = grid()
        sheet["B1"].formula = "=A1+C1"
        sheet["A1"].number_format = "0%"
        sheet["E1:E3"].formulas = [["=A1"], ["=SUM(A1:B1)"], ["=SUM(A1:A3)"]]
        workbook["Other"]["A1"].formula = "=Data!B1"
        sheet["A7:B7"].merge()
        moved = sheet["A1:B1"].move_to("A5")
        assert moved == sheet["A5:B5"]
        assert sheet["A1:B1"].values == [[None, None]]
        assert (moved[0][0].value, moved[0][1].formula) == (11, "=A5+C1")
        assert (sheet["A5"].number_format, sheet["A1"].number_format) == ("0%", "General")
        assert sheet["E1:E3"].formulas == [["=A5"], ["=SUM(A5:B5)"], ["=SUM(A1:A3)"]]
        assert workbook["Other"]["A1"].formula == "=Data!B5"
        assert sheet["A7:C7"].move_to(sheet["D9"]) == sheet["D9:F9"]
        assert [merge.address for merge in sheet.merged_ranges] == ["D9:E9"]

    def test_references_to_what_is_overwritten_are_lost(self) -> None:
        _, sheet = grid()
        sheet["E1:E2"].formulas = [["=C3"], ["=SUM(C2:C3)"]]
        sheet["A1"].move_to("C3")
        assert sheet["C3"].value == 11
        assert sheet["E1:E2"].formulas == [["=#REF!"], ["=SUM(C2:C3)"]]

    def test_a_range_may_move_over_a_part_of_itself(self) -> None:
        _, sheet = grid()
        sheet["E1"].formula = "=A3"
        sheet["A1:C3"].move_to("A2")
        assert sheet["A1:C4"].values == [[None] * 3, [11, 12, 13], [21, 22, 23], [31, 32, 33]]
        assert sheet["E1"].formula == "=A4"
        assert sheet["A2:C4"].move_to("A2:C4") == sheet["A2:C4"]

    def test_what_does_not_fit_is_refused(self) -> None:
        workbook, sheet = grid()
        assert refused(AddressError, lambda: sheet["A1:B2"].move_to("XFD5")) == (
            "move_to: 2 rows x 2 columns from XFD5 on leave the sheet",
            "choose a place further up or to the left",
        )
        assert refused(NotAvailableError, lambda: sheet["A1"].move_to("Other!B2")) == (
            "moving cells from 'Data' to 'Other', another sheet, is not available yet",
            "copy_to takes a cell of any sheet; then clear() what was copied",
        )
        assert refused(ArgumentError, lambda: sheet["A1"].move_to(5)) == (
            "move_to takes cells or their address, not int",
            'write move_to("D2")',
        )
        sheet["B2:C2"].merge()
        assert refused(StructureError, lambda: sheet["B1:B2"].move_to("F1")) == (
            "Data!B2:C2 is a merged range, which would be cut",
            'Unmerge it first: sheet.unmerge("B2:C2").',
        )
        _, other = blank()
        assert refused(ArgumentError, lambda: sheet["A1"].move_to(other["Data"]["A1"])) == (
            "move_to takes cells of this workbook, and these are of another",
            None,
        )
        assert workbook["Data"]["A1:C1"].values == [[11, 12, 13]]

    def test_openpyxls_move_shifts_the_formulas_only_where_it_is_told_to(self) -> None:
        _, sheet = grid()
        sheet["D1:D2"].formulas = [["=A1+$B$1"], ["=D1"]]
        assert sheet.move_range("D1:D1", rows=4, cols=1) is sheet
        assert (sheet["E5"].formula, sheet["D2"].formula) == ("=A1+$B$1", "=E5")
        sheet.move_range(sheet["E5"], rows=1, translate=True)
        assert (sheet["E6"].formula, sheet["D2"].formula) == ("=A2+$B$1", "=E6")
        assert refused(AddressError, lambda: sheet.move_range("A1:B2", rows=-1)) == (
            "A1:B2 moved by -1 rows and 0 columns leaves the sheet",
            "move it less far",
        )


class TestCopy:
    def test_relative_references_shift_and_formats_come_along(self) -> None:
        workbook, sheet = grid()
        sheet["B1"].formula = "=A1*$A$1"
        sheet["A1"].number_format = "0%"
        sheet["E5"].number_format = "0.00"
        copied = sheet["A1:B2"].copy_to("E5")
        assert copied == sheet["E5:F6"]
        assert copied.formulas == [[None, "=E5*$A$1"], [None, None]]
        assert (sheet["E5"].value, sheet["E6"].value, sheet["F6"].value) == (11, 21, 22)
        assert (sheet["E5"].number_format, sheet["F5"].number_format) == ("0%", "General")
        there = sheet["A1:B1"].copy_to("Other!C3")
        assert there.sheet == workbook["Other"]
        assert workbook["Other"]["D3"].formula == "=C3*$A$1"
        assert sheet["A1:B1"].copy_to(workbook["Other"]["A9"]).address == "A9:B9"

    def test_a_target_of_a_whole_multiple_is_tiled(self) -> None:
        _, sheet = grid()
        sheet["A1"].number_format = "0%"
        sheet["B1"].formula = "=A1"
        sheet["A1:B1"].copy_to("E1:H3")
        assert sheet["E1:H3"].formulas == [[None, f"=E{row}", None, f"=G{row}"] for row in (1, 2, 3)]
        assert [cell.number_format for cell in sheet["E3:H3"].cells] == ["0%", "General", "0%", "General"]
        assert refused(ShapeError, lambda: sheet["A1:B1"].copy_to("E1:G1")) == (
            "E1:G1 has 1 rows x 3 columns, which copies of A1:B1, 1 x 2, do not fill",
            'name its first cell only: copy_to("E1")',
        )

    def test_a_copy_over_a_part_of_itself_takes_what_was_there(self) -> None:
        _, sheet = grid()
        sheet["A1:C2"].copy_to("A2")
        assert sheet["A1:C3"].values == [[11, 12, 13], [11, 12, 13], [21, 22, 23]]

    def test_merged_ranges_are_copied_and_overwritten_whole(self) -> None:
        _, sheet = grid()
        sheet["A1:B1"].merge()
        sheet["A1:C1"].copy_to("A5")
        assert [merge.address for merge in sheet.merged_ranges] == ["A1:B1", "A5:B5"]
        sheet["A2:C2"].copy_to("A5")
        assert [merge.address for merge in sheet.merged_ranges] == ["A1:B1"]
        sheet["E1:F1"].merge()
        assert refused(BlockError, lambda: sheet["A2:B2"].copy_to("F1")) == (
            "Data!F1:G1 covers a part of the merged range E1:F1",
            'unmerge it first: sheet.unmerge("E1:F1")',
        )

    def test_array_formulas_are_not_copied(self) -> None:
        _, workbook = filled()
        assert refused(BlockError, lambda: workbook["Data"]["A1:C1"].copy_to("H1")) == (
            "Data!C1:C2 is an array formula or data table, and copying those is not available",
            "copy its values: target.values = source.values",
        )


class TestFill:
    def test_the_first_row_or_column_is_copied_over_the_rest(self) -> None:
        _, sheet = grid()
        sheet["C1"].formula = "=A1+$B1"
        sheet["A1"].number_format = "0%"
        filled_range = sheet["A1:C3"]
        assert filled_range.fill_down() is filled_range
        assert sheet["A1:B3"].values == [[11, 12]] * 3
        assert sheet["C1:C3"].formulas == [["=A1+$B1"], ["=A2+$B2"], ["=A3+$B3"]]
        assert sheet["A3"].number_format == "0%"
        sheet["C1:E1"].fill_right()
        assert sheet["C1:E1"].formulas == [["=A1+$B1", "=B1+$B1", "=C1+$B1"]]

    def test_one_row_or_column_has_nothing_to_fill(self) -> None:
        _, sheet = grid()
        hint = 'name the cells to fill too, sheet["A1:A9"].fill_down() or sheet["A1:F1"].fill_right()'
        assert refused(ShapeError, lambda: sheet["A1:C1"].fill_down()) == (
            "fill_down copies the first row into those below it, and A1:C1 has one row",
            hint,
        )
        assert refused(ShapeError, lambda: sheet["A1"].fill_right()) == (
            "fill_right copies the first column into those beside it, and A1 has one column",
            hint,
        )


class TestMerge:
    def test_merging_keeps_the_first_cell_and_all_formats(self) -> None:
        _, sheet = grid()
        sheet["B2"].number_format = "0%"
        area = sheet["A1:B2"]
        assert area.merge() is area
        assert sheet["A1:C3"].values == [[11, None, 13], [None, None, 23], [31, 32, 33]]
        assert (sheet["B2"].number_format, area.merged) == ("0%", True)
        area.merge()
        assert area.unmerge() is area
        assert sheet["A1:B2"].values == [[11, None], [None, None]]
        assert sheet.merged_ranges == []

    def test_overlaps_are_named(self) -> None:
        _, workbook = filled()
        sheet = workbook["Data"]
        assert refused(StructureError, lambda: sheet.merge("B11:C12")) == (
            "Data!B11:C12 overlaps the merged range A10:B11",
            'Unmerge that first: sheet.unmerge("A10:B11").',
        )
        assert refused(StructureError, lambda: sheet.merge("B1:C1")) == (
            "Data!B1:C1 overlaps the array formula or data table C1:C2",
            "Clear what is in the way first, or choose another place.",
        )
        assert refused(AddressError, lambda: sheet.merge("B1")) == (
            "B1 is one cell, and merging takes several",
            'write merge("A1:C1")',
        )
        assert refused(BlockError, lambda: sheet.unmerge("A1:B2")) == (
            "Data!A1:B2 holds no merged range",
            "sheet.merged_ranges lists those there are; range.merged tells whether a range has one",
        )
        assert refused(BlockError, lambda: sheet.unmerge("B11:C12")) == (
            "Data!B11:C12 covers a part of the merged range A10:B11",
            'write unmerge("A10:B11")',
        )
        assert sheet["B1"].formula == "=A1*2"
        assert sheet.unmerge("A10") is sheet

    def test_openpyxls_words_do_the_same(self) -> None:
        _, sheet = grid()
        sheet.merge_cells("A1:B1")
        sheet.merge_cells(start_row=2, start_column=1, end_row=3, end_column=2)
        ranges = sheet.merged_cells.ranges
        assert [str(one) for one in ranges] == ["A1:B1", "A2:B3"]
        assert all(type(one) is MergedRange for one in ranges)
        assert (ranges[1].coord, ranges[1].bounds) == ("A2:B3", (1, 2, 2, 3))
        assert (ranges[1].min_row, ranges[1].max_row, ranges[1].min_col, ranges[1].max_col) == (2, 3, 1, 2)
        assert ("B3" in sheet.merged_cells, "C3" in sheet.merged_cells, "B3" in ranges[1]) == (True, False, True)
        assert ("A1:B1" in sheet.merged_cells, ranges[0] == "A1:B1", len(sheet.merged_cells)) == (True, True, 2)
        sheet.unmerge_cells(start_row=1, start_column=1, end_row=1, end_column=2)
        for one in sheet.merged_cells.ranges:
            sheet.unmerge_cells(str(one))
        assert list(sheet.merged_cells) == []
        assert refused(ArgumentError, lambda: sheet.merge_cells(start_row=1)) == (
            "merge_cells takes a reference, or start_row, start_column, end_row and end_column",
            'write merge_cells("A1:C1")',
        )
        assert refused(ArgumentError, lambda: sheet.merge_cells("A1:B1", 1)) == (
            "merge_cells takes a reference or four numbers, not both",
            'write merge_cells("A1:C1")',
        )


class TestWhere:
    def test_a_region_ends_at_blank_rows_and_columns(self) -> None:
        _, sheet = grid()
        sheet["D4"].value = "corner"
        sheet["H1"].value = "apart"
        assert sheet["B2"].current_region == sheet["A1:D4"]
        assert sheet["H1"].current_region == sheet["H1"]
        assert sheet["E5"].current_region == sheet["A1:E5"]
        assert sheet["K9"].current_region == sheet["K9"]

    @pytest.mark.parametrize(
        ("start", "direction", "stop"),
        [
            ("A1", "down", "A3"),
            ("A1", "right", "C1"),
            ("C3", "up", "C1"),
            ("C3", "left", "A3"),
            ("A3", "down", "A7"),
            ("A7", "down", "A1048576"),
            ("A7", "up", "A3"),
            ("A5", "up", "A3"),
            ("C1", "right", "XFD1"),
            ("E2", "left", "C2"),
            ("A1", "up", "A1"),
            ("A1", "left", "A1"),
            ("B1048576", "up", "B3"),
            ("E9", "left", "A9"),
        ],
    )
    def test_an_edge_is_where_the_arrow_keys_lead(self, start: str, direction: str, stop: str) -> None:
        _, sheet = grid()
        sheet["A7"].value = 7
        assert sheet[start].end(direction).address == stop

    def test_a_wrong_direction_is_told(self) -> None:
        _, sheet = grid()
        assert refused(ArgumentError, lambda: sheet["A1"].end("south")) == (
            "a direction is up, down, left or right, not 'south'",
            'write end("down")',
        )


def test_openpyxls_words_for_rows_and_columns_do_the_same() -> None:
    _, sheet = grid()
    assert sheet.insert_rows(idx=2, amount=2) is sheet
    assert sheet.insert_cols(1) is sheet
    assert sheet["B1:B5"].values == [[11], [None], [None], [21], [31]]
    sheet.delete_rows(2, amount=2)
    sheet.delete_cols(idx=1, amount=2)
    assert sheet["A1:B3"].values == [[12, 13], [22, 23], [32, 33]]
    assert refused(ArgumentError, lambda: sheet.insert_rows(2, idx=3)) == (
        "insert_rows takes at or idx, and count or amount, not both",
        "write insert_rows(2, 3)",
    )
    assert refused(ArgumentError, lambda: sheet.delete_columns()) == (
        "delete_columns takes the place first",
        "write delete_columns(2, 3)",
    )


def test_members_of_a_shared_formula_keep_their_texts_wherever_they_go() -> None:
    _, workbook = filled()
    sheet = workbook["Data"]
    sheet["B1:B2"].move_to("H20")
    sheet["B5"].insert("right")
    sheet["A3:B4"].sort("A", descending=True)
    assert sheet["H20:H21"].formulas == [["=A1*2"], ["=A2*2"]]
    assert sheet["A3:B4"].formulas == [[None, "=A3*2"], [None, "=A4*2"]]
    assert (sheet["B5"].formula, sheet["C5"].formula, sheet["A3"].value) == (None, "=A5*2", 4)


CHANGES: list[Any] = [
    lambda sheet: sheet["A1"].insert(),
    lambda sheet: sheet["A1"].delete(),
    lambda sheet: sheet["A1"].move_to("C9"),
    lambda sheet: sheet["A1"].copy_to("C9"),
    lambda sheet: sheet["A1:B3"].sort(1, descending=True),
    lambda sheet: sheet["A1:B3"].fill_down(),
    lambda sheet: sheet["F1:F2"].autofill("F1:F9"),
    lambda sheet: sheet["F1:G1"].merge(),
    lambda sheet: sheet["A10:B11"].unmerge(),
    lambda sheet: sheet["A1:E5"].replace("text", "other"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_reading_run_changes_nothing(change: Any) -> None:
    session, workbook = filled(read_only=True)
    with pytest.raises(ReadOnlyError):
        change(workbook["Data"])
    assert session.changed is False


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_changed_outside_of_what_a_run_may_write(change: Any) -> None:
    model = sample()
    scope = ScopeCheck(resolve(["Data!Z1:Z9"], {"s1": "Data", "s2": "Other"}))
    session = Session(model, read_only=False, scope=scope)
    with pytest.raises(NotWritableError):
        change(open_workbook(session)["Data"])
    assert session.changed is False


def test_objects_that_come_back_are_of_the_listed_types() -> None:
    _, sheet = grid()
    found = [
        sheet["A1:B1"].move_to("E1"),
        sheet["A1:B1"].copy_to("E5"),
        sheet["A2:A3"].autofill("A2:A5"),
        sheet["A2:B3"].current_region,
        sheet["A2:B3"].sort(1),
    ]
    assert {type(one) for one in found} == {Range}
