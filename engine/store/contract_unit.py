"""The part of the contract that is about units and checkpoints: made, listed, deleted, read back as they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone
from functools import partial
from typing import Final

from ..errors import StoreClosed, UnitDeleted, UnitExists, UnknownUnit
from .contract_case import NOW, change, checkpoint_of, made, put, refused, same
from .protocol import Store
from .record import MAX_ID, Unit

IN_ORDER: Final = ("A", "B", "a", "a%", "a'b", "a_", "b", "e\u0301", "\u00e9", "\uff5e", "\U0001f600")
"""Ids by Unicode code points: not by a language, not without case, not by UTF-16, nothing made equal that differs."""


def units_are_listed(store: Store) -> None:
    """By id, in pages, without those that were deleted."""
    for unit_id in reversed(IN_ORDER):
        made(store, unit_id)
    same(tuple(unit.id for unit in store.units()), IN_ORDER, "the ids of all units, in order")
    same(tuple(unit.id for unit in store.units(after="a", limit=3)), IN_ORDER[3:6], "three units after 'a'")
    same(tuple(unit.id for unit in store.units(after="aa", limit=2)), ("b", "e\u0301"), "two units after no unit's id")
    same(store.units(after=IN_ORDER[-1]), (), "the units after the last one")
    same(store.units(limit=0), (), "no more than 0 units")
    same(len(store.units(limit=1 << 70)), len(IN_ORDER), "the number of all units, without an end to the page")
    refused(lambda: store.units(limit=-1), ValueError, "less than 0 units")
    store.delete("a")
    listed = tuple(unit.id for unit in store.units())
    same(listed, tuple(each for each in IN_ORDER if each != "a"), "the ids without the deleted one")


def units_are_kept_whole(store: Store) -> None:
    """Every field of a unit comes back; its head moves with its log."""
    unit = Unit(id="x" * MAX_ID, type="workbook", name=" \u00dcbersicht\n'2'.xlsx ", head=0, epoch=7, created=NOW)
    store.create(unit, checkpoint_of(unit.id))
    same(store.unit(unit.id), unit, "a unit as it is read back")
    same(store.units(), (unit,), "a unit as it is listed")
    put(store, unit.id, 2)
    same(store.unit(unit.id), replace(unit, head=2), "a unit after two changesets")
    same(store.units(), (replace(unit, head=2),), "a unit as it is listed after two changesets")


def ids_are_never_used_again(store: Store) -> None:
    """Neither that of a unit that is there nor that of one that was deleted."""
    unit = made(store)
    put(store, unit.id, 1)
    again = replace(unit, name="other")
    refused(lambda: store.create(again, checkpoint_of(unit.id)), UnitExists, "create with an id in use")
    same(store.unit(unit.id).name, unit.name, "the name of a unit after another tried to take its id")
    same(store.unit(unit.id).head, 1, "the head of a unit after another tried to take its id")
    store.delete(unit.id)
    refused(lambda: store.create(again, checkpoint_of(unit.id)), UnitExists, "create with the id of a deleted unit")


def deleted_units_are_gone(store: Store) -> None:
    """Every method says so, a second delete does nothing, and other units are not touched."""
    made(store, "gone")
    put(store, "gone", 2)
    made(store, "kept")
    put(store, "kept", 2)
    store.delete("gone")
    for what, call in _calls(store, "gone").items():
        refused(call, UnitDeleted, f"{what} of a deleted unit")
    store.delete("gone")
    same([entry.revision for entry in store.entries("kept", 0)], [1, 2], "the log of another unit than the deleted")
    both = [change("kept", 2, "r3"), change("gone", 2, "r3")]
    refused(lambda: store.append(both), UnitDeleted, "an append to a unit that is there and a deleted one")
    same(store.unit("kept").head, 2, "the head of the other unit of an append that was refused")


def unknown_units_are_told(store: Store) -> None:
    """Every method says so, and an append that names one writes nothing."""
    made(store, "kept")
    for what, call in _calls(store, "never").items():
        refused(call, UnknownUnit, f"{what} of an unknown unit")
    refused(lambda: store.delete("never"), UnknownUnit, "delete of an unknown unit")
    both = [change("kept", 0, "r1"), change("never", 0, "r1")]
    refused(lambda: store.append(both), UnknownUnit, "an append to a unit that is there and an unknown one")
    same(store.unit("kept").head, 0, "the head of the other unit of an append that was refused")


def new_units_are_checked(store: Store) -> None:
    """What cannot be a unit is a ValueError, and is not made."""
    good = Unit(id="unit", type="workbook", name="n", head=0, epoch=0, created=NOW)
    first = checkpoint_of("unit")
    for what, unit, checkpoint in (
        ("a head that is not 0", replace(good, head=1), first),
        ("a checkpoint of another revision", good, checkpoint_of("unit", 1)),
        ("a checkpoint of another unit", good, checkpoint_of("other")),
        ("a checkpoint whose digest is wrong", good, replace(first, digest="0" * 64)),
        ("an empty id", replace(good, id=""), checkpoint_of("")),
        ("an id with a line break", replace(good, id="a\nb"), checkpoint_of("a\nb")),
        ("an id that is too long", replace(good, id="x" * (MAX_ID + 1)), checkpoint_of("x" * (MAX_ID + 1))),
        ("an empty type", replace(good, type=""), first),
        ("a name with a zero character", replace(good, name="a\0b"), first),
        ("a name with half a character", replace(good, name="\ud800"), first),
        ("an epoch below 0", replace(good, epoch=-1), first),
        ("a time without a zone", replace(good, created=NOW.replace(tzinfo=None)), first),
        ("a time of another zone", replace(good, created=NOW.astimezone(timezone(timedelta(hours=1)))), first),
    ):
        refused(partial(store.create, unit, checkpoint), ValueError, f"create with {what}")
    same(store.units(), (), "the units after none could be made")


def checkpoints_are_kept(store: Store) -> None:
    """The newest up to a revision is found, the first stays as it was, and each comes back byte for byte."""
    made(store)
    same(store.checkpoint("unit"), checkpoint_of("unit"), "the checkpoint that a unit began with")
    put(store, "unit", 5)
    made(store, "other")
    third = checkpoint_of("unit", 3, bytes(range(256)) * 300)
    store.put_checkpoint(third)
    store.put_checkpoint(checkpoint_of("unit", 5, b""))
    same(store.checkpoints("unit"), (0, 3, 5), "the revisions that have a checkpoint")
    same(store.checkpoint("unit"), checkpoint_of("unit", 5, b""), "the newest checkpoint")
    for at_most, revision in ((9, 5), (5, 5), (4, 3), (3, 3), (2, 0), (0, 0)):
        found = store.checkpoint("unit", at_most=at_most)
        same(found.revision, revision, f"the revision of the newest checkpoint up to {at_most}")
    same(store.checkpoint("unit", at_most=3), third, "a checkpoint as it is read back")
    store.put_checkpoint(checkpoint_of("unit", 3, b"another"))
    same(store.checkpoint("unit", at_most=3), third, "a checkpoint after another of its revision was put")
    same(store.checkpoints("other"), (0,), "the checkpoints of another unit")
    same(store.unit("unit").head, 5, "the head after checkpoints were put")


def checkpoints_are_checked(store: Store) -> None:
    """One of a revision that the log does not have, or with a wrong digest, is a ValueError, and is not kept."""
    made(store)
    put(store, "unit", 2)
    good = checkpoint_of("unit", 2)
    for what, checkpoint in (
        ("beyond the head", checkpoint_of("unit", 3)),
        ("of a revision below 0", checkpoint_of("unit", -1)),
        ("whose digest is wrong", replace(good, blob=good.blob + b"x")),
        ("whose bytes went from one part to the other", replace(good, blob=good.blob + good.ids, ids=b"")),
        ("without a form", replace(good, form="")),
    ):
        refused(partial(store.put_checkpoint, checkpoint), ValueError, f"put_checkpoint of one {what}")
    same(store.checkpoints("unit"), (0,), "the checkpoints after none could be put")
    refused(lambda: store.checkpoint("unit", at_most=-1), ValueError, "the checkpoint up to a revision below 0")


def a_closed_store_says_so(store: Store) -> None:
    """Every method but close, which does nothing then."""
    made(store)
    store.close()
    store.close()
    for what, call in _calls(store, "unit").items():
        refused(call, StoreClosed, f"{what} of a closed store")
    refused(store.units, StoreClosed, "units of a closed store")
    refused(lambda: store.delete("unit"), StoreClosed, "delete of a closed store")
    refused(lambda: made(store, "new"), StoreClosed, "create of a closed store")


def _calls(store: Store, unit_id: str) -> dict[str, Callable[[], object]]:
    """One call of each method that is about a unit which must be there."""
    return {
        "unit": lambda: store.unit(unit_id),
        "append": lambda: store.append([change(unit_id, 0, "r1")]),
        "entries": lambda: store.entries(unit_id, 0),
        "find": lambda: store.find(unit_id, "session", "r1"),
        "put_checkpoint": lambda: store.put_checkpoint(checkpoint_of(unit_id)),
        "checkpoint": lambda: store.checkpoint(unit_id),
        "checkpoints": lambda: store.checkpoints(unit_id),
        "wait": lambda: store.wait(unit_id, 0, 0.0),
    }
