"""Attacks of each class beyond the lists: other ways to the same text, class, name or object."""

from __future__ import annotations

import pytest
from support.language import Run, failure, refusal, value

PRIVATE = 'AttributeError: attribute "_model" is not available to a macro'

FORMATS = {
    "partial": 'import functools\nfunctools.partial(str.format, "{0._model}")(cell)',
    "class attribute": 'class F:\n    f = str.format\nF.f("{0._model}", cell)',
    "static method": 'class F:\n    f = staticmethod(str.format)\nF().f("{0._model}", cell)',
    "default argument": '(lambda f=str.format: f("{0._model}", cell))()',
    "keyword": '"{c._model}".format(c=cell)',
    "star arguments": '"{0._model}".format(*[cell])',
    "star keywords": '"{c._model}".format(**{"c": cell})',
    "a missing key": 'class D(dict):\n    def __missing__(self, k): return cell\n"{x._model}".format_map(D())',
    "behind an index": '"{0[0][a]._model}".format([{"a": cell}])',
    "with a conversion": '"{0._model!r:>{1}}".format(cell, 5)',
    "in a nested width": '"{1:{0._model}}".format(cell, 5)',
    "an escaped brace before": '"{{}}{0._model}".format(cell)',
    "by map": 'list(map("{0._model}".format_map, [{"0": cell}]))',
    "as a key": 'sorted([cell], key="{0._model}".format)',
    "called by the facade": 'sheet.apply(lambda n: "{0._model}".format(cell))',
    "checked text first": '"{0.value}".format(cell)\n"{0.value}{0._model}".format(cell)',
    "a name put together": 'getattr(cell, "_mo" + "del")',
}


@pytest.mark.parametrize("attack", FORMATS)
def test_no_way_of_formatting_reads_a_private_attribute(attack: str) -> None:
    run = Run(FORMATS[attack])
    assert run.failure == PRIVATE


NAMES = ["def f():\n    eval = 1\n{}", "class A:\n    eval = 1\n{}", "if False: eval = 1\n{}", "def f(eval): pass\n{}"]
NAMES += ["def f():\n    global eval\n    eval = 1\n{}", "[0 for eval in []]\n{}", "(lambda eval: 0)\n{}"]


@pytest.mark.parametrize("source", NAMES)
def test_a_name_bound_elsewhere_brings_no_builtin_back(source: str) -> None:
    run = Run(source.format("eval('1')"))
    assert isinstance(run.error, NameError)


def test_deleting_a_shadow_brings_no_builtin_back() -> None:
    assert failure("eval = 1\ndel eval\neval('1')").startswith(("NameError: ", "UnboundLocalError: "))
    assert failure("type = 1\ndel type\ntype('A', (), {})") == (
        "TypeError: type() takes 1 argument in a macro; write a class statement to make a class"
    )
    assert failure("getattr = 1\ndel getattr\ngetattr(cell, '_model')") == PRIVATE


MAKERS = [
    "import functools\nfunctools.reduce(type, ['A', ()])",
    "list(map(type, ['A'], [()], [{}]))",
    "class T:\n    make = classmethod(type)\nT.make((), {})",
    "class T:\n    make = type\nT.make('A', (), {})",
    "import functools\nfunctools.partial(type, 'A', ())({})",
    "(lambda t=type: t('A', (), {}))()",
    "import itertools\nlist(itertools.starmap(type, [('A', (), {})]))",
    "args_ = ('A', (), {})\ntype(*args_)",
]


@pytest.mark.parametrize("source", MAKERS)
def test_type_makes_no_class_however_it_is_called(source: str) -> None:
    assert failure(source) == "TypeError: type() takes 1 argument in a macro; write a class statement to make a class"


def test_private_keywords_reach_no_function_of_the_host() -> None:
    assert failure("print(**{'_x': 1})") == "TypeError: print() got an unexpected keyword argument '_x'"
    assert (
        failure("sheet.apply(**{'_model': 1})")
        == "TypeError: Sheet.apply() got an unexpected keyword argument '_model'"
    )
    assert refusal("sheet.apply(_model=1)")[3] == 'name "_model" cannot be used in a macro'


SPECIAL = "__base__ __subclasses__ __globals__ __code__ __closure__ __func__ __self__ __wrapped__ __builtins__"
SPECIAL += " __getattribute__"
SPECIAL += " __reduce_ex__ __dict__ __module__ __objclass__ __get__ __new__ __init__ __call__ __traceback__ __context__"
SPECIAL += " __cause__ __notes__ __annotations__ __defaults__ __kwdefaults__ __mro__ __bases__ __slots__ __weakref__"


@pytest.mark.parametrize("name", SPECIAL.split())
def test_special_attributes_are_refused_on_everything(name: str) -> None:
    assert refusal(f"().{name}")[3] == f'attribute "{name}" cannot be used in a macro'
    for source in (f"getattr(print, '{name}')", f"'{{0.{name}}}'.format(print)", f"hasattr(print, '{name}')"):
        assert failure(source) == f'AttributeError: attribute "{name}" is not available to a macro'
    assert failure(f"def f(): pass\nsetattr(f, '{name}', 1)") == (
        f'AttributeError: attribute "{name}" is not available to a macro'
    )


def test_a_method_taken_off_its_class_gets_no_further_with_a_facade_object() -> None:
    source = """
class Cell:
    def __init__(self): self.value = "stolen"
    def read(self): return self.model
Cell.read(cell)
"""
    assert failure(source) == "AttributeError: 'Cell' object has no attribute 'model'"
    source = "class A(dict):\n    def put(self): super().__setitem__('k', 1)\nA.put(cell)"
    assert isinstance(Run(source).error, TypeError)


def test_a_shadowed_exception_does_not_widen_a_bare_except() -> None:
    source = "Exception = ()\ntry:\n    1 / 0\nexcept:\n    caught = 1\ncaught"
    assert value(source) == 1


def test_a_foreign_traceback_tells_macro_lines_only() -> None:
    source = """
kept = []
class C:
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        kept.append(tb)
        return True
with C(): 1 / 0
raise ValueError("later").with_traceback(kept[0])
"""
    assert failure(source) == "ValueError: later"


def test_a_class_body_sees_no_more_than_a_function() -> None:
    assert refusal("class A:\n    def f(self): return __class__")[3] == 'name "__class__" cannot be used in a macro'
    assert refusal("class A:\n    x = __module__")[3] == 'name "__module__" cannot be used in a macro'
    assert refusal("class A:\n    __module__ = 'os'")[3] == 'name "__module__" cannot be used in a macro'
    assert refusal("class A:\n    del __qualname__")[3] == 'name "__qualname__" cannot be used in a macro'


def test_attributes_of_classes_are_no_way_around_the_guards() -> None:
    for source, name, what in (
        ("class A(AttributeError): pass\nA.obj", "obj", "type"),
        ("class A(AttributeError): pass\nA().obj", "obj", "A"),
        ("class A(property): pass", None, None),
    ):
        expected = "TypeError: a class cannot derive from property in a macro"
        if name is not None:
            expected = f'AttributeError: attribute "{name}" of {what} is not available to a macro'
        assert failure(source) == expected


def test_a_store_guard_cannot_be_talked_into_an_instance_of_the_library() -> None:
    for source, what in (
        ("import re\nre.compile('a').x = 1", "Pattern"),
        ("import re\nre.match('a', 'a').x = 1", "Match"),
        ("import functools\nfunctools.partial(len).x = 1", "partial"),
        ("import functools\nfunctools.cache(lambda: 1).x = 1", "_lru_cache_wrapper"),
        ("(x for x in []).x = 1", "generator"),
        ("import collections\ncollections.Counter().x = 1", "Counter"),
        ("class A:\n    def m(self): pass\nA().m.x = 1", "method"),
        ("property(len).x = 1", "property"),
        ("[].x = 1", "list"),
        ("type(cell).x = 1", "Kind"),
    ):
        assert failure(source) == f"AttributeError: attributes of {what} cannot be set or deleted by a macro"
