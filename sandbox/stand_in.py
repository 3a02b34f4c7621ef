"""What a macro holds in the place of a class of the library whose real one would give too much. Security-critical."""

from __future__ import annotations

from typing import Any, final

_qualified_name = type.__dict__["__qualname__"].__get__


class StandIn:
    """Works in isinstance, issubclass and annotations as the class it stands for; only a subclass makes objects.

    The real class may have a constructor with private parameters, methods with caches, or a metaclass with register.
    """

    __slots__ = ("_stands_for",)

    def __init__(self, cls: type) -> None:
        self._stands_for = cls

    def __call__(self, *_args: Any, **_kwargs: Any) -> object:
        """Refuse to make an object."""
        raise TypeError(f"a macro cannot make a {_qualified_name(self._stands_for)[:80]}")

    def __instancecheck__(self, value: object) -> bool:
        return issubclass(type(value), self._stands_for)

    def __subclasscheck__(self, cls: object) -> bool:
        if isinstance(cls, StandIn):
            cls = cls._stands_for
        return isinstance(cls, type) and issubclass(cls, self._stands_for)

    def __getitem__(self, _parameters: object) -> StandIn:
        return self

    def __or__(self, other: object) -> Either:
        return Either(self, other)

    def __ror__(self, other: object) -> Either:
        return Either(other, self)

    def __repr__(self) -> str:
        return f"<class '{self._stands_for.__module__}.{_qualified_name(self._stands_for)}'>"


@final
class Either:
    """A | B, where one of both is a StandIn."""

    __slots__ = ("_first", "_second")

    def __init__(self, first: object, second: object) -> None:
        self._first: Any = type(None) if first is None else first
        self._second: Any = type(None) if second is None else second

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, (self._first, self._second))

    def __subclasscheck__(self, cls: Any) -> bool:
        return issubclass(cls, (self._first, self._second))

    def __or__(self, other: object) -> Either:
        return Either(self, other)

    def __ror__(self, other: object) -> Either:
        return Either(other, self)


def stand_in_name(value: StandIn) -> str:
    """The name of the class it stands for."""
    return str(value._stands_for.__name__)
