"""Checks of what a caller hands to a run, so that a slip is named before a process is asked for anything."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from ..sandbox import Limits
from .errors import CallInvalid, ProgramMismatch

MAX_LIMIT_S: Final = 86_400
"""A day. Far larger ones overflow the timers of the kernel."""
MAX_LIMIT: Final = 1 << 40
"""1 TiB, or so many cells: added to the size of a base it still is an address space the kernel takes."""
_DEFAULTS: Final = msgspec.structs.asdict(Limits())


def check_args(args: object) -> Mapping[str, Any]:
    """The arguments by name; which values can cross is seen when they are encoded."""
    if type(args) is dict and not args:
        return {}
    if not isinstance(args, Mapping) or not all(type(name) is str for name in args):
        raise CallInvalid("args is a mapping of names to values", hint="Use args={'year': 2026}.")
    return dict(args)


def check_seed(seed: object) -> int:
    """The seed of the run's random numbers; a fresh one for None."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "big") >> 1
    if type(seed) is not int or not -(2**63) <= seed < 2**63:
        raise CallInvalid("seed is a whole number of at most 64 bits", hint="Use a smaller number.")
    return seed


def check_now(now: object) -> datetime:
    """The time the run's clock shows: naive local time, whole microseconds."""
    if now is None:
        return datetime.now()  # noqa: DTZ005 (spreadsheets know no time zones)
    if not isinstance(now, datetime):
        raise CallInvalid(f"now is a datetime, not {type(now).__name__}", hint="Use datetime.datetime(2026, 3, 1).")
    if now.tzinfo is not None:
        raise ProgramMismatch(
            "now is timezone-aware; a run's clock shows naive local time", hint="Use now.replace(tzinfo=None)."
        )
    return now


def check_limits(limits: object) -> Limits:
    """Limits that the kernel can hold a run to; a timer of 0 would never fire."""
    if not isinstance(limits, Limits):
        raise CallInvalid(f"limits is a Limits, not {type(limits).__name__}", hint="Use Limits(wall_s=10).")
    for name, value in msgspec.structs.asdict(limits).items():
        timed = name in {"wall_s", "cpu_s"}
        kinds = {int, float} if timed else {int}
        if type(value) not in kinds or not (0 < value <= MAX_LIMIT_S if timed else 0 <= value <= MAX_LIMIT):
            most = f"a number above 0 and up to {MAX_LIMIT_S}" if timed else f"a whole number from 0 to {MAX_LIMIT}"
            raise CallInvalid(f"the limit {name} is {most}", hint=f"For example Limits({name}={_DEFAULTS[name]}).")
    return limits
