"""What every store has to do, as checks that an application runs against its own backend.

    class TestMyStore:
        @pytest.mark.parametrize("check", StoreContract.names())
        def test_contract(self, check):
            StoreContract(make=lambda: MyStore(...)).run(check)

No test framework is needed: a check raises AssertionError, with what is wrong. Each makes its own store and units.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final, final

from ..errors import StoreClosed, UnitDeleted, UnitExists, UnknownUnit
from .protocol import Store
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit, digest_of

_AT: Final = datetime(2026, 3, 1, 12, 30, 0, 123456, tzinfo=UTC)


def new_unit(unit_id: str, *, name: str = "book.xlsx", blob: bytes = b"first") -> tuple[Unit, Checkpoint]:
    """What create takes."""
    unit = Unit(id=unit_id, type="workbook", name=name, head=0, epoch=0, created=_AT)
    return unit, new_checkpoint(unit_id, 0, blob)


def new_checkpoint(unit_id: str, revision: int, blob: bytes = b"blob", ids: bytes = b"{}") -> Checkpoint:
    """A checkpoint of some bytes."""
    digest = digest_of(blob, ids)
    return Checkpoint(unit_id=unit_id, revision=revision, form=".xlsx", blob=blob, ids=ids, digest=digest)


def new_append(unit_id: str, base: int, req_id: str, *, sid: str = "sid", payload: bytes | None = None) -> Append:
    """A changeset of some bytes."""
    data = f"{unit_id} {base} {sid} {req_id}".encode() if payload is None else payload
    return Append(
        unit_id=unit_id,
        base_revision=base,
        sid=sid,
        req_id=req_id,
        payload=data,
        digest=digest_of(data),
        audit=b'{"who": "a person"}',
        at=_AT,
    )


@final
class StoreContract:
    """make gives a store without units; again a second handle on the data of one, where the backend has such."""

    def __init__(self, make: Callable[[], Store], again: Callable[[Store], Store] | None = None) -> None:
        self._make = make
        self._again = again

    @classmethod
    def names(cls) -> list[str]:
        """The checks there are."""
        return sorted(name for name in vars(cls) if name.startswith("check_"))

    def run(self, name: str) -> None:
        """One check against a fresh store, which is closed afterwards."""
        store = self._make()
        try:
            getattr(self, name)(store)
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"{name}: {type(error).__name__} where nothing should be raised") from error
        finally:
            store.close()

    # Units

    def check_a_unit_is_what_was_made(self, store: Store) -> None:
        """create, unit, units."""
        unit, checkpoint = new_unit("one", name="Büro\U0001f600.xlsx", blob=bytes(range(256)))
        store.create(unit, checkpoint)
        _same(store.unit("one"), unit, "unit")
        _same(store.units(), (unit,), "units")
        _same(store.checkpoint("one"), checkpoint, "checkpoint")
        _same(store.checkpoints("one"), (0,), "checkpoints")
        _same(store.entries("one", 0), (), "entries of a new unit")

    def check_an_id_is_used_once(self, store: Store) -> None:
        """UnitExists, also after the unit was deleted."""
        store.create(*new_unit("one"))
        _raises(UnitExists, lambda: store.create(*new_unit("one", blob=b"other")), "an id that is in use")
        _same(store.checkpoint("one").blob, b"first", "the checkpoint after a second create")
        store.delete("one")
        _raises(UnitExists, lambda: store.create(*new_unit("one")), "an id that was in use")

    def check_units_are_listed_in_pages_by_id(self, store: Store) -> None:
        """By code point, after an id, without the deleted."""
        ids = ["B", "a", "b", "z", "é", "ﬀ", "\U0001f600"]
        for unit_id in reversed(ids):
            store.create(*new_unit(unit_id))
        _same([unit.id for unit in store.units()], ids, "the order of units")
        _same([unit.id for unit in store.units(after="b", limit=2)], ["z", "é"], "a page of units")
        store.delete("z")
        _same([unit.id for unit in store.units(after="b", limit=1)], ["é"], "units without a deleted one")
        _same(store.units(after="\U0001f600"), (), "units after the last")

    def check_a_deleted_unit_is_gone(self, store: Store) -> None:
        """UnitDeleted from everything, and a second delete does nothing."""
        store.create(*new_unit("one"))
        store.create(*new_unit("two"))
        store.append([new_append("one", 0, "r1")])
        store.delete("one")
        store.delete("one")
        for call in _calls(store, "one"):
            _raises(UnitDeleted, call, "a deleted unit")
        _same(store.append([new_append("two", 0, "r1")])[0].status, AppendStatus.APPENDED, "another unit")

    def check_an_unknown_unit_is_told(self, store: Store) -> None:
        """UnknownUnit from everything."""
        for call in _calls(store, "none"):
            _raises(UnknownUnit, call, "an unknown unit")
        _raises(UnknownUnit, lambda: store.delete("none"), "to delete an unknown unit")

    # The log

    def check_the_log_holds_what_was_appended(self, store: Store) -> None:
        """entries, find, head; every byte and every field."""
        store.create(*new_unit("one"))
        sent = [
            replace(new_append("one", at, f"r{at}", sid=f"s{at % 2}", payload=bytes(range(at, 256))), audit=b"\x00\xff")
            for at in range(5)
        ]
        for at, append in enumerate(sent):
            (answer,) = store.append([append])
            _same(answer, _answer(append, AppendStatus.APPENDED, at + 1, at + 1), "the answer to an append")
        entries = [_entry(append, at + 1) for at, append in enumerate(sent)]
        _same(list(store.entries("one", 0)), entries, "the log")
        _same(list(store.entries("one", 3)), entries[3:], "the end of the log")
        _same(store.entries("one", 5), (), "the log behind its end")
        _same(store.entries("one", 99), (), "the log far behind its end")
        _same(store.unit("one").head, 5, "the head")
        _same(store.find("one", "s1", "r3"), entries[3], "an entry by its request")
        _same(store.find("one", "s0", "r3"), None, "a request of another session")

    def check_a_request_is_stored_once(self, store: Store) -> None:
        """Sent again, on whatever base and with whatever content, it is answered as it stands."""
        store.create(*new_unit("one"))
        first = new_append("one", 0, "r1")
        store.append([first])
        store.append([new_append("one", 1, "r2")])
        for again in (first, replace(first, base_revision=2), new_append("one", 2, "r1", payload=b"other")):
            (answer,) = store.append([again])
            _same(answer, _answer(first, AppendStatus.KNOWN, 1, 2), "a request that is sent again")
        _same(len(store.entries("one", 0)), 2, "entries after a request was sent again")
        (answer,) = store.append([new_append("one", 2, "r1", sid="other")])
        _same(answer.status, AppendStatus.APPENDED, "the same request of another session")

    def check_the_head_is_compared(self, store: Store) -> None:
        """MOVED below and above the head, and nothing written."""
        store.create(*new_unit("one"))
        store.append([new_append("one", 0, "r1")])
        for base in (0, 2, 99):
            append = new_append("one", base, f"other{base}")
            _same(store.append([append]), (_answer(append, AppendStatus.MOVED, None, 1),), f"an append on {base}")
        _same(len(store.entries("one", 0)), 1, "entries after appends that were refused")
        _same(store.find("one", "sid", "other0"), None, "a request that was refused")

    def check_several_units_are_appended_to_together_or_not_at_all(self, store: Store) -> None:
        """WITHHELD beside MOVED; KNOWN beside APPENDED."""
        for unit_id in ("one", "two", "three"):
            store.create(*new_unit(unit_id))
        store.append([new_append("two", 0, "before")])
        appends = [new_append("one", 0, "r"), new_append("two", 0, "r"), new_append("three", 0, "r")]
        answers = store.append(appends)
        _same(
            [answer.status for answer in answers],
            [AppendStatus.WITHHELD, AppendStatus.MOVED, AppendStatus.WITHHELD],
            "units of which one has moved",
        )
        _same([answer.head for answer in answers], [0, 1, 0], "heads of units of which one has moved")
        _same([store.unit(unit_id).head for unit_id in ("one", "two", "three")], [0, 1, 0], "heads afterwards")
        appends[1] = new_append("two", 1, "r")
        _same(
            [answer.status for answer in store.append(appends)],
            [AppendStatus.APPENDED] * 3,
            "units that have not moved",
        )
        appends[0] = new_append("one", 1, "next")
        answers = store.append(appends)
        _same(
            [(answer.status, answer.revision) for answer in answers],
            [(AppendStatus.APPENDED, 2), (AppendStatus.KNOWN, 2), (AppendStatus.KNOWN, 1)],
            "units of which some have the request already",
        )
        _raises(UnknownUnit, lambda: store.append([new_append("one", 2, "x"), new_append("no", 0, "x")]), "no unit")
        _same(store.unit("one").head, 2, "the head beside a unit that is not there")
        _same(store.append([]), (), "an append to nothing")

    def check_the_log_comes_in_pages(self, store: Store) -> None:
        """At least one entry, no more than fit."""
        store.create(*new_unit("one"))
        for at in range(6):
            store.append([new_append("one", at, f"r{at}", payload=b"x" * (100 if at != 3 else 1_000))])
        seen: list[int] = []
        while page := store.entries("one", len(seen), max_bytes=250):
            size = sum(len(entry.payload) for entry in page)
            assert size <= 250 or len(page) == 1, f"a page of {size} bytes where 250 were asked for"
            seen.extend(entry.revision for entry in page)
        _same(seen, [1, 2, 3, 4, 5, 6], "the revisions of all pages")
        _same(len(store.entries("one", 0, max_bytes=0)), 1, "a page for no bytes")

    def check_times_order_nothing(self, store: Store) -> None:
        """A clock that jumps back is kept as it was."""
        store.create(*new_unit("one"))
        times = [_AT, _AT - timedelta(days=400), _AT + timedelta(microseconds=1)]
        for at, moment in enumerate(times):
            store.append([replace(new_append("one", at, f"r{at}"), at=moment)])
        _same([entry.at for entry in store.entries("one", 0)], times, "times")

    def check_what_nobody_may_send_is_refused(self, store: Store) -> None:
        """ValueError, and nothing written."""
        store.create(*new_unit("one"))
        good = new_append("one", 0, "r")
        bad: list[Sequence[Append]] = [
            [replace(good, payload=b"other")],
            [replace(good, req_id="")],
            [replace(good, sid="a\nb")],
            [replace(good, req_id="x" * 201)],
            [replace(good, base_revision=-1)],
            [replace(good, at=_AT.replace(tzinfo=None))],
            [replace(good, at=_AT.astimezone(timezone(timedelta(hours=2))))],
            [good, replace(good, req_id="other")],
        ]
        for appends in bad:
            _raises(ValueError, lambda appends=appends: store.append(appends), f"{appends}")  # type: ignore[misc]
        _same(store.unit("one").head, 0, "the head")
        unit, checkpoint = new_unit("two")
        for other in (replace(unit, head=1), replace(unit, id="")):
            _raises(ValueError, lambda other=other: store.create(other, checkpoint), f"{other}")  # type: ignore[misc]
        _raises(ValueError, lambda: store.create(unit, replace(checkpoint, blob=b"other")), "a checkpoint's digest")

    # Checkpoints

    def check_the_newest_checkpoint_up_to_a_revision(self, store: Store) -> None:
        """And one that is there already stays as it is."""
        store.create(*new_unit("one"))
        for at in range(5):
            store.append([new_append("one", at, f"r{at}")])
        store.put_checkpoint(new_checkpoint("one", 4, b"four"))
        store.put_checkpoint(new_checkpoint("one", 2, b"two", b"[1]"))
        store.put_checkpoint(new_checkpoint("one", 2, b"other"))
        _same(store.checkpoints("one"), (0, 2, 4), "revisions with a checkpoint")
        found = [store.checkpoint("one", at_most=at).blob for at in range(6)]
        _same(found, [b"first", b"first", b"two", b"two", b"four", b"four"], "checkpoints by revision")
        _same(store.checkpoint("one").blob, b"four", "the newest checkpoint")
        _raises(ValueError, lambda: store.put_checkpoint(new_checkpoint("one", 6)), "a revision that is not there")
        _raises(ValueError, lambda: store.put_checkpoint(new_checkpoint("one", -1)), "a revision below zero")

    # Side by side

    def check_threads_append_without_a_gap(self, store: Store) -> None:
        """Eight at once on one unit: every acknowledged one is there, none twice, revisions without a gap."""
        store.create(*new_unit("one"))
        told: dict[str, int] = {}

        def work(name: str) -> None:
            for at in range(12):
                while True:
                    (answer,) = store.append([new_append("one", store.unit("one").head, f"{name}.{at}", sid=name)])
                    if answer.revision is not None:
                        told[f"{name}.{at}"] = answer.revision
                        break

        _at_once([lambda name=name: work(name) for name in "abcdefgh"])  # type: ignore[misc]
        entries = store.entries("one", 0)
        _same([entry.revision for entry in entries], list(range(1, 97)), "revisions")
        _same({entry.req_id: entry.revision for entry in entries}, told, "what was acknowledged")

    def check_units_do_not_stand_in_each_others_way(self, store: Store) -> None:
        """Appends to sixteen units from eight threads, two units at a time, in both orders."""
        ids = [f"unit{at:02}" for at in range(16)]
        for unit_id in ids:
            store.create(*new_unit(unit_id))

        def work(place: int) -> None:
            pair = ids[2 * place : 2 * place + 2]
            for at in range(8):
                ordered = pair if at % 2 else pair[::-1]
                answers = store.append([new_append(unit_id, at, f"r{at}") for unit_id in ordered])
                _same({answer.status for answer in answers}, {AppendStatus.APPENDED}, "an append to two units")

        _at_once([lambda place=place: work(place) for place in range(8)])  # type: ignore[misc]
        _same([unit.head for unit in store.units()], [8] * 16, "heads")

    def check_a_wait_ends_with_an_append(self, store: Store) -> None:
        """Of another thread, or of another handle; or when its time is over."""
        store.create(*new_unit("one"))
        _same(store.wait("one", 0, 0.0), 0, "a wait of no time")
        began = time.monotonic()
        _same(store.wait("one", 0, 0.05), 0, "a wait in which nothing comes")
        assert time.monotonic() - began >= 0.05, "a wait ended before its time"
        other = store if self._again is None else self._again(store)
        try:
            heads: list[int] = []
            waiting = threading.Thread(target=lambda: heads.append(store.wait("one", 0, 30.0)))
            waiting.start()
            other.append([new_append("one", 0, "r1")])
            waiting.join(30.0)
            _same(heads, [1], "the head that a wait gave")
            _same(store.wait("one", 0, 30.0), 1, "a wait for what is there")
        finally:
            if other is not store:
                other.close()

    def check_a_second_handle_sees_the_same(self, store: Store) -> None:
        """Where the backend has handles."""
        if self._again is None:
            return
        store.create(*new_unit("one"))
        other = self._again(store)
        try:
            other.append([new_append("one", 0, "r1")])
            (answer,) = store.append([new_append("one", 0, "r2")])
            _same(answer.status, AppendStatus.MOVED, "an append on what another handle has moved")
            _same(store.entries("one", 0), other.entries("one", 0), "the log of two handles")
            other.delete("one")
            _raises(UnitDeleted, lambda: store.unit("one"), "a unit that another handle deleted")
        finally:
            other.close()

    def check_a_closed_store_says_so(self, store: Store) -> None:
        """StoreClosed from everything, and a second close does nothing."""
        store.create(*new_unit("one"))
        store.close()
        store.close()
        for call in (*_calls(store, "one"), store.units, lambda: store.create(*new_unit("two"))):
            _raises(StoreClosed, call, "a closed store")


def _calls(store: Store, unit_id: str) -> list[Callable[[], Any]]:
    """Everything that needs a unit."""
    return [
        lambda: store.unit(unit_id),
        lambda: store.append([new_append(unit_id, 0, "r")]),
        lambda: store.entries(unit_id, 0),
        lambda: store.find(unit_id, "sid", "r"),
        lambda: store.put_checkpoint(new_checkpoint(unit_id, 0)),
        lambda: store.checkpoint(unit_id),
        lambda: store.checkpoints(unit_id),
        lambda: store.wait(unit_id, 0, 0.0),
    ]


def _answer(append: Append, status: AppendStatus, revision: int | None, head: int) -> Appended:
    return Appended(
        unit_id=append.unit_id,
        sid=append.sid,
        req_id=append.req_id,
        status=status,
        revision=revision,
        digest=None if revision is None else append.digest,
        head=head,
    )


def _entry(append: Append, revision: int) -> Entry:
    return Entry(
        unit_id=append.unit_id,
        revision=revision,
        sid=append.sid,
        req_id=append.req_id,
        payload=append.payload,
        digest=append.digest,
        audit=append.audit,
        at=append.at,
    )


def _at_once(works: Sequence[Callable[[], None]]) -> None:
    errors: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is raised again where the check runs
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def _same(found: object, expected: object, what: str) -> None:
    assert found == expected, f"{what}: {found!r} where {expected!r} should be"


def _raises(kind: type[Exception], call: Callable[[], Any], what: str) -> None:
    try:
        found = call()
    except kind:
        return
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__} where {kind.__name__} should be raised") from error
    raise AssertionError(f"{what}: {found!r} where {kind.__name__} should be raised")
