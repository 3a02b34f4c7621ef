"""collections.abc, for isinstance, issubclass and annotations. The real classes have register by their metaclass."""

from __future__ import annotations

import collections.abc
from typing import Final

from ..policy.word import words
from ..stand_in import StandIn
from .family import Family

_NAMES = words("""
    Callable Collection Container Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView
    MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView
""")
VALUES: Final[dict[str, object]] = {name: StandIn(getattr(collections.abc, name)) for name in _NAMES}
FAMILY: Final = Family("collections.abc", frozenset(VALUES), lambda _realm: VALUES)
"""Without the asynchronous ones, ByteString and Buffer. None is a base for a macro's class."""
