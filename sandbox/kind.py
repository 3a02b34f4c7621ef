"""A macro's type(): one argument, and the real class only where holding it is harmless. Security-critical."""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any, final

from .realm import Realm
from .stand_in import StandIn, stand_in_name

class_name = type.__dict__["__name__"].__get__


@final
class Kind:
    """Stands for a class whose real one stays out of reach: has its name, compares, works in isinstance."""

    __slots__ = ("_cls",)

    def __init__(self, cls: type) -> None:
        self._cls = cls

    def __call__(self, *_args: Any, **_kwargs: Any) -> object:
        """Refuse to make an object: whatever the class is, its objects come from elsewhere."""
        raise TypeError(f"a macro cannot make a {class_name(self._cls)[:80]}")

    def __instancecheck__(self, value: object) -> bool:
        return issubclass(type(value), self._cls)

    def __subclasscheck__(self, cls: object) -> bool:
        return cls is self

    def __repr__(self) -> str:
        return f"<class '{class_name(self._cls)}'>"


@final
class TypeBuiltin:
    """type itself, as a macro sees it: a call gives the class of one value."""

    __slots__ = ("_of",)

    def __init__(self, of: Callable[[Any], object]) -> None:
        self._of = of

    def __call__(self, *args: Any) -> object:
        """Give what make_type's function gives; three arguments would make a class past all checks."""
        if len(args) != 1:
            raise TypeError("type() takes 1 argument in a macro; write a class statement to make a class")
        return self._of(args[0])

    def __instancecheck__(self, value: object) -> bool:
        cls = type(value)
        return issubclass(cls, (type, StandIn)) or cls is TypeBuiltin or cls is Kind

    def __subclasscheck__(self, cls: object) -> bool:
        return cls is self

    def __repr__(self) -> str:
        return "<class 'type'>"


def make_type(realm: Realm) -> tuple[TypeBuiltin, Callable[[Any], object]]:
    """type of one run, and the same as a plain function, which is faster to call."""
    known, stand_ins, kinds = realm.known, realm.stand_ins, dict[type, Kind]()

    def type_of(value: Any) -> object:
        cls = type(value)
        return cls if cls in known else other(cls)

    def other(cls: type) -> object:
        if issubclass(cls, (type, StandIn)) or cls is TypeBuiltin or cls is Kind:
            return builtin
        if cls in stand_ins:
            return stand_ins[cls]
        kind = kinds.get(cls)
        if kind is None:
            kind = kinds[cls] = Kind(cls)
        return kind

    builtin = TypeBuiltin(type_of)
    return builtin, type_of


def name_of(value: Any) -> str:
    """x.__name__ of a class, function or method; AttributeError for anything else."""
    kind = type(value)
    if kind is Kind:
        return str(class_name(value._cls))
    if kind is TypeBuiltin:
        return "type"
    if issubclass(kind, StandIn):
        return stand_in_name(value)
    if issubclass(kind, type):
        return str(class_name(value))
    if kind is MethodType:
        return name_of(value.__func__)
    if kind in (FunctionType, BuiltinFunctionType, MethodDescriptorType):
        return str(value.__name__)
    raise AttributeError(f"'{kind.__name__[:80]}' object has no attribute '__name__'")
