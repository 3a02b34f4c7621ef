"""The base: the locked-down process that holds one unit, serves the engine's requests and forks a worker for each run.

It never runs a macro. Workers inherit nothing of it but memory: their descriptors come down with the Fork frame.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
from typing import NoReturn, cast

from . import lockdown, worker
from .frame import TO_BASE, AskExit, BaseReady, Exited, Failed, Fork, Request, ToBase
from .host import Host
from .isolation import Layer, missing
from .pipe import FdPipe
from .reaper import install_reaper, reap
from .request import serve_request
from .wire import Parts

_SOCKET, _STATM, _STATUSES_KEPT = 3, 4, 64
_COLLECTED = 100_000
"""Objects that a request made and kept, above which no cycles are looked for: of a million cells that took 0.2 s, and
a large sheet leaves none."""


def main(kit: lockdown.Kit, zygote_pid: int, host_type: type, room_bytes: int, sock: int, trace: int) -> NoReturn:
    """Lock down, make the host, serve until the parent closes the socket."""
    _yield_to_the_parent()
    _settle(sock, trace)
    pipe = FdPipe(_SOCKET, TO_BASE)
    base = _Base(kit, pipe)
    try:
        layers = (_FRESH, *kit.lock_base(zygote_pid, room_bytes, base.install_reaper))
        if lacking := missing(layers):
            pipe.send(Failed(lacking[0].name, lacking[0].detail, lacking[0].cure, layers))
            os._exit(1)
        base.host = cast(Host, host_type())
    except lockdown.LayerFailed as failure:
        pipe.send(Failed(failure.layer, failure.message, failure.cure))
        os._exit(1)
    except Exception as error:  # noqa: BLE001
        pipe.send(Failed("", f"{type(error).__name__}: {error}"))
        os._exit(1)
    pipe.send(BaseReady(layers))
    base.serve()


_FRESH = Layer("process", applied=True, detail="a fresh process for each run, forked from one that runs no macro")


def _yield_to_the_parent() -> None:
    """A process that is woken is mostly put on the processor of the one that woke it, and takes it over at once: so an
    order to fork, or a worker's death, held up the caller by milliseconds. Batch processes wait for their turn.
    """
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _settle(sock: int, trace: int) -> None:
    """Descriptors 0 and 1 on /dev/null already; 2 the trace pipe, 3 the socket, 4 the page counts, nothing else."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(trace, 200, inheritable=False)
    os.dup2(sock, 201, inheritable=False)
    lockdown.open_statm(202)
    os.closerange(3, 200)
    os.dup2(200, 2, inheritable=False)
    os.dup2(201, _SOCKET, inheritable=False)
    lockdown.move_statm(_STATM)
    os.closerange(_STATM + 1, 256)


class _Base:
    """host is there once locked down. served counts requests: the state number that workers carry."""

    host: Host

    def __init__(self, kit: lockdown.Kit, pipe: FdPipe[ToBase]) -> None:
        self._kit = kit
        self._pipe = pipe
        self._served = 0
        self._wake = -1
        self._pids: dict[int, int] = {}
        self._statuses: dict[int, int] = {}

    def install_reaper(self) -> None:
        """Before seccomp: setting a wake-up descriptor looks at its type."""
        self._wake = install_reaper()

    def serve(self) -> NoReturn:
        """Frames one by one, and the ends of workers between them."""
        gc.disable()
        poll = select.poll()
        poll.register(self._pipe.fileno(), select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll(0 if self._pipe.holds_frame() else None)}
            if self._wake in ready:
                self._reap()
            if self._pipe.fileno() in ready or self._pipe.holds_frame():
                self._serve_one()

    def _serve_one(self) -> None:
        received = self._pipe.receive_whole(parts=2)
        if received is None:
            os._exit(0)
        frame, parts = received
        if isinstance(frame, Request):
            self._serve_request(frame, parts)
        elif isinstance(frame, Fork):
            self._fork_worker(frame)
        elif isinstance(frame, AskExit):
            self._pipe.send(Exited(frame.fork_id, self._wait_for(frame.fork_id)))

    def _serve_request(self, request: Request, parts: Parts) -> None:
        self._served += 1
        if not serve_request(self._pipe, self.host, request, parts):
            os._exit(1)
        if gc.get_count()[0] < _COLLECTED:
            gc.collect()
        gc.freeze()  # a worker's collector then leaves these pages shared

    def _fork_worker(self, fork: Fork) -> None:
        fds = self._pipe.take_fds(2)
        base_pid, mapped = os.getpid(), lockdown.mapped_bytes()
        try:
            pid = os.fork()
        except OSError:
            pid = -1  # no room: the parent sees the worker's socket close
        if pid == 0:
            try:
                order = worker.Order(self._kit, self.host, base_pid, mapped, self._served, fork)
                worker.main(order, *fds)
            finally:
                os._exit(1)
        for fd in fds:
            os.close(fd)
        self._pids[fork.fork_id] = pid

    def _reap(self) -> None:
        ended = reap(self._wake)
        for fork_id, pid in list(self._pids.items()):
            if pid in ended:
                self._keep(fork_id, ended[pid])

    def _keep(self, fork_id: int, status: int) -> None:
        self._pids.pop(fork_id, None)
        self._statuses[fork_id] = status
        while len(self._statuses) > _STATUSES_KEPT:
            del self._statuses[next(iter(self._statuses))]

    def _wait_for(self, fork_id: int) -> int:
        """The status of a worker that the parent saw end; -1 when it never began or is long forgotten."""
        pid = self._pids.get(fork_id)
        if pid is not None and pid > 0:
            with contextlib.suppress(ChildProcessError):
                self._keep(fork_id, os.waitpid(pid, 0)[1])
        return self._statuses.pop(fork_id, -1)
