"""The vetted modules: for each an allow-list of names, and how a run builds its facade. Security-critical.

A facade is a bare module object that holds exactly the listed names; the real module is never within reach.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Final

from ..realm import Realm
from ..stand_in import StandIn
from . import (
    abstract,
    byte_text,
    calendar_page,
    chance,
    character,
    clock,
    collection,
    container,
    context,
    csv_text,
    date_time,
    difference,
    digest,
    distribution,
    duplicate,
    enumeration,
    fraction,
    function,
    json_text,
    operation,
    ordering,
    paragraph,
    plain,
    record,
    regex,
    text_stream,
    type_name,
    unique_id,
    zone,
)

_FAMILIES = (
    *plain.FAMILIES,
    *character.FAMILIES,
    *ordering.FAMILIES,
    abstract.FAMILY,
    byte_text.FAMILY,
    calendar_page.FAMILY,
    chance.FAMILY,
    clock.FAMILY,
    collection.FAMILY,
    container.FAMILY,
    context.FAMILY,
    csv_text.FAMILY,
    date_time.FAMILY,
    difference.FAMILY,
    digest.FAMILY,
    distribution.FAMILY,
    duplicate.FAMILY,
    enumeration.FAMILY,
    fraction.FAMILY,
    function.FAMILY,
    json_text.FAMILY,
    operation.FAMILY,
    paragraph.FAMILY,
    record.FAMILY,
    regex.FAMILY,
    text_stream.FAMILY,
    type_name.FAMILY,
    unique_id.FAMILY,
    zone.FAMILY,
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
            value.__name__ = value.__qualname__ = export  # messages of wrong calls show these
            value.__module__ = name
        cls = value._stands_for if isinstance(value, StandIn) else value
        if isinstance(cls, type) and cls.__module__.startswith(__name__):
            cls.__module__ = name  # its repr shows it
    assert frozenset(names) == family.exports
    return module
