"""Hostile sources and results in the forms of the whole language: size, depth, spelling, and values that change."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, Limits
from macrocell.sandbox.program import MAX_SOURCE_BYTES, Prepared, prepare
from support.language import refusal
from support.toy import job, toy_base, toy_supervisor

LARGE = MAX_SOURCE_BYTES - 200


def judged(source: str) -> str:
    """allowed, or the code of the first refusal."""
    prepared = prepare(source, injected=frozenset(("sheet",)))
    return "allowed" if isinstance(prepared, Prepared) else prepared[0].code


DEEP = {
    "sequence patterns": "match 1:\n    case " + "[" * 150 + "x" + "]" * 150 + ": pass",
    "class patterns": "match 1:\n    case " + "int(" * 150 + "x" + ")" * 150 + ": pass",
    "an attribute chain": "match 1:\n    case a" + ".b" * 20_000 + ": pass",
    "an attribute chain outside": "x = a" + ".b" * 20_000,
    "operators": "x = " + " + ".join(["1"] * 3000),
    "powers": "x = " + " ** ".join(["1"] * 3000),
    "comparisons in brackets": "x = " + "(1 < " * 150 + "1" + ")" * 150,
    "not": "x = " + "not " * 3000 + "1",
    "conditional": "x = " + "1 if 1 else " * 3000 + "1",
    "decorators": "@a\n" * 3000 + "def f(): pass",
    "nested functions": "".join(f"{' ' * level}def f():\n" for level in range(90)) + " " * 90 + "pass",
    "nested classes": "".join(f"{' ' * level}class A:\n" for level in range(90)) + " " * 90 + "pass",
    "nested match": "".join(f"{' ' * 2 * level}match 1:\n{' ' * (2 * level + 1)}case 1:\n" for level in range(45))
    + " " * 90
    + "pass",
    "elif": "if 1: pass\n" + "elif 1: pass\n" * 5000,
    "annotations": "class A:\n    x: " + "a[" * 150 + "1" + "]" * 150,
    "subscripts": "x = a" + "[0]" * 20_000,
    "calls": "x = a" + "()" * 20_000,
    "f-strings": "x = f'{" + "(" * 150 + "1" + ")" * 150 + "}'",
    "or patterns": "match 1:\n    case " + " | ".join(["1"] * 20_000) + ": pass",
}


TOO_DEEP = {
    "an attribute chain", "an attribute chain outside", "operators", "powers", "not", "conditional", "elif",
    "subscripts", "calls",
}  # fmt: skip
"""The same on every Python; brackets and blocks, which the compiler itself counts, stay within its own bound."""


@pytest.mark.parametrize("case", DEEP)
def test_a_deep_source_is_judged_and_ends_nothing(case: str) -> None:
    assert judged(DEEP[case]) == ("too_deep" if case in TOO_DEEP else "allowed")


LONG = {
    "one expression": "x = " + "1+" * (LARGE // 2 - 2) + "1",
    "one list": "x = [" + "1," * (LARGE // 2 - 4) + "]",
    "one dict": "x = {" + "1:1," * (LARGE // 4 - 4) + "}",
    "one call": "f(" + "1," * (LARGE // 2 - 4) + ")",
    "one pattern": "match 1:\n case [" + "1," * (LARGE // 2 - 20) + "]: pass",
    "one class": "class A:\n" + " x: int\n" * (LARGE // 8),
    "private names": "_x;" * (LARGE // 3),
    "statements": "a=1\n" * (LARGE // 4),
    "brackets": "(" * LARGE,
    "text": "'" + "x" * (LARGE - 10) + "'",
    "lambdas": "lambda:" * (LARGE // 7) + "1",
    "stars": "x = [" + "*a," * (LARGE // 3 - 4) + "]",
}


DEEPLY = "line 1: the source is nested too deeply"
LONG_ENDS: dict[str, tuple[str, str | None]] = {
    "one expression": ("refused", DEEPLY),
    "one list": ("done", None),
    "one dict": ("done", None),
    "one call": ("error", "name 'f' is not defined"),
    "one pattern": ("done", None),
    "one class": ("done", None),
    "private names": ("refused", 'line 1: name "_x" cannot be used in a macro (and 99 more)'),
    "statements": ("done", None),
    "brackets": ("refused", "line 1: too many nested parentheses"),
    "text": ("done", None),
    "lambdas": ("refused", DEEPLY),
    "stars": ("error", "name 'a' is not defined"),
}
"""Status and message, the same on every Python."""


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    with toy_supervisor() as supervisor, toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("case", LONG)
def test_a_source_of_the_greatest_size_ends_within_its_limits(case: str, base: Base) -> None:
    began = time.monotonic()
    report = base.run(job(LONG[case], limits=Limits(wall_s=20, cpu_s=20)))
    assert (report.status, report.error and report.error.message) == LONG_ENDS[case]
    assert time.monotonic() - began < 21
    assert base.run(job("1 + 1")).value == 2


def test_a_source_of_400_kb_is_refused_unread() -> None:
    assert refusal("x = " + "1+" * 200_000 + "1")[0] == "too_large"


WIDE = {
    "\uff47\uff49_frame": "gi_frame",
    "\U0001d426\U0001d42b\U0001d428": "mro",
    "t\u1d47_frame": "tb_frame",
    "co_cod\u1d49": "co_code",
    "f_ba\u1d9c\u1d4f": "f_back",
}


@pytest.mark.parametrize("spelled", WIDE)
def test_another_spelling_of_a_refused_name_is_the_name_in_every_new_form(spelled: str) -> None:
    name = WIDE[spelled]
    attribute = f'attribute "{name}" cannot be used in a macro'
    bound = f'name "{name}" cannot be used in a macro'
    for source in (f"object({spelled}=f)", f"x.{spelled}", f"{{x.{spelled}: 1}}", f"x.{spelled}()"):
        assert refusal(f"match 1:\n    case {source}: pass")[3] == attribute
    for source in (spelled, f"[*{spelled}]", f"{{**{spelled}}}", f"1 as {spelled}"):
        assert refusal(f"match 1:\n    case {source}: pass")[3] == bound
    assert refusal(f"class A:\n    {spelled}: int")[3] == bound
    assert refusal(f"class A:\n    {spelled}: int = 1")[3] == bound


@pytest.mark.parametrize("line", ["\ufe33", "\ufe34", "\ufe4d", "\ufe4e", "\ufe4f", "\uff3f"])
def test_another_spelling_of_an_underscore_is_one_and_begins_no_name(line: str) -> None:
    assert refusal(f"match 1:\n    case object(gi{line}frame=1): pass")[3] == (
        'attribute "gi_frame" cannot be used in a macro'
    )
    assert refusal(f"class A:\n    tb{line}frame: int")[3] == 'name "tb_frame" cannot be used in a macro'
    for source in (f"match 1:\n    case object({line}x=1): pass", f"class A:\n    {line}x: int", f"x.{line}y"):
        assert judged(source) == "syntax"


NULL = "line 1: source code string cannot contain null bytes"
BROKEN: dict[str, tuple[str, str | None, object]] = {
    "\ufeffx = 1\0": ("refused", NULL, None),
    "# -*- coding: rot13 -*-\nk = 1\nk": ("done", None, 1),
    "# coding: utf-16\nx = 1\nx": ("done", None, 1),
    "\x00": ("refused", NULL, None),
    "x = '\udcff'": (
        "refused",
        "line 1: 'utf-8' codec can't encode character '\\udcff' in position 5: surrogates not allowed",
        None,
    ),
    "\x1a": ("refused", "line 1: invalid non-printable character U+001A", None),
    "\x0c1": ("done", None, 1),
}
"""By source: status, message and value, the same on every Python."""


@pytest.mark.parametrize("source", BROKEN)
def test_broken_text_is_refused_and_a_named_encoding_means_nothing(source: str, base: Base) -> None:
    report = base.run(job(source))
    assert (report.status, report.error and report.error.message, report.value) == BROKEN[source]
    assert base.run(job("2")).value == 2


NAMES = "from dataclasses import dataclass\nfrom enum import Enum\nfrom typing import NamedTuple\n"
SHARED = {
    "dataclasses": "@dataclass\nclass A:\n    x: object\n    y: object\nv = 0\nfor _ in range(60): v = A(v, v)\nv",
    "named tuples": "class A(NamedTuple):\n    x: object\n    y: object\nv = 0\nfor _ in range(60): v = A(v, v)\nv",
    "an enum's value": "v = ['x']\nfor _ in range(50): v = [v, v]\nclass E(Enum):\n    A = v\nE.A",
}


@pytest.mark.parametrize("case", SHARED)
def test_a_result_that_shares_its_parts_without_end_meets_a_limit(case: str, base: Base) -> None:
    report = base.run(job(NAMES + SHARED[case], limits=Limits(result_bytes=100_000)))
    assert report.error is not None
    assert (report.status, report.error.limit_name) == ("limit", "result_bytes")


CYCLES = {
    "a dataclass": "@dataclass\nclass A:\n    x: object\na = A(1)\na.x = [a]\na",
    "a named tuple": "class A(NamedTuple):\n    x: list\na = A([])\na.x.append(a)\na",
    "an enum": "class E(Enum):\n    A = []\nE.A.value.append(E.A)\nE.A",
    "a class of dict": "class D(dict): pass\nd = D()\nd['d'] = d\nd",
}


@pytest.mark.parametrize("case", CYCLES)
def test_a_result_that_contains_itself_meets_a_limit(case: str, base: Base) -> None:
    report = base.run(job(NAMES + CYCLES[case]))
    assert report.error is not None
    assert (report.status, report.error.limit_name) == ("limit", "result_depth")


LIES = {
    "a dataclass whose field is a property of a subclass": (
        "@dataclass\nclass A:\n    x: int = 1\nclass B(A):\n    @property\n    def y(self): return 1 / 0\nB()",
        {"x": 1},
    ),
    "a field replaced by a property after the fact": (
        "@dataclass\nclass A:\n    x: int = 1\na = A()\nA.x = property(lambda self: 1 / 0)\na",
        {"x": 1},
    ),
    "a default that init leaves alone": (
        "import dataclasses as d\n@dataclass\nclass A:\n  x: int = 1\n  y: int = d.field(default=2, init=False)\nA()",
        {"x": 1, "y": 2},
    ),
    "a deleted field": ("@dataclass\nclass A:\n    x: int\n    y: int\na = A(1, 2)\ndel a.x\na", {"y": 2}),
    "an enum whose text lies": (
        "class E(Enum):\n    A = 1\n    def __str__(self): return 1 / 0\n    def __eq__(self, o): return 1 / 0\nE.A",
        1,
    ),
    "a named tuple that grows while it is read": (
        "class A(NamedTuple):\n    x: int\nclass B(A):\n    def __iter__(self): return iter([1 / 0])\nB(5)",
        {"x": 5},
    ),
    "a list that changes while it is read": (
        "class L(list):\n    def __len__(self): return self.append(1)\n    def __iter__(self): return 1 / 0\nL([1, 2])",
        [1, 2],
    ),
    "a key that is equal to all": (
        "class S(str):\n    def __eq__(self, o): return 1 / 0\n    def __hash__(self): return 5\n{S('a'): 1}",
        {"a": 1},
    ),
}


@pytest.mark.parametrize("case", LIES)
def test_a_result_is_read_past_every_method_of_the_macros(case: str, base: Base) -> None:
    source, expected = LIES[case]
    report = base.run(job(NAMES + source))
    assert (report.status, report.error, report.value) == ("done", None, expected)
