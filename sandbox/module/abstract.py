"""abc: the macro's own ABC, with which nothing can be registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..metaclass import ABC
from ..realm import Realm
from .family import Family


def _build(realm: Realm) -> Mapping[str, object]:
    def abstractmethod(funcobj: Any, /) -> Callable[..., Any]:
        if not realm.made_function(funcobj):
            raise TypeError("abstractmethod decorates a function of the macro, below classmethod or property")
        funcobj.__isabstractmethod__ = True
        return funcobj  # type: ignore[no-any-return]

    return {"ABC": ABC, "abstractmethod": abstractmethod}


FAMILY: Final = Family("abc", frozenset(("ABC", "abstractmethod")), _build)
"""Without ABCMeta: class keywords are refused."""
