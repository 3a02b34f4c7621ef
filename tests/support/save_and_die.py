"""Replace a file and kill this process at the nth call of one step: save_and_die.py PATH STEP NTH NAMELESS."""

import errno
import os
import signal
import sys
from pathlib import Path

from macrocell.engine.document_file import DocumentFile

path, step, nth, nameless = sys.argv[1:]
real_open, real_step, calls = os.open, getattr(os, step), []


def fake_open(name: str, flags: int, *rest: int, **options: int) -> int:
    if nameless == "False" and flags & os.O_TMPFILE == os.O_TMPFILE:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")
    return real_open(name, flags, *rest, **options)


def fake_step(*arguments: object, **options: object) -> object:
    calls.append(1)
    if len(calls) == int(nth):
        os.kill(os.getpid(), signal.SIGKILL)
    return real_step(*arguments, **options)


file = DocumentFile(Path(path))
os.open = fake_open
setattr(os, step, fake_step)
file.replace([b"new" * 500, b"er" * 70_000])
