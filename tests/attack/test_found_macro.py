"""Macros that lose, hide or forge what they did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        yield opened


CUT_OFF = """
sheet = workbook["Data"]
sheet["F1"].value = 1
sheet["F2"].value = "kept?"
def deep():
    try:
        deep()
    except RecursionError:
        pass
    try:
        sheet["A1:B2"].values
    except RecursionError:
        pass
deep()
sheet["F1"].value
"""


def test_a_change_that_was_cut_off_is_no_success(runtime: Runtime) -> None:
    before = runtime.state_hash()
    outcome = runtime.execute(CUT_OFF, mode="write")
    assert outcome.ok is False
    assert outcome.error is not None
    assert outcome.error.code == "cut_off"
    assert (outcome.value, outcome.mutations, outcome.changes) == (None, (), ())
    assert runtime.state_hash() == before
    assert runtime.execute("workbook['Data']['F1'].value = 2", mode="write").ok is True


HOST_ERROR = """
box = []
class Catch:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        box.append(kind)
        return True
class Text(str):
    def __len__(self):
        return workbook
    def encode(self, *rest):
        return self
class Thing:
    def __str__(self):
        return Text("run by the host")
    def __repr__(self):
        return "run by the host"
with Catch():
"""

FORGERIES = {
    "an object": ("workbook['nope']", "box[0](Thing())", "sheet_not_found", "<Thing object>"),
    "a text of its own class": ("workbook['nope']", "box[0](Text('x'))", "sheet_not_found", "<Text object>"),
    "a hint": ("workbook['nope']", "box[0]('said', hint=Thing())", "sheet_not_found", "said"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_an_error_of_the_facade_made_by_a_macro_runs_nothing_of_it(runtime: Runtime, name: str) -> None:
    """Its class is handed to __exit__; what the macro puts into it is told by type alone."""
    raising, made, code, message = FORGERIES[name]
    outcome = runtime.execute(f"{HOST_ERROR}    {raising}\nraise {made}", mode="write")
    assert outcome.ok is False
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.message) == (code, message)


def test_a_limit_forged_by_a_macro_names_only_plain_text(runtime: Runtime) -> None:
    made = "box[0]('said', limit_name=Thing(), limit=10**400, observed=Thing())"
    writes = "workbook['Data']['F1:ZZ9999'].values = 1"
    outcome = runtime.execute(f"{HOST_ERROR}    {writes}\nraise {made}", mode="write")
    assert outcome.ok is False
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.limit_name, outcome.error.limit) == ("limit", "cells", 5_000_000)


def test_values_of_the_facade_are_refused_by_name(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook['Data']['A1'].font")
    assert outcome.error is not None
    assert outcome.error.message == "a Font cannot be returned"
    assert outcome.error.hint == "Return its parts, such as cell.font.bold or cell.fill.fgColor.rgb."


def test_the_line_of_a_limit_is_the_line_of_the_source(runtime: Runtime) -> None:
    source = "text = 'a\x0cb\x85c\u2028d'\nwhile True:\n    text"
    outcome = runtime.execute(source, limits=Limits(wall_s=0.3))
    assert outcome.error is not None
    assert outcome.error.line is not None
    assert outcome.error.text == source.split("\n")[outcome.error.line - 1].strip()
