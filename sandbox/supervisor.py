"""The parent's side of all processes: one zygote, started when it is first needed, and the bases forked from it."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from .child import Child
from .ending import Gone, Late
from .errors import BaseDied, BaseTimeout, IsolationUnavailable, WireError
from .frame import FROM_BASE, BaseReady, Boot, Failed, FromBase
from .handle import Base
from .isolation import IsolationReport, Layer, check_level, unavailable
from .level import check_owner
from .spawn import Zygote

_PROBE_DEADLINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Withheld:
    """Layers that a supervisor does without, as if the machine lacked them: for tests of what happens then.

    layers: "seccomp" (nothing runs then) and "landlock".
    """

    namespaces: bool = False
    layers: frozenset[str] = frozenset()


_OPEN_TRIES = 3
"""A zygote that was killed may take the base first, then the order for another, and only then be seen to be dead."""
_REHEARSALS = 40
"""The interpreter specialises code only after it has run a while, and counts runs within the code, so that each page of
code not yet specialised is copied in every worker. Fewer: slower runs; more: a later start, 1 ms each.
"""


@final
class Supervisor:
    """One zygote and its bases. Thread-safe. host is the dotted name of a Host class, as "package.module:Class"."""

    def __init__(
        self,
        *,
        host: str,
        preload: Sequence[str] = (),
        withheld: Withheld | None = None,
        one_shot: bool = False,
    ) -> None:
        """Starts nothing yet. Raises PythonUnsupported, or IsolationUnavailable where the kernel level cannot be had.

        one_shot: for a process that makes one run or few; it starts sooner, and each run costs a little more.
        """
        check_level(self.level)
        withheld = withheld or Withheld()
        rehearsals = 1 if one_shot else _REHEARSALS
        self._boot = Boot(host, tuple(preload), not withheld.namespaces, withheld.layers, rehearsals)
        self._owner_pid = os.getpid()
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None
        self._layers: tuple[Layer, ...] = ()
        self._bases: weakref.WeakSet[Base] = weakref.WeakSet()
        self._closed = False

    @property
    def level(self) -> str:
        """The isolation level."""
        return "kernel"

    def start(self) -> None:
        """Start the zygote without waiting for it, so that it loads while this process does something else."""
        with self._lock:
            self._check_owner()
            if self._zygote is None:
                self._zygote = Zygote(self._boot)

    def open_base(self, *, deadline_s: float, memory_bytes: int | None = None) -> Base:
        """A new base with a new host. memory_bytes: what it may map beyond the zygote.

        Raises IsolationUnavailable, BaseDied, BaseTimeout, SandboxError when the zygote cannot be started.
        """
        deadline = time.monotonic() + deadline_s
        for _ in range(_OPEN_TRIES - 1):
            with contextlib.suppress(_ZygoteDied):
                return self._open(deadline, deadline_s, memory_bytes or 0)
        return self._open(deadline, deadline_s, memory_bytes or 0)

    def _open(self, deadline: float, deadline_s: float, memory_bytes: int) -> Base:
        child = Child(FROM_BASE)
        try:
            with self._lock:
                self._check_owner()
                zygote = self._living_zygote()
                self._order(zygote, child, memory_bytes)
            try:
                ready = _await_base(child, deadline, deadline_s, self.level, zygote.namespaces)
            except Gone:
                raise _ZygoteDied("the base died before it was ready") from None
        except BaseException:
            child.close()
            raise
        self._layers = (*ready.layers, zygote.namespaces)
        base = Base(child, self._check_owner)
        self._bases.add(base)
        return base

    def isolation(self) -> IsolationReport:
        """The layers, as the last base applied them; opens one to see if there was none yet. Where one that is required
        is missing, the report says so: nothing would run.
        """
        if not self._layers:
            try:
                self.open_base(deadline_s=_PROBE_DEADLINE_S).close()
            except IsolationUnavailable as error:
                return IsolationReport(self.level, error.layers)
        return IsolationReport(self.level, self._layers)

    def close(self) -> None:
        """End every base and the zygote. Twice is no harm; in a forked process it only lets go of descriptors."""
        forked = os.getpid() != self._owner_pid
        if not forked:
            self._lock.acquire()
        try:
            self._closed = True
            for base in list(self._bases):
                base.close()
            if forked and self._zygote is not None:
                self._zygote.abandon()
            else:
                self._drop_zygote()
        finally:
            if not forked:
                self._lock.release()

    def _check_owner(self) -> None:
        check_owner(self._owner_pid, closed=self._closed)

    def _living_zygote(self) -> Zygote:
        """The zygote; one that died is replaced."""
        zygote = self._zygote
        if zygote is None or not zygote.alive:
            self._drop_zygote()
            zygote = self._zygote = Zygote(self._boot)
        zygote.await_boot()
        return zygote

    def _order(self, zygote: Zygote, child: Child[FromBase], memory_bytes: int) -> None:
        try:
            zygote.open_base(memory_bytes, child.down_fds)
        except OSError as error:
            self._drop_zygote()
            raise _ZygoteDied("the zygote died") from error
        child.adopt()

    def _drop_zygote(self) -> None:
        zygote, self._zygote = self._zygote, None
        if zygote is not None:
            zygote.close()


class _ZygoteDied(BaseDied):
    """The zygote went, or a base went before its first frame, which is how the zygote's end may show."""


def _await_base(child: Child[FromBase], deadline: float, deadline_s: float, level: str, namespaces: Layer) -> BaseReady:
    try:
        frame = child.receive(deadline)
    except Late:
        raise BaseTimeout(f"no base within {deadline_s:g} s", limit=deadline_s, observed=deadline_s) from None
    except WireError as error:
        raise BaseDied(f"the base sent what no base sends: {error.message}") from error
    if isinstance(frame, Failed):
        if frame.layer:
            failed = Layer(frame.layer, applied=False, detail=frame.message, cure=frame.cure, required=True)
            raise unavailable(level, (*(frame.layers or (failed,)), namespaces))
        raise BaseDied(f"the base could not start: {frame.message}")
    if not isinstance(frame, BaseReady):
        raise BaseDied("the base sent what no base sends")
    return frame
