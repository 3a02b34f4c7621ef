"""Landlock alone, without the filter before it."""

from __future__ import annotations

import errno
import os
import signal
import socket
from collections.abc import Callable

import pytest
from macrocell.sandbox import landlock
from macrocell.sandbox.syscall import Syscall

SYSCALL = Syscall()
ABI = landlock.abi(SYSCALL)

needs_landlock = pytest.mark.skipif(ABI == 0, reason="this kernel has no Landlock")
needs_scopes = pytest.mark.skipif(ABI < 6, reason="this kernel's Landlock has no scopes")


def in_domain(body: Callable[[], object]) -> int:
    """The errno that body raised inside a domain, 0 when it raised none."""
    child = os.fork()
    if child == 0:
        status = 255
        try:
            SYSCALL("prctl", 38, 1, 0, 0, 0)
            landlock.Domain(ABI).enter(SYSCALL)
            body()
            status = 0
        except OSError as error:
            status = error.errno or 254
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@needs_landlock
@pytest.mark.parametrize(
    "body",
    [
        lambda: os.open("/etc/passwd", os.O_RDONLY),
        lambda: os.listdir("/"),
        lambda: os.open("/tmp/macrocell-test-file", os.O_CREAT | os.O_WRONLY),
        lambda: os.mkdir("/tmp/macrocell-test-dir"),
        lambda: os.execv("/bin/true", ["true"]),
    ],
    ids=["read", "list", "create", "mkdir", "exec"],
)
def test_no_file_can_be_reached(body: Callable[[], object]) -> None:
    assert in_domain(body) == errno.EACCES


@needs_landlock
def test_no_tcp_port_can_be_reached() -> None:
    assert in_domain(lambda: socket.socket().connect(("127.0.0.1", 9))) in (errno.EACCES, errno.ECONNREFUSED)
    if ABI >= 4:
        assert in_domain(lambda: socket.socket().bind(("127.0.0.1", 0))) == errno.EACCES


@needs_scopes
def test_no_process_outside_can_be_signalled() -> None:
    assert in_domain(lambda: os.kill(os.getppid(), 0)) == errno.EPERM


@needs_scopes
def test_no_abstract_socket_outside_can_be_reached() -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("\0macrocell-test")
        listener.listen()
        assert in_domain(lambda: socket.socket(socket.AF_UNIX).connect("\0macrocell-test")) == errno.EPERM


@needs_scopes
def test_a_nested_domain_cannot_signal_the_one_around_it() -> None:
    def body() -> None:
        base = os.getpid()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                landlock.Domain(ABI).enter(SYSCALL)
                os.kill(base, 0)
            except OSError as error:
                status = error.errno or 1
            finally:
                os._exit(status)
        os.kill(child, 0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        raise OSError(status, "from the child")

    assert in_domain(body) == errno.EPERM


@needs_landlock
def test_a_process_it_forked_can_be_signalled() -> None:
    def body() -> None:
        child = os.fork()
        if child == 0:
            signal.pause()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)

    assert in_domain(body) == 0


@pytest.mark.parametrize(
    ("version", "text"),
    [
        (1, "ABI 1: files denied"),
        (4, "ABI 4: files, TCP denied"),
        (7, "ABI 7: files, TCP, abstract sockets and signals denied"),
    ],
)
def test_the_report_says_what_a_version_covers(version: int, text: str) -> None:
    assert landlock.describe(version) == text
