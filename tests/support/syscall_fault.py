"""Make the nth write of this thread to a file fail, or kill this process at it (Linux: seccomp's user notification).

Counted are the calls that change files: write and pwrite64 beyond standard output, fsync, fdatasync, ftruncate. A
thread that is not under the filter lets each of them through but the nth.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import platform
import queue
import signal
import struct
import threading

NUMBERS = {
    "x86_64": {"write": 1, "pwrite64": 18, "fsync": 74, "fdatasync": 75, "ftruncate": 77},
    "aarch64": {"write": 64, "pwrite64": 68, "fsync": 82, "fdatasync": 83, "ftruncate": 46},
}
SECCOMP = {"x86_64": 317, "aarch64": 277}
PR_SET_NO_NEW_PRIVS = 38
NEW_LISTENER = 8
USER_NOTIF, ALLOW = 0x7FC00000, 0x7FFF0000
RECEIVE, SEND = 0xC0502100, 0xC0182101
CONTINUE = 1


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def fault(nth: int, action: str) -> None:
    """From now on, the nth counted call of this thread and those that it starts is action: kill, or an errno's name."""
    listeners: queue.Queue[int] = queue.Queue()
    threading.Thread(target=_supervise, args=(listeners, nth, action), daemon=True).start()
    listeners.put(_filter())


def _filter() -> int:
    machine = platform.machine()
    numbers = list(NUMBERS[machine].values())
    code = [struct.pack("HBBI", 0x20, 0, 0, 0)]
    code += [struct.pack("HBBI", 0x15, len(numbers) - at, 0, number) for at, number in enumerate(numbers)]
    code += [struct.pack("HBBI", 0x06, 0, 0, ALLOW), struct.pack("HBBI", 0x06, 0, 0, USER_NOTIF)]
    library = ctypes.CDLL(None, use_errno=True)
    assert library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    program = Program(len(code), b"".join(code))
    listener: int = library.syscall(SECCOMP[machine], 1, NEW_LISTENER, ctypes.byref(program))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "no listener")
    return listener


def _supervise(listeners: queue.Queue[int], nth: int, action: str) -> None:
    listener, count = listeners.get(), 0
    while True:
        notice = bytearray(80)
        fcntl.ioctl(listener, RECEIVE, notice)
        (ident,) = struct.unpack_from("Q", notice, 0)
        (fd,) = struct.unpack_from("Q", notice, 32)
        error, flags = 0, CONTINUE
        if fd > 2:
            count += 1
            if count == nth:
                if action == "kill":
                    os.kill(os.getpid(), signal.SIGKILL)
                error, flags = -getattr(errno, action), 0
        fcntl.ioctl(listener, SEND, struct.pack("QqiI", ident, 0, error, flags))
