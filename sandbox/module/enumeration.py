"""enum: the macro's own base classes, without the functional form."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final

from ..metaclass import ENUMS
from ..realm import Realm
from .family import Family

_BASES = {base.__name__: base for base in ENUMS}


def auto() -> enum.auto:
    """The next value."""
    return enum.auto()


def _build(realm: Realm) -> Mapping[str, object]:
    def unique(enumeration: Any, /) -> Any:
        if not realm.made_enum(enumeration):
            raise TypeError("unique decorates an enum of the macro")
        return enum.unique(enumeration)

    return {**_BASES, "auto": auto, "unique": unique}


FAMILY: Final = Family("enum", frozenset((*_BASES, "auto", "unique")), _build)
"""Without member, nonmember, property and verify; _missing_ and _generate_next_value_ are names out of reach."""
