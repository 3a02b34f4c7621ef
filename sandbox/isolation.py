"""Isolation levels, and the report of which layers stand between a macro and the machine."""

from __future__ import annotations

import os
import sys

import msgspec

from .errors import IsolationUnavailable

LEVELS = ("kernel", "process", "unsafe")

CONTAINER_CURE = "run it in a Linux container or virtual machine, or under WSL2"


class Layer(msgspec.Struct, frozen=True):
    """One layer: applied or not, what exactly holds or why it does not, and what would bring it."""

    name: str
    applied: bool
    detail: str
    cure: str | None = None


class IsolationReport(msgspec.Struct, frozen=True):
    """The level and its layers as they were applied to a base of this engine."""

    level: str
    layers: tuple[Layer, ...]


def check_level(level: str) -> None:
    """Raise unless this version can give the level here: "kernel", on Linux with glibc."""
    if level not in LEVELS:
        raise IsolationUnavailable(f"there is no isolation level {level!r}", hint=f"the levels are {', '.join(LEVELS)}")
    if level != "kernel":
        raise IsolationUnavailable(
            f"isolation level {level!r} is not available in this version", hint="use isolation level 'kernel'"
        )
    if sys.platform != "linux":
        raise IsolationUnavailable(f"isolation level 'kernel' needs Linux, this is {sys.platform}", hint=CONTAINER_CURE)
    if not _has_glibc():
        raise IsolationUnavailable(
            "isolation level 'kernel' needs the GNU C library: the filter knows only its fork",
            hint="use a Debian, Ubuntu or Fedora based image instead of Alpine",
        )


def _has_glibc() -> bool:
    try:
        return (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    except (ValueError, OSError):
        return False
