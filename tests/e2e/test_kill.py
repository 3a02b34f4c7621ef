"""kill -9 of any process leaves the file whole, no process behind, and a living parent's runtime right."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book

ROUNDS = 40 if os.environ.get("MACROCELL_SOAK") else 6


def family(pid: int) -> list[psutil.Process]:
    """The process and all its descendants."""
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def wait_until(claim: Callable[[], bool], deadline_s: float = 5.0) -> bool:
    """Whether the claim comes true before the deadline."""
    pause, end = threading.Event(), time.monotonic() + deadline_s
    while time.monotonic() < end:
        if claim():
            return True
        pause.wait(0.005)
    return claim()


def gone(processes: list[psutil.Process]) -> bool:
    return wait_until(lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in processes))


def children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def descendants(runtime: Runtime) -> dict[str, list[psutil.Process]]:
    """Our processes by kind: zygotes are children, bases and workers deeper."""
    base = psutil.Process(runtime._base.pid)
    return {"base": [base], "worker": base.children(), "zygote": base.parents()[:1]}


@pytest.mark.parametrize("victim", ["worker", "base", "zygote"])
def test_the_death_of_any_process_loses_nothing(victim: str, tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    with Engine() as engine, engine.open(path) as runtime:
        for number in range(ROUNDS):
            assert runtime.execute(f"workbook['Data']['B2'].value = {number}", mode="write").ok
            targets = descendants(runtime)[victim]
            killer = threading.Timer(
                0.003 * number, lambda targets=targets: [p.kill() for p in targets if p.is_running()]
            )
            killer.start()
            outcome = runtime.execute("sum(n for n in range(30000))")
            killer.join()
            if outcome.error is not None:
                assert outcome.error.code == "died"
            assert runtime.execute("workbook['Data']['B2'].value").value == number
        assert len(runtime.pending.runs) == ROUNDS
        saved = runtime.save(tmp_path / "out.xlsx")
        assert saved.exists()
    assert gone(children())


def test_the_death_of_the_parent_takes_every_process_with_it(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    before = path.read_bytes()
    script = (
        "import sys, macrocell\n"
        "engine = macrocell.Engine()\n"
        "runtime = engine.open(sys.argv[1])\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    runtime.execute('sum(range(10**6))')\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    started = family(parent.pid)
    assert len(started) >= 3
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert gone(started)
    assert path.read_bytes() == before


def test_a_stuck_worker_is_gone_after_its_limit(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    with Engine() as engine, engine.open(path) as runtime:
        runtime.execute("sum(range(10**12))", limits=Limits(wall_s=0.2))
        assert wait_until(lambda: len(descendants(runtime)["worker"]) <= 1)


def test_closing_leaves_no_process_and_no_descriptor(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    with Engine() as engine, engine.open(path) as runtime:
        runtime.execute("1")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with Engine() as engine, engine.open(path) as runtime:
            runtime.execute("1")
    assert len(os.listdir("/proc/self/fd")) == before
    assert gone(children())


def test_an_engine_used_after_the_host_forked_says_so(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    script = (
        "import os, sys, macrocell\n"
        "from macrocell.sandbox import ForkedError\n"
        "engine = macrocell.Engine()\n"
        "runtime = engine.open(sys.argv[1])\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    for call in (lambda: runtime.execute('1'), lambda: engine.open(sys.argv[1]), runtime.save):\n"
        "        try:\n"
        "            call()\n"
        "        except ForkedError as error:\n"
        "            print(error, flush=True)\n"
        "    engine.close()\n"
        "    os._exit(0)\n"
        "os.waitpid(pid, 0)\n"
        "print(runtime.execute('40 + 2').value)\n"
        "engine.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "this Engine was made before the process forked\n" * 3 + "42\n"
    assert done.stderr == ""
