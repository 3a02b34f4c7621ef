"""Every store that comes with the engine keeps the contract, and the contract finds those that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from macrocell.engine.store import AppendStatus, MemoryStore, Store
from macrocell.engine.store.contract import StoreContract
from macrocell.engine.store.sqlite import SqliteStore

Kept = Callable[[], StoreContract]


@pytest.fixture(params=["memory", "sqlite"])
def contract(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StoreContract]:
    if request.param == "memory":
        yield StoreContract(MemoryStore)
    else:
        path = tmp_path / "units.db"
        yield StoreContract(lambda: SqliteStore(path), lambda _: SqliteStore(path))


@pytest.mark.parametrize("check", StoreContract.names())
def test_a_store_keeps_the_contract(contract: StoreContract, check: str) -> None:
    contract.run(check)


class _Sabotaged:
    """A memory store with one method done wrong."""

    def __init__(self, name: str, wrong: Callable[[MemoryStore], Callable[..., Any]]) -> None:
        self._store = MemoryStore()
        self._name = name
        self._wrong = wrong(self._store)

    def __getattr__(self, name: str) -> Any:
        return self._wrong if name == self._name else getattr(self._store, name)


def _statuses(store: MemoryStore, status: AppendStatus) -> Callable[..., Any]:
    return lambda appends: tuple(replace(answer, status=status) for answer in store.append(appends))


def _one_by_one(store: MemoryStore) -> Callable[..., Any]:
    return lambda appends: tuple(store.append([append])[0] for append in appends)


def _always_new(store: MemoryStore) -> Callable[..., Any]:
    count = iter(range(10**6))
    return lambda appends: store.append([replace(one, req_id=f"{one.req_id}-{next(count)}") for one in appends])


def _on_any_head(store: MemoryStore) -> Callable[..., Any]:
    def append(appends: Any) -> Any:
        return store.append([replace(one, base_revision=store.unit(one.unit_id).head) for one in appends])

    return append


SABOTAGE: dict[str, tuple[str, Callable[[MemoryStore], Callable[..., Any]]]] = {
    "no pages": ("entries", lambda store: lambda unit_id, after, max_bytes=0: store.entries(unit_id, after)),
    "from the start": ("entries", lambda store: lambda unit_id, after, max_bytes=1 << 20: store.entries(unit_id, 0)),
    "one entry too many": (
        "entries",
        lambda store: lambda unit_id, after, max_bytes=1 << 20: store.entries(unit_id, after - 1, max_bytes=max_bytes),
    ),
    "all or some": ("append", _one_by_one),
    "stored twice": ("append", _always_new),
    "no compare": ("append", _on_any_head),
    "always appended": ("append", lambda store: _statuses(store, AppendStatus.APPENDED)),
    "known is new": ("find", lambda store: lambda unit_id, sid, req_id: store.unit(unit_id) and None),
    "ids come back": ("delete", lambda store: lambda unit_id: store.unit(unit_id) and store._units.pop(unit_id)),
    "nothing deleted": ("delete", lambda store: lambda unit_id: None),
    "last checkpoint": ("checkpoint", lambda store: lambda unit_id, at_most=None: store.checkpoint(unit_id)),
    "first checkpoint": (
        "checkpoint",
        lambda store: lambda unit_id, at_most=0: store.checkpoint(unit_id, at_most=0),
    ),
    "checkpoint lost": ("put_checkpoint", lambda store: lambda checkpoint: store.unit(checkpoint.unit_id) and None),
    "no order": ("units", lambda store: lambda after="", limit=1000: store.units(after=after, limit=limit)[::-1]),
    "no limit": ("units", lambda store: lambda after="", limit=1000: store.units(after=after)),
    "no wait": ("wait", lambda store: lambda unit_id, after, timeout_s: store.unit(unit_id).head),
    "never closed": ("close", lambda store: lambda: None),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_a_store_that_is_wrong_is_found(sabotage: str) -> None:
    name, wrong = SABOTAGE[sabotage]
    contract = StoreContract(lambda: _make(name, wrong))
    failed = []
    for check in StoreContract.names():
        try:
            contract.run(check)
        except AssertionError as error:
            assert str(error)
            failed.append(check)
    assert failed


def _make(name: str, wrong: Callable[[MemoryStore], Callable[..., Any]]) -> Store:
    made: Any = _Sabotaged(name, wrong)
    return made  # type: ignore[no-any-return]
