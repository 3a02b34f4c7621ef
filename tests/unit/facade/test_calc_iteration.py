"""Circles in workbooks that allow them: a value only where it does not hang on the order of computing."""

from __future__ import annotations

import io
import re
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.workbook.calc import Failure
from macrocell.facade.workbook.calc.iteration import (
    LARGE,
    ORDERED,
    STARTED,
    UNSETTLED,
    UNTOLD,
    TooLargeError,
    circle_of,
    iteration_of,
)
from macrocell.facade.workbook.model.rect import Rect, parse_cell
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import CellsSet, Formula, apply_all
from macrocell.facade.workbook.state import FormulaStates
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.workbook.properties import CalcProperties
from support.effort import tries

OFF = "goes in a circle"


def loaded(sheet: Sheet) -> Sheet:
    sheet.load()
    return sheet


def book(*sheets: dict[str, Any], rounds: int = 100, delta: float = 0.001, on: bool = True) -> Workbook:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for number, cells in enumerate(sheets, 1):
        sheet = made.create_sheet(f"S{number}")
        for name, content in cells.items():
            sheet[name] = content
    made.calculation = CalcProperties(iterate=on, iterateCount=rounds, iterateDelta=delta)
    data = io.BytesIO()
    made.save(data)
    return read_workbook(data.getvalue())


def seen(model: Workbook, *names: str, sheet: int = 0) -> list[Any]:
    states = FormulaStates(model, loaded)
    found = [states.value(loaded(model.sheets[sheet]), *(parse_cell(name) or (0, 0))) for name in names]
    return [one.reason if isinstance(one, Failure) else one for one in found]


def put(model: Workbook, name: str, content: Any) -> None:
    row0, col0 = parse_cell(name) or (0, 0)
    wire = Formula(content[1:]) if isinstance(content, str) and content[:1] == "=" else content
    apply_all(model, [CellsSet(sheet=model.sheets[0].id, rect=Rect(row0, col0, row0, col0), rows=[[wire]])])


def test_interest_on_the_average_balance() -> None:
    model = book({"A1": 1000, "A2": "=(A1+A3)/2*0.05", "A3": "=A1+A2"})
    interest = 1000 * 0.05 / (1 - 0.05 / 2)
    assert seen(model, "A2", "A3") == pytest.approx([interest, 1000 + interest], rel=1e-12)


def test_a_bonus_on_the_profit_after_tax_and_bonus() -> None:
    model = book({"A1": 100_000, "A2": "=0.1*(A1-A2-A3)", "A3": "=0.3*(A1-A2)"})
    bonus = 0.1 * 0.7 * 100_000 / (1 + 0.1 * 0.7)
    assert seen(model, "A2", "A3") == pytest.approx([bonus, 0.3 * (100_000 - bonus)], rel=1e-12)


def test_newtons_square_root() -> None:
    model = book({"A1": 2, "B1": "=IF(B1=0,1,(B1+A1/B1)/2)"})
    assert seen(model, "B1") == pytest.approx([2**0.5], rel=1e-13)


def test_circles_over_ranges_names_and_sheets_with_what_stands_before_and_behind() -> None:
    model = book(
        {"A1": "=S2!B1", "A2": "=SUM(A1:A1,B2:B3)*0.5", "B2": "=A2", "B3": "=A2/4", "C1": "=A2+1"},
        {"A1": 4, "B1": "=A1*2"},
    )
    value = 4 / (1 - 0.5 * 1.25)
    assert seen(model, "A2", "B2", "B3", "C1") == pytest.approx([value, value, value / 4, value + 1], rel=1e-12)
    assert seen(model, "B1", sheet=1) == [8]


def test_circles_through_names_and_let() -> None:
    model = book({"A1": "=Half+1", "A2": "=LET(x,A1,x/2)", "B1": "=A1*3"})
    model.names = [("Half", None, "S1!$A$2")]
    assert seen(model, "A1", "A2", "B1") == pytest.approx([2, 1, 6], rel=1e-12)
    model.names = [("Half", None, "S1!A2")]
    assert all(isinstance(one, str) for one in seen(model, "A1", "B1"))


def test_each_of_two_circles_is_computed_by_itself() -> None:
    model = book({"A1": "=A2/2+1", "A2": "=A1/2+1", "B1": "=B2/2+A1", "B2": "=B1/2", "C1": "=A1+B1"})
    assert seen(model, "C1", "B1", "A1") == pytest.approx([2 + 8 / 3, 8 / 3, 2], rel=1e-12)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"A1": "=A1+1"}, UNSETTLED),
        ({"A1": "=A1+0.0001"}, UNSETTLED),
        ({"A1": "=A2*2+1", "A2": "=A1"}, UNSETTLED),
        ({"A1": "=1-A2", "A2": "=1-A1"}, ORDERED),
        ({"A1": '=IF(A2="",1,A2)', "A2": '=IF(A1="",2,A1)'}, STARTED),
        ({"A1": "=MAX(A1,C1)", "C1": 5}, STARTED),
        ({"A1": "=IF(C1=1,A1,C1)", "C1": 1}, STARTED),
        ({"A1": "=A2^2", "A2": "=A1"}, STARTED),
        ({"A1": '=INDIRECT("A2")+0', "A2": "=A1/2+1"}, UNTOLD),
        ({"A1": '=A2&"x"', "A2": "=A1"}, UNSETTLED),
        ({"A1": "=NOSUCH(A2)", "A2": "=A1/2"}, "uses NOSUCH, which is not computed"),
    ],
)
def test_what_does_not_settle_is_declared(cells: dict[str, Any], reason: str) -> None:
    assert seen(book(cells), "A1") == [reason]


def test_too_few_rounds_are_too_few() -> None:
    cells = {"A1": 100, "A2": "=A2*0.9+A1"}
    assert seen(book(cells, rounds=200), "A2") == pytest.approx([1000], rel=1e-9)
    assert seen(book(cells, rounds=20), "A2") == [UNSETTLED]


def test_without_the_files_word_a_circle_is_none() -> None:
    model = book({"A1": "=A2/2+1", "A2": "=A1/2+1"}, on=False)
    assert iteration_of(model) is None
    assert seen(model, "A1") == [OFF]


def test_circles_open_and_close_with_edits() -> None:
    model = book({"A1": 1, "A2": "=A1+1", "A3": "=A2/2", "A4": "=SUM(A1:A3)"})
    assert seen(model, "A4") == [4]
    put(model, "A1", "=A3+1")
    assert seen(model, "A1", "A2", "A3", "A4") == pytest.approx([3, 4, 2, 9], rel=1e-12)
    put(model, "A1", 7)
    assert seen(model, "A4") == [19]
    put(model, "A1", "=A3*3")
    assert seen(model, "A3", "A4") == [UNSETTLED, "depends on a formula that is not computed"]
    put(model, "A1", 1)
    assert seen(model, "A4") == [4]


def test_a_sum_over_a_failed_circle_does_not_take_its_last_round() -> None:
    model = book({"A1": "=A1+1", "A2": 5, "B1": "=SUM(A1:A2)", "B2": "=A1", "B3": "=SUM(A1:A2)+1"})
    assert seen(model, "B1", "B2", "B3") == ["depends on a formula that is not computed"] * 3


def test_errors_that_stay_are_values() -> None:
    model = book({"A1": "=A2+1", "A2": "=A1/0"})
    assert [str(one) for one in seen(model, "A1", "A2")] == ["#DIV/0!", "#DIV/0!"]


def test_a_long_chain_leads_into_a_circle() -> None:
    cells: dict[str, Any] = {f"A{row}": f"=A{row - 1}+1" for row in range(2, 3000)}
    model = book({**cells, "A1": 0, "B1": "=B2/2+A2999", "B2": "=B1/2"})
    assert seen(model, "B1") == pytest.approx([2998 / 0.75], rel=1e-12)


def test_a_circle_of_many_formulas() -> None:
    cells: dict[str, Any] = {f"A{row}": f"=A{row - 1}*0.999" for row in range(2, 2000)}
    model = book({**cells, "A1": "=A1999*0.5+1"})
    assert seen(model, "A1") == pytest.approx([1 / (1 - 0.5 * 0.999**1998)], rel=1e-9)


@pytest.mark.parametrize(
    ("attributes", "known"),
    [
        (b'iterate="1"', (100, 0.001)),
        (b'iterate="true" iterateCount="7" iterateDelta="1E-4"', (7, 0.0001)),
        (b'iterate="0"', None),
        (b'iterateCount="50"', None),
        (b'iterate="1" iterateCount="x"', None),
        (b'iterate="1" iterateCount="0"', None),
        (b'iterate="1" iterateDelta="nan"', None),
    ],
)
def test_what_the_file_says(attributes: bytes, known: tuple[int, float] | None) -> None:
    model = book({"A1": 1})
    package = model.package
    assert package is not None
    read = package.read

    class Other:
        def main_part(self) -> str | None:
            return package.main_part()

        def read(self, part: str) -> bytes:
            return re.sub(rb"<calcPr[^>]*>", lambda _: b"<calcPr " + attributes + b"/>", read(part))

    model.package = Other()  # type: ignore[assignment]
    assert iteration_of(model) == known


def test_components_are_those_of_the_graph() -> None:
    @given(st.dictionaries(st.integers(0, 12), st.sets(st.integers(0, 12), max_size=4), max_size=13))
    @settings(max_examples=tries(300), deadline=None)
    def check(graph: dict[int, set[int]]) -> None:
        def reach(start: int) -> set[int]:
            found, todo = set(), [start]
            while todo:
                for other in graph.get(todo.pop(), ()):
                    if other not in found:
                        found.add(other)
                        todo.append(other)
            return found

        for start in range(13):
            expected = {start} | {one for one in reach(start) if start in reach(one)}
            found = circle_of(("s", start, 0), lambda cell: [("s", one, 0) for one in sorted(graph.get(cell[1], ()))])
            assert {row0 for _, row0, _ in found} == expected

    check()


def test_a_circle_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("macrocell.facade.workbook.calc.iteration.MAX_MEMBERS", 3)
    with pytest.raises(TooLargeError):
        circle_of(("s", 0, 0), lambda cell: [("s", (cell[1] + 1) % 5, 0)])
    assert seen(book({"A1": "=A4/2", "A2": "=A1", "A3": "=A2", "A4": "=A3"}), "A1") == [LARGE]


NAMES = [f"{column}{row}" for column in "AB" for row in (1, 2, 3)]
TERMS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["0.3", "0.1", "-0.2", "2", "0.5"])), max_size=3)


def _known(values: dict[str, Any]) -> dict[str, Any]:
    """The values; of those that are not known, that they are not: the reason tells which way it was found out."""
    return {name: None if isinstance(value, str) else value for name, value in values.items()}


def test_what_is_computed_satisfies_every_formula() -> None:
    @given(st.dictionaries(st.sampled_from(NAMES), st.tuples(st.integers(-5, 5), TERMS), min_size=2))
    @settings(max_examples=tries(150), deadline=None)
    def check(formulas: dict[str, tuple[int, list[tuple[str, str]]]]) -> None:
        cells = {
            name: f"={constant}" + "".join(f"+{other}*({factor})" for other, factor in terms)
            for name, (constant, terms) in formulas.items()
        }
        values = dict(zip(NAMES, seen(book(cells), *NAMES), strict=True))
        asked_otherwise = dict(zip(NAMES[::-1], seen(book(cells), *NAMES[::-1]), strict=True))
        assert _known(asked_otherwise) == _known(values)
        for name, (constant, terms) in formulas.items():
            if isinstance(values[name], str):
                continue
            needed = [values[other] or 0 for other, _ in terms]
            assert not any(isinstance(one, str) for one in needed)
            expected = constant + sum(one * float(factor) for one, (_, factor) in zip(needed, terms, strict=True))
            assert values[name] == pytest.approx(expected, rel=1e-9, abs=1e-9)

    check()
