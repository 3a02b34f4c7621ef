"""Supervisors over the toy host, jobs for them, and what is left of processes."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
from macrocell.sandbox import Base, Changing, Job, Limits, Report, Supervision, Supervisor, supervise

HOST = "support.toy_host:ToyHost"


@contextlib.contextmanager
def toy_supervisor(**options: Any) -> Iterator[Supervisor]:
    supervisor = Supervisor(host=HOST, **options)
    try:
        yield supervisor
    finally:
        supervisor.close()


@contextlib.contextmanager
def supervised(level: str, host: str = HOST) -> Iterator[Supervision]:
    """A supervision of the toy host at a level."""
    supervision = supervise(host=host, level=level, changing=Changing("begin", ("set", "warm")))
    try:
        yield supervision
    finally:
        supervision.close()


@contextlib.contextmanager
def toy_base(supervisor: Supervision) -> Iterator[Base]:
    base = supervisor.open_base(deadline_s=20)
    try:
        yield base
    finally:
        base.close()


def job(source: str, **options: Any) -> Job:
    limits = options.pop("limits", None) or Limits(wall_s=10, cpu_s=10)
    return Job(source=source, run_id="run", limits=limits, **options)


def raw(base: Base, code: str, **options: Any) -> Report:
    """Run code in a worker as if the language layer had fallen; the payload is what it left in `answer`."""
    return base.run(job("None", spec=b"raw:" + code.encode(), **options))


def speak(base: Base, data: bytes, then: str = "", limits: Limits | None = None) -> Report:
    """A worker that writes these bytes to its socket and then does what it is told, or nothing for ever."""
    code = (
        "import os, time\n"
        f"data = {data!r}\n"
        "while data:\n    data = data[os.write(3, data):]\n"
        f"{then or 'time.sleep(100)'}"
    )
    return raw(base, code, limits=limits or Limits(wall_s=5))


def wait_until(condition: Callable[[], bool], deadline_s: float = 5.0) -> bool:
    """Whether the condition came true before the deadline."""
    end = time.monotonic() + deadline_s
    while not condition():
        if time.monotonic() > end:
            return False
        os.sched_yield()
    return True


def descendants(pid: int | None = None) -> set[int]:
    """Pids of all processes below this one that are not zombies."""
    found: set[int] = set()
    for child in psutil.Process(pid or os.getpid()).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if child.status() != psutil.STATUS_ZOMBIE:
                found.add(child.pid)
    return found


def gone(pids: set[int]) -> bool:
    """Whether none of these processes runs any more."""
    return all(not running(pid) for pid in pids)


def running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
