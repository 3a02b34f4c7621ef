"""Run-time checks of attribute loads whose name is risky, and of every attribute store. Security-critical."""

from __future__ import annotations

import re
from _string import formatter_field_name_split, formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable
from datetime import UTC, date, datetime, timezone, tzinfo
from decimal import Context
from types import MappingProxyType, ModuleType
from typing import Any, Final
from zoneinfo import ZoneInfo

from .metaclass import AbstractMeta, EnumMeta
from .policy.name import (
    CLOCK,
    COPIED,
    DENIED,
    FORMATTING,
    GUARDED,
    MATCHING,
    OWN_ONLY,
    refused_attribute,
    require_attribute_name,
)
from .realm import Realm

_MAX_NESTING = 2  # str.format itself expands a replacement field within a format spec, but no deeper


def make_load(realm: Realm, matching: Callable[[Any, str], object]) -> Callable[[Any, str], object]:
    """The guard behind x.name for the names in GUARDED; matching gives those of a match object."""

    def load(value: Any, name: str) -> object:
        if name in FORMATTING:
            if type(value) is str:
                return _formatter(value, name)
            if value is str:
                return _unbound_formatter(name)
        elif name == "obj":
            if issubclass(value if isinstance(value, type) else type(value), AttributeError):
                raise _refused(name, value)
            return value.obj
        elif name in COPIED:
            found = getattr(value, name)
            return dict(found) if type(found) is MappingProxyType else found
        elif name in MATCHING and type(value) is re.Match:
            return matching(value, name)
        elif name in CLOCK and (clock := _clock(value, name, realm.now)) is not None:
            return clock
        if not _is_own(realm, value, name):
            raise _refused(name, value)
        return getattr(value, name)

    return load


def _is_own(realm: Realm, value: object, name: str) -> bool:
    """Whether an attribute is the macro's or the facade's own, or not there at all (getattr then says so)."""
    kind = type(value)
    if kind in realm.store_types or kind is ModuleType:
        return True
    order = type.__dict__["__mro__"].__get__(kind)
    if isinstance(value, type):  # a class answers with its metaclass's attributes too
        order = type.__dict__["__mro__"].__get__(value) + order
    for cls in order:
        if name in type.__dict__["__dict__"].__get__(cls):
            return cls in realm.classes
    return True


def _refused(name: str, value: object) -> AttributeError:
    return AttributeError(f'attribute "{name}" of {type(value).__name__[:80]} is not available to a macro')


def make_write(realm: Realm) -> Callable[[Any], object]:
    """The guard behind every attribute store and delete: gives its argument back, or raises AttributeError."""
    writable, classes, made_function = realm.writable, realm.classes, realm.made_function

    def write(target: Any) -> object:
        kind = type(target)
        if kind in writable or kind is Context or made_function(target):
            return target
        if (kind is type or kind is AbstractMeta) and target in classes:
            return target
        if type(kind) is EnumMeta:  # a member: only macros make any, and each is filled before its class is known
            return target
        what = "a module" if kind is ModuleType else "a class" if isinstance(target, type) else kind.__name__[:80]
        raise AttributeError(f"attributes of {what} cannot be set or deleted by a macro")

    return write


_SPECIAL: Final = DENIED | GUARDED


def make_accessors(load: Callable[[Any, str], object], write: Callable[[Any], object]) -> dict[str, object]:
    """getattr, hasattr, setattr and delattr, under the same rules as written-out attributes."""
    get, has, put, drop = getattr, hasattr, setattr, delattr

    def getattr_(target: Any, name: Any, *default: Any) -> object:
        if type(name) is not str or name in _SPECIAL or name[:1] == "_":
            try:
                return load(target, require_attribute_name(name))
            except AttributeError:
                if len(default) != 1 or refused_attribute(name):
                    raise
                return default[0]  # never by a plain read: what the guard refuses is not there
        return get(target, name, *default)

    def hasattr_(target: Any, name: Any, /) -> bool:
        if require_attribute_name(name) not in GUARDED:
            return has(target, name)
        try:
            load(target, name)
        except AttributeError:
            return False
        return True

    def setattr_(target: Any, name: Any, value: Any, /) -> None:
        put(write(target), require_attribute_name(name), value)

    def delattr_(target: Any, name: Any, /) -> None:
        drop(write(target), require_attribute_name(name))

    made: dict[str, Any] = {"getattr": getattr_, "hasattr": hasattr_, "setattr": setattr_, "delattr": delattr_}
    for name, function in made.items():
        function.__name__ = function.__qualname__ = name
        function.__module__ = "builtins"
    return made


def make_format(load: Callable[[Any, str], Any]) -> Callable[..., object]:
    """The guard behind x.format(...) where it is called at once."""

    def call_format(value: Any, /, *args: Any, **kwargs: Any) -> object:
        if type(value) is str:
            if value not in _CHECKED:
                _remember(value)
            return value.format(*args, **kwargs)
        return load(value, "format")(*args, **kwargs)

    return call_format


_CHECKED: set[str] = set()
_MAX_CHECKED = 1024


def _remember(template: str) -> None:
    """Check a format text once; only exact texts get here, so the set's keys are the process's own."""
    check_format(template)
    if len(_CHECKED) >= _MAX_CHECKED:
        _CHECKED.clear()
    if len(template) <= _MAX_CHECKED:
        _CHECKED.add(template)


def check_format(template: str, depth: int = _MAX_NESTING) -> None:
    """Check every attribute name in a format text; raises AttributeError, or ValueError where it is malformed."""
    for _, field, spec, _ in formatter_parser(template):
        if field and "." in field:
            for is_attribute, name in formatter_field_name_split(field)[1]:
                if is_attribute and require_attribute_name(name) in GUARDED:
                    raise AttributeError(f'attribute "{name}" is not available in a format text')
        if spec and "{" in spec:
            if depth <= 1:
                raise ValueError("Max string recursion exceeded")
            check_format(spec, depth - 1)


def _formatter(template: str, name: str) -> Callable[..., str]:
    if name == "format":

        def format(*args: Any, **kwargs: Any) -> str:  # noqa: A001
            check_format(template)
            return template.format(*args, **kwargs)

        format.__qualname__, format.__module__ = "str.format", "builtins"
        return format
    if name == "format_map":

        def format_map(mapping: Any, /) -> str:
            check_format(template)
            return template.format_map(mapping)

        format_map.__qualname__, format_map.__module__ = "str.format_map", "builtins"
        return format_map
    raise AttributeError(f"'str' object has no attribute '{name}'")


def _unbound_formatter(name: str) -> Callable[..., str]:
    """str.format itself, which takes the text as its first argument."""

    def format(template: Any, /, *args: Any, **kwargs: Any) -> str:  # noqa: A001
        if type(template) is not str:
            raise TypeError(f"format text must be plain text, not {type(template).__name__[:80]}")
        return _formatter(template, name)(*args, **kwargs)

    if name not in ("format", "format_map"):
        raise AttributeError(f"type object 'str' has no attribute '{name}'")
    format.__name__, format.__qualname__, format.__module__ = name, f"str.{name}", "builtins"
    return format


def require_zone(zone: object) -> tzinfo | None:
    """A time zone a macro may hand to the host: exactly timezone or ZoneInfo, or None."""
    if zone is None or type(zone) is timezone or type(zone) is ZoneInfo:
        return zone
    raise TypeError(f"tzinfo must be a timezone, not {type(zone).__name__[:80]}")


def _clock(value: object, name: str, moment: datetime) -> Callable[..., object] | None:
    """datetime's own now, today, utcnow and strptime; None if value is no date class and no date."""
    cls = value if isinstance(value, type) else type(value)
    if cls is date:
        return moment.date if name == "today" else None
    if cls is not datetime:
        return None
    if name == "strptime":
        return _strptime
    if name != "now":
        return lambda: moment

    def now(tz: Any = None) -> datetime:
        zone = require_zone(tz)
        return moment if zone is None else moment.replace(tzinfo=UTC).astimezone(zone)

    return now


def _strptime(text: Any, template: Any, /) -> datetime:
    if type(text) is not str or type(template) is not str:
        raise TypeError("strptime takes two plain texts")
    return datetime.strptime(text, template)  # noqa: DTZ007 - the macro decides about zones


assert (FORMATTING | CLOCK | COPIED | OWN_ONLY | MATCHING | {"obj"}) == GUARDED
