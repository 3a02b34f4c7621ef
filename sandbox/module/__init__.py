"""The vetted modules: for each an allow-list of names, and how a run builds its facade. Security-critical.

A facade is a bare module object that holds exactly the listed names; the real module is never within reach.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Final

from ..realm import Realm
from . import chance, collection, date_time, function, json_text, plain, regex

_FAMILIES = (
    *plain.FAMILIES,
    chance.FAMILY,
    collection.FAMILY,
    date_time.FAMILY,
    function.FAMILY,
    json_text.FAMILY,
    regex.FAMILY,
)
_BY_NAME: Final = {family.name: family for family in _FAMILIES}

EXPORTS: Final[dict[str, frozenset[str]]] = {family.name: family.exports for family in _FAMILIES}
"""Module name -> the names it offers a macro."""

__all__ = ["EXPORTS", "build_module", "module_names"]


def module_names() -> tuple[str, ...]:
    """The modules a macro may import, sorted."""
    return tuple(sorted(EXPORTS))


def build_module(name: str, realm: Realm) -> ModuleType:
    """The facade of one module for one run; name is one of EXPORTS."""
    family = _BY_NAME[name]
    module = ModuleType(name)
    names = vars(module)
    names.clear()  # above all __name__: with a text there, an import would fall back to sys.modules
    names.update(family.build(realm))
    for export, value in names.items():
        if type(value) is FunctionType and value.__module__.startswith(__name__):
            value.__name__ = value.__qualname__ = export  # messages of wrong calls show it
    assert frozenset(names) == family.exports
    return module
