"""Collecting ended children from a poll loop, in the zygote and in bases."""

from __future__ import annotations

import contextlib
import os
import signal


def install_reaper() -> int:
    """Make the end of a child wake a poll; returns the descriptor to poll."""
    wake_out, wake_in = os.pipe()
    os.set_blocking(wake_out, False)
    os.set_blocking(wake_in, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake_in, warn_on_full_buffer=False)
    return wake_out


def reap(wake: int) -> dict[int, int]:
    """Collect every child that has ended: wait status by pid."""
    with contextlib.suppress(BlockingIOError):
        while os.read(wake, 4096):
            pass
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            ended[pid] = status
    return ended
