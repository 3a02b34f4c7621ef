"""The store that a URL stands for."""

from __future__ import annotations

from ..errors import NotAvailable, StoreUrlInvalid
from .memory import MemoryStore
from .protocol import Store

_FORMS = "memory:, sqlite:///relative.db or sqlite:////absolute.db"


def open_store(url: str) -> Store:
    """memory:, sqlite:///relative.db, sqlite:////absolute.db.

    An SQLite file is made where there is none; its name is taken as it stands, without percent-decoding. Raises
    StoreUrlInvalid, and what the backend raises when it cannot be opened. Errors never repeat a URL that can hold a
    password.
    """
    scheme, colon, rest = url.partition(":")
    if url == "memory:":
        return MemoryStore()
    if scheme == "sqlite" and colon:
        from .sqlite import SqliteStore

        return SqliteStore(_sqlite_path(rest))
    if scheme in ("postgresql", "postgres") and rest.startswith("//"):
        raise NotAvailable("stores in PostgreSQL are not available yet", hint=f"Write {_FORMS}.")
    raise _no_url(url, scheme if colon else "")


def _sqlite_path(rest: str) -> str:
    """The path after sqlite:, whose first three slashes belong to the URL."""
    path = rest.removeprefix("///")
    if path == rest:
        raise StoreUrlInvalid(
            "no URL of a store: sqlite: is followed by three slashes, and then by the path",
            hint="Write sqlite:///relative.db or sqlite:////absolute.db.",
        )
    if path in ("", ":memory:"):
        raise StoreUrlInvalid(
            "no URL of a store: sqlite:/// without a file", hint="Name a file, or write memory: for a store in memory."
        )
    if path.endswith("/") or "\0" in path or "?" in path:
        raise StoreUrlInvalid(
            f"no URL of a store: {path!r} cannot be the name of its file",
            hint="Name a file, without options behind a question mark.",
        )
    return path


def _no_url(url: str, scheme: str) -> StoreUrlInvalid:
    if scheme == "memory":
        what, hint = "memory: is followed by nothing", "Write memory:."
    elif not scheme:
        what, hint = "it has no scheme", f"Write {_FORMS}; a file is sqlite:///{url}." if url else f"Write {_FORMS}."
    else:
        what, hint = f"{scheme[:40]!r} is no scheme of one", f"Write {_FORMS}."
    return StoreUrlInvalid(f"no URL of a store: {what}", hint=hint)
