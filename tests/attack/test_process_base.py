"""Raw Python in a base: what a base that fell could still not do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from macrocell.sandbox import Base, BaseDied, Supervisor
from support.raw import PRELUDE
from support.toy import job, toy_base, toy_supervisor

DENIED = {
    "open": ("attempt(open, '/etc/passwd')", "EPERM"),
    "stat": ("attempt(os.stat, '/etc/passwd')", "EPERM"),
    "socket": ("attempt(socket.socket)", "EPERM"),
    "abstract socket": ("attempt(socket.socket, socket.AF_UNIX)", "EPERM"),
    "kill its parent": ("attempt(os.kill, os.getppid(), 9)", "EPERM"),
    "thread by clone": ("call('clone', 0x3d0f00, page, 0, 0, 0)", "EPERM"),
    "fork with other flags": ("call('clone', 0x01200011 | 0x10000000, 0, 0, 0, 0)", "EPERM"),
    "fork with flags in the high half": ("call('clone', (1 << 32) | 0x01200011, 0, 0, 0, 0)", "EPERM"),
    "fork with a stack": ("call('clone', 0x01200011, page, 0, 0, 0)", "EPERM"),
    "clone3": ("call('clone3', None, 0)", "ENOSYS"),
    "descriptors upwards": ("call('sendmsg', 3, buffer, 0)", "EPERM"),
    "limits of its parent": ("call('prlimit64', os.getppid(), 7, None, buffer)", "EPERM"),
    "more descriptors": ("call('prlimit64', 0, 7, struct.pack('QQ', 1000, 1000), None)", "EPERM"),
    "files of any size": ("call('prlimit64', 0, 1, struct.pack('QQ', 1 << 40, 1 << 40), None)", "EPERM"),
    "prctl other than the death signal": ("call('prctl', 4, 1, 0, 0, 0)", "EPERM"),
    "death signal off": ("call('prctl', 1, 0, 0, 0, 0)", "EPERM"),
    "another kind of filter": ("call('seccomp', 0, 0, None)", "EPERM"),
    "a filter with flags": ("call('seccomp', 1, 8, buffer)", "EPERM"),
    "fcntl set owner": ("call('fcntl', 3, 8, os.getppid())", "EPERM"),
    "mmap executable": ("call('mmap', 0, 4096, 7, 0x22, -1, 0)", "EPERM"),
    "setuid": ("attempt(os.setuid, 0)", "EPERM"),
}

KILLED = {
    "exec": "os.execv('/bin/true', ['true'])",
    "ptrace": "call('ptrace', 0x4206, os.getppid(), 0, 0)",
    "unshare": "call('unshare', 0x10000000)",
    "memfd_create": "os.memfd_create('x')",
    "pidfd_open": "os.pidfd_open(os.getppid())",
}


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture(scope="module")
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


@pytest.mark.parametrize("name", DENIED)
def test_an_attempt_is_denied(base: Base, name: str) -> None:
    code, outcome = DENIED[name]
    assert base.request("exec", f"{PRELUDE}\nanswer = {code}".encode(), deadline_s=10).payload.decode() == outcome
    assert base.run(job("1 + 1")).value == 2


@pytest.mark.parametrize("name", KILLED)
def test_an_attempt_ends_the_base(supervisor: Supervisor, name: str) -> None:
    with toy_base(supervisor) as base:
        with pytest.raises(BaseDied) as caught:
            base.request("exec", f"{PRELUDE}\n{KILLED[name]}".encode(), deadline_s=10)
        assert caught.value.message == "the base died while it served 'exec'"
    with toy_base(supervisor) as base:
        assert base.run(job("1 + 1")).value == 2


def test_the_only_descriptors_are_those_it_needs(base: Base) -> None:
    code = f"{PRELUDE}\nanswer = [fd for fd in range(1024) if call('fstat', fd, buffer) == 'ok']"
    null_null_trace_socket_statm_wake = [0, 1, 2, 3, 4, 5, 6]
    assert base.request("exec", code.encode(), deadline_s=10).payload.decode() == repr(
        null_null_trace_socket_statm_wake
    )
