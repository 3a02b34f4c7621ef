"""Every store keeps the contract, and the contract finds stores that do not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from macrocell.engine.store import MemoryStore, Store
from macrocell.engine.store.contract import ContractBroken, StoreContract
from macrocell.engine.store.sqlite import SqliteStore
from support.broken_stores import BROKEN, Sound


def memory(_folder: Path) -> StoreContract:
    return StoreContract(fresh=MemoryStore)


def sqlite(folder: Path) -> StoreContract:
    made: list[SqliteStore] = []

    def fresh() -> SqliteStore:
        made.append(SqliteStore(folder / f"store {len(made)}.db"))
        return made[-1]

    return StoreContract(fresh=fresh, again=lambda store: SqliteStore(file_of(store)), damage=damage)


def file_of(store: Store) -> Path:
    assert isinstance(store, SqliteStore)
    return Path(store.url.removeprefix("sqlite:///"))


def damage(store: Store, unit_id: str, revision: int, what: str) -> None:
    statement = {
        "payload": "UPDATE changeset SET payload = CAST(payload || x'00' AS BLOB)",
        "blob": "UPDATE checkpoint SET blob = CAST(x'00' || blob AS BLOB)",
        "ids": "UPDATE checkpoint SET ids = CAST(x'00' || ids AS BLOB)",
        "missing": "DELETE FROM changeset",
    }[what]
    with closing(sqlite3.connect(file_of(store))) as behind:
        where = "WHERE revision = ? AND unit = (SELECT key FROM unit WHERE id = ?)"
        assert behind.execute(f"{statement} {where}", (revision, unit_id)).rowcount == 1
        behind.commit()


BACKENDS: dict[str, Callable[[Path], StoreContract]] = {"memory": memory, "sqlite": sqlite}
CHECKS = [(backend, name) for backend, make in BACKENDS.items() for name in make(Path()).names()]


@pytest.mark.parametrize(("backend", "name"), CHECKS)
def test_a_store_keeps_the_contract(backend: str, name: str, tmp_path: Path) -> None:
    BACKENDS[backend](tmp_path).check(name)


FOUND_BY = {
    "ReusesIds": "ids_never_reused",
    "ListsByUpperCase": "units_listed",
    "ForgetsLimit": "units_listed",
    "LosesEpoch": "units_kept_whole",
    "ComparesFirst": "appends_stored_once",
    "StoresTwice": "appends_stored_once",
    "LooksUpRequestAlone": "appends_stored_once",
    "AnswersWhatWasSent": "appends_stored_once",
    "WritesOneByOne": "several_units",
    "IgnoresHead": "head_compared",
    "TakesAnyDigest": "appends_checked",
    "LosesMicroseconds": "appends_kept_whole",
    "OrdersByTime": "times_order_nothing",
    "GivesNothingSmall": "pages",
    "PagesFromAfter": "pages",
    "FindsAnySession": "appends_kept_whole",
    "OverwritesCheckpoints": "checkpoints_kept",
    "IgnoresAtMost": "checkpoints_kept",
    "NeverWakes": "wait",
    "DeletesTwiceLoudly": "deleted_units",
    "ForgetsDeleted": "deleted_units",
    "WritesBeforeUnknown": "unknown_units",
    "StaysOpen": "closed",
    "Races": "rivals_at_once",
    "LosesEveryTenth": "threads",
}


def test_every_broken_store_has_a_check_that_finds_it() -> None:
    assert sorted(FOUND_BY) == sorted(BROKEN)


@pytest.mark.parametrize("broken", FOUND_BY)
def test_the_contract_finds_a_store_that_is_broken(broken: str) -> None:
    contract = StoreContract(fresh=BROKEN[broken], patience_s=0.5)
    with pytest.raises(ContractBroken):
        contract.check(FOUND_BY[broken])


def test_the_stores_that_are_broken_are_sound_but_for_that() -> None:
    contract = StoreContract(fresh=Sound)
    for name in contract.names():
        contract.check(name)


def test_what_is_wrong_is_said_in_a_sentence() -> None:
    with pytest.raises(ContractBroken) as caught:
        StoreContract(fresh=BROKEN["IgnoresHead"]).check("head_compared")
    assert str(caught.value) == "the status of late 0 on top of revision 0: appended, not moved"


def test_an_error_that_the_contract_does_not_know_of_is_told_with_its_check() -> None:
    with pytest.raises(ContractBroken) as caught:
        StoreContract(fresh=BROKEN["DeletesTwiceLoudly"]).check("deleted_units")
    assert str(caught.value) == "deleted_units: the store raises UnitDeleted: again"


def test_checks_that_need_more_than_a_store_are_left_out_without_it() -> None:
    whole = StoreContract(fresh=MemoryStore, again=lambda store: store, damage=lambda *_: None)
    assert set(whole.names()) - set(StoreContract(fresh=MemoryStore).names()) == {"handles", "reopened", "damage"}


def test_a_check_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^no check of this contract: 'handles'$"):
        StoreContract(fresh=MemoryStore).check("handles")
