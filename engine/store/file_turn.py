"""Whose turn it is to write a file: a lock beside it that processes wait for in the order they came."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, final

from ..errors import StoreUnavailable

if sys.platform != "win32":
    import fcntl

WAIT_S: Final = 30.0
"""A turn takes milliseconds; longer means a writer that was stopped with the lock in its hand."""


@final
class FileTurn:
    """The lock of one file. One thread at a time may ask for it: see held."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + "-lock")
        self._fd = -1

    @contextmanager
    def held(self) -> Iterator[None]:
        """While it is this process's turn. Raises StoreUnavailable where it does not come, or there can be no lock."""
        if sys.platform == "win32":  # SQLite's own lock has to do
            yield
            return
        fd = self._take()
        try:
            yield
        finally:
            fcntl.flock(fd, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let the descriptor go; a second call does nothing."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _take(self) -> int:
        try:
            if self._fd < 0:
                self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._wait()
        except OSError as error:
            raise StoreUnavailable(
                f"the lock {self.path} cannot be taken: {error.strerror}", hint="The folder must be writable."
            ) from error
        return self._fd

    def _wait(self) -> None:
        """In a thread, since waiting in the kernel's order has no deadline. One that gave up lets it go at once."""
        waiting = _Waiting(os.dup(self._fd))
        thread = threading.Thread(target=waiting.run, name="macrocell-turn", daemon=True)
        thread.start()
        if waiting.came.wait(WAIT_S) or waiting.give_up():
            return
        os.close(self._fd)  # the next turn begins with a descriptor of its own: this one's lock may still come
        self._fd = -1
        raise StoreUnavailable(
            f"another process has held the lock {self.path} for {WAIT_S:g} seconds",
            hint="Look for a writer of this store that hangs, and end it; then try again.",
        )


@final
class _Waiting:
    """One wait. fd shares its lock with the descriptor it was copied from."""

    def __init__(self, fd: int) -> None:
        self.came = threading.Event()
        self._fd = fd
        self._lock = threading.Lock()
        self._given_up = False

    def run(self) -> None:
        fcntl.flock(self._fd, fcntl.LOCK_EX)
        with self._lock:
            if self._given_up:
                fcntl.flock(self._fd, fcntl.LOCK_UN)
            else:
                self.came.set()
        os.close(self._fd)

    def give_up(self) -> bool:
        """Whether the lock came in the last moment."""
        with self._lock:
            self._given_up = not self.came.is_set()
            return not self._given_up
