"""Deep nesting from a hostile worker, in an application that has raised the interpreter's recursion limit."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec
import pytest
from macrocell.engine.argument import check_now
from macrocell.engine.execution import Order, _checked
from macrocell.sandbox import Limits, Report, WireError, refuse_depth

DEEP = b"\x91" * 3_000_000 + b"\xc0"


@pytest.fixture(autouse=True)
def raised_limit() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    yield
    sys.setrecursionlimit(before)


def order() -> Order:
    return Order(
        source="1",
        unit_id="u",
        mode="write",
        args={},
        atomic=True,
        dry_run=False,
        seed=1,
        now=check_now(None),
        limits=Limits(),
        allow_external=False,
        run_id="run-1",
    )


@pytest.mark.parametrize(
    "payload",
    [
        b"\x82\xa7unit_id\xa1u\xa3xxx" + DEEP,
        msgspec.msgpack.encode({"unit_id": "u", "mutations": b"\x92\x01" + DEEP}),
        msgspec.msgpack.encode({"unit_id": "u", "mutations": DEEP}),
    ],
    ids=["payload", "mutations", "no list"],
)
def test_deep_nesting_is_tampering_and_never_a_dead_parent(payload: bytes) -> None:
    error, mutations, encoded, _ = _checked(Report(status="done", payload=payload), order())
    assert error is not None
    assert (error.code, mutations, encoded) == ("tampered", (), b"")
    assert error.message == (
        "what the worker reported is not valid: a container larger than its frame, or nested too deep"
    )


def test_what_is_not_deep_passes() -> None:
    refuse_depth(msgspec.msgpack.encode([[1, {"a": [2]}]] * 1000), 4)
    with pytest.raises(WireError):
        refuse_depth(msgspec.msgpack.encode([[1, {"a": [2]}]] * 1000), 3)
