"""The statements of the SQLite store, each over a connection that is in a transaction or needs none."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from ..errors import StoreDamaged, UnitDeleted, UnitExists, UnknownUnit
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit, digest_of

MOST: Final = (1 << 63) - 1
"""The largest integer of SQLite."""
_ORIGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_UNIT: Final = "id, type, name, head, epoch, created"
_ENTRY: Final = "revision, sid, req_id, payload, digest, audit, at"


def create(connection: sqlite3.Connection, unit: Unit, checkpoint: Checkpoint) -> None:
    """UnitExists for an id that has a row, also that of a deleted unit."""
    if connection.execute("SELECT 1 FROM unit WHERE id = ?", (unit.id,)).fetchone():
        raise UnitExists(f"unit {unit.id} is there already, or was", hint="Take another id.")
    key = connection.execute(
        f"INSERT INTO unit ({_UNIT}) VALUES (?, ?, ?, 0, ?, ?)",  # noqa: S608  a constant
        (unit.id, unit.type, unit.name, unit.epoch, _to_number(unit.created)),
    ).lastrowid
    _insert_checkpoint(connection, key, checkpoint)


def units(connection: sqlite3.Connection, after: str, limit: int) -> tuple[Unit, ...]:
    """By the bytes of UTF-8, whose order is that of code points."""
    rows = connection.execute(
        f"SELECT {_UNIT} FROM unit WHERE id > ? AND NOT deleted ORDER BY id LIMIT ?",  # noqa: S608
        (after, min(limit, MOST)),
    )
    return tuple(_unit(row) for row in rows)


def unit(connection: sqlite3.Connection, unit_id: str) -> Unit:
    """UnknownUnit, UnitDeleted."""
    _key(connection, unit_id)
    return _unit(connection.execute(f"SELECT {_UNIT} FROM unit WHERE id = ?", (unit_id,)).fetchone())  # noqa: S608


def head(connection: sqlite3.Connection, unit_id: str) -> int:
    """UnknownUnit, UnitDeleted."""
    return _key(connection, unit_id)[1]


def append(connection: sqlite3.Connection, appends: Sequence[Append]) -> tuple[Appended, ...]:
    """Look everything up, then write if nothing has moved."""
    places = [_place(connection, each) for each in appends]
    moved = any(
        stands is None and each.base_revision != at for each, (_, at, stands) in zip(appends, places, strict=True)
    )
    answers = []
    for each, (key, at, stands) in zip(appends, places, strict=True):
        if stands is not None:
            answers.append(each.answer(AppendStatus.KNOWN, stands[0], stands[1], at))
        elif moved:
            status = AppendStatus.WITHHELD if each.base_revision == at else AppendStatus.MOVED
            answers.append(each.answer(status, None, None, at))
        else:
            _insert(connection, key, at + 1, each)
            answers.append(each.answer(AppendStatus.APPENDED, at + 1, each.digest, at + 1))
    return tuple(answers)


def entries(connection: sqlite3.Connection, unit_id: str, after: int, max_bytes: int) -> tuple[Entry, ...]:
    """A page of the log, each payload compared with its digest. StoreDamaged for a revision that is missing."""
    key, newest = _key(connection, unit_id)
    found: list[Entry] = []
    expected = max(after, 0) + 1
    rows = connection.execute(
        f"SELECT {_ENTRY} FROM changeset WHERE unit = ? AND revision BETWEEN ? AND ? ORDER BY revision",  # noqa: S608
        (key, min(expected, MOST), newest),
    )
    for row in rows:
        if row[0] != expected:
            break
        max_bytes -= len(row[3])
        if found and max_bytes < 0:
            return tuple(found)
        found.append(_entry(unit_id, row))
        expected += 1
    if expected <= newest and not (found and max_bytes <= 0):
        raise _damaged(unit_id, f"its log has no revision {expected}, and a head of {newest}")
    return tuple(found)


def find(connection: sqlite3.Connection, unit_id: str, sid: str, req_id: str) -> Entry | None:
    """The entry of a request, its payload compared with its digest."""
    key, _ = _key(connection, unit_id)
    row = connection.execute(
        f"SELECT {_ENTRY} FROM changeset WHERE unit = ? AND sid = ? AND req_id = ?",  # noqa: S608
        (key, sid, req_id),
    ).fetchone()
    return None if row is None else _entry(unit_id, row)


def put_checkpoint(connection: sqlite3.Connection, checkpoint: Checkpoint) -> None:
    """ValueError for a revision beyond the head; one that has a checkpoint keeps it."""
    key, newest = _key(connection, checkpoint.unit_id)
    if checkpoint.revision > newest:
        raise ValueError(f"a checkpoint of revision {checkpoint.revision}, the head is {newest}")
    if checkpoint.revision not in checkpoints(connection, checkpoint.unit_id):
        _insert_checkpoint(connection, key, checkpoint)


def checkpoint(connection: sqlite3.Connection, unit_id: str, at_most: int | None) -> Checkpoint:
    """The newest up to a revision, its content compared with its digest."""
    key, _ = _key(connection, unit_id)
    row = connection.execute(
        "SELECT revision, form, blob, ids, digest FROM checkpoint WHERE unit = ? AND revision <= ?"
        " ORDER BY revision DESC LIMIT 1",
        (key, MOST if at_most is None else min(at_most, MOST)),
    ).fetchone()
    if row is None:
        raise _damaged(unit_id, "it has no checkpoint of revision 0")
    found = Checkpoint(unit_id=unit_id, revision=row[0], form=row[1], blob=row[2], ids=row[3], digest=row[4])
    if digest_of(found.blob, found.ids) != found.digest:
        raise _damaged(unit_id, f"the checkpoint of revision {found.revision} is not what was written")
    return found


def checkpoints(connection: sqlite3.Connection, unit_id: str) -> tuple[int, ...]:
    """The revisions that have one, in order."""
    key, _ = _key(connection, unit_id)
    rows = connection.execute("SELECT revision FROM checkpoint WHERE unit = ? ORDER BY revision", (key,))
    return tuple(revision for (revision,) in rows)


def delete(connection: sqlite3.Connection, unit_id: str) -> None:
    """The row stays, as a mark; name, log and checkpoints go. UnknownUnit for an id that has no row."""
    try:
        key, _ = _key(connection, unit_id)
    except UnitDeleted:
        return
    connection.execute("DELETE FROM changeset WHERE unit = ?", (key,))
    connection.execute("DELETE FROM checkpoint WHERE unit = ?", (key,))
    connection.execute("UPDATE unit SET deleted = 1, name = '', head = 0 WHERE key = ?", (key,))


def _key(connection: sqlite3.Connection, unit_id: str) -> tuple[int, int]:
    """The key and the head of a unit that is there."""
    row = connection.execute("SELECT key, head, deleted FROM unit WHERE id = ?", (unit_id,)).fetchone()
    _check_there(unit_id, row)
    return row[0], row[1]


def _place(connection: sqlite3.Connection, append: Append) -> tuple[int, int, tuple[int, str] | None]:
    """The key and the head of its unit, and revision and digest of what its request became; all in one statement."""
    row = connection.execute(
        "SELECT key, head, deleted, revision, digest FROM unit LEFT JOIN changeset"
        " ON changeset.unit = unit.key AND sid = ? AND req_id = ? WHERE id = ?",
        (append.sid, append.req_id, append.unit_id),
    ).fetchone()
    _check_there(append.unit_id, row)
    return row[0], row[1], None if row[3] is None else (row[3], row[4])


def _check_there(unit_id: str, row: tuple[Any, ...] | None) -> None:
    if row is None:
        raise UnknownUnit(f"the store has no unit {unit_id}", hint="Look at the list of units for its id.")
    if row[2]:
        raise UnitDeleted(f"unit {unit_id} was deleted", hint="Its id is never used again; import the file anew.")


def _insert(connection: sqlite3.Connection, key: int, revision: int, append: Append) -> None:
    connection.execute("UPDATE unit SET head = ? WHERE key = ?", (revision, key))
    connection.execute(
        f"INSERT INTO changeset (unit, {_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (
            key,
            revision,
            append.sid,
            append.req_id,
            append.payload,
            append.digest,
            append.audit,
            _to_number(append.at),
        ),
    )


def _insert_checkpoint(connection: sqlite3.Connection, key: int | None, checkpoint: Checkpoint) -> None:
    connection.execute(
        "INSERT INTO checkpoint (unit, revision, form, blob, ids, digest) VALUES (?, ?, ?, ?, ?, ?)",
        (key, checkpoint.revision, checkpoint.form, checkpoint.blob, checkpoint.ids, checkpoint.digest),
    )


def _unit(row: tuple[Any, ...]) -> Unit:
    return Unit(id=row[0], type=row[1], name=row[2], head=row[3], epoch=row[4], created=_from_number(row[0], row[5]))


def _entry(unit_id: str, row: tuple[Any, ...]) -> Entry:
    revision, sid, req_id, payload, digest, audit, at = row
    if digest_of(payload) != digest:
        raise _damaged(unit_id, f"revision {revision} is not what was written")
    return Entry(
        unit_id=unit_id,
        revision=revision,
        sid=sid,
        req_id=req_id,
        payload=payload,
        digest=digest,
        audit=audit,
        at=_from_number(unit_id, at),
    )


def _to_number(at: datetime) -> int:
    return (at - _ORIGIN) // _MICROSECOND


def _from_number(unit_id: str, at: int) -> datetime:
    try:
        return _ORIGIN + at * _MICROSECOND
    except (OverflowError, TypeError) as error:
        raise _damaged(unit_id, f"it has no time: {at}") from error


def _damaged(unit_id: str, what: str) -> StoreDamaged:
    return StoreDamaged(f"unit {unit_id}: {what}", hint="Restore the store from a copy, or what of it is whole.")
