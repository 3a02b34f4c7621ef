"""Hostile inputs, and workers that report changes to an input: the unit, its base and its changes are unharmed."""

from __future__ import annotations

import os
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from macrocell import Engine, Runtime
from macrocell.engine import FileUnreadable, InputFailed
from macrocell.facade import RunPayload
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import CellsSet, encode
from macrocell.sandbox import BaseDied, HostRefused, Job, Reply, Report
from macrocell.sandbox.handle import Base
from support.books import plain_book

READ = "inputs['p']['Data']['B2'].value, workbook['Data']['B2'].value"


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as opened:
        opened.execute("workbook['Data']['B2'] = 8", mode="write")
        yield opened


@pytest.fixture
def other(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "other.xlsx")) as opened:
        yield opened


def bomb(path: Path) -> Path:
    """A workbook whose first sheet is 64 MB of spaces."""
    with zipfile.ZipFile(plain_book(path.with_name("plain.xlsx"))) as plain, zipfile.ZipFile(path, "w") as hostile:
        for name in plain.namelist():
            content = b" " * (64 << 20) if name == "xl/worksheets/sheet1.xml" else plain.read(name)
            hostile.writestr(name, content, zipfile.ZIP_DEFLATED)
    return path


def lie(monkeypatch: pytest.MonkeyPatch, unit_id: str, sheet: str) -> None:
    """Every worker reports a written cell of this unit and sheet."""
    honest = Base.run
    mutation = CellsSet(sheet=sheet, rect=Rect(0, 0, 0, 0), rows=[["taken"]])
    payload = msgspec.msgpack.encode(RunPayload(unit_id=unit_id, mutations=encode([mutation])))

    def run(base: Base, job: Job, *, park: bool = False) -> Report:
        return msgspec.structs.replace(honest(base, job, park=park), payload=payload)

    monkeypatch.setattr(Base, "run", run)


def test_changes_that_a_worker_reports_for_an_input_are_tampering(
    runtime: Runtime, other: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = runtime.state_hash(), other.state_hash()
    lie(monkeypatch, other.unit_id, "s1")
    error = runtime.execute("1", mode="write", inputs={"p": other}).error
    assert error is not None
    assert (error.code, error.message) == ("tampered", "the worker reported changes for another unit")
    assert (runtime.state_hash(), other.state_hash()) == before


def test_a_sheet_that_only_an_input_has_is_none_of_the_unit(
    runtime: Runtime, other: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other.execute("workbook.add_sheet('Third')", mode="write")
    lie(monkeypatch, runtime.unit_id, "s3")
    error = runtime.execute("1", mode="write", inputs={"p": other}).error
    assert error is not None
    assert (error.code, error.message) == (
        "tampered",
        "the changes of the run do not fit the unit: there is no sheet s3",
    )
    assert len(runtime.pending) == 1


def test_a_zip_bomb_is_refused_by_its_name(runtime: Runtime, tmp_path: Path) -> None:
    hostile = bomb(tmp_path / "bomb.xlsx")
    assert hostile.stat().st_size < 200_000
    with pytest.raises(FileUnreadable) as caught:
        runtime.execute(READ, inputs={"p": hostile})
    assert caught.value.code == "zip_bomb"
    assert caught.value.message.startswith("inputs['p']: bomb.xlsx: xl/worksheets/sheet1.xml: ")
    assert runtime.execute("workbook['Data']['B2'].value").value == 8


def test_an_input_whose_process_dies_while_it_is_read_harms_nothing(
    runtime: Runtime, other: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = runtime._base
    honest = Base.request

    def request(base: Base, op: str, payload: bytes = b"", blob: tuple[bytes, ...] = (), *, deadline_s: float) -> Reply:
        if op == "input":
            os.kill(base.pid, signal.SIGKILL)
        return honest(base, op, payload, blob, deadline_s=deadline_s)

    monkeypatch.setattr(Base, "request", request)
    with pytest.raises(InputFailed) as caught:
        runtime.execute(READ, inputs={"p": other})
    assert caught.value.message.startswith("the locked-down process that reads the inputs 'p' ended (")
    assert runtime._base is own
    assert runtime.execute("workbook['Data']['B2'].value").value == 8


def test_a_process_with_inputs_that_was_killed_is_replaced(runtime: Runtime, other: Runtime) -> None:
    assert runtime.execute(READ, inputs={"p": other}).value == (3, 8)
    own = runtime._base
    assert runtime._input_base is not None
    os.kill(runtime._input_base.base.pid, signal.SIGKILL)
    assert runtime.execute(READ, inputs={"p": other}).value == (3, 8)
    assert runtime._base is own


def test_a_process_with_inputs_that_dies_in_every_run_is_an_error_of_the_inputs(
    runtime: Runtime, other: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runtime.execute(READ, inputs={"p": other}).ok
    own, honest = runtime._base, Base.run

    def run(base: Base, job: Job, *, park: bool = False) -> Report:
        if base is not own:
            raise BaseDied("the base died during the run")
        return honest(base, job, park=park)

    monkeypatch.setattr(Base, "run", run)
    with pytest.raises(InputFailed) as caught:
        runtime.execute(READ, inputs={"p": other})
    assert caught.value.message == (
        "the locked-down process that reads the inputs 'p' ended (the base died during the run)"
    )
    assert runtime.execute("workbook['Data']['B2'].value").value == 8


KEYS = ["input:0/s9", "input:9/s1", "input:-1/s1", "input:0", "input:/", "input:\u0661/s1", "s9", "input:" + "9" * 5000]


@pytest.mark.parametrize("key", KEYS)
def test_a_worker_that_asks_for_a_sheet_that_is_nowhere_is_refused(runtime: Runtime, other: Runtime, key: str) -> None:
    assert runtime.execute(READ, inputs={"p": other}).ok
    assert runtime._input_base is not None
    base = runtime._input_base.base
    with pytest.raises(HostRefused) as caught:
        base.request("warm", key.encode(), deadline_s=10)
    assert caught.value.message == "there is no such sheet to load"
    assert base.alive
