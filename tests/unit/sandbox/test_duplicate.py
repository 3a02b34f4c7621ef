"""deepcopy against Python's own, on random structures with shared parts and cycles."""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.effort import tries
from support.language import value

DEEPCOPY: Callable[[Any], Any] = value("import copy\ncopy.deepcopy")

STEPS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=25)


MAKERS: list[Callable[[Any, Any, int, int], Any]] = [
    lambda a, b, i, j: [a, b],
    lambda a, b, i, j: {"a": a, 2: b},
    lambda a, b, i, j: (a, b),
    lambda a, b, i, j: {i, "s"},
    lambda a, b, i, j: frozenset((i, j)),
    lambda a, b, i, j: deque([a], maxlen=3),
    lambda a, b, i, j: OrderedDict(x=a),
    lambda a, b, i, j: defaultdict(list, k=a),
    lambda a, b, i, j: Counter(a=i),
    lambda a, b, i, j: bytearray(b"ab"),
]


def build(steps: list[tuple[int, int, int]]) -> list[Any]:
    """Objects made one after another out of earlier ones; lists and dicts then get later ones too, hence cycles."""
    made: list[Any] = [1, "x", None, 2.5]
    for kind, i, j in steps:
        made.append(MAKERS[kind](made[i % len(made)], made[j % len(made)], i, j))
        target = made[j % len(made)]
        if type(target) is list:
            target.append(made[-1])
        elif type(target) is dict:
            target[i] = made[-1]
    return made


def shape(value: Any) -> list[Any]:
    """The structure as text: each object once, numbered in the order in which it is met, referred to by number."""
    numbers: dict[int, int] = {}
    told: list[Any] = []

    def number(part: Any) -> int:
        if id(part) not in numbers:
            numbers[id(part)] = len(numbers)
            told.append(None)
            place = len(told) - 1
            if isinstance(part, dict):
                inner: Any = [(repr(key), number(item)) for key, item in part.items()]
            elif isinstance(part, (list, tuple, deque)):
                inner = [number(item) for item in part]
            elif isinstance(part, (set, frozenset)):
                inner = sorted(map(repr, part))
            else:
                inner = repr(part)
            told[place] = (type(part).__name__, getattr(part, "maxlen", None), inner)
        return numbers[id(part)]

    number(value)
    return told


@settings(max_examples=tries(60), deadline=None)
@given(STEPS)
def test_a_deep_copy_has_the_shape_that_pythons_own_has(steps: list[tuple[int, int, int]]) -> None:
    made = build(steps)
    before = shape(made)
    assert shape(DEEPCOPY(made)) == shape(copy.deepcopy(made)), f"build({steps!r})"
    assert shape(made) == before, f"build({steps!r})"


@settings(max_examples=tries(60), deadline=None)
@given(STEPS)
def test_a_deep_copy_shares_nothing_that_can_change(steps: list[tuple[int, int, int]]) -> None:
    made = build(steps)
    copied = DEEPCOPY(made)
    changeable = (list, dict, set, deque, bytearray)
    for old, new in zip(made, copied, strict=True):
        assert not (isinstance(old, changeable) and old is new), f"build({steps!r})"
