"""What belongs to one run: the objects its macro made, its clock, its seed. Security-critical."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from types import FunctionType
from typing import final

from .builtin import KNOWN
from .stand_in import StandIn


@final
class Realm:
    """classes: classes this macro made. writable: exact types whose attributes it may set. known: those type() gives.
    stand_ins: what type() gives in the place of a class.

    globals is the namespace of the macro's code; a function is the macro's if it lives there.
    """

    __slots__ = ("classes", "globals", "known", "now", "seed", "stand_ins", "store_types", "writable")

    def __init__(self, *, store_types: Iterable[type], seed: int, now: datetime) -> None:
        self.store_types = frozenset(store_types)
        self.classes: set[type] = set()
        self.writable: set[type] = set(self.store_types)
        self.known: set[type] = set(KNOWN)
        self.stand_ins: dict[type, StandIn] = {}
        self.globals: dict[str, object] = {}
        self.seed = seed
        self.now = now

    def adopt(self, cls: type) -> None:
        """Take a class as made by this macro."""
        self.classes.add(cls)
        self.writable.add(cls)
        self.known.add(cls)

    def made_class(self, value: object) -> bool:
        """Whether a value is a class this macro made."""
        return isinstance(value, type) and value in self.classes

    def made_function(self, value: object) -> bool:
        """Whether a value is a function whose code is the macro's."""
        return type(value) is FunctionType and value.__globals__ is self.globals

    def made(self, value: object) -> bool:
        """Whether a value is a class or function of this macro, or an instance of one of its classes."""
        return type(value) in self.classes or self.made_function(value) or self.made_class(value)
