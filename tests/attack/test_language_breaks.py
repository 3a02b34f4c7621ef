"""Every row of the policy's table of reproduced breaks, against what closes it. Features not there are refused."""

from __future__ import annotations

import re

import pytest
from support.language import NOW, Cell, Model, Run, failure, refusal, value

PATTERNS = {
    "object(gi_frame=f)": 'attribute "gi_frame" cannot be used in a macro',
    "object(_model=m)": 'attribute "_model" cannot be used in a macro',
    "object(__class__=c)": 'attribute "__class__" cannot be used in a pattern',
    "object(tb_frame=f)": 'attribute "tb_frame" cannot be used in a macro',
    "AttributeError(obj=o)": 'attribute "obj" cannot be used in a pattern',
    "str(format=f)": 'attribute "format" cannot be used in a pattern',
    "object(mapping=m)": 'attribute "mapping" cannot be used in a pattern',
    "property(fget=f)": 'attribute "fget" cannot be used in a pattern',
    "[*_model]": 'name "_model" cannot be used in a macro',
    "{**_model}": 'name "_model" cannot be used in a macro',
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_reads_an_attribute_that_is_out_of_reach(pattern: str) -> None:
    assert refusal(f"match cell:\n    case {pattern}: pass")[3] == PATTERNS[pattern]


@pytest.mark.parametrize("name", ["tb_frame", "tb_next", "gi_code", "f_back", "co_consts", "mro"])
def test_the_traceback_that_exit_gets_keeps_its_frames(name: str) -> None:
    source = "class C:\n    def __exit__(self, kind, error, tb):\n        return tb." + name
    code, line, column, message, _ = refusal(source)
    assert (code, line, column) == ("attribute", 3, 15)
    assert message == f'attribute "{name}" cannot be used in a macro'


def test_importing_from_a_module_does_not_fall_back_to_the_process_modules() -> None:
    assert refusal("from json import scanner")[3] == '"scanner" cannot be imported from json'
    assert refusal("from re import _compiler")[3] == 'name "_compiler" cannot be used in a macro'
    assert refusal("from re import _compiler as c")[3] == 'name "_compiler" cannot be used in a macro'
    assert refusal("import json.scanner")[3] == 'module "json.scanner" cannot be imported by a macro'


def test_wraps_takes_one_argument_and_writes_to_functions_of_the_macro_only() -> None:
    source = "import functools\nfunctools.wraps(sheet.apply, [], ['__globals__'])"
    message = "wraps() takes 1 positional argument but 3 were given"
    assert failure(source) == f"TypeError: {message}"
    source = "import functools\nfunctools.wraps(sheet.apply)(sheet.apply)"
    assert failure(source) == "TypeError: wraps decorates a function of the macro"


def test_total_ordering_and_caches_take_only_what_the_macro_made() -> None:
    ordering = "from functools import total_ordering\ntotal_ordering({})"
    assert failure(ordering.format("Exception")) == "TypeError: total_ordering takes a class of the macro"
    assert failure(ordering.format("type(cell)")) == "TypeError: total_ordering takes a class of the macro"
    cached = "from functools import lru_cache\nlru_cache(maxsize=None)(sheet.apply)"
    assert failure(cached) == "TypeError: only a function of the macro can be cached"


@pytest.mark.parametrize("name", ["fget", "fset", "fdel"])
def test_a_property_keeps_its_functions(name: str) -> None:
    message = f'AttributeError: attribute "{name}" of property is not available to a macro'
    assert failure(f"property(len).{name}") == message
    assert failure(f"class A:\n    x = property(len)\nA.x.{name}") == message
    of_class = f'AttributeError: attribute "{name}" of type is not available to a macro'
    assert failure(f"property.{name}") == of_class
    assert failure(f"class A:\n    g = property.{name}") == of_class
    assert value(f"class A: pass\na = A()\na.{name} = 3\na.{name}") == 3


@pytest.mark.parametrize("name", ["singledispatch", "singledispatchmethod", "update_wrapper", "cached_property"])
def test_functools_has_no_helper_that_evaluates_or_overwrites(name: str) -> None:
    assert refusal(f"from functools import {name}")[3] == f'"{name}" cannot be imported from functools'
    assert failure(f"import functools\nfunctools.{name}") == f"AttributeError: module has no attribute '{name}'"


def test_annotations_are_never_evaluated() -> None:
    source = """
log = []
def f(a: log.append(1), *b: log.append(2), c: log.append(3) = 0, **d: log.append(4)) -> log.append(5):
    x: log.append(6) = 1
    return x
class A:
    y: log.append(7) = 2
z: (log := 8) = f(0)
(log, A().y, z)
"""
    assert value(source) == ([], 2, 1)


@pytest.mark.parametrize("name", ["UserString", "UserDict", "UserList"])
def test_collections_has_no_class_that_hands_out_its_insides(name: str) -> None:
    code = refusal(f"from collections import {name}")[0]
    assert code == "import"


def test_format_of_a_subclass_of_str_is_out_of_reach() -> None:
    base = "class S(str):\n    pass\n"
    assert failure(base + 'S("{0._model}").format(cell)') == (
        'AttributeError: attribute "format" of S is not available to a macro'
    )
    assert failure(base + 'S.format("{0._model}", cell)') == (
        'AttributeError: attribute "format" of type is not available to a macro'
    )
    assert failure('str.format_map("{a._model}", {"a": cell})') == (
        'AttributeError: attribute "_model" is not available to a macro'
    )
    assert failure(base + 'str.format(S("{0._model}"), cell)') == ("TypeError: format text must be plain text, not S")
    own = "class S(str):\n    def format(self, x):\n        return [self, x]\nS('a').format(3)"
    assert value(own) == ["a", 3]


@pytest.mark.parametrize("name", ["format", "format_map", "register", "obj", "now", "re", "groupindex"])
def test_super_gives_no_guarded_attribute(name: str) -> None:
    source = f"class S(str):\n    def f(self, x):\n        return super().{name}(x)"
    code, line, _, message, hint = refusal(source)
    assert (code, line) == ("attribute", 3)
    assert message == f"super().{name} cannot be used in a macro"
    assert hint == "Call a method of the base class: super().method(...), or super().__init__(...) and the like."


def test_a_view_onto_a_dict_arrives_as_a_copy() -> None:
    source = """
class E:
    def __eq__(self, other):
        seen.append(type(other))
        other["poison"] = 1
        return True
seen = []
d = {"a": 1}
d.keys().mapping == E()
import re
p = re.compile("(?P<x>a)")
p.groupindex == E()
(seen, d, p.groupindex)
"""
    assert value(source) == ([dict, dict], {"a": 1}, {"x": 1})


def test_re_takes_exact_types_only() -> None:
    texts = "class S(str): pass\nclass I(int): pass\nimport re\n"
    plain = "TypeError: expected plain text, got S"
    assert failure(texts + "re.compile(S('a'))") == plain
    assert failure(texts + "re.compile('a').sub(S('b'), 'a')") == plain
    assert failure(texts + "re.compile('a').sub('b', S('a'))") == plain
    assert failure(texts + "re.compile('a').sub(lambda m: S('b'), 'a')") == plain
    assert failure(texts + "re.match('a', S('a'))") == plain
    assert failure(texts + "re.escape(S('a'))") == plain
    assert failure(texts + "re.match('a', 'a').expand(S('b'))") == plain
    assert failure(texts + "getattr(re.match('a', 'a'), 'expand')(S('b'))") == plain
    assert failure(texts + "re.match('a', 'a').re.sub(S('b'), 'a')") == plain
    assert failure(texts + "re.compile('a', I(2))") == "TypeError: expected an int, got I"
    assert failure(texts + "re.compile('a', 128)") == "ValueError: unknown flag of a regular expression"
    assert failure(texts + "'{0.re}'.format(re.match('a', 'a'))") == (
        'AttributeError: attribute "re" is not available in a format text'
    )
    assert value("import re\n(type(re.I) is int, re.I)") == (True, int(re.I))


def test_library_classes_cannot_be_patched() -> None:
    for source, what in (
        ("from statistics import NormalDist\nNormalDist.mean = 1", "NormalDistClass"),
        ("from decimal import Decimal\nDecimal.x = 1", "a class"),
        ("from datetime import datetime\ndatetime.now = 1", "a class"),
        ("int.x = 1", "a class"),
        ("type(cell).x = 1", "Kind"),
        ("type.x = 1", "TypeBuiltin"),
        ("len.x = 1", "builtin_function_or_method"),
        ("sheet.apply.x = 1", "method"),
        ("print.x = 1", "function"),
        ("getattr.x = 1", "function"),
        ("import functools\nfunctools.wraps.x = 1", "function"),
        ("Exception.x = 1", "a class"),
        ("'a'.x = 1", "str"),
        ("KeyError(1).args = ()", "KeyError"),
    ):
        assert failure(source) == f"AttributeError: attributes of {what} cannot be set or deleted by a macro"
        written = source.rpartition("\n")
        deleted = f"{written[0]}\ndel {written[2].split(' = ')[0]}"
        assert failure(deleted) == f"AttributeError: attributes of {what} cannot be set or deleted by a macro"
    assert refusal("from decimal import DefaultContext")[0] == "import"
    assert refusal("from decimal import setcontext")[0] == "import"


def test_decimal_context_of_a_run_ends_with_it() -> None:
    source = "import decimal\ndecimal.getcontext().prec = 3\nstr(decimal.Decimal(1) / 3)"
    assert value(source) == "0.333"
    assert value("import decimal\nstr(decimal.Decimal(1) / 3)") == "0.3333333333333333333333333333"


BINDINGS_OF_SUPER = [
    "super = 1",
    "def super(): pass",
    "class super: pass",
    "def f(super): pass",
    "lambda super: 1",
    "def f(*super): pass",
    "def f(**super): pass",
    "def f(*, super): pass",
    "def f(super, /): pass",
    "import math as super",
    "from math import pi as super",
    "for super in []: pass",
    "[1 for super in []]",
    "[(super := 1) for x in []]",
    "with cell as super: pass",
    "try: pass\nexcept Exception as super: pass",
    "del super",
    "global super",
    "def f():\n    global super",
    "def f():\n    nonlocal super",
    "(super := 1)",
    "super += 1",
    "super: int = 1",
    "a, (b, *super) = 1",
]


@pytest.mark.parametrize("source", BINDINGS_OF_SUPER)
def test_super_is_never_bound(source: str) -> None:
    code, _, _, message, hint = refusal(source)
    assert (code, message, hint) == ("name", 'name "super" cannot be used in a macro', "Choose another name.")


@pytest.mark.parametrize("source", ["super", "f = super", "super()", "super(A, cell).x", "super(*a).x", "super(**a).x"])
def test_super_stands_only_before_a_dot(source: str) -> None:
    code, _, _, message, hint = refusal(source)
    assert (code, message) == ("name", '"super" can only be used as super().method(...)')
    assert hint == "Write super().method(...)."


def test_super_does_not_initialise_a_facade_object_again() -> None:
    source = "class A:\n    def m(self):\n        super().__init__()\nA.m(cell)"

    class A:
        def m(self) -> None:
            super().__init__()

    with pytest.raises(TypeError) as plain:
        A.m(Cell(Model(), "A1"))  # type: ignore[arg-type]
    assert failure(source) == f"TypeError: {plain.value}"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("super().__init__", "__init__"),
        ("f = super().__repr__", "__repr__"),
        ("super().__setattr__('x', 1)", "__setattr__"),
        ("super().__getattribute__('x')", "__getattribute__"),
        ("super().__new__(1)", "__new__"),
        ("super().__reduce_ex__(4)", "__reduce_ex__"),
        ("super().x = 1", "x"),
        ("del super().x", "x"),
        ("super()._x", "_x"),
        ("super().mro()", "mro"),
    ],
)
def test_super_calls_allowed_special_methods_only(source: str, name: str) -> None:
    code, line, _, message, _ = refusal(f"class A:\n    def m(self):\n        {source}")
    assert (code, line, message) == ("attribute", 3, f"super().{name} cannot be used in a macro")


def test_print_takes_no_objects_of_the_macro_as_separators() -> None:
    message = "TypeError: sep and end must be None or plain text"
    assert failure("class E(str): pass\nprint(1, sep=E())") == message
    assert failure("class E(str): pass\nprint(1, end=E())") == message
    assert failure("print(1, file=cell)") == (
        "TypeError: print(file=...) takes a StringIO only: what a macro prints is returned with the result"
    )
    run = Run("class S(str):\n    pass\nclass E:\n    def __str__(self): return S('x')\nprint(E(), E(), sep=None)")
    assert [type(text) for text in run.printed] == [str]
    assert run.output == "x x\n"


def test_a_zone_of_the_macros_own_never_reaches_the_clock() -> None:
    assert refusal("from datetime import tzinfo")[0] == "import"
    source = "import datetime\nclass Z: pass\ndatetime.datetime.now(Z())"
    assert failure(source) == "TypeError: tzinfo must be a timezone, not Z"
    for moment in ("datetime.datetime(2024, 1, 1)", "datetime.datetime"):
        assert value(f"import datetime\n{moment}.now()") == NOW


def test_strptime_takes_exact_texts_only() -> None:
    source = "from datetime import datetime\nclass S(str): pass\n"
    for call in (
        "datetime.strptime('2024', S('%Y'))",
        "datetime.strptime(S('2024'), '%Y')",
        "datetime(1, 1, 1).strptime(S('a'), 'a')",
    ):
        assert failure(source + call) == "TypeError: strptime takes two plain texts"


def test_namedtuple_takes_exact_texts_without_underscore_only() -> None:
    source = "from collections import namedtuple\nclass S(str): pass\n"
    plain = "TypeError: attribute name must be plain text, not S"
    assert failure(source + "namedtuple(S('A'), 'x')") == plain
    assert failure(source + "namedtuple('A', [S('x')])") == plain
    for name in ("_x", "__class__", "gi_frame", "mro", "_"):
        message = f'AttributeError: attribute "{name}" is not available to a macro'
        assert failure(source + f"namedtuple('A', ['{name}'])") == message
    assert failure(source + "namedtuple('A', 'x', rename=True)").startswith("TypeError: namedtuple(rename=True)")
    assert failure(source + "namedtuple('A', 'x', module='os')").startswith("TypeError: ")


BASES = {
    "a facade object": ("cell", "a value of type Cell"),
    "the class of a facade object": ("type(cell)", "Cell"),
    "type": ("type", "type"),
    "the class of a class": ("type(int)", "type"),
    "bool": ("bool", "bool"),
    "property": ("property", "property"),
    "bytes": ("bytes", "bytes"),
    "an instance of the macro": ("A()", "a value of type A"),
    "an alias": ("list[int]", "a value of type GenericAlias"),
    "a union": ("int | str", "a value of type UnionType"),
    "a guard": ("print", "print"),
    "the class of a function": ("type(len)", "builtin_function_or_method"),
    "a starred list": ("*[int, type]", "type"),
}


@pytest.mark.parametrize("case", BASES)
def test_a_class_derives_from_allowed_classes_only(case: str) -> None:
    base, what = BASES[case]
    assert (
        failure(f"class A: pass\nclass B({base}): pass") == f"TypeError: a class cannot derive from {what} in a macro"
    )


@pytest.mark.parametrize("keywords", ["metaclass=type", "x=1", "**{'metaclass': int}", "**k"])
def test_a_class_takes_no_keywords(keywords: str) -> None:
    code, _, _, message, hint = refusal(f"class A(object, {keywords}): pass")
    assert (code, message) == ("class", "a class cannot take keywords in a macro")
    assert hint == (
        "Derive from abc.ABC or enum.Enum instead: class Name(ABC):"
        if keywords == "metaclass=type"
        else "Write class Name(Base): and leave the keyword out."
    )


def test_calls_evaluate_the_right_side_once() -> None:
    source = "calls = []\ndef f():\n    calls.append(1)\n    return 1, 2\nx = (a, b) = f()\n(calls, x, a, b)"
    assert value(source) == ([1], (1, 2), 1, 2)
