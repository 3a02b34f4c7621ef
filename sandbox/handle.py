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

from . import failure
from .attempt import Attempt, NeedsLoad
from .child import Child
from .ending import Gone, Late
from .errors import BaseDied, BaseTimeout, HostRefused, SandboxClosed, WireError
from .frame import (
    FROM_WORKER,
    AskExit,
    Exited,
    Failed,
    Fork,
    Frame,
    FromBase,
    FromWorker,
    Ready,
    Refused,
    Replied,
    Request,
)
from .job import Job, Report, Usage
from .level import Reply, Runner
from .limit import Limits
from .stop import Tripped
from .trace import last_words
from .wire import CHUNK_BYTES, Parts, chunks, pack

_LOG = logging.getLogger("macrocell.sandbox")

_PAYLOAD_CAP_BYTES = 1024**3
_BLOB_CAP_BYTES = 2 * 1024**3
"""What one reply may bring into the parent's memory. The largest file that the zip caps let a base open is below."""

_READY_WAIT_S = 10.0
_EXIT_WAIT_S = 1.0
_FORETOLD_CHARACTERS = 8192
"""Most macros are shorter; 8 kB of the most hostile source tried took 0.2 s to compile."""

_MAX_RESTARTS = 64
_MAX_LOST_S = 0.5
"""What attempts that ended for a load may cost together; the CPU limit holds for the last one alone."""

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


def _with_time_left(job: Job, spent_s: float) -> Job:
    """The job with the time that loading left of its limit."""
    if not spent_s:
        return job
    limits = msgspec.structs.replace(job.limits, wall_s=max(job.limits.wall_s - spent_s, 0.01))
    return msgspec.structs.replace(job, limits=limits)


def _of_whole_run(report: Report, job: Job, restarts: int, spent_s: float) -> Report:
    """The last attempt's report, its times those of the whole run."""
    if not restarts:
        return report
    error, usage = report.error, report.usage
    if error is not None and error.limit_name == "wall_s":
        observed = (error.observed or 0.0) + spent_s
        error = failure.of_time(Tripped("wall_s", job.limits.wall_s, observed, error.line), job.source)
    usage = msgspec.structs.replace(usage, wall_s=usage.wall_s + spent_s)
    return msgspec.structs.replace(report, error=error, usage=usage, restarts=restarts)


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
                return self._receive_reply(op, deadline)
            except Gone:
                raise self._died(f"the base died while it served {op!r}") from None
            except Late:
                raise self._timed_out(op, deadline_s) from None
            except WireError as error:
                raise self._died(f"the base sent what no base sends: {error.message}") from error

    def run(self, job: Job, *, cancelled: threading.Event | None = None, park: bool = False) -> Report:
        """Run a job in a worker of its own. Raises BaseDied; every other end is a report.

        A worker that needs something loaded is given up, the base loads it, and the run begins again in a new one; all
        of that counts as the run's time, and a base that is still loading when it is over is ended.
        park: nothing will change after this run; have the next worker get ready while this one runs.
        """
        with self._lock:
            self._check()
            self._last_limits = job.limits
            self._last_source = job.source if _is_short(job.source) else ""
            self._last_spec = job.spec if len(job.spec) <= _FORETOLD_CHARACTERS else b""
            restarts, lost_s, spent_s, may_fault = 0, 0.0, 0.0, True
            while True:
                left = _with_time_left(job, spent_s)
                result = self._attempt(left, may_fault=may_fault, cancelled=cancelled, park=park)
                if isinstance(result, Report):
                    return _of_whole_run(result, job, restarts, spent_s)
                restarts += 1
                lost_s += result.wall_s
                spent_s += result.wall_s
                may_fault = restarts < _MAX_RESTARTS and lost_s < _MAX_LOST_S
                began = time.monotonic()
                try:
                    self.request("warm", result.key.encode(), deadline_s=max(job.limits.wall_s - spent_s, 0.01))
                except HostRefused:
                    may_fault = False  # the worker tries it itself, and the macro gets the error at its line
                except BaseTimeout:
                    spent_s += time.monotonic() - began
                    error = failure.of_load(job.limits, spent_s, result.line, job.source)
                    return Report(status="limit", error=error, usage=Usage(wall_s=spent_s), restarts=restarts)
                spent_s += time.monotonic() - began

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

    def _receive_reply(self, op: str, deadline: float) -> Reply:
        parts = Parts(_PAYLOAD_CAP_BYTES, _BLOB_CAP_BYTES)
        frame = self._child.receive_whole(parts, deadline)
        if isinstance(frame, Replied):
            return Reply(parts.join(0), parts.pieces(1))
        if isinstance(frame, Refused):
            raise HostRefused(frame.code, frame.message, frame.hint)
        if isinstance(frame, Failed):
            raise self._died(frame.message)
        raise WireError(f"a {type(frame).__name__} frame in answer to {op!r}")

    def _attempt(
        self, job: Job, *, may_fault: bool, cancelled: threading.Event | None, park: bool
    ) -> Report | NeedsLoad:
        for _ in range(_FORK_TRIES):
            spare = self._take_spare(job.limits) or self._take_fresh(job.limits)
            attempt = Attempt(job, spare.worker, partial(self._exit_status, spare.fork_id), cancelled)
            try:
                attempt.hand_over(may_fault=may_fault)  # first: the worker begins while its first frame is looked at
                self._await_ready(spare)
                attempt.begin()
                if park:
                    self.park()
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
        hint = "open the file again; the pending changes are kept by the runtime"
        return BaseDied(f"{message} ({words})" if words else message, hint=hint)

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
        return BaseTimeout(
            f"{op!r} took longer than {deadline_s:g} s",
            hint="a smaller workbook, or a longer deadline",
            limit=deadline_s,
            observed=deadline_s,
        )
