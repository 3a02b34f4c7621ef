"""workbook.trace and workbook.formulas: what they tell, in which order, and what they say where they cannot tell."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.errors import AddressError, ArgumentError, FacadeError, ShapeError, SheetNotFoundError
from macrocell.facade.value import NOT_COMPUTED, CellError
from macrocell.facade.workbook.face import Trace, Workbook, open_workbook
from macrocell.facade.workbook.formula.trace import MAX_RECORDS
from macrocell.facade.workbook.model.formula import ArrayFormula, SharedFormula, SharedGroup
from macrocell.facade.workbook.model.rect import Rect, parse_cell, parse_rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook as Model
from macrocell.facade.workbook.session import Session
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.worksheet.table import Table
from support.effort import tries
from support.faces import blank, filled
from support.models import put_row

SHEETS = ("S", "T x", "U")
Names = list[tuple[str, str | None, str]]


def model_of(cells: dict[str, str | int], names: Names | None = None) -> Model:
    """Sheets S, T x and U. Keys are A1 (on S), T!A1 or U!A1; text that begins with = is a formula, cached as 1."""
    model = Model()
    model.sheets = [Sheet(f"s{place}", name) for place, name in enumerate(SHEETS)]
    model.names = names or []
    for place, content in cells.items():
        prefix, _, cell = place.rpartition("!")
        sheet = model.sheets["STU".index(prefix or "S")]
        at = parse_cell(cell)
        assert at is not None
        row = sheet.row(at[0]) or put_row(sheet, at[0], [])
        row.set_value(at[1], 1 if isinstance(content, str) else content)
        if isinstance(content, str):
            row.set_formula(at[1], content[1:])
    return model


def book(cells: dict[str, str | int], names: Names | None = None) -> Workbook:
    return open_workbook(Session(model_of(cells, names), read_only=False), unit_id="u1", name="book.xlsx")


def reads(trace: Trace) -> list[str]:
    return [one.address for one in trace.precedents]


def readers(trace: Trace) -> list[str]:
    return [one.address for one in trace.dependents]


class TestTrace:
    def test_a_formula_tells_what_it_reads_and_what_reads_it(self) -> None:
        workbook = book({"A1": 7, "A2": "=A1*2", "B1": "=A2+'T x'!$A$1+A1:A9", "U!C3": "=S!B1", "T!A1": 3})
        found = workbook.trace("S!B1")
        told = [(one.address, one.level, one.formula, one.value) for one in found.precedents]
        assert told == [("S!A2", 1, "=A1*2", 1), ("'T x'!A1", 1, None, 3), ("S!A1:A9", 1, None, None)]
        assert [(one.address, one.level, one.formula, one.value) for one in found.dependents] == [
            ("U!C3", 1, "=S!B1", 1)
        ]
        assert (found.cell, found.formula, found.value) == ("S!B1", "=A2+'T x'!$A$1+A1:A9", 1)
        assert (found.state, found.reason) == ("cached", None)
        assert (found.truncated, found.opaque, found.note) == (False, False, None)
        assert repr(found) == "<Trace S!B1: 3 precedents, 1 dependents>"

    def test_an_address_a_cell_and_another_spelling_are_the_same(self) -> None:
        workbook = book({"T!B2": "=A1"})
        cell = workbook["T x"]["B2"]
        for ref in ("'T x'!B2", "t x!$B$2", " T x!B2 ", cell, cell.resize(1, 1)):
            assert workbook.trace(ref).cell == "'T x'!B2"

    def test_a_blank_cell_reads_nothing(self) -> None:
        found = book({"A1": 1}).trace("S!Z99")
        assert (found.formula, found.value, found.state, reads(found), readers(found)) == (
            None,
            None,
            "constant",
            [],
            [],
        )

    def test_further_levels_go_on_from_the_formulas_in_ranges(self) -> None:
        workbook = book({"A1": 1, "B1": "=A1", "B2": "=A2", "C1": "=SUM(B1:B2)", "D1": "=C1", "E1": "=D1"})
        assert [(one.address, one.level) for one in workbook.trace("S!D1", 3).precedents] == [
            ("S!C1", 1), ("S!B1:B2", 2), ("S!A1", 3), ("S!A2", 3),
        ]  # fmt: skip
        assert [(one.address, one.level) for one in workbook.trace("S!A2", depth=10).dependents] == [
            ("S!B2", 1), ("S!C1", 2), ("S!D1", 3), ("S!E1", 4),
        ]  # fmt: skip

    def test_shared_formulas_are_moved_to_their_cells(self) -> None:
        _, workbook = filled()
        assert reads(workbook.trace("Data!B4")) == ["Data!A4"]
        assert [one.address for one in workbook.trace("Data!A4").dependents] == ["Data!B4", "Other!A2"]

    def test_whole_columns_and_rows_are_read(self) -> None:
        workbook = book({"B1": "=SUM(A:A)", "B2": "=SUM(7:8)"})
        assert (reads(workbook.trace("S!B1")), reads(workbook.trace("S!B2"))) == (["S!A:A"], ["S!7:8"])
        assert readers(workbook.trace("S!A7")) == ["S!B1", "S!B2"]
        assert readers(workbook.trace("S!A1048576")) == ["S!B1"]

    def test_a_range_of_sheets_is_read_on_each(self) -> None:
        workbook = book({"A1": "=SUM('S:U'!B2)"})
        assert reads(workbook.trace("S!A1")) == ["S!B2", "'T x'!B2", "U!B2"]
        assert readers(workbook.trace("T x!B2")) == ["S!A1"]

    def test_names_are_followed(self) -> None:
        names: Names = [("rate", None, "S!$A$1"), ("both", None, "rate+U!$B$1:$B$2"), ("rate", "s1", "U!$C$1")]
        workbook = book({"B1": "=rate*2", "T!B1": "=RATE", "B2": "=both"}, names)
        assert reads(workbook.trace("S!B1")) == ["S!A1"]
        assert reads(workbook.trace("T x!B1")) == ["U!C1"]
        assert reads(workbook.trace("S!B2")) == ["U!B1:B2", "S!A1"]
        assert readers(workbook.trace("S!A1")) == ["S!B1", "S!B2"]
        assert workbook.trace("S!B2").opaque is False

    def test_inserted_rows_are_followed(self) -> None:
        workbook = book({"A5": 1, "B5": "=A5", "C1": "=SUM(A1:A9)"})
        assert readers(workbook.trace("S!A5")) == ["S!C1", "S!B5"]
        workbook["S"].insert_rows(3, 2)
        assert readers(workbook.trace("S!A5")) == ["S!C1"]
        assert readers(workbook.trace("S!A7")) == ["S!C1", "S!B7"]
        assert reads(workbook.trace("S!C1")) == ["S!A1:A11"]

    def test_every_kind_of_change_is_seen(self) -> None:
        workbook = book({"A1": 1})
        sheet = workbook["S"]
        assert readers(workbook.trace("S!A1")) == []
        sheet["B1"] = "=A1"
        assert readers(workbook.trace("S!A1")) == ["S!B1"]
        sheet["B2:B3"].values = [["=A1"], ["=A2"]]
        assert readers(workbook.trace("S!A1")) == ["S!B1", "S!B2"]
        sheet["B1"].clear()
        assert readers(workbook.trace("S!A1")) == ["S!B2"]
        workbook.copy_sheet("S", "V")
        assert readers(workbook.trace("V!A1")) == ["V!B2"]
        sheet.name = "W"
        assert readers(workbook.trace("W!A1")) == ["W!B2"]
        workbook.delete_sheet("V")
        assert readers(workbook.trace("W!A1")) == ["W!B2"]

    def test_a_circle_is_told(self) -> None:
        workbook = book({"A1": "=B1", "B1": "=A1"})
        circle = "it reads itself, directly or through others: formulas go in a circle"
        assert workbook.trace("S!A1").note is None
        found = workbook.trace("S!A1", 10)
        assert ([(one.address, one.level) for one in found.precedents], found.note) == (
            [("S!B1", 1), ("S!A1", 2)],
            circle,
        )
        assert readers(found) == ["S!B1", "S!A1"]
        assert book({"C3": "=SUM(C1:C9)"}).trace("S!C3").note == circle

    def test_a_value_that_is_not_known_is_marked_with_its_reason(self) -> None:
        workbook = book({"A1": 1, "B1": "=RAND()*A1", "C1": "=B1"})
        workbook["S"]["A1"] = 5
        found = workbook.trace("S!B1")
        assert (found.value, found.state) == (NOT_COMPUTED, "not_computed")
        assert found.reason == workbook["S"]["B1"]._at[0].session.reason(workbook["S"]["B1"]._at[0].model, 0, 1)
        assert found.reason is not None
        assert [one.value for one in workbook.trace("S!C1").precedents] == [NOT_COMPUTED]
        assert [one.value for one in found.dependents] == [NOT_COMPUTED]

    def test_values_are_those_of_now(self) -> None:
        workbook = book({"A1": 1, "B1": "=A1*2"})
        workbook["S"]["A1"] = 5
        found = workbook.trace("S!A1")
        assert [(one.formula, one.value) for one in found.dependents] == [("=A1*2", 10)]
        workbook["S"]["A1"] = 6
        assert [one.value for one in found.dependents] == [10]

    def test_members_of_an_array_formula(self) -> None:
        model = model_of({"A1": 1, "A2": 2, "D1": "=C2"})
        sheet = model.sheets[0]
        sheet.ensure_row(0).set_formula(2, ArrayFormula("A1:A2*2", Rect(0, 2, 1, 2)))
        sheet.blocks.append(Rect(0, 2, 1, 2))
        workbook = open_workbook(Session(model))
        member = workbook.trace("S!C2")
        assert (member.formula, reads(member), readers(member)) == (None, ["S!A1:A2"], ["S!D1"])
        assert member.note == "its value comes of the array formula in S!C1"
        assert [(one.address, one.level) for one in workbook.trace("S!A1", 2).dependents] == [("S!C1", 1), ("S!D1", 2)]
        assert reads(workbook.trace("S!D1", 2)) == ["S!C2", "S!A1:A2"]

    def test_structured_references_are_followed(self) -> None:
        made = openpyxl.Workbook()
        sheet: Any = made.active
        sheet.title = "Da ta"
        for row in (["item", "price", "twice"], ["nut", 2, "=Orders[[#This Row],[price]]*2"], ["bolt", 3, None]):
            sheet.append(row)
        sheet["E1"] = "=SUM(Orders[price])+ROWS(Orders)"
        sheet.add_table(Table(displayName="Orders", ref="A1:C3"))
        stream = io.BytesIO()
        made.save(stream)
        workbook = open_workbook(Session(read_workbook(stream.getvalue()), read_only=False))
        assert reads(workbook.trace("Da ta!C2")) == ["'Da ta'!B2"]
        found = workbook.trace("Da ta!E1")
        assert (reads(found), found.opaque) == (["'Da ta'!B2:B3", "'Da ta'!A2:C3"], False)
        workbook["Da ta"].insert_rows(1)
        assert reads(workbook.trace("Da ta!E2")) == ["'Da ta'!B3:B4", "'Da ta'!A3:C4"]
        assert readers(workbook.trace("Da ta!B3")) == ["'Da ta'!E2", "'Da ta'!C3"]
        assert [one.r1c1 for one in workbook.formulas()][1:] == ["=Orders[[#This Row],[price]]*2"]

    def test_long_lists_are_cut_off(self) -> None:
        cells: dict[str, str | int] = {f"B{row}": f"=$A$1+C{row}" for row in range(1, MAX_RECORDS + 2)}
        workbook = book({**cells, "D1": f"=SUM(B1:B{MAX_RECORDS + 1})", "E1": f"=SUM(B1:B{MAX_RECORDS - 2})"})
        found = workbook.trace("S!A1")
        assert (len(found.dependents), found.truncated, readers(found)[-1]) == (MAX_RECORDS, True, f"S!B{MAX_RECORDS}")
        deep = workbook.trace("S!D1", 2)
        assert (len(deep.precedents), deep.truncated) == (MAX_RECORDS, True)
        all_told = workbook.trace("S!E1", 2)
        assert (len(all_told.precedents), all_told.truncated) == (MAX_RECORDS, False)

    def test_further_workbooks_and_charts_do_not_matter(self) -> None:
        model = model_of({"A1": "=S!B1"})
        model.sheets.insert(1, Sheet("s9", "Chart", kind="chartsheet"))
        workbook = open_workbook(Session(model))
        assert readers(workbook.trace("S!B1")) == ["S!A1"]
        with pytest.raises(SheetNotFoundError):
            workbook.trace("Chart!A1")


class TestWhatIsNotTold:
    @pytest.mark.parametrize(
        ("formula", "known", "note"),
        [
            ("=INDIRECT(A1)", ["S!A1"], "which cells INDIRECT reads is known only when it is calculated"),
            ("=SUM(OFFSET(A1,1,1))", ["S!A1"], "which cells OFFSET reads is known only when it is calculated"),
            ("=nope+A1", ["S!A1"], "the name nope is not defined"),
            ("=moving", [], "the name moving stands for other cells wherever it is used"),
            ("=hidden", ["S!A2"], "the name hidden: which cells OFFSET reads is known only when it is calculated"),
            ("=itself", [], "the name itself: the name itself stands for itself"),
            ("=away", [], "the name away: [1]S! is of another workbook"),
            ("=[1]S!A1+A2", ["S!A2"], "[1]S! is of another workbook"),
            ("=SUM(T1[v])", [], "T1[v] is no part of a table that is known"),
            ("=SUM(A1:INDEX(B1:B9,2))", ["S!A1", "S!B1:B9"], "the ends of a range are calculated"),
        ],
    )
    def test_it_is_said_in_words(self, formula: str, known: list[str], note: str) -> None:
        names: Names = [
            ("moving", None, "S!A1"), ("hidden", None, "OFFSET(S!$A$2,1,1)"), ("itself", None, "itself"),
            ("away", None, "[1]S!$A$1"),
        ]  # fmt: skip
        workbook = book({"C1": formula, "D1": 5}, names)
        found = workbook.trace("S!C1")
        assert (reads(found), found.opaque, found.note) == (known, True, note)
        other = workbook.trace("S!D1")
        assert (readers(other), other.opaque, other.note) == ([], False, "S!C1 may read it without naming it")

    def test_names_that_double_at_each_step_are_followed_once(self) -> None:
        names: Names = [(f"n_{step}", None, f"n_{step + 1}+n_{step + 1}") for step in range(40)]
        found = book({"C1": "=n_0"}, [*names, ("n_40", None, "S!$A$1")]).trace("S!C1")
        assert (reads(found), found.opaque) == (["S!A1"], False)
        names = [(f"n_{step}", None, f"n_{step + 1}") for step in range(3000)]
        found = book({"C1": "=n_0"}, names).trace("S!C1")
        assert (found.opaque, (found.note or "").endswith("the name n_50 is nested too deep")) == (True, True)

    def test_names_of_let_are_no_names_of_the_workbook(self) -> None:
        found = book({"C1": "=_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)"}).trace("S!C1")
        assert (reads(found), found.opaque, found.note) == (["S!A1"], False, None)

    def test_lost_references_are_told(self) -> None:
        workbook = book({"A1": 1, "B9": "=A1+A5"})
        workbook["S"].delete_rows(1)
        found = workbook.trace("S!B8")
        assert (found.formula, reads(found), found.opaque, found.note) == (
            "=#REF!+A4", ["S!A4"], False, "a reference of it is lost (#REF!)",
        )  # fmt: skip

    def test_formulas_on_the_way_and_many_of_them(self) -> None:
        cells: dict[str, str | int] = {f"B{row}": "=INDIRECT(C1)" for row in range(1, 6)}
        workbook = book({**cells, "A1": "=SUM(B1:B2)"})
        assert workbook.trace("S!A1", 2).note == (
            "on the way to precedents, S!B1, S!B2 may read more than the text tells; "
            "S!B1, S!B2, S!B3 and 2 more may read it without naming it"
        )

    def test_one_that_names_the_cell_is_a_dependent_and_not_told_again(self) -> None:
        found = book({"C1": "=SUM(OFFSET(A1,1,1))"}).trace("S!A1")
        assert (readers(found), found.note) == (["S!C1"], None)

    def test_a_data_table(self) -> None:
        _, workbook = filled()
        found = workbook.trace("Data!B8")
        assert (reads(found), found.opaque, found.note) == (
            ["Data!A1"],
            True,
            "its value comes of the array formula in Data!A7; a data table calculates other formulas with other inputs",
        )


def refused(kind: type[FacadeError], *arguments: Any) -> tuple[str, str | None]:
    workbook = book({"A1": 1}, [("rate", None, "S!$A$1")])
    made = [one(workbook) if callable(one) else one for one in arguments]
    with pytest.raises(kind) as caught:
        workbook.trace(*made)
    return str(caught.value), caught.value.hint


class TestMisuse:
    def test_several_cells(self) -> None:
        hint = "write workbook.trace('S!A1'), or trace its cells one by one: for cell in range.cells"
        assert refused(ShapeError, "S!A1:B2") == ("trace takes one cell, and A1:B2 holds 4", hint)
        assert refused(ShapeError, lambda workbook: workbook["S"]["A1:B2"])[1] == hint
        assert refused(ShapeError, "S!A:A")[0] == "trace takes one cell, and A:A holds 1,048,576"

    def test_no_sheet_and_an_unknown_one(self) -> None:
        assert refused(AddressError, "B7") == (
            "'B7' does not name a sheet", "name the sheet too: workbook.trace('S!B7')",
        )  # fmt: skip
        assert refused(AddressError, "cell") == (
            "'cell' does not name a sheet", 'name the sheet too: workbook.trace("Data!B7")',
        )  # fmt: skip
        assert refused(AddressError, "Rate") == ("'Rate' is a name", "trace the cell it stands for: S!$A$1")
        assert refused(SheetNotFoundError, "Tx!A1") == ("no sheet is named 'Tx'", "did you mean 'T x'?")
        assert refused(AddressError, "S!A0")[0] == "'A0' is no range of a sheet"

    def test_other_arguments(self) -> None:
        assert refused(ArgumentError, 7) == (
            "trace takes a cell or its address, not int", 'write workbook.trace("Data!B7")',
        )  # fmt: skip
        assert refused(ArgumentError, lambda workbook: workbook["S"])[0] == (
            "trace takes a cell or its address, not Sheet"
        )
        _, other = blank()
        assert refused(ArgumentError, other["Data"]["A1"])[0] == (
            "trace takes a cell of this workbook, and this one is of another"
        )
        assert refused(ArgumentError, "S!A1", 11)[0] == "depth is between 1 and 10, not 11"
        assert refused(ArgumentError, "S!A1", "2")[0] == "depth is a whole number, not str"

    def test_records_can_only_be_read(self) -> None:
        found = book({"A1": "=B1"}).trace("S!A1")
        with pytest.raises(AttributeError, match="trace.cell can only be read"):
            found.cell = "S!A2"  # type: ignore[misc]
        found.precedents.clear()
        assert reads(found) == ["S!B1"]


CELLS = [f"{prefix}{column}{row}" for prefix in ("", "T!") for column in "AB" for row in (1, 2, 3)]
REFS = st.sampled_from(
    [
        "A1",
        "B2",
        "$A3",
        "A1:A2",
        "A1:B3",
        "B:B",
        "2:3",
        "S!A1",
        "'T x'!B2",
        "'T x'!A1:B2",
        "'S:T x'!A2",
        "one",
        "many",
        "5",
    ]
)
FORMULAS = st.lists(REFS, min_size=1, max_size=3).map(lambda refs: "=" + "+".join(refs))


@settings(max_examples=tries(80))
@given(
    cells=st.dictionaries(st.sampled_from(CELLS), FORMULAS, max_size=8), depth=st.integers(1, 4), shared=st.booleans()
)
def test_a_cell_is_a_dependent_exactly_where_it_has_the_other_as_precedent(
    cells: dict[str, str], depth: int, shared: bool
) -> None:
    model = model_of(dict(cells), [("one", None, "S!$B$1"), ("many", None, "'T x'!$A$1:$A$3")])
    if shared:
        group = SharedGroup(0, "A1+S!$B2", 0, 2, None)
        for row0 in range(3):
            (model.sheets[0].row(row0) or put_row(model.sheets[0], row0, [])).set_formula(2, SharedFormula(group, 2))
    workbook = open_workbook(Session(model))
    names = [place.replace("T!", "'T x'!") if "!" in place else f"S!{place}" for place in [*CELLS, "C1", "C2", "C3"]]
    traces = {name: workbook.trace(name, depth) for name in names}
    for one, trace in traces.items():
        sheet, _, cell = one.rpartition("!")
        at = parse_cell(cell)
        assert at is not None
        for other in names:
            spans = [address.rpartition("!") for address in reads(traces[other])]
            held = [parse_rect(rect) for name, _, rect in spans if name == sheet]
            within = any(rect is not None and rect.holds(*at) for rect in held)
            assert (other in readers(trace)) == within, (cells, one, other, depth)


class TestFormulas:
    def test_copies_are_told_once_by_sheet_and_first_cell(self) -> None:
        cells: dict[str, str | int] = {f"C{row}": f"=A{row}*B{row}" for row in range(2, 10)}
        cells |= {"C5": "=A5*B5+1", "B1": "=TODAY()", "T!A2": "=A1*B1", "T!D1": "=_xlfn.XLOOKUP(S!A1,rate,U!$A:$A)"}
        told = [
            (one.r1c1, one.count, one.first, one.example, one.sheet, one.functions, one.volatile, one.array)
            for one in book(cells).formulas()
        ]
        assert told == [
            ("=TODAY()", 1, "S!B1", "=TODAY()", "S", ["TODAY"], True, False),
            ("=RC[-2]*RC[-1]", 7, "S!C2", "=A2*B2", "S", [], False, False),
            ("=RC[-2]*RC[-1]+1", 1, "S!C5", "=A5*B5+1", "S", [], False, False),
            (
                "=_xlfn.XLOOKUP(S!RC[-3],rate,U!C1)", 1, "'T x'!D1", "=_xlfn.XLOOKUP(S!A1,rate,U!$A:$A)", "T x",
                ["XLOOKUP"], False, False,
            ),
            ("=R[-1]C*R[-1]C[1]", 1, "'T x'!A2", "=A1*B1", "T x", [], False, False),
        ]  # fmt: skip

    def test_one_sheet_by_name_or_as_it_is(self) -> None:
        workbook = book({"A1": "=B1", "T!A1": "=B1"})
        assert [one.first for one in workbook.formulas("T X")] == ["'T x'!A1"]
        assert [repr(one) for one in workbook.formulas(workbook["S"])] == ["<FormulaGroup =RC[1]: 1 from S!A1>"]
        with pytest.raises(SheetNotFoundError, match="no sheet is named 'Nope'"):
            workbook.formulas("Nope")
        with pytest.raises(ArgumentError):
            workbook.formulas(0)  # type: ignore[arg-type]

    def test_shared_and_array_formulas_and_data_tables(self) -> None:
        _, workbook = filled()
        assert [(one.r1c1, one.count, one.array) for one in workbook.formulas("Data")] == [
            ("=RC[-1]*2", 5, False),
            ("=RC[-2]:R[1]C[-2]", 1, True),
            ("='Data'!RC[-3]", 1, False),
            ("=TABLE(R[-6]C,)", 1, True),
        ]

    def test_after_inserted_rows_and_writes(self) -> None:
        workbook = book({f"B{row}": f"=A{row}" for row in range(1, 6)})
        workbook["S"].insert_rows(3)
        workbook["S"]["B9"] = "=A9"
        workbook["S"]["B10"] = "=A9"
        assert [(one.r1c1, one.count, one.first) for one in workbook.formulas("S")] == [
            ("=RC[-1]", 6, "S!B1"),
            ("=R[-1]C[-1]", 1, "S!B10"),
        ]

    def test_values_are_never_needed(self) -> None:
        workbook = book({"A1": "=1/0", "A2": "=RAND()"})
        workbook["S"]["A3"] = CellError("#N/A")
        assert [(one.r1c1, one.volatile) for one in workbook.formulas()] == [("=1/0", False), ("=RAND()", True)]
