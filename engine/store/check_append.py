"""What every store refuses before it writes: misuse by its caller, the same for all backends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from .record import MAX_ID, Append, Checkpoint, Unit, digest_of

_NO_OFFSET: Final = timedelta(0)


def check_appends(appends: Sequence[Append]) -> None:
    """Raise ValueError for units named twice, ids that no log can hold, payloads that are not what digest says."""
    if len({append.unit_id for append in appends}) != len(appends):
        raise ValueError("a unit is named twice in one append")
    for append in appends:
        for name in (append.unit_id, append.sid, append.req_id):
            check_id(name)
        if append.base_revision < 0:
            raise ValueError(f"no revision: {append.base_revision}")
        if digest_of(append.payload) != append.digest:
            raise ValueError("the digest of the append is not that of its payload")
        _check_time(append.at)


def check_new_unit(unit: Unit, checkpoint: Checkpoint) -> None:
    """Raise ValueError for a unit that cannot begin so."""
    check_id(unit.id)
    _check_time(unit.created)
    if unit.head or checkpoint.revision or checkpoint.unit_id != unit.id:
        raise ValueError("a unit begins with its own checkpoint of revision 0")
    check_checkpoint(checkpoint)


def check_checkpoint(checkpoint: Checkpoint) -> None:
    """Raise ValueError where the content is not what digest says."""
    if digest_of(checkpoint.blob, checkpoint.ids) != checkpoint.digest:
        raise ValueError("the digest of the checkpoint is not that of its content")


def check_id(name: str) -> None:
    """Raise ValueError for what cannot be an id: empty, too long, not printable, with a space at an end."""
    if not 0 < len(name) <= MAX_ID or not name.isprintable() or name != name.strip():
        raise ValueError(f"no id: {name[:MAX_ID]!r}; 1 to {MAX_ID} printable characters")


def _check_time(at: datetime) -> None:
    if at.utcoffset() != _NO_OFFSET:
        raise ValueError("times of a store are UTC")
