"""Applying and taking back: the model afterwards is the model before, to the last mark."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.errors import MutationConflict
from macrocell.facade.value import CellError, RichText, TextRun
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.formula.entry import entry_text
from macrocell.facade.workbook.formula.step import RenameStep
from macrocell.facade.workbook.model.formula import ArrayFormula, SharedFormula
from macrocell.facade.workbook.model.look import (
    LOCKED,
    NO_ALIGNMENT,
    NO_BORDER,
    NO_FILL,
    PLAIN_FONT,
    Alignment,
    Border,
    Color,
    Font,
    NamedLook,
    PatternFill,
    Protection,
    Side,
)
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    HOLE_MARK,
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    SheetAdd,
    SheetRemove,
    SheetRename,
    StylePatch,
    StyleSet,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.cell import ErrorMark
from support.effort import tries
from support.models import content, everything, sample


def cell_set(sheet: str, row0: int, col0: int, *rows: list[Any]) -> CellsSet:
    rect = Rect(row0, col0, row0 + len(rows) - 1, col0 + len(rows[0]) - 1)
    return CellsSet(sheet=sheet, rect=rect, rows=list(rows))


LONG = "x" * 40_000
UNUSUAL = ["é", "\ud800", LONG, CellError("#N/A"), RichText((TextRun("a", b""),))]


@pytest.mark.parametrize("unusual", [[], *([value] for value in UNUSUAL), UNUSUAL], ids=range(7))
def test_a_tall_matrix_over_cells_of_any_kind_is_taken_back_exactly(unusual: list[Any]) -> None:
    model = sample()
    sheet = model.sheets[0]
    height = 1_100
    for row0 in range(20, 20 + height):
        row = sheet.ensure_row(row0)
        for col0, value in enumerate((row0, row0 / 2, f"text {row0}", None, True, row0 if row0 % 2 else "odd")):
            row.set_value(col0, value)
    for at, value in enumerate(unusual):
        sheet.ensure_row(20 + at * 270).set_value(at, value)
    before = everything(model)
    written = cell_set("s1", 20, 0, *([1, 2, 3, "x", None, 5] for _ in range(height)))
    (mutation,) = decode(encode([written]), from_run=True)
    applied = apply_all(model, [mutation])
    assert [sheet.rows[row0].slice(0, 5) for row0 in (20, 20 + height - 1)] == [[1, 2, 3, "x", None, 5]] * 2  # type: ignore[union-attr]
    decode(encode(applied.inverse()))
    take_back(model, applied)
    assert everything(model) == before


def test_the_types_of_a_matrix_are_looked_at_once_and_are_no_part_of_it() -> None:
    mutation = cell_set("s1", 0, 0, [1, "x"], [None, Formula("A1")])
    alone = encode([mutation])
    assert mutation.kinds == {int, str, type(None), Formula}
    assert mutation.kinds is mutation.kinds
    assert encode([mutation]) == alone
    assert mutation == cell_set("s1", 0, 0, [1, "x"], [None, Formula("A1")])


@pytest.mark.parametrize("height", [3, 70])
def test_what_undoes_a_matrix_knows_its_own_types(height: int) -> None:
    model = sample()
    sheet = model.sheets[0]
    for row0 in range(20, 20 + height):
        sheet.ensure_row(row0).set_value(0, row0)
    for rows in ([[1, 2]] * height, [[HOLE_MARK, 2]] * height):
        applied = apply_all(model, [cell_set("s1", 20, 0, *map(list, rows))])
        (inverse,) = applied.inverse()
        assert isinstance(inverse, CellsSet)
        assert inverse.kinds == {type(cell) for row in inverse.rows for cell in row}
        take_back(model, applied)


values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.sampled_from([0.5, 2.0, "a", "", HOLE_MARK, Formula("A1+1"), Formula("Data!A1"), ErrorMark("#N/A")]),
)
sheet_ids = st.sampled_from(["s1", "s2"])
names = st.sampled_from(["Data", "Other", "In put", "Bob's 表 😀", "R1C1", "Q1", "data"])


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    row0, col0 = draw(st.integers(0, 12)), draw(st.sampled_from([0, 0, 1, 2, 3, 400]))
    return Rect(row0, col0, row0 + draw(st.integers(0, 5)), col0 + draw(st.integers(0, 3)))


@st.composite
def cell_sets(draw: st.DrawFn) -> CellsSet:
    rect = draw(rects())
    row = st.lists(values, min_size=rect.columns, max_size=rect.columns)
    rows = draw(st.lists(row, min_size=rect.rows, max_size=rect.rows))
    return CellsSet(sheet=draw(sheet_ids), rect=rect, rows=rows)


style_patches = st.builds(
    StylePatch,
    number_format=st.sampled_from([None, "0%", "General", "yyyy-mm-dd"]),
    font=st.sampled_from([None, Font(), Font(bold=True), PLAIN_FONT]),
    fill=st.sampled_from([None, PatternFill("solid", Color(rgb="FFFF0000")), NO_FILL]),
    border=st.sampled_from([None, Border(left=Side("thin")), NO_BORDER]),
    alignment=st.sampled_from([None, Alignment(horizontal="center"), NO_ALIGNMENT]),
    protection=st.sampled_from([None, Protection(locked=False), LOCKED]),
    style=st.sampled_from([None, NamedLook("own", font=Font(bold=True)), NamedLook("Normal", builtin=0)]),
).filter(lambda patch: bool(patch.changes()))

mutations = st.one_of(
    cell_sets(),
    st.builds(lambda sheet, rect: CellsClear(sheet=sheet, rects=(rect,)), sheet_ids, rects()),
    st.builds(
        lambda sheet, areas, patch: StyleSet(sheet=sheet, rects=tuple(areas), patch=patch),
        sheet_ids,
        st.lists(rects(), min_size=1, max_size=3),
        style_patches,
    ),
    st.builds(lambda name, index: SheetAdd(id="s3", name=name, index=index), names, st.integers(0, 2)),
    st.builds(lambda sheet, name: SheetRename(id=sheet, name=name), sheet_ids, names),
)


def fitting(model: Workbook, wanted: list[Mutation]) -> list[Mutation]:
    """Those that fit, one after another."""
    trial, kept = copy.deepcopy(model), []
    for mutation in wanted:
        try:
            apply_all(trial, [mutation])
        except MutationConflict:
            continue
        kept.append(mutation)
    return kept


class TestIdentity:
    @settings(max_examples=tries(200), deadline=None)
    @given(st.lists(mutations, max_size=6))
    def test_taking_back_leaves_the_model_as_it_was(self, wanted: list[Mutation]) -> None:
        model = sample()
        before, digest = everything(model), state_hash(model)
        chosen = fitting(model, wanted)
        sent = encode(chosen)
        applied = apply_all(model, chosen)
        assert encode(chosen) == sent
        take_back(model, applied)
        assert everything(model) == before
        assert state_hash(model) == digest

    @settings(max_examples=tries(200), deadline=None)
    @given(st.lists(mutations, max_size=6))
    def test_the_inverse_travels_and_brings_the_content_back_and_forth(self, wanted: list[Mutation]) -> None:
        model = sample()
        before, digest = content(model), state_hash(model)
        applied = apply_all(model, fitting(model, wanted))
        after, after_digest = content(model), state_hash(model)
        undone = apply_all(model, decode(encode(applied.inverse())))
        assert content(model) == before
        assert state_hash(model) == digest
        apply_all(model, decode(encode(undone.inverse())))
        assert content(model) == after
        assert state_hash(model) == after_digest

    @settings(max_examples=tries(100), deadline=None)
    @given(st.lists(mutations, max_size=5), mutations)
    def test_all_or_none(self, wanted: list[Mutation], last: Mutation) -> None:
        model = sample()
        chosen = fitting(model, wanted)
        before = everything(model)
        with pytest.raises(MutationConflict):
            apply_all(model, [*chosen, last, SheetRename(id="s99", name="No")])
        assert everything(model) == before

    @settings(max_examples=tries(100), deadline=None)
    @given(st.lists(mutations, max_size=6))
    def test_applying_is_deterministic(self, wanted: list[Mutation]) -> None:
        chosen = fitting(sample(), wanted)
        one, two = sample(), sample()
        apply_all(one, chosen)
        apply_all(two, decode(encode(chosen)))
        assert everything(one) == everything(two)


class TestCellsSet:
    def test_an_overwritten_master_leaves_its_followers_their_formula(self) -> None:
        model = sample()
        applied = apply_all(model, [cell_set("s1", 0, 1, [9])])
        row = model.sheets[0].row(1)
        assert row is not None
        entry = row.formula(1)
        assert isinstance(entry, SharedFormula)
        assert entry.group.text == "A1*2"
        take_back(model, applied)
        first = model.sheets[0].row(0)
        assert first is not None
        master = first.formula(1)
        assert isinstance(master, SharedFormula)
        assert master.group is entry.group

    def test_a_whole_array_block_is_overwritten_and_restored(self) -> None:
        model = sample()
        applied = apply_all(model, [cell_set("s1", 0, 2, [8], [9])])
        assert Rect(0, 2, 1, 2) not in model.sheets[0].blocks
        take_back(model, applied)
        assert Rect(0, 2, 1, 2) in model.sheets[0].blocks
        row = model.sheets[0].row(0)
        assert row is not None
        assert row.formula(2) == ArrayFormula("A1:A2", Rect(0, 2, 1, 2))

    @pytest.mark.parametrize("row0", [0, 1])
    def test_a_part_of_an_array_block_is_a_conflict(self, row0: int) -> None:
        with pytest.raises(MutationConflict) as caught:
            apply_all(sample(), [cell_set("s1", row0, 2, [8])])
        assert str(caught.value) == f"Data!C{row0 + 1} would change a part of the array block C1:C2"

    def test_a_hole_leaves_the_cell(self) -> None:
        model = sample()
        apply_all(model, [cell_set("s1", 0, 0, [HOLE_MARK, 5])])
        row = model.sheets[0].row(0)
        assert row is not None
        assert (row.value(0), row.value(1), row.formula(1), row.touched) == (1, 5, None, {1})

    def test_a_lone_cell_at_the_far_corner_costs_one_row(self) -> None:
        model = sample()
        apply_all(model, [cell_set("s1", 1_048_575, 16_383, [1])])
        sheet = model.sheets[0]
        assert (len(sheet.rows), list(sheet.far)) == (10, [1_048_575])
        assert sheet.used_rect() == Rect(0, 0, 1_048_575, 16_383)

    def test_blanks_beyond_the_content_make_no_row(self) -> None:
        model = sample()
        apply_all(model, [cell_set("s1", 500, 0, [None, None])])
        assert len(model.sheets[0].rows) == 10

    @pytest.mark.parametrize("sheet", ["s9", "s3"])
    def test_a_sheet_that_is_not_there_or_has_no_cells_is_a_conflict(self, sheet: str) -> None:
        model = sample()
        model.sheets.append(Sheet("s3", "Chart", kind="chartsheet"))
        with pytest.raises(MutationConflict):
            apply_all(model, [cell_set(sheet, 0, 0, [1])])


class TestSheets:
    def test_a_removed_sheet_must_be_empty_and_not_of_the_file(self) -> None:
        model = sample()
        apply_all(model, [SheetAdd(id="s3", name="New", index=2), cell_set("s3", 0, 0, [1])])
        for sheet, name in (("s3", "New"), ("s2", "Other")):
            with pytest.raises(MutationConflict) as caught:
                apply_all(model, [SheetRemove(id=sheet)])
            assert str(caught.value) == f"{name} is not empty, or came from the file"

    @pytest.mark.parametrize("name", ["Data", "dATA"])
    def test_names_clash_without_case(self, name: str) -> None:
        with pytest.raises(MutationConflict) as caught:
            apply_all(sample(), [SheetRename(id="s2", name=name)])
        assert str(caught.value) == "there is already a sheet 'Data'"

    def test_a_rename_may_change_case_only(self) -> None:
        model = sample()
        apply_all(model, [SheetRename(id="s1", name="DATA")])
        assert text_at(model, 1, 0, 0) == "DATA!A1+1"

    def test_a_rename_is_carried_into_formulas_groups_and_names(self) -> None:
        model = sample()
        group = model.sheets[0].row(0).formula(1).group  # type: ignore[union-attr]
        group.text = "Data!A1*Other!A1"
        apply_all(model, [SheetRename(id="s1", name="In put")])
        assert [text_at(model, 1, row0, 0) for row0 in (0, 1)] == ["'In put'!A1+1", "SUM('In put'!A:A)"]
        assert text_at(model, 0, 0, 3) == "'In put'!A1"
        assert text_at(model, 0, 1, 1) == "'In put'!A2*Other!A2"
        assert model.names == [("total", None, "'In put'!$A$1"), ("local", "s2", "'In put'!$B$1")]
        assert model.history.steps == [RenameStep("s1", "Data", "In put")]

    def test_a_sheet_that_is_loaded_later_follows_all_renames_before(self) -> None:
        model = deferred()
        apply_all(model, [SheetRename(id="s1", name="A b"), SheetRename(id="s1", name="Cd")])
        model.sheets[1].load()
        assert text_at(model, 1, 0, 0) == "Cd!A1+1"

    def test_a_rename_taken_back_leaves_a_sheet_loaded_meanwhile_untouched(self) -> None:
        model = deferred()
        applied = apply_all(model, [SheetRename(id="s1", name="A b")])
        model.sheets[1].load()
        take_back(model, applied)
        assert everything(model) == everything(sample())


def text_at(model: Workbook, sheet: int, row0: int, col0: int) -> str:
    """What the formula at a cell reads now."""
    row = model.sheets[sheet].row(row0)
    assert row is not None
    entry = row.formula(col0)
    assert entry is not None
    return entry_text(model.history, model.sheets[sheet], entry, row)


def deferred() -> Workbook:
    """The sample with its second sheet not loaded."""
    model, source = sample(), sample().sheets[1]

    def load(sheet: Sheet) -> None:
        sheet.rows = copy.deepcopy(source.rows)

    model.sheets[1] = Sheet("s2", "Other", part="b.xml")
    model.sheets[1].loader = load
    return model
