"""The process level, forced here: a new process for each run, brought to the state of a base that runs no macro."""

from __future__ import annotations

import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from macrocell.sandbox import (
    Base,
    BaseDied,
    BaseTimeout,
    ForkedError,
    HostRefused,
    Limits,
    SandboxClosed,
    SandboxError,
    Supervision,
    supervise,
)
from macrocell.sandbox.level import Changing
from macrocell.sandbox.portable.base import SpawnedBase
from support.toy import HOST, descendants, gone, job, raw, running, supervised, toy_base, wait_until


@pytest.fixture(scope="module")
def supervision() -> Iterator[Supervision]:
    with supervised("process") as found:
        yield found


@pytest.fixture
def base(supervision: Supervision) -> Iterator[Base]:
    with toy_base(supervision) as found:
        yield found


def test_a_run_sees_the_state_of_the_base_and_changes_only_its_own(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=20)
    assert base.run(job("toy.set('a', 5).get('a')")).value == 5
    assert base.run(job("toy.get('a')")).value == 1
    base.request("set", b"a=2", deadline_s=20)
    assert base.run(job("toy.get('a')")).value == 2


def test_what_was_served_before_a_new_beginning_does_not_count(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=20)
    base.park()
    base.request("begin", deadline_s=20)
    report = base.run(job("toy.get('a')"))
    assert report.error is not None
    assert report.error.message == "no number a"


def test_a_parked_worker_learns_what_came_after_it_was_parked(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=20)
    base.park()
    (worker,) = descendants() - {base.pid}
    base.request("set", b"a=2", deadline_s=20)
    report = raw(base, "import os\nanswer = (os.getpid(), host.numbers['a'])")
    assert report.payload.decode() == str((worker, 2))


def test_a_parked_worker_that_was_killed_is_replaced(base: Base) -> None:
    base.park()
    (worker,) = descendants() - {base.pid}
    os.kill(worker, signal.SIGKILL)
    assert base.run(job("1 + 1")).value == 2


def test_each_run_is_a_process_of_its_own_and_none_is_the_base(base: Base) -> None:
    pids = {int(raw(base, "import os\nanswer = os.getpid()").payload) for _ in range(3)}
    assert len(pids | {base.pid, os.getpid()}) == 5
    assert wait_until(lambda: gone(pids))


def test_its_environment_is_empty_and_it_stands_in_the_root_folder(base: Base) -> None:
    report = raw(base, "import os\nanswer = (sorted(os.environ), os.getppid())")
    names, parent = eval(report.payload.decode())
    assert set(names) <= {"LC_CTYPE"}
    assert parent == os.getpid()
    assert os.readlink(f"/proc/{base.pid}/cwd") == "/"


def test_what_a_run_patches_is_gone_with_it(base: Base) -> None:
    raw(base, "import builtins\nbuiltins.len = None\nhost.numbers['a'] = 9")
    assert base.run(job("len('ab')")).value == 2


def test_a_worker_can_open_nothing_and_write_no_file(base: Base) -> None:
    code = (
        "import os, resource, socket\nanswer = []\n"
        "for attempt in (lambda: open('/etc/passwd'), os.pipe, socket.socketpair):\n"
        "    try:\n        attempt()\n        answer.append('done')\n"
        "    except OSError as error:\n        answer.append(error.errno)\n"
        "answer.append(resource.getrlimit(resource.RLIMIT_FSIZE))\n"
        "answer.append(resource.getrlimit(resource.RLIMIT_NPROC))"
    )
    assert eval(raw(base, code).payload.decode()) == [24, 24, 24, (0, 0), (0, 0)]


def test_a_print_into_the_real_standard_output_goes_nowhere(base: Base) -> None:
    assert raw(base, "import os\nanswer = os.write(1, b'{}')").payload == b"2"


@pytest.mark.parametrize(
    ("source", "limits", "name", "line"),
    [
        ("x = 1\nwhile True:\n    x += 1", Limits(wall_s=0.3), "wall_s", {2, 3}),
        ("x = 1\nwhile True:\n    x += 1", Limits(cpu_s=0.3), "cpu_s", {2, 3}),
        ("x = 1\nsum(range(10**10))", Limits(wall_s=0.3), "wall_s", {2}),
        ("x = 1\nsum(range(10**10))", Limits(cpu_s=0.3), "cpu_s", {2}),
        ("x = 'a' * 10**10", Limits(), "memory_bytes", {1}),
        ("x = []\nwhile True:\n    x.append('a' * 1000)", Limits(memory_bytes=64 << 20), "memory_bytes", {3}),
    ],
)
def test_a_run_is_stopped_at_its_limit(base: Base, source: str, limits: Limits, name: str, line: set[int]) -> None:
    report = base.run(job(source, limits=limits))
    assert report.status == "limit"
    assert report.error is not None
    assert report.error.limit_name == name
    assert report.error.line in line
    assert base.run(job("1 + 1")).value == 2


def test_where_there_are_no_resource_limits_the_parent_ends_a_run_for_its_memory() -> None:
    with supervised("process", "support.toy_unlimited:ToyHost") as supervision, toy_base(supervision) as base:
        code = "import time\nheld = b'x' * (300 << 20)\nwhile True:\n    time.sleep(1)"
        report = raw(base, code, limits=Limits(wall_s=20, memory_bytes=100 << 20))
        assert report.status == "limit"
        assert report.error is not None
        assert report.error.message == "the macro needed more memory than its limit of 100 MiB"


FIND = "import os, stat\nfd = next(n for n in range(3, 20) if stat.S_ISFIFO(os.fstat(n).st_mode))\n"
"""The worker's own way to its parent."""

HOSTILE = {
    "killed": ("import os\nos.kill(os.getpid(), 9)", "died"),
    "exited": ("import os\nos._exit(3)", "died"),
    "no frames": (f"{FIND}\nos.write(fd, b'\\xff' * 8)\nimport time\ntime.sleep(60)", "tampered"),
    "flood of its trace": ("import os\nwhile True:\n    os.write(2, b'x' * 4096)", "limit"),
    "signals blocked": (
        "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\nwhile True:\n    time.sleep(9)",
        "limit",
    ),
}


@pytest.mark.parametrize(("code", "status"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_worker_ends_as_a_report(base: Base, code: str, status: str) -> None:
    report = raw(base, code, limits=Limits(wall_s=1))
    assert report.status == status
    assert base.run(job("1 + 1")).value == 2


def test_a_process_left_behind_with_the_workers_pipe_holds_nothing_up(base: Base) -> None:
    """Where the user is root, the limit of processes does not hold."""
    if os.getuid() != 0:
        pytest.skip("only root can start a process here")
    code = "import os, signal\npid = os.fork()\nif pid == 0:\n    os.setsid()\n    signal.pause()\nanswer = pid"
    report = raw(base, code, limits=Limits(wall_s=20))
    try:
        assert report.status == "done"
        assert base.run(job("1 + 1")).value == 2
    finally:
        os.kill(int(report.payload), signal.SIGKILL)


def test_a_flood_of_frames_is_tampering_and_fills_no_memory(base: Base) -> None:
    code = (
        "import os\nfrom macrocell.sandbox.frame import Chunk\nfrom macrocell.sandbox.wire import pack\n"
        "data = pack(Chunk(0, b'x' * (1 << 20)))\nwhile True:\n    view = memoryview(data)\n    while view:\n"
        "        view = view[os.write(fd, view):]\n"
    )
    before = psutil.Process().memory_info().rss
    report = raw(base, FIND + code, limits=Limits(wall_s=20))
    assert report.status == "tampered"
    assert psutil.Process().memory_info().rss - before < 200 << 20


def test_a_refusal_of_the_host_leaves_the_base_and_its_history_as_they_were(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=20)
    with pytest.raises(HostRefused) as caught:
        base.request("refuse", deadline_s=20)
    assert (caught.value.message, caught.value.hint) == ("not today", "tomorrow")
    assert base.run(job("toy.get('a')")).value == 1


def test_a_request_past_its_deadline_ends_the_base(base: Base) -> None:
    with pytest.raises(BaseTimeout) as caught:
        base.request("sleep", b"60", deadline_s=0.3)
    assert caught.value.message == "'sleep' took longer than 0.3 s"
    assert not base.alive
    with pytest.raises(BaseDied):
        base.request("echo", deadline_s=5)


def test_a_blob_larger_than_any_pipe_comes_back_whole(base: Base) -> None:
    blob = os.urandom(3 << 20)
    reply = base.request("echo", b"p", [blob], deadline_s=20)
    assert (reply.payload, b"".join(reply.blob)) == (b"p", blob)


def test_an_error_that_is_none_of_the_hosts_ends_the_base(base: Base) -> None:
    with pytest.raises(BaseDied) as caught:
        base.request("nope", deadline_s=20)
    assert caught.value.message == "nope: ValueError: no op nope"


def test_a_killed_base_is_base_died(base: Base) -> None:
    os.kill(base.pid, signal.SIGKILL)
    with pytest.raises(BaseDied):
        base.request("echo", deadline_s=20)


def test_a_run_can_be_cancelled(base: Base) -> None:
    cancelled = threading.Event()
    timer = threading.Timer(0.3, cancelled.set)
    timer.start()
    report = base.run(job("while True:\n    pass"), cancelled=cancelled)
    timer.join()
    assert report.error is not None
    assert report.error.code == "cancelled"


def test_close_ends_a_run_under_way_and_everything(supervision: Supervision) -> None:
    base = supervision.open_base(deadline_s=20)
    ended: list[object] = []

    def run() -> None:
        try:
            ended.append(base.run(job("while True:\n    pass")))
        except SandboxError as error:
            ended.append(error)

    before = descendants()
    thread = threading.Thread(target=run)
    thread.start()
    assert wait_until(lambda: len(descendants() - before) == 1)
    mine = {base.pid} | (descendants() - before)
    base.close()
    thread.join(10)
    assert len(ended) == 1
    assert wait_until(lambda: gone(mine))
    with pytest.raises(SandboxClosed):
        base.run(job("1"))


def test_a_host_that_cannot_be_loaded_is_one_clear_error() -> None:
    supervision = supervise(host="no_such_module:Host", level="process", changing=Changing("", ()))
    with pytest.raises(BaseDied) as caught:
        supervision.open_base(deadline_s=20)
    assert caught.value.message == ("the base could not start (ModuleNotFoundError: No module named 'no_such_module')")
    supervision.close()


def test_many_runs_leave_no_descriptor_thread_or_process(base: Base) -> None:
    base.run(job("1"))

    def census() -> tuple[int, int, int]:
        base.unpark()
        assert wait_until(lambda: len(descendants()) == 1)
        return len(os.listdir("/proc/self/fd")), threading.active_count(), len(descendants())

    before = census()
    for _ in range(6):
        base.park()
        base.run(job("1 + 1"))
    assert census() == before


def test_handles_that_are_let_go_without_close_leave_nothing() -> None:
    supervision = supervise(host=HOST, level="process", changing=Changing("", ()))
    base = supervision.open_base(deadline_s=20)
    base.park()
    mine = descendants()
    assert len(mine) == 2
    del base, supervision
    gc.collect()
    assert wait_until(lambda: gone(mine))


def test_in_a_forked_process_every_call_is_refused_and_close_harms_nobody(supervision: Supervision, base: Base) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of a fork beside threads
        child = os.fork()
    if child == 0:
        status = 1
        try:
            refused = 0
            for call in (lambda: supervision.open_base(deadline_s=5), lambda: base.run(job("1")), base.park):
                try:
                    call()
                except ForkedError:
                    refused += 1
            base.close()
            status = 0 if refused == 3 else 1
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert base.run(job("1 + 1")).value == 2


PARENT = """
import sys, threading
sys.path[:0] = {path!r}
from support.toy import descendants, job, supervised, wait_until
with supervised("process") as supervision:
    base = supervision.open_base(deadline_s=20)
    base.park()
    source = {source!r}
    threading.Thread(target=lambda: base.run(job(source, limits={limits})), daemon=True).start()
    base_and_worker = lambda: len(descendants()) == 2
    assert wait_until(base_and_worker, 20)
    print(*sorted(descendants()), flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("source", "limits"),
    [("while True:\n    pass", "None"), ("sum(range(10**11))", "__import__('macrocell').Limits(wall_s=1)")],
    ids=["a loop", "one long call, until its own clock"],
)
def test_a_killed_parent_leaves_nothing(source: str, limits: str) -> None:
    code = textwrap.dedent(PARENT).format(path=[str(Path(__file__).parents[2])], source=source, limits=limits)
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdin is not None
    everyone = set(map(int, parent.stdout.readline().split()))
    assert len(everyone) == 2
    assert all(running(pid) for pid in everyone)
    parent.kill()
    parent.wait()
    assert wait_until(lambda: gone(everyone), 5)
    parent.stdout.close()
    parent.stdin.close()


def test_the_report_says_what_holds_and_what_does_not(supervision: Supervision) -> None:
    layers = {layer.name: layer for layer in supervision.isolation().layers}
    assert [name for name, layer in layers.items() if layer.applied] == ["language", "process", "time", "limits"]
    assert layers["seccomp"].cure == "isolation='kernel' on Linux"


def test_no_handle_of_the_kernel_level_stands_behind_it(base: Base) -> None:
    assert isinstance(base, SpawnedBase)
    assert psutil.Process(base.pid).rlimit(resource.RLIMIT_NOFILE)[0] > 0
    status = Path(f"/proc/{base.pid}/status").read_text()
    assert "Seccomp:\t0" in status
    assert HOST
