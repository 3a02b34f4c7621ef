"""Stores that are wrong in one way each, for the contract to find: a memory store with one method changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from macrocell.engine.errors import UnitDeleted, UnitExists, UnknownUnit
from macrocell.engine.store import Append, Appended, AppendStatus, Checkpoint, Entry, MemoryStore, Unit


class Sound:
    """A memory store whose every method can be replaced."""

    def __init__(self) -> None:
        self.inner = MemoryStore()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class ReusesIds(Sound):
    """Makes a unit again under the id of a deleted one."""

    def create(self, unit: Unit, checkpoint: Checkpoint) -> None:
        try:
            self.inner.create(unit, checkpoint)
        except UnitExists:
            if self.inner._units[unit.id] is not None:
                raise
            del self.inner._units[unit.id]
            self.inner.create(unit, checkpoint)


class ListsByUpperCase(Sound):
    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        found = sorted(self.inner.units(after=after), key=lambda unit: unit.id.upper())
        return tuple(found[:limit])


class ForgetsLimit(Sound):
    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        return self.inner.units(after=after)


class LosesEpoch(Sound):
    def unit(self, unit_id: str) -> Unit:
        return replace(self.inner.unit(unit_id), epoch=0)


class ComparesFirst(Sound):
    """Compares the head before it looks the request up."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        answers = []
        for append, answer in zip(appends, self.inner.append(appends), strict=True):
            stale = answer.status is AppendStatus.KNOWN and append.base_revision + 1 != answer.revision
            moved = replace(answer, status=AppendStatus.MOVED, revision=None, digest=None)
            answers.append(moved if stale else answer)
        return tuple(answers)


class StoresTwice(Sound):
    """Does not look the request up at all."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        for append in appends:
            held = self.inner._held(append.unit_id)
            if held.unit.head == append.base_revision:
                held.by_request.pop((append.sid, append.req_id), None)
        return self.inner.append(appends)


class LooksUpRequestAlone(Sound):
    """Takes the request of another session for the same one."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        for append in appends:
            held = self.inner._held(append.unit_id)
            for (_, req_id), entry in list(held.by_request.items()):
                if req_id == append.req_id:
                    held.by_request[append.sid, req_id] = entry
        return self.inner.append(appends)


class AnswersWhatWasSent(Sound):
    """Answers the digest of the append, not that of the entry."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        answers = zip(appends, self.inner.append(appends), strict=True)
        return tuple(replace(answer, digest=append.digest) if answer.digest else answer for append, answer in answers)


class WritesOneByOne(Sound):
    """Writes what it can of several units."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        return tuple(answer for append in appends for answer in self.inner.append([append]))


class IgnoresHead(Sound):
    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        based = [replace(each, base_revision=self.inner.unit(each.unit_id).head) for each in appends]
        return self.inner.append(based)


class TakesAnyDigest(Sound):
    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        try:
            return self.inner.append(appends)
        except ValueError as error:
            if "digest" not in str(error):
                raise
            return self.inner.append([])


class LosesMicroseconds(Sound):
    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        found = self.inner.entries(unit_id, after, max_bytes=max_bytes)
        return tuple(replace(entry, at=entry.at.replace(microsecond=0)) for entry in found)


class OrdersByTime(Sound):
    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        return tuple(sorted(self.inner.entries(unit_id, after, max_bytes=max_bytes), key=lambda entry: entry.at))


class GivesNothingSmall(Sound):
    """Answers an empty page where one entry is larger than the page."""

    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        found = self.inner.entries(unit_id, after, max_bytes=max_bytes)
        return () if sum(len(entry.payload) for entry in found) > max_bytes else found


class PagesFromAfter(Sound):
    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        return self.inner.entries(unit_id, after - 1, max_bytes=max_bytes)


class FindsAnySession(Sound):
    def find(self, unit_id: str, sid: str, req_id: str) -> Entry | None:
        return next((each for each in self.inner.entries(unit_id, 0) if each.req_id == req_id), None)


class OverwritesCheckpoints(Sound):
    def put_checkpoint(self, checkpoint: Checkpoint) -> None:
        self.inner.put_checkpoint(checkpoint)
        self.inner._units[checkpoint.unit_id].checkpoints[checkpoint.revision] = checkpoint


class IgnoresAtMost(Sound):
    def checkpoint(self, unit_id: str, *, at_most: int | None = None) -> Checkpoint:
        self.inner.checkpoint(unit_id, at_most=at_most)
        return self.inner.checkpoint(unit_id)


class NeverWakes(Sound):
    """Waits until its time is over, whatever happens."""

    def wait(self, unit_id: str, after: int, timeout_s: float) -> int:
        if self.inner.unit(unit_id).head <= after:
            threading.Event().wait(timeout_s)
        return self.inner.unit(unit_id).head


class DeletesTwiceLoudly(Sound):
    def delete(self, unit_id: str) -> None:
        if unit_id in self.inner._units and self.inner._units[unit_id] is None:
            raise UnitDeleted("again")
        self.inner.delete(unit_id)


class ForgetsDeleted(Sound):
    """Has no mark of what was deleted."""

    def delete(self, unit_id: str) -> None:
        self.inner.unit(unit_id)
        del self.inner._units[unit_id]


class WritesBeforeUnknown(Sound):
    """Writes the units that are there before it meets one that is not."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        try:
            return self.inner.append(appends)
        except UnknownUnit:
            self.inner.append([each for each in appends if each.unit_id in self.inner._units])
            raise


class StaysOpen(Sound):
    def close(self) -> None:
        """Nothing."""


class Races(Sound):
    """Compares the head and writes without holding anything in between."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        heads = [self.inner.unit(each.unit_id).head for each in appends]
        if len(appends) != 1 or heads[0] != appends[0].base_revision:
            return self.inner.append(appends)
        threading.Event().wait(0.001)
        return self.inner.append([replace(appends[0], base_revision=self.inner.unit(appends[0].unit_id).head)])


class LosesEveryTenth(Sound):
    """Acknowledges what it does not write, now and then."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        answers = self.inner.append(appends)
        for answer in answers:
            if answer.status is AppendStatus.APPENDED and answer.revision == 10:
                held = self.inner._held(answer.unit_id)
                held.entries.pop()
                held.unit = replace(held.unit, head=9)
        return answers


BROKEN: dict[str, Callable[[], Any]] = {
    name: made for name, made in globals().items() if isinstance(made, type) and made.__mro__[1:2] == (Sound,)
}
