"""The unsafe level: all in this process, the same reports, stopped between two instructions, and nothing of it left."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, BaseDied, ForkedError, HostRefused, Limits, SandboxClosed, Supervision
from macrocell.sandbox.portable.stopper import ThreadStopper
from macrocell.sandbox.stop import Stop
from support.toy import job, raw, supervised, toy_base


@pytest.fixture
def supervision() -> Iterator[Supervision]:
    with supervised("unsafe") as found:
        yield found


@pytest.fixture
def base(supervision: Supervision) -> Iterator[Base]:
    with toy_base(supervision) as found:
        yield found


def test_a_run_sees_the_state_of_the_base_and_changes_only_its_own(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=5)
    assert base.run(job("toy.set('a', 5).get('a')")).value == 5
    assert base.run(job("toy.get('a')")).value == 1


def test_a_run_is_in_this_process(base: Base) -> None:
    assert raw(base, "import os\nanswer = os.getpid()").payload == str(os.getpid()).encode()
    assert base.pid == os.getpid()


# A stop that falls into a callback of the collector is lost there, and told so; the next one counts.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("source", "limits", "name"),
    [
        ("x = 1\nwhile True:\n    x += 1", Limits(wall_s=0.2), "wall_s"),
        ("x = 1\nwhile True:\n    x += 1", Limits(cpu_s=0.2), "cpu_s"),
        ("while True:\n    try:\n        str(1)\n    except Exception:\n        pass", Limits(wall_s=0.2), "wall_s"),
        ("while True:\n    try:\n        str(1)\n    finally:\n        continue", Limits(wall_s=0.2), "wall_s"),
    ],
)
def test_a_run_is_stopped_at_its_limit_of_time(base: Base, source: str, limits: Limits, name: str) -> None:
    report = base.run(job(source, limits=limits))
    assert report.status == "limit"
    assert report.error is not None
    assert report.error.limit_name == name
    assert report.error.line is not None
    assert base.run(job("1 + 1")).value == 2


def test_a_run_in_another_thread_is_stopped_too_and_this_one_is_not(base: Base) -> None:
    reports: list[str] = []
    thread = threading.Thread(
        target=lambda: reports.append(base.run(job("while True:\n    pass", limits=Limits(wall_s=0.2))).status)
    )
    thread.start()
    thread.join(20)
    assert reports == ["limit"]


def test_signals_and_the_collector_are_as_before(base: Base) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGUSR1)]
    for source in ("1", "1 / 0", "import os"):
        base.run(job(source))
    assert [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGUSR1)] == before
    assert gc.isenabled()


def test_a_refusal_of_the_host_leaves_the_base_as_it_was(base: Base) -> None:
    with pytest.raises(HostRefused) as caught:
        base.request("refuse", deadline_s=5)
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("toy", "not today", "tomorrow")
    assert base.alive


def test_an_error_that_is_none_of_the_hosts_ends_the_base_and_is_its_cause(base: Base) -> None:
    with pytest.raises(BaseDied) as caught:
        base.request("nope", deadline_s=5)
    assert caught.value.message == "nope: ValueError: no op nope"
    assert isinstance(caught.value.__cause__, ValueError)
    assert not base.alive


def test_what_is_closed_refuses(supervision: Supervision, base: Base) -> None:
    base.close()
    with pytest.raises(SandboxClosed):
        base.run(job("1"))
    supervision.close()
    with pytest.raises(SandboxClosed):
        supervision.open_base(deadline_s=5)


def test_in_a_forked_process_every_call_is_refused(supervision: Supervision, base: Base) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of a fork beside threads
        child = os.fork()
    if child == 0:
        status = 1
        try:
            try:
                base.run(job("1"))
            except ForkedError:
                status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_the_stop_does_not_come_after_disarm_has_returned() -> None:
    stopper = ThreadStopper()
    for _ in range(20):
        caught = False
        try:
            stopper.arm(Limits(wall_s=0.001), sys._getframe().f_code)
            while True:
                pass
        except Stop:
            caught = True
        while True:
            try:
                stopper.disarm()
            except Stop:
                continue
            break
        sum(range(1000))
        assert caught


def test_the_stop_waits_while_it_is_held() -> None:
    stopper = ThreadStopper()
    reached = False
    try:
        stopper.arm(Limits(wall_s=0.01), sys._getframe().f_code)
        with stopper.held():
            while stopper.tripped is None:
                pass
            reached = True
        while True:
            pass
    except Stop:
        pass
    finally:
        stopper.disarm()
    assert reached


TRACED = """
import sys
from macrocell.sandbox import Limits
from macrocell.sandbox.portable.stopper import ThreadStopper

stopper = ThreadStopper()
stopper.arm(Limits(), sys._getframe().f_code)
stopper.disarm()
sys.settrace(lambda *_: None)
print(len(str(1)))
"""


def test_a_tracer_of_the_application_works_after_a_run() -> None:
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
