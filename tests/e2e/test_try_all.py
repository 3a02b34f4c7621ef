"""Candidates side by side from one state, and the one that is accepted."""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from macrocell import Engine, Limits, Outcome, Runtime
from macrocell.engine import CallInvalid, InputFailed, Program, StaleOutcome, trial
from macrocell.facade import RunPayload
from macrocell.sandbox.attempt import Attempt
from macrocell.sandbox.beside import Beside
from macrocell.sandbox.handle import Base
from macrocell.sandbox.job import Job, Report
from support.books import plain_book

ADD = "data = workbook['Data']\ndata['B2'].value += {}\ndata['B2'].value"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        yield runtime


@pytest.fixture(params=[1, 2, 8])
def lanes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(trial, "_cores", lambda: request.param)
    return int(request.param)


def code(outcome: Outcome) -> str | None:
    return None if outcome.error is None else outcome.error.code


@pytest.mark.usefixtures("lanes")
def test_all_start_from_the_same_state_and_none_counts(runtime: Runtime) -> None:
    before = runtime.state_hash()
    outcomes = runtime.try_all([ADD.format(n) for n in range(1, 7)], mode="write")
    assert [outcome.value for outcome in outcomes] == [4, 5, 6, 7, 8, 9]
    assert [outcome.changes[0].after for outcome in outcomes] == [4, 5, 6, 7, 8, 9]
    assert all(len(outcome.mutations) == 1 for outcome in outcomes)
    assert len({outcome.run_id for outcome in outcomes}) == 6
    assert len({outcome.now for outcome in outcomes}) == 1
    assert (len(runtime.pending), runtime.state_hash()) == (0, before)
    assert runtime.execute("workbook['Data']['B2'].value").value == 3


def test_as_many_run_at_a_time_as_there_are_cores(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, both_run = Attempt.run, threading.Barrier(2)

    def run(attempt: Attempt, *, may_fault: bool) -> object:
        both_run.wait(timeout=30)
        return honest(attempt, may_fault=may_fault)

    monkeypatch.setattr(trial, "_cores", lambda: 2)
    monkeypatch.setattr(Attempt, "run", run)
    assert [outcome.value for outcome in runtime.try_all(["1", "2", "3", "4"])] == [1, 2, 3, 4]


def test_one_is_accepted_as_a_run_and_the_others_are_void(runtime: Runtime) -> None:
    first, second, third = runtime.try_all([ADD.format(1), ADD.format(2), "workbook['Data']['B2'].value"], mode="write")
    run = runtime.accept(second)
    assert run is not None
    assert runtime.pending.runs == (run,)
    assert (run.run_id, run.changes, run.mutations) == (second.run_id, second.changes, second.mutations)
    assert runtime.execute("workbook['Data']['B2'].value").value == 5
    for outcome, reason in (
        (first, "another outcome of the same try_all was accepted"),
        (second, "it was accepted already"),
        (third, "another outcome of the same try_all was accepted"),
    ):
        with pytest.raises(StaleOutcome) as caught:
            runtime.accept(outcome)
        assert caught.value.message == f"the outcome {outcome.run_id} is void: {reason}"
        assert caught.value.hint == "Try the programs again from the state there is now."
    assert len(runtime.pending) == 1
    runtime.undo()
    assert runtime.execute("workbook['Data']['B2'].value").value == 3


def test_a_candidate_that_changed_nothing_is_accepted_as_nothing(runtime: Runtime) -> None:
    first, second = runtime.try_all(["1", ADD.format(1)], mode="write")
    assert runtime.accept(first) is None
    assert len(runtime.pending) == 0
    with pytest.raises(StaleOutcome):
        runtime.accept(second)


@pytest.mark.parametrize("move", ["execute", "undo", "rollback"])
def test_an_outcome_is_stale_once_the_unit_has_changed(runtime: Runtime, move: str) -> None:
    runtime.execute(ADD.format(10), mode="write")
    (outcome,) = runtime.try_all([ADD.format(1)], mode="write")
    if move == "execute":
        runtime.execute("workbook['Data']['A9'] = 1", mode="write")
    else:
        getattr(runtime, move)()
    with pytest.raises(StaleOutcome) as caught:
        runtime.accept(outcome)
    assert caught.value.message == f"the unit has changed since the outcome {outcome.run_id} was tried"
    assert (caught.value.code, caught.value.retry) == ("conflict", True)


def test_reading_committing_and_reloading_do_not_make_an_outcome_stale(runtime: Runtime) -> None:
    runtime.execute(ADD.format(10), mode="write")
    (outcome,) = runtime.try_all([ADD.format(1)], mode="write")
    runtime.execute("1")
    runtime.execute("workbook['Data']['A9'] = 1", mode="write", dry_run=True)
    runtime.commit()
    runtime.reload()
    assert runtime.accept(outcome) is not None
    assert runtime.execute("workbook['Data']['B2'].value").value == 14


def test_a_later_try_takes_the_place_of_an_earlier_one(runtime: Runtime) -> None:
    (earlier,) = runtime.try_all([ADD.format(1)], mode="write")
    (later,) = runtime.try_all([ADD.format(2)], mode="write")
    with pytest.raises(StaleOutcome) as caught:
        runtime.accept(earlier)
    assert caught.value.message == f"the outcome {earlier.run_id} is void: a later try_all took its place"
    assert runtime.accept(later) is not None


def test_only_an_ok_outcome_that_this_runtime_tried_is_accepted(engine: Engine, runtime: Runtime) -> None:
    failed, fine = runtime.try_all(["1 / 0", ADD.format(1)], mode="write")
    with engine.create() as other:
        for outcome, message in (
            (failed, f"the outcome {failed.run_id} is not ok, and has nothing to accept"),
            (dataclasses.replace(fine), f"the outcome {fine.run_id} is none that this runtime tried"),
            ("x", "an outcome of try_all is accepted, not str"),
        ):
            with pytest.raises(CallInvalid) as caught:
                runtime.accept(outcome)  # type: ignore[arg-type]
            assert caught.value.message == message
        with pytest.raises(CallInvalid):
            other.accept(fine)
    executed = runtime.execute("1")
    with pytest.raises(CallInvalid) as caught:
        runtime.accept(executed)
    assert caught.value.message == f"the outcome {executed.run_id} is none that this runtime tried"
    assert runtime.accept(fine) is not None


@pytest.mark.usefixtures("lanes")
def test_a_candidate_that_fails_is_stopped_or_dies_hurts_none_of_the_others(runtime: Runtime) -> None:
    outcomes = runtime.try_all(
        [
            ADD.format(1),
            "workbook['Data']['B2'] = 9\n1 / 0",
            "while True:\n    pass",
            "import os",
            "x = [0] * 10 ** 9",
            "workbook['Data'].add",
            ADD.format(2),
        ],
        mode="write",
        limits=Limits(wall_s=1.0, cpu_s=1.0, memory_bytes=256 << 20),
    )
    assert [code(outcome) for outcome in outcomes] == [
        None, "macro_error", "limit", "refused", "limit", "macro_error", None,
    ]  # fmt: skip
    assert [outcome.value for outcome in (outcomes[0], outcomes[-1])] == [4, 5]
    assert runtime.accept(outcomes[-1]) is not None


def test_a_worker_that_lies_hurts_none_of_the_others(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    honest = Beside.run

    def run(beside: Beside, job: Job, *, park: bool = False) -> Report:
        report = honest(beside, job, park=park)
        if "+= 2" not in job.source:
            return report
        return msgspec.structs.replace(report, payload=msgspec.msgpack.encode(RunPayload(unit_id="x", mutations=b"")))

    monkeypatch.setattr(Beside, "run", run)
    outcomes = runtime.try_all([ADD.format(n) for n in (1, 2, 3)], mode="write")
    assert [code(outcome) for outcome in outcomes] == [None, "tampered", None]
    assert runtime.accept(outcomes[2]) is not None


def test_a_base_that_dies_meanwhile_is_replaced_and_what_it_took_along_runs_again(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, killed = Base.request, threading.Event()

    def request(
        base: Base, op: str, payload: bytes = b"", blob: tuple[bytes, ...] = (), *, deadline_s: float
    ) -> object:
        if op == "apply" and not killed.is_set():
            killed.set()
            os.kill(base.pid, signal.SIGKILL)
        return honest(base, op, payload, blob, deadline_s=deadline_s)

    monkeypatch.setattr(Base, "request", request)
    outcomes = runtime.try_all([ADD.format(n) for n in range(1, 5)], mode="write")
    assert killed.is_set()
    assert [outcome.value for outcome in outcomes] == [4, 5, 6, 7]
    assert runtime.accept(outcomes[0]) is not None


def input_base_killer(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch, *, times: int
) -> tuple[list[int], Callable[[], int]]:
    """Kill the base that holds the inputs when a candidate is about to run in it, so many times; the pids killed."""
    honest, killed, lock = Beside.run, list[int](), threading.Lock()

    def run(beside: Beside, job: Job, *, park: bool = False) -> Report:
        with lock:
            if len(killed) < times and beside._base.pid not in killed:
                killed.append(beside._base.pid)
                os.kill(beside._base.pid, signal.SIGKILL)
        return honest(beside, job, park=park)

    monkeypatch.setattr(Beside, "run", run)
    return killed, lambda: runtime._base.pid if runtime._base is not None else 0


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.csv"
    path.write_text("name,price\nbolt,2\n")
    return path


WITH_INPUT = "inputs['p']['prices']['B2'].value + {}"


def test_a_base_with_inputs_that_dies_is_replaced_and_the_units_own_stays(
    runtime: Runtime, prices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, own = input_base_killer(runtime, monkeypatch, times=1)
    before = own()
    outcomes = runtime.try_all([WITH_INPUT.format(n) for n in range(3)], inputs={"p": prices})
    assert [outcome.value for outcome in outcomes] == [2, 3, 4]
    assert (len(killed), own()) == (1, before)


def test_a_base_with_inputs_that_dies_again_is_told_as_the_inputs(
    runtime: Runtime, prices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, own = input_base_killer(runtime, monkeypatch, times=2)
    before = own()
    with pytest.raises(InputFailed) as caught:
        runtime.try_all([WITH_INPUT.format(n) for n in range(3)], inputs={"p": prices})
    assert caught.value.message.startswith("the locked-down process that reads the inputs 'p' ended (")
    assert (len(killed), own()) == (2, before)
    assert runtime.execute("1 + 1").value == 2


def test_sheets_are_loaded_for_all_by_the_one_that_asks_first(engine: Engine, tmp_path: Path) -> None:
    with engine.open(plain_book(tmp_path / "lazy.xlsx")) as runtime:
        read = ["workbook['Data']['A2'].value", "workbook['Sales ']['A1'].value"] * 3
        assert [outcome.value for outcome in runtime.try_all(read)] == ["bolt", "x"] * 3


def test_arguments_seed_clock_scope_and_inputs_are_those_of_a_run(runtime: Runtime) -> None:
    moment = datetime(2026, 3, 1, 12)
    program = runtime.prepare("import random\n[random.random(), args['x']]", args={"x": 5})
    assert isinstance(program, Program)
    drawn = runtime.try_all([program, program], seed=7, now=moment)
    assert drawn[0].value == drawn[1].value
    assert (drawn[0].value[1], drawn[0].now, drawn[0].seed) == (5, moment, 7)
    inside, outside = runtime.try_all(
        ["workbook['Data']['A2'] = inputs['me']['Data']['A3'].value", "workbook['Data']['B2'] = 1"],
        mode="write",
        writable=["Data!A:A"],
        inputs={"me": runtime},
    )
    assert (code(inside), code(outside)) == (None, "not_writable")
    run = runtime.accept(inside)
    assert run is not None
    assert run.audit is not None
    assert run.audit.writable == ("Data!A:A",)
    assert list(run.audit.inputs) == ["me"]


@pytest.mark.parametrize(
    ("programs", "message"),
    [
        ("1", "the candidates are a list of programs or sources, not str"),
        (5, "the candidates are a list of programs or sources, not int"),
        ([5], "a macro is source text or a Program, not int"),
        (["1"] * 65, "65 candidates; at most 64"),
    ],
)
def test_what_is_no_list_of_candidates_is_misuse(runtime: Runtime, programs: object, message: str) -> None:
    with pytest.raises(CallInvalid) as caught:
        runtime.try_all(programs)  # type: ignore[arg-type]
    assert caught.value.message == message


def test_no_candidates_give_no_outcomes(runtime: Runtime) -> None:
    assert runtime.try_all([]) == []
