"""The toy host in a process that sets no resource limits, as where the system has none."""

from __future__ import annotations

from macrocell.sandbox.portable import room

from .toy_host import ToyHost

room.limit_worker = lambda memory_bytes, cpu_s: None  # type: ignore[assignment]

__all__ = ["ToyHost"]
