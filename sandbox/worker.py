"""The worker: locks itself down further than its base, runs one macro, reports, and is gone.

Nothing it says is trusted; what it takes care of here is that an honest run is reported well and stopped in time.
"""

from __future__ import annotations

import gc
import logging
import mmap
import os
import resource
import signal
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import ModuleType
from typing import Any, NoReturn, cast

import msgspec

from . import failure
from .diagnosis import describe_error
from .frame import TO_WORKER, Chunk, Fault, Final, Fork, Frame, Log, Ready, Start, ToWorker
from .guard import make_scope
from .host import FaultHandler, Host
from .job import ErrorReport
from .limit import Limits
from .lockdown import Kit
from .output import Output
from .pipe import Pipe
from .program import Prepared, prepare
from .result import ResultRefused, decode_arguments, encode_result
from .stop import Stop, Stopper
from .text import plain
from .wire import Parts, Stream, chunks, pack

_SOCKET = 3
_LOG_RECORDS_KEPT = 1000
_FAULT_WINDOW_S = 0.25
"""A run that went on longer than this is not begun again for something to be loaded; it loads it for itself."""

_BALLAST_BYTES = 4 * 1024 * 1024
"""Address space given back when memory ran out, so that the report can be made."""

_DUMMY = """
class Row:
    def __init__(self, cells):
        self.cells = cells

def total(rows):
    return sum(cell for row in rows for cell in row.cells)

rows = [Row([1, 2]), Row([3])]
print(f"{total(rows):.2f}")
{"total": total(rows), "names": ["a", "b"]}
"""


@dataclass(frozen=True, slots=True)
class Order:
    """What a base knows of the worker it forks. mapped_bytes is the base's address space, state its request count."""

    kit: Kit
    host: Host
    base_pid: int
    mapped_bytes: int
    state: int
    fork: Fork


def main(order: Order, sock: int, trace: int) -> NoReturn:
    """Serve one job. Begins in a copy of the base, whose descriptors are the first thing to go."""
    _settle(sock, trace)
    try:
        _serve(order)
    except OSError:
        pass  # the parent is gone, or done with this worker
    except BaseException as error:  # noqa: BLE001
        os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
        os._exit(1)
    os._exit(0)


def _serve(order: Order) -> None:
    """Lock down, say so, run."""
    order.kit.lock_worker(order.base_pid, order.fork.memory_bytes, order.mapped_bytes, order.fork.cpu_s)
    pipe = Pipe(_SOCKET, TO_WORKER)
    if order.fork.parked:
        warm_up()
    gc.enable()
    pipe.send(Ready(order.state))
    received = pipe.receive_whole(parts=3)
    if received is not None and isinstance(received[0], Start):
        _Run(order.host, pipe, received[0], received[1]).execute()


def preload() -> None:
    """In the zygote: install what a worker inherits, and load and touch whatever a run needs."""
    global _stopper
    sys.unraisablehook = lambda _: None
    sys.excepthook = lambda *_: None
    _stopper = Stopper()
    warm_up()


_stopper: Stopper


def warm_up() -> None:
    """Take a fixed program all the way through receive, compile, run, encode and report, without a host or a parent:
    the pages that this writes to are then the worker's own already.
    """
    start = Start("", 0, datetime(2000, 1, 1), Limits(), check_only=False, may_fault=False, log_level=logging.WARNING)  # noqa: DTZ001
    stream = Stream(TO_WORKER, trusted=True)
    stream.feed(pack(*chunks(0, [_DUMMY.encode()]), start))
    parts = Parts(1 << 20, 1 << 20, 1 << 20)
    while isinstance(frame := stream.next(), Chunk):
        parts.add(frame)
    assert isinstance(frame, Start)
    run = _Run(_NoHost(), _NoPipe(-1, TO_WORKER), frame, parts)
    run.execute()
    assert run.succeeded
    gc.enable()


class _NoHost:
    """What the warm-up runs against."""

    store_types: frozenset[type] = frozenset()
    error_types: frozenset[type[Exception]] = frozenset()
    modules: Mapping[str, ModuleType] = {}  # noqa: RUF012
    injected: tuple[str, ...] = ("workbook",)

    def request(self, op: str, payload: bytes, blob: bytes) -> tuple[bytes, Iterable[bytes]]:
        raise NotImplementedError

    def begin(self, spec: bytes, inputs: Mapping[str, object], fault: FaultHandler) -> Mapping[str, object]:
        return {"workbook": None}

    def finish(self, failed: bool) -> bytes:
        return b"."

    def refuse_result(self, value: object) -> str | None:
        return None

    def plain_result(self, value: object) -> object:
        return value


class _NoPipe(Pipe[ToWorker]):
    """Packs what is sent, and drops it."""

    def send(self, *frames: Frame) -> None:
        pack(*frames)

    def receive(self) -> ToWorker | None:
        return None


def _settle(sock: int, trace: int) -> None:
    """Descriptors 0 and 1 on /dev/null, 2 the trace pipe, 3 the socket; the base's are closed before anything else."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    low, high = sorted((sock, trace))
    os.closerange(3, low)
    os.closerange(low + 1, high)
    os.closerange(high + 1, 256)
    os.dup2(trace, 2, inheritable=False)
    if sock != _SOCKET:
        os.dup2(sock, _SOCKET, inheritable=False)
    os.closerange(_SOCKET + 1, 256)


class _Logs(logging.Handler):
    """Sends the first records of a run to the parent."""

    def __init__(self, pipe: Pipe[ToWorker]) -> None:
        super().__init__()
        self._pipe = pipe
        self._left = _LOG_RECORDS_KEPT

    def emit(self, record: logging.LogRecord) -> None:
        """Raises OSError when the parent is gone."""
        if self._left:
            self._left -= 1
            frame = Log(int(record.levelno), plain(record.name, 200), plain(record.getMessage()))
            with _stopper.held():
                self._pipe.send(frame)


@dataclass(slots=True)
class _Ending:
    """How the run stands; what a Final frame is made of."""

    status: str = "done"
    error: ErrorReport | None = None
    value: bytes = b""
    payload: bytes = b""
    kept: list[object] = field(default_factory=list)
    """Objects of the macro that must not be finalised: that would run its code."""

    def fail(self, status: str, error: ErrorReport) -> None:
        self.status, self.error, self.value = status, error, b""


class _Run:
    """One job. execute() sends the Final frame, whatever happened."""

    def __init__(self, host: Host, pipe: Pipe[ToWorker], start: Start, parts: Parts) -> None:
        self._host = host
        self._pipe = pipe
        self._start = start
        self._source = parts.join(0).decode("utf-8", "surrogatepass")
        self._spec = parts.join(1)
        self._arguments = decode_arguments(parts.join(2)) if parts.pieces(2) else {}
        self._output = Output(start.limits.output_bytes)
        self._ending = _Ending()
        self._peak_before = _peak_bytes()
        self._ballast: mmap.mmap | None = mmap.mmap(-1, _BALLAST_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

    def execute(self) -> None:
        """Run under the limits, then report."""
        self._listen()
        _stopper.arm(self._start.limits)
        try:
            self._guarded()
        except Stop:
            pass
        finally:
            self._disarm()
        gc.disable()
        if _stopper.tripped is not None:
            self._ending.fail("limit", failure.of_time(_stopper.tripped, self._source))
        self._report()

    @property
    def succeeded(self) -> bool:
        """Whether the report says done."""
        return self._ending.status == "done"

    def _listen(self) -> None:
        root = logging.getLogger()
        root.handlers[:] = [_Logs(self._pipe)]
        root.setLevel(self._start.log_level)

    def _disarm(self) -> None:
        while True:
            try:
                _stopper.disarm()
            except Stop:
                continue
            return

    def _guarded(self) -> None:
        """The run, and every way in which it can fail but Stop."""
        try:
            self._run()
        except MemoryError as error:
            self._out_of_memory(error)
        except Exception as error:  # noqa: BLE001
            if type(error) in self._host.error_types:
                self._fail(error)
            else:
                message = f"the host failed: {type(error).__name__}: {plain(error)}"
                self._ending.fail("error", ErrorReport(code="internal", message=message, type=type(error).__name__))

    def _run(self) -> None:
        host, start = self._host, self._start
        prepared = prepare(self._source, injected=frozenset(host.injected), modules=tuple(host.modules))
        if isinstance(prepared, tuple):
            self._ending.fail("refused", failure.of_refusals(prepared))
            return
        if start.check_only:
            return
        bound = host.begin(self._spec, {}, self._fault)
        scope = make_scope(
            bound,
            self._arguments,
            write=self._output.write,
            seed=start.seed,
            now=start.now,
            store_types=host.store_types,
            extra_modules=host.modules,
        )
        self._ending.kept.append(scope)
        self._settle_run(self._call(prepared, scope))

    def _call(self, prepared: Prepared, scope: Any) -> BaseException | None:
        """Run the macro and encode its result; what it raised, if it did."""
        try:
            value = prepared.run(scope)
            self._ending.kept.append(value)
            gc.disable()  # so that no finaliser of the macro's runs from here on
            self._ending.value = encode_result(value, limits=self._start.limits, host=self._host)
        except (Stop, MemoryError):
            raise
        except BaseException as error:  # noqa: BLE001
            gc.disable()
            self._ending.kept.append(error)
            return error
        return None

    def _settle_run(self, error: BaseException | None) -> None:
        """Close the facade first, then let the error make its text."""
        payload = self._host.finish(error is not None)
        if error is not None:
            self._fail(error)
        if self._ending.status in ("done", "error"):
            self._ending.payload = payload

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, ResultRefused):
            report = failure.of_result(error)
        else:
            report = self._describe(error)
        self._ending.fail("limit" if report.code == "limit" else "error", report)

    def _describe(self, error: BaseException) -> ErrorReport:
        """The language layer's account of it; a limit of the host's also names itself."""
        report = describe_error(error, self._source, self._host.error_types)
        limited = report.code == "limit"
        return msgspec.structs.replace(
            report,
            limit_name=plain(getattr(error, "limit_name", ""), 100) if limited else None,
            limit=None if report.limit is None else float(report.limit),
            observed=None if report.observed is None else float(report.observed),
        )

    def _out_of_memory(self, error: MemoryError) -> None:
        self._ballast = None  # unmapped here and now
        line = failure.line_of(error)
        peak = _peak_bytes() - self._peak_before
        self._ending.fail("limit", failure.of_memory(self._start.limits, line, self._source, peak))
        self._ending.payload = b""

    def _fault(self, key: str) -> None:
        """See host.FaultHandler."""
        if self._start.may_fault and _stopper.elapsed_s < _FAULT_WINDOW_S:
            with _stopper.held():
                self._pipe.send(Fault(key))
                os._exit(0)

    def _report(self) -> None:
        ending, output = self._ending, self._output
        if ending.status not in ("done", "error"):
            ending.payload = b""
        final = Final(
            status=cast(Any, ending.status),
            error=ending.error,
            truncated=output.truncated,
            output_bytes=output.total_bytes,
            memory_bytes=max(0, _peak_bytes() - self._peak_before),
        )
        self._pipe.send_whole(final, [ending.value], [ending.payload], [output.text().encode()])
        self._pipe.receive()  # the parent reads this process's usage, then closes


def _peak_bytes() -> int:
    """The most memory this process ever held, counting what it shares with its base."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
