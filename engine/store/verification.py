"""Whether what a store holds is whole: revisions without a gap, digests, requests stored once, checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, final

from ..errors import StoreDamaged
from .protocol import Store
from .record import Checkpoint, Entry, Unit, digest_of

Replay = Callable[[Unit, Checkpoint, tuple[Entry, ...], Checkpoint | None], str | None]
"""Given a checkpoint, the entries that follow and the checkpoint they lead to (None at the head), what is wrong with
them; None for nothing."""
_PAGE_BYTES: Final = 16 << 20


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """code: damaged, gap, repeated, head, checkpoint, replay. revision is None where it is about the unit."""

    unit_id: str
    revision: int | None
    code: str
    text: str


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class StoreReport:
    """What was looked at, and what was found."""

    units: int
    revisions: int
    checkpoints: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify(store: Store, unit_id: str | None = None, *, replay: Replay | None = None) -> StoreReport:
    """Read a whole store, or one unit of it. Nothing is changed. Appends meanwhile are no harm."""
    units = [store.unit(unit_id)] if unit_id is not None else list(_all_units(store))
    findings: list[Finding] = []
    revisions = checkpoints = 0
    for unit in units:
        seen, places = _verify_unit(store, unit, replay, findings)
        revisions += seen
        checkpoints += places
    return StoreReport(units=len(units), revisions=revisions, checkpoints=checkpoints, findings=tuple(findings))


def _all_units(store: Store) -> Iterator[Unit]:
    after = ""
    while page := store.units(after=after):
        yield from page
        after = page[-1].id


def _verify_unit(store: Store, unit: Unit, replay: Replay | None, findings: list[Finding]) -> tuple[int, int]:
    def find(revision: int | None, code: str, text: str) -> None:
        findings.append(Finding(unit_id=unit.id, revision=revision, code=code, text=text))

    requests: dict[tuple[str, str], int] = {}
    places = store.checkpoints(unit.id)
    if not places or places[0] != 0:
        find(0, "checkpoint", "the unit has no first checkpoint")
    starts = {revision: _checkpoint(store, unit, revision, find) for revision in places}
    base, pending = starts.get(0), list[Entry]()
    at = 0
    try:
        while at < unit.head and (page := store.entries(unit.id, at, max_bytes=_PAGE_BYTES)):
            for entry in page:
                at += 1
                _verify_entry(entry, at, requests, find)
                pending.append(entry)
                after = starts.get(at)
                if after is not None:
                    _replay(replay, unit, base, pending, after, find)
                    base, pending = after, []
    except StoreDamaged as error:
        find(at + 1, "damaged", error.message)
    else:
        if at < unit.head:
            find(None, "head", f"the head is {unit.head}, and the log ends at {at}")
        _replay(replay, unit, base, pending, None, find)
    for revision in places:
        if revision > store.unit(unit.id).head:
            find(revision, "checkpoint", "a checkpoint of a revision that the log does not have")
    return at, len(places)


Find = Callable[[int | None, str, str], None]


def _checkpoint(store: Store, unit: Unit, revision: int, find: Find) -> Checkpoint | None:
    try:
        found = store.checkpoint(unit.id, at_most=revision)
    except StoreDamaged as error:
        find(revision, "checkpoint", error.message)
        return None
    if found.revision != revision or digest_of(found.blob, found.ids) != found.digest:
        find(revision, "checkpoint", "the checkpoint is not what it says of itself")
        return None
    return found


def _verify_entry(entry: Entry, at: int, requests: dict[tuple[str, str], int], find: Find) -> None:
    if entry.revision != at:
        find(at, "gap", f"revision {entry.revision} stands where {at} should")
    if digest_of(entry.payload) != entry.digest:
        find(at, "damaged", "the entry is not what its digest says")
    earlier = requests.setdefault((entry.sid, entry.req_id), at)
    if earlier != at:
        find(at, "repeated", f"the request stands in the log already, as revision {earlier}")


def _replay(
    replay: Replay | None,
    unit: Unit,
    base: Checkpoint | None,
    entries: list[Entry],
    after: Checkpoint | None,
    find: Find,
) -> None:
    if replay is None or base is None or not entries:
        return
    problem = replay(unit, base, tuple(entries), after)
    if problem is not None:
        find(entries[-1].revision, "replay", problem)
