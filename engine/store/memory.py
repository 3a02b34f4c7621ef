"""Units in this process's memory: the log of file sessions, and what the other stores are compared with."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, final

from ..errors import StoreClosed, UnitDeleted, UnitExists, UnknownUnit
from .check_append import check_appends, check_at_most, check_checkpoint, check_limit, check_new_unit
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit


@final
@dataclass(slots=True)
class _Held:
    unit: Unit
    entries: list[Entry] = field(default_factory=list)
    by_request: dict[tuple[str, str], Entry] = field(default_factory=dict)
    checkpoints: dict[int, Checkpoint] = field(default_factory=dict)


@final
class MemoryStore:
    """See Store. What it holds is gone with the process."""

    url: Final = "memory:"

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._units: dict[str, _Held | None] = {}
        self._closed = False

    def create(self, unit: Unit, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_new_unit(unit, checkpoint)
        with self._moved:
            self._check_open()
            if unit.id in self._units:
                raise UnitExists(f"unit {unit.id} is there already, or was", hint="Take another id.")
            self._units[unit.id] = _Held(unit, checkpoints={0: checkpoint})

    def units(self, *, after: str = "", limit: int = 1_000) -> tuple[Unit, ...]:
        """See Store."""
        check_limit(limit)
        with self._moved:
            self._check_open()
            found = (held.unit for _, held in sorted(self._units.items()) if held is not None and held.unit.id > after)
            return tuple(islice(found, min(limit, sys.maxsize)))

    def unit(self, unit_id: str) -> Unit:
        """See Store."""
        with self._moved:
            return self._held(unit_id).unit

    def append(self, appends: Sequence[Append]) -> tuple[Appended, ...]:
        """See Store."""
        check_appends(appends)
        with self._moved:
            found = [(append, self._held(append.unit_id)) for append in appends]
            status = [_status(append, held) for append, held in found]
            whole = AppendStatus.MOVED not in status
            for (append, held), state in zip(found, status, strict=True):
                if whole and state is AppendStatus.APPENDED:
                    _put(append, held)
            self._moved.notify_all()
            return tuple(
                _answer(append, held, state if whole or state is not AppendStatus.APPENDED else AppendStatus.WITHHELD)
                for (append, held), state in zip(found, status, strict=True)
            )

    def entries(self, unit_id: str, after: int, *, max_bytes: int = 16 << 20) -> tuple[Entry, ...]:
        """See Store."""
        with self._moved:
            found: list[Entry] = []
            for entry in islice(self._held(unit_id).entries, min(max(after, 0), sys.maxsize), None):
                max_bytes -= len(entry.payload)
                if found and max_bytes < 0:
                    break
                found.append(entry)
            return tuple(found)

    def find(self, unit_id: str, sid: str, req_id: str) -> Entry | None:
        """See Store."""
        with self._moved:
            return self._held(unit_id).by_request.get((sid, req_id))

    def put_checkpoint(self, checkpoint: Checkpoint) -> None:
        """See Store."""
        check_checkpoint(checkpoint)
        with self._moved:
            held = self._held(checkpoint.unit_id)
            if checkpoint.revision > held.unit.head:
                raise ValueError(f"a checkpoint of revision {checkpoint.revision}, the head is {held.unit.head}")
            held.checkpoints.setdefault(checkpoint.revision, checkpoint)

    def checkpoint(self, unit_id: str, *, at_most: int | None = None) -> Checkpoint:
        """See Store."""
        check_at_most(at_most)
        with self._moved:
            held = self._held(unit_id).checkpoints
            return held[max(revision for revision in held if at_most is None or revision <= at_most)]

    def checkpoints(self, unit_id: str) -> tuple[int, ...]:
        """See Store."""
        with self._moved:
            return tuple(sorted(self._held(unit_id).checkpoints))

    def wait(self, unit_id: str, after: int, timeout_s: float) -> int:
        """See Store."""
        with self._moved:
            self._moved.wait_for(lambda: self._held(unit_id).unit.head > after, timeout_s)
            return self._held(unit_id).unit.head

    def delete(self, unit_id: str) -> None:
        """See Store."""
        with self._moved:
            self._check_open()
            if self._units.get(unit_id, _ABSENT) is _ABSENT:
                raise _unknown(unit_id)
            self._units[unit_id] = None
            self._moved.notify_all()

    def close(self) -> None:
        """See Store."""
        with self._moved:
            self._closed = True
            self._units.clear()
            self._moved.notify_all()

    def _held(self, unit_id: str) -> _Held:
        self._check_open()
        held = self._units.get(unit_id, _ABSENT)
        if held is None:
            raise UnitDeleted(f"unit {unit_id} was deleted", hint="Its id is never used again; import the file anew.")
        if not isinstance(held, _Held):
            raise _unknown(unit_id)
        return held

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed("the store was closed", hint="Make a new one.")


_ABSENT: Final = object()


def _unknown(unit_id: str) -> UnknownUnit:
    return UnknownUnit(f"the store has no unit {unit_id}", hint="Look at the list of units for its id.")


def _status(append: Append, held: _Held) -> AppendStatus:
    if (append.sid, append.req_id) in held.by_request:
        return AppendStatus.KNOWN
    return AppendStatus.APPENDED if held.unit.head == append.base_revision else AppendStatus.MOVED


def _put(append: Append, held: _Held) -> None:
    entry = append.entry(held.unit.head + 1)
    held.entries.append(entry)
    held.by_request[append.sid, append.req_id] = entry
    held.unit = replace(held.unit, head=entry.revision)


def _answer(append: Append, held: _Held, status: AppendStatus) -> Appended:
    entry = held.by_request.get((append.sid, append.req_id))
    revision, digest = (None, None) if entry is None else (entry.revision, entry.digest)
    return append.answer(status, revision, digest, held.unit.head)
