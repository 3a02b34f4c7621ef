"""One job in one worker: hand it over, listen under the limits, stop what does not end, judge how it ended."""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from . import failure
from .ending import Gone, Late, Worker
from .errors import WireError
from .frame import Chunk, Fault, Final, FromWorker, Log, Start
from .job import ErrorReport, Job, Report, Usage
from .output import NOTE_BYTES
from .peak import resident_bytes
from .result import decode_result, encode_arguments
from .stop import Tripped
from .text import plain
from .trace import last_words, line_in, names_memory
from .wire import Parts, pack, placed

_WORKER_LOG = logging.getLogger("macrocell.worker")
_LOG = logging.getLogger("macrocell.sandbox")

_GRACE_S = 0.25
"""How long after a limit an honest worker may take to report it before it is dumped and killed."""

_FAULT_WITHIN_S = 1.25
"""A worker stops asking after 0.25 s; the rest is for a machine that is busy."""

_LOG_FRAMES = 2000
_HAND_OVER_WAIT_S = 10.0
_PAYLOAD_CAP_BYTES = 512 * 1024 * 1024
_POLL_CANCELLED_S = 0.02
_DEATH_CURE = "very deep nesting or a bug in a native library ends the interpreter; simplify that line"


@dataclass(frozen=True, slots=True)
class NeedsLoad:
    """The worker gave up so that its base loads something first, wall_s after it began. line is the macro's."""

    key: str
    wall_s: float
    line: int | None


class Cancelled(Exception):
    """The caller does not want the run any more."""


class Attempt:
    """Runs job in a worker that said Ready. exit_status asks the base how the worker ended, as wait() tells it."""

    def __init__(
        self,
        job: Job,
        worker: Worker,
        exit_status: Callable[[], int],
        cancelled: threading.Event | None,
    ) -> None:
        self._job = job
        self._worker = worker
        self._exit_status = exit_status
        self._cancelled = cancelled
        self._parts = Parts(job.limits.result_bytes, _PAYLOAD_CAP_BYTES, job.limits.output_bytes + NOTE_BYTES)
        self._log_frames = 0
        self._began = 0.0

    def hand_over(self, *, may_fault: bool) -> None:
        """Write the job to the worker's socket. Raises Gone when it did not get all of it, so that it never begins."""
        job = self._job
        level = _WORKER_LOG.getEffectiveLevel()
        arguments = encode_arguments(dict(job.args)) if job.args else b""
        inline, before = placed(job.source.encode("utf-8", "surrogatepass"), job.spec, arguments)
        start = Start(inline, job.run_id, job.seed, job.now, job.limits, job.check_only, may_fault, level)
        with contextlib.suppress(Late):
            self._worker.send(pack(*before, start), time.monotonic() + _HAND_OVER_WAIT_S)

    def begin(self) -> None:
        """Note the time: the worker has the job."""
        self._began = time.monotonic()

    def run(self, *, may_fault: bool) -> Report | NeedsLoad:
        """How it ended; the job was handed over. Raises BaseDied through exit_status."""
        try:
            return self._converse(may_fault=may_fault)
        except WireError as error:
            return self._tampered(error.message)
        except Gone:
            return self._died()
        except Late:
            return self._stop()
        except Cancelled:
            return self._cancel()

    def _converse(self, *, may_fault: bool) -> Report | NeedsLoad:
        while True:
            frame = self._receive()
            if isinstance(frame, Chunk):
                self._parts.add(frame)
            elif isinstance(frame, Log):
                self._log(frame)
            elif isinstance(frame, Final):
                return self._finish(frame)
            elif isinstance(frame, Fault) and may_fault:
                return self._needs_load(frame)
            else:
                raise WireError(f"a {type(frame).__name__} frame during a run")

    def _needs_load(self, fault: Fault) -> NeedsLoad:
        """An honest worker asks early; one that asks late would have its time limit begin anew."""
        wall_s = time.monotonic() - self._began
        if wall_s > _FAULT_WITHIN_S:
            raise WireError("a request to load that comes too late in a run")
        return NeedsLoad(fault.key, wall_s, fault.line)

    def _receive(self) -> FromWorker:
        """The next frame before the run is over its time. A worker has one thread, so it cannot use more processor
        time than passes: the clock is asked again only when that much has.
        """
        limits = self._job.limits
        stop_at = self._began + limits.wall_s + _GRACE_S
        ask_at = self._began + limits.cpu_s + _GRACE_S
        while True:
            wake_at = min(stop_at, ask_at)
            if self._cancelled is not None:
                wake_at = min(wake_at, time.monotonic() + _POLL_CANCELLED_S)
            try:
                return self._worker.receive(wake_at)
            except Late:
                now = time.monotonic()
                if self._cancelled is not None and self._cancelled.is_set():
                    raise Cancelled from None
                if now >= stop_at:
                    raise
                if now >= ask_at:
                    left_s = limits.cpu_s + _GRACE_S - self._worker.cpu_s
                    if left_s <= 0:
                        raise
                    ask_at = now + max(left_s, 0.01)

    def _log(self, frame: Log) -> None:
        self._log_frames += 1
        if self._log_frames > _LOG_FRAMES:
            raise WireError("a flood of log records")
        level = min(max(frame.level, logging.DEBUG), logging.CRITICAL)
        _WORKER_LOG.log(level, "%s: %s", plain(frame.name, 200), plain(frame.message).replace("\n", "\\n"))

    def _finish(self, final: Final) -> Report:
        """The worker's report, if it agrees with itself."""
        self._parts.add_inline(final.parts)
        value, payload, output = (self._parts.join(part) for part in range(3))
        done = final.status == "done"
        if (final.error is None) != done or (value and not done):
            raise WireError("a final frame that contradicts itself")
        if payload and final.status not in ("done", "error"):
            raise WireError("a payload from a run that must not leave any")
        try:
            stdout = output.decode()
        except UnicodeDecodeError as error:
            raise WireError("output that is not UTF-8") from error
        return Report(
            status=final.status,
            value=decode_result(value, self._job.limits) if value else None,
            stdout=stdout,
            error=final.error,
            payload=payload,
            usage=self._usage(max(0, final.memory_bytes), max(0, final.output_bytes), len(value)),
            truncated=("stdout",) if final.truncated else (),
        )

    def _usage(self, memory_bytes: int = 0, output_bytes: int = 0, result_bytes: int = 0) -> Usage:
        return Usage(
            wall_s=time.monotonic() - self._began,
            cpu_s=self._worker.cpu_s,
            memory_bytes=memory_bytes,
            output_bytes=output_bytes,
            result_bytes=result_bytes,
        )

    def _stop(self) -> Report:
        """It is over its time and has not said so: ask where it is, then kill it."""
        limits, worker = self._job.limits, self._worker
        wall_s, cpu_s = time.monotonic() - self._began, worker.cpu_s
        usage = self._usage(resident_bytes(worker.pid))
        worker.dump()
        worker.kill()
        worker.wait_dead()
        line = line_in(worker.read_trace())
        over_cpu = cpu_s > limits.cpu_s and wall_s < limits.wall_s + _GRACE_S
        if over_cpu:
            tripped = Tripped("cpu_s", limits.cpu_s, cpu_s, line)
        else:
            tripped = Tripped("wall_s", limits.wall_s, wall_s, line)
        return Report(status="limit", error=failure.of_time(tripped, self._job.source), usage=usage)

    def _cancel(self) -> Report:
        usage = self._usage(resident_bytes(self._worker.pid))
        self._worker.kill()
        error = ErrorReport(code="cancelled", message="the run was cancelled", type="Cancelled")
        return Report(status="limit", error=error, usage=usage)

    def _tampered(self, message: str) -> Report:
        usage = self._usage()
        self._worker.kill()
        _LOG.warning("run %s: stopped as tampered: %s", self._job.run_id, message)
        error = ErrorReport(
            code="tampered",
            message=f"the run was stopped as tampering: {message}",
            type="TamperError",
            line=line_in(self._worker.read_trace()),
        )
        return Report(status="tampered", error=error, usage=usage)

    def _died(self) -> Report:
        """It closed its socket without a report. A process that is dying already keeps its own reason."""
        worker = self._worker
        usage = self._usage()
        if not worker.wait_dead():
            worker.kill()
            worker.wait_dead()
        status = self._exit_status()
        trace = worker.read_trace()
        number = _signal_of(status)
        if number == _SIGSYS:
            return self._tampered("it made a system call that no macro needs")
        line, source = line_in(trace), self._job.source
        if number == _SIGXCPU:
            tripped = Tripped("cpu_s", self._job.limits.cpu_s, usage.cpu_s, line)
            return Report(status="limit", error=failure.of_time(tripped, source), usage=usage)
        if names_memory(trace):
            memory = failure.of_memory(self._job.limits, line, source, usage.memory_bytes)
            return Report(status="limit", error=memory, usage=usage)
        return Report(status="died", error=self._death(number, line), usage=usage)

    def _death(self, number: int, line: int | None) -> ErrorReport:
        if number:
            cause = f"signal {signal.Signals(number).name}"
        else:
            cause = last_words(self._worker.read_trace()) or "for an unknown reason"
        return ErrorReport(
            code="died",
            message=f"the interpreter that ran the macro died ({cause})",
            type="InterpreterDied",
            line=line,
            text=failure.text_of(self._job.source, line),
            hint=_DEATH_CURE,
        )


def _signal_of(status: int) -> int:
    """The signal in a wait status, 0 for an exit; os.WTERMSIG where every system has it."""
    number = status & 0x7F
    return number if number != 0x7F else 0


_SIGSYS, _SIGXCPU = getattr(signal, "SIGSYS", -1), getattr(signal, "SIGXCPU", -1)
