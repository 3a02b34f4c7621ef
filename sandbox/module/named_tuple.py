"""Named tuples: made from checked names, and classes of the macro from then on. Security-critical."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..policy.name import TUPLE_ATTRIBUTES, require_attribute_name
from ..realm import Realm

_KEPT: Final = frozenset(("__module__", "__qualname__", "__annotations__", "__doc__"))
_FIXED: Final = frozenset(("__init__", *TUPLE_ATTRIBUTES))


def make_named_tuple(realm: Realm, typename: Any, names: Sequence[Any], defaults: tuple[Any, ...] | None) -> type:
    """As collections.namedtuple."""
    for name in (typename, *names):
        require_attribute_name(name)
    made = collections.namedtuple(typename, names, defaults=defaults, module="__main__")  # type: ignore[misc]
    realm.adopt(made)
    return made


def build_named_tuple(realm: Realm, typename: str, namespace: Mapping[str, Any]) -> type:
    """What `class typename(NamedTuple)` makes of its body; annotations name the fields."""
    if "__classcell__" in namespace:
        raise TypeError("super() cannot be used in a NamedTuple: name the method's class, or write a plain class")
    names = list(namespace.get("__annotations__", ()))
    defaults: list[Any] = []
    for name in names:
        if name in namespace:
            defaults.append(namespace[name])
        elif defaults:
            raise TypeError(
                f"Non-default namedtuple field {name} cannot follow default field{_those(names, namespace)}"
            )
    made = make_named_tuple(realm, typename, names, tuple(defaults))
    for name, value in namespace.items():
        if name in _FIXED:
            raise AttributeError(f"Cannot overwrite NamedTuple attribute {name}")
        if name not in _KEPT and name not in names:
            setattr(made, name, value)
    return made


def _those(names: list[str], namespace: Mapping[str, Any]) -> str:
    found = [name for name in names if name in namespace]
    return f"{'s' if len(found) > 1 else ''} {', '.join(found)}"
