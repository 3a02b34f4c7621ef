"""The policy's tables, and each kind of refusal with its whole message."""

from __future__ import annotations

import ast
import sys
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    GeneratorType,
    TracebackType,
)

import pytest
from macrocell.sandbox.interpreter import SUPPORTED
from macrocell.sandbox.module import EXPORTS
from macrocell.sandbox.policy import DENIED, DUNDERS, GUARDED, NODES, TUPLE_ATTRIBUTES, refused_attribute
from macrocell.sandbox.policy.hint import ATTRIBUTES, MODULES, NAMES
from macrocell.sandbox.policy.hint import EXPORTS as LEFT_OUT
from macrocell.sandbox.policy.node import REFUSED
from support.language import refusal, refusals, value

# Removed from ast or never made by the parser.
ABSTRACT = {
    *(
        "AST",
        "mod",
        "stmt",
        "expr",
        "expr_context",
        "boolop",
        "operator",
        "unaryop",
        "cmpop",
        "pattern",
        "excepthandler",
    ),
    *("type_ignore", "type_param", "slice"),
}
OLD = {
    "_ast_Ellipsis",
    "AugLoad",
    "AugStore",
    "Bytes",
    "Ellipsis",
    "ExtSlice",
    "Index",
    "NameConstant",
    "Num",
    "Param",
    "Str",
    "Suite",
}
UNPARSED = {"Expression", "FunctionType", "Interactive", "TypeIgnore"}
"""Never made from the text of a module."""


def node_types() -> set[str]:
    """The names of the node types of the Python that runs the tests."""
    return {
        name
        for name, kind in vars(ast).items()
        if isinstance(kind, type) and issubclass(kind, ast.AST) and name not in ABSTRACT | OLD
    }


def test_every_node_type_of_this_python_is_decided() -> None:
    refused = REFUSED[sys.version_info[:2]]
    assert node_types() - UNPARSED == NODES | refused
    assert not NODES & refused


def test_each_supported_python_has_its_frozen_node_set() -> None:
    plain = {"AsyncFor", "AsyncFunctionDef", "AsyncWith", "Await", "TryStar"}
    generic = {"ParamSpec", "TypeAlias", "TypeVar", "TypeVarTuple"}
    assert {(3, 11): plain, (3, 12): plain | generic, (3, 13): plain | generic} == REFUSED
    assert tuple(REFUSED) == SUPPORTED


def test_the_accepted_nodes_are_frozen() -> None:
    operators = (
        "Add And BitAnd BitOr BitXor Div Eq FloorDiv Gt GtE In Invert Is IsNot LShift Lt LtE MatMult Mod Mult Not"
    )
    operators += " NotEq NotIn Or Pow RShift Sub UAdd USub"
    contexts = "Del Load Store"
    statements = "AnnAssign Assert Assign AugAssign Break ClassDef Continue Delete ExceptHandler Expr For FunctionDef"
    patterns = (
        "Match MatchAs MatchClass MatchMapping MatchOr MatchSequence MatchSingleton MatchStar MatchValue match_case"
    )
    statements += " Global If Import ImportFrom Module Nonlocal Pass Raise Return Try While With"
    expressions = (
        "Attribute BinOp BoolOp Call Compare Constant Dict DictComp FormattedValue GeneratorExp IfExp JoinedStr"
    )
    expressions += (
        " Lambda List ListComp Name NamedExpr Set SetComp Slice Starred Subscript Tuple UnaryOp Yield YieldFrom"
    )
    parts = "alias arg arguments comprehension keyword withitem"
    assert set(f"{operators} {contexts} {statements} {patterns} {expressions} {parts}".split()) == NODES


DANGEROUS = {
    "gi_": GeneratorType,
    "cr_": CoroutineType,
    "ag_": AsyncGeneratorType,
    "tb_": TracebackType,
    "f_": FrameType,
    "co_": CodeType,
}
LATER = {"gi_state", "cr_state", "ag_state", "cr_suspended", "ag_suspended", "f_generator", "co_branches", "co_lnotab"}


def test_denied_names_are_those_of_frames_code_and_generators() -> None:
    found = {"mro"}
    for prefix, kind in DANGEROUS.items():
        found |= {name for name in dir(kind) if name.startswith(prefix)}
        public = {name for name in dir(kind) if not name.startswith(("_", prefix))}
        assert public <= {"send", "throw", "close", "asend", "athrow", "aclose", "clear", "replace"}, kind
    assert found <= DENIED
    assert found >= DENIED - LATER


def test_tables_do_not_contradict_each_other() -> None:
    assert not GUARDED & DENIED
    assert all(name.startswith("_") for name in TUPLE_ATTRIBUTES)
    assert all(refused_attribute(name) for name in ATTRIBUTES)
    forbidden = "new del getattr getattribute setattr delattr get set delete set_name init_subclass class_getitem"
    forbidden += " instancecheck subclasscheck subclasshook prepare mro_entries slots match_args class dict annotations"
    forbidden += (
        " reduce reduce_ex getstate setstate getnewargs copy deepcopy dir sizeof length_hint await aiter anext buffer"
    )
    assert not {f"__{name}__" for name in forbidden.split()} & DUNDERS


def test_the_special_methods_are_frozen() -> None:
    plain = "add sub mul matmul truediv floordiv mod pow lshift rshift and xor or".split()
    arithmetic = [*plain, *(f"r{name}" for name in plain), *(f"i{name}" for name in plain), "divmod", "rdivmod"]
    others = (
        "init post_init repr str format eq ne lt le gt ge hash bool len iter next reversed contains getitem setitem"
    )
    others += " delitem missing call enter exit neg pos abs invert int float complex index round trunc floor ceil"
    assert {f"__{name}__" for name in [*arithmetic, *others.split()]} == DUNDERS


@pytest.mark.parametrize("name", sorted(DENIED))
def test_a_denied_name_is_refused_in_every_form(name: str) -> None:
    attribute = f'attribute "{name}" cannot be used in a macro'
    bound = f'name "{name}" cannot be used in a macro'
    for source in (
        f"cell.{name}",
        f"cell.{name} = 1",
        f"del cell.{name}",
        f"cell.{name} += 1",
        f"[0 for cell.{name} in []]",
    ):
        assert refusal(source)[3] == attribute
    for source in (f"{name} = 1", f"def f({name}): pass", f"import math as {name}", f"class {name}: pass", name):
        assert refusal(source)[3] == bound
    for pattern in (name, f"1 as {name}", f"[*{name}]", f"{{**{name}}}", f"int({name})"):
        assert refusal(f"match 1:\n    case {pattern}: pass")[3] == bound
    for pattern in (f"object({name}=1)", f"cell.{name}", f"{{cell.{name}: 1}}", f"cell.{name}(1)"):
        assert refusal(f"match 1:\n    case {pattern}: pass")[3] == attribute
    for annotated in (f"{name}: int", f"{name}: int = 1"):
        assert refusal(f"class A:\n    {annotated}")[3] == bound


REBINDINGS = [
    "sheet = 1",
    "sheet: int = 1",
    "sheet += 1",
    "x = sheet = 1",
    "x, sheet = 1, 2",
    "[x, (y, *sheet)] = 1",
    "for sheet in []: pass",
    "for x, (sheet, y) in []: pass",
    "with cell as sheet: pass",
    "with cell as (x, sheet): pass",
    "try: pass\nexcept Exception as sheet: pass",
    "import math as sheet",
    "import sheet",
    "from math import pi as sheet",
    "def sheet(): pass",
    "class sheet: pass",
    "del sheet",
    "del (x, sheet)",
    "(sheet := 1)",
    "print((sheet := 1))",
    "[(sheet := x) for x in []]",
    "[x for x in [] if (sheet := x)]",
    "[[(sheet := x) for x in y] for y in []]",
    "[sheet for sheet in []]",
    "{sheet for sheet in []}",
    "{sheet: 1 for sheet in []}",
    "list(sheet for sheet in [])",
    "[1 for x in [] for sheet in x]",
    "def f(x=(sheet := 1)): pass",
    "def f(*, x=(sheet := 1)): pass",
    "lambda x=(sheet := 1): x",
    "@(sheet := len)\ndef f(): pass",
    "@(sheet := len)\nclass A: pass",
    "class A((sheet := object)): pass",
    "f'{(sheet := 1)}'",
    "if (sheet := 1): pass",
    "match 1:\n    case sheet: pass",
    "match 1:\n    case 1 as sheet: pass",
    "match 1:\n    case [1, *sheet]: pass",
    "match 1:\n    case {'a': 1, **sheet}: pass",
    "match 1:\n    case int(real=sheet): pass",
    "match 1:\n    case int(sheet): pass",
    "match 1:\n    case (1 as sheet) | (2 as sheet): pass",
    "match (sheet := 1):\n    case 1: pass",
    "match 1:\n    case 1 if (sheet := 1): pass",
    "while (sheet := 0): pass",
    "assert (sheet := 1)",
    "global sheet",
    "def f():\n    global sheet",
    "def f():\n    def g():\n        global sheet\n        sheet = 1\n    g()",
    "class A:\n    global sheet",
    "class A:\n    def m(self):\n        global sheet",
    "if True:\n    sheet = 1",
    "args = 1",
]


@pytest.mark.parametrize("source", REBINDINGS)
def test_an_injected_name_cannot_be_bound_again(source: str) -> None:
    name = "args" if source.startswith("args") else "sheet"
    found = first_refusal(source)
    assert (found[0], found[3]) == ("injected", f'"{name}" is given to the macro and cannot be bound again')
    assert found[4] == "Choose another name; inside a function it may be used freely."


def first_refusal(source: str) -> tuple[str, int, int, str, str | None]:
    """`import sheet` is refused for the module too, and an alternative binds the name once more."""
    first, *others = refusals(source)
    if others and source == "import sheet":
        assert others[0].message == 'module "sheet" cannot be imported by a macro'
    else:
        assert {other.message for other in others} <= {first.message}
    return first.code, first.line, first.column, first.message, first.hint


SHADOWINGS = [
    "def f(sheet): return sheet\nf(1)",
    "def f():\n    sheet = 1\n    return sheet\nf()",
    "(lambda sheet: sheet)(1)",
    "def f():\n    for sheet in [1]: pass\n    return sheet\nf()",
    "def f():\n    return [sheet for sheet in [1]][0]\nf()",
    "def f():\n    if (sheet := 1): return sheet\nf()",
    "def f():\n    sheet = 0\n    def g():\n        nonlocal sheet\n        sheet += 1\n    g()\n    return sheet\nf()",
    "class A:\n    sheet = 1\nA.sheet",
    "def f():\n    match 1:\n        case sheet: return sheet\nf()",
    "(lambda: [sheet for sheet in [1]][0])()",
    "dict(sheet=1)['sheet']",
]


@pytest.mark.parametrize("source", SHADOWINGS)
def test_an_injected_name_may_be_shadowed_in_a_function(source: str) -> None:
    assert value(source) == 1


PRIVATE = "names that begin with an underscore are kept for the sandbox."
FORMS = {
    "_x": 'name "_x"',
    "_x = 1": 'name "_x"',
    "def _x(): pass": 'name "_x"',
    "class _x: pass": 'name "_x"',
    "def f(_x): pass": 'name "_x"',
    "def f(*_x): pass": 'name "_x"',
    "def f(**_x): pass": 'name "_x"',
    "def f(*, _x): pass": 'name "_x"',
    "def f(_x, /): pass": 'name "_x"',
    "lambda _x: 1": 'name "_x"',
    "import math as _x": 'name "_x"',
    "from math import pi as _x": 'name "_x"',
    "for _x in []: pass": 'name "_x"',
    "[1 for _x in []]": 'name "_x"',
    "with cell as _x: pass": 'name "_x"',
    "try: pass\nexcept Exception as _x: pass": 'name "_x"',
    "(_x := 1)": 'name "_x"',
    "global _x": 'name "_x"',
    "def f():\n    nonlocal _x": 'name "_x"',
    "f(_x=1)": 'name "_x"',
    "class A:\n    _x = 1": 'name "_x"',
    "cell._x": 'attribute "_x"',
    "cell._x = 1": 'attribute "_x"',
    "del cell._x": 'attribute "_x"',
    "cell._x += 1": 'attribute "_x"',
    "for cell._x in []: pass": 'attribute "_x"',
    "with cell as cell._x: pass": 'attribute "_x"',
    "a, cell._x = 1": 'attribute "_x"',
    "match cell:\n    case _x: pass": 'name "_x"',
    "match cell:\n    case 1 as _x: pass": 'name "_x"',
    "match cell:\n    case [*_x]: pass": 'name "_x"',
    "match cell:\n    case {**_x}: pass": 'name "_x"',
    "match cell:\n    case object(_x=1): pass": 'attribute "_x"',
    "match cell:\n    case cell._x: pass": 'attribute "_x"',
    "match cell:\n    case cell._x.y(): pass": 'attribute "_x"',
    "match cell:\n    case {cell._x: 1}: pass": 'attribute "_x"',
    "class A:\n    _x: int": 'name "_x"',
    "class A:\n    _x: int = 1": 'name "_x"',
}


@pytest.mark.parametrize("source", FORMS)
def test_a_private_name_is_refused_in_every_form(source: str) -> None:
    found = refusal(source)
    assert found[3:] == (f"{FORMS[source]} cannot be used in a macro", f"Write x instead: {PRIVATE}")


def test_a_lone_underscore_is_an_ordinary_name() -> None:
    assert value("for _, x in [(1, 2)]: pass\n_, y = 3, 4\n(x, y, _, (lambda _: _)(5))") == (2, 4, 3, 5)


@pytest.mark.parametrize(
    "name", sorted(set(NAMES) - {"__file__", "__builtins__", "__import__", "__doc__", "__class__", "sheet"})
)
def test_a_name_out_of_reach_is_refused_unless_the_macro_binds_it(name: str) -> None:
    assert refusal(f"{name}(1)") == ("name", 1, 0, f'"{name}" is not available to a macro', NAMES[name])
    assert value(f"{name} = 3\n{name}") == 3
    assert value(f"def f({name}): return {name}\nf(4)") == 4


def test_a_name_with_a_hint_is_an_ordinary_one_where_the_host_gives_it() -> None:
    assert "sheet" in NAMES
    assert value("sheet is None") is False


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_module_out_of_reach_is_refused_with_what_to_do_instead(name: str) -> None:
    found = refusal(f"import {name} as m")
    assert found == ("import", 1, 7, f'module "{name}" cannot be imported by a macro', MODULES[name])


def test_an_unknown_module_is_told_what_there_is() -> None:
    available = sorted(name for name in EXPORTS if "." not in name)
    assert refusal("import nothing")[4] == f"Available modules: {', '.join(available)}."
    assert refusal("import pandas.core as p")[4] == MODULES["pandas"]


def test_a_misspelt_export_is_told_its_near_match() -> None:
    assert refusal("from math import sqr")[3:] == ('"sqr" cannot be imported from math', "Did you mean sqrt or isqrt?")
    assert refusal("from datetime import parse")[4] == (
        "datetime offers: MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone."
    )


STATEMENTS = {
    "async def f(): pass": (
        "async functions",
        "Write an ordinary def: a macro runs in one thread, nothing needs awaiting.",
    ),
    "try: pass\nexcept* ValueError: pass": ("except*", "Write except Exception."),
    "[x async for x in []]": ("async for", "Write an ordinary for loop."),
}


@pytest.mark.parametrize("source", STATEMENTS)
def test_a_statement_out_of_reach_is_refused(source: str) -> None:
    called, hint = STATEMENTS[source]
    assert refusal(source) == ("statement", 1, 0, f"{called} cannot be used in a macro", hint)


IMPORTS = {
    "from . import x": ("a macro has no package to import from", "Import a module by its full name."),
    "from .a import x": ("a macro has no package to import from", "Import a module by its full name."),
    "from math import *": ("from math import * cannot be used in a macro", "Import the names you use."),
    "from __future__ import barry_as_FLUFL": (
        "from __future__ import barry_as_FLUFL cannot be used in a macro",
        "Leave it out.",
    ),
}


@pytest.mark.parametrize("source", IMPORTS)
def test_an_import_form_out_of_reach_is_refused(source: str) -> None:
    assert refusal(source) == ("import", 1, 0, *IMPORTS[source])


SPECIALS = {
    "class A:\n    def __new__(cls): pass": "special method __new__ cannot be defined in a macro",
    "class A:\n    def __getattr__(self, n): pass": "special method __getattr__ cannot be defined in a macro",
    "class A:\n    def __class_getitem__(cls): pass": "special method __class_getitem__ cannot be defined in a macro",
    "class A:\n    def __init_subclass__(c): pass": "special method __init_subclass__ cannot be defined in a macro",
    "class A:\n    def __set_name__(self): pass": "special method __set_name__ cannot be defined in a macro",
    "class A:\n    def __del__(self): pass": "special method __del__ cannot be defined in a macro",
    "class A:\n    def __anything__(self): pass": "special method __anything__ cannot be defined in a macro",
    "def __init__(self): pass": "special method __init__ cannot be defined here",
    "class A:\n    def m(self):\n        def __eq__(self, o): pass": "special method __eq__ cannot be defined here",
    "class A:\n    if 1:\n        def __eq__(self, o): pass": "special method __eq__ cannot be defined here",
    "class A:\n    @property\n    def __len__(self): pass": "special method __len__ cannot be decorated",
    "class A:\n    __eq__ = 1": 'name "__eq__" cannot be used in a macro',
    "class A:\n    __slots__ = ()": 'name "__slots__" cannot be used in a macro',
    "class A:\n    __match_args__ = ()": 'name "__match_args__" cannot be used in a macro',
    "class A:\n    import math as __eq__": 'name "__eq__" cannot be used in a macro',
    "class A:\n    class __eq__: pass": 'name "__eq__" cannot be used in a macro',
    "class A:\n    for __eq__ in []: pass": 'name "__eq__" cannot be used in a macro',
    "class A:\n    __eq__: int": 'name "__eq__" cannot be used in a macro',
}


@pytest.mark.parametrize("source", SPECIALS)
def test_a_special_method_is_a_def_in_a_class_body(source: str) -> None:
    assert refusal(source)[3] == SPECIALS[source]


def test_an_attribute_store_of_a_guarded_name_in_place_is_refused() -> None:
    for name in sorted(GUARDED):
        message = f'attribute "{name}" cannot be changed in place'
        assert refusal(f"cell.{name} += 1") == ("attribute", 1, 0, message, f"Write x.{name} = x.{name} + ...")


def test_saving_is_refused_where_the_object_is_known() -> None:
    hint = "The workbook is already open as `workbook`, and the host saves it: change cells, then end the macro."
    assert refusal("sheet.save('x.xlsx')") == ("attribute", 1, 0, "sheet.save does not exist", hint)
    assert refusal("from openpyxl import load_workbook")[4] == hint


def test_openpyxls_objects_are_told_to_come_later() -> None:
    told = (
        "This module is not available yet. "
        "A macro writes values, formulas and formats (openpyxl.styles); what a file holds beside them is kept."
    )
    assert refusal("from openpyxl.chart import BarChart")[4] == told
    assert refusal("from openpyxl.worksheet.datavalidation import DataValidation")[4] == told


def test_what_a_nested_block_holds_is_told_with_the_block() -> None:
    found = refusals("async def f():\n    import os\n    async with cell: eval('1')")
    assert [(each.line, each.name) for each in found] == [(1, None), (2, "os"), (3, None), (3, "eval")]


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_a_name_left_out_of_a_module_is_told_what_to_write(name: str) -> None:
    module, _, export = name.rpartition(".")
    found = refusal(f"from {module} import {export}")
    assert found[3:] == (f'"{export}" cannot be imported from {module}', LEFT_OUT[name])


def test_imports_for_a_type_checker_are_neither_judged_nor_run() -> None:
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os\n    from openpyxl import Workbook\n"
    assert value(source + "5") == 5
    assert (
        value(source.replace("from typing import", "import typing\nfrom typing import").replace("if ", "if typing."))
        is None
    )
    assert refusal(source + "else:\n    import os")[3] == 'module "os" cannot be imported by a macro'
