"""Attacks by way of dataclasses, NamedTuple and typing: field names, generated code, and what evaluates annotations."""

from __future__ import annotations

import sys

import pytest
from macrocell.sandbox.policy import DENIED, GUARDED
from macrocell.sandbox.realm import GUARDING
from support.language import failure, refusal, value

IMPORTS = "from dataclasses import *\n".replace("*", "dataclass, field, asdict, astuple, replace, is_dataclass")

ABSENT = ["fields", "make_dataclass", "Field", "MISSING", "_FIELD"]


@pytest.mark.parametrize("name", ABSENT)
def test_what_hands_out_field_objects_or_makes_code_is_not_there(name: str) -> None:
    message = f'"{name}" cannot be imported from dataclasses'
    if name[:1] == "_":
        message = f'name "{name}" cannot be used in a macro'
    assert refusal(f"from dataclasses import {name}")[3] == message


@pytest.mark.parametrize("name", ["get_type_hints", "get_args", "get_origin", "ForwardRef", "runtime_checkable", "sys"])
def test_what_evaluates_annotations_is_not_there(name: str) -> None:
    assert refusal(f"from typing import {name}")[3] == f'"{name}" cannot be imported from typing'
    assert failure(f"import typing\ntyping.{name}") == f"AttributeError: module has no attribute '{name}'"


@pytest.mark.parametrize("name", sorted(DENIED)[:8])
@pytest.mark.parametrize("base", ["@dataclass\nclass A:", "class A(NamedTuple):", "class A(TypedDict):"])
def test_no_field_is_named_as_a_way_out(name: str, base: str) -> None:
    source = f"{IMPORTS}from typing import NamedTuple, TypedDict\n{base}\n    {name}: int"
    assert refusal(source)[3] == f'name "{name}" cannot be used in a macro'


WRITES = {
    "field(default=1).name = 'x or y'": "FieldOptions",
    "field(default=1).default_factory = print": "FieldOptions",
    "dataclass.x = 1": "function",
    "field.x = 1": "function",
}


@pytest.mark.parametrize("source", WRITES)
def test_nothing_of_the_library_can_be_written_to(source: str) -> None:
    assert failure(IMPORTS + source) == (
        f"AttributeError: attributes of {WRITES[source]} cannot be set or deleted by a macro"
    )


@pytest.mark.parametrize("name", ["name", "type", "default", "metadata", "default_factory", "init"])
def test_what_field_gives_shows_nothing(name: str) -> None:
    error = f"AttributeError: 'FieldOptions' object has no attribute '{name}'"
    assert failure(f"{IMPORTS}field(default=1, metadata={{}}).{name}") == error


SEEN = """
seen = []
class E:
    def __eq__(self, other):
        seen.append(type(other))
        return True
    def __hash__(self): return 1
"""


def test_a_lying_equality_meets_the_macros_objects_only() -> None:
    source = f"{IMPORTS}{SEEN}@dataclass\nclass A:\n    x: int = field(default=1, metadata={{'a': 1}})\n"
    assert value(source + "A() == E()\n[kind is A for kind in seen]") == [True]
    assert value(source + "A() == A(E())\n[kind is int for kind in seen]") == [True]
    assert failure(source + "field(metadata={}).metadata == E()").startswith("AttributeError: ")


TARGETS = ["dict", "Exception", "object", "type(cell)", "cell", "A()", "lambda: 1", "type", "print", "Enum", "Color"]


@pytest.mark.parametrize("target", TARGETS)
def test_dataclass_decorates_classes_of_the_macro_only(target: str) -> None:
    source = f"{IMPORTS}from enum import Enum\nclass A: pass\nclass Color(Enum):\n    RED = 1\ndataclass({target})"
    assert failure(source) == "TypeError: dataclass decorates a class of the macro"
    assert failure(source.replace("dataclass(", "dataclass()(")) == (
        "TypeError: dataclass decorates a class of the macro"
    )


@pytest.mark.parametrize("call", ["asdict", "astuple", "replace"])
@pytest.mark.parametrize("target", ["cell", "sheet", "1", "object()", "A", "len", "B()"])
def test_helpers_read_instances_of_the_macros_dataclasses_only(call: str, target: str) -> None:
    source = f"{IMPORTS}@dataclass\nclass A:\n    x: int = 1\nclass B: pass\n{call}({target})"
    assert failure(source) == f"TypeError: {call}() should be called on dataclass instances"


def test_is_dataclass_knows_the_macros_only() -> None:
    source = f"{IMPORTS}@dataclass\nclass A: pass\n[is_dataclass(x) for x in (A, A(), cell, type(cell), 1, dict)]"
    assert value(source) == [True, True, False, False, False, False]


def test_slots_are_refused() -> None:
    assert failure(f"{IMPORTS}@dataclass(slots=True)\nclass A: pass") == (
        "TypeError: dataclass(slots=True) is not available to a macro: leave slots out"
    )


@pytest.mark.parametrize("name", ["weakref_slot", "_x", "globals", "namespace", "module"])
def test_dataclass_takes_no_other_option(name: str) -> None:
    source = f"{IMPORTS}dataclass(**{{'{name}': 1}})"
    assert failure(source) == f"TypeError: dataclass() got an unexpected keyword argument '{name}'"


def test_code_that_the_library_generates_sees_no_module_of_the_process() -> None:
    """The macro's classes say __main__; the process has a module of that name, which must not be looked at."""
    main = sys.modules["__main__"]
    vars(main)["hash"] = vars(main)["int"] = "poison"
    try:
        source = (
            f"{IMPORTS}@dataclass(frozen=True, order=True)\nclass A:\n    int: str\n"
            "    x: object = field(default=int)\n"
            "hash(A(1)) == hash(A(1)), A(1) < A(2), repr(A(1, 2))"
        )
        assert value(source) == (True, True, "A(int=1, x=2)")
    finally:
        del vars(main)["hash"], vars(main)["int"]


STRINGS = [
    "log.append(1)",
    "'log.append(1)'",
    "'ClassVar[log.append(1)]'",
    "'typing.ClassVar[log.append(1)]'",
    "ClassVar[log.append(1)]",
    "InitVar[log.append(1)]",
    "(yield)",
    "(log := 1)",
    "lambda: log.append(1)",
    "_private",
    "__import__('os')",
    "().__class__",
]


@pytest.mark.parametrize("annotation", STRINGS)
def test_no_annotation_of_a_field_is_evaluated(annotation: str) -> None:
    source = f"""
{IMPORTS}
import typing
from typing import ClassVar, NamedTuple
from dataclasses import InitVar
log = []
@dataclass
class A:
    x: {annotation} = 1
class B(NamedTuple):
    x: {annotation} = 1
A(), B()
log
"""
    assert value(source) == []


def test_only_names_imported_from_their_home_are_marks() -> None:
    source = f"""
{IMPORTS}
class ClassVar: pass
class t:
    InitVar = KW_ONLY = ClassVar = 1
@dataclass
class A:
    x: ClassVar
    y: t.InitVar
    z: t.KW_ONLY = 3
    u: "t.ClassVar[int]" = 4
asdict(A(1, 2))
"""
    assert value(source) == {"x": 1, "y": 2, "z": 3, "u": 4}


CLASS_KEYS = ["__annotations__", "__dataclass_fields__", "__dataclass_params__", "__post_init__", "__orig_bases__"]


@pytest.mark.parametrize("name", CLASS_KEYS)
def test_what_dataclass_keeps_in_a_class_is_out_of_reach(name: str) -> None:
    assert refusal(f"class A: pass\nA.{name}")[3] == f'attribute "{name}" cannot be used in a macro'
    assert refusal(f"class A:\n    {name} = 1")[3] == f'name "{name}" cannot be used in a macro'
    assert failure(f"class A: pass\ngetattr(A, '{name}')") == (
        f'AttributeError: attribute "{name}" is not available to a macro'
    )


def test_a_frozen_instance_is_written_to_by_nobody() -> None:
    source = f"{IMPORTS}@dataclass(frozen=True)\nclass A:\n    x: int\na = A(1)\n"
    for write in ("a.x = 2", "del a.x", "setattr(a, 'x', 2)", "delattr(a, 'x')", "a.y = 1"):
        kind = "delete" if "del" in write else "assign to"
        name = "y" if ".y" in write else "x"
        assert failure(source + write) == f"FrozenInstanceError: cannot {kind} field '{name}'"
    assert refusal(source + "object.__setattr__(a, 'x', 2)")[3] == ('attribute "__setattr__" cannot be used in a macro')


NAMED = {
    "class A(NamedTuple):\n    x: int\n    def __init__(self): pass": (
        "AttributeError: Cannot overwrite NamedTuple attribute __init__"
    ),
    "class A(NamedTuple, dict):\n    x: int": (
        "TypeError: a class cannot derive from a value of type TypeName in a macro"
    ),
    "class A(NamedTuple):\n    x: int = 1\n    y: int": (
        "TypeError: Non-default namedtuple field y cannot follow default field x"
    ),
    "class A(NamedTuple):\n    x: int\n    def f(self): return super().count(1)": (
        "TypeError: super() cannot be used in a NamedTuple: name the method's class, or write a plain class"
    ),
    "NamedTuple('A', [('gi_frame', int)])": (
        "TypeError: NamedTuple is a base class in a macro: write class Name(NamedTuple):"
    ),
    "class A(NamedTuple):\n    _: int": 'AttributeError: attribute "_" is not available to a macro',
}


@pytest.mark.parametrize("source", NAMED)
def test_a_named_tuple_class_has_checked_names_and_no_other_bases(source: str) -> None:
    assert failure(f"from typing import NamedTuple\n{source}") == NAMED[source]


TYPING = {
    "List()": "TypeError: Type List cannot be instantiated; use list() instead",
    "Any()": "TypeError: Any is for annotations only in a macro; it cannot be called",
    "isinstance(1, Any)": "TypeError: typing.Any cannot be used with isinstance()",
    "issubclass(int, Any)": "TypeError: typing.Any cannot be used with issubclass()",
    "list(Any)": "TypeError: 'TypeName' object is not iterable",
    "1 in Any": "TypeError: argument of type 'TypeName' is not iterable",
    "class A(Any): pass": "TypeError: a class cannot derive from a value of type TypeName in a macro",
    "class A(Type): pass": "TypeError: a class cannot derive from type in a macro",
    "class A(Sequence): pass": "TypeError: a class cannot derive from Sequence in a macro",
    "class A(Counter): pass": "TypeError: a class cannot derive from Counter in a macro",
    "Any.x = 1": "AttributeError: attributes of TypeName cannot be set or deleted by a macro",
    "List.append": "AttributeError: 'TypeName' object has no attribute 'append'",
    "Sequence.register(int)": "AttributeError: 'TypeName' object has no attribute 'register'",
}


@pytest.mark.parametrize("source", TYPING)
def test_a_name_of_typing_does_nothing(source: str) -> None:
    names = "from typing import Any, List, Type, Sequence, Counter\n"
    assert failure(names + source) == TYPING[source]


def test_names_of_typing_take_any_parameter_without_looking_at_it() -> None:
    source = f"""
from typing import Any, Dict, Optional, Union, Literal, TypeVar, Generic, Protocol, NewType, cast
{SEEN}
e = E()
x = (Optional[e], Union[e, int], Dict[e, e], Literal[e], Optional[e] | e, e | Optional[e] if False else 1)
T = TypeVar(e, bound=e)
N = NewType(e, e)
class S(Generic[T], Protocol[e]): pass
(seen, N(5), cast(e, 6), S().__class__ is S, isinstance([], Dict), isinstance({{}}, Dict))
"""
    assert value(source) == ([], 5, 6, True, False, True)


def test_the_builtin_bases_with_a_guarded_attribute_are_known() -> None:
    from macrocell.sandbox.builtin import BASES

    found = {
        base
        for base in BASES
        if not GUARDED.isdisjoint(vars(base)) or any(issubclass(base, guarding) for guarding in GUARDING)
    }
    assert found == {base for base in BASES if issubclass(base, GUARDING)}


LEFT_BEHIND = {
    "beside KW_ONLY": "from dataclasses import KW_ONLY\n@dataclass\nclass A:\n    x: KW_ONLY = field(default=1)",
    "with a default that cannot be shared": "class A:\n    x: list = field(default=[])\n"
    "try:\n    dataclass(A)\nexcept ValueError:\n    pass",
    "without an annotation": "class A:\n    x = field(default=1)\ntry:\n    dataclass(A)\nexcept TypeError:\n    pass",
    "of a class variable beside one that fails": "from typing import ClassVar\nclass A:\n"
    "    x: ClassVar = field(default=3)\n    y: list = field(default=[])\n"
    "try:\n    dataclass(A)\nexcept ValueError:\n    pass",
}


@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_no_field_object_of_the_library_stays_on_a_class(name: str) -> None:
    found = value(f"{IMPORTS}{LEFT_BEHIND[name]}\ntype(getattr(A, 'x', None)).__name__")
    assert found in {"FieldOptions", "NoneType", "int"}


MIXED = (
    "TypeError: a class with a dataclass field named as a guarded attribute cannot derive from str or AttributeError"
)
IN_THE_BODY = {
    "match": "match Z('{0._core}'):\n    case F(m): m(1)",
    "asdict": "asdict(Z('{0._core}'))",
    "astuple": "astuple(Z('{0._core}'))",
    "replace": "replace(Z('{0._core}'))",
}


@pytest.mark.parametrize("reading", IN_THE_BODY)
@pytest.mark.parametrize(("guarded", "base"), [("format", "str"), ("obj", "AttributeError"), ("format_map", "str")])
def test_a_base_made_a_dataclass_while_the_class_is_being_made_is_seen(reading: str, guarded: str, base: str) -> None:
    source = f"class F:\n    {guarded}: int\nclass Z(F, {base}):\n    dataclass(init=False)(F)\n{IN_THE_BODY[reading]}"
    assert failure(IMPORTS + source) == MIXED


def test_a_class_that_failed_to_be_made_is_not_the_macros() -> None:
    source = (
        "class F:\n    format: int\nkept = []\ntry:\n    class Z(F, str):\n        dataclass(init=False)(F)\n"
        "        def me(self): return type(self)\n        kept.append(me)\nexcept TypeError:\n    pass\n"
        "kept[0]('x').__name__"
    )
    assert value(IMPORTS + source) == "str"
