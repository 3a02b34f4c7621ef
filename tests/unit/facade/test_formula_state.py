"""Which cached formula values still hold after a write, before anything is calculated."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.axis import AxisEdit
from macrocell.facade.mutation import Marks
from macrocell.facade.value import CellError
from macrocell.facade.workbook.formula.precedent import precedents
from macrocell.facade.workbook.formula.shape import quick_precedents
from macrocell.facade.workbook.formula.step import AxisStep
from macrocell.facade.workbook.model.rect import MAX_ROWS, Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import EVERYWHERE, Seam, Workbook
from macrocell.facade.workbook.mutation import AxisDelete, AxisFormat, Formula, apply_all, take_back
from macrocell.facade.workbook.mutation.structure import MAX_PLACES, make_step
from macrocell.facade.workbook.session import Session
from macrocell.facade.workbook.state import NEW, NO_VALUE, STALE
from support.effort import tries
from support.models import put_row, sample


def book(cells: dict[str, str | int], *, names: list[tuple[str, str | None, str]] | None = None) -> Session:
    """Sheets S and T. Keys are S!A1 like; text that begins with = is a formula with the cached value 1."""
    model = Workbook()
    model.sheets = [Sheet("s1", "S"), Sheet("s2", "T x")]
    model.names = names or []
    for place, content in cells.items():
        prefix, _, cell = place.rpartition("!")
        sheet = model.sheets[1] if prefix == "T" else model.sheets[0]
        col0, row0 = ord(cell[0]) - 65, int(cell[1:]) - 1
        row = sheet.row(row0) or put_row(sheet, row0, [])
        row.set_value(col0, 1 if isinstance(content, str) else content)
        if isinstance(content, str):
            row.set_formula(col0, content[1:])
    return Session(model, read_only=False)


def state(session: Session, place: str) -> str:
    """Whether the cached value of a formula holds."""
    return "stale" if staleness(session, place) else "cached"


def staleness(session: Session, place: str) -> str | None:
    session.flush()
    return session._states.staleness(session.model.sheets[0], int(place[1:]) - 1, ord(place[0]) - 65)


def delete_row(session: Session, row0: int) -> None:
    session.restructure(session.model.sheets[0], AxisDelete(sheet="s1", axis="rows", at=row0, count=1))


def write(session: Session, place: str, sheet: int = 0) -> None:
    session.set_cell(session.model.sheets[sheet], int(place[1:]) - 1, ord(place[0]) - 65, 5)


def test_a_shape_has_as_many_plans_as_its_names_have_numbers() -> None:
    for week in (*range(1, 600), 3, 599):
        text = f"Week{week}!B{week}+rate{week}*A{week + 1}"
        assert quick_precedents(text) == precedents(text)


class TestWithoutWrites:
    def test_every_kind_of_cell(self) -> None:
        model = sample()
        data = model.sheets[0]
        data.ensure_row(20).set_value(0, CellError("#N/A"))
        data.ensure_row(20).set_formula(0, "NA()")
        data.ensure_row(21).set_formula(0, "1+1")
        session = Session(model)
        states = [
            session.state(data, *place) for place in [(0, 0), (0, 1), (0, 2), (1, 2), (1, 4), (20, 0), (21, 0), (90, 0)]
        ]
        assert states == ["constant", "cached", "cached", "cached", "constant", "error", "computed", "constant"]
        assert (session._states.staleness(data, 21, 0), session.reason(data, 0, 1)) == (NO_VALUE, None)


class TestDependence:
    @pytest.mark.parametrize(
        "formula",
        [
            "=A1", "=$A$1*2", "=SUM(A1:A9)", "=SUM(A:A)", "=SUM(1:1)", "=S!A1", "='s'!A1", "=SUM(S:'T x'!A1)",
            "=SUM('S:T x'!A1)", "=total", "=S!total", "=INDIRECT(\"A1\")", "=OFFSET(D4,1,1)", "=SUM(T[v])", "=D2",
            "=A1:INDEX(D:D,3)", "=A1#", "=unknown+1", "=LET(x,A1,x)", "=C9:A1", "=SUM(B2,(A1,D4))", "=NOW()",
        ],
    )  # fmt: skip
    def test_what_reads_the_written_cell_is_not_computed(self, formula: str) -> None:
        session = book({"A1": 1, "B1": formula, "D2": "=A1"}, names=[("Total", None, "S!$A$1")])
        assert state(session, "B1") == "cached"
        write(session, "A1")
        assert state(session, "B1") == "stale"
        assert staleness(session, "B1") == STALE
        assert session.value(session.model.sheets[0], 0, 1) == 1

    @pytest.mark.parametrize(
        "formula",
        [
            "=A2",
            "=SUM(A2:A9)",
            "=SUM(C:D)",
            "='T x'!A1",
            "=total",
            '="A1"',
            "=LET(x,D4,x)",
            "=[1]S!A1",
            "=TRUE",
            "=PI()*2",
        ],
    )
    def test_what_does_not_read_it_stays_cached(self, formula: str) -> None:
        session = book({"A1": 1, "B1": formula}, names=[("Total", None, "S!$D$1")])
        write(session, "A1")
        assert state(session, "B1") == "cached"

    def test_a_formula_written_in_the_run(self) -> None:
        session = book({"A1": 1})
        session.set_cell(session.model.sheets[0], 0, 1, Formula("A1"))
        assert state(session, "B1") == "stale"
        assert staleness(session, "B1") == NEW

    def test_through_other_sheets_and_chains(self) -> None:
        session = book({"A1": 1, "T!A1": "=S!A1", "B1": "='T x'!A1+1", "C1": "=B1", "D1": "='T x'!B1"})
        write(session, "A1")
        assert [state(session, place) for place in ("B1", "C1", "D1")] == ["stale", "stale", "cached"]

    def test_a_local_name_goes_before_a_global_one(self) -> None:
        names = [("n", None, "S!$A$1"), ("n", "s1", "S!$D$1")]
        session = book({"A1": 1, "B1": "=n"}, names=names)
        write(session, "A1")
        assert state(session, "B1") == "cached"

    def test_names_and_formulas_in_a_circle_are_not_computed(self) -> None:
        session = book({"A1": 1, "B1": "=a_", "C1": "=D1", "D1": "=C1"}, names=[("a_", None, "b_"), ("b_", None, "a_")])
        write(session, "A9")
        assert [state(session, place) for place in ("B1", "C1")] == ["stale", "stale"]

    def test_cells_of_an_array_block_follow_its_formula(self) -> None:
        session = Session(sample(), read_only=False)
        data = session.model.sheets[0]
        session.set_cell(data, 1, 0, 5)
        assert [session.state(data, *place) for place in [(0, 2), (1, 2), (0, 1), (1, 1), (7, 1)]] == [
            "computed", "computed", "cached", "computed", "not_computed",
        ]  # fmt: skip

    def test_a_number_format_changes_no_state(self) -> None:
        session = book({"A1": 1, "B1": "=A1"})
        session.set_number_format(session.model.sheets[0], Rect(0, 0, 9, 9), "0%")
        assert state(session, "B1") == "cached"

    def test_a_long_chain_needs_no_recursion(self) -> None:
        cells: dict[str, Any] = {"A1": 1, **{f"A{row}": f"=A{row - 1}+1" for row in range(2, 5001)}}
        session = book(cells)
        write(session, "B1")
        assert state(session, "A5000") == "cached"
        write(session, "A1")
        assert state(session, "A5000") == "stale"

    def test_running_sums_over_formulas(self) -> None:
        cells: dict[str, Any] = {}
        for row in range(1, 1001):
            cells[f"A{row}"] = f"=C{row}"
            cells[f"B{row}"] = f"=SUM(A$1:A{row})"
        session = book(cells)
        write(session, "C500")
        states = [state(session, f"B{row}") for row in range(1, 1001)]
        assert states == ["cached"] * 499 + ["stale"] * 501

    def test_reading_and_writing_in_turn(self) -> None:
        cells: dict[str, Any] = {}
        for row in range(1, 200):
            cells |= {f"A{row}": 1, f"B{row}": f"=A{row}+1", f"C{row}": f"=SUM(B$1:B{row})"}
        session = book(cells)
        for row in range(1, 150):
            assert [state(session, f"{letter}{row}") for letter in "BC"] == ["cached", "cached"]
            write(session, f"E{row}")
        write(session, "A100")
        assert [state(session, place) for place in ("B99", "C99", "B100", "C100", "B101", "C101")] == [
            "cached", "cached", "stale", "stale", "cached", "stale",
        ]  # fmt: skip

    def test_a_formula_that_was_overwritten_or_renamed_away_is_followed_no_more(self) -> None:
        session = book({"A1": 1, "B1": "=A1", "C1": "=B1", "D1": "='T x'!A1"})
        assert [state(session, place) for place in ("C1", "D1")] == ["cached", "cached"]
        write(session, "B1")
        assert state(session, "C1") == "stale"
        session.rename_sheet(session.model.sheets[1], "U")
        assert state(session, "D1") == "cached"
        write(session, "A1", sheet=1)
        assert state(session, "D1") == "stale"

    @settings(max_examples=tries(200), deadline=None)
    @given(
        st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(0, 7)), min_size=8, max_size=8),
        st.integers(0, 7),
        st.permutations(range(8)),
    )
    def test_agrees_with_following_every_reference(self, spans: list[Any], written: int, order: list[int]) -> None:
        """Cell A(n) sums two cells and a range of B, B(n) is =A(n) for lower n only, so that there is no circle."""
        cells: dict[str, Any] = {}
        reads: dict[str, set[str]] = {}
        for at, (one, first, last) in enumerate(spans):
            low, high = sorted((first, last))
            below = [f"B{row + 1}" for row in range(low, high + 1) if row < at]
            single = f"C{one + 1}"
            text = f"={single}" + (f"+SUM({below[0]}:{below[-1]})" if below else "")
            cells[f"A{at + 1}"] = text
            cells[f"B{at + 1}"] = f"=A{at + 1}"
            reads[f"A{at + 1}"] = {single, *below}
            reads[f"B{at + 1}"] = {f"A{at + 1}"}
        stale = {f"C{written + 1}"}
        for _ in range(20):
            stale |= {cell for cell, read in reads.items() if read & stale}
        session = book(cells)
        write(session, f"C{written + 1}")
        for at in order:
            for place in (f"A{at + 1}", f"B{at + 1}"):
                assert (state(session, place) == "stale") == (place in stale)


class TestHiddenRows:
    def test_subtotals_alone_are_stale_once_rows_were_hidden_or_sized(self) -> None:
        cells: dict[str, str | int] = {"A1": 1, "B1": "=SUBTOTAL(109,A1:A9)", "C1": "=SUM(A1:A9)", "D1": "=B1+1"}
        for change in ({"hidden": True}, {"hidden": False}, {"size": 0.0}, {"default_size": True}):
            session = book(cells)
            assert [state(session, place) for place in ("B1", "C1", "D1")] == ["cached"] * 3
            applied = apply_all(session.model, [AxisFormat(sheet="s1", axis="rows", spans=((3, 4),), **change)])
            assert [state(session, place) for place in ("B1", "C1", "D1")] == ["stale", "cached", "stale"]
            take_back(session.model, applied)
            assert [state(session, place) for place in ("B1", "C1", "D1")] == ["cached"] * 3

    def test_columns_and_levels_change_nothing(self) -> None:
        for axis, change in (("columns", {"hidden": True}), ("rows", {"level": 1})):
            session = book({"A1": 1, "B1": "=SUBTOTAL(9,A1:A9)"})
            apply_all(session.model, [AxisFormat(sheet="s1", axis=axis, spans=((3, 4),), **change)])  # type: ignore[arg-type]
            assert state(session, "B1") == "cached"


class TestSeams:
    @pytest.mark.parametrize("others", [0, 2 * MAX_PLACES + 3])
    def test_a_range_that_lost_its_last_row_is_not_computed_however_many_rows_went(self, others: int) -> None:
        session = book({"A1": 1, "A2": 1, "B1": "=SUM(A1:A2)", "C1": "='T x'!A1", "D1": "=SUM('T x'!A1:A9)"})
        delete_row(session, 1)
        for row0 in range(9000, 9000 + others):
            delete_row(session, row0)
        assert session.formula(session.model.sheets[0], 0, 1) == "SUM(A1:A1)"
        assert [state(session, place) for place in ("B1", "C1", "D1")] == ["stale", "cached", "cached"]

    def test_lines_beyond_the_limit_are_kept_as_one(self) -> None:
        session = book({"A1": 1})
        for row0 in range(9000, 9000 - 3 * MAX_PLACES, -2):
            delete_row(session, row0)
        assert session.model.seams == [Seam("s1", "rows", EVERYWHERE, True)]

    @given(
        st.sampled_from([AxisEdit("insert", 3, 2), AxisEdit("delete", 3, 2), AxisEdit("move", 3, 2, 7)]),
        st.sampled_from(["rows", "columns"]),
        st.integers(0, 9),
    )
    def test_a_line_goes_where_the_cell_behind_it_goes(self, edit: AxisEdit, axis: Any, at: int) -> None:
        model = book({"A1": 1}).model
        model.seams = [Seam("s1", axis, at, True)]
        step = AxisStep("s1", "S", axis, edit)
        make_step(model, step, Marks())
        placed = step.place(Rect(at, 0, at, 0) if axis == "rows" else Rect(0, at, 0, at))
        there = at if placed is None else placed[1].row0 if axis == "rows" else placed[1].col0
        assert model.seams == [Seam("s1", axis, there, True)]


class TestPrecedents:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("$A1:B$2", [("", Rect(0, 0, 1, 1), (False, True, True, False))]),
            ("B$2:$A1", [("", Rect(0, 0, 1, 1), (False, True, True, False))]),
            ("A:$C", [("", Rect(0, 0, MAX_ROWS - 1, 2), (True, False, True, True))]),
            ("S!A1+B1", [("S", Rect(0, 0, 0, 0), (False,) * 4), ("", Rect(0, 1, 0, 1), (False,) * 4)]),
        ],
    )
    def test_references(self, text: str, expected: list[Any]) -> None:
        found = precedents(text).references
        assert [(one.first, one.rect, one.fixed) for one in found] == expected

    def test_a_number_too_long_for_a_row_makes_no_plan_for_rows(self) -> None:
        for text in ("SUM(12345678:3)", "SUM(1:3)"):
            assert quick_precedents(text) == precedents(text)

    def test_beyond_the_last_column_it_is_a_name(self) -> None:
        assert precedents("XFE1+A1048577").names == (("", "XFE1"), ("", "A1048577"))

    @given(
        st.lists(
            st.sampled_from(
                [
                    "A1", "$B$22", "C3:D40", "D40:C3", "A0", "A01", "A1048577", "XFE1", "1:3", "30:2",
                    "A:C", "SUM(", "LOG10(", ")", "+", ",", "Sheet1!", "Sheet22!", "'In 2'!", "[1]S!",
                    '"a1"', "12", "1.5E+3", "T[a1]", "name1", "#", ":", " ",
                ]
            ),
            max_size=7,
        ),
        st.integers(0, 9),
        st.integers(1, 1_200_000),
    )  # fmt: skip
    def test_the_quick_way_reads_the_same(self, parts: list[str], digit: int, number: int) -> None:
        text = "".join(parts)
        for variant in (text, text.replace("1", str(number)), text.replace("2", str(digit)), text):
            assert quick_precedents(variant) == precedents(variant)
