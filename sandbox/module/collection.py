"""collections, with a namedtuple that checks its field names."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from ..realm import Realm
from . import container
from .family import Family, allow
from .named_tuple import make_named_tuple

_PLAIN = allow(collections, ("ChainMap", "Counter", "OrderedDict", "defaultdict", "deque"))


def _build(realm: Realm) -> Mapping[str, object]:
    def namedtuple(typename: Any, field_names: Any, *, rename: Any = False, defaults: Any = None) -> type:
        names = field_names.replace(",", " ").split() if type(field_names) is str else list(field_names)
        if rename is not False:
            raise TypeError("namedtuple(rename=True) is not available to a macro: give every field a name of its own")
        return make_named_tuple(realm, typename, names, None if defaults is None else tuple(defaults))

    abc = ModuleType("abc")
    vars(abc).clear()
    vars(abc).update(container.VALUES)
    return {**_PLAIN, "abc": abc, "namedtuple": namedtuple}


FAMILY: Final = Family("collections", frozenset((*_PLAIN, "abc", "namedtuple")), _build)
"""Without UserDict, UserList and UserString: they hand out their insides."""
