"""What SQLite's errors mean for the caller of a store, and what to do about each."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from ..errors import StoreDamaged, StoreError, StoreUnavailable

_RESTORE: Final = "Restore it from a copy; `verify` tells which units are whole."
_CURES: Final = {
    "SQLITE_FULL": ("the disk is full", "Make room, then retry."),
    "SQLITE_IOERR": ("the disk refused to read or write", "Look at the disk and its limits, then retry."),
    "SQLITE_READONLY": ("it may not be written", "Give this user the right to write the file and its folder."),
    "SQLITE_PERM": ("it may not be opened", "Give this user the right to write the file and its folder."),
    "SQLITE_AUTH": ("it may not be opened", "Give this user the right to write the file and its folder."),
    "SQLITE_CANTOPEN": (
        "it cannot be opened",
        "The folder must be there, and this user must have the right to write the file and the folder.",
    ),
    "SQLITE_BUSY": ("another program holds it locked", "Retry; a program that stopped in the middle must be ended."),
    "SQLITE_LOCKED": ("another program holds it locked", "Retry; a program that stopped in the middle must be ended."),
    "SQLITE_PROTOCOL": ("too many programs open it at once", "Retry."),
    "SQLITE_NOMEM": ("there is no memory left", "Make room, then retry."),
    "SQLITE_INTERRUPT": ("the call was interrupted", "Retry."),
}
_DAMAGED: Final = {
    "SQLITE_NOTADB": ("it is no SQLite database", "Is it the right file? If it is, restore it from a copy."),
    "SQLITE_CORRUPT": ("it is damaged", _RESTORE),
    "SQLITE_FORMAT": ("it is damaged", _RESTORE),
    "SQLITE_MISMATCH": ("it is damaged", _RESTORE),
    "SQLITE_CONSTRAINT": ("it is damaged: its tables contradict one another", _RESTORE),
    "SQLITE_SCHEMA": ("its tables are not those of a store", _RESTORE),
    "SQLITE_ERROR": ("its tables are not those of a store", _RESTORE),
}


def translated(error: sqlite3.Error, path: Path, *, maybe_written: bool = False) -> StoreError:
    """The error of a store that an SQLite error comes to. maybe_written: it was raised while a commit was under way."""
    name = _primary(error)
    if name in _DAMAGED:
        what, hint = _DAMAGED[name]
        return StoreDamaged(f"{path}: {what} ({error})", hint=hint)
    if name == "SQLITE_TOOBIG":
        return StoreError(f"{path}: SQLite keeps no more than 1,000,000,000 bytes in one value", hint="Split it.")
    if name is None and "decode" in str(error):
        return StoreDamaged(f"{path}: it is damaged ({error})", hint=_RESTORE)
    what, hint = _CURES.get(name or "", ("SQLite failed", "Retry."))
    return StoreUnavailable(f"{path}: {what} ({error})", hint=hint, maybe_written=maybe_written)


def _primary(error: sqlite3.Error) -> str | None:
    """The name of the primary result code: SQLITE_IOERR for SQLITE_IOERR_FSYNC. None where the error is Python's."""
    name: str | None = getattr(error, "sqlite_errorname", None)
    if name is None:
        return "SQLITE_TOOBIG" if "too big" in str(error) or isinstance(error, sqlite3.DataError) else None
    return "_".join(name.split("_")[:2])
