"""dataclasses, for classes of the macro. Security-critical: the library's code is run on their names.

Names of fields come from a class body, where the policy has checked them. The library's Field objects stay out of
reach: a macro holds a stand-in, of which each class gets a Field of its own.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final, final

from ..metaclass import AbstractMeta
from ..policy.annotation import FIELD
from ..realm import Realm
from .family import Family
from .type_name import TypeName

_TYPES: Final[dict[object, object]] = {
    FIELD: object,
    "ClassVar": typing.ClassVar,
    "InitVar": dataclasses.InitVar,
    "KW_ONLY": dataclasses.KW_ONLY,
}
"""What the policy left of an annotation -> what the library looks for."""

_MISSING: Final = dataclasses.MISSING
_NAMESPACE = type.__dict__["__dict__"].__get__


@final
class FieldOptions:
    """What field() gives, until dataclass makes a Field of it."""

    __slots__ = ("_options",)

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options


def field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: Any = True,
    repr: Any = True,  # noqa: A002 - the signature is Python's
    hash: Any = None,  # noqa: A002
    compare: Any = True,
    metadata: Any = None,  # noqa: ARG001 - nothing reads it
    kw_only: Any = _MISSING,
) -> FieldOptions:
    """One field's options, as dataclasses.field takes them."""
    if default is not _MISSING and default_factory is not _MISSING:
        raise ValueError("cannot specify both default and default_factory")
    options: dict[str, Any] = {"init": bool(init), "repr": bool(repr), "compare": bool(compare)}
    options["hash"] = None if hash is None else bool(hash)
    if default is not _MISSING:
        options["default"] = default
    if default_factory is not _MISSING:
        options["default_factory"] = default_factory
    if kw_only is not _MISSING:
        options["kw_only"] = bool(kw_only)
    return FieldOptions(options)


def _make_dataclass_decorator(realm: Realm) -> Callable[..., Any]:
    def dataclass(
        cls: Any = None,
        /,
        *,
        init: Any = True,
        repr: Any = True,  # noqa: A002 - the signature is Python's
        eq: Any = True,
        order: Any = False,
        unsafe_hash: Any = False,
        frozen: Any = False,
        match_args: Any = True,
        kw_only: Any = False,
        slots: Any = False,
    ) -> Any:
        if slots:
            raise TypeError("dataclass(slots=True) is not available to a macro: leave slots out")
        options = {"init": init, "repr": repr, "eq": eq, "order": order, "unsafe_hash": unsafe_hash}
        options.update(frozen=frozen, match_args=match_args, kw_only=kw_only)
        options = {name: bool(value) for name, value in options.items()}
        if cls is None:
            return lambda cls, /: _process(realm, cls, options)
        return _process(realm, cls, options)

    return dataclass


def _process(realm: Realm, cls: Any, options: dict[str, bool]) -> type:
    if (type(cls) is not type and type(cls) is not AbstractMeta) or cls not in realm.classes:
        raise TypeError("dataclass decorates a class of the macro")
    namespace = _NAMESPACE(cls)
    if any(isinstance(value, dataclasses.Field) for value in namespace.values()):
        raise TypeError("a field belongs to one class: write field() again")
    marks = namespace.get("__annotations__", {})
    realm.adopt_fields(cls, marks)
    cls.__annotations__ = {name: _TYPES.get(mark, mark) for name, mark in marks.items()}
    given = {name: value for name, value in namespace.items() if type(value) is FieldOptions}
    done = False
    try:
        for name, value in given.items():
            setattr(cls, name, dataclasses.field(**value._options))
        made = _apply(cls, options)
        done = True
    finally:
        _hide_fields(cls, {} if done else given)
    return made


def _hide_fields(cls: type, given: Mapping[str, FieldOptions]) -> None:
    """Take out the Field objects that the library left on the class, as where it failed, and put back what was given.

    A Field in the hands of a macro could be shared with another class, whose decorator would give it another name.
    """
    for name, value in list(_NAMESPACE(cls).items()):
        if isinstance(value, dataclasses.Field):
            if name in given:
                setattr(cls, name, given[name])
            else:
                delattr(cls, name)


def _apply(cls: type, options: dict[str, bool]) -> type:
    """Run the library's decorator, under a docstring and a module of its own.

    It would put a signature into an empty docstring, which takes as long as all else and calls the defaults' repr; and
    what it generates would run among the names of the class's module, if the process has one of that name.
    """
    documented, module = cls.__doc__, cls.__module__
    cls.__doc__, cls.__module__ = documented or "_", ""
    try:
        return dataclasses.dataclass(**options)(cls)
    finally:
        cls.__doc__, cls.__module__ = documented, module


def _make_readers(realm: Realm) -> dict[str, object]:
    def is_record(value: object) -> bool:
        return type(value) in realm.classes and hasattr(type(value), "__dataclass_fields__")

    def is_dataclass(obj: Any, /) -> bool:
        return is_record(obj) or (realm.made_class(obj) and hasattr(obj, "__dataclass_fields__"))

    def asdict(obj: Any, /, *, dict_factory: Any = dict) -> Any:
        if not is_record(obj):
            raise TypeError("asdict() should be called on dataclass instances")
        return plain(obj, dict_factory)

    def astuple(obj: Any, /, *, tuple_factory: Any = tuple) -> Any:
        if not is_record(obj):
            raise TypeError("astuple() should be called on dataclass instances")
        return plain(obj, lambda pairs: tuple_factory([value for _, value in pairs]))

    def replace(obj: Any, /, **changes: Any) -> Any:
        if not is_record(obj):
            raise TypeError("replace() should be called on dataclass instances")
        realm.check_fields(obj, [each.name for each in dataclasses.fields(obj)])
        return dataclasses.replace(obj, **changes)

    def plain(value: Any, build: Callable[[list[tuple[str, Any]]], Any]) -> Any:
        """A value with each dataclass instance within it taken apart; containers are made anew."""
        if is_record(value):
            names = [each.name for each in dataclasses.fields(value)]
            realm.check_fields(value, names)
            return build([(name, plain(getattr(value, name), build)) for name in names])
        kind = type(value)
        if kind is list or kind is tuple:
            return kind([plain(item, build) for item in value])
        if isinstance(value, tuple) and kind in realm.classes and hasattr(kind, "_fields"):
            return kind(*[plain(item, build) for item in value])
        if kind is dict:
            return {plain(key, build): plain(item, build) for key, item in value.items()}
        return kind(value) if kind in (set, frozenset, bytearray) else value

    return {"asdict": asdict, "astuple": astuple, "is_dataclass": is_dataclass, "replace": replace}


_FIXED: Final[dict[str, object]] = {
    "FrozenInstanceError": dataclasses.FrozenInstanceError,
    "InitVar": TypeName("InitVar"),
    "KW_ONLY": TypeName("KW_ONLY"),
    "field": field,
}


def _build(realm: Realm) -> Mapping[str, object]:
    return {**_FIXED, "dataclass": _make_dataclass_decorator(realm), **_make_readers(realm)}


FAMILY: Final = Family(
    "dataclasses", frozenset((*_FIXED, "asdict", "astuple", "dataclass", "is_dataclass", "replace")), _build
)
"""Without make_dataclass (names and code from text) and fields (hands out Field objects)."""
