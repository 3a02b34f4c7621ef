"""A writable scope: what its references mean, and what of each mutation lies outside."""

from __future__ import annotations

import random

import pytest
from macrocell.facade.errors import AddressError
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    HOLE_MARK,
    REGISTRY,
    CellsClear,
    CellsSet,
    SheetAdd,
    SheetCopy,
    SheetDelete,
    SheetRemove,
    SheetRename,
    SheetRestore,
    SheetUncopy,
    StylePatch,
    StyleSet,
)
from macrocell.facade.workbook.scope import (
    MAX_REFS,
    Breach,
    ScopeCheck,
    decode_scope,
    encode_scope,
    resolve,
    sheets_after,
)

SHEETS = {"s1": "Data", "s2": "Q1 plan", "s3": "It's", "s4": "A!B", "s5": "Sales "}


def check(*refs: str) -> ScopeCheck:
    found = decode_scope(encode_scope(resolve(refs, SHEETS)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ref", "sheet", "rect"),
    [
        ("Data!B2", "s1", Rect(1, 1, 1, 1)),
        ("data!$B$2:A1", "s1", Rect(0, 0, 1, 1)),
        ("DATA!A:F", "s1", Rect(0, 0, 1_048_575, 5)),
        ("Data!2:3", "s1", Rect(1, 0, 2, 16_383)),
        ("Data", "s1", Rect(0, 0, 1_048_575, 16_383)),
        ("'Data'", "s1", Rect(0, 0, 1_048_575, 16_383)),
        ("Q1 plan!A1", "s2", Rect(0, 0, 0, 0)),
        ("'Q1 plan'!A1", "s2", Rect(0, 0, 0, 0)),
        ("'It''s'!A1", "s3", Rect(0, 0, 0, 0)),
        ("It's", "s3", Rect(0, 0, 1_048_575, 16_383)),
        ("A!B", "s4", Rect(0, 0, 1_048_575, 16_383)),
        ("A!B!C3", "s4", Rect(2, 2, 2, 2)),
        ("Sales ", "s5", Rect(0, 0, 1_048_575, 16_383)),
    ],
)
def test_a_reference_names_a_sheet_whatever_its_case_and_maybe_a_range(ref: str, sheet: str, rect: Rect) -> None:
    assert resolve([ref], SHEETS).areas == {sheet: (rect,)}


@pytest.mark.parametrize(
    ("ref", "message", "hint"),
    [
        (
            "Dta!A1",
            "no sheet is named 'Dta'",
            "Did you mean 'Data'? A sheet that the macro adds is named as 'new:Dta'.",
        ),
        (
            "Report",
            "no sheet is named 'Report'",
            "The sheets are 'Data', 'Q1 plan', \"It's\", 'A!B', 'Sales '; 'new:Report' lets the macro add it.",
        ),
        ("A:F", "'A:F' does not name its sheet", "Write 'SHEET!A:F'."),
        (
            "Data!A0",
            "'Data!A0' is no range of a sheet",
            'For example writable=["Data!A:F", "Summary", "\'Q1 plan\'!B2:C9", "new:Report"].',
        ),
        ("new:data", "there is already a sheet 'data'", "Write 'data' without 'new:'."),
        ("new:", "'new:': a sheet name cannot be empty", "Give it 1 to 31 characters."),
    ],
)
def test_a_bad_reference_says_what_to_write(ref: str, message: str, hint: str) -> None:
    with pytest.raises(AddressError) as caught:
        resolve([ref], SHEETS)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_a_scope_has_at_most_a_hundred_references() -> None:
    assert len(resolve(["Data!A1"] * MAX_REFS, SHEETS).areas["s1"]) == MAX_REFS
    with pytest.raises(AddressError) as caught:
        resolve(["Data!A1"] * (MAX_REFS + 1), SHEETS)
    assert caught.value.message == "101 references; a scope has at most 100"


def test_rectangles_together_cover_what_none_covers_alone() -> None:
    scope = check("Data!A1:B5", "Data!C1:C3", "Data!C4:D9")
    assert scope.outside("s1", Rect(0, 0, 4, 2)) is None
    assert scope.outside("s1", Rect(0, 0, 5, 2)) == (5, 0)
    assert scope.outside("s1", Rect(3, 2, 8, 3)) is None
    assert scope.outside("s1", Rect(2, 2, 8, 3)) == (2, 3)
    assert scope.outside("s2", Rect(0, 0, 0, 0)) == (0, 0)


def test_the_check_agrees_with_a_look_at_every_cell() -> None:
    chance = random.Random(7)
    for _ in range(400):
        rects = [
            Rect(top, left, top + chance.randrange(4), left + chance.randrange(4))
            for top, left in ((chance.randrange(8), chance.randrange(8)) for _ in range(chance.randrange(1, 6)))
        ]
        scope = check(*(f"Data!{rect.a1}" for rect in rects))
        top, left = chance.randrange(8), chance.randrange(8)
        asked = Rect(top, left, top + chance.randrange(5), left + chance.randrange(5))
        missing = [
            (row0, col0)
            for row0 in range(asked.row0, asked.row1 + 1)
            for col0 in range(asked.col0, asked.col1 + 1)
            if not any(rect.holds(row0, col0) for rect in rects)
        ]
        assert scope.outside("s1", asked) == (missing[0] if missing else None), (rects, asked)


def test_holes_are_not_written_and_may_lie_outside() -> None:
    scope = check("Data!A:A")
    rect = Rect(0, 0, 1, 1)
    inside = CellsSet(sheet="s1", rect=rect, rows=[[1, HOLE_MARK], [2, HOLE_MARK]])
    outside = CellsSet(sheet="s1", rect=rect, rows=[[1, HOLE_MARK], [2, None]])
    assert scope.breach(inside) is None
    assert scope.breach(outside) == Breach("a cell", "s1", 1, 1)


def test_every_rectangle_of_a_clear_and_of_a_style_is_looked_at() -> None:
    scope = check("Data!A1:A9")
    rects = (Rect(0, 0, 8, 0), Rect(3, 0, 9, 0))
    assert scope.breach(CellsClear(sheet="s1", rects=rects[:1])) is None
    assert scope.breach(CellsClear(sheet="s1", rects=rects)) == Breach("a cell", "s1", 9, 0)
    assert scope.breach(StyleSet(sheet="s1", rects=rects, patch=StylePatch(number_format="0"))) == Breach(
        "a cell", "s1", 9, 0
    )


def test_a_sheet_that_is_named_as_new_may_be_added_once_and_written() -> None:
    scope = check("new:Report")
    cell = CellsSet(sheet="s9", rect=Rect(0, 0, 0, 0), rows=[[1]])
    assert scope.breach(cell) == Breach("a cell", "s9", 0, 0)
    assert scope.breach(SheetAdd(id="s9", name="Other", index=0)) == Breach("adding the sheet 'Other'")
    assert scope.breach(SheetAdd(id="s9", name="REPORT", index=0)) is None
    assert scope.breach(cell) is None
    assert scope.breach(SheetAdd(id="s9", name="Report", index=0)) == Breach("adding the sheet 'Report'")


def test_a_new_sheet_cannot_take_the_id_of_one_that_is_there() -> None:
    scope = check("new:Report")
    assert scope.breach(SheetAdd(id="s1", name="Report", index=0)) == Breach("adding the sheet 'Report'")
    assert scope.breach(CellsSet(sheet="s1", rect=Rect(0, 0, 0, 0), rows=[[1]])) == Breach("a cell", "s1", 0, 0)


def test_renaming_and_removing_sheets_and_what_is_not_known_are_always_outside() -> None:
    scope = check("Data")
    assert scope.breach(SheetRename(id="s1", name="X")) == Breach("renaming a sheet to 'X'")
    assert scope.breach(SheetRemove(id="s1")) == Breach("a change of kind sheet.remove")


def test_every_family_was_decided_on() -> None:
    decided = {"cells.set", "cells.clear", "style.set", "sheet.add", "sheet.rename", "sheet.remove"}
    decided |= {"axis.insert", "axis.delete", "axis.move", "axis.format", "sheet.freeze"}
    decided |= {"axis.format", "sheet.freeze"}
    decided |= {"sheet.delete", "sheet.copy", "sheet.move", "sheet.show", "sheet.color"}
    decided |= {"sheet.restore", "sheet.uncopy"}
    decided |= {"cells.insert", "cells.delete", "range.move", "range.sort", "merge.add", "merge.remove"}
    decided |= {"table.resize"}
    assert {family.id for family in REGISTRY} == decided, "a new family is outside of every scope: decide, and test it"


def test_names_follow_the_mutations() -> None:
    mutations = [
        SheetAdd(id="s9", name="New", index=0),
        SheetRename(id="s1", name="Input"),
        SheetRemove(id="s2"),
    ]
    assert sheets_after({"s1": "Data", "s2": "Old"}, mutations) == {"s1": "Input", "s9": "New"}
    copy = SheetCopy(id="s1", new_id="s3", name="Copy", index=0, cells=1)
    sheets = {"s1": "Data", "s2": "Old"}
    assert sheets_after(sheets, [copy, SheetDelete(id="s2")]) == {"s1": "Data", "s3": "Copy"}
    assert sheets_after({"s1": "Data"}, [SheetRestore(id="s2", name="Old", index=1, active="s1")]) == sheets
    assert sheets_after({**sheets, "s3": "Copy"}, [SheetUncopy(copy=copy)]) == sheets
