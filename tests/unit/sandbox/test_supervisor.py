"""Starting, sharing, ending: the life of the zygote and its bases as the parent sees it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from macrocell.sandbox import (
    Base,
    BaseDied,
    ForkedError,
    IsolationUnavailable,
    SandboxClosed,
    SandboxError,
    Supervisor,
)
from macrocell.sandbox.supervisor import Withheld
from support.toy import HOST, descendants, job, toy_base, toy_supervisor, wait_until


def test_nothing_starts_before_it_is_needed() -> None:
    with toy_supervisor():
        assert descendants() == set()


def test_close_ends_everything() -> None:
    before = len(os.listdir("/proc/self/fd"))
    with toy_supervisor() as supervisor:
        bases = [supervisor.open_base(deadline_s=20) for _ in range(3)]
        bases[0].park()
        assert len(descendants()) >= 4
        supervisor.close()
        assert descendants() == set()
        assert not any(base.alive for base in bases)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_closed_supervisor_refuses_by_name() -> None:
    with toy_supervisor() as supervisor:
        base = supervisor.open_base(deadline_s=20)
        supervisor.close()
        for call in (lambda: supervisor.open_base(deadline_s=5), lambda: base.run(job("1"))):
            with pytest.raises(SandboxClosed) as caught:
                call()
            assert caught.value.message == "the engine was closed"


def test_without_seccomp_nothing_runs_and_every_layer_and_the_cure_are_named() -> None:
    withheld = Withheld(namespaces=True, layers=frozenset({"seccomp"}))
    with toy_supervisor(withheld=withheld) as supervisor:
        with pytest.raises(IsolationUnavailable) as caught:
            supervisor.open_base(deadline_s=20)
        assert caught.value.message == (
            "isolation level 'kernel' cannot be had: no seccomp (this kernel or container offers no seccomp filters); "
            "the others: process applied, privileges applied, limits applied, landlock applied, namespaces missing"
        )
        assert caught.value.hint == (
            "run it in a Linux container or virtual machine, or under WSL2; or choose isolation='process' knowingly: "
            "then the language layer alone stands between a macro and this user's files and network"
        )
        report = supervisor.isolation()
        assert report.layers == caught.value.layers
        assert not report.complete
        assert wait_until(lambda: len(descendants()) <= 2)


def test_the_report_names_every_layer_in_order() -> None:
    with toy_supervisor() as supervisor:
        report = supervisor.isolation()
        assert (report.level, report.complete) == ("kernel", True)
        assert [layer.name for layer in report.layers] == [
            "process",
            "privileges",
            "limits",
            "landlock",
            "seccomp",
            "namespaces",
        ]
        assert all(layer.applied or layer.cure for layer in report.layers)
        assert next(layer for layer in report.layers if layer.name == "seccomp").applied


@pytest.mark.parametrize("name", ["landlock", "namespaces"])
def test_a_second_wall_that_is_missing_is_reported_and_the_rest_holds(name: str) -> None:
    withheld = Withheld(namespaces=name == "namespaces", layers=frozenset({name} - {"namespaces"}))
    with toy_supervisor(withheld=withheld) as supervisor, toy_base(supervisor) as base:
        (layer,) = (layer for layer in supervisor.isolation().layers if layer.name == name)
        assert not layer.applied
        assert base.run(job("1 + 1")).value == 2


def test_bases_do_not_know_each_other() -> None:
    with toy_supervisor() as supervisor, toy_base(supervisor) as one, toy_base(supervisor) as other:
        one.request("set", b"a=1", deadline_s=5)
        other.request("set", b"a=2", deadline_s=5)
        assert [base.run(job("toy.get('a')")).value for base in (one, other)] == [1, 2]


def test_bases_open_from_many_threads_at_once() -> None:
    with toy_supervisor() as supervisor:
        values: list[object] = []

        def serve() -> None:
            with toy_base(supervisor) as base:
                values.append(base.run(job("1 + 1")).value)

        threads = [threading.Thread(target=serve) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert values == [2] * 6


def test_handles_that_are_let_go_without_close_leave_nothing() -> None:
    before = len(os.listdir("/proc/self/fd"))
    supervisor = Supervisor(host=HOST)
    base = supervisor.open_base(deadline_s=20)
    base.park()
    with pytest.raises(BaseDied):
        base.request("nope", deadline_s=5)
    other = supervisor.open_base(deadline_s=20)
    other.park()
    del base, other, supervisor
    gc.collect()
    assert wait_until(lambda: descendants() == set())
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_thread_that_started_the_zygote_may_end() -> None:
    with toy_supervisor() as supervisor:
        bases: list[Base] = []
        thread = threading.Thread(target=lambda: bases.append(supervisor.open_base(deadline_s=20)))
        thread.start()
        thread.join()
        assert bases[0].run(job("1 + 1")).value == 2


def test_in_a_forked_process_every_call_is_refused_and_close_harms_nobody() -> None:
    with toy_supervisor() as supervisor, toy_base(supervisor) as base:
        base.park()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                messages = []
                calls = (
                    lambda: supervisor.open_base(deadline_s=5),
                    lambda: base.run(job("1")),
                    lambda: base.request("echo", deadline_s=5),
                    base.park,
                )
                for call in calls:
                    try:
                        call()
                    except ForkedError as error:
                        messages.append(error.message)
                supervisor.close()
                expected = "this process was forked after the engine was made, and cannot use it"
                status = 0 if messages == [expected] * len(calls) else 1
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert base.run(job("1 + 1")).value == 2


def test_a_host_that_cannot_be_loaded_is_one_clear_error() -> None:
    supervisor = Supervisor(host="no_such_module:Host")
    with pytest.raises(SandboxError) as caught:
        supervisor.open_base(deadline_s=20)
    assert caught.value.message == ("the zygote could not start: ModuleNotFoundError: No module named 'no_such_module'")
    supervisor.close()
    assert descendants() == set()


def test_a_host_that_cannot_be_made_is_base_died() -> None:
    supervisor = Supervisor(host="fractions:Fraction.no")
    with pytest.raises(SandboxError):
        supervisor.open_base(deadline_s=20)
    supervisor.close()
    supervisor = Supervisor(host="support.toy_host:ToyValue")
    with pytest.raises((BaseDied, SandboxError)):
        with toy_base(supervisor) as base:
            base.request("echo", deadline_s=5)
    supervisor.close()


def test_it_starts_in_a_process_with_closed_standard_descriptors_and_blocked_signals() -> None:
    code = (
        "import os, signal, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "out = os.dup(1)\n"
        "os.closerange(0, 3)\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGCHLD, signal.SIGUSR1})\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "from macrocell.sandbox import Limits\n"
        "from support.toy import job, toy_base, toy_supervisor\n"
        "with toy_supervisor() as supervisor, toy_base(supervisor) as base:\n"
        "    value = base.run(job('1 + 1')).value\n"
        "    limit = base.run(job('while True:\\n    pass', limits=Limits(wall_s=0.2))).status\n"
        "os.write(out, f'{value} {limit}'.encode())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert done.stdout == b"2 limit"


def test_importing_the_floor_loads_nothing_of_the_language_layer() -> None:
    code = (
        "import sys, macrocell.sandbox\n"
        "heavy = {'RestrictedPython', 'lxml', 'psutil', 'ctypes', 'macrocell.sandbox.program'}\n"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
