"""Errors of the sandbox floor.

MacrocellError
└── SandboxError
    ├── IsolationUnavailable   a layer that must hold cannot be had here; nothing was run
    ├── PythonUnsupported      an interpreter that the language policy was not checked with; nothing was run
    ├── ForkedError            the engine was made before this process forked; the other process still uses it
    ├── SandboxClosed          use after close
    ├── HostRefused            the host declined a request; the base lives and its state is as before
    ├── BaseDied               the base is gone; the same runtime can open another one
    │   └── BaseTimeout        it was killed because it missed a deadline
    └── WireError              a frame that no honest process sends; its sender is killed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import MacrocellError

if TYPE_CHECKING:
    from .isolation import Layer


class SandboxError(MacrocellError):
    """The root of this floor's errors."""

    code = "sandbox"


class IsolationUnavailable(SandboxError):
    """A layer that the level asks for cannot be had on this machine; the hint names the cure. Nothing was run.

    layers is what became of each layer of the level.
    """

    code = "isolation_unavailable"
    base_lives = False

    def __init__(self, message: str, *, hint: str | None = None, layers: tuple[Layer, ...] = ()) -> None:
        super().__init__(message, hint=hint)
        self.layers = layers


class PythonUnsupported(SandboxError):
    """This interpreter is none of those the language policy was checked with; the hint names one. Nothing was run."""

    code = "python_unsupported"
    base_lives = False


class ForkedError(SandboxError):
    """This process was forked from the one that made the engine, whose processes it must not touch."""

    code = "forked"
    base_lives = False
    runtime_lives = False


class SandboxClosed(SandboxError):
    """The supervisor or the base was closed."""

    code = "closed"
    base_lives = False
    runtime_lives = False


class HostRefused(SandboxError):
    """The host declined a request with one of its own errors: code, message and hint are that error's."""

    code = "refused"

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.code = code


class BaseDied(SandboxError):
    """The process that held the unit is gone, with the state it held; another base can be opened."""

    code = "base_died"
    base_lives = False
    retry = True


class BaseTimeout(BaseDied):
    """The base missed a deadline and was killed."""

    code = "base_timeout"


class WireError(SandboxError):
    """Bytes from a child that are no frame of the protocol."""

    code = "tampered"
    base_lives = False
