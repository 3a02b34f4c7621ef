"""The zygote: a clean process with everything loaded, from which bases are forked. It never runs a macro.

It ends, and takes all it forked with it, when the engine's socket closes or the parent dies. The parent's death is
seen on its pidfd: a host that forked keeps the socket open in its child, so end of file alone would not tell.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import signal
import time
from typing import NoReturn, cast

from . import namespace
from .errors import PythonUnsupported
from .frame import TO_ZYGOTE, Boot, Booted, Failed, OpenBase, ToZygote
from .host import Host
from .interpreter import check_python
from .lockdown import Kit, open_proc
from .pipe import FdPipe
from .preload import PRELOADED, load_host_type
from .reaper import install_reaper, reap

SOCKET = 3
"""Where the parent's spawn puts the zygote's end of the engine socket."""

_WATCH = 4


def main(parent_pid: str) -> NoReturn:
    """Serve until the engine's process, whose pid is given, is gone."""
    parent = _watch(os.getppid())
    if os.getppid() != int(parent_pid) or parent is None:
        os._exit(0)
    _settle(parent)
    pipe = FdPipe(SOCKET, TO_ZYGOTE)
    boot = pipe.receive()
    if not isinstance(boot, Boot):
        os._exit(0)
    try:
        check_python()
        zygote = _Zygote(pipe, boot)
        zygote.boot()
    except PythonUnsupported as error:
        pipe.send(Failed("", error.message, error.hint))
        os._exit(1)
    except Exception as error:  # noqa: BLE001
        pipe.send(Failed("", f"the zygote could not start: {type(error).__name__}: {error}"))
        os._exit(1)
    zygote.serve()


def _watch(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def _settle(parent: int) -> None:
    """UTC, own session, own folder, two descriptors beside the standard ones, default signals."""
    os.environ["TZ"] = "UTC0"  # a naive datetime's timestamp then says the same on every machine
    time.tzset()
    os.chdir("/")
    os.umask(0o077)
    with contextlib.suppress(PermissionError):
        os.setsid()
    if parent != _WATCH:
        os.dup2(parent, _WATCH, inheritable=False)
    os.set_inheritable(SOCKET, False)
    os.closerange(_WATCH + 1, 1 << 20)
    open_proc()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class _Zygote:
    def __init__(self, pipe: FdPipe[ToZygote], boot: Boot) -> None:
        self._pipe = pipe
        self._boot = boot
        self._watched = [_WATCH]
        self._wake = -1
        self._kit = Kit(boot.withheld)

    def boot(self) -> None:
        """Load everything, enter the namespaces, say so. Loading comes first: inside, root may not read every file."""
        gc.disable()  # what is loaded stays: looking for garbage meanwhile took a sixth of the time
        for name in (*PRELOADED, *self._boot.preload, self._boot.host.partition(":")[0]):
            importlib.import_module(name)
        self._host_type = load_host_type(self._boot.host)
        from . import base, worker

        self._base_main = base.main
        worker.preload(self._boot.rehearsals)
        if self._boot.rehearsals > 1:
            cast("type[Host]", self._host_type).preload()
        gc.collect()  # before the fork into the namespaces, which would make it copy every page
        gc.freeze()
        layer = namespace.try_enter(self._kit.syscall) if self._boot.namespaces else namespace.withheld()
        if layer.applied:
            self._move_into_namespace()
        self._wake = install_reaper()
        self._kit.adopt_orphans()
        gc.freeze()
        self._pipe.send(Booted(layer))

    def _move_into_namespace(self) -> None:
        """Fork once: the child, process 1 of the namespace, goes on; this process only waits for it and for its own
        parent, since the death of process 1 is what ends everything inside.
        """
        outer = os.pidfd_open(os.getpid())
        child = os.fork()
        if child == 0:
            self._watched.append(outer)
            self._kit.die_with_parent()
            return
        os.close(self._pipe.fileno())
        inner = os.pidfd_open(child)
        poll = select.poll()
        for fd in (inner, *self._watched):
            poll.register(fd, select.POLLIN)
        poll.poll()
        signal.pidfd_send_signal(inner, signal.SIGKILL)
        os._exit(0)

    def serve(self) -> NoReturn:
        """Fork a base for each OpenBase."""
        poll = select.poll()
        for fd in (self._pipe.fileno(), self._wake, *self._watched):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll(0 if self._pipe.holds_frame() else None)}
            if not ready.isdisjoint(self._watched):
                os._exit(0)
            if self._wake in ready:
                reap(self._wake)
            if self._pipe.fileno() in ready or self._pipe.holds_frame():
                self._serve_one()

    def _serve_one(self) -> None:
        frame = self._pipe.receive()
        if not isinstance(frame, OpenBase):
            os._exit(0)
        fds = self._pipe.take_fds(2)
        zygote_pid = os.getpid()
        if _fork() == 0:
            try:
                self._base_main(self._kit, zygote_pid, self._host_type, frame.memory_bytes, *fds)
            finally:
                os._exit(1)
        for fd in fds:
            os.close(fd)


def _fork() -> int:
    """The child's pid, 0 in the child, -1 when the machine has no room: the parent then sees the socket close."""
    try:
        return os.fork()
    except OSError:
        return -1
