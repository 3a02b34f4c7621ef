"""The registry of mutation families: what every one of them must bring, whatever the unit type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, final

import msgspec

Model = TypeVar("Model")


@final
class Marks:
    """What applying marked in the model beside its content, so that taking mutations back takes the marks back too.

    undo holds functions, to be called last first. looks: whether the very form in which formats were held is among
    them; where an inverse brings formats back that are nowhere else, it must not be.
    """

    __slots__ = ("looks", "undo")

    def __init__(self, *, looks: bool = True) -> None:
        self.looks = looks
        self.undo: list[Callable[[], None]] = []

    def take_back(self, length: int = 0) -> None:
        """Restore the marks as they were when undo was so long; at 0, before the first apply that got this object."""
        while len(self.undo) > length:
            self.undo.pop()()


@final
@dataclass(frozen=True, slots=True)
class Family(Generic[Model]):
    """One kind of mutation. params is its struct, tagged with the family's id, `<object>.<verb>`.

    check raises MutationConflict where the mutation does not fit the model, and changes nothing. apply is
    deterministic and the only writer of the model; it is called after check. invert is called before apply and
    returns what undoes it, in the order to apply. cells is how many cells it may change. verify(mutation, from_run)
    raises MutationInvalid for what the schema alone does not catch; from_run, for what only an inverse may hold.
    """

    params: type[msgspec.Struct]
    check: Callable[[Model, Any], None]
    apply: Callable[[Model, Any, Marks], None]
    invert: Callable[[Model, Any], tuple[Any, ...]]
    cells: Callable[[Any], int]
    verify: Callable[[Any, bool], None]

    @property
    def id(self) -> str:
        """The tag of params."""
        tag = self.params.__struct_config__.tag
        assert isinstance(tag, str)
        return tag


@final
class Registry(Generic[Model]):
    """The families of one unit type, by id and by params."""

    def __init__(self) -> None:
        self._by_params: dict[type[msgspec.Struct], Family[Model]] = {}
        self._by_id: dict[str, Family[Model]] = {}

    def register(self, family: Family[Model]) -> None:
        """Add a family; ValueError if its id or its params are taken, or if the id is not <object>.<verb>."""
        if family.id in self._by_id or family.params in self._by_params:
            raise ValueError(f"the mutation {family.id} is registered twice")
        if len([part for part in family.id.split(".") if part]) != 2 or family.id.count(".") != 1:
            raise ValueError(f"a mutation id reads <object>.<verb>, not {family.id!r}")
        self._by_id[family.id] = family
        self._by_params[family.params] = family

    def of(self, mutation: msgspec.Struct) -> Family[Model]:
        """The family a mutation belongs to; KeyError for none."""
        return self._by_params[type(mutation)]

    def __iter__(self) -> Iterator[Family[Model]]:
        return iter(self._by_id.values())

    def __getitem__(self, family_id: str) -> Family[Model]:
        return self._by_id[family_id]

    def __len__(self) -> int:
        return len(self._by_id)
