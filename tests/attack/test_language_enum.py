"""Attacks by way of enum and abc: their metaclasses, special names, and what they hand out."""

from __future__ import annotations

from types import GeneratorType, MappingProxyType

import pytest
from macrocell.sandbox.metaclass import ENUMS, METACLASSES
from support.language import Run, failure, refusal, refusals, value

BASES = "from enum import Enum, IntEnum, StrEnum, Flag, IntFlag, auto, unique\n"
COLOR = BASES + "class Color(Enum):\n    RED = 1\n    BLUE = 2\n"

FORMS = [
    "('E', 'A B')",
    "('E', {'__getattr__': print})",
    "('E', [('_missing_', print)])",
    "('E', ['A'], module='os')",
    "(value='E', names='A')",
    "('E', names=('A',), type=dict)",
    "()",
    "(*['E', 'A'])",
    "(**{'value': 'E', 'names': 'A'})",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("base", ["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "Empty", "Color"])
def test_no_enum_is_made_by_a_call(base: str, form: str) -> None:
    source = COLOR + "class Empty(Enum): pass\n"
    assert failure(f"{source}{base}{form}") == (
        f"TypeError: {base}() takes one value in a macro; write class Name({base}): to make an enum"
    )


@pytest.mark.parametrize("maker", ["list(map(Color, ['E'], [{'x': 1}]))", "sheet.apply(Color)"])
def test_no_enum_is_made_by_a_call_from_elsewhere(maker: str) -> None:
    assert Run(COLOR + maker).failure.startswith(("TypeError: Color() takes one value", "ValueError: 'A1' is not"))


SUNDERS = "_missing_ _generate_next_value_ _ignore_ _order_ _value_ _name_ _member_map_ _add_alias_ _sort_order_"


@pytest.mark.parametrize("name", SUNDERS.split())
def test_no_special_name_of_an_enum_is_written_or_read(name: str) -> None:
    bound = f'name "{name}" cannot be used in a macro'
    attribute = f'attribute "{name}" cannot be used in a macro'
    assert refusal(f"{BASES}class E(Enum):\n    {name} = 1")[3] == bound
    assert refusal(f"{BASES}class E(Enum):\n    def {name}(self, v): return 1")[3] == bound
    assert refusal(f"{BASES}class E(Enum):\n    {name}: int")[3] == bound
    assert refusal(f"{COLOR}Color.{name}")[3] == attribute
    assert refusal(f"{COLOR}Color.RED.{name} = 5")[3] == attribute
    for call in (f"setattr(Color.RED, '{name}', 1)", f"getattr(Color, '{name}')", f"'{{0.{name}}}'.format(Color)"):
        assert failure(COLOR + call) == f'AttributeError: attribute "{name}" is not available to a macro'


SPECIALS = "__new__ __getattr__ __prepare__ __set_name__ __init_subclass__ __class_getitem__ __reduce_ex__ __del__"


@pytest.mark.parametrize("name", SPECIALS.split())
@pytest.mark.parametrize("base", ["Enum", "Flag", "ABC"])
def test_no_special_method_beyond_the_list_is_defined_in_one(name: str, base: str) -> None:
    source = f"{BASES}from abc import ABC\nclass E({base}):\n    def {name}(self, *a): pass"
    assert refusal(source)[3] == f"special method {name} cannot be defined in a macro"


STORES = [
    "Color.RED = 5",
    "del Color.RED",
    "Color.x = 1",
    "setattr(Color, 'x', 1)",
    "Enum.x = 1",
    "Flag.value = 1",
    "ABC.x = 1",
    "IntEnum.name = 1",
]


@pytest.mark.parametrize("store", STORES)
def test_an_enum_and_the_base_classes_are_written_to_by_nobody(store: str) -> None:
    source = f"{COLOR}from abc import ABC\n{store}"
    assert failure(source) == "AttributeError: attributes of a class cannot be set or deleted by a macro"


def test_a_member_keeps_its_name_and_value() -> None:
    for name in ("name", "value"):
        assert Run(f"{COLOR}Color.RED.{name} = 5").failure.startswith("AttributeError: ")
    assert value(f"{COLOR}Color.RED.note = 5\nColor.RED.note") == 5


def test_iteration_hands_out_no_generator_and_no_view() -> None:
    source = f"""{BASES}
class P(Flag):
    A = 1
    B = 2
class I(IntFlag):
    A = 1
(iter(P), reversed(P), iter(P.A | P.B), iter(I.A), iter(I), P.__members__)
"""
    for found in value(source):
        assert type(found) not in (GeneratorType, MappingProxyType)
        assert type(found).__name__ in ("list_iterator", "dict")
    poison = (
        f"{COLOR}m = Color.__members__\nm['RED'] = m['x'] = 1\n(Color.RED.value, len(Color), len(Color.__members__))"
    )
    assert value(poison) == (1, 2, 2)


@pytest.mark.parametrize("target", ["cell", "sheet", "int", "Enum", "A", "Color.RED", "type(cell)", "type"])
def test_members_are_told_of_the_macros_enums_only(target: str) -> None:
    run = Run(f"{COLOR}class A: pass\n({target}).__members__")
    assert run.failure.startswith("AttributeError: ")
    assert run.failure.endswith("has no __members__")


@pytest.mark.parametrize("target", ["Enum", "int", "type(cell)", "cell", "A", "Color.RED"])
def test_unique_takes_enums_of_the_macro_only(target: str) -> None:
    assert failure(f"{COLOR}class A: pass\nunique({target})") == "TypeError: unique decorates an enum of the macro"


def test_an_enum_whose_making_failed_leaves_nothing_that_can_be_more() -> None:
    source = f"""{BASES}
kept = []
class E(Enum):
    A = 1
    def __init__(self, v):
        kept.append(self)
        self.note = 1
        raise ValueError(v)
"""
    tried = source.replace("class E", "def f():\n  class E").replace("\n    ", "\n      ")
    tried += "try: f()\nexcept Exception: pass\nx = kept[0]\n"
    assert value(tried + "(x.note, type(x).__name__, type(x) is type(x))") == (1, "E", True)
    assert failure(tried + "class D(type(x)): pass") == "TypeError: a class cannot derive from E in a macro"
    assert failure(tried + "type(x)(1)") == "TypeError: a macro cannot make a E"


def test_a_text_member_formats_no_private_attribute() -> None:
    source = f'{BASES}class S(StrEnum):\n    A = "{{0._model}}"\n'
    assert failure(source + "S.A.format(cell)") == 'AttributeError: attribute "format" of S is not available to a macro'
    assert failure(source + "str.format(S.A, cell)") == "TypeError: format text must be plain text, not S"
    assert (
        failure(source + "S.A.value.format(cell)") == 'AttributeError: attribute "_model" is not available to a macro'
    )
    assert failure(source + "S.format") == 'AttributeError: attribute "format" of type is not available to a macro' or (
        failure(source + "S.format") == 'AttributeError: attribute "format" of EnumMeta is not available to a macro'
    )


def test_lying_values_meet_only_the_macros_own() -> None:
    source = f"""{BASES}
seen = []
class L:
    def __eq__(self, other):
        seen.append(type(other))
        return True
    def __hash__(self): return hash(1)
    def __repr__(self): return "L"
class E(Enum):
    A = 1
E(L()), E.A == L(), L() in [E.A]
[kind is int or kind is E for kind in seen]
"""
    assert all(value(source))


def test_a_lying_integer_does_no_harm_to_flags() -> None:
    source = f"""{BASES}
seen = []
class I(int):
    def __and__(self, o): seen.append(type(o)); return I(99)
    def __rand__(self, o): seen.append(type(o)); return I(99)
    def __ror__(self, o): seen.append(type(o)); return I(99)
class F(IntFlag):
    A = 1
    B = 2
try: F.A | I(2)
except Exception: pass
[kind in (int, F, I) for kind in seen]
"""
    assert all(value(source))


def test_abc_registers_nothing() -> None:
    source = "from abc import ABC, abstractmethod\nclass P(ABC): pass\n"
    assert failure(source + "P.register(type(cell))") == "AttributeError: type object 'P' has no attribute 'register'"
    assert failure(source + "ABC.register(int)") == "AttributeError: type object 'ABC' has no attribute 'register'"
    assert refusal("from abc import ABCMeta")[3] == '"ABCMeta" cannot be imported from abc'
    assert value(source + "class Q:\n    register = 5\n(isinstance(Q(), P), isinstance(cell, P))") == (False, False)
    assert refusal("class A:\n    def __subclasshook__(cls, c): return True")[0] == "class"


WRAPPED = ["print", "sheet.apply", "len", "property(len)", "cell", "A", "A()", "str.format", "'x'.format"]


@pytest.mark.parametrize("target", WRAPPED)
def test_abstractmethod_marks_functions_of_the_macro_only(target: str) -> None:
    source = f"from abc import abstractmethod\nclass A: pass\nabstractmethod({target})"
    assert failure(source) == (
        "TypeError: abstractmethod decorates a function of the macro, below classmethod or property"
    )


def test_metaclasses_stay_out_of_reach() -> None:
    source = f"{COLOR}from abc import ABC\nclass A(ABC): pass\n"
    for name in ("Color", "A", "Enum", "ABC"):
        assert value(f"{source}type({name}) is type, {name}.__class__ is type, isinstance({name}, type)") == (
            True,
            True,
            True,
        )
    assert failure(source + "class M(type(Color)): pass") == "TypeError: a class cannot derive from type in a macro"
    assert failure(source + "type(A)('X', (), {})").startswith("TypeError: type() takes 1 argument in a macro")
    assert [found.message for found in refusals("from abc import ABC\nclass A(metaclass=ABC): pass")] == [
        "a class cannot take keywords in a macro"
    ]
    assert {type(base) for base in ENUMS} < METACLASSES
    assert len(METACLASSES) == 3


def test_an_enum_with_members_is_final_and_mixes_with_no_abstract_class() -> None:
    assert Run(COLOR + "class D(Color): pass").failure.startswith("TypeError: ")
    assert Run(COLOR + "from abc import ABC\nclass D(ABC, Enum): A = 1").failure.startswith(
        "TypeError: metaclass conflict"
    )


def test_auto_shows_nothing_but_its_number() -> None:
    source = f"{BASES}a = auto()\n"
    assert failure(source + "a.value = 5") == "AttributeError: attributes of auto cannot be set or deleted by a macro"
    assert failure(source + "type(a)(5)") == "TypeError: a macro cannot make a auto"
    assert failure(BASES + "auto(5)") == "TypeError: auto() takes 0 positional arguments but 1 was given"
