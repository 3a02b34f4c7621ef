"""The top floor: programs, their execution on a unit, what they changed, and the surfaces people and agents use.

Names load on first use: the command line starts its clean process before it loads the rest of the engine.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .audit import Audit
    from .document_file import DocumentFile, FileVersion
    from .engine import Engine
    from .errors import (
        CallInvalid,
        EngineClosed,
        EngineError,
        FileBusy,
        FileChanged,
        FileError,
        FileReadOnly,
        FileUnreadable,
        InputFailed,
        LoadFailed,
        NotAvailable,
        OutputExists,
        ProgramMismatch,
        RunConflict,
        SaveFailed,
        StaleOutcome,
        UnknownRun,
    )
    from .outcome import Outcome
    from .pending import Changeset, Confirmed, Run
    from .program import Program, Refusals
    from .reference import api_card
    from .runtime import CommitReport, CommitStatus, Runtime

__all__ = [
    "Audit",
    "CallInvalid",
    "Changeset",
    "CommitReport",
    "CommitStatus",
    "Confirmed",
    "DocumentFile",
    "Engine",
    "EngineClosed",
    "EngineError",
    "FileBusy",
    "FileChanged",
    "FileError",
    "FileReadOnly",
    "FileUnreadable",
    "FileVersion",
    "InputFailed",
    "LoadFailed",
    "NotAvailable",
    "Outcome",
    "OutputExists",
    "Program",
    "ProgramMismatch",
    "Refusals",
    "Run",
    "RunConflict",
    "Runtime",
    "SaveFailed",
    "StaleOutcome",
    "UnknownRun",
    "api_card",
]

_HOMES: Final = {
    "Audit": ".audit",
    "CallInvalid": ".errors",
    "Changeset": ".pending",
    "CommitReport": ".runtime",
    "CommitStatus": ".runtime",
    "Confirmed": ".pending",
    "DocumentFile": ".document_file",
    "Engine": ".engine",
    "EngineClosed": ".errors",
    "EngineError": ".errors",
    "FileBusy": ".errors",
    "FileChanged": ".errors",
    "FileError": ".errors",
    "FileReadOnly": ".errors",
    "FileUnreadable": ".errors",
    "FileVersion": ".document_file",
    "InputFailed": ".errors",
    "LoadFailed": ".errors",
    "NotAvailable": ".errors",
    "Outcome": ".outcome",
    "OutputExists": ".errors",
    "Program": ".program",
    "ProgramMismatch": ".errors",
    "Refusals": ".program",
    "Run": ".pending",
    "RunConflict": ".errors",
    "Runtime": ".runtime",
    "SaveFailed": ".errors",
    "StaleOutcome": ".errors",
    "UnknownRun": ".errors",
    "api_card": ".reference",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name], __name__), name)
