"""heapq and bisect: the real functions; merge gives an iterator of C instead of a generator of the library."""

from __future__ import annotations

import bisect
import heapq
import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..policy.word import words
from .family import Family, allow, fixed


def merge(*iterables: Any, key: Callable[[Any], Any] | None = None, reverse: Any = False) -> Iterator[Any]:
    """As heapq.merge."""
    return itertools.chain(heapq.merge(*iterables, key=key, reverse=bool(reverse)))


_HEAP: dict[str, object] = {
    **allow(heapq, words("heapify heappop heappush heappushpop heapreplace nlargest nsmallest")),
    "merge": merge,
}
FAMILIES: Final = (
    Family("heapq", frozenset(_HEAP), lambda _realm: _HEAP),
    fixed(bisect, "bisect bisect_left bisect_right insort insort_left insort_right"),
)
