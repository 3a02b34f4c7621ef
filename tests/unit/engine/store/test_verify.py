"""What is wrong with a store is found, all of it, and told by unit and revision."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from macrocell.engine.errors import UnitDeleted, UnknownUnit
from macrocell.engine.store import FindingCode, MemoryStore, Report, Store, Unit, verify
from macrocell.engine.store.contract_case import checkpoint_of, made, put
from macrocell.engine.store.sqlite import SqliteStore
from support.broken_stores import Sound


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        for unit_id in ("a", "b", "gone"):
            made(store, unit_id)
            put(store, unit_id, 6)
        store.put_checkpoint(checkpoint_of("a", 4))
        store.delete("gone")
        yield store


def spoil(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as behind:
        for statement in statements:
            assert behind.execute(statement).rowcount == 1
        behind.commit()


def told(report: Report) -> list[tuple[str, str, int | None, str]]:
    return [(each.unit_id, str(each.code), each.revision, each.message) for each in report.findings]


def test_a_whole_store_has_nothing_to_tell(store: SqliteStore) -> None:
    assert verify(store) == Report(units=2, entries=12, checkpoints=3, findings=())
    assert verify(store).ok
    assert verify(store, "a") == Report(units=1, entries=6, checkpoints=2, findings=())


def test_units_of_many_pages_are_all_looked_at() -> None:
    store = MemoryStore()
    for number in range(1_001):
        made(store, f"unit {number}")
    assert verify(store).units == 1_001


def test_damage_in_several_places_is_told_in_one_report(store: SqliteStore, path: Path) -> None:
    a, b = ("(SELECT key FROM unit WHERE id = '" + each + "')" for each in "ab")
    spoil(
        path,
        f"UPDATE changeset SET payload = x'00' WHERE unit = {a} AND revision = 2",
        f"DELETE FROM changeset WHERE unit = {a} AND revision = 4",
        f"UPDATE checkpoint SET ids = x'' WHERE unit = {a} AND revision = 4",
        f"DELETE FROM changeset WHERE unit = {b} AND revision = 6",
        f"UPDATE checkpoint SET revision = 9 WHERE unit = {b} AND revision = 0",
    )
    report = verify(store)
    assert told(report) == [
        ("a", "entry-damaged", 2, "unit a: revision 2 is not what was written"),
        ("a", "entry-damaged", 4, "unit a: its log has no revision 4, and a head of 6"),
        ("a", "checkpoint-damaged", 4, "unit a: the checkpoint of revision 4 is not what was written"),
        ("b", "entry-damaged", 6, "unit b: its log has no revision 6, and a head of 6"),
        ("b", "checkpoint-misplaced", 0, "there is no checkpoint of revision 0"),
        ("b", "checkpoint-misplaced", 9, "a checkpoint of it, and the head is 6"),
    ]
    assert (report.units, report.entries, report.checkpoints) == (2, 9, 3)
    assert not report.ok


def test_a_store_that_believes_its_own_digests_is_not_believed() -> None:
    store = Sound()
    made(store, "unit")
    put(store, "unit", 5)
    held = store.inner._held("unit")
    held.entries[1] = replace(held.entries[1], payload=b"another")
    held.entries[2] = replace(held.entries[2], revision=7)
    held.entries[3] = replace(held.entries[3], req_id="r1")
    del held.by_request["session", "r5"]
    held.checkpoints[0] = replace(held.checkpoints[0], blob=b"another")
    assert told(verify(store)) == [
        ("unit", "entry-damaged", 2, "its content is not what its digest says"),
        ("unit", "entry-misplaced", 3, "revision 7 of unit stands in its place"),
        ("unit", "request-lost", 3, "request r3 of session session leads to revision 3, not to itself"),
        ("unit", "request-twice", 4, "request r1 of session session is revision 1 already"),
        ("unit", "request-lost", 5, "request r5 of session session leads to nothing"),
        ("unit", "checkpoint-damaged", 0, "its content is not what its digest says"),
    ]


def test_a_log_that_ends_before_its_head_is_told_even_by_a_store_that_does_not() -> None:
    store = Sound()
    made(store, "unit")
    put(store, "unit", 3)
    store.inner._held("unit").entries.pop()
    assert told(verify(store)) == [("unit", "entry-damaged", 3, "the log ends before its head of 3")]


def test_replay_is_asked_about_units_that_are_whole_and_told_in_its_words(store: SqliteStore, path: Path) -> None:
    asked: list[str] = []

    def replay(of: Store, unit: Unit) -> Iterable[str]:
        assert of is store
        asked.append(unit.id)
        yield f"revision 4 comes out differently, the head is {unit.head}"

    spoil(path, "DELETE FROM changeset WHERE unit = (SELECT key FROM unit WHERE id = 'b') AND revision = 1")
    findings = verify(store, replay=replay).findings
    assert asked == ["a"]
    assert findings[0].code is FindingCode.REPLAY_DIFFERS
    assert told(verify(store, "a", replay)) == [
        ("a", "replay-differs", None, "revision 4 comes out differently, the head is 6")
    ]


def test_a_unit_that_is_not_there_raises(store: SqliteStore) -> None:
    with pytest.raises(UnknownUnit, match=r"^the store has no unit never$"):
        verify(store, "never")
    with pytest.raises(UnitDeleted, match=r"^unit gone was deleted$"):
        verify(store, "gone")


def test_a_unit_that_is_deleted_meanwhile_is_left_out(store: SqliteStore) -> None:
    def replay(of: Store, unit: Unit) -> Iterable[str]:
        if unit.id == "a":
            of.delete("b")
        return ()

    assert verify(store, replay=replay) == Report(units=1, entries=6, checkpoints=2, findings=())
