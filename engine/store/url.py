"""Stores by URL: memory:, sqlite:///relative.db, sqlite:////absolute.db."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import unquote

from ..errors import StoreUrlInvalid
from .memory import MemoryStore
from .protocol import Store

_EXAMPLES: Final = "Use memory:, sqlite:///units.db (in the current folder) or sqlite:////var/lib/units.db."


def open_store(url: str) -> Store:
    """The store that a URL names. Raises StoreUrlInvalid, and what the store itself raises when it is opened."""
    if not isinstance(url, str):
        raise StoreUrlInvalid(f"a store is named by a URL, not by {type(url).__name__}", hint=_EXAMPLES)
    scheme, colon, rest = url.partition(":")
    if colon and scheme == "memory" and rest in {"", "//"}:
        return MemoryStore()
    if colon and scheme == "sqlite":
        return _sqlite(url, rest)
    raise StoreUrlInvalid(f"no URL of a store: {_shown(url)}", hint=_EXAMPLES)


def _sqlite(url: str, rest: str) -> Store:
    from .sqlite import SqliteStore

    if not rest.startswith("///") or not rest[3:].strip("/") or "?" in rest or "#" in rest:
        raise StoreUrlInvalid(f"no path of a file in {_shown(url)}", hint=_EXAMPLES)
    path = Path(unquote(rest[3:]))
    if "\0" in str(path):
        raise StoreUrlInvalid("a path with a null character", hint=_EXAMPLES)
    return SqliteStore(path.expanduser().resolve())


def _shown(url: str) -> str:
    """Without what may be a password."""
    scheme, colon, rest = url.partition("://")
    if colon and "@" in rest:
        rest = "..." + rest[rest.rindex("@") :]
    return repr(f"{scheme}{colon}{rest}"[:200])
