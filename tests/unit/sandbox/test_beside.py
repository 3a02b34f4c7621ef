"""Runs side by side in one base: each ends by itself, and the base serves between them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from macrocell.sandbox import BaseDied, Limits, Report
from macrocell.sandbox.beside import Beside
from macrocell.sandbox.handle import Base
from support.toy import job, toy_base, toy_supervisor


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    with toy_supervisor() as supervisor, toy_base(supervisor) as base:
        yield base


def side_by_side(base: Base, *jobs: object) -> list[Report]:
    beside = Beside(base)
    with ThreadPoolExecutor(max_workers=len(jobs)) as pool:
        return list(pool.map(beside.run, jobs))


def test_every_run_ends_in_its_own_way(base: Base) -> None:
    limits = Limits(wall_s=0.5, cpu_s=0.5)
    reports = side_by_side(
        base,
        job("1 + 1"),
        job("1 / 0"),
        job("while True:\n    pass", limits=limits),
        job("import os"),
        job("None", spec=b"raw:import os; os.fork()"),
        job("None", spec=b"raw:import os; os.abort()"),
        job("2 + 2"),
    )
    assert [report.status for report in reports] == [
        "done", "error", "limit", "refused", "tampered", "died", "done",
    ]  # fmt: skip
    assert (reports[0].value, reports[-1].value) == (2, 4)


def test_what_several_runs_need_is_loaded_by_the_base_and_they_begin_again(base: Base) -> None:
    reports = side_by_side(base, *[job("toy.get('lazy'), toy.get('lazy two')")] * 4, job("toy.get('lazy_broken')"))
    assert [report.value for report in reports[:4]] == [(4, 8)] * 4
    assert all(report.restarts <= 2 for report in reports)
    error = reports[4].error
    assert error is not None
    assert error.message == "cannot be loaded"
    assert base.request("get", b"lazy two", deadline_s=10).payload == b"8"


def test_requests_are_served_while_runs_go_on(base: Base) -> None:
    beside, limits = Beside(base), Limits(wall_s=1.0, cpu_s=1.0)
    with ThreadPoolExecutor(max_workers=2) as pool:
        running = [pool.submit(beside.run, job("while True:\n    pass", limits=limits)) for _ in range(2)]
        assert base.request("echo", b"x", deadline_s=10).payload == b"x"
        assert base.run(job("5")).value == 5
        assert [ended.result().status for ended in running] == ["limit", "limit"]


def test_a_spare_worker_is_neither_used_nor_made(base: Base) -> None:
    base.unpark()
    assert Beside(base).run(job("1"), park=True).value == 1
    assert base._spare is None


def test_a_base_that_died_is_an_error_of_every_run() -> None:
    with toy_supervisor() as supervisor, toy_base(supervisor) as base:
        beside = Beside(base)
        assert beside.run(job("1")).value == 1
        os.kill(base.pid, signal.SIGKILL)
        for _ in range(2):
            with pytest.raises(BaseDied):
                beside.run(job("1"))
