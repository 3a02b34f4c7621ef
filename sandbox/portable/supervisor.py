"""The process level: every base and every worker is a new process of the same user. Written for any system."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Final, final

from ..errors import SandboxError
from ..isolation import IsolationReport, Layer
from ..level import Changing, check_owner
from .base import SpawnedBase
from .room import describe

_KERNEL_CURE: Final = "isolation='kernel' on Linux"


@final
class SpawnSupervisor:
    """See Supervision. Thread-safe."""

    def __init__(self, *, host: str, changing: Changing) -> None:
        self._host = host
        self._changing = changing
        self._owner_pid = os.getpid()
        self._lock = threading.Lock()
        self._bases: weakref.WeakSet[SpawnedBase] = weakref.WeakSet()
        self._closed = False

    @property
    def level(self) -> str:
        """The isolation level."""
        return "process"

    def start(self) -> None:
        """Nothing is shared between bases, so there is nothing to begin with."""

    def open_base(self, *, deadline_s: float, memory_bytes: int | None = None) -> SpawnedBase:  # noqa: ARG002
        """A new base. memory_bytes is not held to: no limit of a process that serves for long is watched here."""
        self._check_owner()
        try:
            base = SpawnedBase(self._host, self._changing, self._check_owner, deadline_s)
        except OSError as error:
            raise SandboxError(
                f"no process can be started: {error}", hint="end other programs, and try again"
            ) from error
        with self._lock:
            self._bases.add(base)
        return base

    def isolation(self) -> IsolationReport:
        """What this level has, and by name what it has not."""
        self._check_owner()
        return IsolationReport(self.level, (LANGUAGE, _FRESH, _CLOCK, describe(), *WITHOUT_KERNEL))

    def close(self) -> None:
        """End every base. Twice is no harm."""
        self._closed = True
        with self._lock:
            bases = list(self._bases)
        for base in bases:
            base.close()

    def _check_owner(self) -> None:
        check_owner(self._owner_pid, closed=self._closed)


LANGUAGE: Final = Layer(
    "language",
    applied=True,
    detail="restricted Python: the only wall between a macro and the files, the network and the processes here",
)
_FRESH: Final = Layer(
    "process",
    applied=True,
    detail="a new process for each run, with an empty environment, which loads the file and the changes again",
)
_CLOCK: Final = Layer("time", applied=True, detail="ended by its own clocks, and by the parent behind them")
WITHOUT_KERNEL: Final = tuple(
    Layer(name, applied=False, detail=detail, cure=_KERNEL_CURE)
    for name, detail in (
        ("privileges", "it runs as this user, with all this user may do"),
        ("landlock", "not at this level: files, ports and sockets are open to what escapes the language"),
        ("seccomp", "not at this level: every system call is open to what escapes the language"),
        ("namespaces", "not at this level"),
    )
)
