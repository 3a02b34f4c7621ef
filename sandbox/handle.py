"""The parent's handle on one base: requests, runs, and the spare worker that waits for the next run."""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import final

import msgspec

from .attempt import Attempt, NeedsLoad
from .child import Child
from .ending import Gone, Late
from .errors import BaseDied, BaseTimeout, SandboxClosed, WireError
from .frame import (
    FROM_WORKER,
    AskExit,
    Exited,
    Fork,
    Frame,
    FromBase,
    FromWorker,
    Ready,
    Request,
)
from .job import Job, Report
from .level import Reply, Runner
from .limit import Limits
from .reply import base_died, base_late, receive_reply
from .restart import run_with_loads
from .trace import last_words
from .wire import CHUNK_BYTES, chunks, pack

_LOG = logging.getLogger("macrocell.sandbox")

_READY_WAIT_S = 10.0
_EXIT_WAIT_S = 1.0
_FORETOLD_CHARACTERS = 8192
"""Most macros are shorter; 8 kB of the most hostile source tried took 0.2 s to compile."""

_FORK_TRIES = 2
"""A worker that is dead before its run began may have been killed; a base that cannot give one is of no use."""


class _Spare(msgspec.Struct, frozen=True):
    """A worker on its way to Ready or there. It fits runs with these limits while the base has this state."""

    worker: Child[FromWorker]
    fork_id: int
    state: int
    memory_bytes: int
    cpu_s: float


def _is_short(source: str) -> bool:
    """Whether a waiting worker may compile it: no hostile source of that size takes long, and it fits one message."""
    return len(source) <= _FORETOLD_CHARACTERS and source.isascii()


@final
class Base:
    """One base process. Calls may come from any thread; they are served one after the other."""

    def __init__(self, child: Child[FromBase], check_owner: Callable[[], None]) -> None:
        self._child = child
        self._check_owner = check_owner
        self._owner_pid = os.getpid()
        self._lock = threading.RLock()
        self._closed = False
        self._state = 0
        self._fork_ids = 0
        self._spare: _Spare | None = None
        self._last_limits = Limits()
        self._last_source, self._last_spec = "", b""
        self._next_worker: Child[FromWorker] | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._closed and self._child.alive

    @property
    def pid(self) -> int:
        """The process id as this process sees it."""
        return self._child.pid

    def request(self, op: str, payload: bytes = b"", blob: Iterable[bytes] = (), *, deadline_s: float) -> Reply:
        """Have the host serve op. Raises HostRefused, BaseDied, BaseTimeout; after the last two the base is gone."""
        with self._lock:
            self._check()
            self._drop_spare()
            deadline = time.monotonic() + deadline_s
            try:
                self._send_request(op, payload, blob, deadline)
                return receive_reply(self._child, op, deadline, self._died)
            except Gone:
                raise self._died(f"the base died while it served {op!r}") from None
            except Late:
                raise self._timed_out(op, deadline_s) from None
            except WireError as error:
                raise self._died(f"the base sent what no base sends: {error.message}") from error

    def run(
        self,
        job: Job,
        *,
        cancelled: threading.Event | None = None,
        park: bool = False,  # noqa: ARG002 - a fork beside the run takes its processor; after it nobody waits
    ) -> Report:
        """Run a job in a worker of its own. Raises BaseDied; every other end is a report.

        A worker that needs something loaded is given up, the base loads it, and the run begins again in a new one; all
        of that counts as the run's time, and a base that is still loading when it is over is ended.
        """
        with self._lock:
            self._check()
            self._last_limits = job.limits
            self._last_source = job.source if _is_short(job.source) else ""
            self._last_spec = job.spec if len(job.spec) <= _FORETOLD_CHARACTERS else b""
            return run_with_loads(
                job,
                lambda left, may_fault: self._attempt(left, may_fault=may_fault, cancelled=cancelled),
                lambda key, deadline_s: self.request("warm", key.encode(), deadline_s=deadline_s),
            )

    def beside(self) -> Runner:
        """Runs of several threads at the same time; see Beside."""
        from .beside import Beside

        return Beside(self)

    def park(self, limits: Limits | None = None) -> None:
        """Have a worker get ready for the next run, and do not wait for it. limits: those of the last run, if not
        given; a run with another memory or CPU limit does not use it.
        """
        with self._lock:
            self._check()
            limits = limits or self._last_limits
            if not self._fits(limits):
                self._drop_spare()
                try:
                    self._spare = self._fork(limits, parked=True)
                except Gone:
                    self._died("the base died")

    def unpark(self) -> None:
        """Let go of the spare worker and its memory."""
        with self._lock:
            self._drop_spare()

    def close(self) -> None:
        """End the base and its workers. Twice is no harm; in a forked process it only lets go of descriptors."""
        if os.getpid() != self._owner_pid:
            self._abandon()
            return
        self._closed = True
        self._child.kill()  # before the lock, so that it also ends a run under way in another thread
        with self._lock:
            self._end()

    def _check(self) -> None:
        self._check_owner()
        if self._closed:
            raise SandboxClosed("the base was closed")

    def _abandon(self) -> None:
        self._closed = True
        if self._spare is not None:
            self._spare.worker.abandon()
            self._spare = None
        if self._next_worker is not None:
            self._next_worker.abandon()
            self._next_worker = None
        self._child.abandon()

    def _send_request(self, op: str, payload: bytes, blob: Iterable[bytes], deadline: float) -> None:
        """The parts, then the request; a blob that fails half-way leaves the base with half, so it is ended."""
        self._state += 1
        try:
            held = b""
            for chunk in itertools.chain(chunks(0, [payload]), chunks(1, blob)):
                held += pack(chunk)
                if len(held) >= CHUNK_BYTES:
                    self._child.send(held, deadline)
                    held = b""
            self._child.send(held + pack(Request(op)), deadline)
        except (Gone, Late):
            raise
        except BaseException:
            self._child.kill()
            self._child.wait_dead()
            raise

    def _attempt(self, job: Job, *, may_fault: bool, cancelled: threading.Event | None) -> Report | NeedsLoad:
        for _ in range(_FORK_TRIES):
            spare = self._take_spare(job.limits) or self._take_fresh(job.limits)
            attempt = Attempt(job, spare.worker, partial(self._exit_status, spare.fork_id), cancelled)
            try:
                attempt.hand_over(may_fault=may_fault)  # first: the worker begins while its first frame is looked at
                self._await_ready(spare)
                attempt.begin()
                if self._next_worker is None:
                    self._next_worker = Child(FROM_WORKER)  # while the run is under way it takes no time
                return attempt.run(may_fault=may_fault)
            except Gone:
                words = last_words(spare.worker.read_trace())
            finally:
                spare.worker.close()
        raise self._died(f"the base could not give a worker{words and f': {words}'}")

    def _take_spare(self, limits: Limits) -> _Spare | None:
        """The spare, if it fits."""
        if not self._fits(limits):
            self._drop_spare()
            return None
        spare, self._spare = self._spare, None
        return spare

    def _take_fresh(self, limits: Limits) -> _Spare:
        try:
            return self._fork(limits, parked=False)
        except (Gone, Late):
            raise self._died("the base died before the run") from None

    def _fits(self, limits: Limits) -> bool:
        spare = self._spare
        return (
            spare is not None
            and spare.state == self._state
            and (spare.memory_bytes, spare.cpu_s) == (limits.memory_bytes, limits.cpu_s)
        )

    def _fork(self, limits: Limits, *, parked: bool) -> _Spare:
        self._fork_ids += 1
        worker, self._next_worker = self._next_worker or Child(FROM_WORKER), None
        try:
            source, spec = (self._last_source, self._last_spec) if parked else ("", b"")
            order = Fork(self._fork_ids, limits.memory_bytes, float(limits.cpu_s), parked, source, spec)
            self._child.send_fds(pack(order), worker.down_fds, time.monotonic() + _READY_WAIT_S)
            worker.adopt()
        except BaseException:
            worker.close()
            raise
        return _Spare(worker, self._fork_ids, self._state, limits.memory_bytes, limits.cpu_s)

    def _await_ready(self, spare: _Spare) -> None:
        """Its first frame, which tells who it is. Raises Gone, and BaseDied for what no worker of this base is.

        Of one that is dead already nothing may be known any more; how it ended is then the run's outcome.
        """
        worker = spare.worker
        try:
            frame: Frame = worker.receive(time.monotonic() + _READY_WAIT_S)
        except Late:
            raise Gone from None
        except WireError as error:
            raise self._died(f"a worker that is not this base's: {error.message}") from error
        if not isinstance(frame, Ready) or frame.state != spare.state:
            raise self._died("a worker that is not this base's")
        if not worker.is_child_of(self._child.pid) and worker.alive:
            worker.abandon()  # whoever it is, it is not ours to kill
            raise self._died("a worker that is not this base's")

    def _exit_status(self, fork_id: int) -> int:
        """How a worker ended. Raises BaseDied."""
        deadline = time.monotonic() + _EXIT_WAIT_S
        try:
            self._child.send(pack(AskExit(fork_id)), deadline)
            frame = self._child.receive(deadline)
        except (Gone, Late, WireError):
            raise self._died("the base died during the run") from None
        if not isinstance(frame, Exited) or frame.fork_id != fork_id:
            raise self._died("the base sent what no base sends")
        return frame.status

    def _drop_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.worker.close()

    def _died(self, message: str) -> BaseDied:
        """End what is left of it; the error to raise."""
        words = last_words(self._child.read_trace())
        self._end()
        _LOG.warning("%s", message)
        return base_died(message, words)

    def _end(self) -> None:
        """Nothing of it is held any longer; a later call finds the socket closed, which is how death shows."""
        self._drop_spare()
        if self._next_worker is not None:
            self._next_worker.close()
            self._next_worker = None
        self._child.kill()
        self._child.wait_dead()
        self._child.close()

    def _timed_out(self, op: str, deadline_s: float) -> BaseTimeout:
        self._child.dump()
        self._end()
        return base_late(op, deadline_s)
