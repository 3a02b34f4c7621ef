"""What edits of cells refuse: in params that a run sends, and against the model they meet. Nothing is changed by it."""

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.rect import MAX_COLUMNS, MAX_ROWS, Rect, parse_rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    REGISTRY,
    CellsDelete,
    CellsInsert,
    MergeAdd,
    MergeRemove,
    Mutation,
    RangeMove,
    RangeSort,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.damage import Damage
from macrocell.facade.workbook.mutation.kept_content import KeptLook
from macrocell.facade.workbook.scope import Breach, ScopeCheck, resolve
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.worksheet.table import Table
from support.models import everything, sample


def rect(a1: str) -> Rect:
    found = parse_rect(a1)
    assert found is not None
    return found


def insert(a1: str, axis: Any = "rows", **more: Any) -> CellsInsert:
    return CellsInsert(sheet="s1", rect=rect(a1), axis=axis, **more)


def delete(a1: str, axis: Any = "rows", **more: Any) -> CellsDelete:
    return CellsDelete(sheet="s1", rect=rect(a1), axis=axis, **more)


def move(a1: str, to: str, **more: Any) -> RangeMove:
    place = rect(to)
    return RangeMove(sheet="s1", rect=rect(a1), row0=place.row0, col0=place.col0, **more)


def sort(a1: str, *order: int) -> RangeSort:
    return RangeSort(sheet="s1", rect=rect(a1), order=order)


KEPT = "kept cells or texts, which only an inverse may hold"


@pytest.mark.parametrize(
    ("mutation", "message"),
    [
        (insert("A1", undoes=True), KEPT),
        (insert("A1", damage=Damage()), KEPT),
        (insert("A1", looks=(KeptLook(rect("A1"), 1),)), KEPT),
        (delete("A1", undoes=True), KEPT),
        (delete("A1", damage=Damage()), KEPT),
        (move("A1", "B1", undoes=True), KEPT),
        (move("A1", "B1", looks=(KeptLook(rect("A1"), 1),)), KEPT),
        (move("A1:B2", "A1"), "a range that is moved onto itself"),
        (move("A1:B2", "XFD1"), "a rectangle outside 1,048,576 rows x 16,384 columns"),
        (CellsInsert(sheet="s1", rect=Rect(3, 0, 2, 0), axis="rows"),
         "a rectangle outside 1,048,576 rows x 16,384 columns"),
        (sort("A1:A3", 0, 1), "an order that is none of the rows of A1:A3"),
        (sort("A1:A3", 0, 1, 1), "an order that is none of the rows of A1:A3"),
        (sort("A1:A3", 0, 1, 3), "an order that is none of the rows of A1:A3"),
        (MergeAdd(sheet="s1", rect=rect("A1")), "a merged range of one cell"),
        (MergeAdd(sheet="s1", rect=rect("A1:B1"), at=0),
         "a place among the merged ranges, which only an inverse may hold"),
    ],
)  # fmt: skip
def test_a_run_cannot_send_it(mutation: Mutation, message: str) -> None:
    with pytest.raises(MutationInvalid) as caught:
        decode(encode([mutation]), from_run=True)
    assert str(caught.value) == message


BLOCK = "Data!C1:C2 is an array formula or data table, which would be cut"
MERGE = "Data!A10:B11 is a merged range, which would be cut"


@pytest.mark.parametrize(
    ("mutation", "message"),
    [
        (insert("C2"), BLOCK),
        (insert("A2", "columns"), BLOCK),
        (delete("C1"), BLOCK),
        (delete("A1", "columns"), BLOCK),
        (insert("A3"), "Data!A7:B8 is an array formula or data table, which would be cut"),
        (insert("A9:A9"), MERGE),
        (delete("A10:C10"), MERGE),
        (delete("B11", "columns"), MERGE),
        (move("C1", "F1"), BLOCK),
        (move("F1", "C2"), BLOCK),
        (move("A10", "F1"), MERGE),
        (move("F1:F2", "B11"), MERGE),
        (move("B1:C3", "C1"), None),
        (sort("A9:A12", 1, 0, 2, 3), "Data!A10:B11 is a merged range, which cannot be sorted"),
        (sort("C1:C2", 1, 0), "Data!C1:C2 is an array formula or data table, which cannot be sorted"),
        (MergeAdd(sheet="s1", rect=rect("B11:B12")), "Data!B11:B12 overlaps the merged range A10:B11"),
        (MergeAdd(sheet="s1", rect=rect("B8:B9")), "Data!B8:B9 overlaps the array formula or data table A7:B8"),
        (MergeAdd(sheet="s1", rect=rect("A4:B5")), "Data!B4 holds content that the merged range A4:B5 would hide"),
        (MergeRemove(sheet="s1", rect=rect("A10:B10")), "Data!A10:B10 is not a merged range"),
        (insert("A1", looks=(KeptLook(rect("A1"), 99),)), "a look that the file does not have"),
        (move("F1", "F2", looks=(KeptLook(rect("A1"), 99),)), "a look that the file does not have"),
        (CellsInsert(sheet="s9", rect=rect("A1"), axis="rows"), "there is no sheet s9"),
    ],
)
def test_what_does_not_fit_names_the_clashing_thing(mutation: Mutation, message: str | None) -> None:
    model = sample()
    before = everything(model)
    if message is None:
        apply_all(model, [mutation])
        return
    with pytest.raises(MutationConflict) as caught:
        apply_all(model, [mutation])
    assert str(caught.value) == message
    assert everything(model) == before


def with_table(path: Path) -> Workbook:
    """Data: the table T in B2:D5, with a row of totals, and a cell beside it."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    for row in (["Name", "Qty", "Sum"], ["a", 1, 2], ["b", 3, 4], ["Total", None, None]):
        sheet.append([None, *row])
    sheet.insert_rows(1)
    table = Table(displayName="T", ref="B2:D5")
    table.totalsRowCount = 1
    sheet.add_table(table)
    sheet["F1"] = "beside"
    book.save(path)
    model = read_workbook(path.read_bytes())
    model.sheets[0].load()
    return model


CUT = "Data!B2:D5 is the table T, which would be cut"


@pytest.mark.parametrize(
    ("mutation", "message"),
    [
        (insert("B3"), CUT),
        (insert("B2", "columns"), CUT),
        (insert("A2:A5", "columns"), None),
        (insert("B3:D3"), None),
        (insert("A4:E4"), None),
        (insert("B1:D1"), None),
        (insert("C1"), CUT),
        (delete("C3:D3"), CUT),
        (delete("B3:D3"), None),
        (delete("B3:D4"), "Data!B2:D5 is the table T, of which at least one row must stay"),
        (delete("B2:D2"), "Data!B2:D5 is the table T, whose header in row 2 cannot go alone"),
        (delete("B5:D5"), "Data!B2:D5 is the table T, whose totals in row 5 cannot go alone"),
        (delete("B2:D5"), None),
        (delete("C2:C5", "columns"), CUT),
        (move("B2:D5", "F7"), None),
        (move("B3:B4", "F7"), None),
        (move("B2", "F7"), CUT),
        (move("F1", "C2"), CUT),
        (move("F1:I4", "C2"), CUT),
        (move("F11:I16", "B2"), "Data!B2:D5 is the table T, which would be overwritten"),
        (sort("B3:D4", 1, 0), None),
        (sort("B2:D4", 1, 0, 2), "Data!B2:D2 is the header of the table T"),
        (MergeAdd(sheet="s1", rect=rect("D5:E5")), "Data!D5:E5 overlaps the table T in B2:D5"),
    ],
)
def test_tables_move_whole_grow_and_shrink_by_rows_and_are_never_cut(
    tmp_path: Path, mutation: Mutation, message: str | None
) -> None:
    model = with_table(tmp_path / "book.xlsx")
    before = state_hash(model)
    if message is not None:
        with pytest.raises(MutationConflict) as caught:
            REGISTRY.of(mutation).check(model, mutation)
        assert str(caught.value) == message
        assert state_hash(model) == before
        return
    applied = apply_all(model, [mutation])
    undone = apply_all(model, decode(encode(applied.inverse())))
    assert state_hash(model) == before
    assert undone.mutations


def test_content_at_the_edge_of_the_sheet_stays_on_it() -> None:
    for place, mutation in (
        ((MAX_ROWS - 1, 5), insert("F1:G2")),
        ((0, MAX_COLUMNS - 1), insert("F1:G2", "columns")),
        ((MAX_ROWS - 2, 6), insert("F1:G2")),
    ):
        model = sample()
        model.sheets[0].ensure_row(place[0]).set_value(place[1], 1)
        with pytest.raises(MutationConflict, match="would be pushed off the sheet$"):
            apply_all(model, [mutation])
    model = sample()
    model.sheets[0].ensure_row(MAX_ROWS - 3).set_value(6, 1)
    apply_all(model, [insert("F1:G2")])
    assert model.sheets[0].row(MAX_ROWS - 1).value(6) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("mutation", "outside"),
    [
        (insert("B3:C3"), ("a cell", "s1", 9, 1)),
        (insert("B3", "columns"), ("a cell", "s1", 2, 4)),
        (delete("B3:C3"), ("a cell", "s1", 9, 1)),
        (move("B3", "D9"), None),
        (move("B3", "E9"), ("a cell", "s1", 8, 4)),
        (move("E3", "B3"), ("a cell", "s1", 2, 4)),
        (sort("B3:C4", 1, 0), None),
        (sort("D3:E4", 1, 0), ("a cell", "s1", 2, 4)),
        (MergeAdd(sheet="s1", rect=rect("A1:D1")), None),
        (MergeAdd(sheet="s1", rect=rect("D1:E1")), ("a cell", "s1", 0, 4)),
        (MergeRemove(sheet="s1", rect=rect("D1:E1")), ("a cell", "s1", 0, 4)),
    ],
)
def test_a_scope_bounds_all_cells_that_an_edit_touches(mutation: Mutation, outside: tuple[Any, ...] | None) -> None:
    scope = ScopeCheck(resolve(["Data!A1:D9"], {"s1": "Data"}))
    assert scope.breach(mutation) == (None if outside is None else Breach(*outside))
