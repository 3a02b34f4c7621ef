"""Who did what, when and how: the record that every accepted run carries."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, final

from .. import __version__
from .errors import CallInvalid

if TYPE_CHECKING:
    from ..sandbox import IsolationReport
    from .execution import Order
    from .pending import Run

MAX_PRINCIPAL: Final = 200
"""Characters of a name."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """One accepted run. who is the engine's principal; at is UTC; layers names the walls that were up.

    inputs holds the SHA-256 of each input by its name; writable is None where the run might write everywhere. seed
    and now, with the program of this hash, its args and the inputs, give the same run again.
    """

    who: str
    at: datetime
    run_id: str
    sid: str
    unit_id: str
    program_hash: str
    mode: str
    isolation: str
    layers: tuple[str, ...]
    seed: int | None = None
    now: datetime | None = None
    writable: tuple[str, ...] | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    undoes: str | None = None
    version: str = __version__


def audit_of(
    run: Run,
    order: Order | None,
    *,
    who: str,
    report: IsolationReport,
    sid: str,
    unit_id: str,
    inputs: Mapping[str, str],
) -> Audit:
    """The record of a run that was accepted now. order is None for a run that takes another back."""
    return Audit(
        who=who,
        at=utc_now(),
        run_id=run.run_id,
        sid=sid,
        unit_id=unit_id,
        program_hash=run.program_hash,
        mode="write",
        isolation=report.level,
        layers=tuple(layer.name for layer in report.layers if layer.applied),
        seed=None if order is None else order.seed,
        now=None if order is None else order.now,
        writable=None if order is None else order.writable,
        inputs=inputs,
        undoes=run.undoes,
    )


def check_principal(principal: object) -> str:
    """The name that audit records carry: the one given, or that of the user this process belongs to."""
    if principal is None:
        return _user()
    if type(principal) is not str or not 0 < len(principal) <= MAX_PRINCIPAL or not principal.isprintable():
        raise CallInvalid(
            f"principal is a name of 1 to {MAX_PRINCIPAL} printable characters", hint='Use principal="ann@example.org".'
        )
    return principal


def utc_now() -> datetime:
    """The time of a record."""
    return datetime.now(UTC)


def _user() -> str:
    """By user id, not by the environment, which says what it was told to; where there are no user ids, by that."""
    try:
        import pwd
    except ImportError:
        return os.environ.get("USERNAME", "unknown")[:MAX_PRINCIPAL]
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid {os.getuid()}"
