"""Leases and runs: what a caller waits for when nothing much happens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from frame import Contender, Once, Row, Scale
from macrocell import Engine
from macrocell.sandbox import Supervisor
from subject import SPARE_S, TRIVIAL, check
from target import Target

HOST = "macrocell.facade.workbook.host:WorkbookHost"


def run_rows() -> tuple[Row, ...]:
    """The trivial macro, and what it takes to get to one."""
    return (
        Row(
            name="trivial",
            title="trivial macro in a warm runtime, through the Engine, fresh fork, every layer",
            contenders=(
                Contender("spare", _trivial_with_spare, "spare worker parked", tree=True),
                Contender("no spare", _trivial_without_spare, "forked when asked", tree=True),
            ),
            targets=(
                Target("trivial macro with the spare, p50: ≤ 0.7 ms", "spare", 0.0007),
                Target("trivial macro without the spare, p50: ≤ 4 ms", "no spare", 0.004),
            ),
            n=200,
            warm_up=10,
            files=("small",),
        ),
        Row(
            name="lease",
            title="cold lease: a locked-down process, forked from the warm zygote",
            contenders=(
                Contender("lease", _lease, "empty, every layer"),
                Contender("open", _open, "Engine.open of a small workbook", tree=True),
                Contender("first run", _first_run, "Engine.open and one trivial macro"),
                Contender("engine", _engine, "a new Engine, its zygote and the first Engine.open"),
            ),
            targets=(
                Target("cold lease, p50: ≤ 15 ms", "lease", 0.015),
                Target("cold lease with a small workbook loaded, p50: ≤ 50 ms", "open", 0.050),
            ),
            n=40,
            warm_up=3,
            files=("small",),
        ),
    )


@contextmanager
def _trivial_with_spare(scale: Scale) -> Iterator[Once]:
    with Engine() as engine, engine.open(scale.files["small"]) as runtime:

        def once() -> float:
            time.sleep(SPARE_S)
            began = time.perf_counter()
            outcome = runtime.execute(TRIVIAL)
            took = time.perf_counter() - began
            check(outcome)
            return took

        yield once


@contextmanager
def _trivial_without_spare(scale: Scale) -> Iterator[Once]:
    """Any request to the base drops its spare, and diff() asks for no new one."""
    with Engine() as engine, engine.open(scale.files["small"]) as runtime:

        def once() -> float:
            time.sleep(SPARE_S)
            runtime.diff()
            began = time.perf_counter()
            outcome = runtime.execute(TRIVIAL)
            took = time.perf_counter() - began
            check(outcome)
            return took

        yield once


@contextmanager
def _lease(scale: Scale) -> Iterator[Once]:
    assert scale.folder
    supervisor = Supervisor(host=HOST)
    try:
        supervisor.open_base(deadline_s=30.0).close()

        def once() -> float:
            began = time.perf_counter()
            base = supervisor.open_base(deadline_s=30.0)
            took = time.perf_counter() - began
            base.close()
            return took

        yield once
    finally:
        supervisor.close()


@contextmanager
def _open(scale: Scale) -> Iterator[Once]:
    with Engine() as engine:
        engine.create().close()

        def once() -> float:
            began = time.perf_counter()
            runtime = engine.open(scale.files["small"])
            took = time.perf_counter() - began
            time.sleep(SPARE_S)
            runtime.close()
            return took

        yield once


@contextmanager
def _first_run(scale: Scale) -> Iterator[Once]:
    with Engine() as engine:
        engine.create().close()

        def once() -> float:
            began = time.perf_counter()
            runtime = engine.open(scale.files["small"])
            outcome = runtime.execute(TRIVIAL)
            took = time.perf_counter() - began
            check(outcome)
            runtime.close()
            return took

        yield once


@contextmanager
def _engine(scale: Scale) -> Iterator[Once]:
    def once() -> float:
        began = time.perf_counter()
        with Engine() as engine:
            engine.open(scale.files["small"])
            return time.perf_counter() - began

    yield once
