from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Iterable, List, Literal, NewType, Optional
from typing import Protocol, Sequence, Tuple, TypedDict, TypeVar, Union, cast

if TYPE_CHECKING:
    from nowhere import Thing

T = TypeVar("T")
Number = Union[int, float]
Row = Dict[str, Optional[Any]]
Handler = Callable[[Row], None]
UserId = NewType("UserId", int)


class HasName(Protocol):
    name: str

    def describe(self) -> str: ...


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> Stack[T]:
        self.items.append(item)
        return self


class Named(HasName):
    name = "n"

    def describe(self) -> str:
        return self.name


class Settings(TypedDict):
    rows: int
    title: str


def first(rows: Sequence[T], default: Optional[T] = None) -> Union[T, None]:
    value: T | None = rows[0] if rows else default
    return value


def total(*values: Number, mode: Literal["a", "b"] = "a", **rest: "Thing") -> Tuple[float, ...]:
    return tuple(float(v) for v in values)


print(first([1]), first([]), total(1, 2), UserId(5), cast(str, 7), Stack().push(1).items, Named().describe())
print(
    Settings(rows=1, title="x"), isinstance([], typing.List), isinstance({}, Sequence), isinstance(iter([]), Iterable)
)
