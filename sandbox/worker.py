"""The worker: locks itself down further than its base, runs one macro, reports, and is gone.

Nothing it says is trusted; what it takes care of here is that an honest run is reported well and stopped in time.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from .frame import TO_WORKER, Fork, Ready, Start, ToWorker
from .host import Host
from .lockdown import Kit
from .pipe import Pipe
from .rehearsal import reserve, warm_up
from .run import Run, Tools

_SOCKET = 3


@dataclass(frozen=True, slots=True)
class Order:
    """What a base knows of the worker it forks. mapped_bytes is the base's address space, state its request count."""

    kit: Kit
    host: Host
    base_pid: int
    mapped_bytes: int
    state: int
    fork: Fork


def main(order: Order, sock: int, trace: int) -> NoReturn:
    """Serve one job. Begins in a copy of the base, whose descriptors are the first thing to go."""
    _settle(sock, trace)
    try:
        _serve(order)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone, or done with this worker
    except BaseException as error:  # noqa: BLE001
        os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
        os._exit(1)
    os._exit(0)


def _serve(order: Order) -> None:
    """Lock down, say so, run."""
    order.kit.lock_worker(order.base_pid, order.fork.memory_bytes, order.mapped_bytes, order.fork.cpu_s)
    pipe = Pipe(_SOCKET, TO_WORKER)
    pipe.send(Ready(order.state))
    if order.fork.parked:
        _warm(order, pipe)
    gc.enable()
    received = pipe.receive_whole(parts=3)
    if received is not None and isinstance(received[0], Start):
        Run(order.host, pipe, _tools, received[0], received[1]).execute()


def _warm(order: Order, pipe: Pipe[ToWorker]) -> None:
    """Use the time until the job comes; one that is there already costs less without."""
    for _ in _rehearsed(order):
        if pipe.waits():
            return


def _rehearsed(order: Order) -> Iterator[None]:
    """Step by step, what saves most first."""
    yield
    warm_up(_tools)
    yield
    steps = order.host.rehearse()
    next(steps, None)
    yield
    _tools.foretell(order.fork.source, order.fork.spec, order.host)
    yield
    yield from steps
    yield from reserve()


def preload(rehearsals: int) -> None:
    """In the zygote: install what a worker inherits, and load and touch whatever a run needs."""
    global _tools
    sys.unraisablehook = lambda _: None
    sys.excepthook = lambda *_: None
    _tools = Tools()
    for _ in range(rehearsals):
        warm_up(_tools)
    gc.enable()


_tools: Tools


def _settle(sock: int, trace: int) -> None:
    """Descriptors 0 and 1 on /dev/null, 2 the trace pipe, 3 the socket; the base's are closed before anything else."""
    signal.set_wakeup_fd(-1)  # no signal of a child will come: it has none, and may not
    low, high = sorted((sock, trace))
    os.closerange(3, low)
    os.closerange(low + 1, high)
    os.closerange(high + 1, 256)
    os.dup2(trace, 2, inheritable=False)
    if sock != _SOCKET:
        os.dup2(sock, _SOCKET, inheritable=False)
    os.closerange(_SOCKET + 1, 256)
