"""The memory of processes, by what the system offers to ask."""

from __future__ import annotations

import sys

try:
    import resource
except ImportError:  # not a Unix

    def peak_bytes() -> int:
        """The peak of the working set."""
        import psutil

        return int(getattr(psutil.Process().memory_info(), "peak_wset", 0))  # Windows has it

else:
    _UNIT_BYTES = 1 if sys.platform == "darwin" else 1024

    def peak_bytes() -> int:
        """The peak of resident memory, counting what a worker shares with its base."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT_BYTES


def resident_bytes(pid: int) -> int:
    """What a process holds in memory now, what it shares with its base included; 0 when it is gone."""
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except (psutil.Error, ValueError):
        return 0
