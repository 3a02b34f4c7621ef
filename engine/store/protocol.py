"""What a backend has to do to keep units: twelve methods, thread-safe, every one whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .record import Append, Appended, Checkpoint, Entry, Unit


class Store(Protocol):
    """Units, each a log of changesets and some checkpoints. macrocell.engine.store.contract tests a backend.

    Every method may be called from any thread, and raises StoreUnavailable where the backend cannot be reached,
    UnknownUnit or UnitDeleted where there is no such unit (any more), StoreDamaged where what was read is not what was
    written. ValueError says that the caller asked for what no store can do; nothing was written then.
    Nothing here knows what payloads and blobs mean.
    """

    def create(self, unit: Unit, checkpoint: Checkpoint) -> None:
        """Make a unit with its first checkpoint, both of revision 0. UnitExists for an id that is or was in use."""

    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        """The units whose ids come after one, by id (Unicode code points), without the deleted."""

    def unit(self, unit_id: str) -> Unit:
        """One unit, with its head of now."""

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """Append a changeset to each of several units, in one transaction: all of them or none.

        First (sid, req_id) is looked up: what stands in the log already is answered as it stands, whatever its base.
        For all others the head must be base_revision. When it returns, what was appended survives any crash.
        StoreUnavailable with maybe_written says that the outcome is not known: append the same again.
        Units of one call are named once each.
        """

    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        """The log from revision after + 1 on, in order, without a gap: at least one entry where there is one, and no
        more than fit into max_bytes of payload. Their digests were compared with their payloads."""

    def find(self, unit_id: str, sid: str, req_id: str) -> Entry | None:
        """The entry that a session's request became."""

    def put_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint of a revision the log has; one that is there already stays as it is."""

    def checkpoint(self, unit_id: str, *, at_most: int | None = None) -> Checkpoint:
        """The newest checkpoint of a revision up to at_most (any, where None). There is always that of revision 0."""

    def checkpoints(self, unit_id: str) -> tuple[int, ...]:
        """The revisions that have a checkpoint, in order."""

    def wait(self, unit_id: str, after: int, timeout_s: float) -> int:
        """The head as soon as it is newer than a revision, or as it is when the time is over.

        It learns of appends through other handles too, and ends at once where its unit is deleted or its store closed:
        with UnitDeleted or StoreClosed.
        """

    def delete(self, unit_id: str) -> None:
        """Delete a unit with its log. Its id stays taken for ever. A second call does nothing."""

    def close(self) -> None:
        """Give back connections and files; a second call does nothing. Any other method raises StoreClosed then."""
