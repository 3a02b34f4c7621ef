"""The parent's side of all processes: one zygote, started when it is first needed, and the bases forked from it."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from .child import Child, Gone, Late
from .errors import BaseDied, BaseTimeout, ForkedError, IsolationUnavailable, SandboxClosed, WireError
from .frame import FROM_BASE, BaseReady, Boot, Failed, FromBase
from .handle import Base
from .isolation import IsolationReport, Layer, check_level
from .spawn import Zygote

_PROBE_DEADLINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Withheld:
    """Layers that a supervisor does without, as if the machine lacked them: for tests of what happens then.

    layers: "seccomp" (nothing runs then) and "landlock".
    """

    namespaces: bool = False
    layers: frozenset[str] = frozenset()


@final
class Supervisor:
    """One zygote and its bases. Thread-safe. host is the dotted name of a Host class, as "package.module:Class"."""

    def __init__(
        self, *, host: str, level: str = "kernel", preload: Sequence[str] = (), withheld: Withheld | None = None
    ) -> None:
        """Starts nothing yet. Raises IsolationUnavailable for a level that cannot be had."""
        check_level(level)
        withheld = withheld or Withheld()
        self._level = level
        self._boot = Boot(host, tuple(preload), not withheld.namespaces, withheld.layers)
        self._owner_pid = os.getpid()
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None
        self._layers: tuple[Layer, ...] = ()
        self._bases: weakref.WeakSet[Base] = weakref.WeakSet()
        self._closed = False

    def open_base(self, *, deadline_s: float, memory_bytes: int | None = None) -> Base:
        """A new base with a new host. memory_bytes: what it may map beyond the zygote.

        Raises IsolationUnavailable, BaseDied, BaseTimeout, SandboxError when the zygote cannot be started.
        """
        deadline = time.monotonic() + deadline_s
        child = Child(FROM_BASE)
        try:
            with self._lock:
                self._check_owner()
                namespaces = self._order(child, memory_bytes or 0)
            ready = _await_base(child, deadline, deadline_s)
        except BaseException:
            child.close()
            raise
        self._layers = (*ready.layers, namespaces)
        base = Base(child, self._check_owner)
        self._bases.add(base)
        return base

    def isolation(self) -> IsolationReport:
        """The layers, as the last base applied them; opens one to see if there was none yet."""
        if not self._layers:
            self.open_base(deadline_s=_PROBE_DEADLINE_S).close()
        return IsolationReport(self._level, self._layers)

    def close(self) -> None:
        """End every base and the zygote. Twice is no harm; in a forked process it only lets go of descriptors."""
        forked = os.getpid() != self._owner_pid
        if not forked:
            self._lock.acquire()
        try:
            self._closed = True
            for base in list(self._bases):
                base.close()
            zygote, self._zygote = self._zygote, None
            if zygote is not None:
                zygote.abandon() if forked else zygote.close()
        finally:
            if not forked:
                self._lock.release()

    def _check_owner(self) -> None:
        if os.getpid() != self._owner_pid:
            raise ForkedError(
                "this process was forked after the engine was made, and cannot use it",
                hint="make a new Engine in the forked process, or start it with the spawn method",
            )
        if self._closed:
            raise SandboxClosed("the engine was closed")

    def _order(self, child: Child[FromBase], memory_bytes: int) -> Layer:
        """Have the zygote fork a base; a zygote that died is replaced."""
        for _ in range(2):
            if self._zygote is None or not self._zygote.alive:
                self._restart()
            assert self._zygote is not None
            try:
                self._zygote.open_base(memory_bytes, child.down_fds)
            except OSError:
                continue
            child.adopt()
            return self._zygote.namespaces
        raise BaseDied("the zygote dies as soon as it is started")

    def _restart(self) -> None:
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
        self._zygote = Zygote(self._boot)


def _await_base(child: Child[FromBase], deadline: float, deadline_s: float) -> BaseReady:
    try:
        frame = child.receive(deadline)
    except Late:
        raise BaseTimeout(f"no base within {deadline_s:g} s", limit=deadline_s, observed=deadline_s) from None
    except Gone:
        raise BaseDied("the base died before it was ready") from None
    except WireError as error:
        raise BaseDied(f"the base sent what no base sends: {error.message}") from error
    if isinstance(frame, Failed):
        if frame.layer:
            raise IsolationUnavailable(f"no isolation by {frame.layer}: {frame.message}", hint=frame.cure)
        raise BaseDied(f"the base could not start: {frame.message}")
    if not isinstance(frame, BaseReady):
        raise BaseDied("the base sent what no base sends")
    return frame
