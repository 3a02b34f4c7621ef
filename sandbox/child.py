"""A base or a worker as the parent holds it: its socket, its trace pipe, its pidfd. All reading is under deadlines."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import socket
import threading
import time
from typing import Generic, TypeVar

from .ending import Gone, Late
from .frame import Chunk, Direction
from .peer import expect_identity, identify, receive_identity
from .trace import line_in
from .wire import Parts, Stream

T = TypeVar("T")

_READ_BYTES = 64 * 1024
_MORE_BYTES = 1024 * 1024
"""From the first read on that was full: half a megabyte in eight reads takes 0.5 ms."""
_TRACE_KEPT_BYTES = 64 * 1024
_DUMP_WAIT_S = 0.3
_DEATH_WAIT_S = 0.5
_SOCKET_BUFFER_BYTES = 1024 * 1024


class Child(Generic[T]):
    """Made before the process is: down_fds go down with the order to fork it, then adopt() closes them here.

    pidfd and pid are known from its first frame on. Deadlines are times of time.monotonic().
    """

    def __init__(self, direction: Direction[T]) -> None:
        self._socket, self._other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        self._other.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BUFFER_BYTES)
        self._identity = expect_identity(self._socket)
        self._trace, self._trace_in = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._trace, False)
        self._trace_bytes = bytearray()
        self._stream = Stream(direction)
        self._read_bytes = _READ_BYTES
        self._owner_pid = os.getpid()
        self._pidfd_lock = threading.Lock()  # close() in one thread may end a run in another: never a reused number
        self._closed = False
        self.pidfd: int | None = None
        self.pid = 0
        self._parent_pid = 0

    @property
    def down_fds(self) -> list[int]:
        """The child's ends of the socket and the trace pipe."""
        return [self._other.fileno(), self._trace_in]

    def adopt(self) -> None:
        """The child has its ends: let go of them here, so that its death shows."""
        if self._trace_in >= 0:
            self._other.close()
            os.close(self._trace_in)
            self._trace_in = -1

    def is_child_of(self, pid: int) -> bool:
        """Whether the kernel said so when it sent its first frame."""
        return self.pidfd is not None and self.pid > 0 and self._parent_pid == pid

    def receive(self, deadline: float) -> T:
        """The next frame. Raises Gone, Late, WireError."""
        while (frame := self._stream.next()) is None:
            if not self._pull():
                self._wait(select.POLLIN, deadline)
        return frame

    def receive_whole(self, parts: Parts, deadline: float) -> T:
        """The next frame that is not a chunk; chunks go into parts."""
        while isinstance(frame := self.receive(deadline), Chunk):
            parts.add(frame)
        return frame

    def send(self, data: bytes, deadline: float) -> None:
        """Raises Gone, Late."""
        view = memoryview(data)
        while view:
            try:
                view = view[self._socket.send(view, socket.MSG_NOSIGNAL) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
            except OSError as error:
                raise Gone from error

    def send_fds(self, data: bytes, fds: list[int], deadline: float) -> None:
        """A frame that carries descriptors. Raises Gone, Late."""
        while True:
            try:
                sent = socket.send_fds(self._socket, [data], fds, socket.MSG_NOSIGNAL)
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
            except OSError as error:
                raise Gone from error
            else:
                self.send(data[sent:], deadline)
                return

    @property
    def alive(self) -> bool:
        """Whether the process runs; known once it has sent a frame."""
        return self.pidfd is not None and not self._closed and not _readable(self.pidfd, 0.0)

    @property
    def cpu_s(self) -> float:
        """Processor time the process has used so far, 0.0 when it is gone."""
        if self.pid <= 0 or not self.alive:
            return 0.0
        try:
            return time.clock_gettime(_cpu_clock(self.pid))
        except OSError:
            return 0.0

    def dump(self) -> None:
        """Have the child write where it is to its trace pipe, from within whatever it is doing."""
        if self.pidfd is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGUSR1)
            end = time.monotonic() + _DUMP_WAIT_S
            while line_in(self.read_trace()) is None and (left_s := end - time.monotonic()) > 0:
                if not _readable(self._trace, left_s) or not self.alive:
                    break

    def kill(self) -> None:
        """End the process now."""
        with self._pidfd_lock, contextlib.suppress(OSError):
            if self.pidfd is not None:
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def wait_dead(self, wait_s: float = _DEATH_WAIT_S) -> bool:
        """Whether it is dead, after at most wait_s."""
        return self.pidfd is None or _readable(self.pidfd, wait_s)

    def read_trace(self) -> str:
        """What it has written to its trace pipe so far: faulthandler's lines, or a native library's last words."""
        while not self._closed and len(self._trace_bytes) < _TRACE_KEPT_BYTES:
            try:
                data = os.read(self._trace, 4096)
            except BlockingIOError:
                break
            if not data:
                break
            self._trace_bytes += data
        return self._trace_bytes.decode("utf-8", "replace")

    def close(self) -> None:
        """Kill it and let go of everything. Twice is no harm."""
        self.kill()
        self.abandon()

    def abandon(self) -> None:
        """Let go of everything without a signal: for descriptors inherited from the process that owned it."""
        if self._closed:
            return
        self._closed = True
        self.adopt()
        self._socket.close()
        os.close(self._trace)
        with self._pidfd_lock:
            if self.pidfd is not None:
                os.close(self.pidfd)
                self.pidfd = None

    def __del__(self) -> None:
        """A handle that was let go without close() lets go of its process, unless it is a fork's copy."""
        with contextlib.suppress(OSError, AttributeError):
            if self._closed:
                return
            if os.getpid() == self._owner_pid:
                self.close()
            else:
                self.abandon()

    def _pull(self) -> bool:
        """Take what is there; whether anything was."""
        try:
            data = self._pull_first() if self.pidfd is None else self._socket.recv(self._read_bytes)
        except BlockingIOError:
            return False
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        if len(data) == _READ_BYTES:
            self._read_bytes = _MORE_BYTES
        self._stream.feed(data)
        return True

    def _pull_first(self) -> bytes:
        data, self.pidfd = receive_identity(self._socket, _READ_BYTES, self._identity)
        if data and self.pidfd is None:
            raise Gone
        if self.pidfd is not None:
            self.pid, self._parent_pid = identify(self.pidfd)
        return data

    def _wait(self, event: int, deadline: float) -> None:
        """Wait for the socket; the trace pipe is drained meanwhile, so that it never blocks the child."""
        left_s = deadline - time.monotonic()
        if left_s <= 0:
            raise Late
        poll = select.poll()
        poll.register(self._socket, event)
        if len(self._trace_bytes) < _TRACE_KEPT_BYTES:
            poll.register(self._trace, select.POLLIN)
        for fd, _ in poll.poll(math.ceil(left_s * 1000)):
            if fd == self._trace:
                self.read_trace()


def _readable(fd: int, wait_s: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(math.ceil(wait_s * 1000)))


def _cpu_clock(pid: int) -> int:
    """The kernel's clock id for the processor time of another process (include/linux/posix-timers.h)."""
    return (~pid << 3) | 2
