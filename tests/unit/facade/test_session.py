"""The capture of one run: what is written becomes few mutations, in order, and reads see it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.errors import (
    BlockError,
    CellValueError,
    ClosedError,
    ExternalError,
    LimitError,
    ReadOnlyError,
    SheetNameError,
)
from macrocell.facade.value import HOLE, CellError, RichText, TextRun
from macrocell.facade.workbook.buffer import rectangles
from macrocell.facade.workbook.model.rect import MAX_ROWS, Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Formula,
    SheetAdd,
    SheetRename,
    StyleSet,
    apply_all,
    decode,
)
from macrocell.facade.workbook.session import Session
from support.effort import tries
from support.models import content, everything, sample


def writer(model: Workbook | None = None, **more: Any) -> tuple[Session, Sheet]:
    session = Session(model or sample(), read_only=False, **more)
    return session, session.model.sheets[0]


def sent(session: Session) -> list[Any]:
    return list(decode(session.finish(), from_run=True))


class TestBuffer:
    def test_a_block_written_cell_by_cell_is_one_mutation(self) -> None:
        session, sheet = writer()
        for col0 in range(3):
            for row0 in range(20, 24):
                session.set_cell(sheet, row0, col0, row0 * col0)
        (mutation,) = sent(session)
        assert mutation.rect == Rect(20, 0, 23, 2)
        assert mutation.rows == [[0, row0, row0 * 2] for row0 in range(20, 24)]

    def test_separate_runs_are_separate_rectangles(self) -> None:
        session, sheet = writer()
        for row0 in (20, 21, 25):
            for col0 in (0, 1, 4):
                session.set_cell(sheet, row0, col0, 1)
        rects = [mutation.rect.a1 for mutation in sent(session)]
        assert sorted(rects) == ["A21:B22", "A26:B26", "E21:E22", "E26"]

    def test_the_last_write_of_a_cell_counts(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 20, 0, 1)
        session.set_cell(sheet, 20, 0, "b")
        assert sent(session)[0].rows == [["b"]]

    @given(st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(), min_size=1))
    def test_rectangles_cover_each_cell_once(self, cells: dict[tuple[int, int], int]) -> None:
        found: dict[tuple[int, int], int] = {}
        for rect, rows in rectangles({row0 << 14 | col0: value for (row0, col0), value in cells.items()}):
            assert len(rows) == rect.rows
            for down, row in enumerate(rows):
                assert len(row) == rect.columns
                for right, value in enumerate(row):
                    assert (rect.row0 + down, rect.col0 + right) not in found
                    found[rect.row0 + down, rect.col0 + right] = value
        assert found == cells

    @settings(max_examples=tries(150), deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["set", "set", "set", "matrix", "clear", "format", "read", "flush"]),
                st.integers(0, 1),
                st.integers(12, 16),
                st.integers(0, 3),
                st.sampled_from([None, 1, "a", 2.5, Formula("A1+1"), CellError("#N/A")]),
            ),
            max_size=25,
        )
    )
    def test_what_is_sent_makes_the_same_model_as_writing_cell_by_cell(self, steps: list[Any]) -> None:
        session, _ = writer()
        slow, _ = writer()
        for what, sheet_at, row0, col0, value in steps:
            for one, flush in ((session, False), (slow, True)):
                sheet = one.model.sheets[sheet_at]
                if what == "set":
                    one.set_cell(sheet, row0, col0, value)
                elif what == "matrix":
                    one.set_cells(sheet, row0, col0, [[value, HOLE], [HOLE, value]])
                elif what == "clear":
                    one.clear(sheet, Rect(row0, col0, row0 + 1, col0 + 1))
                elif what == "format":
                    one.set_number_format(sheet, Rect(row0, col0, row0, col0), "0%")
                elif what == "flush":
                    one.flush()
                if flush:
                    one.flush()
            ours = session.value(session.model.sheets[sheet_at], row0, col0)
            assert ours == slow.value(slow.model.sheets[sheet_at], row0, col0)
        slow.flush()
        base = sample()
        apply_all(base, decode(session.finish(), from_run=True))
        assert content(base) == content(slow.model)


class TestReading:
    def test_reads_see_what_is_buffered(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 0, 0, "new")
        session.set_cell(sheet, 0, 1, Formula("1+1"))
        session.set_number_format(sheet, Rect(0, 0, 0, 0), "0.0")
        assert session.value(sheet, 0, 0) == "new"
        assert (session.value(sheet, 0, 1), session.formula(sheet, 0, 1), session.formula(sheet, 0, 0)) == (
            None,
            "1+1",
            None,
        )
        assert session.number_format(sheet, 0, 0) == "0.0"
        assert session.values(sheet, Rect(0, 0, 1, 1)) == [["new", None], [2, 4]]

    def test_formula_texts_of_every_kind(self) -> None:
        session, sheet = writer()
        places = [(0, 0), (0, 1), (3, 1), (0, 2), (1, 2), (0, 3), (6, 0)]
        assert [session.formula(sheet, *place) for place in places] == [
            None, "A1*2", "A4*2", "A1:A2", None, "'Data'!A1", "TABLE(A1,)",
        ]  # fmt: skip

    def test_an_overwritten_master_hands_its_formula_on(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 0, 1, 9)
        session.flush()
        assert [session.formula(sheet, row0, 1) for row0 in range(5)] == [None, "A2*2", "A3*2", "A4*2", "A5*2"]

    def test_the_last_row_counts_buffered_writes_but_not_blanks(self) -> None:
        session, sheet = writer()
        assert session.last_row0(sheet) == 9
        session.set_cell(sheet, 40, 0, None)
        assert session.last_row0(sheet) == 9
        session.set_cell(sheet, 30, 0, 1)
        assert session.last_row0(sheet) == 30
        session.clear(sheet, Rect(0, 0, MAX_ROWS - 1, 9))
        assert session.last_row0(sheet) == -1

    def test_a_sheet_of_a_file_is_asked_for_before_it_is_loaded(self) -> None:
        asked: list[str] = []
        session, sheet = writer(fault=asked.append)
        sheet.loader, sheet.part = lambda _: None, ""
        assert session.sheet(sheet) is sheet
        assert (asked, sheet.loaded) == ([], True)
        sheet.loader, sheet.part = lambda _: None, "a.xml"
        session.value(sheet, 0, 0)
        assert (asked, sheet.loaded) == (["s1"], True)


class TestOrder:
    def test_kinds_of_changes_keep_their_order(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 20, 0, 1)
        session.clear(sheet, Rect(20, 0, 20, 0))
        session.set_cell(sheet, 20, 0, 2)
        session.add_sheet("New", 0)
        session.rename_sheet(sheet, "Renamed")
        session.set_cell(session.model.sheets[0], 0, 0, "x")
        kinds = [type(mutation) for mutation in sent(session)]
        assert kinds == [CellsSet, CellsClear, CellsSet, SheetAdd, SheetRename, CellsSet]

    def test_writes_with_reads_between_are_joined(self) -> None:
        session, sheet = writer()
        for row0 in range(20, 30):
            session.set_cell(sheet, row0, 0, row0)
            session.set_number_format(sheet, Rect(row0, 0, row0, 0), "0.0")
            session.values(sheet, Rect(row0, 0, row0, 0))
        cells, formats = sent(session)
        assert (cells.rect.a1, formats.rects) == ("A21:A30", (Rect(20, 0, 29, 0),))

    def test_two_sheets_written_in_turn_are_two_mutations(self) -> None:
        session, first = writer()
        second = session.model.sheets[1]
        for row0 in range(20, 30):
            session.set_cell(first, row0, 0, row0)
            session.set_cell(second, row0, 0, row0)
        assert [(mutation.sheet, mutation.rect.a1) for mutation in sent(session)] == [
            ("s1", "A21:A30"),
            ("s2", "A21:A30"),
        ]

    def test_a_whole_column_gets_a_format_where_it_is_used(self) -> None:
        session, sheet = writer()
        session.set_number_format(sheet, Rect(0, 0, MAX_ROWS - 1, 0), "0%")
        (mutation,) = sent(session)
        assert isinstance(mutation, StyleSet)
        assert mutation.rects == (Rect(0, 0, 9, 0),)

    def test_nothing_done_is_nothing_sent(self) -> None:
        session, sheet = writer()
        session.set_cells(sheet, 0, 0, [])
        session.clear(sheet, Rect(100, 100, 200, 200))
        session.rename_sheet(sheet, "Data")
        assert sent(session) == []


class TestRefusals:
    @pytest.mark.parametrize(
        "change",
        [
            lambda session, sheet: session.set_cell(sheet, 0, 0, 1),
            lambda session, sheet: session.set_cells(sheet, 0, 0, [[1]]),
            lambda session, sheet: session.clear(sheet, Rect(0, 0, 0, 0)),
            lambda session, sheet: session.set_number_format(sheet, Rect(0, 0, 0, 0), "0"),
            lambda session, sheet: session.add_sheet("New"),
            lambda session, sheet: session.rename_sheet(sheet, "New"),
        ],
    )
    def test_read_mode_changes_nothing_and_closing_ends_all(self, change: Any) -> None:
        session = Session(sample())
        before = everything(session.model)
        with pytest.raises(ReadOnlyError, match="^this run may only read; nothing was changed$"):
            change(session, session.model.sheets[0])
        assert everything(session.model) == before
        assert sent(session) == []
        closed, sheet = writer()
        closed.set_cell(sheet, 20, 0, 1)
        closed.finish()
        with pytest.raises(ClosedError, match="^the run has ended, and its workbook with it$"):
            change(closed, sheet)

    @pytest.mark.parametrize("row0", [0, 1])
    def test_a_part_of_an_array_block(self, row0: int) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 30, 0, 1)
        place = f"Data!C{row0 + 1}"
        for write in (
            lambda: session.set_cell(sheet, row0, 2, 1),
            lambda: session.set_cells(sheet, row0, 2, [[1]]),
            lambda: session.clear(sheet, Rect(row0, 2, row0, 2)),
        ):
            with pytest.raises(BlockError) as caught:
                write()
            assert str(caught.value) == (
                f"{place} is a part of the array formula or data table in C1:C2, which cannot be changed in part"
            )
            assert caught.value.hint == 'Clear or overwrite the whole block: sheet["C1:C2"].clear().'
        assert len(sent(session)) == 1

    def test_a_whole_block_may_be_written_or_cleared(self) -> None:
        session, sheet = writer()
        session.set_cells(sheet, 0, 2, [[1], [2]])
        session.clear(sheet, Rect(6, 0, 7, 1))
        assert sheet.blocks == []
        session.set_cell(sheet, 0, 2, 5)
        assert session.value(sheet, 0, 2) == 5

    def test_a_block_with_a_hole_in_it_is_refused(self) -> None:
        session, sheet = writer()
        with pytest.raises(BlockError):
            session.set_cells(sheet, 0, 2, [[1], [HOLE]])
        assert session.kept is True
        assert sent(session) == []

    def test_the_inside_of_a_merge_takes_blanks_only(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 9, 0, "first")
        session.set_cell(sheet, 10, 1, None)
        session.set_cells(sheet, 9, 0, [["first", None], [HOLE, None]])
        for write in (
            lambda: session.set_cell(sheet, 10, 1, 1),
            lambda: session.set_cells(sheet, 9, 0, [[1, None], [None, 1]]),
        ):
            with pytest.raises(BlockError) as caught:
                write()
            assert (
                str(caught.value)
                == "Data!B11 lies inside the merged range A10:B11; only its first cell A10 shows a value"
            )
            assert caught.value.hint == "Write to A10."

    @pytest.mark.parametrize("bulk", [False, True])
    def test_a_formula_that_reaches_outside(self, bulk: bool) -> None:
        session, sheet = writer()
        formula = Formula('webservice("http://x")')
        with pytest.raises(ExternalError) as caught:
            session.set_cells(sheet, 1, 3, [[formula]]) if bulk else session.set_cell(sheet, 1, 3, formula)
        assert str(caught.value) == "Data!D2: WEBSERVICE reaches outside the workbook"
        assert sent(session) == []

    def test_it_may_where_that_was_allowed_and_links_are_flagged_once(self) -> None:
        session, sheet = writer(allow_external=True)
        session.set_cell(sheet, 1, 3, Formula('WEBSERVICE("http://x")'))
        session.set_cell(sheet, 2, 3, Formula('HYPERLINK("http://x")'))
        session.set_cell(sheet, 3, 3, Formula('HYPERLINK("http://x")'))
        assert session.warnings == ["Data!D3: HYPERLINK leads outside the workbook when it is clicked"]
        assert len(sent(session)) == 1

    def test_rich_text_with_foreign_markup(self) -> None:
        session, sheet = writer()
        session.set_cell(sheet, 3, 3, RichText((TextRun("a", b"<rPr><b/></rPr>"),), b"<r/>"))
        with pytest.raises(CellValueError, match="^Data!D5: rich text with markup that is no run property$"):
            session.set_cell(sheet, 4, 3, RichText((TextRun("a", b"<rPr><evil/></rPr>"),)))
        assert len(sent(session)) == 1

    def test_a_sheet_without_cells(self) -> None:
        session, _ = writer()
        chart = Sheet("s3", "Chart", kind="chartsheet")
        session.model.sheets.append(chart)
        with pytest.raises(CellValueError, match="^Chart is a chartsheet and has no cells$"):
            session.set_cell(chart, 0, 0, 1)

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("", "a sheet name cannot be empty"),
            ("x" * 32, f"{'x' * 32!r} has 32 characters; a sheet name has at most 31"),
            ("a/b:c", "'a/b:c' holds / :; a sheet name cannot hold any of [ ] : * ? / \\"),
            ("'a", '"\'a" begins or ends with an apostrophe'),
            ("a\n", "'a\\n' holds a control character or half a surrogate pair"),
            ("history", "Excel keeps the name History for itself"),
            ("OTHER", "there is already a sheet 'Other'"),
        ],
    )
    def test_sheet_names(self, name: str, message: str) -> None:
        session, sheet = writer()
        for change in (lambda: session.add_sheet(name), lambda: session.rename_sheet(sheet, name)):
            with pytest.raises(SheetNameError) as caught:
                change()
            assert str(caught.value) == message


class TestLimits:
    def test_mutations_are_limited_and_the_run_fails_even_if_that_is_caught(self) -> None:
        session, sheet = writer(max_mutations=2)
        for row0 in (20, 22, 24):
            session.set_cell(sheet, row0, 0, 1)
        with pytest.raises(LimitError) as caught:
            session.flush()
        error = caught.value
        assert str(error) == "the run made more changes than its limit of 2 allows"
        assert (error.code, error.limit_name, error.limit, error.observed) == ("limit", "mutations", 2, 3)
        with pytest.raises(LimitError):
            session.set_cell(sheet, 0, 0, 1)
        with pytest.raises(LimitError):
            session.finish()

    def test_cells_are_limited_before_anything_is_done(self) -> None:
        session, sheet = writer(max_cells=10)
        before = everything(session.model)
        with pytest.raises(LimitError) as caught:
            session.set_number_format(sheet, Rect(0, 0, 999_999, 9), "0")
        assert (caught.value.limit_name, caught.value.limit, caught.value.observed) == ("cells", 10, 10_000_000)
        assert everything(session.model) == before

    def test_what_is_buffered_at_the_end_counts(self) -> None:
        session, sheet = writer(max_cells=3)
        for row0 in range(20, 24):
            session.set_cell(sheet, row0, 0, 1)
        with pytest.raises(LimitError):
            session.finish()
