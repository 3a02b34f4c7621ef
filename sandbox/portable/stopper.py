"""Stopping a run where there are no timer signals, or where they belong to the application: a thread raises Stop.

The exception arrives between two instructions of the macro, so one long C call is not stopped by it; in a spawned
worker the parent stands behind, in the application's own process nobody does.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
import threading
import time
from types import CodeType

from ..limit import Limits
from ..run import Logs, Tools
from ..stop import Stop, Stopper, Tripped, macro_line

_REPEAT_S = 0.05


class ThreadStopper(Stopper):
    """See Stopper. Holds the thread that calls arm()."""

    def __init__(self) -> None:  # not the signals of the one it stands in for
        self._armed = False
        self._held = False
        self._limits = Limits()
        self._within: CodeType = ThreadStopper.arm.__code__
        self._began = 0.0
        self._began_cpu_s = 0.0
        self._thread_id = 0
        self._watcher: threading.Thread | None = None
        self._disarmed = threading.Event()

    def arm(self, limits: Limits, within: CodeType) -> None:
        """Start the watching thread."""
        self._limits = limits
        self._within = within
        self._began, self._began_cpu_s = time.monotonic(), time.process_time()
        self._thread_id = threading.get_ident()
        self._disarmed.clear()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()
        self._armed = True  # last: nothing is raised in the caller before it has returned from here

    def disarm(self) -> None:
        """As in Stopper. The watching thread has ended before a Stop that is on its way is taken back, so that none can
        come after this.
        """
        self._armed = False
        self._disarmed.set()
        if self._watcher is not None:
            self._watcher.join()
        try:  # a Stop put in the place of one that is on its way, and taken here: one merely called off would leave the
            _raise_in(self._thread_id, Stop)  # interpreter on its slow path, and with a tracer in an endless loop
            while True:
                pass
        except Stop:
            pass

    def _watch(self) -> None:
        wait_s = self._limits.wall_s
        while not self._disarmed.wait(min(max(wait_s, 0.001), _REPEAT_S)):
            self._check()
            wait_s = self._limits.wall_s - self.elapsed_s

    def _check(self) -> None:
        """While this thread holds the interpreter the other stands between two instructions."""
        limits, wall_s = self._limits, self.elapsed_s
        cpu_s = time.process_time() - self._began_cpu_s
        if self.tripped is None:
            if wall_s >= limits.wall_s:
                self.tripped = Tripped("wall_s", limits.wall_s, wall_s, self._line())
            elif cpu_s >= limits.cpu_s:
                self.tripped = Tripped("cpu_s", limits.cpu_s, cpu_s, self._line())
        inside = self._is_within(sys._current_frames().get(self._thread_id))
        if self.tripped is not None and self._armed and not self._held and inside:
            _raise_in(self._thread_id, Stop)

    def _line(self) -> int | None:
        return macro_line(sys._current_frames().get(self._thread_id))


class PortableTools(Tools):
    """See Tools; nothing is done to the signals and the logging of this process."""

    def __init__(self) -> None:
        self.stopper = ThreadStopper()
        self.logs = _NoLogs()
        self.ballast = mmap.mmap(-1, 4096)


class _NoLogs(Logs):
    """Records stay where they are: in the application's own logging, or nowhere."""

    def __init__(self) -> None:
        return

    def listen(self, level: int, send: object) -> None:
        """Nothing to do."""

    def emit(self, record: object) -> None:
        """Nothing to do."""


def _raise_in(thread_id: int, kind: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread_id), ctypes.py_object(kind))
