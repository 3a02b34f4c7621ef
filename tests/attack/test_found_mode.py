"""A worker that reports what its run was not allowed: the parent calls it tampering, and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from macrocell import Engine, Limits, Runtime
from macrocell.facade import RunPayload
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import CellsSet, Mutation, SheetAdd, encode
from macrocell.sandbox import Job, Report
from macrocell.sandbox.handle import Base
from support.books import plain_book

ONE = CellsSet(sheet="s1", rect=Rect(0, 6, 0, 6), rows=[[1]])
HUNDRED = CellsSet(sheet="s1", rect=Rect(0, 6, 9, 15), rows=[[1] * 10] * 10)

READ = "the worker reported changes from a run in read mode"
MANY = "what the worker reported is not valid: not a list of mutations: Expected `array` of length <= 10 - at `$[1]`"
LARGE = "what the worker reported is not valid: changes of more than 99 cells"
LIES: dict[str, tuple[list[Mutation], dict[str, Any], str]] = {
    "a cell in read mode": ([ONE], {"mode": "read"}, READ),
    "a sheet in read mode": ([SheetAdd(id="s3", name="X", index=0)], {"mode": "read"}, READ),
    "one mutation too many": ([ONE] * 11, {"mode": "write", "limits": Limits(mutations=10)}, MANY),
    "one cell too many": ([HUNDRED], {"mode": "write", "limits": Limits(cells=99)}, LARGE),
    "one cell too many, of many mutations": ([ONE] * 100, {"mode": "write", "limits": Limits(cells=99)}, LARGE),
    "too many in a dry run": ([ONE] * 11, {"mode": "write", "limits": Limits(mutations=10), "dry_run": True}, MANY),
}


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        yield opened


def lie(monkeypatch: pytest.MonkeyPatch, runtime: Runtime, mutations: list[Mutation], unit_id: str = "") -> None:
    """Every worker reports these changes, well formed."""
    honest = Base.run
    payload = msgspec.msgpack.encode(RunPayload(unit_id=unit_id or runtime.unit_id, mutations=encode(mutations)))

    def run(base: Base, job: Job, *, park: bool = False) -> Report:
        return msgspec.structs.replace(honest(base, job, park=park), payload=payload)

    monkeypatch.setattr(Base, "run", run)


def assert_tampered(runtime: Runtime, macro: str, options: dict[str, Any], message: str) -> None:
    """The whole outcome, and a runtime that is as it was."""
    before = runtime.state_hash()
    outcome = runtime.execute(macro, **options)
    assert outcome.error is not None
    assert (outcome.ok, outcome.error.code, outcome.error.message) == (False, "tampered", message)
    assert outcome.error.hint == (
        "Nothing was kept. This is never an accident of a macro: keep its source and look at it."
    )
    assert (outcome.value, outcome.mutations, outcome.changes, outcome.warnings) == (None, (), (), ())
    assert len(runtime.pending) == 0
    assert runtime.state_hash() == before


@pytest.mark.parametrize("name", LIES)
def test_a_change_that_the_run_was_not_allowed_is_tampering(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    mutations, options, message = LIES[name]
    lie(monkeypatch, runtime, mutations)
    assert_tampered(runtime, "1", options, message)


@pytest.mark.parametrize("name", LIES)
def test_a_failed_run_that_keeps_what_came_before_keeps_none_of_it(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    mutations, options, message = LIES[name]
    lie(monkeypatch, runtime, mutations)
    assert_tampered(runtime, "1 / 0", {**options, "atomic": False}, message)


@pytest.mark.parametrize("macro", ["1", "1 / 0"])
def test_changes_for_another_unit_are_tampering(runtime: Runtime, monkeypatch: pytest.MonkeyPatch, macro: str) -> None:
    lie(monkeypatch, runtime, [ONE], unit_id="another")
    message = "the worker reported changes for another unit"
    assert_tampered(runtime, macro, {"mode": "write", "atomic": False}, message)


def test_the_same_changes_within_mode_and_limits_are_kept(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    lie(monkeypatch, runtime, [ONE] * 10)
    assert runtime.execute("1", mode="write", limits=Limits(mutations=10, cells=10)).error is None
    lie(monkeypatch, runtime, [HUNDRED])
    assert runtime.execute("1", mode="write", limits=Limits(mutations=1, cells=100)).error is None
    assert len(runtime.pending) == 2


def test_a_failed_run_keeps_nothing_unless_it_was_asked_to(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    lie(monkeypatch, runtime, [ONE])
    before = runtime.state_hash()
    outcome = runtime.execute("1 / 0", mode="write")
    assert outcome.error is not None
    assert (outcome.error.code, outcome.mutations, outcome.changes) == ("macro_error", (), ())
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)
    outcome = runtime.execute("1 / 0", mode="write", atomic=False)
    assert (outcome.ok, outcome.mutations, len(runtime.pending)) == (False, (ONE,), 1)
