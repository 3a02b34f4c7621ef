"""SIGKILL to any process at any point leaves no process behind, and a parent that lives goes on."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from macrocell.sandbox import Base, BaseDied, Limits, Supervisor
from support.toy import descendants, gone, job, running, toy_base, toy_supervisor, wait_until


@pytest.fixture(params=[False, True], ids=["namespaces", "no namespaces"])
def supervisor(request: pytest.FixtureRequest) -> Iterator[Supervisor]:
    from macrocell.sandbox.supervisor import Withheld

    with toy_supervisor(withheld=Withheld(namespaces=request.param)) as found:
        yield found


def running_thread(base: Base) -> tuple[threading.Thread, list[object]]:
    """A run that does not end by itself, under way in another thread: its first record has arrived."""
    ended: list[object] = []
    begun = threading.Event()

    def run() -> None:
        try:
            ended.append(base.run(job("toy.log('begun')\nwhile True:\n    pass")))
        except BaseDied as error:
            ended.append(error)

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            begun.set()

    logger, listener = logging.getLogger("macrocell.worker"), Listener()
    logger.addHandler(listener)
    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(10)
    logger.removeHandler(listener)
    return thread, ended


def test_a_killed_worker_is_a_report_and_the_base_goes_on(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        thread, ended = running_thread(base)
        (worker,) = descendants(base.pid)
        os.kill(worker, signal.SIGKILL)
        thread.join(5)
        (report,) = ended
        assert report.status == "died"  # type: ignore[attr-defined]
        assert report.error.message == "the interpreter that ran the macro died (signal SIGKILL)"  # type: ignore[attr-defined]
        assert base.run(job("1 + 1")).value == 2


def test_a_killed_spare_is_replaced(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        base.park()
        assert wait_until(lambda: len(descendants(base.pid)) == 1)
        (worker,) = descendants(base.pid)
        os.kill(worker, signal.SIGKILL)
        assert wait_until(lambda: gone({worker}))
        assert base.run(job("1 + 1", limits=Limits())).value == 2


def test_a_killed_base_takes_its_workers_and_the_next_one_opens(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        thread, ended = running_thread(base)
        everyone = {base.pid, *descendants(base.pid)}
        os.kill(base.pid, signal.SIGKILL)
        thread.join(5)
        assert [type(error) for error in ended] == [BaseDied]
        assert wait_until(lambda: gone(everyone), 1)
        assert not base.alive
        with pytest.raises(BaseDied):
            base.run(job("1"))
    with toy_base(supervisor) as base:
        assert base.run(job("1 + 1")).value == 2


def test_a_base_killed_between_calls_is_base_died(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        base.park()
        os.kill(base.pid, signal.SIGKILL)
        assert wait_until(lambda: not base.alive)
        for call in (lambda: base.run(job("1")), lambda: base.request("echo", deadline_s=5)):
            with pytest.raises(BaseDied):
                call()
        base.park()


def test_a_killed_zygote_takes_everything_and_the_next_base_starts_another(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        base.park()
        assert wait_until(lambda: len(descendants(base.pid)) == 1)
        everyone = descendants()
        (zygote,) = (child.pid for child in psutil.Process().children() if child.pid in everyone)
        os.kill(zygote, signal.SIGKILL)
        assert wait_until(lambda: gone(everyone), 1)
        with pytest.raises(BaseDied):
            base.request("echo", deadline_s=5)
    with toy_base(supervisor) as base:
        assert base.run(job("1 + 1")).value == 2


def test_any_process_of_the_tree_may_be_killed_while_runs_go_on(supervisor: Supervisor) -> None:
    base = supervisor.open_base(deadline_s=20)
    for turn in range(12):
        tree = sorted(descendants())
        if not tree:  # all went with the last kill, which was not noticed before
            base.close()
            base = supervisor.open_base(deadline_s=20)
            tree = sorted(descendants())
        killer = threading.Timer(0.002 * turn, lambda tree=tree, turn=turn: _kill(tree[turn % len(tree)]))  # type: ignore[misc]
        killer.start()
        try:
            for _ in range(4):
                base.run(job("sum(range(1000))"))
                base.park()
        except BaseDied:
            base.close()
        killer.join()
        if not base.alive:
            base.close()
            base = supervisor.open_base(deadline_s=20)
    try:
        last = base.run(job("1 + 1"))
    except BaseDied:  # of the last kill, which was not noticed before
        last = supervisor.open_base(deadline_s=20).run(job("1 + 1"))
    assert last.value == 2
    supervisor.close()
    assert wait_until(lambda: descendants() == set(), 1)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


PARENT = """
import os, sys, threading
sys.path[:0] = {path!r}
from macrocell.sandbox.supervisor import Withheld
from support.toy import descendants, job, toy_supervisor, wait_until
from macrocell.sandbox import Supervisor
supervisor = Supervisor(host="support.toy_host:ToyHost", withheld=Withheld(namespaces={withheld}))
bases = [supervisor.open_base(deadline_s=20) for _ in range(2)]
bases[0].park()
threading.Thread(target=lambda: bases[1].run(job("while True:\\n    pass", limits=None)), daemon=True).start()
assert wait_until(lambda: len(descendants(bases[0].pid)) == 1 and len(descendants(bases[1].pid)) == 1)
forked = {fork} and os.fork()
if forked == 0 and {fork}:
    import time
    time.sleep(60)
    os._exit(0)
everyone = sorted(descendants() - {{forked}})
print(forked or 0, *everyone, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("withheld", [False, True], ids=["namespaces", "no namespaces"])
@pytest.mark.parametrize("fork", [False, True], ids=["alone", "a forked child keeps the sockets open"])
def test_a_killed_parent_leaves_nothing(fork: bool, withheld: bool) -> None:
    code = textwrap.dedent(PARENT).format(path=[str(Path(__file__).parents[1])], fork=fork, withheld=withheld)
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdin is not None
    forked, *everyone = map(int, parent.stdout.readline().split())
    assert len(everyone) >= 5
    assert all(running(pid) for pid in everyone)
    began = time.monotonic()
    parent.kill()
    parent.wait()
    try:
        assert wait_until(lambda: gone(set(everyone)), 2)
        assert time.monotonic() - began < 1
    finally:
        parent.stdout.close()
        parent.stdin.close()
        if forked:
            os.kill(forked, signal.SIGKILL)


def test_two_hundred_runs_on_one_base_grow_nothing(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:

        def census() -> tuple[int, ...]:
            base.unpark()
            assert wait_until(lambda: descendants(base.pid) == set())
            (zygote,) = psutil.Process().children()
            bases_fds = base.request("exec", COUNT_FDS, deadline_s=5).payload
            return psutil.Process().num_fds(), int(bases_fds), len(descendants()), zygote.num_fds()

        base.run(job("1"))
        before = census()
        for turn in range(220):
            if turn % 2:
                base.park()
            source = "1 / 0" if turn % 5 == 0 else "x = [n for n in range(100)]\nlen(x)"
            base.run(job(source))
            if turn % 50 == 0:
                base.request("set", b"a=1", deadline_s=5)
        assert census() == before


COUNT_FDS = b"""
import os
answer = 0
for fd in range(256):
    try:
        os.lseek(fd, 0, 1)
        answer += 1
    except OSError as error:
        answer += error.errno != 9
"""
