"""Workers that try to get more time than their limit by asking for loads."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, Limits
from macrocell.sandbox.frame import Fault
from macrocell.sandbox.wire import pack
from support.toy import job, raw, toy_base, toy_supervisor


@pytest.fixture(scope="module")
def base() -> Iterator[Base]:
    with toy_supervisor() as supervisor, toy_base(supervisor) as found:
        yield found


def asking(after_s: float) -> str:
    return f"import os, time\ntime.sleep({after_s})\nos.write(3, {pack(Fault('a', None))!r})\ntime.sleep(100)"


def test_asking_for_a_load_at_the_end_of_the_time_is_tampering(base: Base) -> None:
    began = time.monotonic()
    report = raw(base, asking(1.5), limits=Limits(wall_s=2))
    assert report.error is not None
    assert report.error.message == "the run was stopped as tampering: a request to load that comes too late in a run"
    assert report.restarts == 0
    assert time.monotonic() - began < 3
    assert base.run(job("1 + 1")).value == 2


def test_asking_again_and_again_wins_half_a_second(base: Base) -> None:
    began = time.monotonic()
    report = raw(base, asking(0.2), limits=Limits(wall_s=2))
    assert report.status == "tampered"
    assert 2 <= report.restarts <= 3
    assert time.monotonic() - began < 3
