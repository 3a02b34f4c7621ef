"""Who is at the other end of a socket: the pidfd of its sender, told by the kernel, never by the sender."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import struct
from typing import NamedTuple

_SO_PASSPIDFD = 76
_SCM_PIDFD = 4
_CREDENTIALS = struct.Struct("=3i")
_ANCILLARY_BYTES = 256


def expect_identity(sock: socket.socket) -> int:
    """Before the child gets its end: have its next message come with its pidfd (Linux 6.5), or with its pid. The option
    that receive_identity is to take back.
    """
    try:
        sock.setsockopt(socket.SOL_SOCKET, _SO_PASSPIDFD, 1)
    except OSError:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        return socket.SO_PASSCRED
    return _SO_PASSPIDFD


def receive_identity(sock: socket.socket, size: int, option: int) -> tuple[bytes, int | None]:
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
    sock.setsockopt(socket.SOL_SOCKET, option, 0)
    return data, pidfd


class Identity(NamedTuple):
    """Pid and parent's pid of a process, as this process sees them; 0 what is not visible from here or gone."""

    pid: int
    parent: int


def identify(pidfd: int) -> Identity:
    """Who is behind a pidfd. One call where the kernel has it (Linux 6.13), else /proc."""
    request = bytearray(_INFO.size)
    _INFO.pack_into(request, 0, _INFO_PID, 0, 0, 0, 0)
    try:
        fcntl.ioctl(pidfd, _PIDFD_GET_INFO, request)
    except OSError:
        return _identify_by_proc(pidfd)
    _, _, pid, _, parent = _INFO.unpack(request)
    return Identity(pid, parent)


_PIDFD_GET_INFO = 0xC040FF0B
"""_IOWR(0xFF, 11, 64 bytes), include/uapi/linux/pidfd.h."""

_INFO = struct.Struct("=QQIII36x")
_INFO_PID = 1


def _identify_by_proc(pidfd: int) -> Identity:
    for line in _read(f"/proc/self/fdinfo/{pidfd}").splitlines():
        if line.startswith(b"Pid:"):
            return Identity(pid := max(0, int(line[4:])), _parent_of(pid))
    return Identity(0, 0)


def _parent_of(pid: int) -> int:
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
