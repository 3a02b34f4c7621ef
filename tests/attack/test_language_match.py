"""Attacks by way of match: attribute names in patterns, and classes whose positional patterns read attributes."""

from __future__ import annotations

import sys

import pytest
from macrocell.sandbox.guard import make_scope  # noqa: F401 - the layer under test
from macrocell.sandbox.policy import GUARDED, refused_attribute
from support.language import Run, failure, refusal, value
from support.walk import new_scope, reach, roots

NO_CLASS = f"TypeError: called match pattern must be a {'type' if sys.version_info < (3, 12) else 'class'}"

POSITIONAL = {
    "object": "TypeError: object() accepts 0 positional sub-patterns (1 given)",
    "AttributeError": "TypeError: AttributeError() accepts 0 positional sub-patterns (1 given)",
    "property": "TypeError: property() accepts 0 positional sub-patterns (1 given)",
}


@pytest.mark.parametrize("name", POSITIONAL)
def test_a_class_of_python_gives_nothing_by_position(name: str) -> None:
    subject = {"object": "cell", "AttributeError": "AttributeError(1)", "property": "property(len)"}[name]
    assert failure(f"match {subject}:\n    case {name}(f): f") == POSITIONAL[name]


@pytest.mark.parametrize("subject", ["cell", "sheet", "(x for x in [])", "len", "getattr"])
def test_the_class_of_a_host_object_is_no_class_for_a_pattern(subject: str) -> None:
    source = f"K = type({subject})\nmatch {subject}:\n    case K(): pass"
    assert failure(source) == NO_CLASS
    assert failure(source.replace("K()", "K(value=v)")) == NO_CLASS


def test_type_is_no_class_for_a_pattern() -> None:
    assert failure("match int:\n    case type(): pass") == NO_CLASS
    assert value("x = 0\nmatch int:\n    case object(): x = 1\nx") == 1


MATCH_ARGS = {
    "class A:\n    __match_args__ = ('gi_frame',)": 'name "__match_args__" cannot be used in a macro',
    "class A:\n    __match_args__: tuple = ()": 'name "__match_args__" cannot be used in a macro',
    "class A: pass\nA.__match_args__ = ('gi_frame',)": 'attribute "__match_args__" cannot be used in a macro',
    "class A: pass\nA.__match_args__ += ('x',)": 'attribute "__match_args__" cannot be used in a macro',
    "class A:\n    def __match_args__(self): pass": "special method __match_args__ cannot be defined in a macro",
    "class A:\n    class __match_args__: pass": 'name "__match_args__" cannot be used in a macro',
    "class A:\n    for __match_args__ in []: pass": 'name "__match_args__" cannot be used in a macro',
    "class A:\n    from math import pi as __match_args__": 'name "__match_args__" cannot be used in a macro',
}


@pytest.mark.parametrize("source", MATCH_ARGS)
def test_a_macro_cannot_write_match_args(source: str) -> None:
    assert refusal(source)[3] == MATCH_ARGS[source]


def test_a_macro_cannot_write_match_args_by_text() -> None:
    for call in ("setattr(A, '__match_args__', ('gi_frame',))", "delattr(A, '__match_args__')"):
        assert failure(f"class A: pass\n{call}") == (
            'AttributeError: attribute "__match_args__" is not available to a macro'
        )


def test_match_args_within_reach_name_plain_attributes_only() -> None:
    scope = new_scope()
    objects = [found for _, found in roots(scope)] + [found for _, _, found in reach(scope)]
    classes = {found for found in objects if isinstance(found, type)} | {type(found) for found in objects}
    named = {cls.__name__: cls.__match_args__ for cls in classes if hasattr(cls, "__match_args__")}
    assert "Point" in named
    for names in named.values():
        assert not any(refused_attribute(name) or name in GUARDED for name in names)


MIXED = "a class with a dataclass field named as a guarded attribute cannot derive from str or AttributeError"
FORMAT_FIELD = "from dataclasses import dataclass, replace, asdict\n@dataclass(init=False)\nclass A:\n    format: int\n"
OBJ_FIELD = FORMAT_FIELD.replace("format", "obj")

LATE = """
from dataclasses import dataclass
class A:
    format: int
class B(A, str): pass
dataclass(A)
match B("{0._model}"):
    case A(f): f(cell)
"""

ENUM = (
    FORMAT_FIELD
    + """
from enum import Enum
class E(A, str, Enum):
    X = "{0._model}"
    def __init__(self, text):
        match self:
            case A(f): f(cell)
"""
)

READS = {
    "a pattern": FORMAT_FIELD + 'class B(A, str): pass\nmatch B("{0._model}"):\n    case A(f): f(cell)',
    "replace": FORMAT_FIELD
    + 'class B(A, str):\n    def __init__(self, *a, format=None): pass\nreplace(B("{0._model}"))',
    "asdict": FORMAT_FIELD + 'class B(A, str): pass\nasdict(B("{0._model}"))["format"](cell)',
    "comparing": FORMAT_FIELD + 'class B(A, str): pass\nB("{0._model}") == B("x")',
    "str first": FORMAT_FIELD + "class B(str, A): pass",
    "a grandchild": FORMAT_FIELD + "class C(A): pass\nclass T(str): pass\nclass B(C, T): pass",
    "decorated late": LATE,
    "an enum's members": ENUM,
    "the object of an error": OBJ_FIELD + "class B(A, AttributeError): pass\nmatch B(obj=1):\n    case A(o): o",
    "a NameError is none": OBJ_FIELD + "class M(AttributeError): pass\nclass B(M, A): pass",
    "a str itself": "from dataclasses import dataclass\n@dataclass\nclass A(str):\n    format_map: int",
}


@pytest.mark.parametrize("attack", READS)
def test_no_field_reads_what_a_builtin_base_keeps_behind_a_check(attack: str) -> None:
    assert failure(READS[attack]) == f"TypeError: {MIXED}"


def test_fields_of_guarded_names_work_on_plain_classes() -> None:
    source = """
from dataclasses import dataclass, asdict, replace
@dataclass
class Report:
    format: str
    metadata: dict
    obj: int = 0
    today: str = "x"
r = Report("pdf", {"a": 1})
match r:
    case Report(f, m, o): pass
(f, m, o, r.format, r.metadata, r.obj, r.today, asdict(replace(r, format="csv")))
"""
    assert value(source)[:7] == ("pdf", {"a": 1}, 0, "pdf", {"a": 1}, 0, "x")


EVIL = """
log = []
class Evil:
    @property
    def value(self):
        log.append(1)
        return sheet
    def __eq__(self, other):
        log.append(type(other))
        return True
    def __len__(self): return 10 ** 6
    def __getitem__(self, key): return cell
"""


@pytest.mark.parametrize("pattern", ["[a, *b]", "{'a': a}", "[a, b]", "{**a}"])
def test_an_object_that_only_looks_like_a_container_matches_none(pattern: str) -> None:
    assert value(EVIL + f"x = 0\nmatch Evil():\n    case {pattern}: x = 1\n(x, log)") == (0, [])


def test_a_container_that_lies_about_its_length_ends_in_an_ordinary_error() -> None:
    source = "class L(list):\n    def __len__(self): return 3\nmatch L([1]):\n    case [a, b, c]: pass"
    assert failure(source) == "ValueError: not enough values to unpack (expected 3, got 1)"
    source = "class D(dict):\n    def get(self, k, d): raise KeyError(k)\nmatch D(a=1):\n    case {'a': 1}: pass"
    assert failure(source) == "KeyError: 'a'"


def test_a_value_pattern_gives_no_host_value_to_a_lying_equality() -> None:
    run = Run(EVIL + "match Evil():\n    case cell.value: pass\nlog")
    assert run.value == [int]


def test_a_pattern_calls_properties_of_the_macro_as_the_macro() -> None:
    source = "class A:\n    @property\n    def x(self): return [cell.value, 1 / 0]\nmatch A():\n    case A(x=y): pass"
    assert failure(source) == "ZeroDivisionError: division by zero"


def test_a_missing_attribute_in_a_pattern_is_no_match_whatever_raised_it() -> None:
    source = (
        "class A:\n    @property\n    def x(self): return sheet.nope\nhit = 0\n"
        "match A():\n    case A(x=y): hit = 1\n    case A(): hit = 2\nhit"
    )
    assert value(source) == 2


COMPUTED = ["__name__", "__class__", "__members__", "format", "now", "register", "lock", "re", "metadata"]


@pytest.mark.parametrize("name", COMPUTED)
def test_an_attribute_that_needs_a_check_stands_in_no_pattern(name: str) -> None:
    hint = f"Read it outside: value = x.{name}, then match or compare value."
    for pattern in (f"object({name}=v)", f"cell.{name}", f"cell.{name}.x", f"{{cell.{name}: 1}}", f"cell.{name}()"):
        found = refusal(f"match 1:\n    case {pattern}: pass")
        assert (found[0], found[3], found[4]) == (
            "attribute",
            f'attribute "{name}" cannot be used in a pattern',
            hint,
        )


def test_name_and_super_in_a_pattern_are_refused() -> None:
    assert refusal("match 1:\n    case __name__.x: pass")[3] == "this value cannot be used in a pattern"
    assert refusal("match 1:\n    case super.x: pass")[3] == '"super" can only be used as super().method(...)'
    assert refusal("match 1:\n    case super(): pass")[3] == '"super" can only be used as super().method(...)'
    assert refusal("match 1:\n    case eval(): pass")[3] == '"eval" is not available to a macro'
    assert refusal("match 1:\n    case _model.x: pass")[3] == 'name "_model" cannot be used in a macro'
