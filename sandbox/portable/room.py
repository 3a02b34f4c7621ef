"""What a spawned worker gives up by itself where the system has resource limits. Root can take all of it back."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from ..isolation import Layer


def limit_worker(memory_bytes: int, cpu_s: float) -> None:
    """The last step before a run: from here on nothing can be opened, started or loaded."""
    for kind, value in _values(memory_bytes, cpu_s):
        _set(kind, value)


def describe() -> Layer:
    """What holds of it on this system, for the report."""
    try:
        import resource  # noqa: F401
    except ImportError:
        detail = "this system has no resource limits; the parent watches time and memory"
        return Layer("limits", applied=False, detail=detail, cure="isolation='kernel' on Linux")
    detail = "no new descriptor, no child process (not enforced on root), no file growth, memory, processor time"
    return Layer("limits", applied=True, detail=detail)


def _values(memory_bytes: int, cpu_s: float) -> Iterator[tuple[str, int]]:
    import psutil

    yield "RLIMIT_AS", psutil.Process().memory_info().vms + memory_bytes
    yield "RLIMIT_CPU", int(time.process_time() + cpu_s) + 2
    yield from (("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 0), ("RLIMIT_NPROC", 0), ("RLIMIT_NOFILE", 0))


def _set(name: str, value: int) -> None:
    """A limit that this system lacks, or sets lower already, is left."""
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, name, None)
    if kind is not None:
        _, ceiling = resource.getrlimit(kind)
        if ceiling != resource.RLIM_INFINITY:
            value = min(value, ceiling)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))
