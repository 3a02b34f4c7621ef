"""Starting the zygote: a clean interpreter that finds this very package, with nothing of this process's environment."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import socket
import time

from .bootstrap import command
from .errors import SandboxError
from .frame import FROM_ZYGOTE, Boot, Failed, OpenBase
from .isolation import Layer
from .wire import Stream, pack

_START_DEADLINE_S = 30.0
_END_WAIT_S = 1.0
_SOCKET = 3
"""Where zygote.main() looks for its end."""


class Zygote:
    """The parent's handle on one zygote process. Not thread-safe; the supervisor holds the lock."""

    def __init__(self, boot: Boot) -> None:
        """Start it, and do not wait until it is ready. Raises OSError."""
        self._owner_pid = os.getpid()
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._errors, errors_in = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._pidfd = -1
        self._pid = 0
        self._namespaces: Layer | None = None
        try:
            self._pid = _spawn(other.fileno(), errors_in)
            self._pidfd = os.pidfd_open(self._pid)
            other.close()
            with contextlib.suppress(OSError):  # it is gone already: await_boot tells why
                self._socket.sendall(pack(boot), socket.MSG_NOSIGNAL)
        except BaseException:
            self.close()
            raise
        finally:
            other.close()
            os.close(errors_in)

    @property
    def namespaces(self) -> Layer:
        """The layer it runs under, or why it does not; known once it is ready."""
        assert self._namespaces is not None
        return self._namespaces

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._pidfd >= 0 and not _wait(self._pidfd, 0.0)

    def open_base(self, memory_bytes: int, fds: list[int]) -> None:
        """Order a base. Raises OSError when the zygote is gone."""
        socket.send_fds(self._socket, [pack(OpenBase(memory_bytes))], fds, socket.MSG_NOSIGNAL)

    def close(self) -> None:
        """End it; all it forked ends with it. Twice is no harm."""
        self._socket.close()
        if self._pidfd >= 0:
            if not _wait(self._pidfd, _END_WAIT_S):
                with contextlib.suppress(OSError):
                    signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
                _wait(self._pidfd, _END_WAIT_S)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, os.WNOHANG)
            os.close(self._pidfd)
            self._pidfd = -1
        self._close_errors()

    def abandon(self) -> None:
        """In a process forked from the owner: let go of the descriptors, touch no process."""
        self._socket.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)
            self._pidfd = -1
        self._close_errors()

    def __del__(self) -> None:
        """A supervisor that was let go without close() ends its processes, unless it is a fork's copy."""
        with contextlib.suppress(OSError, AttributeError):
            if os.getpid() == self._owner_pid:
                self.close()
            else:
                self.abandon()

    def _close_errors(self) -> None:
        if self._errors >= 0:
            os.close(self._errors)
            self._errors = -1

    def await_boot(self) -> None:
        """Wait until it is ready. Raises SandboxError; it is ended then."""
        if self._namespaces is None:
            try:
                self._namespaces = self._receive_booted()
            except BaseException:
                self.close()
                raise

    def _receive_booted(self) -> Layer:
        deadline = time.monotonic() + _START_DEADLINE_S
        stream = Stream(FROM_ZYGOTE)
        while (frame := stream.next()) is None:
            left_s = deadline - time.monotonic()
            data = self._socket.recv(65536) if left_s > 0 and _wait(self._socket.fileno(), left_s) else b""
            if not data:
                raise SandboxError(f"the zygote did not start: {self._last_words()}", hint="see macrocell doctor")
            stream.feed(data)
        if isinstance(frame, Failed):
            raise SandboxError(frame.message, hint=frame.cure)
        return frame.namespaces

    def _last_words(self) -> str:
        with contextlib.suppress(BlockingIOError):
            lines = os.read(self._errors, 65536).decode("utf-8", "replace").strip().splitlines()
            if lines:
                return lines[-1][:500]
        return "it said nothing"


def _spawn(sock: int, errors: int) -> int:
    """posix_spawn, so that no Python runs between fork and exec, whatever threads this process has."""
    arguments = command("zygote", str(os.getpid()))
    # dup2 onto itself would leave the descriptor closed on exec, so both are moved out of the way first
    moved = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (sock, errors)]
    try:
        return os.posix_spawn(
            arguments[0],
            arguments,
            {},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, moved[1], 2),
                (os.POSIX_SPAWN_DUP2, moved[0], _SOCKET),
            ],
            setsid=True,
            setsigmask=[],
            setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
        )
    finally:
        for fd in moved:
            os.close(fd)


def _wait(fd: int, wait_s: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(int(wait_s * 1000) + (1 if wait_s else 0)))
