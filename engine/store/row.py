"""Rows of a store's tables as records, checked for what they say of themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from ..errors import StoreDamaged, UnitDeleted, UnknownUnit
from .record import Checkpoint, Entry, Unit, digest_of


def to_text(at: datetime) -> str:
    """ISO 8601 in UTC, with microseconds, so that texts sort as times do."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    """Raises StoreDamaged."""
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise StoreDamaged(f"a time that is none: {str(text)[:40]!r}", hint="Verify it: docs/store.md") from error


def unit_of(row: Sequence[Any]) -> Unit:
    """From id, type, name, head, epoch, created."""
    return Unit(id=row[0], type=row[1], name=row[2], head=row[3], epoch=row[4], created=from_text(row[5]))


def entry_of(row: Sequence[Any]) -> Entry:
    """From unit, rev, sid, req_id, payload, digest, audit, at."""
    return Entry(
        unit_id=row[0],
        revision=row[1],
        sid=row[2],
        req_id=row[3],
        payload=bytes(row[4]),
        digest=row[5],
        audit=bytes(row[6]),
        at=from_text(row[7]),
    )


def checked_entries(entries: Iterator[Entry], after: int, head: int, max_bytes: int) -> tuple[Entry, ...]:
    """As many as fit, at least one where there is one, without a gap, each what its digest says."""
    found: list[Entry] = []
    for entry in entries:
        max_bytes -= len(entry.payload)
        if found and max_bytes < 0:
            return tuple(found)
        if entry.revision != after + len(found) + 1:
            raise StoreDamaged(
                f"unit {entry.unit_id}: revision {after + len(found) + 1} is missing",
                hint="Verify it: docs/store.md",
            )
        if digest_of(entry.payload) != entry.digest:
            raise StoreDamaged(
                f"unit {entry.unit_id}: revision {entry.revision} is not what its digest says",
                hint="Verify it: docs/store.md",
            )
        found.append(entry)
    if after + len(found) < head:
        raise StoreDamaged(
            f"revision {after + len(found) + 1} is missing",
            hint="Verify it: docs/store.md",
        )
    return tuple(found)


def checked_checkpoint(row: Sequence[Any] | None, unit_id: str) -> Checkpoint:
    """From unit, rev, form, blob, ids, digest."""
    if row is None:
        raise StoreDamaged(
            f"unit {unit_id} has no checkpoint to begin with",
            hint="Verify it: docs/store.md",
        )
    found = Checkpoint(
        unit_id=row[0], revision=row[1], form=row[2], blob=bytes(row[3]), ids=bytes(row[4]), digest=row[5]
    )
    if digest_of(found.blob, found.ids) != found.digest:
        raise StoreDamaged(
            f"unit {unit_id}: the checkpoint of revision {found.revision} is not what its digest says",
            hint="Verify it: docs/store.md",
        )
    return found


def unknown_unit(unit_id: str) -> UnknownUnit:
    """The error."""
    return UnknownUnit(f"the store has no unit {unit_id}", hint="Look at the list of units for its id.")


def deleted_unit(unit_id: str) -> UnitDeleted:
    """The error."""
    return UnitDeleted(f"unit {unit_id} was deleted", hint="Its id is never used again; import the file anew.")
