"""The tables of a SQLite store, their versions, and what SQLite's errors mean."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from ..errors import StoreDamaged, StoreError, StoreUnavailable, StoreVersion

APPLICATION: Final = 0x4D634C53
"""PRAGMA application_id of a store's file."""
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE unit (
            id TEXT PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, head INTEGER NOT NULL,
            epoch INTEGER NOT NULL, created TEXT NOT NULL, deleted INTEGER NOT NULL)""",
        """CREATE TABLE changeset (
            unit TEXT NOT NULL REFERENCES unit (id), rev INTEGER NOT NULL, sid TEXT NOT NULL, req_id TEXT NOT NULL,
            payload BLOB NOT NULL, digest TEXT NOT NULL, audit BLOB NOT NULL, at TEXT NOT NULL,
            PRIMARY KEY (unit, rev), UNIQUE (unit, sid, req_id))""",
        """CREATE TABLE checkpoint (
            unit TEXT NOT NULL REFERENCES unit (id), rev INTEGER NOT NULL, form TEXT NOT NULL,
            blob BLOB NOT NULL, ids BLOB NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (unit, rev))""",
    ),
)
"""What makes each version (PRAGMA user_version, from 1 on) out of the one before it."""


def prepare_file(path: Path) -> None:
    """Make the file and its tables, or bring them to the version of now; the caller has the turn.

    Raises StoreVersion for a later version, StoreDamaged for no store, StoreUnavailable where it cannot be written.
    """
    try:
        connection = sqlite3.connect(path, timeout=10.0, isolation_level=None)
    except sqlite3.Error as error:
        raise failure(error, path) from error
    try:
        version = _version(connection, path)
        if version < len(MIGRATIONS):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            for statements in MIGRATIONS[version:]:
                for statement in statements:
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise failure(error, path) from error
    finally:
        connection.close()  # what was begun is rolled back


def _version(connection: sqlite3.Connection, path: Path) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application or tables or version):
        raise StoreDamaged(
            f"{path} is a database of something else", hint="Name another file, or one that is not there."
        )
    if version > len(MIGRATIONS):
        raise StoreVersion(
            f"{path} is a store of version {version}; this reads up to {len(MIGRATIONS)}", hint="Update Macrocell."
        )
    return int(version)


def failure(error: Exception, path: Path, *, maybe_written: bool = False) -> StoreError:
    """What an error of SQLite's, or of the system's, means for the caller."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return StoreDamaged(f"{path} is damaged, or no store: {error}", hint="Restore the file, or name another.")
    hint = _CURES.get(code, "Look at the file and its folder, then try again; what was sent is kept.")
    return StoreUnavailable(f"{path}: {error}", hint=hint, maybe_written=maybe_written)


_CURES: Final = {
    sqlite3.SQLITE_FULL: "Make room on the disk, then try again; what was sent is kept.",
    sqlite3.SQLITE_READONLY: "The file and its folder must be writable.",
    sqlite3.SQLITE_CANTOPEN: "The folder must exist and be writable.",
    sqlite3.SQLITE_BUSY: "Another process has locked the file; try again.",
    sqlite3.SQLITE_TOOBIG: "SQLite holds up to 1 GB in one value; use another store for larger units.",
}
