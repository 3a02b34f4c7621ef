"""What every object of the facade has in common: no way in but its public names."""

from __future__ import annotations

from inspect import getattr_static
from typing import Any, NoReturn, final

import msgspec

from ...errors import UnknownAttributeError
from .suggest import ABSENT, not_settable, unknown


class Face(msgspec.Struct, eq=False):
    """The root of the facade's classes: structs, because their constructor is the cheapest there is for slots.

    Their fields begin with an underscore, which no macro can write. Only properties that have a setter can be
    assigned. There is no __getattr__ here: in Python 3.11 it makes every load on the object two to four times as
    slow, and a single-cell access is made of such loads. Reading a name that is not there is a plain
    AttributeError, to which _explain gives the hint.
    """

    @classmethod
    def _explain(cls, name: str) -> str | None:
        """What to write instead of a name that objects of this class do not have."""
        return unknown(cls.__name__, name, public_names(cls)).hint

    def __setattr__(self, name: str, value: Any) -> None:
        member = getattr(type(self), name, None)
        if type(member) is not property or name[:1] == "_":
            raise unknown(type(self).__name__, name, public_names(type(self)))
        if member.fset is None:
            raise not_settable(type(self).__name__, name)
        member.fset(self, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise UnknownAttributeError(f"{type(self).__name__.lower()}.{name[:80]} cannot be deleted")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __replace__(self, **changes: object) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be replaced")

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")


@final
class Later:
    """A name that a later version has; reading it raises NotAvailableError."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, kind: type) -> NoReturn:
        raise unknown(kind.__name__, self._name, ())


def reserve(kind: type) -> None:
    """Give a class the names that a later version has, where it does not have them yet."""
    for name in ABSENT.get(kind.__name__, ()):
        if name not in public_names(kind):
            setattr(kind, name, Later(name))


def public_names(kind: type) -> list[str]:
    """The names a macro may use on objects of this class."""
    return [name for name in dir(kind) if name[0] != "_" and type(getattr_static(kind, name)) is not Later]
