"""The compiled filters, run on a small BPF machine for both architectures, and in the kernel for this one."""

from __future__ import annotations

import errno
import os
import signal
import struct
from collections.abc import Callable

import pytest
from macrocell.sandbox import seccomp
from macrocell.sandbox.lockdown import Kit
from macrocell.sandbox.syscall import ARCHITECTURES, Syscall, machine, numbers

ALLOW = 0x7FFF0000
KILL = 0x80000000
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def fail(number: int) -> int:
    return 0x00050000 | number


def answer(program: bytes, number: int, arguments: tuple[int, ...], arch: int) -> int:
    """What the kernel would do: the few instructions that the compiler emits."""
    padded = [argument & (2**64 - 1) for argument in (*arguments, *[0] * 6)][:6]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, arch, 0, *padded)
    code = list(struct.iter_unpack("=HBBI", program))
    at = accumulator = 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, value)
        elif operation == 0x54:
            accumulator &= value
        elif operation == 0x15:
            at += if_true if accumulator == value else if_false
        elif operation == 0x35:
            at += if_true if accumulator >= value else if_false
        else:
            assert operation == 0x06
            return value


@pytest.fixture(params=ARCHITECTURES)
def architecture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ask(policy: seccomp.Policy, architecture: str, name: str, *arguments: int) -> int:
    program = seccomp.compile_policy(policy, architecture)
    return answer(program, numbers(architecture)[name], arguments, ARCH[architecture])


FORK = 0x01200011

WORKER_ANSWERS: dict[tuple[object, ...], int] = {
    ("read", 3, 0, 1): ALLOW,
    ("write", 3, 0, 1): ALLOW,
    ("exit_group", 0): ALLOW,
    ("mmap", 0, 4096, 3, 0x22, -1, 0): ALLOW,
    ("mmap", 0, 4096, 3, 0x22, 0xFFFFFFFF, 0): ALLOW,
    ("mmap", 0, 4096, 7, 0x22, -1, 0): fail(errno.EPERM),
    ("mmap", 0, 4096, 3, 0x21, -1, 0): fail(errno.EPERM),
    ("mmap", 0, 4096, 3, 0x23, -1, 0): fail(errno.EPERM),
    ("mmap", 0, 4096, 3, 0x02, 3, 0): fail(errno.EPERM),
    ("mprotect", 0, 4096, 3): ALLOW,
    ("mprotect", 0, 4096, 5): fail(errno.EPERM),
    ("openat", -100, 0, 0): fail(errno.EPERM),
    ("newfstatat", 3, 0, 0, 0x1000): fail(errno.EPERM),
    ("socket", 1, 1, 0): fail(errno.EPERM),
    ("recvmsg", 3, 0, 0): fail(errno.EPERM),
    ("sendmsg", 3, 0, 0): fail(errno.EPERM),
    ("kill", 1, 9): fail(errno.EPERM),
    ("prctl", 1, 9): fail(errno.EPERM),
    ("seccomp", 1, 0, 0): fail(errno.EPERM),
    ("prlimit64", 0, 9, 0, 0): fail(errno.EPERM),
    ("ioctl", 0, 0x5412, 0): fail(errno.ENOTTY),
    ("clone3", 0, 0): fail(errno.ENOSYS),
    ("clone", FORK, 0): KILL,
    ("execve", 0, 0, 0): KILL,
    ("ptrace", 0, 0): KILL,
}

BASE_ANSWERS: dict[tuple[object, ...], int] = {
    ("recvmsg", 3, 0, 0): ALLOW,
    ("sendto", 3, 0, 1): ALLOW,
    ("sendmsg", 3, 0, 0): fail(errno.EPERM),
    ("wait4", -1, 0, 1): ALLOW,
    ("clone", FORK, 0): ALLOW,
    ("clone", FORK, 8): fail(errno.EPERM),
    ("clone", FORK | 0x10000000, 0): fail(errno.EPERM),
    ("clone", FORK | 1 << 32, 0): fail(errno.EPERM),
    ("clone", 0x3D0F00, 0): fail(errno.EPERM),
    ("prctl", 1, 9): ALLOW,
    ("prctl", 1, 0): fail(errno.EPERM),
    ("prctl", 4, 9): fail(errno.EPERM),
    ("seccomp", 1, 0, 0): ALLOW,
    ("seccomp", 1, 8, 0): fail(errno.EPERM),
    ("prlimit64", 0, 9, 0, 0): ALLOW,
    ("prlimit64", 1, 9, 0, 0): fail(errno.EPERM),
    ("fcntl", 3, 1): ALLOW,
    ("fcntl", 3, 3): ALLOW,
    ("fcntl", 3, 4): fail(errno.EPERM),
    ("landlock_restrict_self", 3, 0): ALLOW,
    ("landlock_add_rule", 3, 1, 0, 0): fail(errno.EPERM),
    ("execve", 0, 0, 0): KILL,
    ("unshare", 0): KILL,
}


@pytest.mark.parametrize("call", WORKER_ANSWERS, ids=str)
def test_the_worker_filter_answers(call: tuple[object, ...], architecture: str) -> None:
    name, *arguments = call
    assert ask(seccomp.WORKER, architecture, name, *arguments) == WORKER_ANSWERS[call]  # type: ignore[arg-type]


@pytest.mark.parametrize("call", BASE_ANSWERS, ids=str)
def test_the_base_filter_answers(call: tuple[object, ...], architecture: str) -> None:
    name, *arguments = call
    assert ask(seccomp.BASE, architecture, name, *arguments) == BASE_ANSWERS[call]  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", [seccomp.BASE, seccomp.WORKER], ids=["base", "worker"])
def test_every_call_number_has_the_answer_of_its_list(policy: seccomp.Policy, architecture: str) -> None:
    program = seccomp.compile_policy(policy, architecture)
    names = {number: name for name, number in numbers(architecture).items()}
    for number in range(1024):
        name = names.get(number, "")
        found = answer(program, number, (0xFFFFFFFF,) * 6, ARCH[architecture])
        if name in policy.kill:
            assert found == KILL
        elif name in policy.fail:
            assert found == fail(policy.fail[name])
        elif policy.allow.get(name) == ((),):
            assert found == ALLOW
        else:
            assert found == fail(errno.EPERM)


def test_another_architecture_is_killed(architecture: str) -> None:
    program = seccomp.compile_policy(seccomp.WORKER, architecture)
    for arch in (0x40000003, *(value for name, value in ARCH.items() if name != architecture)):
        assert answer(program, numbers(architecture)["read"], (), arch) == KILL


def test_the_x32_numbers_are_killed() -> None:
    program = seccomp.compile_policy(seccomp.WORKER, "x86_64")
    assert answer(program, 0x40000000, (), ARCH["x86_64"]) == KILL
    assert answer(program, 0x40000000 + 39, (), ARCH["x86_64"]) == KILL
    assert answer(program, -1, (), ARCH["x86_64"]) == KILL


def test_the_lists_do_not_overlap() -> None:
    for policy in (seccomp.BASE, seccomp.WORKER):
        assert not policy.kill & policy.allow.keys()
        assert not policy.kill & policy.fail.keys()
        assert not policy.fail.keys() & policy.allow.keys()


def test_every_name_of_the_lists_is_in_the_table() -> None:
    known = numbers("x86_64").keys() | numbers("aarch64").keys()
    for policy in (seccomp.BASE, seccomp.WORKER):
        assert policy.allow.keys() | policy.fail.keys() | policy.kill <= known


def in_child(body: Callable[[], int]) -> int:
    """The wait status of a forked process that runs body and exits with its answer."""
    child = os.fork()
    if child == 0:
        status = 255
        try:
            status = body()
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1]


def test_the_kernel_takes_the_filter_and_obeys_it() -> None:
    kit = Kit(frozenset())
    program = seccomp.Filter(seccomp.compile_policy(seccomp.WORKER, machine()))

    def body() -> int:
        kit.syscall("prctl", 38, 1, 0, 0, 0)
        program.install(kit.syscall)
        return -kit.syscall.try_call("openat", -100, b"/etc/passwd", 0)

    assert os.waitstatus_to_exitcode(in_child(body)) == errno.EPERM


def test_the_kernel_kills_for_what_only_an_attacker_calls() -> None:
    kit = Kit(frozenset())
    program = seccomp.Filter(seccomp.compile_policy(seccomp.WORKER, machine()))

    def body() -> int:
        kit.syscall("prctl", 38, 1, 0, 0, 0)
        program.install(kit.syscall)
        return kit.syscall.try_call("ptrace", 0, 0, 0, 0)

    status = in_child(body)
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGSYS


def test_the_kernel_here_has_filters() -> None:
    assert seccomp.available(Syscall())
