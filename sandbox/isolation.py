"""Isolation levels, what each needs of the machine, and the report of which layers stand between a macro and it."""

from __future__ import annotations

import os
import sys
from typing import Final

import msgspec

from .errors import IsolationUnavailable
from .interpreter import check_python

LEVELS: Final = ("kernel", "process", "unsafe")

CONTAINER_CURE: Final = "run it in a Linux container or virtual machine, or under WSL2"
PROCESS_CURE: Final = (
    "or choose isolation='process' knowingly: then the language layer alone stands between a macro and this user's "
    "files and network"
)

_ARCHITECTURES: Final = ("x86_64", "amd64", "aarch64", "arm64")


class Layer(msgspec.Struct, frozen=True):
    """One layer: applied or not, what exactly holds or why it does not, and what would bring it.

    required: the level runs nothing without it.
    """

    name: str
    applied: bool
    detail: str
    cure: str | None = None
    required: bool = False


class IsolationReport(msgspec.Struct, frozen=True):
    """The level and its layers as they were applied to a base of this engine."""

    level: str
    layers: tuple[Layer, ...]

    @property
    def complete(self) -> bool:
        """Whether every layer that the level requires is applied; nothing runs otherwise."""
        return not missing(self.layers)


def missing(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """The layers without which nothing may run."""
    return tuple(layer for layer in layers if layer.required and not layer.applied)


def unavailable(level: str, layers: tuple[Layer, ...]) -> IsolationUnavailable:
    """The error for layers of which a required one is missing: all that lack, all that stand, and the cure."""
    lacking = missing(layers)
    lacks = "; ".join(f"no {layer.name} ({layer.detail})" for layer in lacking)
    others = [f"{layer.name} {'applied' if layer.applied else 'missing'}" for layer in layers if layer not in lacking]
    message = f"isolation level {level!r} cannot be had: {lacks}"
    if others:
        message += f"; the others: {', '.join(others)}"
    cures = [layer.cure for layer in lacking if layer.cure]
    return IsolationUnavailable(message, hint="; ".join([*dict.fromkeys(cures), PROCESS_CURE]), layers=layers)


def check_level(level: str) -> None:
    """Raise PythonUnsupported or IsolationUnavailable unless interpreter, system and C library can have the level."""
    if level not in LEVELS:
        raise IsolationUnavailable(f"there is no isolation level {level!r}", hint=f"the levels are {', '.join(LEVELS)}")
    check_python()
    if level == "kernel" and (problem := _platform_problem()):
        detail, cure = problem
        raise unavailable(level, (Layer("platform", applied=False, detail=detail, cure=cure, required=True),))


def _platform_problem() -> tuple[str, str] | None:
    """Why the kernel level cannot even be tried here, and the cure."""
    if sys.platform != "linux":
        return f"it needs Linux, this is {sys.platform}", CONTAINER_CURE
    if os.uname().machine.lower() not in _ARCHITECTURES:
        return f"it knows the system calls of x86_64 and aarch64, this is {os.uname().machine}", CONTAINER_CURE
    if sys.maxsize < 2**32:
        return "it needs a 64-bit Python: the filter ends every call of a 32-bit one", "install a 64-bit Python"
    if not _has_glibc():
        detail = "it needs the GNU C library: the filter knows only its fork, and that of musl is another call"
        return detail, "use a Debian, Ubuntu or Fedora based image in place of Alpine"
    if not _has_pidfds():
        return "it needs pidfd_open (Linux 5.3, and a container whose profile lets it pass)", CONTAINER_CURE
    return None


def _has_glibc() -> bool:
    try:
        return (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    except (ValueError, OSError):
        return False


def _has_pidfds() -> bool:
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (OSError, AttributeError):
        return False
    return True
