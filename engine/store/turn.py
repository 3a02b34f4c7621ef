"""Whose turn it is to write: processes that share a file take it in the order in which they asked.

Each takes a number from the lock file, locks the byte of that number, and waits until no lower byte is locked. The
kernel gives up the locks of a process that dies. A turn is a courtesy: SQLite's own locks keep the data right without
one, but hand the file to whoever happens to ask first, and a process can come away with nothing for seconds. Where
there are no locks of bytes that belong to an open file (other systems than Linux), the whole file is locked, by
whoever asks first, but all ask equally often; where there are no locks at all, nobody waits.
"""

from __future__ import annotations

import contextlib
import errno
import os
import struct
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Final, final

try:
    import fcntl
except ImportError:  # pragma: no cover  a platform without it has no turns
    fcntl = None  # type: ignore[assignment]

_NEXT_S: Final = 0.0001
"""Who is next asks this often: the file lies idle in between, and a write of one changeset takes half a millisecond."""
_LATER_S: Final = 0.001
"""Who has others before it asks less often, so that many who wait do not take the processor from the one who writes."""
_COUNTER_BYTE: Final = 0
_SERVED_BYTE: Final = 8
_FIRST_NUMBER: Final = 16
"""The file begins with the next number, and the one served last: a hint, stale where a process died."""
_NUMBERS: Final = 1 << 62
"""No store is written to so often; beyond, the file does not hold what was put there."""
_FLOCK: Final = "hhqqi"
"""struct flock of Linux with 64-bit offsets: type, whence, start, length, pid."""
_NO_LOCKS: Final = (errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


@final
class Turn:
    """The turns of one file. Where the system or the file system has no such locks, everyone has it always."""

    def __init__(self, path: Path, mode: int = 0o600) -> None:
        self._own = threading.Lock()
        self._fd = _open(path, mode)
        self._in_order = hasattr(fcntl, "F_OFD_SETLK")
        _OPEN.add(self)

    @contextlib.contextmanager
    def taken(self, deadline_s: float) -> Iterator[bool]:
        """Wait for the turn and have it; False where it did not come within deadline_s, or there are no turns."""
        until = time.monotonic() + deadline_s
        if not self._own.acquire(timeout=max(deadline_s, 0)):
            yield False
            return
        number, whole = None, False
        try:
            if self._in_order:
                number = self._draw(until)
            if number is not None:
                yield self._reach(number, until)
            else:
                whole = not self._in_order and self._seize(until)
                yield whole
        finally:
            if number is not None:
                self._give_up(number)
            if whole and self._fd >= 0:
                fcntl.flock(self._fd, fcntl.LOCK_UN)
            self._own.release()

    def close(self) -> None:
        """Give the file back; a second call does nothing."""
        with self._own:
            self.leave()

    def leave(self) -> None:
        """Close the descriptor without asking anybody: a forked child must not keep the turn of its parent."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _draw(self, until: float) -> int | None:
        """Take the next number and lock its byte, both while nobody else can."""
        if not self._poll("F_WRLCK", _COUNTER_BYTE, 1, until):
            return None
        try:
            held = os.pread(self._fd, 8, 0)
            number = int.from_bytes(held, "little")
            if not _FIRST_NUMBER <= number < _NUMBERS:
                number = _FIRST_NUMBER
            os.pwrite(self._fd, (number + 1).to_bytes(8, "little"), 0)
            return number if self._lock("F_WRLCK", number, 1) else None
        except OSError:
            return None  # a full disk: the write itself will say so
        finally:
            self._lock("F_UNLCK", _COUNTER_BYTE, 1)

    def _reach(self, number: int, until: float) -> bool:
        """Wait until all who came before are done: their bytes are free."""
        if number == _FIRST_NUMBER:
            return True
        if not self._poll("F_RDLCK", _FIRST_NUMBER, number - _FIRST_NUMBER, until, number):
            return False
        self._lock("F_UNLCK", _FIRST_NUMBER, number - _FIRST_NUMBER)
        return True

    def _give_up(self, number: int) -> None:
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                os.pwrite(self._fd, number.to_bytes(8, "little"), _SERVED_BYTE)
        self._lock("F_UNLCK", number, 1)

    def _seize(self, until: float) -> bool:
        """Lock the whole file, in no order."""
        while self._fd >= 0:
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    return False
                time.sleep(_NEXT_S)
            except OSError:
                self.leave()
            else:
                return True
        return False

    def _poll(self, kind: str, start: int, length: int, until: float, number: int = 0) -> bool:
        while not self._lock(kind, start, length):
            if self._fd < 0 or not self._in_order or time.monotonic() > until:
                return False
            time.sleep(_NEXT_S if self._before(number) <= 0 else _LATER_S)
        return True

    def _before(self, number: int) -> int:
        """How many are before a number, as far as the hint tells."""
        with contextlib.suppress(OSError):
            served = int.from_bytes(os.pread(self._fd, 8, _SERVED_BYTE), "little")
            return number - max(served, _FIRST_NUMBER - 1) - 2
        return 0

    def _lock(self, kind: str, start: int, length: int) -> bool:
        if self._fd < 0:
            return False
        wanted = struct.pack(_FLOCK, getattr(fcntl, kind), os.SEEK_SET, start, length, 0)
        try:
            fcntl.fcntl(self._fd, fcntl.F_OFD_SETLK, wanted)
        except OSError as error:
            if error.errno in _NO_LOCKS:
                self._in_order = False
            return False
        return True


def _open(path: Path, mode: int) -> int:
    """The descriptor of the lock file, -1 where there can be no turns."""
    if not hasattr(fcntl, "flock"):
        return -1
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode)
    except OSError:
        return -1
    with contextlib.suppress(OSError):
        if os.fstat(fd).st_size == 0:
            os.fchmod(fd, mode)
    return fd


def _leave_all() -> None:
    for turn in list(_OPEN):
        turn.leave()


_OPEN: Final[weakref.WeakSet[Turn]] = weakref.WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)
