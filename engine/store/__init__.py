"""Where units live: a protocol that an application may implement for its own backend, and stores that come with it.

Names load on first use: a session on a file needs none of it but the records.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .memory import MemoryStore
    from .protocol import Store
    from .record import Append, Appended, AppendStatus, Checkpoint, Entry, Unit, digest_of
    from .url import open_store
    from .verification import Finding, StoreReport, verify

__all__ = [
    "Append",
    "AppendStatus",
    "Appended",
    "Checkpoint",
    "Entry",
    "Finding",
    "MemoryStore",
    "Store",
    "StoreReport",
    "Unit",
    "digest_of",
    "open_store",
    "verify",
]

_HOMES: Final = {
    "Append": ".record",
    "AppendStatus": ".record",
    "Appended": ".record",
    "Checkpoint": ".record",
    "Entry": ".record",
    "Finding": ".verification",
    "MemoryStore": ".memory",
    "Store": ".protocol",
    "StoreReport": ".verification",
    "Unit": ".record",
    "digest_of": ".record",
    "open_store": ".url",
    "verify": ".verification",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name], __name__), name)
