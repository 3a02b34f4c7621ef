"""Who is at the other end is what the kernel says, by whichever way it says it."""

from __future__ import annotations

import os
import socket

import pytest
from macrocell.sandbox import peer


def test_both_ways_of_asking_agree() -> None:
    child = os.fork()
    if child == 0:
        os.read(0, 0)
        while True:
            os.sched_yield()
    pidfd = os.pidfd_open(child)
    try:
        assert peer.identify(pidfd) == peer._identify_by_proc(pidfd) == (child, os.getpid())
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(pidfd)


def test_a_process_that_is_gone_has_no_identity() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    pidfd = os.pidfd_open(child)
    os.waitpid(child, 0)
    assert peer._identify_by_proc(pidfd) == (0, 0)
    os.close(pidfd)


@pytest.mark.parametrize("kernel", ["pidfd", "credentials"])
def test_the_first_message_comes_with_its_senders_pidfd_and_later_ones_leave_nothing(
    kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernel == "credentials":
        monkeypatch.setattr(peer, "_SO_PASSPIDFD", 9999)
    ours, theirs = socket.socketpair()
    option = peer.expect_identity(ours)
    child = os.fork()
    if child == 0:
        theirs.send(b"first")
        theirs.recv(1)
        theirs.send(b"second")
        os._exit(0)
    data, pidfd = peer.receive_identity(ours, 100, option)
    assert data == b"first"
    assert pidfd is not None
    assert peer.identify(pidfd).pid == child
    before = len(os.listdir("/proc/self/fd"))
    ours.send(b"x")
    assert ours.recv(100) == b"second"
    assert len(os.listdir("/proc/self/fd")) == before
    os.waitpid(child, 0)
    os.close(pidfd)
    ours.close()
    theirs.close()


def test_descriptors_that_come_along_are_closed() -> None:
    ours, theirs = socket.socketpair()
    option = peer.expect_identity(ours)
    before = len(os.listdir("/proc/self/fd"))
    socket.send_fds(theirs, [b"x"], [0, 1, 2])
    data, pidfd = peer.receive_identity(ours, 100, option)
    assert data == b"x"
    assert pidfd is not None
    os.close(pidfd)
    assert len(os.listdir("/proc/self/fd")) == before
    ours.close()
    theirs.close()
