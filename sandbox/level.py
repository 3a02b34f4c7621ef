"""What the engine uses at every isolation level, by structure, and which class serves which level.

The classes load on first use: those of the kernel level import what only Unix has.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

import msgspec

from .errors import ForkedError, SandboxClosed
from .isolation import IsolationReport, check_level

if TYPE_CHECKING:
    from .job import Job, Report
    from .limit import Limits


class Reply(msgspec.Struct, frozen=True):
    """What the host answered; the blob in the pieces it came in."""

    payload: bytes
    blob: list[bytes]


def check_owner(owner_pid: int, *, closed: bool) -> None:
    """Raise ForkedError in a process forked from the one that made the engine, SandboxClosed once it was closed."""
    if os.getpid() != owner_pid:
        raise ForkedError(
            "this process was forked after the engine was made, and cannot use it",
            hint="make a new Engine in the forked process, or start it with the spawn method",
        )
    if closed:
        raise SandboxClosed("the engine was closed")


class Runner(Protocol):
    """What runs jobs of one base."""

    def run(self, job: Job, *, park: bool = False) -> Report:
        """See Base.run."""
        ...


class Base(Protocol):
    """What holds one unit and gives each run a worker. Calls may come from any thread, and are served in turn."""

    @property
    def alive(self) -> bool:
        """Whether it can be used."""
        ...

    @property
    def pid(self) -> int:
        """The process that holds the unit."""
        ...

    def request(self, op: str, payload: bytes = b"", blob: Iterable[bytes] = (), *, deadline_s: float) -> Reply:
        """Have the host serve op. Raises HostRefused, BaseDied, BaseTimeout; after the last two the base is gone."""
        ...

    def run(self, job: Job, *, cancelled: threading.Event | None = None, park: bool = False) -> Report:
        """Run a job in a worker of its own. Raises BaseDied; every other end is a report."""
        ...

    def beside(self) -> Runner:
        """What runs several jobs at the same time, where the level can; else one after the other."""
        ...

    def park(self, limits: Limits | None = None) -> None:
        """Have a worker get ready for the next run, and do not wait for it."""
        ...

    def unpark(self) -> None:
        """Let go of the worker that waits."""
        ...

    def close(self) -> None:
        """End it and its workers. Twice is no harm."""
        ...


class Supervision(Protocol):
    """The parent's side of everything one engine runs."""

    @property
    def level(self) -> str:
        """The isolation level."""
        ...

    def start(self) -> None:
        """Begin what the first base will need, without waiting for it."""
        ...

    def open_base(self, *, deadline_s: float, memory_bytes: int | None = None) -> Base:
        """A new base with a new host. Raises IsolationUnavailable, BaseDied, BaseTimeout, SandboxError."""
        ...

    def isolation(self) -> IsolationReport:
        """What became of each layer."""
        ...

    def close(self) -> None:
        """End every base. Twice is no harm."""
        ...


class Changing(msgspec.Struct, frozen=True):
    """Which requests change a unit: where nothing can be forked, a worker is brought to its state by serving them
    again. first begins a unit anew, so that nothing before it counts; later are all the others.
    """

    first: str
    later: tuple[str, ...]


def supervise(*, host: str, level: str, changing: Changing, one_shot: bool = False) -> Supervision:
    """The supervision of a level. host is the dotted name of a Host class; see Supervisor for one_shot.

    Raises IsolationUnavailable when the level does not exist or cannot be had here. No level stands in for another.
    """
    check_level(level)
    if level == "unsafe":
        from .portable.local import LocalSupervisor

        return LocalSupervisor(host=host, changing=changing)
    if level == "process":
        from .portable.supervisor import SpawnSupervisor

        return SpawnSupervisor(host=host, changing=changing)
    from .supervisor import Supervisor

    return Supervisor(host=host, one_shot=one_shot)
