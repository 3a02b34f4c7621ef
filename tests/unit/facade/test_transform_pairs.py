"""The registry of pairs: complete, and every conflict and warning it can give has a case with both mutations."""

from __future__ import annotations

from typing import Any

import pytest
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    HOLE_MARK,
    REGISTRY,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsInsert,
    CellsSet,
    Formula,
    MergeAdd,
    Mutation,
    RangeMove,
    RangeSort,
    SheetAdd,
    SheetCopy,
    SheetDelete,
    SheetRename,
    SheetRestore,
    SheetUncopy,
    StylePatch,
    StyleSet,
    TableResize,
    encode,
)
from macrocell.facade.workbook.mutation.cell import MAX_FORMULA
from macrocell.facade.workbook.mutation.damage import Damage, KeptFormula, KeptMerges
from macrocell.facade.workbook.mutation.typed_ref import typed
from macrocell.facade.workbook.transform import (
    TransformConflict,
    over,
    portable,
    rebase,
    squash,
    standing,
    transform,
    warning,
)
from macrocell.facade.workbook.transform.carry import CARRY, STEPS
from macrocell.facade.workbook.transform.matrix import matrix_page
from macrocell.facade.workbook.transform.pair import CONFLICTS, PAIRS, STILL
from macrocell.facade.workbook.transform.special import SPECIAL
from msgspec.structs import replace
from support.transform_page import PAGE

IDS = {"data": "s1", "other": "s2", "new": "s3"}
FAMILIES = {family.params for family in REGISTRY}


def cells(row0: int, col0: int, *values: Any, sheet: str = "s1") -> CellsSet:
    rect = Rect(row0, col0, row0, col0 + len(values) - 1)
    return CellsSet(sheet=sheet, rect=rect, rows=[list(values)])


def formula(text: str) -> Formula:
    return typed(Formula(text), IDS)


def area(text: str) -> Rect:
    rect = formula(text).refs[0].rect
    assert rect is not None
    return rect


INSERT = AxisInsert(sheet="s1", axis="rows", at=1, count=2)
DELETE = AxisDelete(sheet="s1", axis="rows", at=1, count=2)
DROP = SheetDelete(id="s1")
MERGE = MergeAdd(sheet="s1", rect=Rect(0, 0, 2, 1))
SORT = RangeSort(sheet="s1", rect=Rect(0, 0, 2, 3), order=(2, 0, 1))


def test_every_ordered_pair_of_families_has_an_entry() -> None:
    assert set(PAIRS) == {(our, their) for our in FAMILIES for their in FAMILIES}


def test_every_family_brings_params_apply_invert_and_transform() -> None:
    for family in REGISTRY:
        assert family.params in CARRY
        for part in (family.check, family.apply, family.invert, family.cells, family.verify, CARRY[family.params]):
            assert callable(part)


def test_a_family_changes_no_place_if_and_only_if_it_makes_no_step() -> None:
    assert set(STILL) | set(STEPS) == FAMILIES
    assert not set(STILL) & set(STEPS)


def test_the_page_of_the_pairs_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == matrix_page(), "make transform-doc"


def test_every_special_is_that_of_its_pair() -> None:
    assert {pair: rule.special for pair, rule in PAIRS.items() if rule.special is not None} == SPECIAL


def test_every_code_of_the_table_is_told_apart() -> None:
    assert {code for rule in PAIRS.values() for code in rule.codes} == set(CONFLICTS) - {"too_many", "undecided"}
    assert {code for rule in PAIRS.values() for code in rule.warns} == set(warning.CODES) - {"more"}


KEPT = Damage(formulas=(KeptFormula("s1", 5, 0, "A1+Other!A1"),))
TABLE = TableResize(sheet="s1", table="xl/tables/table1.xml#0", rect=Rect(0, 0, 8, 2))
CONFLICTING: list[tuple[str, Mutation, Mutation]] = [
    ("cells_deleted", cells(1, 0, 5), DELETE),
    ("sheet_deleted", cells(1, 0, 5), DROP),
    ("sheet_deleted", SheetRename(id="s1", name="A"), DROP),
    ("parted", CellsInsert(sheet="s1", rect=Rect(0, 0, 2, 0), axis="rows"), INSERT),
    (
        "moved_both",
        AxisMove(sheet="s1", axis="rows", at=1, count=2, to=7),
        AxisMove(sheet="s1", axis="rows", at=2, count=2, to=9),
    ),
    ("sorted", AxisDelete(sheet="s1", axis="rows", at=1, count=1), SORT),
    ("sorted", SORT, RangeSort(sheet="s1", rect=Rect(1, 0, 2, 0), order=(1, 0))),
    ("merged", cells(1, 0, 5), MERGE),
    ("merged", MergeAdd(sheet="s1", rect=Rect(1, 0, 3, 3)), MERGE),
    ("merged", RangeMove(sheet="s1", rect=Rect(1, 0, 3, 3), row0=9, col0=0), MERGE),
    ("not_blank", MERGE, cells(1, 0, 5)),
    ("parted", TABLE, AxisDelete(sheet="s1", axis="rows", at=0, count=9)),
    ("table_resized", TABLE, replace(TABLE, rect=Rect(0, 0, 4, 2))),
    (
        "table_name",
        SheetCopy(id="s1", new_id="s8", name="A", index=0, cells=1, tables=(("T", "T_2"),)),
        SheetCopy(id="s1", new_id="s9", name="B", index=0, cells=1, tables=(("T", "t_2"),)),
    ),
    (
        "formula_too_long",
        cells(0, 0, formula("+".join(["Data!A1"] * (MAX_FORMULA // 8))), sheet="s2"),
        SheetRename(id="s1", name="A much longer name"),
    ),
    ("entangled", AxisInsert(sheet="s1", axis="rows", at=9, count=1, damage=KEPT), INSERT),
    (
        "entangled",
        SheetRename(id="s2", name="Other", damage=Damage(merges=(KeptMerges("s1", ()),))),
        CellsInsert(sheet="s1", rect=Rect(0, 0, 0, 0), axis="rows"),
    ),
]


@pytest.mark.parametrize(("code", "ours", "theirs"), CONFLICTING)
def test_a_conflict_says_its_code_and_both_mutations(code: str, ours: Mutation, theirs: Mutation) -> None:
    sent = encode([ours, theirs])
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [theirs])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == (code, ours, theirs)
    assert code in PAIRS[type(ours), type(theirs)].codes
    assert encode([ours, theirs]) == sent


def test_a_sheet_by_one_id_in_two_lists_of_one_side_is_a_conflict_of_the_pair() -> None:
    from macrocell.facade.workbook.transform.pair import pair

    ours, theirs = SheetAdd(id="s3", name="A", index=0), SheetAdd(id="s3", name="B", index=0)
    with pytest.raises(TransformConflict) as caught:
        pair(ours, theirs, first=False, warnings=warning.Warnings())
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("sheet_id", ours, theirs)


def test_a_pair_that_is_not_registered_is_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PAIRS, (AxisInsert, CellsSet))
    ours, theirs = INSERT, cells(0, 0, 1)
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [theirs])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("undecided", ours, theirs)


def test_what_parts_too_often_is_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over, "MAX_MADE", 3)
    ours = AxisDelete(sheet="s1", axis="rows", at=0, count=100)
    theirs = [AxisInsert(sheet="s1", axis="rows", at=at * 10, count=1) for at in range(1, 9)]
    with pytest.raises(TransformConflict) as caught:
        transform([ours], theirs)
    assert (caught.value.code, caught.value.message) == (
        "too_many",
        "the changes part each other more than can be carried",
    )


def test_more_references_through_more_changes_of_places_than_the_budget_are_a_conflict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(over, "MAX_REFS", 5)
    two = cells(0, 0, formula("A9"), formula("B9"), 1)
    assert len(transform([two], [INSERT, INSERT]).mutations) == 1
    with pytest.raises(TransformConflict) as caught:
        transform([cells(0, 0, 1), two], [two, INSERT, INSERT, INSERT])
    assert (caught.value.code, caught.value.ours, caught.value.theirs, caught.value.message) == (
        "too_many",
        two,
        INSERT,
        "2 references over 3 changes of places are more than can be carried",
    )


def test_carrying_that_takes_too_long_is_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over, "MAX_S", -1.0)
    with pytest.raises(TransformConflict) as caught:
        transform([INSERT], [DELETE])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("too_many", INSERT, DELETE)
    assert caught.value.message == "the changes cannot be carried within -1 seconds"


def test_more_pairs_than_the_budget_are_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(over, "MAX_PAIRS", 3)
    with pytest.raises(TransformConflict) as caught:
        transform([INSERT, INSERT], [DELETE, DELETE])
    assert (caught.value.code, caught.value.message) == (
        "too_many",
        "2 changes over 2 others are more than can be carried",
    )


def test_a_conflict_shows_both_as_they_were_sent() -> None:
    merged = MergeAdd(sheet="s1", rect=Rect(5, 0, 7, 1))
    written = cells(4, 0, formula("A9"))
    with pytest.raises(TransformConflict) as caught:
        transform([INSERT, merged], [cells(0, 0, 1), written])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("not_blank", merged, written)
    parting = AxisInsert(sheet="s1", axis="rows", at=6, count=1)
    whole = CellsInsert(sheet="s1", rect=Rect(5, 0, 7, 0), axis="rows")
    with pytest.raises(TransformConflict) as caught:
        transform([INSERT, whole], [INSERT, parting])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("parted", whole, parting)


def test_every_conflict_code_has_a_case() -> None:
    shown = {code for code, _, _ in CONFLICTING} | {"sheet_id", "undecided", "too_many"}
    assert shown == set(CONFLICTS)


WARNED: list[tuple[str, Mutation, Mutation, str]] = [
    ("overwritten", cells(0, 0, 1, 2), cells(0, 1, 3), "s1!B1"),
    ("overwritten", SheetRename(id="s1", name="A"), SheetRename(id="s1", name="B"), "s1"),
    ("trimmed", CellsSet(sheet="s1", rect=Rect(0, 0, 1, 0), rows=[[1], [2]]), DELETE, "s1"),
    ("trimmed", AxisDelete(sheet="s1", axis="rows", at=0, count=3), DELETE, "s1"),
    (
        "nothing_left",
        StyleSet(sheet="s1", rects=(Rect(1, 0, 2, 0),), patch=StylePatch(number_format="0")),
        DELETE,
        "s1",
    ),
    ("ref_lost", cells(7, 0, formula("A2")), DELETE, "s1!A8"),
    ("ref_lost", cells(7, 0, formula("Data!A2"), sheet="s2"), DROP, "s2!A8"),
    ("renamed", SheetAdd(id="s3", name="Sum", index=0), SheetAdd(id="s4", name="SUM", index=0), "s3"),
    ("sheet_id", SheetAdd(id="s3", name="A", index=0), SheetAdd(id="s3", name="B", index=0), "s3"),
    ("lost_edits", DROP, cells(0, 0, 1), "s1"),
    ("lost_edits", DELETE, cells(1, 2, 1), "s1!C2"),
    ("lost_edits", CellsClear(sheet="s1", rects=(Rect(0, 0, 5, 5),)), cells(1, 2, 1), "s1!C2"),
    ("lost_edits", RangeMove(sheet="s1", rect=Rect(0, 0, 0, 0), row0=4, col0=0), cells(4, 0, 1), "s1!A5"),
]


@pytest.mark.parametrize(("code", "ours", "theirs", "place"), WARNED)
def test_what_is_lost_or_changed_on_the_way_is_told(code: str, ours: Mutation, theirs: Mutation, place: str) -> None:
    (found,) = transform([ours], [theirs]).warnings
    assert (found.code, found.mutation, found.place) == (code, ours, place)
    assert code in PAIRS[type(ours), type(theirs)].warns


def test_every_warning_code_has_a_case() -> None:
    assert {code for code, *_ in WARNED} | {"more"} == set(warning.CODES)


def test_warnings_beyond_what_a_report_holds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warning, "MAX_WARNINGS", 2)
    some = [cells(row0, 0, 1) for row0 in range(5)]
    found = transform(some, some).warnings
    assert [(one.code, one.text) for one in found[2:]] == [("more", "3 more warnings")]
    assert len(found) == 3


def test_a_hole_overwrites_nothing() -> None:
    assert transform([cells(0, 0, 1, HOLE_MARK)], [cells(0, 1, 3)]).warnings == ()


def test_a_sheet_that_gets_another_id_and_name_is_called_so_in_all_later_runs() -> None:
    runs: list[list[Mutation]] = [
        [SheetAdd(id="s3", name="New", index=2), cells(0, 0, 1, sheet="s3")],
        [cells(0, 0, formula("New!A1+1"))],
    ]
    theirs = [SheetAdd(id="s3", name="new", index=2), SheetAdd(id="s4", name="NEW (2)", index=3)]
    found = rebase(runs, theirs, names=["Data", "Other", "New (3)"])
    (added, written), (spoken,) = found.runs
    assert added == SheetAdd(id="s5", name="New (4)", index=4)
    assert written == cells(0, 0, 1, sheet="s5")
    assert isinstance(spoken, CellsSet)
    cell: Any = spoken.rows[0][0]
    assert (cell.text, cell.refs[0].sheet) == ("'New (4)'!A1+1", "s5")
    assert [one.code for one in found.warnings] == ["sheet_id", "renamed"]


def test_a_sheet_that_ours_names_anew_is_called_by_that_name_again() -> None:
    ours: list[Mutation] = [
        SheetAdd(id="s3", name="New", index=2),
        SheetRename(id="s3", name="Mine"),
        cells(0, 0, formula("New!A1").__class__("Mine!A1", typed(Formula("Mine!A1"), {"mine": "s3"}).refs)),
    ]
    last = transform(ours, [SheetAdd(id="s4", name="New", index=2)]).mutations[-1]
    assert isinstance(last, CellsSet)
    assert last.rows[0][0].text == "Mine!A1"  # type: ignore[union-attr]


def test_an_inverse_repairs_where_its_cells_are_now_and_never_what_others_wrote() -> None:
    kept = Damage(formulas=(KeptFormula("s1", 5, 0, "A9+1"), KeptFormula("s1", 6, 0, "A9")), edit=-4)
    ours = AxisInsert(sheet="s1", axis="rows", at=7, count=1, damage=kept)
    (found,) = transform([ours], [cells(6, 0, 1), INSERT]).mutations
    assert isinstance(found, AxisInsert)
    assert found.damage == Damage(formulas=(KeptFormula("s1", 7, 0, "A11+1"),), edit=0)


def test_a_restored_sheet_whose_names_were_kept_is_entangled_with_an_edit() -> None:
    from macrocell.facade.workbook.mutation.sheet_delete import ScopedName

    ours = SheetRestore(id="s2", name="Other", index=1, active="s1", names=(ScopedName(0, "a", "Data!$A$1"),))
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [INSERT])
    assert caught.value.code == "entangled"


def test_a_squashed_list_writes_each_cell_once() -> None:
    found = squash([cells(0, 0, 1, 2, 3), cells(0, 1, 5), cells(0, 0, 7), cells(9, 0, 1), cells(9, 0, 2)])
    assert found == (cells(0, 0, 7, 5, 3), cells(9, 0, 2))


def test_what_ours_does_on_its_copy_of_a_sheet_goes_around_what_theirs_did_on_the_sheet_before() -> None:
    copy = SheetCopy(id="s1", new_id="s8", name="Copy", index=2, cells=9)
    found = transform([copy, cells(4, 0, 1, sheet="s8"), cells(4, 0, 2)], [INSERT]).mutations
    assert found == (copy, cells(6, 0, 1, sheet="s8"), cells(6, 0, 2))


def test_what_ours_does_on_a_sheet_that_theirs_copied_is_not_done_on_the_copy() -> None:
    copy = SheetCopy(id="s1", new_id="s8", name="Copy", index=2, cells=9)
    assert transform([INSERT, cells(4, 0, 2)], [copy]).mutations == (INSERT, cells(4, 0, 2))


def test_what_undoes_a_copy_of_ours_says_how_it_is_made_now() -> None:
    copy = SheetCopy(id="s1", new_id="s3", name="Copy", index=2, cells=9)
    theirs = SheetAdd(id="s3", name="copy", index=0)
    made, undone = transform([copy, SheetUncopy(copy=copy)], [theirs]).mutations
    assert made == SheetCopy(id="s1", new_id="s4", name="Copy (2)", index=3, cells=9)
    assert undone == SheetUncopy(copy=made)


def test_runs_that_the_next_one_undoes_go_with_it() -> None:
    do, undo, other = (encode([mutation]) for mutation in (INSERT, DELETE, cells(0, 0, 1)))
    assert standing([(do, undo), (undo, do)]) == []
    assert standing([(do, undo), (other, b""), (undo, do)]) == [0, 1, 2]
    assert standing([(do, undo), (undo, do), (do, undo)]) == [0]
    assert standing([(other, b"x"), (do, undo), (undo, do), (b"x", other)]) == []


def test_what_a_log_accepts_says_no_number_of_an_edit() -> None:
    kept = Damage(formulas=(KeptFormula("s1", 5, 0, "A9+1"),), edit=-4)
    ours = AxisInsert(sheet="s1", axis="rows", at=7, count=1, damage=kept)
    (found,) = portable([ours])
    assert found == AxisInsert(sheet="s1", axis="rows", at=7, count=1, damage=Damage(formulas=kept.formulas))
    assert transform([ours], [cells(0, 0, 1)]).mutations == (found,)
