"""How a connection to an SQLite file is opened, and what is done to the file as a whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import Final

from ..errors import StoreError, StoreUnavailable
from .sqlite_error import translated
from .sqlite_schema import migrate

BUSY_S: Final = 10.0
"""How long SQLite itself waits for a lock; who writes has its turn by then, so that only a stranger can hold it."""
CUT_MS: Final = 200
"""Cutting the log waits this long for readers; the next write tries again."""
KEPT_WAL_BYTES: Final = 8 << 20
"""A log that is begun anew is cut to this."""
_AGAIN_S: Final = 0.005
"""Making a store takes about this long."""
_MIN_SQLITE: Final = (3, 37, 0)
"""STRICT tables."""
_PRAGMAS: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA secure_delete = ON",
    f"PRAGMA journal_size_limit = {KEPT_WAL_BYTES}",
)
"""synchronous and fullfsync: a commit is on the disk. secure_delete: what a deleted unit held is overwritten."""


def check_version() -> None:
    """StoreError for an SQLite library that is too old."""
    if sqlite3.sqlite_version_info < _MIN_SQLITE:
        raise StoreError(
            f"SQLite {sqlite3.sqlite_version} is too old for a store",
            hint="Use a Python with SQLite 3.37 or newer.",
        )


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that begins no transaction by itself. mode: rwc makes a file that is not there, rw does not."""
    connection = None
    try:
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_S,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=32,
        )
        for pragma in _PRAGMAS:
            connection.execute(pragma)
    except sqlite3.Error as error:
        if connection is not None:
            close(connection)
        raise translated(error, path) from error
    return connection


def close(connection: sqlite3.Connection) -> None:
    """Whatever it says: all that was acknowledged is on the disk already."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


def make(connection: sqlite3.Connection, path: Path) -> None:
    """Give a file its tables, or bring them to this version, in one transaction."""
    if _into_wal(connection) != "wal":
        raise StoreError(
            f"{path}: its file system cannot share memory between processes",
            hint="Put the store onto a local disk.",
        )
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrate(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def cut_wal(connection: sqlite3.Connection) -> None:
    """Copy the write-ahead log into the file and cut it to nothing; it stays as it is where readers hold it."""
    with contextlib.suppress(sqlite3.Error):
        connection.execute(f"PRAGMA busy_timeout = {CUT_MS}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    with contextlib.suppress(sqlite3.Error):
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_S * 1000)}")


def sync_folder(folder: Path) -> None:
    """A new file is in its folder after a power cut too; where folders cannot be opened there is nothing to do."""
    try:
        fd = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(fd)
    except OSError as error:
        raise StoreUnavailable(f"{folder}: the disk refused to write", hint="Retry.") from error
    finally:
        os.close(fd)


def _into_wal(connection: sqlite3.Connection) -> object:
    """SQLite does not wait for others that do the same at the same time, so this does."""
    until = time.monotonic() + BUSY_S
    while True:
        try:
            (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_AGAIN_S)
        else:
            return journal
