"""Stopping a run from inside its worker: timers whose signals raise in the macro, again and again.

Where that does not help (one long C call, or code that swallows everything), the parent sends SIGUSR1, on which
faulthandler writes the macro's line to the trace pipe from within the C call, and then kills.
"""

from __future__ import annotations

import faulthandler
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType

from .limit import Limits

MACRO_FILE = "<macro>"
"""co_filename of macro code, by which tracebacks and faulthandler's output are searched for the macro's line."""

_REPEAT_S = 0.05


class Stop(BaseException):
    """The run is over its time. A BaseException: a macro can catch Exception only."""


@dataclass(frozen=True, slots=True)
class Tripped:
    """The limit that stopped the run, how much was used, and the macro's line then."""

    limit_name: str
    limit: float
    observed: float
    line: int | None


class Stopper:
    """Holds the run to its wall and CPU time from arm() to disarm()."""

    tripped: Tripped | None = None
    """The first limit that was passed; it stays, whatever the macro made of the exception."""

    def __init__(self) -> None:
        self._armed = False
        self._held = False
        self._limits = Limits()
        self._within: CodeType = Stopper.arm.__code__
        self._began = 0.0
        self._began_cpu_s = 0.0
        faulthandler.enable(file=2, all_threads=False)
        faulthandler.register(signal.SIGUSR1, file=2, all_threads=False, chain=False)
        signal.signal(signal.SIGALRM, self._on_wall)
        signal.signal(signal.SIGPROF, self._on_cpu)

    def arm(self, limits: Limits, within: CodeType) -> None:
        """Start both clocks. Stop is raised in calls of this code only.

        What is freed when the first Stop was caught may take longer than it takes for the next signal to come: that
        one would be caught by nobody.
        """
        self._limits = limits
        self._within = within
        self._began, self._began_cpu_s = time.monotonic(), time.process_time()
        self._armed = True
        signal.setitimer(signal.ITIMER_REAL, limits.wall_s, _REPEAT_S)
        signal.setitimer(signal.ITIMER_PROF, limits.cpu_s, _REPEAT_S)

    def disarm(self) -> None:
        """Stop both clocks; after it returns Stop is not raised any more."""
        self._armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)

    @property
    def elapsed_s(self) -> float:
        """Wall time since arm()."""
        return time.monotonic() - self._began

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep Stop out of a write to the socket, which must not be cut in the middle; the next signal raises it."""
        self._held = True
        try:
            yield
        finally:
            self._held = False

    def _on_wall(self, _number: int, frame: FrameType | None) -> None:
        self._stop("wall_s", self._limits.wall_s, self.elapsed_s, frame)

    def _on_cpu(self, _number: int, frame: FrameType | None) -> None:
        used_s = time.process_time() - self._began_cpu_s
        if used_s >= self._limits.cpu_s:  # the timer counts in ticks, and may be early
            self._stop("cpu_s", self._limits.cpu_s, used_s, frame)

    def _stop(self, limit_name: str, limit: float, observed: float, frame: FrameType | None) -> None:
        if not self._armed:
            return
        if self.tripped is None:
            self.tripped = Tripped(limit_name, limit, observed, macro_line(frame))
        if not self._held and self._is_within(frame):
            raise Stop

    def _is_within(self, frame: FrameType | None) -> bool:
        while frame is not None and frame.f_code is not self._within:
            frame = frame.f_back
        return frame is not None


def macro_line(frame: FrameType | None) -> int | None:
    """The line of the innermost macro frame."""
    while frame is not None:
        if frame.f_code.co_filename == MACRO_FILE:
            return frame.f_lineno
        frame = frame.f_back
    return None
