"""Appends to a SQLite store: one by one, by sixteen threads at once, and by eight processes on the same file."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from frame import Contender, Once, Row, Scale
from macrocell.engine.store.contract import new_append, new_unit
from macrocell.engine.store.sqlite import SqliteStore
from target import Target

APPENDS: Final = 320
THREADS: Final = 16
PROCESSES: Final = 8
PAYLOAD: Final = bytes(range(256)) * 4


def store_rows() -> tuple[Row, ...]:
    """Group commit, and fairness between processes."""
    return (
        Row(
            name="store_append",
            title=f"{APPENDS} appends of 1 kB to 16 units of one SQLite file, synced",
            contenders=(
                Contender("together", _start(THREADS), f"{THREADS} threads of one process"),
                Contender("one by one", _start(1), "one thread"),
            ),
            targets=(Target("group commit: ≥ 5x one by one", "together", 5.0, "one by one", faster=True),),
            reference="one by one",
            n=5,
            warm_up=1,
        ),
        Row(
            name="store_wait",
            title=f"the longest of 40 appends of each of {PROCESSES} processes on one SQLite file",
            contenders=(Contender("longest", _longest, "all units, all processes"),),
            targets=(Target(f"{PROCESSES} writer processes, longest wait: ≤ 2 s", "longest", 2.0),),
            n=3,
            warm_up=0,
        ),
    )


def _start(threads: int) -> Callable[[Scale], Any]:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        store = SqliteStore(scale.folder / f"units-{threads}-{time.monotonic_ns()}.db")
        heads = [0] * THREADS
        for at in range(THREADS):
            store.create(*new_unit(f"unit{at}"))
        each = max(1, (APPENDS // 10 if scale.quick else APPENDS) // THREADS)

        def work(place: int) -> None:
            for _ in range(each):
                _append(store, place, heads)

        def once() -> None:
            if threads == 1:
                for place in range(THREADS):
                    work(place)
                return
            running = [threading.Thread(target=work, args=(place,)) for place in range(THREADS)]
            for thread in running:
                thread.start()
            for thread in running:
                thread.join()

        yield once
        store.close()

    return start


def _append(store: SqliteStore, place: int, heads: list[int]) -> None:
    (answer,) = store.append([new_append(f"unit{place}", heads[place], f"r{heads[place]}", payload=PAYLOAD)])
    assert answer.revision == heads[place] + 1
    heads[place] += 1


@contextmanager
def _longest(scale: Scale) -> Iterator[Once]:
    def once() -> float:
        path = scale.folder / f"shared-{time.monotonic_ns()}.db"
        store = SqliteStore(path)
        for place in range(PROCESSES):
            store.create(*new_unit(f"unit{place}"))
        store.close()
        context = multiprocessing.get_context("fork")
        results: Any = context.SimpleQueue()
        processes = [context.Process(target=_write, args=(path, place, results)) for place in range(PROCESSES)]
        for process in processes:
            process.start()
        longest = max(results.get() for _ in processes)
        for process in processes:
            process.join()
        return float(longest)

    yield once


def _write(path: Path, place: int, results: Any) -> None:
    store, heads, longest = SqliteStore(path), [0] * PROCESSES, 0.0
    for _ in range(40):
        began = time.perf_counter()
        _append(store, place, heads)
        longest = max(longest, time.perf_counter() - began)
    store.close()
    results.put(longest)
