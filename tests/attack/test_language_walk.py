"""What a macro can reach by attributes, held against a golden file: any new pair of type and attribute fails.

A new file is written with: MACROCELL_WRITE_GOLDEN=1 pytest tests/attack/test_language_walk.py
"""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MappingProxyType, MethodType, ModuleType, TracebackType
from typing import Any

from macrocell.sandbox.guard import make_scope  # noqa: F401 - the layer under test
from macrocell.sandbox.module import EXPORTS
from support.language import Model
from support.walk import describe, new_scope, reach, roots

GOLDEN = Path(__file__).parent / "golden" / f"walk-{sys.version_info.major}.{sys.version_info.minor}.txt"


def lines() -> list[str]:
    found = set()
    for owner, name, value in reach(new_scope()):
        what = (
            f"refused: {value}"
            if isinstance(value, AttributeError) and "not available" in str(value)
            else describe(value)
        )
        found.add(f"{owner}.{name} -> {what}")
    return sorted(found)


def test_the_walk_finds_what_the_golden_file_lists() -> None:
    found = lines()
    if os.environ.get("MACROCELL_WRITE_GOLDEN"):
        GOLDEN.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_nothing_reached_is_a_way_out() -> None:
    scope = new_scope()
    objects = [value for _, value in roots(scope)] + [value for _, _, value in reach(scope)]
    raw_modules = [module for module in objects if type(module) is ModuleType and "__name__" in vars(module)]
    assert raw_modules == []
    for forbidden in (FrameType, CodeType, MappingProxyType, Model):
        assert [value for value in objects if type(value) is forbidden] == []
    assert [value for value in objects if value is type or value is BaseException or value is super] == []
    assert any(type(value) is TracebackType for value in objects)  # handed to __exit__; its attributes are refused


def test_no_function_of_the_host_has_a_private_parameter() -> None:
    scope = new_scope()
    functions = [value for _, value in roots(scope)] + [value for _, _, value in reach(scope)]
    checked = 0
    for value in functions:
        function: Any = value.__func__ if type(value) is MethodType else value
        if type(function) is FunctionType and function.__globals__ is not scope.globals:
            names = [name for name in inspect.signature(function).parameters if name.startswith("_")]
            assert names == [], function
            checked += 1
    assert checked > 40


def test_facades_of_modules_hold_their_listed_names_and_no_other() -> None:
    scope = new_scope()
    load: Any = scope.globals["_import_"]
    for name, exports in EXPORTS.items():
        assert set(vars(load(name))) == exports
        assert not any(export.startswith("_") for export in exports)
