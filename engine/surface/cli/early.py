"""The clean process of the command's engine, started before the rest of the command is imported: both load at once."""

from __future__ import annotations

from .... import MacrocellError
from ....sandbox import Supervision
from ...supervision import supervise_units

_started: Supervision | None = None


def start() -> None:
    """Start it at the default level; where that cannot be had, the command itself says so later."""
    global _started
    try:
        _started = supervise_units("kernel", one_shot=True)
        _started.start()
    except (MacrocellError, OSError):
        drop()


def take(level: str) -> Supervision | None:
    """The started one, if it is of this level; it belongs to the caller then."""
    global _started
    supervisor = _started
    if supervisor is None or supervisor.level != level:
        return None
    _started = None
    return supervisor


def drop() -> None:
    """End what nobody took."""
    global _started
    supervisor, _started = _started, None
    if supervisor is not None:
        supervisor.close()
