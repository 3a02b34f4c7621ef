"""Attacks by way of contextlib, decorators and generators: what hands out a generator, a frame, or swallows the end."""

from __future__ import annotations

import pytest
from support.language import Run, failure, refusal, value

CM = "from contextlib import contextmanager, suppress, nullcontext, closing\n"
MANAGER = CM + "@contextmanager\ndef f():\n    yield 1\nm = f()\n"


@pytest.mark.parametrize("name", ["gen", "func", "args", "kwds", "generator", "make", "close", "send", "throw"])
def test_a_manager_keeps_its_generator(name: str) -> None:
    assert failure(f"{MANAGER}m.{name}") == f"AttributeError: 'Manager' object has no attribute '{name}'"
    assert failure(f"{MANAGER}m.{name} = 1") == (
        "AttributeError: attributes of Manager cannot be set or deleted by a macro"
    )


@pytest.mark.parametrize("name", ["_generator", "_function", "__enter__", "__exit__", "__self__"])
def test_a_managers_insides_are_out_of_reach(name: str) -> None:
    assert refusal(f"{MANAGER}m.{name}")[3] == f'attribute "{name}" cannot be used in a macro'
    assert failure(f"{MANAGER}getattr(m, '{name}')") == (
        f'AttributeError: attribute "{name}" is not available to a macro'
    )
    assert refusal(f"{MANAGER}match m:\n    case object({name}=g): pass")[3] == (
        f'attribute "{name}" cannot be used in a macro'
    )


def test_managers_are_made_by_their_function_only() -> None:
    assert failure(MANAGER + "type(m)(lambda: iter([1]))") == "TypeError: a macro cannot make a Manager"
    assert failure(MANAGER + "class A(type(m)): pass") == "TypeError: a class cannot derive from Manager in a macro"
    for name in ("suppress", "nullcontext", "closing"):
        assert failure(f"{CM}class A({name}): pass") == f"TypeError: a class cannot derive from {name} in a macro"


@pytest.mark.parametrize("target", ["print", "sheet.apply", "len", "cell", "str.format", "A", "iter"])
def test_contextmanager_decorates_functions_of_the_macro_only(target: str) -> None:
    source = f"{CM}class A: pass\ncontextmanager({target})"
    assert failure(source) == "TypeError: contextmanager decorates a function of the macro"


@pytest.mark.parametrize(
    "name", ["ExitStack", "redirect_stdout", "AbstractContextManager", "sys", "os", "_collections_abc"]
)
def test_the_rest_of_contextlib_is_not_there(name: str) -> None:
    found = refusal(f"from contextlib import {name}")[3]
    assert found in (f'"{name}" cannot be imported from contextlib', f'name "{name}" cannot be used in a macro')


@pytest.mark.parametrize("kinds", ["int", "1", "cell", "type", "(ValueError,)", "type(cell)", "ValueError, int", "'x'"])
def test_suppress_takes_exception_classes_only(kinds: str) -> None:
    assert failure(f"{CM}suppress({kinds})") == "TypeError: suppress takes exception classes"


STOP = """
kept = []
class C:
    def __enter__(self): return self
    def __exit__(self, kind, error, tb):
        kept.append(kind)
        return True
"""


class End(BaseException):
    """Stands for the end of a run."""


def test_the_end_of_a_run_passes_through_every_manager() -> None:
    def end(_: object) -> None:
        raise End

    for body in (
        "with suppress(Exception): stop(0)",
        "with nullcontext(): stop(0)",
        "with f(): stop(0)",
        "@f()\ndef g(): stop(0)\ng()",
    ):
        caught = "    try: yield\n    except Exception: pass\n    except: pass"
        source = f"{CM}@contextmanager\ndef f():\n{caught}\nstop = args['stop']\n{body}"
        with pytest.raises(End):
            Run(source, {"stop": end})


def test_a_kept_class_of_the_end_is_no_exception_to_suppress() -> None:
    def end(_: object) -> None:
        raise End

    source = f"{CM}{STOP}stop = args['stop']\nwith C(): stop(0)\nsuppress(kept[0])"
    run = Run(source, {"stop": end})
    assert run.failure == "TypeError: suppress takes exception classes"


def test_a_decorated_function_passes_private_keywords_to_the_macro_alone() -> None:
    source = CM + "@contextmanager\ndef f(**k):\n    yield k\nwith f(**{'_x': 1}) as k: pass\nk"
    assert value(source) == {"_x": 1}
    assert failure(MANAGER + "m(sheet.apply)(**{'_model': 1})").startswith("TypeError: ")


def test_a_manager_passes_on_what_its_generator_raises() -> None:
    assert failure(MANAGER + "with m: pass\nwith m: pass") == "RuntimeError: generator didn't yield"
    two = CM + "@contextmanager\ndef f():\n    yield 1\n    yield 2\nwith f(): pass"
    assert failure(two) == "RuntimeError: generator didn't stop"
    swallow = (
        CM + "@contextmanager\ndef f():\n    try: yield 1\n    except ValueError: yield 2\nwith f(): raise ValueError"
    )
    assert failure(swallow) == "RuntimeError: generator didn't stop after throw()"
    none = CM + "@contextmanager\ndef f():\n    return 1\nwith f(): pass"
    assert failure(none) == "TypeError: 'int' object is not an iterator"


FRAMES = "gi_frame gi_code gi_yieldfrom gi_running gi_suspended".split()


@pytest.mark.parametrize("name", FRAMES)
def test_a_generator_shows_no_frame_however_it_is_asked(name: str) -> None:
    gen = "def g():\n    yield 1\nx = g()\n"
    bound = f'attribute "{name}" cannot be used in a macro'
    for source in (f"x.{name}", f"match x:\n    case object({name}=f): pass", f"match 1:\n    case x.{name}: pass"):
        assert refusal(gen + source)[3] == bound
    text = f'AttributeError: attribute "{name}" is not available to a macro'
    for source in (
        f"getattr(x, '{name}')",
        f"hasattr(x, '{name}')",
        f"'{{0.{name}}}'.format(x)",
        f"'{{x.{name}}}'.format_map({{'x': x}})",
        f"from collections import namedtuple\nnamedtuple('N', '{name}')",
        f"list(map(getattr, [x], ['{name}']))",
        f"import functools\nfunctools.partial(getattr, x)('{name}')",
    ):
        assert failure(gen + source) == text


def test_a_generator_thrown_at_gives_no_traceback_away() -> None:
    source = """
def g():
    try: yield 1
    except ValueError as e: yield e
x = g(); next(x)
error = x.throw(ValueError("a"))
"""
    assert refusal(source + "error.__traceback__")[3] == 'attribute "__traceback__" cannot be used in a macro'
    assert failure(source + "getattr(error, '__traceback__')") == (
        'AttributeError: attribute "__traceback__" is not available to a macro'
    )
    assert value(source + "str(error)") == "a"


def test_property_parts_stay_out_of_reach_in_every_class() -> None:
    for base in ("object", "ABC", "Enum"):
        source = (
            f"from abc import ABC\nfrom enum import Enum\nclass A({base}):\n    @property\n    def x(self): return 1\n"
        )
        for name in ("fget", "fset", "fdel"):
            assert failure(f"{source}A.x.{name}") == (
                f'AttributeError: attribute "{name}" of property is not available to a macro'
            )
