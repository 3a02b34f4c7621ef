"""The requests that made a unit what it is, kept by the parent so that another process can be brought to the same."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple, final

from ..level import Changing

_CHUNK_BYTES = 1024 * 1024
_HELD_BYTES = 8 * 1024 * 1024
"""A larger blob, which is a file that was opened, lies on disk and not in the application's memory."""


class Entry(NamedTuple):
    """One request; its blob can be read again and again."""

    op: str
    payload: bytes
    blob: Blob


@final
class Blob:
    """The bytes of a request as they pass, kept for the next process."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(_HELD_BYTES)  # noqa: SIM115 - lives as long as the entry
        try:
            for chunk in chunks:
                self._file.write(chunk)
        except BaseException:
            self._file.close()
            raise

    def chunks(self) -> Iterator[bytes]:
        """All of it, from the start."""
        self._file.seek(0)
        while chunk := self._file.read(_CHUNK_BYTES):
            yield chunk

    def close(self) -> None:
        """Give its memory or its place on disk back."""
        self._file.close()


@final
class Replay:
    """The log of one base. Not thread-safe; the base holds the lock."""

    def __init__(self, changing: Changing) -> None:
        self._changing = changing
        self._entries: list[Entry] = []
        self.age = 0
        """How often the unit was begun anew: what was served before that is of no use any more."""

    def note(self, entry: Entry) -> None:
        """A request that was served; one that changes nothing is let go."""
        if entry.op == self._changing.first:
            self.close()
            self.age += 1
        elif entry.op not in self._changing.later:
            entry.blob.close()
            return
        self._entries.append(entry)

    def since(self, place: int) -> tuple[Entry, ...]:
        """The entries from a place on."""
        return tuple(self._entries[place:])

    def close(self) -> None:
        """Forget everything."""
        for entry in self._entries:
            entry.blob.close()
        self._entries = []
