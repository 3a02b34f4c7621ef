"""Who is at the other end of a socket: the pidfd of its sender, told by the kernel, never by the sender."""

from __future__ import annotations

import contextlib
import os
import socket
import struct

_SO_PASSPIDFD = 76
_SCM_PIDFD = 4
_CREDENTIALS = struct.Struct("=3i")
_ANCILLARY_BYTES = 256


def expect_identity(sock: socket.socket) -> None:
    """Before the child gets its end: have its next message come with its pidfd (Linux 6.5), or with its pid."""
    try:
        sock.setsockopt(socket.SOL_SOCKET, _SO_PASSPIDFD, 1)
    except OSError:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)


def receive_identity(sock: socket.socket, size: int) -> tuple[bytes, int | None]:
    """Bytes and the sender's pidfd; None where it is gone already. Later messages come without (each would leave a
    descriptor here). Other descriptors that come along are closed. Raises BlockingIOError.
    """
    data, ancillary, _, _ = sock.recvmsg(size, _ANCILLARY_BYTES, socket.MSG_CMSG_CLOEXEC)
    pidfd: int | None = None
    for level, kind, value in ancillary:
        if level != socket.SOL_SOCKET:
            continue
        if kind == _SCM_PIDFD and pidfd is None:
            (pidfd,) = struct.unpack("=i", value)
        elif kind == socket.SCM_RIGHTS:
            for (fd,) in struct.iter_unpack("=i", value):
                os.close(fd)
        elif kind == socket.SCM_CREDENTIALS and pidfd is None:
            with contextlib.suppress(OSError):
                pidfd = os.pidfd_open(_CREDENTIALS.unpack(value)[0])
    for option in (_SO_PASSPIDFD, socket.SO_PASSCRED):
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, option, 0)
    return data, pidfd


def pid_of(pidfd: int) -> int:
    """Its pid as this process sees it, -1 when it has ended and was reaped, 0 when it is not visible from here."""
    for line in _read(f"/proc/self/fdinfo/{pidfd}").splitlines():
        if line.startswith(b"Pid:"):
            return int(line[4:])
    return 0


def parent_of(pid: int) -> int:
    """The pid of its parent, 0 when it is gone."""
    try:
        status = _read(f"/proc/{pid}/stat")
    except OSError:
        return 0
    return int(status.rpartition(b")")[2].split(None, 2)[1])


def _read(path: str) -> bytes:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 4096)
    finally:
        os.close(fd)
