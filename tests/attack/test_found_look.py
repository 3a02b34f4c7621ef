"""Faults found where looks, scopes, copies and appended rows meet; each was reported with the macro that showed it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine, Limits, Runtime
from openpyxl.styles import Font


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    """A workbook whose column B is bold and whose column C has two decimals."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    sheet["A1"] = 1
    sheet.column_dimensions["B"].font = Font(bold=True)
    sheet.column_dimensions["C"].number_format = "0.00"
    book.save(tmp_path / "book.xlsx")
    with engine.open(tmp_path / "book.xlsx") as runtime:
        yield runtime


REFUSED = {
    "a matrix": "s['A1:D3'].values = [[1, 2, 3, 4]] * 3",
    "a look": "from openpyxl.styles import Font\n    s['A1:D3'].font = Font(italic=True)",
    "a number format": "s['A1:D3'].number_format = '0'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_write_outside_the_scope_that_is_caught_leaves_nothing_and_the_run_goes_on(
    name: str, runtime: Runtime
) -> None:
    source = f"""
s = workbook["Data"]
try:
    {REFUSED[name]}
except Exception as error:
    told = str(error)
s["A1"] = 7
told, s["B2"].font.bold, s["C2"].number_format
"""
    outcome = runtime.execute(source, mode="write", writable=["Data!A1:C2"])
    assert outcome.error is None
    assert outcome.value == ("Data!D1 lies outside of what this run may write: Data!A1:C2", True, "0.00") or (
        outcome.value == ("Data!A3 lies outside of what this run may write: Data!A1:C2", True, "0.00")
    )
    assert [(change.range, change.after) for change in outcome.changes] == [("A1", 7)]


def test_a_matrix_beyond_the_limit_of_cells_ends_before_its_looks_are_made(runtime: Runtime) -> None:
    outcome = runtime.execute(
        "workbook['Data']['A1:C20000'].values = [[1, 2, 3]] * 20000", mode="write", limits=Limits(cells=100)
    )
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit_name, outcome.error.line) == ("limit", "cells", 1)


def test_a_blank_in_a_matrix_makes_no_cell(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data']['B2:C3'].values = [[None, 1], [2, None]]", mode="write")
    assert [(change.kind, change.range) for change in outcome.changes if change.kind != "cells"] == [
        ("number_format", "C2"),
        ("font", "B3"),
    ]


@pytest.mark.parametrize("copying", ["copy", "deepcopy"])
def test_a_copied_named_style_is_another(copying: str, runtime: Runtime) -> None:
    outcome = runtime.execute(f"""
from copy import {copying}
from openpyxl.styles import Font, NamedStyle
first = NamedStyle(name="A", font=Font(bold=True))
second = {copying}(first)
second.name = "B"
second.font = Font(italic=True)
first.name, first.font.bold, second.name, second.font.bold
""")
    assert outcome.value == ("A", True, "B", False)


ROWS = {
    "a dict": "{'A': 1, 'C': 3}",
    "an OrderedDict": "OrderedDict(A=1, C=3)",
    "a defaultdict": "defaultdict(int, A=1, C=3)",
    "a Counter": "Counter(A=1, C=3)",
}


@pytest.mark.parametrize("name", ROWS)
def test_dicts_of_the_library_are_appended_by_column(name: str, runtime: Runtime) -> None:
    source = "from collections import Counter, OrderedDict, defaultdict\nsheet = workbook['Data']\n"
    outcome = runtime.execute(f"{source}sheet.append({ROWS[name]})\nsheet['A2:C2'].values", mode="write")
    assert outcome.value == [[1, None, 3]]


def test_a_dict_of_the_macros_own_class_is_not_appended(runtime: Runtime) -> None:
    outcome = runtime.execute("class D(dict): pass\nworkbook['Data'].append(D(A=1))", mode="write")
    assert outcome.error is not None
    assert outcome.error.message == "append takes a list, not D"


def test_endless_appends_end_at_the_limit_of_cells_and_not_at_the_end_of_the_sheet(runtime: Runtime) -> None:
    outcome = runtime.execute(
        "sheet = workbook.add_sheet('New')\nwhile True:\n    sheet.append([1])",
        mode="write",
        limits=Limits(cells=1000, wall_s=5),
    )
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit_name, outcome.error.line) == ("limit", "cells", 3)
