"""The scope of one run: everything a macro's code can name, and the guards its code calls. Security-critical."""

from __future__ import annotations

import builtins
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from io import StringIO
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, final

from .attribute import make_accessors, make_format, make_load, make_write
from .builtin import BASES, PLAIN
from .kind import make_type, name_of
from .metaclass import METACLASSES
from .module import EXPORTS, build_module
from .module.named_tuple import build_named_tuple
from .module.regex import match_attribute
from .module.type_name import NAMED_TUPLE, concrete_bases
from .policy.name import refused_attribute
from .realm import Realm

_IMPORTED_BY_C: Final = frozenset(("_pylong", "_strptime", "time"))
"""Modules that C code (dates as text, division of huge ints) imports through the __import__ of the frame it runs in. It
takes the module from sys.modules and drops what the call returns; so they are loaded here, before any lockdown."""
for _name in _IMPORTED_BY_C:
    if importlib.util.find_spec(_name) is not None:
        importlib.import_module(_name)

_real_build_class = builtins.__build_class__
_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 - the run's clock is naive local time


@final
class Scope:
    """Built for one run, by make_scope. globals is the namespace of the macro's code."""

    __slots__ = ("_args", "_realm", "globals")

    def __init__(self, realm: Realm, args: dict[str, object]) -> None:
        self.globals = realm.globals
        self._realm = realm
        self._args = args

    def start(self, args: Mapping[str, object], *, seed: int, now: datetime) -> None:
        """What was not known yet when the scope was made; before any code of the macro runs."""
        self._args.update(args)
        self._realm.seed, self._realm.now = seed, now


def make_scope(
    injected: Mapping[str, object],
    args: Mapping[str, object] = MappingProxyType({}),
    *,
    write: Callable[[str], None],
    seed: int = 0,
    now: datetime = _EPOCH,
    store_types: Iterable[type] = (),
    extra_modules: Mapping[str, ModuleType] | None = None,
) -> Scope:
    """The namespace of one run. The first of injected is the root that main is called with.

    write takes what print writes. store_types: exact types whose attributes the macro may set. args is copied. Where
    args, seed and now come later, Scope.start puts them.
    """
    realm = Realm(store_types=store_types, seed=seed, now=now)
    load, guard = make_load(realm, match_attribute), make_write(realm)
    own_type, type_of = make_type(realm)
    values = dict(args)
    namespace = realm.globals
    namespace.update(injected)
    namespace.update(
        args=values,
        __name__="__main__",
        __builtins__={
            **PLAIN,
            **make_accessors(load, guard),
            "print": _make_print(write),
            "super": super,
            "type": own_type,
            "__build_class__": _make_build_class(realm),
            "__import__": _import_for_c,
        },
        _type_=type,
        _ok_=realm.writable,
        _write_=guard,
        _load_=load,
        _name_of_=name_of,
        _type_of_=type_of,
        _members_of_=_make_members_of(realm),
        _format_=make_format(load),
        _Exception_=Exception,
        _last_=None,
        _called_=False,
        _end_=_make_end(namespace, next(iter(injected.values()), None), values),
        **_make_import(realm, extra_modules or {}),
    )
    return Scope(realm, values)


def _make_print(write: Callable[[str], None]) -> Callable[..., None]:
    def print(*values: Any, sep: Any = " ", end: Any = "\n", file: Any = None, flush: Any = False) -> None:  # noqa: A001, ARG001
        if file is not None and type(file) is not StringIO:
            raise TypeError("print(file=...) takes a StringIO only: what a macro prints is returned with the result")
        sep = " " if sep is None else sep
        end = "\n" if end is None else end
        if type(sep) is not str or type(end) is not str:
            raise TypeError("sep and end must be None or plain text")
        text = sep.join([plain_text(value) for value in values]) + end
        if file is None:
            write(text)
        else:
            file.write(text)

    print.__qualname__, print.__module__ = "print", "builtins"  # messages of wrong calls show both
    return print


def plain_text(value: object) -> str:
    """str(value) as exactly str: a macro's __str__ may return a subclass with methods of its own."""
    text = str(value)
    return text if type(text) is str else str.__str__(text)


def _make_build_class(realm: Realm) -> Callable[..., type]:
    classes = realm.classes

    def build_class(body: FunctionType, name: str, /, *bases: Any, **keywords: Any) -> type:
        if keywords:
            raise TypeError("a class cannot take keywords in a macro")
        if not all(type(base) is type and (base in BASES or base in classes) for base in bases):
            bases = concrete_bases(bases)
            if len(bases) == 1 and bases[0] is NAMED_TUPLE:
                return _build_named_tuple(realm, body, name)
            for base in bases:
                if type(base) not in METACLASSES or not (base in BASES or base in classes):
                    raise TypeError(f"a class cannot derive from {_base_name(base)[:80]} in a macro")
        if realm.guarded:
            realm.check_bases(bases)
        made: type = _real_build_class(body, name, *bases)
        if realm.guarded:
            realm.check_bases((made,))  # the body may have made a dataclass of a base; nobody has the class yet
        realm.adopt(made)
        return made

    return build_class


def _build_named_tuple(realm: Realm, body: FunctionType, name: str) -> type:
    made: type | None = None

    def make(_name: str, _bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        nonlocal made
        made = build_named_tuple(realm, name, namespace)
        return made

    _real_build_class(body, name, metaclass=make)
    assert made is not None
    return made


def _make_members_of(realm: Realm) -> Callable[[Any], dict[str, object]]:
    def members_of(cls: Any) -> dict[str, object]:
        """cls.__members__ as a dict of its own."""
        if not realm.made_enum(cls):
            raise AttributeError(f"{_base_name(cls)[:80]} has no __members__")
        return dict(cls.__members__)

    return members_of


def _base_name(base: object) -> str:
    try:
        return name_of(base)
    except AttributeError:
        return f"a value of type {type(base).__name__}"


def _import_for_c(name: object, *_rest: object, **_named: object) -> None:
    """__import__ of a macro's frames: macro code has no import bytecode, so only C code calls this."""
    if type(name) is not str or name not in _IMPORTED_BY_C:
        raise ImportError("modules cannot be imported this way in a macro")


def _make_import(realm: Realm, extra: Mapping[str, ModuleType]) -> dict[str, object]:
    cache: dict[str, ModuleType] = dict(extra)

    def import_module(name: str) -> ModuleType:
        module = cache.get(name)
        if module is None:
            if name not in EXPORTS:
                raise ModuleNotFoundError(f"No module named '{name[:80]}'", name=name)
            module = cache[name] = build_module(name, realm)
        return module

    def import_from(module_name: str, name: str) -> object:
        if f"{module_name}.{name}" in extra:
            return extra[f"{module_name}.{name}"]
        found = vars(import_module(module_name)).get(name, realm)
        if found is realm or refused_attribute(name):
            raise ImportError(f"cannot import name '{name[:80]}' from '{module_name}'", name=module_name)
        return found

    return {"_import_": import_module, "_import_from_": import_from}


def _make_end(namespace: dict[str, object], root: object, args: dict[str, object]) -> Callable[[], object]:
    """Called where a macro that defines main falls off its end."""

    def end() -> object:
        main: Any = namespace.get("main")
        if namespace["_called_"] or not callable(main):
            return namespace["_last_"]
        positional, any_parameter = _parameters(main)
        if not any_parameter:
            return main()
        return main(root, **args) if positional else main(**args)

    return end


def _parameters(function: object) -> tuple[bool, bool]:
    """(takes a positional argument, takes any argument), seen through functools.wraps; unknown counts as yes."""
    for _ in range(16):
        if type(function) is not FunctionType or (wrapped := function.__dict__.get("__wrapped__")) is None:
            break
        function = wrapped
    if type(function) is not FunctionType:
        return True, True
    code = function.__code__
    positional = code.co_argcount > 0 or bool(code.co_flags & 0x04)
    return positional, positional or code.co_kwonlyargcount > 0 or bool(code.co_flags & 0x08)
