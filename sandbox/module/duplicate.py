"""copy and deepcopy of plain values and of what the macro made. They ask no object how it wants to be copied.

The real ones build any object anew through __reduce_ex__, a facade object with its model included.
"""

from __future__ import annotations

import copy
import decimal
import io
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping
from enum import Enum
from types import MethodType
from typing import Any, Final

from ..realm import Realm
from . import calendar_page, chance, csv_text, difference, digest, paragraph
from .family import Family

_BUILTIN: tuple[type, ...] = (str, int, float, tuple)
"""Immutable types that a macro's class may derive from; their values are read by the type's own methods."""

_UNCOPIED: Final = frozenset(
    (
        io.StringIO,
        csv_text.Writer,
        csv_text.DictWriter,
        difference.SequenceMatcher,
        chance.Random,
        calendar_page.Calendar,
        calendar_page.TextCalendar,
        paragraph.TextWrapper,
    )
)
"""Objects that change, and that nothing can copy. Whatever else is neither here nor below is given as it is."""

_SHALLOW: Final[dict[type, Callable[[Any], Any]]] = {
    list: list.copy,
    dict: dict.copy,
    set: set.copy,
    bytearray: bytearray.copy,
    deque: deque.copy,
    Counter: Counter,
    OrderedDict: OrderedDict.copy,
    defaultdict: defaultdict.copy,
    ChainMap: lambda value: ChainMap(_shallow(value.maps[0]), *value.maps[1:]),
    decimal.Context: decimal.Context.copy,
    **dict.fromkeys(digest.TYPES, lambda value: value.copy()),
}


def _build(realm: Realm) -> Mapping[str, object]:
    return {
        "Error": copy.Error,
        "copy": lambda x: _instance(x, _same) if type(x) in realm.classes else _shallow(x),
        "deepcopy": lambda x: _Deep(realm).copy(x),
        "error": copy.Error,
    }


def _same(value: Any) -> Any:
    return value


def _shallow(value: Any) -> Any:
    """A copy of a plain container; what cannot change is its own copy, and so is a facade object."""
    kind = type(value)
    if kind in _SHALLOW:
        return _SHALLOW[kind](value)
    if (copied := getattr(kind, "_copied", None)) is not None:
        return copied(value)  # a host's class says so itself; a macro's cannot have the name
    if kind in _UNCOPIED or (hasattr(kind, "__next__") and hasattr(kind, "__iter__")):
        raise TypeError(f"cannot copy a {kind.__name__[:80]}: wrap it in list(...), or make it again")
    return value


def _instance(value: Any, part: Callable[[Any], Any], note: Callable[[Any], Any] = _same) -> Any:
    """An instance of a macro's class anew: its builtin content and attributes, each through part.

    note is told the new object before its parts are copied, where it can be made without them. No method of the
    macro's runs: a macro defines neither __new__ nor __setattr__, and __init__ is left out.
    """
    cls: Any = type(value)
    if issubclass(cls, Enum):
        return value
    if issubclass(cls, BaseException):
        made = note(cls.__new__(cls, *map(part, BaseException.args.__get__(value))))  # type: ignore[attr-defined]
    elif issubclass(cls, _BUILTIN):
        base: Any = next(base for base in _BUILTIN if issubclass(cls, base))
        plain = base(tuple.__iter__(value)) if base is tuple else _plain(base, value)
        made = note(base.__new__(cls, map(part, plain) if base is tuple else plain))
    else:
        made = note(cls.__new__(cls))
        _fill(value, made, part)
    if cls.__dictoffset__:
        state = object.__getattribute__(value, "__dict__")
        object.__getattribute__(made, "__dict__").update({name: part(state[name]) for name in list(state)})
    return made


def _plain(base: type, value: Any) -> Any:
    """The text or number that an instance of a subclass is."""
    return {str: str.__str__, int: int.__int__, float: float.__float__}[base](value)


def _fill(value: Any, made: Any, part: Callable[[Any], Any]) -> None:
    """What an instance of a subclass of list, dict or set holds."""
    if isinstance(value, list):
        list.extend(made, [part(item) for item in list.__iter__(value)])
    elif isinstance(value, dict):
        for key, item in list(dict.items(value)):
            dict.__setitem__(made, part(key), part(item))
    elif isinstance(value, set):
        set.update(made, [part(item) for item in set.__iter__(value)])


class _Deep:
    """One deepcopy: what was copied already, by the identity of the original, which is kept alive meanwhile."""

    def __init__(self, realm: Realm) -> None:
        self._realm = realm
        self._done: dict[int, tuple[Any, Any]] = {}

    def copy(self, value: Any) -> Any:
        done = self._done.get(id(value))
        if done is not None:
            return done[1]
        return self._note(value, self._copied(value))

    def _note(self, value: Any, made: Any) -> Any:
        """Whichever copy of a value came first: a tuple may have met itself within its items."""
        return self._done.setdefault(id(value), (value, made))[1]

    def _copied(self, value: Any) -> Any:
        kind = type(value)
        if kind in self._realm.classes:
            return _instance(value, self.copy, lambda made: self._note(value, made))
        if kind in _CONTAINERS:
            return _CONTAINERS[kind](value, self.copy, lambda made: self._note(value, made))
        if kind is MethodType and self._realm.made_function(value.__func__):
            return MethodType(value.__func__, self.copy(value.__self__))
        return _shallow(value)


_Part = Callable[[Any], Any]


def _list(value: list[Any], part: _Part, note: _Part) -> Any:
    made = note([])
    for item in value:
        made.append(part(item))
    return made


def _tuple(value: tuple[Any, ...], part: _Part, _note: _Part) -> Any:
    made = tuple([part(item) for item in value])
    return value if all(new is old for new, old in zip(made, value, strict=True)) else made


def _deque(value: deque[Any], part: _Part, note: _Part) -> Any:
    made = note(deque(maxlen=value.maxlen))
    made.extend([part(item) for item in value])
    return made


def _set(value: Any, part: _Part, _note: _Part) -> Any:
    return type(value)([part(item) for item in value])


def _mapping(value: Any, part: _Part, note: _Part) -> Any:
    """dict and its kin in collections, all exact."""
    made = note(defaultdict(value.default_factory) if type(value) is defaultdict else type(value)())
    for key, item in list(value.items()):
        made[part(key)] = part(item)
    return made


def _chain_map(value: ChainMap[Any, Any], part: _Part, note: _Part) -> Any:
    made = note(ChainMap())
    made.maps[:] = [part(found) for found in value.maps]
    return made


_CONTAINERS: Final[dict[type, Callable[[Any, _Part, _Part], Any]]] = {
    list: _list,
    tuple: _tuple,
    deque: _deque,
    ChainMap: _chain_map,
    **dict.fromkeys((set, frozenset), _set),
    **dict.fromkeys((dict, Counter, OrderedDict, defaultdict), _mapping),
}

FAMILY: Final = Family("copy", frozenset(("Error", "copy", "deepcopy", "error")), _build)
"""Without replace, which asks the object."""
