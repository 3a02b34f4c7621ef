"""One run as the parent orders it, and the report that comes back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from .limit import Limits


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker shall run. spec is the host's own; now is naive local time that the run's clock shows.

    args are bound as values under the name args and passed to main. With check_only the source is compiled and
    refusals reported, nothing runs.
    """

    source: str
    run_id: str
    spec: bytes = b""
    args: Mapping[str, Any] = {}
    seed: int = 0
    now: datetime = datetime(2000, 1, 1)  # noqa: DTZ001
    limits: Limits = Limits()
    check_only: bool = False


class Refusal(msgspec.Struct, frozen=True):
    """One thing the language policy does not allow; line and column count from 1 and 0 as Python's do."""

    code: str
    line: int
    column: int
    message: str
    name: str | None = None
    hint: str | None = None


class ErrorReport(msgspec.Struct, frozen=True, kw_only=True):
    """Why a run is not ok. code: refused, macro_error, limit, tampered, died, result, or a facade error's own.

    type is the exception's class name, text the macro's line, name the offending name of a policy or name error,
    limit and observed those of the limit that stopped the run, with limit_name one of Limits' fields.
    """

    code: str
    message: str
    type: str | None = None
    line: int | None = None
    column: int | None = None
    text: str | None = None
    name: str | None = None
    hint: str | None = None
    limit_name: str | None = None
    limit: float | None = None
    observed: float | None = None
    refusals: tuple[Refusal, ...] = ()


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """What the run used: seconds and bytes; memory_bytes is the growth of the worker's peak over its start."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0
    output_bytes: int = 0
    result_bytes: int = 0


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How a run ended. payload is what the host's finish() returned, b"" unless status is done or error.

    value is the typed result. truncated names what was cut: "stdout". restarts counts the times the run was begun
    again because its base had to load something first.
    """

    status: Literal["done", "refused", "error", "limit", "tampered", "died"]
    value: Any = None
    stdout: str = ""
    error: ErrorReport | None = None
    payload: bytes = b""
    usage: Usage = Usage()
    truncated: tuple[str, ...] = ()
    restarts: int = 0
