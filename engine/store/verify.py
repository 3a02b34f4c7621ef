"""Is all of a store there, and as it was written? Every finding is told, none ends the check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, final

from ..errors import StoreDamaged, UnitDeleted
from .protocol import Store
from .record import Checkpoint, Entry, Unit, digest_of

_PAGE_BYTES: Final = 16 << 20
Replay = Callable[[Store, Unit], Iterable[str]]
"""Builds a unit anew from its log, and says in sentences what does not come out as its checkpoints have it."""


class FindingCode(StrEnum):
    """What can be wrong with a unit."""

    ENTRY_DAMAGED = "entry-damaged"
    """An entry is missing, or its content is not what its digest says."""
    ENTRY_MISPLACED = "entry-misplaced"
    """An entry names another unit or revision than it stands at."""
    REQUEST_TWICE = "request-twice"
    """The same request of a session stands in the log twice."""
    REQUEST_LOST = "request-lost"
    """An entry of the log is not found by its request."""
    CHECKPOINT_DAMAGED = "checkpoint-damaged"
    """A checkpoint's content is not what its digest says."""
    CHECKPOINT_MISPLACED = "checkpoint-misplaced"
    """A checkpoint of a revision that the log does not have, or none of revision 0."""
    REPLAY_DIFFERS = "replay-differs"
    """What the log makes of a checkpoint is not what a later one holds."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that is wrong. revision: where, or None if it is about the unit as a whole."""

    unit_id: str
    code: FindingCode
    revision: int | None
    message: str


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was looked at, how much of each, and what is wrong with it: by unit, then in the order of the log."""

    units: int
    entries: int
    checkpoints: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify(store: Store, unit_id: str | None = None, replay: Replay | None = None) -> Report:
    """Read every entry and checkpoint of one unit, or of all, and report what is wrong.

    replay is called for each unit in whose log nothing was found. Others may write meanwhile: a unit is looked at up
    to the head that it has when its turn comes, and left out if it is deleted then. Costs one page of entries and one
    checkpoint of memory, and the names of a unit's requests. Raises what the store raises, but StoreDamaged.
    """
    looks = []
    for unit in [store.unit(unit_id)] if unit_id is not None else _units(store):
        look = _Look(store, unit)
        try:
            look.all(replay)
        except UnitDeleted:
            if unit_id is not None:
                raise
            continue
        looks.append(look)
    return Report(
        units=len(looks),
        entries=sum(look.entries for look in looks),
        checkpoints=sum(look.checkpoints for look in looks),
        findings=tuple(finding for look in looks for finding in look.findings),
    )


def _units(store: Store) -> Iterator[Unit]:
    after = ""
    while page := store.units(after=after):
        yield from page
        after = page[-1].id


@final
class _Look:
    """One unit, and what is wrong with it."""

    def __init__(self, store: Store, unit: Unit) -> None:
        self.store = store
        self.unit = unit
        self.entries = 0
        self.checkpoints = 0
        self.findings: list[Finding] = []

    def all(self, replay: Replay | None) -> None:
        self.log()
        self.every_checkpoint()
        if replay is not None and not self.findings:
            for message in replay(self.store, self.unit):
                self.found(FindingCode.REPLAY_DIFFERS, None, message)

    def log(self) -> None:
        """Page by page; from a page that is damaged, entry by entry, so that only those are told that are."""
        requests: dict[tuple[str, str], int] = {}
        revision, page_bytes = 0, _PAGE_BYTES
        while revision < self.unit.head:
            try:
                page = self.store.entries(self.unit.id, revision, max_bytes=page_bytes)
            except StoreDamaged as error:
                if page_bytes:
                    page_bytes = 0
                    continue
                revision, page_bytes = revision + 1, _PAGE_BYTES
                self.found(FindingCode.ENTRY_DAMAGED, revision, error.message)
                continue
            if not page:
                revision += 1
                self.found(FindingCode.ENTRY_DAMAGED, revision, f"the log ends before its head of {self.unit.head}")
                continue
            for entry in page:
                revision += 1
                self.entry(entry, revision, requests)

    def entry(self, entry: Entry, revision: int, requests: dict[tuple[str, str], int]) -> None:
        self.entries += 1
        if (entry.unit_id, entry.revision) != (self.unit.id, revision):
            message = f"revision {entry.revision} of {entry.unit_id} stands in its place"
            self.found(FindingCode.ENTRY_MISPLACED, revision, message)
        if digest_of(entry.payload) != entry.digest:
            self.found(FindingCode.ENTRY_DAMAGED, revision, "its content is not what its digest says")
            return
        request = (entry.sid, entry.req_id)
        if request in requests:
            message = f"request {entry.req_id} of session {entry.sid} is revision {requests[request]} already"
            self.found(FindingCode.REQUEST_TWICE, revision, message)
            return
        requests[request] = revision
        stands = self.lookup(entry)
        if stands is None or stands.revision != entry.revision:
            where = "nothing" if stands is None else f"revision {stands.revision}, not to itself"
            message = f"request {entry.req_id} of session {entry.sid} leads to {where}"
            self.found(FindingCode.REQUEST_LOST, revision, message)

    def lookup(self, entry: Entry) -> Entry | None:
        try:
            return self.store.find(self.unit.id, entry.sid, entry.req_id)
        except StoreDamaged:
            return None

    def every_checkpoint(self) -> None:
        revisions = self.store.checkpoints(self.unit.id)
        head = self.store.unit(self.unit.id).head
        if 0 not in revisions:
            self.found(FindingCode.CHECKPOINT_MISPLACED, 0, "there is no checkpoint of revision 0")
        for revision in revisions:
            self.checkpoints += 1
            if not 0 <= revision <= head:
                message = f"a checkpoint of it, and the head is {head}"
                self.found(FindingCode.CHECKPOINT_MISPLACED, revision, message)
            try:
                self.checkpoint(self.store.checkpoint(self.unit.id, at_most=max(revision, 0)), revision)
            except StoreDamaged as error:
                self.found(FindingCode.CHECKPOINT_DAMAGED, revision, error.message)

    def checkpoint(self, checkpoint: Checkpoint, revision: int) -> None:
        if (checkpoint.unit_id, checkpoint.revision) != (self.unit.id, revision):
            message = f"the checkpoint of revision {checkpoint.revision} of {checkpoint.unit_id} stands in its place"
            self.found(FindingCode.CHECKPOINT_MISPLACED, revision, message)
        if digest_of(checkpoint.blob, checkpoint.ids) != checkpoint.digest:
            self.found(FindingCode.CHECKPOINT_DAMAGED, revision, "its content is not what its digest says")

    def found(self, code: FindingCode, revision: int | None, message: str) -> None:
        self.findings.append(Finding(unit_id=self.unit.id, code=code, revision=revision, message=message))
