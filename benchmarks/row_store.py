"""Appends to an SQLite store, each on the disk when it returns: alone, by many threads, and by eight processes."""

from __future__ import annotations

import fcntl
import multiprocessing
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Literal

from frame import Contender, Once, Row, Scale
from macrocell.engine.store import Append, Checkpoint, Unit, digest_of, sqlite_open, turn
from macrocell.engine.store.sqlite import SqliteStore
from target import Target

NOW: Final = datetime(2024, 1, 1, tzinfo=UTC)
PAYLOAD: Final = bytes(500)
PROCESSES: Final = 8
Turns = Literal["order", "whole", "none"]


def store_rows() -> tuple[Row, ...]:
    """What sharing a commit gains, and how long one of many writers waits."""
    return (
        Row(
            name="store append",
            title="one append of 500 bytes, synchronous FULL",
            contenders=(
                Contender("one by one", _threads(1), "one thread"),
                Contender("8 threads", _threads(8), "to eight units, at the same time"),
                Contender("64 threads", _threads(64), "to 64 units, at the same time"),
                Contender("insert alone", _plain, "sqlite3 itself: one row, one commit, nothing looked up"),
            ),
            targets=(Target("appends of 64 threads: ≥ 5x one by one", "64 threads", 5.0, "one by one", faster=True),),
            reference="one by one",
            n=9,
            warm_up=1,
        ),
        Row(
            name="store processes",
            title="the longest wait for an append, eight processes that append without a pause",
            contenders=(
                Contender("in turn", _processes("order"), "the longest of all appends of all processes"),
                Contender(
                    "one lock", _processes("whole"), "a lock on the whole file, in no order, as on other systems"
                ),
                Contender("SQLite's locks", _processes("none"), "no turns at all"),
            ),
            targets=(Target("longest wait of 8 writer processes: ≤ 2 s", "in turn", 2.0),),
            reference="in turn",
            n=5,
            warm_up=0,
        ),
    )


def _threads(count: int) -> Any:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        each = 4 if scale.quick else max(512 // count, 16)
        with _folder(scale) as folder, closing(SqliteStore(folder / "store.db")) as store:
            units = [f"unit {at}" for at in range(count)]
            for unit_id in units:
                _make(store, unit_id)
            heads = dict.fromkeys(units, 0)

            def once() -> float:
                lists = [[_append(unit_id, heads[unit_id] + at) for at in range(each)] for unit_id in units]
                gate = threading.Barrier(count + 1)
                threads = [threading.Thread(target=_work, args=(store, appends, gate)) for appends in lists]
                for thread in threads:
                    thread.start()
                gate.wait()
                began = time.perf_counter()
                for thread in threads:
                    thread.join()
                took = time.perf_counter() - began
                for unit_id in units:
                    heads[unit_id] += each
                    assert store.unit(unit_id).head == heads[unit_id]
                return took / (each * count)

            yield once

    return start


@contextmanager
def _plain(scale: Scale) -> Iterator[Once]:
    each = 16 if scale.quick else 512
    with _folder(scale) as folder, closing(sqlite3.connect(folder / "plain.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE log (revision INTEGER PRIMARY KEY, payload BLOB)")

        def once() -> float:
            began = time.perf_counter()
            for _ in range(each):
                connection.execute("INSERT INTO log (payload) VALUES (?)", (PAYLOAD,))
            return (time.perf_counter() - began) / each

        yield once


def _processes(turns: Turns) -> Any:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        each = 10 if scale.quick else 200

        def once() -> float:
            context = multiprocessing.get_context("fork")
            with _folder(scale) as folder:
                gate = context.Barrier(PROCESSES)
                pipes = []
                for at in range(PROCESSES):
                    mine, theirs = context.Pipe(duplex=False)
                    context.Process(
                        target=_process, args=(folder / "store.db", f"unit {at}", each, turns, gate, theirs)
                    ).start()
                    theirs.close()
                    pipes.append(mine)
                return max(float(pipe.recv()) for pipe in pipes)

        yield once

    return start


def _process(path: Path, unit_id: str, each: int, turns: Turns, gate: Barrier, pipe: Connection) -> None:
    if turns != "order":
        turn.fcntl = SimpleNamespace() if turns == "none" else without_bytes()
        sqlite_open.BUSY_S = 120.0  # type: ignore[misc]  to see how long it takes, not that it fails
    longest = 0.0
    with closing(SqliteStore(path)) as store:
        _make(store, unit_id)
        gate.wait(60)
        for head in range(each):
            append = _append(unit_id, head)
            began = time.perf_counter()
            store.append([append])
            longest = max(longest, time.perf_counter() - began)
    pipe.send(longest)


def without_bytes() -> Any:
    """The module fcntl of a system that has no locks of bytes that belong to an open file."""
    return SimpleNamespace(**{name: value for name, value in vars(fcntl).items() if "OFD" not in name})


def _work(store: SqliteStore, appends: list[Append], gate: threading.Barrier) -> None:
    gate.wait()
    for append in appends:
        store.append([append])


def _make(store: SqliteStore, unit_id: str) -> None:
    unit = Unit(id=unit_id, type="workbook", name="bench", head=0, epoch=0, created=NOW)
    checkpoint = Checkpoint(unit_id=unit_id, revision=0, form=".xlsx", blob=b"", ids=b"", digest=digest_of(b"", b""))
    store.create(unit, checkpoint)


def _append(unit_id: str, base: int) -> Append:
    return Append(
        unit_id=unit_id,
        base_revision=base,
        sid="bench",
        req_id=f"r{base}",
        payload=PAYLOAD,
        digest=digest_of(PAYLOAD),
        audit=b"{}",
        at=NOW,
    )


@contextmanager
def _folder(scale: Scale) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=scale.folder) as folder:
        yield Path(folder)
