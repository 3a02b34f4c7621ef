"""One job inside its worker: compiled, run and encoded under the limits, and told in one Final frame."""

from __future__ import annotations

import ast
import gc
import logging
import mmap
import os
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, cast

import msgspec

from . import failure
from .diagnosis import describe_error, limit_name_of
from .frame import Fault, Final, Log, Start, ToWorker
from .guard import make_scope
from .host import FaultHandler, Host
from .job import ErrorReport, Refusal
from .output import Output
from .peak import peak_bytes
from .pipe import Pipe
from .program import Prepared, prepare
from .result import HostedRefused, ResultRefused, decode_arguments, encode_result
from .stop import Stop, Stopper, macro_line
from .text import plain
from .wire import Parts, placed

_LOG_RECORDS_KEPT = 1000
_FAULT_WINDOW_S = 0.25
"""A run that went on longer than this is not begun again for something to be loaded; it loads it for itself."""

_BALLAST_BYTES = 4 * 1024 * 1024
"""Address space given back when memory ran out, so that the report can be made."""


class Tools:
    """What a worker inherits ready-made from the zygote."""

    _foretold: tuple[str, Prepared | tuple[Refusal, ...]] | None = None
    _set: tuple[bytes, Stage] | None = None

    def __init__(self) -> None:
        self.stopper = Stopper()
        self.logs = Logs()
        self.ballast = mmap.mmap(-1, _BALLAST_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

    def foretell(self, source: str, spec: bytes, host: Host) -> None:
        """Compile what is likely to be run next, and begin it."""
        if source:
            self._foretold = source, _prepare(source, host)
        if spec:
            self._set = spec, Stage(host, spec)

    def stage(self, spec: bytes, host: Host) -> Stage:
        """The stage of a run, set now or before."""
        found, self._set = self._set, None
        return found[1] if found is not None and found[0] == spec else Stage(host, spec)

    def prepared(self, source: str, host: Host) -> Prepared | tuple[Refusal, ...]:
        """The program of a source, compiled now or before."""
        foretold = self._foretold
        return foretold[1] if foretold is not None and foretold[0] == source else _prepare(source, host)


class Stage:
    """Where a macro plays: the host's facade, begun for a spec, and the scope around it. One run only."""

    on_fault: FaultHandler
    output: Output

    def __init__(self, host: Host, spec: bytes) -> None:
        self.scope = make_scope(
            host.begin(spec, {}, self._fault),
            write=self._write,
            store_types=host.store_types,
            extra_modules=host.modules,
        )

    def _fault(self, key: str) -> None:
        self.on_fault(key)

    def _write(self, text: str) -> None:
        self.output.write(text)


def _prepare(source: str, host: Host) -> Prepared | tuple[Refusal, ...]:
    return prepare(source, injected=frozenset(host.injected), modules=_names_of(host.modules))


def _names_of(modules: Mapping[str, ModuleType]) -> dict[str, Collection[str]]:
    """The names that each module of a host holds."""
    return {name: vars(module).keys() for name, module in modules.items()}


class Run:
    """One job. execute() sends the Final frame, whatever happened."""

    def __init__(self, host: Host, pipe: Pipe[ToWorker], tools: Tools, start: Start, parts: Parts) -> None:
        self._host = host
        self._pipe = pipe
        self._tools = tools
        self._stopper = tools.stopper
        self._start = start
        parts.add_inline(start.parts)
        self._source = parts.join(0).decode("utf-8", "surrogatepass")
        self._spec = parts.join(1)
        self._arguments = decode_arguments(parts.join(2)) if parts.pieces(2) else {}
        self._output = Output(start.limits.output_bytes)
        self._ending = _Ending()
        self._peak_before = peak_bytes()

    def execute(self) -> None:
        """Run under the limits, then report."""
        self._tools.logs.listen(self._start.log_level, self._send_log)
        self._stopper.arm(self._start.limits, Run._guarded.__code__)
        try:
            self._until_stopped()
        except Stop:  # one more, that came while the first was on its way
            self._disarm()
        gc.disable()
        if self._stopper.tripped is not None:
            self._ending.fail("limit", failure.of_time(self._stopper.tripped, self._source))
        self._report()

    @property
    def succeeded(self) -> bool:
        """Whether the report says done."""
        return self._ending.status == "done"

    def _until_stopped(self) -> None:
        """A stop is disarmed while it is held: letting go of what its frames hold may last until the next one."""
        try:
            self._guarded()
        except Stop:
            self._disarm()
        finally:
            self._disarm()

    def _disarm(self) -> None:
        while True:
            try:
                self._stopper.disarm()
            except Stop:
                continue
            return

    def _send_log(self, record: Log) -> None:
        with self._stopper.held():
            self._pipe.send(record)

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
        prepared = self._tools.prepared(self._source, host)
        if isinstance(prepared, tuple):
            self._ending.fail("refused", failure.of_refusals(prepared, self._source))
            return
        if start.check_only:
            return
        stage = self._tools.stage(self._spec, host)
        stage.on_fault, stage.output, scope = self._fault, self._output, stage.scope
        host.start(start.now)
        scope.start(self._arguments, seed=start.seed, now=start.now)
        self._ending.kept.append(scope)
        self._settle_run(self._call(prepared, scope))

    def _call(self, prepared: Prepared, scope: Any) -> BaseException | None:
        """Run the macro and encode its result; what it raised, if it did."""
        try:
            value = prepared.run(scope)
            self._ending.kept.append(value)
            gc.disable()  # so that no finaliser of the macro's runs from here on
            self._ending.value = self._encode(value)
        except (Stop, MemoryError):
            raise
        except BaseException as error:  # noqa: BLE001
            gc.disable()
            self._ending.kept.append(error)
            return error
        return None

    def _encode(self, value: object) -> bytes:
        """The value, or nothing where a last statement merely called what answers with a facade object: methods that
        change something return their object, and a macro that ends in such a call did not ask for it.
        """
        try:
            return encode_result(value, limits=self._start.limits, host=self._host)
        except HostedRefused:
            silent = self._host.changed() and _ends_in_a_call(self._source)
            if self._host.refuse_result(value) is None or not silent:
                raise
            return b""

    def _settle_run(self, error: BaseException | None) -> None:
        """Close the facade first, then let the error make its text."""
        payload = self._host.finish(error is not None)
        if error is not None:
            self._fail(error)
        if self._ending.status in ("done", "error"):
            self._ending.payload = payload

    def _fail(self, error: BaseException) -> None:
        report = failure.of_result(error, self._source) if isinstance(error, ResultRefused) else self._describe(error)
        self._ending.fail("limit" if report.code == "limit" else "error", report)

    def _describe(self, error: BaseException) -> ErrorReport:
        """The language layer's account of it; a limit of the host's also names itself."""
        host = self._host
        report = describe_error(
            error, self._source, host.error_types, explain=host.explain, arguments=tuple(self._arguments)
        )
        limited = report.code == "limit"
        return msgspec.structs.replace(
            report,
            limit_name=limit_name_of(error) if limited else None,
            limit=None if report.limit is None else float(report.limit),
            observed=None if report.observed is None else float(report.observed),
        )

    def _out_of_memory(self, error: MemoryError) -> None:
        self._tools.ballast.close()
        line = failure.line_of(error)
        peak = peak_bytes() - self._peak_before
        self._ending.fail("limit", failure.of_memory(self._start.limits, line, self._source, peak))
        self._ending.payload = b""

    def _fault(self, key: str) -> None:
        """See host.FaultHandler."""
        if self._start.may_fault and self._stopper.elapsed_s < _FAULT_WINDOW_S:
            with self._stopper.held():
                self._pipe.send(Fault(key, macro_line(sys._getframe())))
                os._exit(0)

    def _report(self) -> None:
        ending, output = self._ending, self._output
        if ending.status not in ("done", "error"):
            ending.payload = b""
        inline, before = placed(ending.value, ending.payload, output.text().encode())
        final = Final(
            parts=inline,
            status=cast(Any, ending.status),
            error=ending.error,
            truncated=output.truncated,
            output_bytes=output.total_bytes,
            memory_bytes=max(0, peak_bytes() - self._peak_before),
        )
        for chunk in before:
            self._pipe.send(chunk)
        self._pipe.send(final)
        self._pipe.receive()  # the parent reads this process's usage, then closes


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


class Logs(logging.Handler):
    """Sends the first records of a run to the parent. One, installed before any fork; each run listens to it."""

    def __init__(self) -> None:
        super().__init__()
        self._root = logging.getLogger()
        self._root.handlers[:] = [self]
        self._send: Callable[[Log], None] = lambda _: None
        self._left = 0

    def listen(self, level: int, send: Callable[[Log], None]) -> None:
        """From here on records of this level go to send."""
        if self._root.level != level:
            self._root.setLevel(level)
        self._send = send
        self._left = _LOG_RECORDS_KEPT

    def emit(self, record: logging.LogRecord) -> None:
        """Raises OSError when the parent is gone."""
        if self._left:
            self._left -= 1
            self._send(Log(int(record.levelno), plain(record.name, 200), plain(record.getMessage())))


def _ends_in_a_call(source: str) -> bool:
    last = ast.parse(source).body[-1]
    return isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
