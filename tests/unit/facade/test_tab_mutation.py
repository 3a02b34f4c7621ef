"""Sheets deleted, copied, moved, hidden and coloured: the model afterwards, and the model taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.formula.entry import entry_text
from macrocell.facade.workbook.model.look import Color
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisInsert,
    CellsSet,
    Formula,
    Mutation,
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetMove,
    SheetRename,
    SheetRestore,
    SheetShow,
    SheetUncopy,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.sheet_copy import count_cells
from support.effort import tries
from support.models import content, everything, sample

MANY = 10_000


def copy_of(sheet: str, new_id: str = "s3", name: str = "Copy", index: int = 2) -> SheetCopy:
    return SheetCopy(id=sheet, new_id=new_id, name=name, index=index, cells=MANY)


def written(sheet: str, row0: int, col0: int, text: str) -> CellsSet:
    return CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[Formula(text)]])


def formulas(model: Workbook, name: str) -> dict[tuple[int, int], str]:
    """What the formulas of a sheet read, by place."""
    sheet = model.sheet_named(name)
    assert sheet is not None
    found: dict[tuple[int, int], str] = {}
    for row0, row in sheet.each_row():
        for col0 in row.formula_columns():
            entry: Any = row.formula(col0)
            found[row0, col0] = entry_text(model.history, sheet, entry, row)
    return found


def names_of(model: Workbook) -> list[str]:
    return [sheet.name for sheet in model.sheets]


class TestDelete:
    def test_what_speaks_of_the_sheet_is_lost(self) -> None:
        model = sample()
        apply_all(model, [SheetDelete(id="s1")])
        assert names_of(model) == ["Other"]
        assert formulas(model, "Other") == {(0, 0): "#REF!+1", (1, 0): "SUM(#REF!)"}
        assert model.names == [("total", None, "#REF!"), ("local", "s2", "#REF!")]

    def test_its_own_names_go_with_it(self) -> None:
        model = sample()
        apply_all(model, [SheetDelete(id="s2")])
        assert model.names == [("total", None, "Data!$A$1")]

    def test_a_range_of_sheets_shrinks_to_the_next_one(self) -> None:
        model = sample()
        apply_all(model, [SheetAdd(id="s3", name="End", index=2), SheetAdd(id="s4", name="Sum", index=3)])
        apply_all(model, [written("s4", 0, 0, "SUM(Data:End!A1)"), written("s4", 1, 0, "SUM(Other:End!A1)")])
        apply_all(model, [SheetDelete(id="s1"), SheetDelete(id="s3")])
        assert formulas(model, "Sum") == {(0, 0): "SUM(Other!A1)", (1, 0): "SUM(Other!A1)"}

    def test_the_next_visible_sheet_comes_to_the_front(self) -> None:
        model = sample()
        apply_all(model, [SheetAdd(id="s3", name="Third", index=2), SheetShow(id="s2", state="hidden")])
        apply_all(model, [SheetDelete(id="s1")])
        assert model.active == "s3"

    def test_the_last_visible_sheet_stays(self) -> None:
        model = sample()
        apply_all(model, [SheetShow(id="s2", state="veryHidden")])
        before = everything(model)
        with pytest.raises(MutationConflict) as caught:
            apply_all(model, [SheetDelete(id="s1")])
        assert str(caught.value) == "Data is the only visible sheet, and a workbook shows at least one"
        with pytest.raises(MutationConflict) as caught:
            apply_all(model, [SheetShow(id="s1", state="hidden")])
        assert str(caught.value) == "Data is the only visible sheet, and a workbook shows at least one"
        assert everything(model) == before

    def test_a_hidden_sheet_can_go(self) -> None:
        model = sample()
        apply_all(model, [SheetShow(id="s2", state="hidden"), SheetDelete(id="s2")])
        assert names_of(model) == ["Data"]

    def test_its_id_is_never_given_again(self) -> None:
        model = sample()
        apply_all(model, [SheetDelete(id="s2")])
        with pytest.raises(MutationConflict) as caught:
            apply_all(model, [SheetAdd(id="s2", name="New", index=0)])
        assert str(caught.value) == "there is already a sheet s2"

    def test_the_same_sheet_comes_back_with_its_values_and_marks(self) -> None:
        model = sample()
        sheet = model.sheets[0]
        apply_all(model, [written("s1", 30, 0, "A1")])
        applied = apply_all(model, [SheetDelete(id="s1")])
        apply_all(model, applied.inverse())
        assert model.sheets[0] is sheet
        assert ("s1", Rect(30, 0, 30, 0)) in model.written
        assert model.dropped == {}

    def test_what_another_sheet_of_the_name_was_called_meanwhile_does_not_stick(self) -> None:
        model = sample()
        digest = state_hash(model)
        steps = [
            SheetDelete(id="s1"),
            SheetRename(id="s2", name="Data"),
            written("s2", 5, 5, "Data!A1"),
            SheetRename(id="s2", name="Else"),
        ]
        applied = apply_all(model, steps)
        assert formulas(model, "Else")[5, 5] == "Else!A1"
        apply_all(model, applied.inverse())
        assert formulas(model, "Other") == {(0, 0): "Data!A1+1", (1, 0): "SUM('Data'!A:A)"}
        assert state_hash(model) == digest

    def test_deleted_again_after_it_came_back(self) -> None:
        model = sample()
        first = apply_all(model, [SheetDelete(id="s1"), written("s2", 5, 5, "A1")])
        back = apply_all(model, first.inverse())
        again = apply_all(model, back.inverse())
        assert formulas(model, "Other") == {(0, 0): "#REF!+1", (1, 0): "SUM(#REF!)", (5, 5): "A1"}
        take_back(model, again)
        take_back(model, back)
        assert formulas(model, "Other") == {(0, 0): "#REF!+1", (1, 0): "SUM(#REF!)", (5, 5): "A1"}
        take_back(model, first)
        assert everything(model) == everything(sample())

    def test_only_what_was_deleted_here_can_be_restored(self) -> None:
        with pytest.raises(MutationConflict) as caught:
            apply_all(sample(), [SheetRestore(id="s9", name="Gone", index=0, active="s1")])
        assert str(caught.value) == "no sheet s9 was deleted that could be brought back"

    def test_a_run_restores_nothing(self) -> None:
        with pytest.raises(MutationInvalid) as caught:
            decode(encode([SheetRestore(id="s9", name="Gone", index=0, active="s1")]), from_run=True)
        assert str(caught.value) == "sheet.restore stands in inverses only"


class TestCopy:
    def test_cells_formulas_and_areas_are_there_twice(self) -> None:
        model = sample()
        apply_all(model, [copy_of("s1")])
        assert formulas(model, "Copy") == formulas(model, "Data")
        data, copy = model.sheets[0], model.sheets[2]
        assert (copy.merges, copy.blocks, copy.used_rect()) == (data.merges, data.blocks, data.used_rect())
        assert copy.merges is not data.merges

    def test_its_own_cells_are_meant_and_named_sheets_stay(self) -> None:
        model = sample()
        apply_all(model, [copy_of("s1")])
        assert formulas(model, "Copy")[0, 3] == "'Data'!A1"
        apply_all(model, [AxisInsert(sheet="s3", axis="rows", at=0, count=2)])
        assert formulas(model, "Copy")[2, 1] == "A3*2"
        assert formulas(model, "Copy")[2, 3] == "'Data'!A1"
        assert formulas(model, "Data")[0, 1] == "A1*2"

    def test_edits_of_the_original_move_the_references_of_the_copy_to_it_only(self) -> None:
        model = sample()
        apply_all(model, [copy_of("s1"), AxisInsert(sheet="s1", axis="rows", at=0, count=2)])
        assert formulas(model, "Copy")[0, 1] == "A1*2"
        assert formulas(model, "Copy")[0, 3] == "'Data'!A3"

    def test_edits_before_the_copying_count_for_both(self) -> None:
        model = sample()
        insert = AxisInsert(sheet="s1", axis="rows", at=0, count=2)
        apply_all(model, [insert, copy_of("s1"), AxisDelete(sheet="s1", axis="rows", at=0, count=2)])
        assert formulas(model, "Data")[0, 1] == "A1*2"
        assert formulas(model, "Copy")[2, 1] == "A3*2"

    def test_a_write_to_one_leaves_the_other(self) -> None:
        model = sample()
        apply_all(model, [copy_of("s1"), CellsSet(sheet="s3", rect=Rect(0, 0, 0, 0), rows=[[99]])])
        assert (model.sheets[0].row(0).value(0), model.sheets[2].row(0).value(0)) == (1, 99)  # type: ignore[union-attr]

    def test_names_of_the_sheet_are_copied_and_mean_the_copy(self) -> None:
        model = sample()
        model.names.append(("own", "s1", "'Data'!$B$1:$B$5+Other!$A$1"))
        apply_all(model, [copy_of("s1", name="It's")])
        assert model.names[-1] == ("own", "s3", "'It''s'!$B$1:$B$5+Other!$A$1")

    def test_a_copy_of_a_copy_after_edits_of_the_first(self) -> None:
        model = sample()
        apply_all(
            model,
            [
                copy_of("s1"),
                AxisInsert(sheet="s3", axis="rows", at=0, count=1),
                copy_of("s3", "s4", "Second", 3),
                AxisInsert(sheet="s4", axis="rows", at=0, count=1),
            ],
        )
        assert [formulas(model, name)[row0, 1] for name, row0 in (("Data", 0), ("Copy", 1), ("Second", 2))] == [
            "A1*2",
            "A2*2",
            "A3*2",
        ]

    def test_the_original_can_go(self) -> None:
        model = sample()
        apply_all(model, [copy_of("s1"), SheetDelete(id="s1")])
        assert formulas(model, "Copy")[0, 1] == "A1*2"
        assert formulas(model, "Copy")[0, 3] == "#REF!"

    def test_more_cells_than_were_said_are_not_copied(self) -> None:
        model = sample()
        cells = count_cells(model.sheets[0])
        with pytest.raises(MutationConflict) as caught:
            apply_all(model, [SheetCopy(id="s1", new_id="s3", name="C", index=0, cells=cells - 1)])
        assert str(caught.value) == f"Data has more cells than the {cells - 1} that were to be copied"
        apply_all(model, [SheetCopy(id="s1", new_id="s3", name="C", index=0, cells=cells)])

    def test_a_copy_that_others_speak_of_is_not_taken_back(self) -> None:
        model = sample()
        applied = apply_all(model, [copy_of("s1")])
        apply_all(model, [written("s2", 9, 9, "Copy!A1")])
        with pytest.raises(MutationConflict) as caught:
            apply_all(model, applied.inverse())
        assert str(caught.value) == "formulas on other sheets speak of Copy"

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("", "a sheet name cannot be empty"),
            ("a/b", "'a/b' holds /; a sheet name cannot hold any of [ ] : * ? / \\"),
            ("History", "Excel keeps the name History for itself"),
        ],
    )
    def test_a_name_that_excel_refuses(self, name: str, message: str) -> None:
        with pytest.raises(MutationInvalid) as caught:
            decode(encode([copy_of("s1", name=name)]))
        assert str(caught.value) == message

    def test_a_name_that_is_taken(self) -> None:
        with pytest.raises(MutationConflict) as caught:
            apply_all(sample(), [copy_of("s1", name="OTHER")])
        assert str(caught.value) == "there is already a sheet 'Other'"

    def test_a_run_takes_no_copy_back(self) -> None:
        with pytest.raises(MutationInvalid) as caught:
            decode(encode([SheetUncopy(copy=copy_of("s1"))]), from_run=True)
        assert str(caught.value) == "sheet.uncopy stands in inverses only"


class TestTabs:
    def test_a_place_beyond_the_last_is_none(self) -> None:
        with pytest.raises(MutationConflict) as caught:
            apply_all(sample(), [SheetMove(id="s1", index=2)])
        assert str(caught.value) == "there are 2 sheets; no place 2"

    def test_hiding_the_sheet_in_front_brings_the_next_and_undo_brings_it_back(self) -> None:
        model = sample()
        applied = apply_all(model, [SheetShow(id="s1", state="hidden")])
        assert model.active == "s2"
        apply_all(model, decode(encode(applied.inverse())))
        assert (model.active, model.sheets[0].state) == ("s1", "visible")

    def test_a_run_names_no_sheet_for_the_front(self) -> None:
        with pytest.raises(MutationInvalid) as caught:
            decode(encode([SheetShow(id="s1", state="hidden", active="s2")]), from_run=True)
        assert str(caught.value) == "a sheet to bring to the front, which only an inverse may name"

    def test_a_run_names_a_colour(self) -> None:
        with pytest.raises(MutationInvalid) as caught:
            decode(encode([SheetColor(id="s1", color="file")]), from_run=True)
        assert str(caught.value) == "the colour of the file, which only an inverse may name"

    def test_order_state_and_colour_are_state(self) -> None:
        digests = {state_hash(sample())}
        for mutation in (
            SheetMove(id="s1", index=1),
            SheetShow(id="s1", state="hidden"),
            SheetShow(id="s1", state="veryHidden"),
            SheetColor(id="s1", color=Color(rgb="FFFF0000")),
            SheetColor(id="s1", color=Color(theme=4)),
        ):
            model = sample()
            apply_all(model, [mutation])
            digests.add(state_hash(model))
        assert len(digests) == 6


ids = st.sampled_from(["s1", "s2", "s3", "s4"])
names = st.sampled_from(["Data", "Other", "Copy", "Bob's", "Q1"])
new_ids = st.sampled_from(["s3", "s4"])
texts = st.sampled_from(["A1+1", "Data!A1", "SUM(Data:Other!A1)", "Copy!B2", "'Bob''s'!A1:B2", "total+local"])
mutations = st.one_of(
    st.builds(lambda sheet: SheetDelete(id=sheet), ids),
    st.builds(lambda sheet, new, name, at: copy_of(sheet, new, name, at), ids, new_ids, names, st.integers(0, 4)),
    st.builds(lambda sheet, at: SheetMove(id=sheet, index=at), ids, st.integers(0, 4)),
    st.builds(
        lambda sheet, state: SheetShow(id=sheet, state=state), ids, st.sampled_from(["visible", "hidden", "veryHidden"])
    ),
    st.builds(
        lambda sheet, color: SheetColor(id=sheet, color=color), ids, st.sampled_from([None, Color(rgb="FF112233")])
    ),
    st.builds(lambda new, name, at: SheetAdd(id=new, name=name, index=at), new_ids, names, st.integers(0, 4)),
    st.builds(lambda sheet, name: SheetRename(id=sheet, name=name), ids, names),
    st.builds(written, ids, st.integers(0, 12), st.integers(4, 6), texts),
    st.builds(lambda sheet, at: AxisInsert(sheet=sheet, axis="rows", at=at, count=2), ids, st.sampled_from([0, 4, 11])),
    st.builds(lambda sheet, at: AxisDelete(sheet=sheet, axis="rows", at=at, count=1), ids, st.sampled_from([0, 4, 11])),
)


def applied_one_by_one(model: Workbook, wanted: list[Mutation]) -> list[Any]:
    """Those that fit, each as a run of its own; no formula speaks of a sheet that is not there."""
    applied = []
    for mutation in wanted:
        if isinstance(mutation, CellsSet) and not speaks_of(mutation.rows[0][0]) <= set(names_of(model)):
            continue
        try:
            applied.append(apply_all(model, [mutation]))
        except MutationConflict:
            continue
    return applied


def state_of(model: Workbook) -> Any:
    return everything(model, texts=True), state_hash(model), set(model.dropped), model.retabbed


def speaks_of(cell: Any) -> set[str]:
    return {name.replace("''", "'") for name in re.findall(r"(?:Data|Other|Copy|Bob''s)(?=[!':])", cell.text)}


class TestRandom:
    @settings(max_examples=tries(300), deadline=None)
    @given(st.lists(mutations, max_size=8))
    def test_runs_taken_back_last_first_leave_the_model_as_it_was(self, wanted: list[Mutation]) -> None:
        model = sample()
        runs, states = [], [state_of(model)]
        for mutation in wanted:
            runs += (made := applied_one_by_one(model, [mutation]))
            states += [state_of(model)] * len(made)
        for run in reversed(runs):
            states.pop()
            take_back(model, run)
            assert state_of(model) == states[-1]

    @settings(max_examples=tries(300), deadline=None)
    @given(st.lists(mutations, max_size=8))
    def test_inverses_as_runs_of_their_own_bring_the_content_back_and_forth(self, wanted: list[Mutation]) -> None:
        model = sample()
        start = content(model), state_hash(model)
        runs = applied_one_by_one(model, wanted)
        end = content(model), state_hash(model)
        undone = [apply_all(model, decode(encode(run.inverse()))) for run in reversed(runs)]
        assert (content(model), state_hash(model)) == start
        redone = [apply_all(model, decode(encode(run.inverse()))) for run in reversed(undone)]
        assert (content(model), state_hash(model)) == end
        for run in reversed(redone):
            apply_all(model, decode(encode(run.inverse())))
        assert (content(model), state_hash(model)) == start
