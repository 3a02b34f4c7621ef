"""The part of the contract that is about one log: appended once, in order, on top of what was named, whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Final

from .contract_case import NOW, change, claim, made, one, put, refused, requests, same
from .protocol import Store
from .record import MAX_ID, Append, Appended, AppendStatus

APPENDED: Final = AppendStatus.APPENDED
KNOWN: Final = AppendStatus.KNOWN
MOVED: Final = AppendStatus.MOVED
WITHHELD: Final = AppendStatus.WITHHELD


def appends_are_kept_whole(store: Store) -> None:
    """Every field of an entry is that of its append, bytes and microseconds too."""
    made(store)
    every_byte = bytes(range(256)) * 5_000
    sent = [
        replace(change("unit", 0, "r'1", payload=every_byte, sid="\U0001f600"), at=datetime(2000, 1, 1, tzinfo=UTC)),
        replace(change("unit", 1, "%_\\", payload=b""), audit=b""),
        change("unit", 2, "x" * MAX_ID),
    ]
    for revision, append in enumerate(sent, 1):
        answer = one(store, append, APPENDED)
        same(answer, _answer(append, APPENDED, revision, revision), "the answer to an append")
    expected = tuple(append.entry(revision) for revision, append in enumerate(sent, 1))
    same(store.entries("unit", 0), expected, "the entries of what was appended")
    for entry in expected:
        same(store.find("unit", entry.sid, entry.req_id), entry, "the entry that is found by its request")
    same(store.find("unit", "session", "r'1"), None, "the entry of another session's request")
    same(store.find("unit", "\U0001f600", "never"), None, "the entry of a request that was never made")


def appends_are_stored_once(store: Store) -> None:
    """(sid, req_id) is looked up first: whatever base or content comes with it, the stored entry is answered."""
    made(store)
    first, _ = put(store, "unit", 2)
    stored = first.digest
    for what, again in (
        ("the same append", first),
        ("on top of the head", replace(first, base_revision=2)),
        ("on top of a revision to come", replace(first, base_revision=9)),
        ("with another content", change("unit", 0, "r1", payload=b"another")),
    ):
        answer = one(store, again, KNOWN)
        same((answer.revision, answer.digest, answer.head), (1, stored, 2), f"the answer to {what} sent once more")
    one(store, change("unit", 2, "r1", sid="other"), APPENDED)
    made(store, "other")
    one(store, change("other", 0, "r1"), APPENDED)
    same(requests(store, "unit"), [("session", "r1"), ("session", "r2"), ("other", "r1")], "the log after all that")


def the_head_is_compared(store: Store) -> None:
    """What is on top of another revision than the head is not written, and is told the head."""
    made(store)
    put(store, "unit", 3)
    for base in (0, 2, 4, 1 << 70):
        append = change("unit", base, f"late {base}")
        same(one(store, append, MOVED), _answer(append, MOVED, None, 3), f"the answer to an append on top of {base}")
        same(store.find("unit", "session", f"late {base}"), None, "the entry of an append that was not written")
    same(len(requests(store, "unit")), 3, "the entries after appends that were not written")
    one(store, change("unit", 3, "late 0"), APPENDED)


def several_units_are_all_or_none(store: Store) -> None:
    """One unit that moved withholds the others; one that is known does not; the answers keep the order."""
    for unit_id in ("a", "b", "c"):
        made(store, unit_id)
    put(store, "b", 2)
    good, late, other = change("c", 0, "x"), change("b", 1, "x"), change("a", 0, "x")
    expected = (_answer(good, WITHHELD, None, 0), _answer(late, MOVED, None, 2), _answer(other, WITHHELD, None, 0))
    same(store.append([good, late, other]), expected, "the answers where one of three units had moved")
    for unit_id, head in (("a", 0), ("b", 2), ("c", 0)):
        same(store.unit(unit_id).head, head, f"the head of {unit_id} after it")
    known = change("b", 0, "r1")
    expected = (_answer(good, APPENDED, 1, 1), _answer(known, KNOWN, 1, 2), _answer(other, APPENDED, 1, 1))
    same(store.append([good, known, other]), expected, "the answers where one of three changesets was known")
    moved = change("a", 0, "y")
    same(
        store.append([known, moved]),
        (_answer(known, KNOWN, 1, 2), _answer(moved, MOVED, None, 1)),
        "the answers where one was known and one had moved",
    )
    same(store.append([]), (), "the answers to an append of nothing")
    same([len(requests(store, unit_id)) for unit_id in "abc"], [1, 2, 1], "the lengths of the logs after all that")


def appends_are_checked(store: Store) -> None:
    """What no log can hold is a ValueError, and nothing of the call is written."""
    made(store)
    made(store, "other")
    good, companion = change("unit", 0, "r1"), change("other", 0, "r1")
    for what, bad in (
        ("a digest that is not its payload's", replace(good, payload=b"tampered")),
        ("an empty session", replace(good, sid="")),
        ("an empty request", replace(good, req_id="")),
        ("a request with a space at its end", replace(good, req_id="r ")),
        ("a request that is too long", replace(good, req_id="r" * (MAX_ID + 1))),
        ("a session with a line break", replace(good, sid="a\nb")),
        ("a base below 0", replace(good, base_revision=-1)),
        ("a time without a zone", replace(good, at=NOW.replace(tzinfo=None))),
        ("a time of another zone", replace(good, at=NOW.astimezone(timezone(timedelta(hours=1))))),
    ):
        refused(partial(store.append, [companion, bad]), ValueError, f"an append with {what}")
    twice = [good, replace(good, req_id="r2")]
    refused(partial(store.append, twice), ValueError, "an append that names a unit twice")
    same([store.unit(unit_id).head for unit_id in ("unit", "other")], [0, 0], "the heads after none could be appended")


def entries_come_in_pages(store: Store) -> None:
    """As many as fit into max_bytes of payload, at least one, in order, from where it was asked for."""
    made(store)
    put(store, "unit", 12, size=10)
    made(store, "other")
    put(store, "other", 3)
    for after, max_bytes, expected in (
        (0, 120, list(range(1, 13))),
        (0, 119, list(range(1, 12))),
        (0, 30, [1, 2, 3]),
        (0, 29, [1, 2]),
        (9, 25, [10, 11]),
        (9, 1 << 70, [10, 11, 12]),
        (4, 0, [5]),
        (4, -1, [5]),
        (-3, 20, [1, 2]),
        (11, 20, [12]),
        (12, 20, []),
        (1 << 70, 20, []),
    ):
        found = [entry.revision for entry in store.entries("unit", after, max_bytes=max_bytes)]
        same(found, expected, f"the revisions after {after} in {max_bytes} bytes")
    same(len(requests(store, "unit")), 12, "the entries of all pages")


def times_order_nothing(store: Store) -> None:
    """A clock that went back does not change what the log's order is."""
    made(store)
    for revision in range(4):
        back = NOW - timedelta(days=revision)
        one(store, replace(change("unit", revision, f"r{revision}"), at=back), APPENDED)
    times = [entry.at for entry in store.entries("unit", 0)]
    claim(times == sorted(times, reverse=True) and times[0] == NOW, f"the entries are not in the log's order: {times}")


def _answer(append: Append, status: AppendStatus, revision: int | None, head: int) -> Appended:
    return append.answer(status, revision, None if revision is None else append.digest, head)
