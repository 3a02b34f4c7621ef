"""Macrocell: run an agent's macro against a live office document, in a locked-down process.

The names below load on first use, so that the processes which only need one floor do not pay for the others.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from macrocell.engine import Engine, Outcome, Runtime, api_card
    from macrocell.sandbox import Limits

__version__ = "0.1.0"

__all__ = ["Engine", "Limits", "MacrocellError", "Outcome", "Runtime", "__version__", "api_card"]

_HOMES = {
    "Engine": "macrocell.engine",
    "Limits": "macrocell.sandbox",
    "Outcome": "macrocell.engine",
    "Runtime": "macrocell.engine",
    "api_card": "macrocell.engine",
}


class MacrocellError(Exception):
    """The root of every error this package raises. Each floor draws its tree in its errors.py.

    code is a stable word for programs; hint says what to do. base_lives and runtime_lives tell whether the process
    that holds the unit, and the runtime that speaks for it, can still be used; retry whether the same call may
    succeed later. line and column are those of the macro, limit and observed those of a limit; None where they do
    not apply.
    """

    code = "error"
    base_lives = True
    runtime_lives = True
    retry = False

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        line: int | None = None,
        column: int | None = None,
        limit: float | None = None,
        observed: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.limit = limit
        self.observed = observed


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'macrocell' has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return __all__
