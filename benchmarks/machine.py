"""The machine and the state it is in: figures of two machines, or of a busy one, are not comparable."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path
from typing import Any

PACKAGES = ("macrocell", "openpyxl", "lxml", "msgspec", "RestrictedPython")


def describe_machine() -> dict[str, Any]:
    """Model, cores, memory, kernel, Python, versions and load; idle tells whether something else is running."""
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    return {
        "cpu": _cpu_model(),
        "cores": cores,
        "governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": platform.release(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {name: importlib.metadata.version(name) for name in PACKAGES},
        "load_1min": round(load, 2),
        "idle": load < 0.25 * cores,
    }


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(("model name", "Model")):
            return line.partition(":")[2].strip()
    return platform.machine()


def _read(path: str) -> str | None:
    """None in a virtual machine, where the host decides."""
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return None
