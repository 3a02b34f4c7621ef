"""The connections of one SQLite file: opened alike, lent to one thread at a time, never used after the file is gone.

Commits and what follows them (copying the write-ahead log into the file) happen in turn, see Turn; readers never do
either. No connection is used, or closed, in a fork of the process that opened it: SQLite tells owners of locks by their
process.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Final, final

from ..errors import StoreClosed, StoreUnavailable
from . import sqlite_schema
from .group import closed
from .sqlite_error import translated
from .sqlite_open import check_version, close, connect, cut_wal, make, sync_folder
from .sqlite_schema import version_of
from .turn import Turn

TURN_S: Final = 10.0
"""After this long a write goes on without its turn, and meets SQLite's own locks: the one before it is stuck."""
MAX_WAL_BYTES: Final = 64 << 20
"""A write-ahead log beyond this is copied and cut, waiting for readers; usually SQLite does so every 4 MB."""
_LEFT: Final[list[sqlite3.Connection]] = []
"""Connections that a forked child has copies of. They may not even be closed there, so they are kept for ever."""


@final
class SqliteFile:
    """One file, made if it is not there, with its tables brought to this version."""

    def __init__(self, path: Path) -> None:
        check_version()
        self.path = Path(os.path.realpath(path))
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._lent: set[sqlite3.Connection] = set()
        self._watch = threading.Lock()
        self._watcher: sqlite3.Connection | None = None
        self._closed = False
        self._wal = f"{self.path}-wal"
        first = connect(self.path, "rwc")
        try:
            version = self._version(first)
            self._turn = Turn(self.path.with_name(f"{self.path.name}-lock"), self.path.stat().st_mode & 0o666)
        except BaseException:
            close(first)
            raise
        try:
            self._set_up(first, version)
            self._identity = self._found()
            if self._identity is None:
                raise self._gone(maybe_written=False)
        except BaseException:
            close(first)
            self._turn.close()
            raise
        self._idle.append(first)
        _OPEN.add(self)

    @property
    def forked(self) -> bool:
        """Whether this is a fork of the process that opened it."""
        return os.getpid() != self._pid

    @contextlib.contextmanager
    def lent(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading; SQLite's errors become those of a store."""
        connection = self._take()
        try:
            yield connection
        except sqlite3.Error as error:
            raise translated(error, self.path) from error
        finally:
            self._give_back(connection)

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection whose every statement sees the same state."""
        with self.lent() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextlib.contextmanager
    def in_turn(self) -> Iterator[sqlite3.Connection]:
        """A connection that no other process of the store writes beside; errors are SQLite's own."""
        connection = self._take()
        try:
            with self._turn.taken(TURN_S):
                yield connection
                if self._wal_bytes() > MAX_WAL_BYTES:
                    cut_wal(connection)
        finally:
            self._give_back(connection)

    def version(self) -> int:
        """A number that is another one after each commit of anybody; it says nothing beyond this object."""
        self.check()
        with self._watch:
            if self._closed:
                raise closed()
            if self._watcher is None:
                self._watcher = connect(self.path, "rw")
            try:
                (version,) = self._watcher.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error as error:
                raise translated(error, self.path) from error
        return int(version)

    def check(self) -> None:
        """Raise where the store was closed or forked, or the file is another one than was opened."""
        if self.forked:
            raise StoreClosed(
                f"the store was opened by process {self._pid}, this is a fork of it",
                hint="Make a new one in each process.",
            )
        if self._closed:
            raise closed()
        self.check_place(maybe_written=False)

    def check_place(self, *, maybe_written: bool) -> None:
        """Raise where the file is another one than was opened: what is written into that one, nobody will find."""
        if self._found() != self._identity:
            raise self._gone(maybe_written=maybe_written)

    def cut_wal(self) -> None:
        """Copy the write-ahead log into the file and cut it, if no reader keeps it; what was deleted is gone then."""
        connection = self._take()
        try:
            with self._turn.taken(TURN_S):
                cut_wal(connection)
        finally:
            self._give_back(connection)

    def close(self) -> None:
        """Close every connection that is not lent; one that is, is closed as soon as it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        with self._watch:
            if self._watcher is not None:
                idle.append(self._watcher)
            self._watcher = None
        for connection in idle:
            close(connection)
        self._turn.close()

    def leave(self) -> None:
        """In a forked child: never use a connection again, nor close it."""
        _LEFT.extend((*self._idle, *self._lent))
        if self._watcher is not None:
            _LEFT.append(self._watcher)

    def _take(self) -> sqlite3.Connection:
        self.check()
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = connect(self.path, "rw")
        with self._lock:
            self._lent.add(connection)
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        with self._lock:
            self._lent.discard(connection)
            keep = not self._closed and not connection.in_transaction
            if keep:
                self._idle.append(connection)
        if not keep:
            close(connection)

    def _version(self, connection: sqlite3.Connection) -> int:
        """Looked at before anything is made beside a file that may be no store."""
        try:
            return version_of(connection)
        except sqlite3.Error as error:
            raise translated(error, self.path) from error

    def _set_up(self, connection: sqlite3.Connection, version: int) -> None:
        """One process at a time makes the tables, or brings them to this version."""
        try:
            (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
            if version < len(sqlite_schema.MIGRATIONS) or journal != "wal":
                with self._turn.taken(TURN_S):
                    make(connection, self.path)
        except sqlite3.Error as error:
            raise translated(error, self.path) from error
        sync_folder(self.path.parent)

    def _gone(self, *, maybe_written: bool) -> StoreUnavailable:
        return StoreUnavailable(
            f"{self.path}: the file, or its log, was removed or replaced while it was open",
            hint="Put it back, or make a new store for what is there now.",
            maybe_written=maybe_written,
        )

    def _wal_bytes(self) -> int:
        try:
            return os.stat(self._wal).st_size  # noqa: PTH116
        except OSError:
            return 0

    def _found(self) -> tuple[int, ...] | None:
        """What stands at the names of the file and its log. SQLite itself removes the log with the last connection."""
        try:
            file, log = os.stat(self.path), os.stat(self._wal)  # noqa: PTH116  once or twice a call: half the time
        except OSError:
            return None
        return file.st_dev, file.st_ino, log.st_ino


def _leave_all() -> None:
    for file in list(_OPEN):
        file.leave()


_OPEN: Final[weakref.WeakSet[SqliteFile]] = weakref.WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)
