"""The engine: one per application. It owns the clean process all units' processes are forked from."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, final

from ..facade import UNIT_TYPES
from ..sandbox import Base, ForkedError, HostRefused, IsolationReport, Limits, Supervision
from .argument import check_args, check_limits
from .audit import check_principal
from .document_file import DocumentFile, unit_id_of
from .errors import EngineClosed, FileUnreadable, NotAvailable
from .execution import check
from .program import Mode, Program, Refusals, check_mode
from .runtime import Runtime
from .supervision import supervise_units
from .writable import check_writable

OPEN_DEADLINE_S: Final = 30.0
"""A base is ready after some milliseconds; a machine so loaded that it takes longer is reported, not waited for."""


@final
class Engine:
    """Opens documents as runtimes. Use it as a context manager, or call close.

    isolation is the level: "kernel" (Linux with seccomp; refuses to run where it cannot be had), "process" (any
    system: a new process for each run, but the language layer alone between a macro and this user's files and
    network), "unsafe" (in this process, for debugging; every outcome warns). No level stands in for another.
    limits are those of every run that names none. allow_external permits formulas that reach outside the workbook.
    principal is whom audit records name; the user this process belongs to where none is given.
    Safe to share between threads; after a fork of the host only the parent may use it (ForkedError).
    """

    def __init__(
        self,
        *,
        store: str | None = None,
        journal: str | None = None,
        isolation: str = "kernel",
        limits: Limits | None = None,
        allow_external: bool = False,
        principal: str | None = None,
        _supervisor: Supervision | None = None,
    ) -> None:
        for name, value in (("store", store), ("journal", journal)):
            if value is not None:
                raise NotAvailable(f"Engine({name}=...) is not available yet", hint="Open files by their path.")
        self.level = isolation
        self.limits = Limits() if limits is None else check_limits(limits)
        self.allow_external = allow_external
        self._principal = None if principal is None else check_principal(principal)
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._closed = False
        self._runtimes: set[Runtime] = set()
        self._supervisor = _supervisor or supervise_units(isolation)

    @property
    def principal(self) -> str:
        """Whom the audit records name."""
        if self._principal is None:
            self._principal = check_principal(None)
        return self._principal

    def open(self, path: str | Path | None = None, *, unit_id: str | None = None) -> Runtime:
        """Open a workbook file as a session; the file is read, parsed in a locked-down process, and not changed.

        Raises FileUnreadable with what is wrong with the file and what to do.
        """
        self._check_usable()
        if path is None or unit_id is not None:
            raise NotAvailable("units of a store are not available yet", hint="Open a file by its path.")
        file = DocumentFile(Path(path))
        try:
            return self._track(self._runtime(unit_id_of(file.path), file, file.path.name))
        except BaseException:
            file.close()
            raise

    def create(self) -> Runtime:
        """A new workbook with one empty sheet; save it with a path."""
        self._check_usable()
        return self._track(self._runtime("new-" + os.urandom(8).hex(), None, "new workbook"))

    def prepare(
        self,
        code: str,
        *,
        unit_id: str,
        unit_type: str = "workbook",
        mode: Mode = "read",
        args: Mapping[str, Any] | None = None,
        writable: Sequence[str] | None = None,
    ) -> Program | Refusals:
        """Check a macro without a unit at hand and bind it to one; refusals come as data, all at once.

        What the references of writable name is looked at when the program runs.
        """
        refs = check_writable(writable)
        check_mode(mode, code)
        if unit_type not in UNIT_TYPES:
            raise NotAvailable(f"unit type {unit_type!r} is not available", hint="Use unit_type='workbook'.")
        base = self._open_base()
        try:
            error = check(base, code, unit_id, limits=self.limits)
        finally:
            base.close()
        if error is not None:
            return Refusals(error.refusals, error)
        return Program(code, unit_id, mode, unit_type, check_args(args or {}), refs)

    def isolation(self) -> IsolationReport:
        """Each layer of the lockdown: applied or missing, and why."""
        self._check_usable()
        return self._supervisor.isolation()

    def close(self) -> None:
        """Close every runtime and end every process; a second call does nothing."""
        if os.getpid() != self._pid:
            return
        with self._lock:
            if self._closed:
                return
            self._closed = True
            runtimes = list(self._runtimes)
        for runtime in runtimes:
            runtime.close()
        self._supervisor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _runtime(self, unit_id: str, file: DocumentFile | None, name: str) -> Runtime:
        try:
            return Runtime(self, unit_id, file, name)
        except HostRefused as refused:
            error = FileUnreadable(f"{name}: {refused.message}", hint=refused.hint)
            error.code = refused.code
            raise error from refused

    def _track(self, runtime: Runtime) -> Runtime:
        with self._lock:
            self._runtimes.add(runtime)
        return runtime

    def _forget(self, runtime: Runtime) -> None:
        with self._lock:
            self._runtimes.discard(runtime)

    def _open_base(self) -> Base:
        self._check_usable()
        return self._supervisor.open_base(deadline_s=OPEN_DEADLINE_S)

    def _check_usable(self) -> None:
        if os.getpid() != self._pid:
            raise ForkedError(
                "this Engine was made before the process forked", hint="Make a new Engine in the forked process."
            )
        if self._closed:
            raise EngineClosed("the engine was closed", hint="Make a new Engine.")
