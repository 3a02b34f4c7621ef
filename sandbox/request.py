"""One request of the engine as a host serves it, in any process that holds a unit."""

from __future__ import annotations

from typing import Any

from .frame import Failed, Refused, Replied, Request
from .host import Host
from .pipe import Pipe
from .text import plain
from .wire import Parts


def serve_request(pipe: Pipe[Any], host: Host, request: Request, parts: Parts) -> bool:
    """Answer it. An error that is none of the host's leaves a state nobody knows: the answer is False then, and this
    process must end, so that the parent opens another.
    """
    try:
        payload, blob = host.request(request.op, parts.join(0), parts.join(1))
        pipe.send_whole(Replied(), [payload], blob)
    except Exception as error:  # noqa: BLE001
        if type(error) not in host.error_types:
            pipe.send(Failed("", plain(f"{request.op}: {type(error).__name__}: {error}")))
            return False
        pipe.send(refusal(error))
    return True


def refusal(error: Exception) -> Refused:
    """The host's own error as a frame."""
    message = getattr(error, "message", None) or str(error)
    hint = getattr(error, "hint", None)
    return Refused(str(getattr(error, "code", "refused")), plain(str(message)), None if hint is None else plain(hint))
