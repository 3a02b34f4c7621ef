import collections.abc
from collections import abc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Sized

print(
    isinstance([], Sequence),
    isinstance({}, Mapping),
    isinstance("x", Iterable),
    isinstance(len, Callable),
    isinstance([], Hashable),
)
print(
    isinstance({}, collections.abc.MutableMapping),
    isinstance({1}, abc.Set),
    isinstance(iter([]), Iterator),
    isinstance(5, (str, Sized)),
)
print(isinstance(5, Iterable), issubclass(list, abc.MutableSequence), issubclass(int, Sized), Mapping.__name__)


class Bag:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        return item in self.items


print(
    isinstance(Bag([]), Iterable),
    isinstance(Bag([]), Sized),
    isinstance(Bag([]), abc.Collection),
    isinstance(Bag([]), Sequence),
)
Rows = Sequence[Mapping[str, int]]


def total(rows: Rows, pick: Callable[[int], int] | None = None) -> Iterator[int]:
    yield sum(row["a"] for row in rows)


print(list(total([{"a": 1}, {"a": 2}])), isinstance([], Sequence | None), isinstance(3, None | Sequence))
