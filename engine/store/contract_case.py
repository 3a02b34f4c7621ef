"""What the checks of a store are made of: units and changesets to put in, and claims that say what is wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

from .protocol import Store
from .record import Append, Appended, AppendStatus, Checkpoint, Unit, digest_of

NOW: Final = datetime(2024, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC)
"""A leap day, to the microsecond: what a backend that keeps less of a time would lose."""


T = TypeVar("T")


class ContractBroken(AssertionError):
    """A store does something else than the protocol says."""


def claim(held: object, message: str) -> None:
    """Raise ContractBroken with the message unless the claim holds."""
    if not held:
        raise ContractBroken(message)


def same(found: object, expected: object, what: str) -> None:
    """Claim that two values are equal, and show both where they are not."""
    claim(found == expected, f"{what}: {_short(found)}, not {_short(expected)}")


def refused(call: Callable[[], object], error: type[Exception], what: str) -> None:
    """Claim that a call raises exactly this error, or one derived from it."""
    try:
        answer = call()
    except error:
        return
    except Exception as other:
        message = f"{what} raises {type(other).__name__} ({_short(str(other))}), not {error.__name__}"
        raise ContractBroken(message) from other
    raise ContractBroken(f"{what} is answered with {_short(answer)}, and must raise {error.__name__}")


def at_once(calls: Sequence[Callable[[], T]], patience_s: float) -> tuple[T | Exception, ...]:
    """What calls come to that are made together, each in a thread of its own: answers, or the errors raised.

    One that is not back within patience_s is left behind, and counts as a TimeoutError.
    """
    answers: list[T | Exception] = [TimeoutError(f"no answer within {patience_s} s")] * len(calls)
    start = threading.Barrier(len(calls))

    def work(at: int) -> None:
        start.wait()
        try:
            answers[at] = calls[at]()
        except Exception as error:  # noqa: BLE001  whatever it raises is what it came to
            answers[at] = error

    threads = [threading.Thread(target=work, args=(at,), daemon=True) for at in range(len(calls))]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + patience_s
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    return tuple(answers)


def all_answered(calls: Sequence[Callable[[], T]], patience_s: float, what: str) -> tuple[T, ...]:
    """The answers of calls that are made together; claims that there is one for each."""
    answers: list[T] = []
    for answer in at_once(calls, patience_s):
        if isinstance(answer, ContractBroken):
            raise answer
        if isinstance(answer, Exception):
            raise ContractBroken(f"{what}: {type(answer).__name__} ({_short(str(answer))})") from answer
        answers.append(answer)
    return tuple(answers)


def made(store: Store, unit_id: str = "unit", *, name: str = "Budget.xlsx") -> Unit:
    """A unit that was just put into the store."""
    unit = Unit(id=unit_id, type="workbook", name=name, head=0, epoch=0, created=NOW)
    store.create(unit, checkpoint_of(unit_id))
    return unit


def checkpoint_of(unit_id: str, revision: int = 0, blob: bytes = b"PK\x03\x04\x00\xff") -> Checkpoint:
    """A checkpoint whose digest is right."""
    ids = b"ids of %d" % revision
    return Checkpoint(unit_id=unit_id, revision=revision, form=".xlsx", blob=blob, ids=ids, digest=digest_of(blob, ids))


def change(unit_id: str, base: int, req_id: str, *, payload: bytes | None = None, sid: str = "session") -> Append:
    """A changeset whose digest is right; its payload names its request unless one is given."""
    content = b"\x00\xff" + f"{unit_id} {sid} {req_id}".encode() if payload is None else payload
    return Append(
        unit_id=unit_id,
        base_revision=base,
        sid=sid,
        req_id=req_id,
        payload=content,
        digest=digest_of(content),
        audit=b'{"who":"\xc3\xa9"}',
        at=NOW,
    )


def put(store: Store, unit_id: str, count: int, *, size: int | None = None) -> list[Append]:
    """count changesets on top of revision 0, named r1, r2 ...; each payload of size bytes, where it is given."""
    sent = []
    for revision in range(1, count + 1):
        payload = None if size is None else bytes([revision % 256]) * size
        append = change(unit_id, revision - 1, f"r{revision}", payload=payload)
        one(store, append, AppendStatus.APPENDED)
        sent.append(append)
    return sent


def one(store: Store, append: Append, status: AppendStatus) -> Appended:
    """Append one changeset and claim what becomes of it."""
    answers = store.append([append])
    same(len(answers), 1, "the number of answers to an append of one changeset")
    named = (answers[0].unit_id, answers[0].sid, answers[0].req_id)
    same(named, (append.unit_id, append.sid, append.req_id), "what the answer to an append names")
    same(answers[0].status, status, f"the status of {append.req_id} on top of revision {append.base_revision}")
    return answers[0]


def requests(store: Store, unit_id: str) -> list[tuple[str, str]]:
    """(sid, req_id) of every entry of a log, read in pages; claims that revisions go 1, 2, 3 ... to the head."""
    found: list[tuple[str, str]] = []
    while page := store.entries(unit_id, len(found)):
        for entry in page:
            same(entry.revision, len(found) + 1, "the next revision of the log")
            found.append((entry.sid, entry.req_id))
    same(len(found), store.unit(unit_id).head, "the number of entries, beside the unit's head")
    return found


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]} ..."
