"""A worker that lies about where it wrote: the parent sees it, calls it tampering, and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from macrocell import Engine, Runtime
from macrocell.facade import RunPayload
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Mutation,
    SheetAdd,
    SheetRename,
    StylePatch,
    StyleSet,
    encode,
)
from macrocell.sandbox import Job, Report
from macrocell.sandbox.handle import Base
from support.books import plain_book

CELL = Rect(0, 6, 0, 6)
LIES: dict[str, tuple[list[Mutation], str]] = {
    "a cell": ([CellsSet(sheet="s1", rect=CELL, rows=[[1]])], "s1!G1"),
    "a cell of another sheet": ([CellsSet(sheet="s2", rect=Rect(0, 0, 0, 0), rows=[[1]])], "s2!A1"),
    "a matrix across the edge": ([CellsSet(sheet="s1", rect=Rect(8, 0, 8, 6), rows=[[1] * 7])], "s1!G9"),
    "the last of many": (
        [*[CellsSet(sheet="s1", rect=Rect(9, 0, 9, 0), rows=[[1]])] * 50, CellsClear(sheet="s1", rects=(CELL,))],
        "s1!G1",
    ),
    "a format": ([StyleSet(sheet="s1", rects=(CELL,), patch=StylePatch(number_format="0"))], "s1!G1"),
    "a rename": ([SheetRename(id="s1", name="X")], "renaming a sheet to 'X'"),
    "a sheet": ([SheetAdd(id="s3", name="X", index=0)], "adding the sheet 'X'"),
    "a sheet that poses as another": (
        [SheetAdd(id="s2", name="Report", index=0), CellsSet(sheet="s2", rect=Rect(0, 0, 0, 0), rows=[[1]])],
        "adding the sheet 'Report'",
    ),
}


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    with Engine() as engine, engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        yield opened


def lie(monkeypatch: pytest.MonkeyPatch, runtime: Runtime, mutations: list[Mutation]) -> None:
    """Every worker reports these changes, well formed and for the right unit."""
    honest = Base.run
    payload = msgspec.msgpack.encode(RunPayload(unit_id=runtime.unit_id, mutations=encode(mutations)))

    def run(base: Base, job: Job, *, park: bool = False) -> Report:
        return msgspec.structs.replace(honest(base, job, park=park), payload=payload)

    monkeypatch.setattr(Base, "run", run)


@pytest.mark.parametrize("name", LIES)
def test_a_change_outside_of_the_scope_is_tampering(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    mutations, place = LIES[name]
    before = runtime.state_hash()
    lie(monkeypatch, runtime, mutations)
    outcome = runtime.execute("1", mode="write", writable=["Data!A:F", "new:Report"])
    assert outcome.error is not None
    assert (outcome.error.code, outcome.error.message) == (
        "tampered",
        f"the worker reported a change outside of what the run may write: {place}",
    )
    assert (outcome.value, outcome.mutations, outcome.changes, len(runtime.pending)) == (None, (), (), 0)
    assert runtime.state_hash() == before


def test_the_same_change_inside_of_the_scope_is_kept(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    lie(monkeypatch, runtime, LIES["a cell"][0])
    assert runtime.execute("1", mode="write", writable=["Data!G:G"]).error is None
    assert len(runtime.pending) == 1
