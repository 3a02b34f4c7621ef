"""Macros that lose, hide or forge what they did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Runtime
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
