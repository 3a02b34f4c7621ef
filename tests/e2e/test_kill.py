"""kill -9 of any process leaves the file whole, no process behind, and a living parent's runtime right."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import openpyxl
import psutil
import pytest
from macrocell import Engine, Limits, Runtime
from support.books import plain_book
from support.effort import tries

SAVING = """
import sys, macrocell
engine = macrocell.Engine()
runtime = engine.open(sys.argv[1])
number = runtime.execute("workbook['Data']['B2'].value").value
print("ready", number, flush=True)
while True:
    number += 1
    assert runtime.execute(f"workbook['Data']['B2'].value = {number}", mode="write").ok
    print("saving", number, flush=True)
    runtime.save()
    print("saved", number, flush=True)
"""
"""Writes and saves without end, and tells how far it is."""

ROUNDS = tries(6, 40)


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


def of_session(session: int) -> list[int]:
    """The processes of a session that still run, by what /proc tells of each."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                state, _, _, its_session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(its_session) == session and state not in "ZX":
                found.append(int(entry.name))
    return found


def kill_while_it_saves(path: Path, delay_s: float) -> tuple[list[str], list[psutil.Process]]:
    """Kill a process that saves, some time after it began: what it told, and the processes it had at that moment."""
    parent = subprocess.Popen(
        [sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert parent.stdout is not None
    told = [parent.stdout.readline()]
    processes: list[psutil.Process] = []

    def kill() -> None:
        parent.send_signal(signal.SIGSTOP)  # so that the list of its processes is that of its last moment
        processes.extend(family(parent.pid))
        parent.send_signal(signal.SIGKILL)

    killer = threading.Timer(delay_s, kill)
    killer.start()
    told += parent.stdout.readlines()
    killer.join()
    assert parent.wait() == -signal.SIGKILL
    parent.stdout.close()
    assert wait_until(lambda: of_session(parent.pid) == [])
    return told, processes


def legal_values(told: list[str]) -> set[int]:
    """What the file may hold: the number last saved, and the one that was being saved."""
    assert told[0].startswith("ready ")
    word, number = told[-1].split()
    return {int(number) - 1, int(number)} if word == "saving" else {int(number)}


def test_the_death_of_a_parent_that_saves_leaves_a_whole_file_and_no_process(tmp_path: Path) -> None:
    path = plain_book(tmp_path / "book.xlsx")
    moments = random.Random("moments of death")  # the same in every run
    held, saves = 3, 0
    for _ in range(ROUNDS):
        before = path.read_bytes()
        told, processes = kill_while_it_saves(path, moments.uniform(0, 0.6))
        assert told[0] == f"ready {held}\n"
        assert len(processes) >= 3
        assert gone(processes)
        book = openpyxl.load_workbook(path)
        held = book["Data"]["B2"].value
        assert held in legal_values(told)
        assert [cell.value for cell in book["Data"]["A"]] == ["name", "bolt", "nut", "screw", "washer"]
        assert (path.read_bytes() == before) is (told[0] == f"ready {held}\n")
        saves += sum(line.startswith("saved") for line in told)
    assert saves > 0
    with Engine() as engine, engine.open(path) as runtime:
        assert runtime.execute("workbook['Data']['B2'].value").value == held
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]


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
