"""The parent's handle on one base at the process level, and on the worker that each run gets: a new process."""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, final

from ..attempt import Attempt
from ..ending import Gone, Late
from ..errors import BaseDied, BaseTimeout, SandboxClosed, WireError
from ..frame import FROM_BASE, FROM_WORKER, BaseReady, FromBase, FromWorker, Ready, Request
from ..job import Job, Report
from ..level import Changing, Reply
from ..limit import Limits
from ..reply import base_died, base_late, receive_reply
from ..trace import last_words
from ..wire import chunks, pack
from .child import SpawnedChild
from .replay import Blob, Entry, Replay

_LOG = logging.getLogger("macrocell.sandbox")

_REPLAY_DEADLINE_S = 120.0
"""For a worker to start and to be brought to the unit's state; the base did the same in less."""


class _Worker:
    """A process that was told the history up to a place. It says Ready when it is there, and after each entry."""

    def __init__(self, host: str, age: int) -> None:
        self.child: SpawnedChild[FromWorker] = SpawnedChild(
            FROM_WORKER, "portable.server", "worker", host, str(os.getpid())
        )
        self.age = age
        self.told = 0
        self._begun = False

    def tell(self, history: tuple[Entry, ...], deadline: float) -> None:
        """Have it serve these entries too. Raises Gone, Late, WireError."""
        if not self._begun:
            self._begun = True
            self._await(deadline)
        for entry in history:
            _send(self.child, entry, deadline)
            self.told += 1
            self._await(deadline)

    def _await(self, deadline: float) -> None:
        frame = self.child.receive(deadline)
        if not isinstance(frame, Ready) or frame.state != self.told:
            raise WireError("a worker that does not follow the history")


@final
class SpawnedBase:
    """One base. Calls may come from any thread; they are served one after the other."""

    def __init__(self, host: str, changing: Changing, check_owner: Callable[[], None], deadline_s: float) -> None:
        """Starts the process and waits for it. Raises BaseDied, BaseTimeout, OSError."""
        self._host = host
        self._check_owner = check_owner
        self._owner_pid = os.getpid()
        self._lock = threading.RLock()
        self._closed = False
        self._replay = Replay(changing)
        self._spare: _Worker | None = None
        self._running: _Worker | None = None
        self._child: SpawnedChild[FromBase] = SpawnedChild(FROM_BASE, "portable.server", "base", host, str(os.getpid()))
        self._await_ready(deadline_s)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._closed and self._child.alive

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def request(self, op: str, payload: bytes = b"", blob: Iterable[bytes] = (), *, deadline_s: float) -> Reply:
        """Have the host serve op. Raises HostRefused, BaseDied, BaseTimeout; after the last two the base is gone."""
        with self._lock:
            self._check()
            entry = Entry(op, payload, Blob(blob))
            try:
                reply = self._ask(entry, deadline_s)
            except BaseException:
                entry.blob.close()
                raise
            self._replay.note(entry)
            return reply

    def run(self, job: Job, *, cancelled: threading.Event | None = None, park: bool = False) -> Report:
        """Run a job in a process of its own, which loads what the unit was loaded from and every change since.

        Raises BaseDied when no worker can be had; every other end is a report. That preparation is not the run's time.
        """
        with self._lock:
            self._check()
            try:
                worker = self._take_worker()
                return self._attempt(job, worker.child, cancelled, park=park)
            except Gone:
                raise self._died("the worker died before the run") from None
            finally:
                running, self._running = self._running, None
                if running is not None:
                    running.child.close()

    def beside(self) -> SpawnedBase:
        """Itself: jobs of several threads run one after the other."""
        return self

    def park(self, limits: Limits | None = None) -> None:  # noqa: ARG002 - a spawned worker fits any limits
        """Start the process of the next run, so that it loads meanwhile."""
        with self._lock:
            self._check()
            if self._spare is None:
                self._spare = _Worker(self._host, self._replay.age)

    def unpark(self) -> None:
        """Let go of the process that waits."""
        with self._lock:
            spare, self._spare = self._spare, None
            if spare is not None:
                spare.child.close()

    def close(self) -> None:
        """End the base and its workers. Twice is no harm."""
        self._closed = True
        self._child.kill()
        if (running := self._running) is not None:
            running.child.kill()  # before the lock, so that it also ends a run under way in another thread
        if os.getpid() != self._owner_pid:
            return
        with self._lock:
            self._end()

    def _await_ready(self, deadline_s: float) -> None:
        try:
            frame = self._child.receive(time.monotonic() + deadline_s)
        except Late:
            self._end()
            raise BaseTimeout(f"no base within {deadline_s:g} s", limit=deadline_s, observed=deadline_s) from None
        except (Gone, WireError):
            raise self._died("the base could not start") from None
        if not isinstance(frame, BaseReady):
            raise self._died("the base sent what no base sends")

    def _ask(self, entry: Entry, deadline_s: float) -> Reply:
        op, deadline = entry.op, time.monotonic() + deadline_s
        try:
            _send(self._child, entry, deadline)
            return receive_reply(self._child, op, deadline, self._died)
        except Gone:
            raise self._died(f"the base died while it served {op!r}") from None
        except Late:
            raise self._timed_out(op, deadline_s) from None
        except WireError as error:
            raise self._died(f"the base sent what no base sends: {error.message}") from error

    def _attempt(
        self, job: Job, child: SpawnedChild[FromWorker], cancelled: threading.Event | None, *, park: bool
    ) -> Report:
        attempt = Attempt(job, child, child.exit_status, cancelled)
        child.begin_run(job.limits.memory_bytes)
        attempt.hand_over(may_fault=False)
        attempt.begin()
        if park:
            self.park()
        report = attempt.run(may_fault=False)
        assert isinstance(report, Report)  # the other answer is to a request that may_fault forbids
        return report

    def _take_worker(self) -> _Worker:
        """A process in the state of the base. A parked one that died, or knows an older unit, is replaced.

        It is the running one from the start, so that close() also ends one that is still being told the history.
        """
        spare, self._spare = self._spare, None
        if spare is not None:
            self._running = spare
            if spare.age == self._replay.age and self._bring(spare):
                return spare
            spare.child.close()
        worker = self._running = _Worker(self._host, self._replay.age)
        if not self._bring(worker):
            words = last_words(worker.child.read_trace())
            raise self._died(f"no worker could be brought to the unit's state{words and f': {words}'}")
        return worker

    def _bring(self, worker: _Worker) -> bool:
        """Whether it now is in the state of the base."""
        try:
            worker.tell(self._replay.since(worker.told), time.monotonic() + _REPLAY_DEADLINE_S)
        except (Gone, Late, WireError):
            return False
        return True

    def _check(self) -> None:
        self._check_owner()
        if self._closed:
            raise SandboxClosed("the base was closed")

    def _died(self, message: str) -> BaseDied:
        """End what is left of it; the error to raise."""
        self._child.kill()
        self._child.wait_dead()
        words = last_words(self._child.read_trace())
        self._end()
        _LOG.warning("%s", message)
        return base_died(message, words)

    def _timed_out(self, op: str, deadline_s: float) -> BaseTimeout:
        self._end()
        return base_late(op, deadline_s)

    def _end(self) -> None:
        """Nothing of it is held any longer; a later call finds the process gone, which is how death shows."""
        self.unpark()
        self._child.close()
        self._replay.close()


def _send(child: SpawnedChild[Any], entry: Entry, deadline: float) -> None:
    """A request behind its parts."""
    for chunk in itertools.chain(chunks(0, [entry.payload]), chunks(1, entry.blob.chunks())):
        child.send(pack(chunk), deadline)
    child.send(pack(Request(entry.op)), deadline)
