"""Files by path alone, for systems where a folder cannot be opened, locked or synced (Windows).

A kill while saving leaves the old file or the new one, whole, and may leave a temp file or a lock file beside it. The
lock file of a process that was killed on Windows goes with it (O_TEMPORARY).
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HAS_FOLDERS: Final = os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")

_COPY_BYTES: Final = 1 << 20
_LOCK_FLAGS: Final = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_TEMPORARY", 0)


def read_at(fd: int, size: int, offset: int) -> bytes:
    """Bytes from a place; moves the descriptor's own place where the system has no pread."""
    if hasattr(os, "pread"):
        return os.pread(fd, size, offset)
    os.lseek(fd, offset, os.SEEK_SET)
    return os.read(fd, size)


def private_copy(fd: int) -> int:
    """A descriptor on a copy, closing the given one: an open file could not be replaced on Windows."""
    import tempfile  # 4 ms that only such a system pays

    with tempfile.TemporaryFile() as copy:
        offset = 0
        while chunk := read_at(fd, _COPY_BYTES, offset):
            copy.write(chunk)
            offset += len(chunk)
        copy.flush()
        os.close(fd)
        return os.dup(copy.fileno())


def write_beside(target: Path, content: Iterable[bytes]) -> Path:
    """The whole content in a synced temp file in the target's folder."""
    temp = target.with_name(f".{target.name[:80]}.{secrets.token_hex(8)}.tmp")
    try:
        with temp.open("xb") as file:
            for chunk in content:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


@contextmanager
def lock_beside(target: Path, deadline_s: float) -> Iterator[None]:
    """Hold a lock file in the target's folder. Raises TimeoutError."""
    lock = target.with_name(".macrocell.lock")
    deadline, pause = time.monotonic() + deadline_s, threading.Event()
    while True:
        try:
            fd = os.open(lock, _LOCK_FLAGS, 0o600)
            break
        except (FileExistsError, PermissionError):
            if time.monotonic() > deadline:
                raise TimeoutError from None
            pause.wait(0.01)
    try:
        yield
    finally:
        os.close(fd)
        lock.unlink(missing_ok=True)


def place(temp: Path, target: Path, *, overwrite: bool) -> None:
    """Give the content its name; without overwrite one atomic step that fails where something stands."""
    if overwrite:
        temp.replace(target)
    else:
        target.hardlink_to(temp)
