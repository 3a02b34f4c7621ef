"""The engine: one per application. It owns the clean process all units' processes are forked from."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, cast, final

from ..facade import UNIT_TYPES
from ..sandbox import Base, ForkedError, HostRefused, IsolationReport, Limits, Supervision
from .argument import check_args, check_limits
from .audit import check_principal, utc_now
from .document_file import DocumentFile, unit_id_of
from .errors import CallInvalid, EngineClosed, FileUnreadable, NotAvailable, StoreDamaged
from .execution import check
from .program import Mode, Program, Refusals, check_mode
from .runtime import Runtime
from .supervision import supervise_units
from .writable import check_writable

if TYPE_CHECKING:
    from .store.protocol import Store
    from .store.record import Unit

NO_IDS: Final = b""
"""The table of ids of a checkpoint that has none: those of the file are the unit's."""
OPEN_DEADLINE_S: Final = 30.0
"""A base is ready after some milliseconds; a machine so loaded that it takes longer is reported, not waited for."""


@final
class Engine:
    """Opens documents as runtimes. Use it as a context manager, or call close.

    isolation is the level: "kernel" (Linux with seccomp; refuses to run where it cannot be had), "process" (any
    system: a new process for each run, but the language layer alone between a macro and this user's files and
    network), "unsafe" (in this process, for debugging; every outcome warns). No level stands in for another.
    store keeps units: a URL (memory:, sqlite:///units.db), or an application's own; see docs/units.md.
    limits are those of every run that names none. allow_external permits formulas that reach outside the workbook.
    principal is whom audit records name; the user this process belongs to where none is given.
    Safe to share between threads; after a fork of the host only the parent may use it (ForkedError).
    """

    def __init__(
        self,
        *,
        store: Store | str | None = None,
        journal: str | None = None,
        isolation: str = "kernel",
        limits: Limits | None = None,
        allow_external: bool = False,
        principal: str | None = None,
        _supervisor: Supervision | None = None,
    ) -> None:
        if journal is not None:
            raise NotAvailable("Engine(journal=...) is not available yet", hint="Commit what must not be lost.")
        self.level = isolation
        self.limits = Limits() if limits is None else check_limits(limits)
        self.allow_external = allow_external
        self._principal = None if principal is None else check_principal(principal)
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._closed = False
        self._runtimes: set[Runtime] = set()
        self._given = store
        self._opened = _open(store) if isinstance(store, str) else _checked_store(store)
        self._supervisor = _supervisor or supervise_units(isolation)

    @property
    def principal(self) -> str:
        """Whom the audit records name."""
        if self._principal is None:
            self._principal = check_principal(None)
        return self._principal

    def open(self, path: str | Path | None = None, *, unit_id: str | None = None) -> Runtime:
        """Open a workbook file as a session, or a unit of the store by its id; exactly one of the two.

        A file is read, parsed in a locked-down process, and not changed. Raises FileUnreadable with what is wrong with
        it and what to do; UnknownUnit, UnitDeleted and StoreUnavailable for a unit.
        """
        self._check_usable()
        if (path is None) == (unit_id is None):
            raise CallInvalid("open takes a path, or a unit_id", hint="Use engine.open('book.xlsx').")
        if unit_id is not None:
            return self._track(self._stored(unit_id))
        assert path is not None
        file = DocumentFile(Path(path))
        try:
            name = file.path.name.encode("utf-8", "replace").decode()  # a file's name may be bytes that are no text
            return self._track(self._runtime(unit_id_of(file.path), file, name))
        except BaseException:
            file.close()
            raise

    def create(self) -> Runtime:
        """A new workbook with one empty sheet; save it with a path."""
        self._check_usable()
        return self._track(self._runtime("new-" + os.urandom(8).hex(), None, "new workbook"))

    def import_unit(self, path: str | Path, *, unit_id: str | None = None) -> str:
        """Put a copy of a workbook file into the store as a new unit, and give its id. The file is read, never changed.

        unit_id is for those who have ids of their own. Raises FileUnreadable, UnitExists, StoreUnavailable.
        """
        from .store.record import Checkpoint, Unit, digest_of

        self._check_usable()
        given = "unit-" + os.urandom(8).hex() if unit_id is None else checked_id(unit_id)
        with self.open(path) as runtime:
            name, blob = runtime._whole_file()
        unit = Unit(id=given, type="workbook", name=name, head=0, epoch=0, created=utc_now())
        form = Path(name).suffix.lower() or ".xlsx"
        digest = digest_of(blob, NO_IDS)
        self._store.create(unit, Checkpoint(unit_id=given, revision=0, form=form, blob=blob, ids=NO_IDS, digest=digest))
        return given

    def units(self) -> tuple[Unit, ...]:
        """The units of the store, by id."""
        self._check_usable()
        found: list[Unit] = []
        while page := self._store.units(after=found[-1].id if found else ""):
            found.extend(page)
        return tuple(found)

    def delete_unit(self, unit_id: str) -> None:
        """Delete a unit of the store with its log; its id is never used again."""
        self._check_usable()
        self._store.delete(checked_id(unit_id))

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
        if self._opened is not None and self._opened is not self._given:
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _store(self) -> Store:
        """The store; one in memory where none was named, made when it is first asked for."""
        with self._lock:
            if self._opened is None:
                self._opened = _open("memory:")
            return self._opened

    def _stored(self, unit_id: str) -> Runtime:
        name = self._store.unit(checked_id(unit_id)).name
        try:
            return Runtime(self, unit_id, None, name, store=self._store)
        except HostRefused as refused:
            raise StoreDamaged(f"unit {unit_id}: {refused.message}", hint="Verify it: docs/store.md") from refused

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


def checked_id(unit_id: object) -> str:
    """The id of a unit. Raises CallInvalid."""
    if type(unit_id) is not str:
        raise CallInvalid(f"unit_id is text, not {type(unit_id).__name__}", hint="Use unit_id='budget-2026'.")
    from .store.check_append import check_id

    try:
        check_id(unit_id)
    except ValueError as error:
        raise CallInvalid(f"unit_id: {error}", hint="Use unit_id='budget-2026'.") from error
    return unit_id


def _checked_store(store: object) -> Store | None:
    if store is None or all(hasattr(store, name) for name in ("append", "entries", "checkpoint")):
        return cast("Store | None", store)
    raise CallInvalid(
        f"store is a URL or an object with a store's methods, not {type(store).__name__}",
        hint="Use Engine(store='sqlite:///units.db').",
    )


def _open(url: str) -> Store:
    from .store.url import open_store

    return open_store(url)
