"""What a child left on its trace pipe: faulthandler's macro line, a native library's last words. Hostile text."""

from __future__ import annotations

import re

from .stop import MACRO_FILE
from .text import plain

_FRAME = re.compile(rf'File "{re.escape(MACRO_FILE)}", line (\d{{1,9}}) in ')
_HEADS = ("Current thread 0x", "Thread 0x")
_OUT_OF_MEMORY = ("memory allocation of ", "std::bad_alloc", "Cannot allocate memory", "out of memory")


def line_in(trace: str) -> int | None:
    """The macro's innermost line in the last dump; the dump names the most recent call first."""
    start = max(trace.rfind(head) for head in _HEADS)
    found = _FRAME.search(trace, max(start, 0))
    return int(found[1]) if found else None


def last_words(trace: str) -> str:
    """Its last line, short."""
    return plain(trace.strip().rpartition("\n")[2], 300)


def names_memory(trace: str) -> bool:
    """Whether a native allocator gave up."""
    return any(words in trace for words in _OUT_OF_MEMORY)
