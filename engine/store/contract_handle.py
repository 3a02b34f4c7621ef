"""The part of the contract that is about several handles on the same data, at a time or one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import UnitDeleted, UnitExists
from .contract_case import change, checkpoint_of, made, one, put, refused, requests, same
from .protocol import Store
from .record import AppendStatus


def handles_see_one_store(handles: Sequence[Store], _patience_s: float) -> None:
    """Units, entries, checkpoints and deletions of one handle are those of the other, at once."""
    first, second = handles[0], handles[-1]
    unit = made(first)
    same(second.unit("unit"), unit, "a unit through another handle")
    sent = put(second, "unit", 2)
    same(first.entries("unit", 0), second.entries("unit", 0), "a log through two handles")
    same(one(first, sent[0], AppendStatus.KNOWN).revision, 1, "the revision of what another handle appended")
    one(first, change("unit", 1, "late"), AppendStatus.MOVED)
    one(first, change("unit", 2, "r3"), AppendStatus.APPENDED)
    second.put_checkpoint(checkpoint_of("unit", 3))
    same(first.checkpoint("unit"), checkpoint_of("unit", 3), "a checkpoint through another handle")
    same(len(requests(second, "unit")), 3, "the entries of both handles")
    refused(lambda: made(second), UnitExists, "create with an id that another handle used")
    first.delete("unit")
    refused(lambda: second.append([change("unit", 3, "r4")]), UnitDeleted, "an append to what another handle deleted")
    same(second.units(), (), "the units after another handle deleted the only one")


def stores_are_kept(store: Store, again: Store) -> None:
    """The handle that wrote is closed; the other one has all of it, and goes on."""
    unit = made(store)
    made(store, "gone")
    store.delete("gone")
    sent = put(store, "unit", 3)
    store.put_checkpoint(checkpoint_of("unit", 2))
    written = store.entries("unit", 0)
    store.close()
    same(again.entries("unit", 0), written, "the log when the handle that wrote it is closed")
    same((again.unit("unit").name, again.unit("unit").head), (unit.name, 3), "the unit likewise")
    same(again.checkpoints("unit"), (0, 2), "the checkpoints likewise")
    one(again, sent[0], AppendStatus.KNOWN)
    one(again, change("unit", 3, "r4"), AppendStatus.APPENDED)
    refused(lambda: made(again, "gone"), UnitExists, "create with the id of a unit that a closed handle deleted")
