"""The tables of the SQLite store, and how a file of an earlier version becomes one of this version.

`PRAGMA user_version` holds the version, `application_id` says that it is a file of this package. A migration is
part of one transaction with all others that a file needs: it has either the old version or the new one, whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from ..errors import StoreDamaged, StoreVersion

APPLICATION_ID: Final = 0x4D63656C
""""Mcel": what `file` and other tools know the format by."""

TABLES: Final = (
    """CREATE TABLE unit (
        key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, name TEXT NOT NULL,
        head INTEGER NOT NULL CHECK (head >= 0), epoch INTEGER NOT NULL, created INTEGER NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE changeset (
        unit INTEGER NOT NULL REFERENCES unit (key), revision INTEGER NOT NULL CHECK (revision > 0),
        sid TEXT NOT NULL, req_id TEXT NOT NULL, digest TEXT NOT NULL, at INTEGER NOT NULL,
        audit BLOB NOT NULL, payload BLOB NOT NULL,
        PRIMARY KEY (unit, revision), UNIQUE (unit, sid, req_id)
    ) STRICT""",
    """CREATE TABLE checkpoint (
        unit INTEGER NOT NULL REFERENCES unit (key), revision INTEGER NOT NULL CHECK (revision >= 0),
        form TEXT NOT NULL, digest TEXT NOT NULL, ids BLOB NOT NULL, blob BLOB NOT NULL,
        PRIMARY KEY (unit, revision)
    ) STRICT""",
)
"""Times are whole microseconds since 1970, UTC. A deleted unit keeps its row, without its name."""


def _first(connection: sqlite3.Connection) -> None:
    for table in TABLES:
        connection.execute(table)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first,)
"""The step from each version to the next; version 0 is a file without tables."""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file's tables. StoreVersion for a later one than is known, StoreDamaged for a stranger's."""
    version, application, tables = _marks(connection)
    if application != APPLICATION_ID and (version or application or tables):
        raise StoreDamaged(
            "the file is an SQLite database of something else",
            hint="Name another file; a store makes its own.",
        )
    if version > len(MIGRATIONS):
        raise StoreVersion(
            f"the store's tables have version {version}, and this package knows up to {len(MIGRATIONS)}",
            hint="Upgrade macrocell.",
        )
    return int(version)


def _marks(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """All of one moment: another process may be making the tables."""
    own = not connection.in_transaction
    if own:
        connection.execute("BEGIN")
    try:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
    finally:
        if own and connection.in_transaction:
            connection.execute("ROLLBACK")
    return version, application, tables


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to this version, in the transaction that the caller has begun and commits."""
    for version in range(version_of(connection), len(MIGRATIONS)):
        MIGRATIONS[version](connection)
        connection.execute(f"PRAGMA user_version = {version + 1}")
