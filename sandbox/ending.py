"""The worker that an attempt talks to, whatever its level, and how waiting for it can end without a frame."""

from __future__ import annotations

from typing import Protocol

from .frame import FromWorker


class Gone(Exception):
    """The child's end of its socket or pipe is closed."""


class Late(Exception):
    """The deadline has passed."""


class Worker(Protocol):
    """See child.Child, portable.child.SpawnedChild and portable.local."""

    @property
    def pid(self) -> int:
        """Its process."""
        ...

    @property
    def cpu_s(self) -> float:
        """Processor time used so far."""
        ...

    def receive(self, deadline: float) -> FromWorker:
        """The next frame. Raises Gone, Late, WireError."""
        ...

    def send(self, data: bytes, deadline: float) -> None:
        """Raises Gone, Late."""
        ...

    def dump(self) -> None:
        """Have it write where it is to its trace."""
        ...

    def kill(self) -> None:
        """End it now."""
        ...

    def wait_dead(self) -> bool:
        """Whether it is dead, after a short while."""
        ...

    def read_trace(self) -> str:
        """What it has written to its trace so far."""
        ...
