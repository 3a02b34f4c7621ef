"""Hints are made from a macro's own texts: they stay short, run none of its code, repeat no object."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine, Runtime
from support.books import plain_book

SECRET = "squeamish"
LONG = "n" * 3000
LONGEST = 600
"""Characters of the longest hint there is, with names of 80 characters in it."""

ATTACKS = {
    "a long name": f"{LONG}",
    "a long attribute of the facade": f"workbook.{LONG}",
    "a long attribute that is set": f"workbook['Data']['A1'].{LONG} = 1",
    "a long attribute by text": f"getattr(workbook, '{LONG}')",
    "a long private attribute by text": f"getattr(workbook, '_{LONG}')",
    "a long sheet name": f"workbook['{LONG}']",
    "a long sheet name with a reference": f"workbook['{LONG}!A1']",
    "a long reference": f"workbook['Data']['{LONG}!{LONG}']",
    "a long module": f"import {LONG}",
    "a long key of args": f"args['{LONG}']",
    "a long parameter of main": f"def main(workbook, {LONG}): pass",
    "a long method that is called wrong": f"class Sheet:\n    def {LONG}(self): pass\nSheet().{LONG}(1)",
    "a long call of a value": f"class A: pass\na = A()\na.{LONG} = 1\na.{LONG}()",
    "a long class": f"class {LONG}: pass\n{LONG}() + 1",
    "a message of the macro's": f"raise TypeError('Sheet.cell() takes ' + '{SECRET}' * 900)",
    "a call of what is no method": "raise TypeError('Sheet._core() takes 1 positional argument')",
    "a call of a special method": "raise TypeError('Cell.__reduce__() takes 1 positional argument')",
    "a message that is an object": f"class A:\n    def __repr__(self): return '{SECRET}'\nraise TypeError(A())",
    "a key that is an object": f"class A:\n    def __repr__(self): return '{SECRET}'\nargs[A()]",
    "a value that is an object": f"class A:\n    def __repr__(self): return '{SECRET}'\nA()()",
    "deep brackets": "x = 1\ny = " + "(" * 90 + "x()" + ")" * 90,
    "a message that a pattern could choke on": "raise TypeError(\"'\" + 'a' * 2000)",
}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    with Engine() as engine, engine.open(plain_book(tmp_path_factory.mktemp("hint") / "book.xlsx")) as runtime:
        yield runtime


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hint_stays_short_and_repeats_no_object(runtime: Runtime, name: str) -> None:
    error = runtime.execute(ATTACKS[name]).error
    assert error is not None
    hints = [error.hint or "", *(refusal.hint or "" for refusal in error.refusals)]
    assert [hint for hint in hints if len(hint) > LONGEST or SECRET in hint or "n" * 81 in hint] == []
    assert len(error.name or "") <= 80


@pytest.mark.parametrize("name", ["_core", "__reduce__", "_explain", "mro"])
def test_a_call_hint_tells_only_of_public_methods(runtime: Runtime, name: str) -> None:
    error = runtime.execute(f"raise TypeError('Sheet.{name}() takes 1 positional argument but 2 were given')").error
    assert error is not None
    assert error.hint is None


@pytest.mark.parametrize(
    "source",
    [
        "class Sheet:\n    def cell(self): pass\nSheet().cell(1)",
        "class Cell: pass\nCell() * 2",
        "def f():\n    class Workbook: pass\n    Workbook()('x')\nf()",
    ],
)
def test_a_class_of_the_macro_named_as_one_of_the_facade_gets_no_hint_of_the_facades(
    runtime: Runtime, source: str
) -> None:
    error = runtime.execute(source).error
    assert error is not None
    assert "write sheet" not in (error.hint or "")
    assert "cell.value" not in (error.hint or "")
    assert "workbook[" not in (error.hint or "")


def test_no_code_of_the_macro_runs_for_a_hint(tmp_path: Path) -> None:
    source = """
class Trap(str):
    def __eq__(self, other): print("ran")
    def __hash__(self): return hash("year")
    def __str__(self): print("ran")
    def __repr__(self): print("ran")
    def startswith(self, *rest): print("ran")
error = KeyError(Trap("year"))
if False:
    pass
raise error
"""
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        outcome = runtime.execute(source, args={"year": 1})
    assert outcome.error is not None
    assert (outcome.stdout, outcome.error.message, outcome.error.hint) == ("", "<Trap object>", None)


def test_an_exception_of_the_macros_own_class_gets_no_hint_of_pythons(runtime: Runtime) -> None:
    source = "class TypeError(Exception): pass\nraise TypeError(\"'int' object is not callable\")"
    error = runtime.execute(source).error
    assert error is not None
    assert (error.type, error.hint) == ("TypeError", None)
