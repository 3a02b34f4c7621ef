"""Append to an SQLite store and say what was acknowledged: store_writer.py PATH SID COUNT THREADS [NTH ACTION].

Each line of the output is: request, then its revision, or "no" or "maybe" where the store could not say so. With NTH
and ACTION see syscall_fault; NTH below 0 counts from before the store is opened.
"""

from __future__ import annotations

import os
import sys
import threading

from macrocell.engine.errors import StoreError, StoreUnavailable, UnitExists
from macrocell.engine.store import AppendStatus
from macrocell.engine.store.contract_case import change, made
from macrocell.engine.store.sqlite import SqliteStore
from support.syscall_fault import fault


def main(path: str, sid: str, count: str, threads: str, nth: str = "0", action: str = "") -> None:
    if int(nth) < 0:
        fault(-int(nth), action)
    store = opened(path)
    if int(nth) > 0:
        fault(int(nth), action)
    say("ready -")
    workers = [
        threading.Thread(target=work, args=(store, sid, range(at, int(count), int(threads))))
        for at in range(1, int(threads))
    ]
    for worker in workers:
        worker.start()
    work(store, sid, range(0, int(count), int(threads)))
    for worker in workers:
        worker.join()
    store.close()
    say("closed -")


def opened(path: str) -> SqliteStore:
    """The store with its unit; a fault that comes so early is met by trying again, as a caller would."""
    for _ in range(5):
        try:
            store = SqliteStore(path)
        except StoreUnavailable:
            continue
        try:
            made(store, "unit")
        except UnitExists:
            return store
        except StoreUnavailable:
            store.close()
            continue
        return store
    raise SystemExit("the store could not be opened")


def work(store: SqliteStore, sid: str, numbers: range) -> None:
    for number in numbers:
        req_id = f"r{number}"
        try:
            head = store.unit("unit").head
            while True:
                (answer,) = store.append([change("unit", head, req_id, sid=sid, payload=payload(sid, number))])
                if answer.status is not AppendStatus.MOVED:
                    break
                head = answer.head
        except StoreUnavailable as error:
            say(f"{req_id} {'maybe' if error.maybe_written else 'no'}")
        except StoreError as error:
            say(f"{req_id} {type(error).__name__}: {error}")
        else:
            say(f"{req_id} {answer.revision}")


def payload(sid: str, number: int) -> bytes:
    """Now and then one of several pages."""
    return f"{sid} {number} ".encode() * (3_000 if number % 7 == 3 else 20)


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
