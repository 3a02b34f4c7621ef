"""functools; what writes to its argument takes only what the macro made."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final

from ..realm import Realm
from .family import Family, allow

_PLAIN = allow(functools, ("cmp_to_key", "partial", "reduce"))
_OWN = ("cache", "lru_cache", "total_ordering", "wraps")


def _build(realm: Realm) -> Mapping[str, object]:
    return {
        **_PLAIN,
        "cache": lambda function, /: _cached(realm, function, None, typed=False),
        "lru_cache": _make_lru_cache(realm),
        "total_ordering": _make_total_ordering(realm),
        "wraps": _make_wraps(realm),
    }


def _cached(realm: Realm, function: Any, maxsize: int | None, *, typed: bool) -> Callable[..., Any]:
    if not realm.made_function(function):
        raise TypeError("only a function of the macro can be cached")
    return functools.lru_cache(maxsize, typed)(function)


def _make_lru_cache(realm: Realm) -> Callable[..., Any]:
    def lru_cache(maxsize: Any = 128, typed: Any = False) -> Any:
        if realm.made_function(maxsize):
            return _cached(realm, maxsize, 128, typed=False)
        if maxsize is not None and type(maxsize) is not int:
            raise TypeError("maxsize must be an int or None")
        return lambda function, /: _cached(realm, function, maxsize, typed=typed is True)

    return lru_cache


def _make_total_ordering(realm: Realm) -> Callable[[Any], type]:
    def total_ordering(cls: Any, /) -> type:
        if not realm.made_class(cls):
            raise TypeError("total_ordering takes a class of the macro")
        return functools.total_ordering(cls)

    return total_ordering


def _make_wraps(realm: Realm) -> Callable[[Any], Callable[[Any], Any]]:
    """wraps(f): copies f's name, and lets main's parameters be seen through the wrapper."""

    def wraps(wrapped: Any, /) -> Callable[[Any], Any]:
        def decorate(wrapper: Any, /) -> Any:
            if not realm.made_function(wrapper):
                raise TypeError("wraps decorates a function of the macro")
            if realm.made_function(wrapped):
                _copy_name(wrapped, wrapper)
            return wrapper

        return decorate

    return wraps


def _copy_name(source: FunctionType, target: FunctionType) -> None:
    target.__name__ = source.__name__
    target.__qualname__ = source.__qualname__
    target.__doc__ = source.__doc__
    target.__dict__["__wrapped__"] = source


FAMILY: Final = Family("functools", frozenset((*_PLAIN, *_OWN)), _build)
"""Without singledispatch (evaluates annotations), update_wrapper and cached_property."""
