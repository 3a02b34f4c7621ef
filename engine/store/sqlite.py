"""Units in one SQLite file: write-ahead log, synced at every commit, many appends in one transaction.

Writers of several processes take turns at a lock beside the file (see file_turn): SQLite's own waiting is a lottery, in
which eight writers starved each other for seconds. Threads of one process that append at the same time share a
transaction, and so one sync of the disk.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, final

from ..errors import StoreClosed, StoreError, StoreUnavailable, UnitDeleted, UnitExists, UnknownUnit
from .check_append import check_appends, check_checkpoint, check_new_unit
from .file_turn import FileTurn
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit
from .row import (
    checked_checkpoint,
    checked_entries,
    deleted_unit,
    entry_of,
    to_text,
    unit_of,
    unknown_unit,
)
from .sqlite_schema import failure, prepare_file

POLL_S: Final = 0.02
"""How often a wait looks whether another process has appended."""
BATCH_BYTES: Final = 64 << 20
"""Payloads of one transaction of many appends; a larger one has a transaction to itself."""


@final
class SqliteStore:
    """See Store. path: the file, made where there is none; url is how messages name it.

    Its connections belong to the process that made it: after a fork, only the parent may use it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = f"sqlite:///{path}"
        self._pid = os.getpid()
        self._closed = False
        self._queue: list[_Ticket] = []
        self._led = False
        self._queue_lock = threading.Lock()
        self._commit_lock = threading.Lock()
        self._readers: list[sqlite3.Connection] = []
        self._reader_lock = threading.Lock()
        self._moved = threading.Condition()
        self._turn = FileTurn(path)
        try:
            with self._turn.held():
                prepare_file(path)
            self._writer = self._connect()
        except BaseException:
            self._turn.close()
            raise

    # Units

    def create(self, unit: Unit, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_new_unit(unit, checkpoint)
        with self._writing() as connection:
            if connection.execute("SELECT 1 FROM unit WHERE id = ?", (unit.id,)).fetchone() is not None:
                raise UnitExists(f"unit {unit.id} is there already, or was", hint="Take another id.")
            connection.execute(
                "INSERT INTO unit (id, type, name, head, epoch, created, deleted) VALUES (?, ?, ?, 0, ?, ?, 0)",
                (unit.id, unit.type, unit.name, unit.epoch, to_text(unit.created)),
            )
            _insert_checkpoint(connection, checkpoint)

    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        """See Store."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id, type, name, head, epoch, created FROM unit "
                "WHERE id > ? AND NOT deleted ORDER BY id LIMIT ?",
                (after, limit),
            )
            return tuple(unit_of(row) for row in rows)

    def unit(self, unit_id: str) -> Unit:
        """See Store."""
        with self._reading() as connection:
            return _unit(connection, unit_id)

    def delete(self, unit_id: str) -> None:
        """See Store."""
        with self._writing() as connection:
            row = connection.execute("SELECT deleted FROM unit WHERE id = ?", (unit_id,)).fetchone()
            if row is None:
                raise unknown_unit(unit_id)
            connection.execute("UPDATE unit SET deleted = 1, name = '' WHERE id = ?", (unit_id,))
            connection.execute("DELETE FROM changeset WHERE unit = ?", (unit_id,))
            connection.execute("DELETE FROM checkpoint WHERE unit = ?", (unit_id,))

    # The log

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """See Store. Threads that append at the same time share one transaction."""
        check_appends(appends)
        self._check_usable()
        ticket = _Ticket(tuple(appends), sum(len(append.payload) for append in appends))
        with self._queue_lock:
            self._queue.append(ticket)
            leads, self._led = not self._led, True
        if leads or not ticket.is_served():
            self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error
        assert ticket.answer is not None
        return ticket.answer

    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        """See Store."""
        with self._reading() as connection:
            head = _unit(connection, unit_id).head
            rows = connection.execute(
                "SELECT unit, rev, sid, req_id, payload, digest, audit, at FROM changeset "
                "WHERE unit = ? AND rev > ? AND rev <= ? ORDER BY rev",
                (unit_id, max(after, 0), head),
            )
            return checked_entries((entry_of(row) for row in rows), max(after, 0), head, max_bytes)

    def find(self, unit_id: str, sid: str, req_id: str) -> Entry | None:
        """See Store."""
        with self._reading() as connection:
            _unit(connection, unit_id)
            return _find(connection, unit_id, sid, req_id)

    def wait(self, unit_id: str, after: int, timeout_s: float) -> int:
        """See Store."""
        end = time.monotonic() + timeout_s
        while True:
            with self._moved:
                head = self.unit(unit_id).head
                left_s = end - time.monotonic()
                if head > after or left_s <= 0:
                    return head
                self._moved.wait(min(left_s, POLL_S))

    # Checkpoints

    def put_checkpoint(self, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_checkpoint(checkpoint)
        with self._writing() as connection:
            head = _unit(connection, checkpoint.unit_id).head
            if not 0 <= checkpoint.revision <= head:
                raise ValueError(f"a checkpoint of revision {checkpoint.revision}, the head is {head}")
            _insert_checkpoint(connection, checkpoint)

    def checkpoint(self, unit_id: str, *, at_most: int | None = None) -> Checkpoint:
        """See Store."""
        with self._reading() as connection:
            head = _unit(connection, unit_id).head
            row = connection.execute(
                "SELECT unit, rev, form, blob, ids, digest FROM checkpoint WHERE unit = ? AND rev <= ? "
                "ORDER BY rev DESC LIMIT 1",
                (unit_id, head if at_most is None else at_most),
            ).fetchone()
            return checked_checkpoint(row, unit_id)

    def checkpoints(self, unit_id: str) -> tuple[int, ...]:
        """See Store."""
        with self._reading() as connection:
            _unit(connection, unit_id)
            rows = connection.execute("SELECT rev FROM checkpoint WHERE unit = ? ORDER BY rev", (unit_id,))
            return tuple(row[0] for row in rows)

    def close(self) -> None:
        """See Store."""
        if self._closed:
            return
        self._closed = True
        if os.getpid() != self._pid:
            return  # the connections are the parent's; to close them here would drop its locks
        with self._commit_lock, self._reader_lock:
            for connection in (*self._readers, self._writer):
                with suppress(sqlite3.Error):
                    connection.close()
            self._readers = []
            self._turn.close()
        with self._moved:
            self._moved.notify_all()

    # One transaction

    def _lead(self, own: _Ticket) -> None:
        """Commit the own ticket with all that wait, and hand over to the first of those that came meanwhile."""
        try:
            with self._commit_lock:
                batch = self._next_batch(own)
                self._commit(batch)
        finally:
            with self._queue_lock:
                following = self._queue[0] if self._queue else None
                self._led = following is not None
        for ticket in batch:
            if ticket is not own:
                ticket.serve()
        if following is not None:
            following.hand_over()

    def _next_batch(self, own: _Ticket) -> list[_Ticket]:
        """What goes into the next transaction: the own ticket, and what else waits and fits."""
        with self._queue_lock:
            batch, size = [own], own.size
            left: list[_Ticket] = []
            for ticket in self._queue:
                if ticket is own:
                    continue
                if size + ticket.size <= BATCH_BYTES:
                    batch.append(ticket)
                    size += ticket.size
                else:
                    left.append(ticket)
            self._queue = left
        return batch

    def _commit(self, batch: list[_Ticket]) -> None:
        """Each ticket gets its answer or its error, whatever happens."""
        try:
            with self._turn.held():
                self._check_usable()
                self._write(batch)
        except Exception as error:  # noqa: BLE001 - each waiting thread has to hear of it
            for ticket in batch:
                if ticket.error is None:
                    ticket.answer, ticket.error = (
                        None,
                        error if isinstance(error, StoreError) else failure(error, self.path),
                    )
            return
        with self._moved:
            self._moved.notify_all()

    def _write(self, batch: list[_Ticket]) -> None:
        connection = self._writer
        committing = False
        try:
            connection.execute("BEGIN IMMEDIATE")
            for ticket in batch:
                try:
                    ticket.answer = _append(connection, ticket.appends)
                except (UnknownUnit, UnitDeleted) as error:
                    ticket.error = error
            committing = True
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise failure(error, self.path, maybe_written=committing) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction of its own."""
        self._check_usable()
        with self._commit_lock, self._turn.held():
            self._check_usable()
            connection, committing = self._writer, False
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                committing = True
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise failure(error, self.path, maybe_written=committing) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection in one state of the file."""
        self._check_usable()
        with self._reader_lock:
            connection = self._readers.pop() if self._readers else None
        try:
            connection = self._connect() if connection is None else connection
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()
            self._check_usable()
            raise failure(error, self.path) from error
        except BaseException:
            self._give_back(connection)
            raise
        self._give_back(connection)

    def _give_back(self, connection: sqlite3.Connection | None) -> None:
        if connection is None:
            return
        with self._reader_lock:
            if not self._closed:
                self._readers.append(connection)
                return
        with suppress(sqlite3.Error):
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        if not self.path.exists():  # sqlite3 would make an empty one
            raise StoreUnavailable(f"{self.path} is not there any more", hint="Put the file back, or make a new store.")
        connection = sqlite3.connect(self.path, timeout=10.0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA journal_size_limit = 67108864")
        except sqlite3.Error as error:
            connection.close()
            raise failure(error, self.path) from error
        return connection

    def _check_usable(self) -> None:
        if os.getpid() != self._pid:
            raise StoreClosed(
                "the store was opened before the process forked", hint="Open a store of its own in the forked process."
            )
        if self._closed:
            raise StoreClosed("the store was closed", hint="Make a new one.")


@final
class _Ticket:
    """One call of append, with what became of it. Its thread waits until it is served, or is to lead."""

    __slots__ = ("_gate", "_leads", "answer", "appends", "error", "size")

    def __init__(self, appends: tuple[Append, ...], size: int) -> None:
        self.appends = appends
        self.size = size
        self.answer: tuple[Appended, ...] | None = None
        self.error: Exception | None = None
        self._leads = False
        self._gate = threading.Lock()
        self._gate.acquire()

    def is_served(self) -> bool:
        """Wait; whether there is an answer or an error. If not, this thread is to lead."""
        self._gate.acquire()
        return not self._leads

    def serve(self) -> None:
        """There is an answer, or an error."""
        self._gate.release()

    def hand_over(self) -> None:
        """The waiting thread is to commit the next batch."""
        self._leads = True
        self._gate.release()


def _unit(connection: sqlite3.Connection, unit_id: str) -> Unit:
    row = connection.execute(
        "SELECT id, type, name, head, epoch, created, deleted FROM unit WHERE id = ?", (unit_id,)
    ).fetchone()
    if row is None:
        raise unknown_unit(unit_id)
    if row[6]:
        raise deleted_unit(unit_id)
    return unit_of(row)


def _find(connection: sqlite3.Connection, unit_id: str, sid: str, req_id: str) -> Entry | None:
    row = connection.execute(
        "SELECT unit, rev, sid, req_id, payload, digest, audit, at FROM changeset "
        "WHERE unit = ? AND sid = ? AND req_id = ?",
        (unit_id, sid, req_id),
    ).fetchone()
    if row is None:
        return None
    entry = entry_of(row)
    (checked,) = checked_entries(iter((entry,)), entry.revision - 1, entry.revision, len(entry.payload))
    return checked


def _append(connection: sqlite3.Connection, appends: Sequence[Append]) -> tuple[Appended, ...]:
    """All of them or none. Nothing is written before the state of each is known."""
    heads = [_unit(connection, append.unit_id).head for append in appends]
    known = [
        connection.execute(
            "SELECT rev, digest FROM changeset WHERE unit = ? AND sid = ? AND req_id = ?",
            (append.unit_id, append.sid, append.req_id),
        ).fetchone()
        for append in appends
    ]
    moved = any(
        found is None and head != append.base_revision
        for append, head, found in zip(appends, heads, known, strict=True)
    )
    answers: list[Appended] = []
    for append, head, found in zip(appends, heads, known, strict=True):
        if found is not None:
            status, revision, digest, now = AppendStatus.KNOWN, found[0], found[1], head
        elif head != append.base_revision:
            status, revision, digest, now = AppendStatus.MOVED, None, None, head
        elif moved:
            status, revision, digest, now = AppendStatus.WITHHELD, None, None, head
        else:
            status, revision, digest, now = AppendStatus.APPENDED, head + 1, append.digest, head + 1
            connection.execute("UPDATE unit SET head = ? WHERE id = ?", (head + 1, append.unit_id))
            connection.execute(
                "INSERT INTO changeset (unit, rev, sid, req_id, payload, digest, audit, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    append.unit_id,
                    head + 1,
                    append.sid,
                    append.req_id,
                    append.payload,
                    append.digest,
                    append.audit,
                    to_text(append.at),
                ),
            )
        answers.append(
            Appended(
                unit_id=append.unit_id,
                sid=append.sid,
                req_id=append.req_id,
                status=status,
                revision=revision,
                digest=digest,
                head=now,
            )
        )
    return tuple(answers)


def _insert_checkpoint(connection: sqlite3.Connection, checkpoint: Checkpoint) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO checkpoint (unit, rev, form, blob, ids, digest) VALUES (?, ?, ?, ?, ?, ?)",
        (
            checkpoint.unit_id,
            checkpoint.revision,
            checkpoint.form,
            checkpoint.blob,
            checkpoint.ids,
            checkpoint.digest,
        ),
    )
