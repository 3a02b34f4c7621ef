"""Where units live: a protocol that an application may implement for its own backend, and stores that come with it.

The backends on disk are made by open_store, or imported from their modules; contract holds the suite for one's own.
"""

from __future__ import annotations

from .memory import MemoryStore
from .protocol import Store
from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit, digest_of
from .url import open_store
from .verify import Finding, FindingCode, Report, verify

__all__ = [
    "Append",
    "AppendStatus",
    "Appended",
    "Checkpoint",
    "Entry",
    "Finding",
    "FindingCode",
    "MemoryStore",
    "Report",
    "Store",
    "Unit",
    "digest_of",
    "open_store",
    "verify",
]
