"""The part of the contract that is about backends whose bytes went bad: what is read is compared with its digest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, Protocol

from ..errors import StoreDamaged
from .contract_case import checkpoint_of, made, put, refused, same
from .protocol import Store


class Damage(Protocol):
    """Changes what lies in the backend, behind the store's back."""

    def __call__(
        self, store: Store, unit_id: str, revision: int, what: Literal["payload", "blob", "ids", "missing"]
    ) -> None:
        """See StoreContract."""


def changed_payloads_are_told(store: Store, damage: Damage) -> None:
    """entries and find tell of them; the entries before, and other units, are as they were."""
    made(store)
    put(store, "unit", 3)
    made(store, "other")
    put(store, "other", 3)
    damage(store, "unit", 2, "payload")
    refused(lambda: store.entries("unit", 0), StoreDamaged, "entries with a payload that was changed")
    refused(lambda: store.entries("unit", 1), StoreDamaged, "entries that begin with a payload that was changed")
    refused(lambda: store.find("unit", "session", "r2"), StoreDamaged, "find of an entry whose payload was changed")
    same([entry.revision for entry in store.entries("unit", 0, max_bytes=1)], [1], "the page before a changed payload")
    same([entry.revision for entry in store.entries("unit", 2)], [3], "the revisions after a changed payload")
    same(len(store.entries("other", 0)), 3, "the entries of another unit")


def changed_checkpoints_are_told(store: Store, damage: Damage) -> None:
    """Of both parts; checkpoints before are as they were."""
    made(store)
    put(store, "unit", 4)
    for revision, what in ((2, "blob"), (4, "ids")):
        store.put_checkpoint(checkpoint_of("unit", revision))
        same(store.checkpoint("unit"), checkpoint_of("unit", revision), "a checkpoint before it is changed")
        damage(store, "unit", revision, "blob" if what == "blob" else "ids")
        refused(lambda: store.checkpoint("unit"), StoreDamaged, f"a checkpoint whose {what} were changed")
    same(store.checkpoint("unit", at_most=1), checkpoint_of("unit"), "the checkpoint before those that were changed")


def missing_revisions_are_told(store: Store, damage: Damage) -> None:
    """In the middle of a log and at its end; a log with a gap is never handed out as if it were whole."""
    made(store)
    put(store, "unit", 5)
    damage(store, "unit", 3, "missing")
    refused(lambda: store.entries("unit", 0), StoreDamaged, "entries with a revision missing among them")
    refused(lambda: store.entries("unit", 2), StoreDamaged, "entries whose first revision is missing")
    same([entry.revision for entry in store.entries("unit", 3)], [4, 5], "the revisions after the missing one")
    same([entry.revision for entry in store.entries("unit", 1, max_bytes=0)], [2], "the page before the missing one")
    damage(store, "unit", 5, "missing")
    refused(lambda: store.entries("unit", 4), StoreDamaged, "entries where the head's is missing")


CASES: Final[tuple[Callable[[Store, Damage], None], ...]] = (
    changed_payloads_are_told,
    changed_checkpoints_are_told,
    missing_revisions_are_told,
)
