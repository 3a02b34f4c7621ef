"""operator: the real functions. Those that take an attribute's name check it as getattr does."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from ..attribute import make_load
from ..policy.name import GUARDED, require_attribute_name
from ..policy.word import words
from ..realm import Realm
from .family import Family, allow
from .regex import match_attribute

_PLAIN = allow(
    operator,
    words("""
    abs add and_ call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift
    imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itemgetter itruediv ixor le lshift lt
    matmul mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor
    """),
)


def _build(realm: Realm) -> Mapping[str, object]:
    load = make_load(realm, match_attribute)

    def attrgetter(attr: Any, /, *attrs: Any) -> Callable[[Any], Any]:
        paths = [_path(text) for text in (attr, *attrs)]
        if not any(name in GUARDED for path in paths for name in path):
            return operator.attrgetter(attr, *attrs)
        if attrs:
            return lambda value: tuple(_follow(load, value, path) for path in paths)
        return lambda value: _follow(load, value, paths[0])

    def methodcaller(name: Any, /, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        if require_attribute_name(name) not in GUARDED:
            return operator.methodcaller(name, *args, **kwargs)
        return lambda value: load(value, name)(*args, **kwargs)  # type: ignore[operator]

    return {**_PLAIN, "attrgetter": attrgetter, "methodcaller": methodcaller}


def _path(text: Any) -> list[str]:
    """The names of a dotted path, each allowed behind a dot."""
    if type(text) is not str:
        raise TypeError("attribute name must be plain text")
    return [require_attribute_name(name) for name in text.split(".")]


def _follow(load: Callable[[Any, str], Any], value: Any, path: list[str]) -> Any:
    for name in path:
        value = load(value, name) if name in GUARDED else getattr(value, name)
    return value


FAMILY: Final = Family("operator", frozenset((*_PLAIN, "attrgetter", "methodcaller")), _build)
"""Without length_hint and the names with underscores."""
