"""What every store refuses before it writes: misuse by its caller, the same for all backends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from .record import MAX_ID, MAX_NAME, Append, Checkpoint, Unit, digest_of

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
    check_id(unit.type)
    _check_text(unit.name)
    _check_time(unit.created)
    if not 0 <= unit.epoch < 1 << 63:
        raise ValueError(f"no epoch: {unit.epoch}")
    if unit.head or checkpoint.revision or checkpoint.unit_id != unit.id:
        raise ValueError("a unit begins with its own checkpoint of revision 0")
    check_checkpoint(checkpoint)


def check_checkpoint(checkpoint: Checkpoint) -> None:
    """Raise ValueError for a form or revision that no checkpoint has, or a content that is not what digest says."""
    check_id(checkpoint.form)
    if checkpoint.revision < 0:
        raise ValueError(f"no revision: {checkpoint.revision}")
    if digest_of(checkpoint.blob, checkpoint.ids) != checkpoint.digest:
        raise ValueError("the digest of the checkpoint is not that of its content")


def check_id(name: str) -> None:
    """Raise ValueError for what cannot be an id: empty, too long, not printable, with a space at an end."""
    if not 0 < len(name) <= MAX_ID or not name.isprintable() or name != name.strip():
        raise ValueError(f"no id: {name[:MAX_ID]!r}; 1 to {MAX_ID} printable characters")


def check_limit(limit: int) -> None:
    """Raise ValueError for a list of less than no units."""
    if limit < 0:
        raise ValueError(f"no number of units: {limit}")


def check_at_most(at_most: int | None) -> None:
    """Raise ValueError for a revision below 0, up to which there is no checkpoint."""
    if at_most is not None and at_most < 0:
        raise ValueError(f"no revision: {at_most}")


def _check_text(text: str) -> None:
    """A name is free text, of what every backend can hold: no zero character, no half of a surrogate pair."""
    if len(text) > MAX_NAME or any(one == "\0" or "\ud800" <= one <= "\udfff" for one in text):
        raise ValueError(f"no name: {text[:MAX_ID]!r}; up to {MAX_NAME:,} characters, no zero and no lone surrogate")


def _check_time(at: datetime) -> None:
    if at.utcoffset() != _NO_OFFSET:
        raise ValueError("times of a store are UTC")
