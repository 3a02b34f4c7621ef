"""The unsafe level: the unit and every run in this very process, for debugging. The language layer is all there is.

A run works on a unit that was loaded again for it, as at the process level, so that it changes nothing but by
mutations. It can be stopped between two instructions only; memory is not limited.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, cast, final

from ..attempt import Attempt
from ..ending import Gone
from ..errors import BaseDied, HostRefused, SandboxClosed
from ..frame import FROM_WORKER, TO_WORKER, Chunk, Frame, FromWorker, Start
from ..host import Host
from ..isolation import IsolationReport, Layer
from ..job import Job, Report
from ..level import Changing, Reply, check_owner
from ..limit import Limits
from ..pipe import Pipe
from ..preload import load_host_type
from ..request import refusal
from ..run import Run
from ..wire import Parts, Stream, pack
from .replay import Blob, Entry, Replay
from .stopper import PortableTools
from .supervisor import LANGUAGE, WITHOUT_KERNEL

_UNCAPPED = 1 << 62


@final
class LocalSupervisor:
    """See Supervision."""

    def __init__(self, *, host: str, changing: Changing) -> None:
        self._host = host
        self._changing = changing
        self._owner_pid = os.getpid()
        self._closed = False

    @property
    def level(self) -> str:
        """The isolation level."""
        return "unsafe"

    def start(self) -> None:
        """There is nothing to start."""

    def open_base(self, *, deadline_s: float, memory_bytes: int | None = None) -> LocalBase:  # noqa: ARG002
        """A new unit in this process."""
        self._check_owner()
        return LocalBase(cast(Callable[[], Host], load_host_type(self._host)), self._changing, self._check_owner)

    def isolation(self) -> IsolationReport:
        """The language layer, and by name everything that is not there."""
        return IsolationReport(self.level, (LANGUAGE, *_NOTHING, *WITHOUT_KERNEL))

    def close(self) -> None:
        """Refuse whatever comes."""
        self._closed = True

    def _check_owner(self) -> None:
        check_owner(self._owner_pid, closed=self._closed)


_NOTHING: Final = tuple(
    Layer(name, applied=False, detail=detail, cure="isolation='process', or isolation='kernel' on Linux")
    for name, detail in (
        ("process", "a run shares this process with the application"),
        ("time", "a run is stopped between two instructions only; one long call goes on"),
        ("limits", "neither memory nor anything else is limited"),
    )
)


@final
class LocalBase:
    """One unit. Calls may come from any thread; they are served one after the other."""

    def __init__(self, make: Callable[[], Host], changing: Changing, check_owner: Callable[[], None]) -> None:
        self._make = make
        self._host = make()
        self._check_owner = check_owner
        self._lock = threading.RLock()
        self._replay = Replay(changing)
        self._closed = False

    @property
    def alive(self) -> bool:
        """Whether it can be used."""
        return not self._closed

    @property
    def pid(self) -> int:
        """This process."""
        return os.getpid()

    def request(self, op: str, payload: bytes = b"", blob: Iterable[bytes] = (), *, deadline_s: float) -> Reply:  # noqa: ARG002 - nothing can hold it to one
        """Have the host serve op. Raises HostRefused, and BaseDied for an error that leaves a state nobody knows."""
        with self._lock:
            self._check()
            entry = Entry(op, payload, Blob(blob))
            try:
                reply, answer = self._host.request(op, payload, b"".join(entry.blob.chunks()))
                result = Reply(reply, [bytes(piece) for piece in answer])
            except Exception as error:
                entry.blob.close()
                if type(error) in self._host.error_types:
                    raise _refused(error) from error
                self._closed = True
                raise BaseDied(f"{op}: {type(error).__name__}: {error}", hint="open the file again") from error
            self._replay.note(entry)
            return result

    def beside(self) -> LocalBase:
        """Itself: jobs of several threads run one after the other."""
        return self

    def run(self, job: Job, *, cancelled: threading.Event | None = None, park: bool = False) -> Report:  # noqa: ARG002 - there is nothing to park
        """Run a job in this thread, on a unit of its own."""
        with self._lock:
            self._check()
            host = self._make()
            for entry in self._replay.since(0):
                _, answer = host.request(entry.op, entry.payload, b"".join(entry.blob.chunks()))
                for _ in answer:
                    pass
            attempt = Attempt(job, _LocalWorker(host), lambda: -1, cancelled)
            attempt.hand_over(may_fault=False)
            attempt.begin()
            report = attempt.run(may_fault=False)
            assert isinstance(report, Report)
            return report

    def park(self, limits: Limits | None = None) -> None:
        """There is nothing to get ready."""

    def unpark(self) -> None:
        """There is nothing to let go of."""

    def close(self) -> None:
        """Let go of the unit. Twice is no harm."""
        self._closed = True
        self._replay.close()

    def _check(self) -> None:
        self._check_owner()
        if self._closed:
            raise SandboxClosed("the base was closed")


def _refused(error: Exception) -> HostRefused:
    frame = refusal(error)
    return HostRefused(frame.code, frame.message, frame.hint)


class _LocalWorker:
    """What an Attempt takes for a worker: the job that it sends is run when it first listens."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._sent = Stream(TO_WORKER, trusted=True)
        self._frames: Stream[FromWorker] | None = None
        self._cpu_s = time.process_time()
        self.pid = os.getpid()

    @property
    def cpu_s(self) -> float:
        """Processor time of this process since the job was made."""
        return time.process_time() - self._cpu_s

    def send(self, data: bytes, deadline: float) -> None:  # noqa: ARG002 - never late
        """Keep the job."""
        self._sent.feed(data)

    def receive(self, deadline: float) -> FromWorker:  # noqa: ARG002 - the run's own clock holds it
        """The next frame of the run's report."""
        if self._frames is None:
            self._frames = Stream(FROM_WORKER)
            self._execute(self._frames)
        frame = self._frames.next()
        if frame is None:
            raise Gone
        return frame

    def _execute(self, frames: Stream[FromWorker]) -> None:
        parts = Parts(_UNCAPPED, _UNCAPPED, _UNCAPPED)
        while isinstance(frame := self._sent.next(), Chunk):
            parts.add(frame)
        assert isinstance(frame, Start)
        collected = gc.isenabled()
        try:
            Run(self._host, _Collector(frames), PortableTools(), frame, parts).execute()
        finally:
            if collected:
                gc.enable()

    def dump(self) -> None:
        """Nobody can be asked where it is."""

    def kill(self) -> None:
        """It has ended already."""

    def wait_dead(self) -> bool:
        """It has ended already."""
        return True

    def read_trace(self) -> str:
        """A run here has no trace."""
        return ""


class _Collector(Pipe[Any]):
    """What the run writes goes straight to the stream that the parent reads."""

    def __init__(self, frames: Stream[FromWorker]) -> None:
        super().__init__(-1, TO_WORKER)
        self._frames = frames

    def send(self, *frames: Frame) -> None:
        """Keep them."""
        self._frames.feed(pack(*frames))

    def receive(self) -> None:
        """Nothing more comes."""
        return
