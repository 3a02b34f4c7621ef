"""typing: names without effect. A macro's annotations are dropped, so nothing of the real module is needed.

The real one keeps what it is given in caches of the process, and evaluates text. Security-critical.
"""

from __future__ import annotations

import collections
import re
from collections import abc
from collections.abc import Callable
from typing import Any, Final, final

from ..policy.word import words
from .family import Family


@final
class TypeName:
    """Stands for a name of typing: may be subscripted, joined with |, and asked about instances where that says
    something (List, Sequence). Any other use is an error.
    """

    __iter__ = None  # without it, a loop over X would ask for X[0], X[1] ... without end
    __slots__ = ("_name", "_origin")

    def __init__(self, name: str, origin: type | None = None) -> None:
        self._name = name
        self._origin = origin

    def __getitem__(self, _parameters: Any) -> TypeName:
        return self

    def __or__(self, _other: Any) -> TypeName:
        return UNION

    __ror__ = __or__

    def __call__(self, *_args: Any, **_options: Any) -> Any:
        """Refuse: there is nothing to make."""
        if self._origin is not None:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self._origin.__name__}() instead")
        if self._name in ("NamedTuple", "TypedDict"):
            raise TypeError(f"{self._name} is a base class in a macro: write class Name({self._name}):")
        raise TypeError(f"{self._name} is for annotations only in a macro; it cannot be called")

    def __instancecheck__(self, value: object) -> bool:
        if self._origin is None:
            raise TypeError(f"typing.{self._name} cannot be used with isinstance()")
        return isinstance(value, self._origin)

    def __subclasscheck__(self, cls: Any) -> bool:
        if self._origin is None:
            raise TypeError(f"typing.{self._name} cannot be used with issubclass()")
        return issubclass(cls, self._origin)

    def __repr__(self) -> str:
        return f"typing.{self._name}"


NAMED_TUPLE: Final = TypeName("NamedTuple")
UNION: Final = TypeName("Union")

_BARE = words("""
    Annotated Any AnyStr ClassVar Concatenate Final Generic Literal LiteralString Never NoReturn NotRequired Optional
    Protocol Required Self SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt
    SupportsRound TypeAlias TypedDict TypeGuard Unpack
""")

_ORIGINS: Final[dict[str, type]] = {
    **{
        name: getattr(abc, name)
        for name in words("""
        Callable Collection Container Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView
        MutableMapping MutableSequence MutableSet Reversible Sequence Sized ValuesView
        """)
    },
    "AbstractSet": abc.Set,
    "Counter": collections.Counter,
    "DefaultDict": collections.defaultdict,
    "Deque": collections.deque,
    "Dict": dict,
    "FrozenSet": frozenset,
    "List": list,
    "Match": re.Match,
    "OrderedDict": collections.OrderedDict,
    "Set": set,
    "Tuple": tuple,
    "Type": type,
}

_DROPPED: Final = frozenset(("Generic", "Protocol"))
"""Bases that say something to a type checker only."""

_PLACEHOLDERS = ("ParamSpec", "TypeVar", "TypeVarTuple")


def concrete_bases(bases: tuple[Any, ...]) -> tuple[Any, ...]:
    """The bases of a class without names of typing: those that mean nothing are dropped, a TypedDict is a dict."""
    return tuple(_concrete(base) for base in bases if type(base) is not TypeName or base._name not in _DROPPED)


def _concrete(base: Any) -> Any:
    if type(base) is not TypeName:
        return base
    if base._name == "TypedDict":
        return dict
    return base if base._origin is None else base._origin


def _same(value: Any, /) -> Any:
    """A decorator that says something to a type checker only."""
    return value


def cast(typ: Any, val: Any) -> Any:  # noqa: ARG001 - the signature is Python's
    """The value as it is."""
    return val


def assert_never(arg: Any, /) -> None:
    """Raise AssertionError: the line was thought to be out of reach."""
    raise AssertionError(f"Expected code to be unreachable, but got: {type(arg).__name__[:80]}")


def new_type(name: Any, tp: Any) -> Callable[[Any], Any]:  # noqa: ARG001 - the signature is Python's
    """A function that gives its argument back."""

    def made(value: Any, /) -> Any:
        return value

    if type(name) is str:
        made.__name__ = made.__qualname__ = name
    return made


def _placeholder(kind: str) -> Callable[..., TypeName]:
    def make(name: Any, /, *constraints: Any, **options: Any) -> TypeName:  # noqa: ARG001 - the signature is Python's
        return TypeName(name if type(name) is str else kind)

    return make


_VALUES: Final[dict[str, object]] = {
    **{name: TypeName(name) for name in _BARE},
    **{name: TypeName(name, origin) for name, origin in _ORIGINS.items()},
    **{name: _placeholder(name) for name in _PLACEHOLDERS},
    **dict.fromkeys(("final", "no_type_check", "overload", "override"), _same),
    "NamedTuple": NAMED_TUPLE,
    "NewType": new_type,
    "TYPE_CHECKING": False,
    "Text": str,
    "Union": UNION,
    "assert_never": assert_never,
    "cast": cast,
}
FAMILY: Final = Family("typing", frozenset(_VALUES), lambda _realm: _VALUES)
"""Without get_type_hints (evaluates text), get_args, and runtime_checkable (reads attributes)."""
