"""Where units live: a protocol that an application may implement for its own backend, and stores that come with it."""

from __future__ import annotations

from .memory import MemoryStore
from .protocol import Store
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit, digest_of

__all__ = ["Append", "AppendStatus", "Appended", "Checkpoint", "Entry", "MemoryStore", "Store", "Unit", "digest_of"]
