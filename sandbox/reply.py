"""What a base answers to a request, at every level that has a process for it, and the errors where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from .errors import BaseDied, BaseTimeout, HostRefused, WireError
from .frame import Failed, FromBase, Refused, Replied
from .level import Reply
from .wire import Parts

_PAYLOAD_CAP_BYTES: Final = 1024**3
_BLOB_CAP_BYTES: Final = 2 * 1024**3
"""What one reply may bring into the parent's memory. The largest file that the zip caps let a base open is below."""


class _Sender(Protocol):
    def receive_whole(self, parts: Parts, deadline: float) -> FromBase: ...


def receive_reply(child: _Sender, op: str, deadline: float, died: Callable[[str], BaseDied]) -> Reply:
    """The answer. Raises HostRefused, WireError, what died gives for a base that ends, and what child raises."""
    parts = Parts(_PAYLOAD_CAP_BYTES, _BLOB_CAP_BYTES)
    frame = child.receive_whole(parts, deadline)
    if isinstance(frame, Replied):
        return Reply(parts.join(0), parts.pieces(1))
    if isinstance(frame, Refused):
        raise HostRefused(frame.code, frame.message, frame.hint)
    if isinstance(frame, Failed):
        raise died(frame.message)
    raise WireError(f"a {type(frame).__name__} frame in answer to {op!r}")


def base_died(message: str, words: str) -> BaseDied:
    """The error for a base that is gone; words are its last."""
    hint = "open the file again; the pending changes are kept by the runtime"
    return BaseDied(f"{message} ({words})" if words else message, hint=hint)


def base_late(op: str, deadline_s: float) -> BaseTimeout:
    """The error for a base that was ended since it took too long."""
    return BaseTimeout(
        f"{op!r} took longer than {deadline_s:g} s",
        hint="a smaller workbook, or a longer deadline",
        limit=deadline_s,
        observed=deadline_s,
    )
