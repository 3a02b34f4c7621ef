"""Macro code that runs when its objects are let go: after the end of a run the workbook is closed to it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""What is let go in this very process (level unsafe) raises there, with nobody to catch it."""

GENERATOR = """
sheet = workbook["Data"]
def writer(cell="B2"):
    try:
        yield 1
    finally:
        print("late")
        sheet[cell].value = 99
        workbook.add_sheet("Late")
def begun():
    made = writer()
    next(made)
    return made
sheet["B3"].value = 6
"""
MANAGER = """
from contextlib import contextmanager
@contextmanager
def managed():
    try:
        yield 1
    finally:
        workbook["Data"]["B2"].value = 99
        workbook.add_sheet("Late")
workbook["Data"]["B3"].value = 6
"""
DONE = {
    "a global of a function": GENERATOR + "def f():\n    global g\n    g = begun()\nf()\n1",
    "many generators": GENERATOR + "def f():\n    global g\n    g = [begun() for _ in range(50)]\nf()\n1",
    "a cycle": GENERATOR + "class A: pass\na = A()\na.a = a\na.g = begun()\n1",
    "an attribute of a class": GENERATOR + "class A: pass\nA.g = begun()\n1",
    "a cached call": GENERATOR + "from functools import cache\n@cache\ndef f(): return begun()\nf()\n1",
    "an iterator over a generator": GENERATOR
    + "import itertools\ndef f():\n    global i\n    i = itertools.chain([0], begun())\nf()\n1",
    "a manager in use": MANAGER
    + "def f():\n    with managed():\n        yield 1\ndef h():\n    global g\n    g = f()\n    next(g)\nh()\n1",
}
"""Held by more than the body's own names, which Python lets go as the body ends."""
FAILED = {
    "a local of the function that failed": GENERATOR + "def f():\n    g = begun()\n    raise ValueError('x')\nf()",
    "an argument of the error": GENERATOR + "raise ValueError(begun())",
    "an attribute of the error": GENERATOR + "class E(Exception): pass\ne = E('x')\ne.g = begun()\nraise e",
    "the result": GENERATOR + "begun()",
    "within the result": GENERATOR + "[1, begun()]",
    "the context of the error": GENERATOR
    + "def f():\n    g = begun()\n    raise KeyError('a')\ntry:\n    f()\nexcept KeyError:\n    raise ValueError('x')",
}
LEVELS = ["kernel", "unsafe"]
"""Both extremes: the worker is gone with its run, or the macro's objects live on in the application's process."""


@pytest.fixture(params=LEVELS)
def runtime(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Runtime]:
    with Engine(isolation=request.param) as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        yield opened


def held(runtime: Runtime) -> object:
    """What the two cells and the list of sheets are now, once all that was let go is gone."""
    gc.collect()
    return runtime.execute("[workbook['Data']['B2'].value, workbook['Data']['B3'].value, 'Late' in workbook]").value


@pytest.mark.parametrize("name", DONE)
def test_what_a_macro_leaves_behind_writes_nothing_after_its_end(runtime: Runtime, name: str) -> None:
    outcome = runtime.execute(DONE[name], mode="write")
    assert (outcome.error, outcome.value, outcome.stdout) == (None, 1, "")
    assert [(change.range, change.after) for change in outcome.changes] == [("B3", 6)]
    assert held(runtime) == [3, 6, False]
    assert len(runtime.pending) == 1


@pytest.mark.parametrize("name", FAILED)
def test_what_a_failed_macro_leaves_behind_writes_nothing(runtime: Runtime, name: str) -> None:
    before = runtime.state_hash()
    outcome = runtime.execute(FAILED[name], mode="write")
    assert outcome.error is not None
    assert (outcome.mutations, outcome.changes, outcome.stdout) == ((), (), "")
    assert held(runtime)[::2] == [3, False]  # type: ignore[index]
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)


@pytest.mark.parametrize("name", FAILED)
def test_a_failed_macro_that_keeps_its_changes_keeps_those_before_its_end(runtime: Runtime, name: str) -> None:
    outcome = runtime.execute(FAILED[name], mode="write", atomic=False)
    assert outcome.error is not None
    assert [(change.range, change.after) for change in outcome.changes] == [("B3", 6)]
    assert held(runtime) == [3, 6, False]


def test_a_macro_that_met_its_limit_leaves_nothing_that_writes(runtime: Runtime) -> None:
    before = runtime.state_hash()
    outcome = runtime.execute(f"{GENERATOR}g = begun()\nwhile True: pass", mode="write", limits=Limits(wall_s=0.4))
    assert outcome.error is not None
    assert (outcome.error.code, outcome.mutations, outcome.changes) == ("limit", (), ())
    assert held(runtime)[::2] == [3, False]  # type: ignore[index]
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)


@pytest.mark.parametrize("ending", ["del g\n1", "1"], ids=["by the macro", "as the body ends"])
def test_what_is_let_go_within_a_run_is_part_of_it(runtime: Runtime, ending: str) -> None:
    outcome = runtime.execute(f"{GENERATOR}g = begun()\n{ending}", mode="write")
    assert (outcome.error, outcome.value, outcome.stdout) == (None, 1, "late\n")
    assert [(change.kind, change.range, change.after) for change in outcome.changes] == [
        ("sheet_added", None, None),
        ("cells", "B2:B3", [[99], [6]]),
    ]
    assert held(runtime) == [99, 6, True]


def test_a_default_does_not_open_the_workbooks_private_parts(runtime: Runtime) -> None:
    for text in ("{0._book}", "{0._core}", "{0._at}"):
        source = f"class T(str): pass\ngetattr(T({text!r}), 'format', None)(workbook)"
        outcome = runtime.execute(source)
        assert outcome.error is not None
        assert outcome.error.message.startswith("'NoneType' object is not callable")
