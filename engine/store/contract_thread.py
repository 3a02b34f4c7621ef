"""The part of the contract that is about many at once: threads of one handle, or of two handles on the same data."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ..errors import StoreClosed, UnitDeleted
from .contract_case import all_answered, at_once, change, claim, made, one, put, refused, requests, same
from .protocol import Store
from .record import AppendStatus

THREADS: Final = 8
EACH: Final = 6
"""Appends of a thread."""
HEAD_START_S: Final = 0.05
TRIES: Final = 10_000
"""A thread that lost the race for the head so often gives up: nobody gets anything in."""


def acknowledged_appends_are_there(handles: Sequence[Store], patience_s: float) -> None:
    """Eight threads append to one unit: every acknowledged changeset is there, none twice, without a gap."""
    made(handles[0])
    writers = [partial(_write, handles[at % len(handles)], "unit", f"s{at}", EACH) for at in range(THREADS)]
    answers = all_answered(writers, patience_s, "appends of eight threads")
    acknowledged = [each for answer in answers for each in answer]
    same(len(acknowledged), THREADS * EACH, "the number of acknowledged appends")
    same(sorted(revision for _, revision in acknowledged), list(range(1, THREADS * EACH + 1)), "their revisions")
    for handle in handles:
        log = requests(handle, "unit")
        for (sid, req_id), count in Counter(log).items():
            same(count, 1, f"how often the log has {sid} {req_id}")
        for (sid, req_id), revision in acknowledged:
            same(log[revision - 1], (sid, req_id), f"what the log has at the acknowledged revision {revision}")


def one_of_many_equals_is_stored(handles: Sequence[Store], patience_s: float) -> None:
    """Eight threads send one and the same changeset: it is appended for one, known for the others."""
    made(handles[0])
    for revision in range(EACH):
        append = change("unit", revision, f"r{revision}")
        calls = [partial(handles[at % len(handles)].append, [append]) for at in range(THREADS)]
        answers = [each for (each,) in all_answered(calls, patience_s, "the same append, eight times")]
        same(Counter(answer.revision for answer in answers), Counter({revision + 1: THREADS}), "the revisions answered")
        status = Counter(str(answer.status) for answer in answers)
        same(status, Counter({"appended": 1, "known": THREADS - 1}), "how often each status is answered")
    same(len(requests(handles[0], "unit")), EACH, "the entries of the log")


def rivals_for_the_head_get_one_in(handles: Sequence[Store], patience_s: float) -> None:
    """Eight threads append on top of one revision: one of them is appended, the others are told that it moved."""
    made(handles[0])
    for revision in range(EACH):
        calls = [
            partial(handles[at % len(handles)].append, [change("unit", revision, f"r{revision}", sid=f"s{at}")])
            for at in range(THREADS)
        ]
        answers = [each for (each,) in all_answered(calls, patience_s, "eight rivals for a head")]
        status = Counter(str(answer.status) for answer in answers)
        same(status, Counter({"appended": 1, "moved": THREADS - 1}), "how often each status is answered")
        same({answer.head for answer in answers}, {revision + 1}, "the heads that are answered")


def several_units_in_any_order(handles: Sequence[Store], patience_s: float) -> None:
    """Threads that append to two units in opposite orders do not lock each other out; both logs get every changeset."""
    made(handles[0], "a")
    made(handles[0], "b")
    orders = [("a", "b"), ("b", "a")] * 2
    writers = [
        partial(_write_both, handles[at % len(handles)], order, f"s{at}", EACH) for at, order in enumerate(orders)
    ]
    all_answered(writers, patience_s, "appends to two units by four threads")
    expected = sorted((f"s{at}", f"r{number}") for at in range(len(orders)) for number in range(EACH))
    first, second = requests(handles[0], "a"), requests(handles[0], "b")
    same(sorted(first), expected, "the changesets of the first unit")
    same(second, first, "the changesets of the second unit, beside those of the first")


def readers_see_whole_logs(handles: Sequence[Store], patience_s: float) -> None:
    """While others append, a reader never meets a gap, or a head whose entry is not there."""
    made(handles[0])
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            head = handles[-1].unit("unit").head
            found = [entry.revision for entry in handles[-1].entries("unit", 0)]
            same(found, list(range(1, len(found) + 1)), "the revisions that a reader finds while others append")
            claim(len(found) >= head, f"a reader finds {len(found)} entries after it was told the head {head}")

    def write() -> None:
        try:
            _write(handles[0], "unit", "s", THREADS * EACH)
        finally:
            done.set()

    all_answered([read, read, write], patience_s, "reading while another thread appends")


def wait_is_woken(handles: Sequence[Store], patience_s: float) -> None:
    """By an append through any handle, well before its time is over; at once where the head is newer already."""
    made(handles[0])
    for revision in range(3):
        waiters = [partial(handle.wait, "unit", revision, patience_s * 10) for handle in handles]
        append = partial(one, handles[0], change("unit", revision, f"r{revision}"), AppendStatus.APPENDED)
        calls: list[Callable[[], object]] = [*waiters, *waiters, partial(_after, append)]
        answers = all_answered(calls, patience_s, "wait while another thread appends")
        same(set(answers[:-1]), {revision + 1}, "the heads that wait answers")
    late = partial(handles[-1].wait, "unit", 1, patience_s * 10)
    same(all_answered([late], patience_s, "wait for what is there")[0], 3, "the head where it is newer already")
    put(handles[0], _other(handles[0]), 1)
    for timeout_s in (0.0, 0.05, -1.0):
        call = partial(handles[-1].wait, "unit", 3, timeout_s)
        answer = all_answered([call], patience_s, f"wait for {timeout_s} s")[0]
        same(answer, 3, f"the head as it is after {timeout_s} s")


def wait_ends_with_its_unit(handles: Sequence[Store], patience_s: float) -> None:
    """A unit that is deleted, and a handle that is closed, end the wait for them."""
    made(handles[0])
    calls: list[Callable[[], object]] = [partial(handles[-1].wait, "unit", 0, patience_s * 10)]
    _end(calls, lambda: handles[0].delete("unit"), UnitDeleted, "wait for a unit that is deleted", patience_s)
    other = _other(handles[0])
    calls = [partial(handles[-1].wait, other, 0, patience_s * 10)]
    _end(calls, handles[-1].close, StoreClosed, "wait of a handle that is closed", patience_s)


def closing_ends_calls_whole(handles: Sequence[Store], patience_s: float) -> None:
    """Threads that append while their handle is closed are acknowledged or told; nothing else, and nobody hangs."""
    store, first = handles[-1], handles[0]
    made(first)
    begun = threading.Event()

    def write(sid: str) -> int:
        acknowledged = 0
        try:
            for number in range(TRIES):
                acknowledged += bool(_try(store, "unit", sid, number, 1))
                begun.set()
        except StoreClosed:
            return acknowledged
        return -1

    def close() -> int:
        begun.wait(patience_s)
        store.close()
        return 0

    writers = [partial(write, f"s{at}") for at in range(4)]
    calls: list[Callable[[], int]] = [*writers, close]
    answers = all_answered(calls, patience_s, "appends of a handle that is closed")[:-1]
    claim(-1 not in answers, "appends of a closed handle go on")
    refused(lambda: store.unit("unit"), StoreClosed, "unit of a closed store")
    if first is not store:
        log = Counter(sid for sid, _ in requests(first, "unit"))
        for at, count in enumerate(answers):
            claim(log[f"s{at}"] >= count, f"{count} appends were acknowledged, {log[f's{at}']} are there")


def _after(call: Callable[[], object]) -> object:
    """Nobody can see from outside that wait has begun; what comes of both is the same in any order, but proves less."""
    threading.Event().wait(HEAD_START_S)
    return call()


def _write(store: Store, unit_id: str, sid: str, count: int) -> list[tuple[tuple[str, str], int]]:
    """Append count changesets to a unit that others write to; (sid, req_id) of each with its revision."""
    acknowledged = []
    for number in range(count):
        revision = _try(store, unit_id, sid, number, TRIES)
        claim(revision, f"an append lost the race for the head {TRIES} times")
        acknowledged.append(((sid, f"r{number}"), revision))
    return acknowledged


def _try(store: Store, unit_id: str, sid: str, number: int, tries: int) -> int:
    """The revision that a changeset became, 0 where its unit moved each time."""
    head = store.unit(unit_id).head
    for _ in range(tries):
        (answer,) = store.append([change(unit_id, head, f"r{number}", sid=sid)])
        if answer.status is AppendStatus.APPENDED:
            claim(answer.revision == head + 1 == answer.head, f"appended on top of {head}, and answered {answer}")
            return head + 1
        same(answer.status, AppendStatus.MOVED, "the status of an append that lost the race for the head")
        claim(answer.head > head, f"an append on top of {head} is told that it moved to {answer.head}")
        head = answer.head
    return 0


def _write_both(store: Store, order: tuple[str, str], sid: str, count: int) -> None:
    """Append count changesets to two units that others write to, both at once."""
    for number in range(count):
        for _ in range(TRIES):
            heads = {unit_id: store.unit(unit_id).head for unit_id in order}
            answers = store.append([change(unit_id, heads[unit_id], f"r{number}", sid=sid) for unit_id in order])
            status = {answer.status for answer in answers}
            if status == {AppendStatus.APPENDED}:
                break
            claim(AppendStatus.APPENDED not in status, f"one of two units was written, the other not: {answers}")
        else:
            claim(False, f"an append to two units lost the race {TRIES} times")


def _end(
    waits: Sequence[Callable[[], object]],
    end: Callable[[], object],
    error: type[Exception],
    what: str,
    patience_s: float,
) -> None:
    calls: list[Callable[[], object]] = [*waits, partial(_after, end)]
    *answers, last = at_once(calls, patience_s)
    claim(not isinstance(last, Exception), f"what is to end a {what} comes to {last!r}")
    for answer in answers:
        claim(isinstance(answer, error), f"{what} comes to {answer!r}, and must raise {error.__name__}")


def _other(store: Store) -> str:
    made(store, "other unit")
    return "other unit"
