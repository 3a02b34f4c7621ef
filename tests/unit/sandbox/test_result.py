"""Typed results: what comes back equals what went in, what cannot come back is refused with a cure."""

from __future__ import annotations

import collections
import dataclasses
import enum
import math
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from macrocell.sandbox.errors import WireError
from macrocell.sandbox.limit import Limits
from macrocell.sandbox.result import (
    Pair,
    ResultRefused,
    decode_arguments,
    decode_result,
    encode_arguments,
    encode_result,
)
from support.toy_host import ToyHost, ToyRoot, ToyValue

LIMITS = Limits()
HOST = ToyHost()


def through(value: object, limits: Limits = LIMITS) -> Any:
    return decode_result(encode_result(value, limits=limits, host=HOST), limits)


VALUES = [
    None,
    True,
    False,
    0,
    -1,
    2**63 - 1,
    -(2**63),
    2**64,
    -(2**70),
    10**4300 - 1,
    0.0,
    1.5,
    1e308,
    math.inf,
    -math.inf,
    "",
    "text",
    "Grüße \U0001f600 \x00",
    b"",
    b"\x00\xff",
    Decimal("1.50"),
    Decimal("NaN").copy_abs() if False else Decimal("Infinity"),
    Fraction(1, 3),
    Fraction(-(10**100), 7),
    date(2026, 1, 2),
    time(1, 2, 3, 4),
    datetime(2026, 1, 2, 3, 4, 5, 6),
    datetime(2026, 1, 2, tzinfo=UTC),
    datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=5, minutes=30))),
    timedelta(days=-1, seconds=3, microseconds=5),
    [],
    (),
    {},
    set(),
    frozenset(),
    [1, "a", None, 2.5, True],
    [[1], [2, [3]]],
    (1, (2, [3])),
    {"a": 1, 2: "b", None: [1], 1.5: {}, True: (), date(2026, 1, 1): b"x", Decimal(2): 1},
    {1, "a", (1, 2), frozenset({3})},
    [math.inf, 2**65, "x", b"y"],
    [[r * c for c in range(10)] for r in range(100)],
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:40])
def test_a_value_comes_back_equal_and_of_the_same_type(value: object) -> None:
    found = through(value)
    assert found == value
    assert type(found) is type(value)
    assert repr(found) == repr(value) or isinstance(value, set | frozenset)


def test_nan_comes_back_as_nan() -> None:
    assert math.isnan(through(math.nan))
    assert math.isnan(through([1.0, math.nan])[1])
    assert through(Decimal("NaN")).is_nan()


def test_minus_zero_keeps_its_sign() -> None:
    assert math.copysign(1, through(-0.0)) == -1


def test_lone_surrogates_come_back_escaped() -> None:
    assert through("a\ud800b") == "a\\ud800b"
    assert through(["\udfff", 1]) == ["\\udfff", 1]
    assert through({"\ud800": "\ud800"}) == {"\\ud800": "\\ud800"}


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


@dataclasses.dataclass
class Point:
    x: int
    y: list[int]


class Text(str):
    def __str__(self) -> str:
        raise AssertionError("the macro's code ran")


class Whole(int):
    def __int__(self) -> int:
        raise AssertionError("the macro's code ran")


class Rows(list):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        raise AssertionError("the macro's code ran")


class Table(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        raise AssertionError("the macro's code ran")


Pos = collections.namedtuple("Pos", "row col")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        ({Colour.RED: 1}, {"red": 1}),
        (Point(1, [2]), {"x": 1, "y": [2]}),
        (Pos(1, 2), {"row": 1, "col": 2}),
        (Text("a"), "a"),
        ({Text("a"): 1}, {"a": 1}),
        (Whole(7), 7),
        (Rows([1, 2]), [1, 2]),
        (Table(a=1), {"a": 1}),
        (collections.OrderedDict(a=1), {"a": 1}),
        (collections.Counter("aab"), {"a": 2, "b": 1}),
        (collections.defaultdict(list, a=[1]), {"a": [1]}),
        (ToyValue(), "toy"),
    ],
    ids=lambda value: repr(type(value)),
)
def test_records_and_subclasses_come_back_plain_without_running_their_code(value: object, expected: object) -> None:
    found = through(value)
    assert found == expected
    assert type(found) is type(expected)


def refusal(value: object, limits: Limits = LIMITS) -> ResultRefused:
    with pytest.raises(ResultRefused) as caught:
        encode_result(value, limits=limits, host=HOST)
    return caught.value


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        (ToyRoot(HOST, print), "a ToyRoot cannot be returned", "return toy.get(name)"),
        (range(3), "a value of type range cannot be returned", "wrap it in list(...)"),
        ((n for n in ()), "a value of type generator cannot be returned", "wrap it in list(...)"),
        ({}.keys(), "a value of type dict_keys cannot be returned", "wrap it in list(...)"),
        (len, "a value of type builtin_function_or_method cannot be returned", "call it and return what it gives"),
        (1j, "a value of type complex cannot be returned", "return plain values: text, numbers, dates, lists, dicts"),
        (
            {(1, 2): 3},
            "a dict key of type tuple cannot be returned",
            "use text, numbers, dates or None as keys, or return a list of pairs",
        ),
        (10**4300, "an integer of more than 4300 digits cannot be returned", "return its logarithm"),
        ([10**5000], "an integer of more than 4300 digits cannot be returned", "return its logarithm"),
    ],
    ids=lambda value: repr(type(value)),
)
def test_what_cannot_be_a_result_is_refused_with_a_cure(value: object, message: str, hint: str) -> None:
    error = refusal(value)
    assert (error.code, error.message, error.hint) == ("result", message, hint)


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


def test_depth_counts_levels_of_containers() -> None:
    assert through(nested(64)) == nested(64)
    error = refusal(nested(65))
    assert (error.message, error.limit_name, error.limit) == (
        "the result is nested too deep: more than 64 levels",
        "result_depth",
        64,
    )


def test_ten_thousand_nested_lists_are_too_deep() -> None:
    assert refusal(nested(10_000)).limit_name == "result_depth"


def test_a_value_that_contains_itself_is_too_deep() -> None:
    rows: list[Any] = []
    rows.append(rows)
    table: dict[str, Any] = {}
    table["a"] = {"b": table}
    assert refusal(rows).limit_name == refusal(table).limit_name == "result_depth"


def test_shared_lists_count_each_time_they_are_seen() -> None:
    value: list[Any] = ["x"]
    for _ in range(50):
        value = [value, value]
    error = refusal(value)
    assert (error.message, error.limit_name) == ("the result is larger than 8388608 bytes", "result_bytes")


def test_the_limit_of_bytes_is_exact() -> None:
    size = len(encode_result("x" * 1000, limits=LIMITS, host=HOST))
    assert through("x" * 1000, Limits(result_bytes=size)) == "x" * 1000
    assert refusal("x" * 1000, Limits(result_bytes=size - 1)).limit_name == "result_bytes"


def document(root: object, *nodes: object) -> bytes:
    return msgspec.msgpack.encode([root, list(nodes)])


REF = ("ref", 0)
HOSTILE = {
    "empty": b"",
    "no document": b"\x00",
    "trailing bytes": document(1) + b"\x00",
    "truncated": document("abc")[:-1],
    "raw nan": document(math.nan),
    "raw infinity in a list": document(REF, ["list", [math.inf]]),
    "unknown kind": document(("weird", "x")),
    "ref to nothing": document(REF),
    "ref forward": document(("ref", 1), ["list", [("ref", 1)]], ["list", []]),
    "ref to itself": document(REF, ["list", [REF]]),
    "ref twice": document(("ref", 1), ["list", []], ["list", [REF, REF]]),
    "negative ref": document(("ref", -1), ["list", []]),
    "ref as text": document(("ref", "0"), ["list", []]),
    "unused container": document(1, ["list", []]),
    "unknown container": document(REF, ["deque", []]),
    "odd dict": document(REF, ["dict", ["a"]]),
    "unhashable key": document(("ref", 1), ["list", []], ["dict", [REF, 1]]),
    "unhashable member": document(("ref", 1), ["list", []], ["set", [REF]]),
    "number for text": document(("decimal", 5)),
    "bad decimal": document(("decimal", "x")),
    "bad fraction": document(("fraction", "0x1/0x0")),
    "bad date": document(("date", "2026-13-01")),
    "bad delta": document(("timedelta", "1:2")),
    "huge delta": document(("timedelta", "9999999999:0:0")),
    "huge int": document(("int", "0x" + "f" * 4000)),
    "float of no kind": document(("float", "1.5")),
    "bad base64": document(("bytes", "a")),
    "bare array": document([1, 2, 3]),
    "map": document({"a": 1}),
    "deep": b"\x91" * 200_000,
    "deep in items": b"\x92\xc0\x91\x92\xa4list\x91" + b"\x91" * 200_000,
    "array of 4G": b"\x92\xc0\xdd\xff\xff\xff\xff",
    "items of 4G": b"\x92\xc0\x91\x92\xa4list\xdd\xff\xff\xff\xff",
    "ext": b"\x92\xd4\x01\x00\x90",
    "timestamp": b"\x92\xd6\xff\x00\x00\x00\x01\x90",
    "bad UTF-8": b"\x92\xa1\xff\x90",
    "extra element": msgspec.msgpack.encode([1, [], 2]),
    "colliding keys": document(REF, ["set", [("int", hex(k * (2**61 - 1))) for k in range(100)]]),
    "too deep": document(("ref", 64), ["list", []], *[["list", [("ref", at)]] for at in range(64)]),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_results_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        decode_result(data, LIMITS)


def test_the_pair_type_is_an_array_of_two() -> None:
    assert msgspec.msgpack.encode(Pair("ref", 1)) == msgspec.msgpack.encode(["ref", 1])


def test_arguments_keep_their_types() -> None:
    arguments = {"n": 1, "d": date(2026, 1, 2), "rows": [[1, Decimal("1.5")]], "t": (1,)}
    assert decode_arguments(encode_arguments(arguments)) == arguments


DEEP = {"arrays": b"\x91" * 900_000 + b"\x00", "maps": b"\x81\xa1a" * 300_000 + b"\x00"}


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP.keys())
@pytest.mark.parametrize(
    "before",
    [
        b"",
        b"\x92",
        b"\x92\xc0",
        b"\x93\xc0\x90",
        b"\x92\x92",
        b"\x92\x92\xa3ref",
        b"\x92\x93\xa3ref\x00",
        b"\x92\xc0\x91",
        b"\x92\xc0\x91\x92",
        b"\x92\xc0\x91\x92\xa4list",
        b"\x92\xc0\x91\x92\xa4list\x91",
        b"\x92\xc0\x91\x92\xa4list\x91\x92\xa3ref",
        b"\x92\xc0\x91\x92\xa4list\x91\x93\xa3ref\x00",
        b"\x92\xc0\x91\x93\xa4list\x90",
        b"\x82\xa1a\x00\xa1b",
    ],
)
def test_deep_nesting_is_refused_wherever_it_stands(before: bytes, deep: bytes) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)  # an application may have done that: the interpreter's own guard is gone then
    try:
        with pytest.raises(WireError):
            decode_result(before + deep, LIMITS)
    finally:
        sys.setrecursionlimit(limit)
