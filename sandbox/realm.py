"""What belongs to one run: the objects its macro made, its clock, its seed. Security-critical."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from types import FunctionType
from typing import Final, final

from .builtin import KNOWN
from .metaclass import EnumMeta
from .policy.name import GUARDED
from .stand_in import StandIn


@final
class Realm:
    """classes: classes this macro made. writable: exact types whose attributes it may set. known: those type() gives.
    stand_ins: what type() gives in the place of a class.

    globals is the namespace of the macro's code; a function is the macro's if it lives there. guarded: classes with a
    dataclass field whose name is loaded through a check.
    """

    __slots__ = ("classes", "globals", "guarded", "known", "now", "seed", "stand_ins", "store_types", "writable")

    def __init__(self, *, store_types: Iterable[type], seed: int, now: datetime) -> None:
        self.store_types = frozenset(store_types)
        self.classes: set[type] = set()
        self.writable: set[type] = set(self.store_types)
        self.known: set[type] = set(KNOWN)
        self.stand_ins: dict[type, StandIn] = {}
        self.globals: dict[str, object] = {}
        self.guarded: set[type] = set()
        self.seed = seed
        self.now = now

    def adopt(self, cls: type) -> None:
        """Take a class as made by this macro."""
        self.classes.add(cls)
        self.writable.add(cls)
        self.known.add(cls)

    def adopt_fields(self, cls: type, names: Iterable[str]) -> None:
        """Take names as fields of a class, which library code will load without a check. Before there are any."""
        if GUARDED.isdisjoint(names):
            return
        self.guarded.add(cls)
        if any(issubclass(made, cls) and issubclass(made, GUARDING) for made in self.classes):
            raise TypeError(_MIXED)

    def check_bases(self, bases: Iterable[type]) -> None:
        """Raise TypeError where such a field would read what a builtin base keeps behind a check."""
        bases = tuple(bases)
        if any(issubclass(base, GUARDING) for base in bases) and any(
            not self.guarded.isdisjoint(type.mro(base)) for base in bases
        ):
            raise TypeError(_MIXED)

    def check_fields(self, value: object, names: Iterable[str]) -> None:
        """Raise TypeError where library code is about to read such a name of a value that keeps it behind a check.

        No class has both by the two checks above; this one is asked when it matters.
        """
        if isinstance(value, GUARDING) and not GUARDED.isdisjoint(names):
            raise TypeError(_MIXED)

    def made_class(self, value: object) -> bool:
        """Whether a value is a class this macro made."""
        return isinstance(value, type) and value in self.classes

    def made_enum(self, value: object) -> bool:
        """Whether a value is an enum class this macro made."""
        return type(value) is EnumMeta and value in self.classes

    def made_function(self, value: object) -> bool:
        """Whether a value is a function whose code is the macro's."""
        return type(value) is FunctionType and value.__globals__ is self.globals

    def made(self, value: object) -> bool:
        """Whether a value is a class or function of this macro, or an instance of one of its classes."""
        return type(value) in self.classes or self.made_function(value) or self.made_class(value)


GUARDING: Final = (str, AttributeError)
"""Classes in BASES with an attribute of a guarded name (str.format, AttributeError.obj); a test compares."""

_MIXED = "a class with a dataclass field named as a guarded attribute cannot derive from str or AttributeError"
