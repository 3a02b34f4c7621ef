"""A run's writable scope through the public interface."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, MacrocellError, Runtime
from macrocell.engine import CallInvalid, Program, ProgramMismatch
from support.books import plain_book

WIDER = "Write inside of it, or run the macro with a wider writable=[...]."


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        yield runtime


@pytest.mark.parametrize(
    "macro",
    [
        "data = workbook['Data']\ndata['C2'] = 1",
        "data = workbook['Data']\ndata['A2'] = 1; data['C2'] = 1",
        "data = workbook['Data']\ndata['A2:C3'].values = [[1, 2, 3], [1, 2, 3]]",
        "data = workbook['Data']\ndata['A2:C3'].number_format = '0.0'",
        "data = workbook['Data']\ndata['C2'].number_format = '0.0'",
        "data = workbook['Data']\ndata['A2:C3'].clear()",
        "data = workbook['Data']\ndata['C2'].formula = '=1'",
        "data = workbook['Data']\ndata['C2'].set_text('x')",
        "data = workbook['Data']\ndata.cell(2, 3, value='x')",
    ],
)
def test_a_change_outside_is_an_error_at_its_line_and_nothing_is_kept(runtime: Runtime, macro: str) -> None:
    before = runtime.state_hash()
    error = runtime.execute(macro, mode="write", writable=["data!A:B"]).error
    assert error is not None
    assert (error.code, error.type, error.line) == ("not_writable", "NotWritableError", 2)
    assert error.message == "Data!C2 lies outside of what this run may write: data!A:B"
    assert error.hint == WIDER
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)


def test_what_was_refused_and_caught_leaves_no_trace_in_what_the_macro_reads(runtime: Runtime) -> None:
    macro = """
data = workbook["Data"]
before = data.max_row
for row in ([1, 2, 3], [1, 2, None]):
    try:
        data.append(row)
    except ValueError:
        pass
try:
    data["A20:C21"].values = [[1, 2, 3], [4, 5, 6]]
except ValueError:
    pass
return before, data.max_row, data["A6"].value, data["A20"].value
"""
    outcome = runtime.execute(macro, mode="write", writable=["Data!A:B"])
    assert outcome.error is None
    assert (outcome.value, outcome.changes) == ((5, 5, None, None), ())


def test_sheets_are_followed_through_what_earlier_runs_did(runtime: Runtime) -> None:
    assert runtime.execute("workbook['Data'].name = 'Input'", mode="write").ok
    assert runtime.execute("workbook.add_sheet('Report')", mode="write", writable=["new:report"]).ok
    assert runtime.execute("workbook['Report']['A1'] = 1", mode="write", writable=["REPORT!A1"]).ok
    assert runtime.execute("workbook['Input']['A9'] = 1", mode="write", writable=["Input"]).ok
    with pytest.raises(CallInvalid) as caught:
        runtime.execute("1", mode="write", writable=["Data"])
    assert caught.value.message == "writable: no sheet is named 'Data'"
    runtime.rollback()
    assert runtime.execute("workbook['Data']['A9'] = 1", mode="write", writable=["Data"]).ok


def test_an_empty_scope_lets_nothing_be_written(runtime: Runtime) -> None:
    error = runtime.execute("workbook['Data']['A1'] = 1", mode="write", writable=[]).error
    assert error is not None
    assert error.message == "Data!A1 lies outside of what this run may write: nothing"


def test_a_sheet_is_added_only_where_it_is_named_and_never_renamed(runtime: Runtime) -> None:
    error = runtime.execute("workbook.add_sheet('Other')", mode="write", writable=["Data", "new:Report"]).error
    assert error is not None
    assert error.message == "adding the sheet 'Other' lies outside of what this run may write: Data, new:Report"
    error = runtime.execute("workbook['Data'].name = 'X'", mode="write", writable=["Data"]).error
    assert error is not None
    assert error.message == "renaming a sheet to 'X' lies outside of what this run may write: Data"


def test_a_program_keeps_the_scope_it_was_prepared_with(runtime: Runtime, engine: Engine) -> None:
    program = runtime.prepare("workbook['Data']['C2'] = 1", mode="write", writable=["Data!A:B"])
    assert isinstance(program, Program)
    assert program.writable == ("Data!A:B",)
    error = runtime.execute(program).error
    assert error is not None
    assert error.code == "not_writable"
    with pytest.raises(ProgramMismatch) as caught:
        runtime.execute(program, writable=["Data"])
    assert caught.value.message == "the program was prepared with writable=['Data!A:B'] and cannot run with another"
    apart = engine.prepare("1", unit_id=runtime.unit_id, writable=["Nowhere"])
    assert isinstance(apart, Program)
    with pytest.raises(CallInvalid):
        runtime.execute(apart)


@pytest.mark.parametrize(
    ("writable", "message"),
    [
        ("Data", "writable is a list of references, not str"),
        ([5], "writable: int is no reference"),
        ([""], "writable: '' is no reference"),
        (["Data\x00"], "writable: 'Data\\x00' is no reference"),
        (["x" * 401], "writable: " + ascii("x" * 401)[:80] + " is no reference"),
        (["Data!A:ZZZZ"], "writable: 'Data!A:ZZZZ' is no range of a sheet"),
        (7, "writable is a list of references, not int"),
    ],
)
def test_a_bad_reference_is_misuse_and_nothing_runs(runtime: Runtime, writable: object, message: str) -> None:
    for call in (
        lambda: runtime.execute("1", mode="write", writable=writable),
        lambda: runtime.prepare("1", mode="write", writable=writable),
    ):
        with pytest.raises(MacrocellError) as caught:
            call()
        assert (caught.value.code, caught.value.message) == ("usage", message)
