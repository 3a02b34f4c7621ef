"""What raw code in a base or a worker begins with: system calls by name, with errno names for answers."""

from __future__ import annotations

PRELUDE = """
import ctypes, errno, mmap, os, resource, signal, socket, struct, threading, time
from macrocell.sandbox.syscall import machine, numbers
NR = {**numbers(machine()), 'connect': 42 if machine() == 'x86_64' else 203}
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def call(name, *arguments):
    number = NR[name] if isinstance(name, str) else name
    words = [ctypes.c_void_p(a) if a is None or isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    return "ok" if result >= 0 else errno.errorcode[ctypes.get_errno()]

def attempt(function, *arguments):
    try:
        return f"ok: {function(*arguments)!r}"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error)) if error.errno else "OSError"

buffer = ctypes.create_string_buffer(4096)
page = ctypes.addressof(buffer)
"""
