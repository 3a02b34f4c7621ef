"""What every object of the facade has in common: no way in but its public names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from ...errors import UnknownAttributeError
from .suggest import not_settable, unknown


class Face(msgspec.Struct, eq=False):
    """The root of the facade's classes: structs, because their constructor is the cheapest there is for slots.

    Their fields begin with an underscore, which no macro can write. Only properties that have a setter can be
    assigned; a name that is not there answers with near matches.
    """

    def __getattr__(self, name: str) -> NoReturn:
        raise unknown(type(self).__name__, name, public_names(type(self)))

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

    def __rich_repr__(self) -> Iterator[Any]:
        return iter(())

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


def public_names(kind: type) -> list[str]:
    """The names a macro may use on objects of this class."""
    return [name for name in dir(kind) if name[0] != "_"]
