"""A spawned process as the parent holds it: frames over its standard input and output, its trace on standard error.

Made of what every system has: subprocess, threads that read, psutil. The same interface as the kernel level's Child.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import IO, Generic, TypeVar

from ..bootstrap import command
from ..ending import Gone, Late
from ..frame import Chunk, Direction
from ..peak import resident_bytes
from ..trace import line_in
from ..wire import Parts, Stream

T = TypeVar("T")

_READ_BYTES = 64 * 1024
_READ_AHEAD = 16
"""Pieces of a child's output held before its reader waits: a flood of frames stays the child's problem."""

_TRACE_KEPT_BYTES = 64 * 1024
_DUMP_WAIT_S = 0.6
_DEATH_WAIT_S = 2.0
_WATCH_S = 0.05
"""How often the memory of a run is looked at."""

_POLL_S = 0.01


class SpawnedChild(Generic[T]):
    """Starts the process. direction is what it may say; module and arguments are what it runs."""

    def __init__(self, direction: Direction[T], module: str, *arguments: str) -> None:
        self._owner_pid = os.getpid()
        self._stream = Stream(direction)
        self._pieces: queue.Queue[bytes] = queue.Queue(_READ_AHEAD)
        self._trace = bytearray()
        self._closed = False
        self._ended = threading.Event()
        self._memory_limit_bytes = 0
        self._cpu_before_s = 0.0
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, this package
            command(module, *arguments),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(),
            cwd="/" if os.name == "posix" else None,
            start_new_session=os.name == "posix",
        )
        self._in, self._out, self._errors = _pipes(self._process)
        self._readers = (
            threading.Thread(target=_read_frames, args=(self._out, self._pieces, self._ended), daemon=True),
            threading.Thread(target=_read_errors, args=(self._errors, self._trace), daemon=True),
        )  # they hold no reference to this handle, which may be let go without close()
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not self._closed and self._process.poll() is None

    @property
    def cpu_s(self) -> float:
        """Processor time the process has used since begin_run, 0.0 when it is gone."""
        import psutil

        try:
            times = psutil.Process(self.pid).cpu_times() if self.alive else None
        except psutil.Error:
            times = None
        return max(0.0, times.user + times.system - self._cpu_before_s) if times is not None else 0.0

    def begin_run(self, memory_bytes: int) -> None:
        """From here on its processor time counts, and it is ended when it holds this much more than it does now."""
        self._cpu_before_s += self.cpu_s
        self._memory_limit_bytes = resident_bytes(self.pid) + memory_bytes

    def receive(self, deadline: float) -> T:
        """The next frame. Raises Gone, Late, WireError."""
        while (frame := self._stream.next()) is None:
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise Late
            try:
                data = self._pieces.get(timeout=min(left_s, _WATCH_S))
            except queue.Empty:
                self._check_memory()
                continue
            if not data:
                self._pieces.put(b"")  # it stays at its end
                raise Gone
            self._stream.feed(data)
        return frame

    def receive_whole(self, parts: Parts, deadline: float) -> T:
        """The next frame that is not a chunk; chunks go into parts."""
        while isinstance(frame := self.receive(deadline), Chunk):
            parts.add(frame)
        return frame

    def send(self, data: bytes, deadline: float) -> None:
        """Raises Gone, Late; after Late it is ended, since it holds half a frame."""
        timer = threading.Timer(max(deadline - time.monotonic(), 0.0), self.kill)
        timer.daemon = True
        timer.start()
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._in.fileno(), view[:_READ_BYTES]) :]
        except (OSError, ValueError) as error:
            raise (Late if time.monotonic() >= deadline else Gone) from error
        finally:
            timer.cancel()

    def dump(self) -> None:
        """Have it write where it is to its trace: by a signal where there is one, else its own clock does so."""
        if hasattr(signal, "SIGUSR1"):
            self._process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + _DUMP_WAIT_S
        while line_in(self.read_trace()) is None and self.alive and time.monotonic() < end:
            self._readers[1].join(_POLL_S)

    def kill(self) -> None:
        """End the process now, and where there are sessions what it may have started."""
        if self._owner_pid == os.getpid() and self._process.poll() is None:
            with contextlib.suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()

    def wait_dead(self, wait_s: float = _DEATH_WAIT_S) -> bool:
        """Whether it is dead, after at most wait_s; what it last wrote to its trace is then here."""
        try:
            self._process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return False
        self._readers[1].join(_DEATH_WAIT_S)
        return True

    def read_trace(self) -> str:
        """What it has written to standard error so far, and why this process ended it, if it did."""
        return self._trace.decode("utf-8", "replace")

    def exit_status(self) -> int:
        """How it ended, as wait() of Unix tells it; -1 while it runs."""
        code = self._process.poll()
        if code is None:
            return -1
        return -code if code < 0 else (code & 0xFF) << 8

    def close(self) -> None:
        """End it and let go of everything. Twice is no harm; in a forked process nothing is ended."""
        if self._closed:
            return
        self._closed = True
        if self._owner_pid == os.getpid():
            self.kill()
            self._process.wait()
            self._drain()
        for pipe in (self._in, self._out, self._errors):
            with contextlib.suppress(OSError):
                pipe.close()

    def __del__(self) -> None:
        """A handle that was let go without close() lets go of its process, unless it is a fork's copy."""
        with contextlib.suppress(AttributeError):
            self.close()

    def _drain(self) -> None:
        """Let the readers come to their end, which a process that it left behind, holding the pipe, would put off."""
        self._ended.set()
        end = time.monotonic() + _DEATH_WAIT_S
        while any(reader.is_alive() for reader in self._readers) and time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                self._pieces.get(timeout=_POLL_S)

    def _check_memory(self) -> None:
        if self._memory_limit_bytes and resident_bytes(self.pid) > self._memory_limit_bytes:
            self.kill()
            self.wait_dead()
            self._trace += b"\nout of memory: ended by the watch of its parent\n"


def _read_frames(pipe: IO[bytes], pieces: queue.Queue[bytes], ended: threading.Event) -> None:
    while data := _read(pipe):
        if not ended.is_set():
            pieces.put(data)
    pieces.put(b"")


def _read_errors(pipe: IO[bytes], trace: bytearray) -> None:
    while data := _read(pipe):
        if len(trace) < _TRACE_KEPT_BYTES:
            trace += data


def _read(pipe: IO[bytes]) -> bytes:
    try:
        return os.read(pipe.fileno(), _READ_BYTES)
    except (OSError, ValueError):
        return b""


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _environment() -> dict[str, str]:
    """Nothing of this process's, but for what Windows cannot start a process without."""
    return {"SYSTEMROOT": os.environ["SYSTEMROOT"]} if sys.platform == "win32" else {}
