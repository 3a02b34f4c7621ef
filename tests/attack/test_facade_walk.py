"""Every name the real facade offers a macro, held against a golden file: any new one fails.

A new file is written with: MACROCELL_WRITE_GOLDEN=1 pytest tests/attack/test_facade_walk.py
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from macrocell.facade.value import CellError, NotComputed, RichText, TextRun
from macrocell.facade.workbook.face import FACADE_TYPES, macro_module, openpyxl_modules
from macrocell.facade.workbook.face.base import Later
from macrocell.facade.workbook.face.maker import Maker
from macrocell.facade.workbook.model.look import VALUE_TYPES
from macrocell.sandbox.policy import DENIED, TUPLE_ATTRIBUTES

GOLDEN = Path(__file__).parent / "golden" / "facade.txt"
"""One file for every Python: the facade is this project's own."""

CELL_VALUES: frozenset[type] = frozenset({CellError, NotComputed, RichText, TextRun})
TYPES: tuple[type, ...] = (*FACADE_TYPES, *VALUE_TYPES, *CELL_VALUES, Maker)


def spoken(name: str) -> bool:
    """Whether a macro may write the name behind a dot."""
    return name[:1] != "_" or name in TUPLE_ATTRIBUTES


def kind_of_attribute(owner: type, name: str) -> str:
    """What a class holds under a name; later is a name that only says that it is not there yet."""
    held = inspect.getattr_static(owner, name)
    if type(held) is Later:
        return "later"
    if isinstance(held, classmethod | staticmethod) or callable(held):
        return "method"
    return "property" if hasattr(type(held), "__get__") else f"value {type(held).__name__}"


def kind_of_export(value: object) -> str:
    return "function" if type(value) is FunctionType else f"value {type(value).__name__}"


def modules() -> dict[str, ModuleType]:
    return {"macrocell": macro_module(), **openpyxl_modules()}


def lines() -> Iterator[str]:
    for owner in TYPES:
        for name in filter(spoken, dir(owner)):
            yield f"{owner.__name__}.{name} -> {kind_of_attribute(owner, name)}"
    for full_name, module in modules().items():
        for name in filter(spoken, vars(module)):
            yield f"{full_name}.{name} -> {kind_of_export(vars(module)[name])}"


def test_the_facade_offers_what_the_golden_file_lists() -> None:
    found = sorted(lines())
    if os.environ.get("MACROCELL_WRITE_GOLDEN"):
        GOLDEN.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_no_name_of_the_facade_is_one_that_a_macro_may_not_write() -> None:
    assert [line for line in lines() if line.partition(" ")[0].rpartition(".")[2] in DENIED | TUPLE_ATTRIBUTES] == []


@pytest.mark.parametrize("owner", sorted(FACADE_TYPES | VALUE_TYPES, key=lambda owner: owner.__name__))
def test_an_object_of_the_facade_has_no_dict_to_hold_other_names(owner: type) -> None:
    assert owner.__dictoffset__ == 0


def test_modules_of_the_facade_hold_no_name_with_an_underscore_and_no_module_from_elsewhere() -> None:
    own = modules()
    for full_name, module in own.items():
        assert [name for name in vars(module) if name[:1] == "_"] == [], full_name
        inner = {name: value for name, value in vars(module).items() if isinstance(value, ModuleType)}
        assert all(value is own[f"{full_name}.{name}"] for name, value in inner.items()), full_name
        assert [name for name, value in vars(module).items() if isinstance(value, type)] == [], full_name
