"""An outcome, or any failure, as one JSON document."""

from __future__ import annotations

import base64
import json
import math
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec

from .. import MacrocellError
from ..sandbox import ErrorReport
from .outcome import Outcome

ERROR_FIELDS = (
    "code",
    "type",
    "message",
    "line",
    "column",
    "text",
    "name",
    "hint",
    "limit",
    "observed",
    "refusals",
)
"""The fields of error, in this order, null where absent."""


def outcome_document(outcome: Outcome, *, saved_to: str | None, notes: tuple[str, ...] = ()) -> dict[str, Any]:
    """Every field of the outcome by name, and where the file was saved; notes go in front of the warnings."""
    return {
        "ok": outcome.ok,
        "value": plain(outcome.value),
        "stdout": outcome.stdout,
        "error": report_document(outcome.error) if outcome.error is not None else None,
        "changes": [plain(msgspec.to_builtins(change)) for change in outcome.changes],
        "mutations": [plain(msgspec.to_builtins(mutation)) for mutation in outcome.mutations],
        "warnings": [*notes, *outcome.warnings],
        "usage": msgspec.to_builtins(outcome.usage),
        "run_id": outcome.run_id,
        "mode": outcome.mode,
        "isolation": outcome.isolation,
        "seed": outcome.seed,
        "now": outcome.now.isoformat(),
        "program_hash": outcome.program_hash,
        "base_revision": outcome.base_revision,
        "truncated": list(outcome.truncated),
        "saved_to": saved_to,
    }


def failure_document(error: MacrocellError) -> dict[str, Any]:
    """A failure that is no outcome: misuse, a file, the infrastructure."""
    fields: dict[str, Any] = dict.fromkeys(ERROR_FIELDS)
    fields |= {
        "code": error.code,
        "type": type(error).__name__,
        "message": error.message,
        "line": error.line,
        "column": error.column,
        "hint": error.hint,
        "limit": error.limit,
        "observed": error.observed,
        "refusals": [],
    }
    return {"ok": False, "error": fields}


def report_document(report: ErrorReport) -> dict[str, Any]:
    """The error of an outcome."""
    fields = {name: getattr(report, name) for name in ERROR_FIELDS if name != "refusals"}
    fields["refusals"] = [
        {name: getattr(refusal, name) for name in ("code", "line", "column", "name", "hint")}
        for refusal in report.refusals
    ]
    return fields


def to_json(document: dict[str, Any], *, indent: int | None = None) -> str:
    """The document as JSON text, readable by strict parsers (no NaN, no lone surrogates)."""
    return json.dumps(document, ensure_ascii=True, allow_nan=False, indent=indent)


def plain(value: Any) -> Any:
    """A typed value as JSON can say it: dates ISO 8601, Decimal and Fraction and nan text, bytes base64."""
    kind = type(value)
    if value is None or kind in {bool, int, str}:
        return value
    if kind is float:
        return value if math.isfinite(value) else repr(value)
    if kind in {list, tuple, set, frozenset}:
        return [plain(item) for item in value]
    if kind is dict:
        return {_key(key): plain(item) for key, item in value.items()}
    return _scalar(value)


def iso_duration(value: timedelta) -> str:
    """ISO 8601: days and seconds, exact to the microsecond, the sign in front."""
    sign = "-" if value < timedelta() else ""
    value = abs(value)
    seconds = f"{value.seconds}.{value.microseconds:06d}".rstrip("0").rstrip(".")
    days = f"{value.days}D" if value.days else ""
    return f"{sign}P{days}T{seconds}S"


def _scalar(value: Any) -> Any:
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return iso_duration(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, (Decimal, Fraction)):
        return str(value)
    if isinstance(value, Enum):
        return plain(value.value)
    return str(value)


def _key(key: Any) -> str:
    return key if type(key) is str else str(plain(key))
