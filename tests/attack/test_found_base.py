"""A base that answers what no base does, or takes its time: the runtime ends it and goes on with another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from macrocell import Engine, Runtime
from macrocell.engine import execution
from macrocell.sandbox import BaseDied, Reply
from macrocell.sandbox.handle import Base
from support.books import plain_book

WRITE = "workbook['Data']['B2'].value = 7"
MANY = f"{WRITE}\nworkbook['Data'].range('D1:AZ4000').values = [[row] * 49 for row in range(4000)]"
READ = "workbook['Data']['B2'].value"

ANSWERS = {
    "nothing": b"",
    "no msgpack": b"\xc1",
    "another report": msgspec.msgpack.encode({"state_hash": 1}),
    "a wrong type": msgspec.msgpack.encode({"changes": 1}),
    "too deep": b"\x91" * 500_000,
    "bad UTF-8": b"\x81\xa7changes\xa1\xff",
}


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        yield opened


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_that_no_base_gives_ends_the_base(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    honest = Base.request
    lies = [ANSWERS[name]] * 2

    def request(base: Base, op: str, payload: bytes = b"", blob: tuple[bytes, ...] = (), *, deadline_s: float) -> Reply:
        reply = honest(base, op, payload, blob, deadline_s=deadline_s)
        return Reply(lies.pop(), []) if op == "apply" and lies else reply

    monkeypatch.setattr(Base, "request", request)
    with pytest.raises(BaseDied, match="the base answered what no base does"):
        runtime.execute(WRITE, mode="write")
    assert len(runtime.pending) == 0
    assert runtime.execute(READ).value == 3


def test_changes_that_take_too_long_to_apply_are_a_limit(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runtime.execute("workbook['Data']['B3'].value = 8", mode="write").ok is True
    monkeypatch.setattr(execution, "APPLY_DEADLINE_S", 0.0)
    outcome = runtime.execute(MANY, mode="write")  # a base that is done before it is waited for is never late
    assert outcome.ok is False
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.type) == ("limit", "LimitError")
    assert (outcome.value, outcome.mutations, outcome.changes) == (None, (), ())
    monkeypatch.undo()
    assert runtime.execute("workbook['Data']['B2'].value, workbook['Data']['B3'].value").value == (3, 8)
    assert len(runtime.pending) == 1
