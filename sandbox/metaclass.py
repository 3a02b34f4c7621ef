"""The classes of a macro's abstract classes and enums, in place of Python's own. Security-critical.

They leave out what those open: registering a foreign class as an instance, the functional form of an enum (which takes
special methods as members), generators and dict views of the library's.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any, Final


class AbstractMeta(type):
    """Knows its abstract methods, without which object refuses to make an instance. Nothing can be registered."""

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> None:
        super().__init__(name, bases, namespace)
        inherited = {name for base in bases for name in getattr(base, "__abstractmethods__", ())}
        open_ = {name for name in inherited if _is_abstract(getattr(cls, name, None))}
        open_.update(name for name, value in namespace.items() if _is_abstract(value))
        cls.__abstractmethods__ = frozenset(open_)


def _is_abstract(value: object) -> bool:
    return getattr(value, "__isabstractmethod__", False) is True


ABC: Final[type] = AbstractMeta("ABC", (), {"__module__": "abc"})


class EnumMeta(enum.EnumMeta):
    """A call looks a value up and does nothing else; iteration hands out iterators of lists."""

    def __call__(cls, *args: Any, **options: Any) -> Any:
        """The member of a value."""
        if len(args) != 1 or options:
            raise TypeError(
                f"{cls.__name__}() takes one value in a macro; write class Name({cls.__name__}): to make an enum"
            )
        new: Any = cls.__new__  # enum.Enum's, which looks a value up
        return new(cls, args[0])

    def __iter__(cls) -> Iterator[Any]:
        return iter(list(super().__iter__()))

    def __reversed__(cls) -> Iterator[Any]:
        return iter(list(super().__reversed__()))


class Enum(enum.Enum, metaclass=EnumMeta):
    """enum.Enum under the macro's own metaclass."""


class IntEnum(enum.IntEnum, metaclass=EnumMeta):
    """enum.IntEnum under the macro's own metaclass."""


class StrEnum(enum.StrEnum, metaclass=EnumMeta):
    """enum.StrEnum under the macro's own metaclass."""


class Flag(enum.Flag, metaclass=EnumMeta):
    """enum.Flag under the macro's own metaclass; a member's parts come from a list."""

    def __iter__(self) -> Iterator[Any]:
        return iter(list(super().__iter__()))


class IntFlag(enum.IntFlag, metaclass=EnumMeta):
    """enum.IntFlag under the macro's own metaclass; a member's parts come from a list."""

    def __iter__(self) -> Iterator[Any]:
        return iter(list(super().__iter__()))


ENUMS: Final[tuple[type, ...]] = (Enum, IntEnum, StrEnum, Flag, IntFlag)
METACLASSES: Final = frozenset((type, AbstractMeta, EnumMeta))
"""Exact types of the classes a macro may derive from."""
