"""Units in one SQLite file, which any number of processes of one machine share."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar, final

from ... import MacrocellError
from ..errors import StoreError, StoreUnavailable
from . import sqlite_row as row
from .check_append import check_appends, check_at_most, check_checkpoint, check_limit, check_new_unit
from .group import Group, Job
from .record import Append, Appended, Checkpoint, Entry, Unit
from .sqlite_error import translated
from .sqlite_file import SqliteFile

_FIRST_LOOK_S: Final = 0.002
_LAST_LOOK_S: Final = 0.05
"""How often wait looks for what other processes wrote: at first, and at most a while later. A look takes 10 us."""

T = TypeVar("T")
_Job = Job[sqlite3.Connection]


@final
class SqliteStore:
    """See Store. path is made if nothing is there; its folder must be. Beside it stand path-wal, -shm and -lock.

    An append is on the disk when it returns. Appends of several threads share transactions. A store is for the process
    that made it: after a fork the child makes its own.
    """

    def __init__(self, path: Path | str) -> None:
        self._file = SqliteFile(Path(path))
        self._group = Group(self._commit)
        self._moved = threading.Condition()

    @property
    def url(self) -> str:
        """What open_store makes this store of."""
        return f"sqlite:///{self._file.path}"

    def create(self, unit: Unit, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_new_unit(unit, checkpoint)
        size = len(checkpoint.blob) + len(checkpoint.ids)
        self._write(lambda connection: row.create(connection, unit, checkpoint), size)

    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        """See Store."""
        check_limit(limit)
        with self._file.lent() as connection:
            return row.units(connection, after, limit)

    def unit(self, unit_id: str) -> Unit:
        """See Store."""
        with self._file.snapshot() as connection:
            return row.unit(connection, unit_id)

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """See Store."""
        check_appends(appends)
        size = sum(len(each.payload) + len(each.audit) for each in appends)
        answers = self._write(lambda connection: row.append(connection, appends), size)
        self._notify()
        return answers

    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        """See Store."""
        with self._file.snapshot() as connection:
            return row.entries(connection, unit_id, after, max_bytes)

    def find(self, unit_id: str, sid: str, req_id: str) -> Entry | None:
        """See Store."""
        with self._file.snapshot() as connection:
            return row.find(connection, unit_id, sid, req_id)

    def put_checkpoint(self, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_checkpoint(checkpoint)
        size = len(checkpoint.blob) + len(checkpoint.ids)
        self._write(lambda connection: row.put_checkpoint(connection, checkpoint), size)

    def checkpoint(self, unit_id: str, *, at_most: int | None = None) -> Checkpoint:
        """See Store."""
        check_at_most(at_most)
        with self._file.snapshot() as connection:
            return row.checkpoint(connection, unit_id, at_most)

    def checkpoints(self, unit_id: str) -> tuple[int, ...]:
        """See Store."""
        with self._file.snapshot() as connection:
            return row.checkpoints(connection, unit_id)

    def wait(self, unit_id: str, after: int, timeout_s: float) -> int:
        """See Store. Appends of this process wake it; those of others it sees within 50 ms."""
        until = time.monotonic() + timeout_s
        pause_s = _FIRST_LOOK_S
        seen = None
        head = 0
        while True:
            version = self._file.version()
            if version != seen:
                seen = version
                with self._file.lent() as connection:
                    head = row.head(connection, unit_id)
            left_s = until - time.monotonic()
            if head > after or left_s <= 0:
                return head
            with self._moved:
                self._moved.wait(min(pause_s, left_s))
            pause_s = min(pause_s * 1.5, _LAST_LOOK_S)

    def delete(self, unit_id: str) -> None:
        """See Store. What the unit held is overwritten in the file."""
        self._write(lambda connection: row.delete(connection, unit_id), 0)
        self._notify()
        with contextlib.suppress(StoreError):
            self._file.cut_wal()  # if it cannot be done now, a later write does it

    def close(self) -> None:
        """See Store. In a fork it does nothing: locks that the parent's threads held are held there for ever."""
        if self._file.forked:
            return
        self._group.close()
        self._file.close()
        self._notify()

    def _write(self, do: Callable[[sqlite3.Connection], T], size: int) -> T:
        self._file.check()
        return self._group.write(do, size)

    def _notify(self) -> None:
        with self._moved:
            self._moved.notify_all()

    def _commit(self, jobs: Iterator[_Job]) -> None:
        """See Group: each job is answered for itself, all of them after one flush to the disk."""
        try:
            with self._file.in_turn() as connection:
                self._transact(connection, jobs)
        except StoreError as error:
            for job in jobs:
                job.fail(error)

    def _transact(self, connection: sqlite3.Connection, jobs: Iterable[_Job]) -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            self._fail(jobs, error, maybe_written=False)
            return
        batch: list[_Job] = []
        try:
            for job in jobs:
                batch.append(job)
                _do(connection, job)
        except Exception as error:  # noqa: BLE001  it is told to the thread whose write it is
            self._roll_back(connection)
            self._one_by_one(connection, batch, error)
            return
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back(connection)
            self._fail(batch, error, maybe_written=True)
            return
        self._settle(batch)

    def _settle(self, batch: Sequence[_Job]) -> None:
        """The transaction is on the disk; if that is still the file which others open, its jobs are done."""
        try:
            self._file.check_place(maybe_written=True)
        except StoreUnavailable as error:
            for job in batch:
                job.fail(error)
        for job in batch:
            job.done = True

    def _one_by_one(self, connection: sqlite3.Connection, batch: Sequence[_Job], error: Exception) -> None:
        """What one write failed with is not to fail the others."""
        if len(batch) > 1:
            for job in batch:
                self._transact(connection, [job])
        elif isinstance(error, sqlite3.Error):
            self._fail(batch, error, maybe_written=False)
        else:
            batch[0].fail(error)

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")

    def _fail(self, jobs: Iterable[_Job], error: sqlite3.Error, *, maybe_written: bool) -> None:
        for job in jobs:
            job.fail(translated(error, self._file.path, maybe_written=maybe_written))


def _do(connection: sqlite3.Connection, job: _Job) -> None:
    """Have one job write. What it refuses before it wrote anything is its answer; all else fails the transaction."""
    before = connection.total_changes
    job.error = None
    try:
        job.answer = job.do(connection)
    except (MacrocellError, ValueError) as error:
        if connection.total_changes != before:
            raise
        job.error = error
