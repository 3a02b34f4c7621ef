"""The spawned process: a base that holds one unit, or a worker that is brought to its state and makes one run.

It is not locked down by the kernel. A base never runs a macro; a worker runs one and is gone.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import os
import signal
import sys
import threading
from typing import Any, NoReturn, cast

from ..frame import TO_BASE, BaseReady, Chunk, Direction, Ready, Request, Start
from ..host import Host
from ..pipe import Pipe
from ..preload import PRELOADED, load_host_type
from ..rehearsal import warm_up
from ..request import serve_request
from ..run import Run, Tools
from . import room
from .stopper import PortableTools

ToSpawned = Chunk | Request | Start
_WATCHDOG_S = 0.35
"""Beyond the wall limit, and beyond the parent's 0.25 s: the line is on the trace while the parent waits for it."""

_ORPHAN_S = 0.5
_OWN = ("psutil",)
"""What is loaded for the limits' sake, so that it does not count as the run's time."""


def main(role: str, host: str, parent_pid: str) -> NoReturn:
    """Serve until standard input ends or the parent is gone. role: base or worker."""
    out = _settle()
    threading.Thread(target=_end_with, args=(int(parent_pid),), daemon=True).start()
    try:
        _serve_base(host, out) if role == "base" else _serve_worker(host, out)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone, or done with this process
    except BaseException as error:  # noqa: BLE001
        os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
        os._exit(1)
    os._exit(0)


def _settle() -> int:
    """Where frames go: standard output, which is then turned away so that no print can write into them."""
    if sys.platform == "win32":
        import msvcrt

        for fd in (0, 1):
            msvcrt.setmode(fd, os.O_BINARY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.close(null)
    return out


def _end_with(parent_pid: int) -> None:
    """A host that forked keeps the pipe open in its child, so its end alone does not tell that the parent died."""
    never = threading.Event()
    while os.getppid() == parent_pid:
        never.wait(_ORPHAN_S)
    os._exit(0)


def _load(dotted: str) -> Host:
    for name in (*PRELOADED, *_OWN):
        importlib.import_module(name)
    return cast(Host, load_host_type(dotted)())


def _serve_base(dotted: str, out: int) -> None:
    host = _load(dotted)
    pipe = _TwoPipes(out, TO_BASE)
    pipe.send(BaseReady(()))
    while (received := pipe.receive_whole(parts=2)) is not None:
        frame, parts = received
        if not isinstance(frame, Request) or not serve_request(pipe, host, frame, parts):
            os._exit(1)
        gc.collect()


def _serve_worker(dotted: str, out: int) -> None:
    """Requests are the unit's history: served in silence, each counted; then comes the job."""
    host = _load(dotted)
    tools = _tools()
    pipe = _TwoPipes(out, Direction(ToSpawned))
    served = 0
    pipe.send(Ready(served))
    while (received := pipe.receive_whole(parts=3)) is not None:
        frame, parts = received
        if isinstance(frame, Start):
            _confine(frame)
            Run(host, pipe, tools, frame, parts).execute()
            return
        assert isinstance(frame, Request)
        _, blob = host.request(frame.op, parts.join(0), parts.join(1))
        for _ in blob:
            pass
        served += 1
        pipe.send(Ready(served))


def _tools() -> Tools:
    sys.unraisablehook = lambda _: None
    sys.excepthook = lambda *_: None
    tools = Tools() if hasattr(signal, "setitimer") else PortableTools()
    warm_up(tools)
    gc.enable()
    return tools


def _confine(start: Start) -> None:
    """A clock in C ends this process even where no parent does, then the limits, after which no thread can start."""
    faulthandler.dump_traceback_later(start.limits.wall_s + _WATCHDOG_S, exit=True, file=2)
    room.limit_worker(start.limits.memory_bytes, start.limits.cpu_s)


class _TwoPipes(Pipe[Any]):
    """Reads standard input, writes another descriptor."""

    def __init__(self, out: int, direction: Direction[Any]) -> None:
        super().__init__(out, direction)

    def _read(self) -> bytes:
        return os.read(0, 64 * 1024)
