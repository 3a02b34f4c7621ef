"""Peak memory of a process, and of a process with all that it started."""

from __future__ import annotations

import resource
from pathlib import Path

import psutil


def own_peak_bytes() -> int:
    """The most this process had resident since it was forked; exact, kept by the kernel."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def pss_bytes(pid: int) -> int:
    """Proportional set size now: pages shared between n processes count 1/n each.

    RSS where the kernel does not let us look (a locked-down process seen by a user without CAP_SYS_PTRACE): then
    it counts shared pages in full. 0 for a process that has ended.
    """
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except PermissionError:
        return _rss_bytes(pid)
    except OSError:
        return 0
    return 0


def tree_bytes(pid: int) -> int:
    """PSS of a process and of all its descendants, now."""
    try:
        children = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return 0
    return pss_bytes(pid) + sum(pss_bytes(child.pid) for child in children)


def _rss_bytes(pid: int) -> int:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0
