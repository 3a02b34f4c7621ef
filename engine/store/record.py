"""What a store holds and answers: plain immutable data, its payloads bytes that no store looks into."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, final

MAX_ID: Final = 200
"""Characters of an id of a unit, a session or a request."""
MAX_NAME: Final = 1_000
"""Characters of the name of a unit."""


class AppendStatus(StrEnum):
    """What became of one changeset that was to be appended."""

    APPENDED = "appended"
    """It is the log's newest entry now."""
    KNOWN = "known"
    """(sid, req_id) was in the log already; nothing was written, the entry that stands there is answered."""
    MOVED = "moved"
    """The unit's head is not the base revision any more; nothing was written."""
    WITHHELD = "withheld"
    """It could have been appended, but another unit of the same call had moved; nothing was written."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit of a store. head is its newest revision; 0 is its first checkpoint, before any changeset.

    epoch counts the takings over by which a cluster may fence writers; 0 everywhere else.
    """

    id: str
    type: str
    name: str
    head: int
    epoch: int
    created: datetime


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """A changeset to be appended to the log of a unit, on top of base_revision.

    (unit_id, sid, req_id) names it for ever: sent twice, it is stored once. digest is the hexadecimal SHA-256 of
    payload. audit is the record of who did it, UTF-8 JSON; at the time it was sent (UTC), which orders nothing.
    """

    unit_id: str
    base_revision: int
    sid: str
    req_id: str
    payload: bytes
    digest: str
    audit: bytes
    at: datetime

    def entry(self, revision: int) -> Entry:
        """What it is in the log, as this revision."""
        return Entry(
            unit_id=self.unit_id,
            revision=revision,
            sid=self.sid,
            req_id=self.req_id,
            payload=self.payload,
            digest=self.digest,
            audit=self.audit,
            at=self.at,
        )

    def answer(self, status: AppendStatus, revision: int | None, digest: str | None, head: int) -> Appended:
        """What became of it; see Appended."""
        return Appended(
            unit_id=self.unit_id,
            sid=self.sid,
            req_id=self.req_id,
            status=status,
            revision=revision,
            digest=digest,
            head=head,
        )


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One revision of a unit's log, as it was appended. revision = base_revision of the append + 1."""

    unit_id: str
    revision: int
    sid: str
    req_id: str
    payload: bytes
    digest: str
    audit: bytes
    at: datetime


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The answer to one Append.

    revision and digest are those of the entry that stands in the log under (sid, req_id), and None where none does;
    head is the unit's newest revision after the call.
    """

    unit_id: str
    sid: str
    req_id: str
    status: AppendStatus
    revision: int | None
    digest: str | None
    head: int


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A unit as it was at a revision: a whole file of the form (".xlsx"), and the table of its ids, both bytes.

    digest is the hexadecimal SHA-256 of blob and ids, see digest_of.
    """

    unit_id: str
    revision: int
    form: str
    blob: bytes
    ids: bytes
    digest: str


def digest_of(*parts: bytes) -> str:
    """The hexadecimal SHA-256 of byte strings, each after its length, so that no two lists have the same."""
    if len(parts) == 1:
        return hashlib.sha256(parts[0]).hexdigest()
    held = hashlib.sha256()
    for part in parts:
        held.update(len(part).to_bytes(8, "big"))
        held.update(part)
    return held.hexdigest()
