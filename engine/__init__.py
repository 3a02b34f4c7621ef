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
        AckMismatch,
        CallInvalid,
        ConflictOpen,
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
        StoreClosed,
        StoreDamaged,
        StoreError,
        StoreUnavailable,
        StoreUrlInvalid,
        StoreVersion,
        UnitDeleted,
        UnitExists,
        UnknownRun,
        UnknownUnit,
    )
    from .log_report import (
        CommitReport,
        CommitStatus,
        Conflict,
        Connection,
        FetchReport,
        FetchStatus,
        PullReport,
        PullStatus,
    )
    from .outcome import Outcome
    from .pending import Changeset, Confirmed, Run
    from .program import Program, Refusals
    from .reference import api_card
    from .runtime import Runtime

__all__ = [
    "AckMismatch",
    "Audit",
    "CallInvalid",
    "Changeset",
    "CommitReport",
    "CommitStatus",
    "Confirmed",
    "Conflict",
    "ConflictOpen",
    "Connection",
    "DocumentFile",
    "Engine",
    "EngineClosed",
    "EngineError",
    "FetchReport",
    "FetchStatus",
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
    "PullReport",
    "PullStatus",
    "Refusals",
    "Run",
    "RunConflict",
    "Runtime",
    "SaveFailed",
    "StaleOutcome",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreUnavailable",
    "StoreUrlInvalid",
    "StoreVersion",
    "UnitDeleted",
    "UnitExists",
    "UnknownRun",
    "UnknownUnit",
    "api_card",
]

_HOMES: Final = {
    "AckMismatch": ".errors",
    "Audit": ".audit",
    "CallInvalid": ".errors",
    "Changeset": ".pending",
    "CommitReport": ".log_report",
    "CommitStatus": ".log_report",
    "Confirmed": ".pending",
    "Conflict": ".log_report",
    "ConflictOpen": ".errors",
    "Connection": ".log_report",
    "DocumentFile": ".document_file",
    "Engine": ".engine",
    "EngineClosed": ".errors",
    "EngineError": ".errors",
    "FetchReport": ".log_report",
    "FetchStatus": ".log_report",
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
    "PullReport": ".log_report",
    "PullStatus": ".log_report",
    "Refusals": ".program",
    "Run": ".pending",
    "RunConflict": ".errors",
    "Runtime": ".runtime",
    "SaveFailed": ".errors",
    "StaleOutcome": ".errors",
    "StoreClosed": ".errors",
    "StoreDamaged": ".errors",
    "StoreError": ".errors",
    "StoreUnavailable": ".errors",
    "StoreUrlInvalid": ".errors",
    "StoreVersion": ".errors",
    "UnitDeleted": ".errors",
    "UnitExists": ".errors",
    "UnknownRun": ".errors",
    "UnknownUnit": ".errors",
    "api_card": ".reference",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name], __name__), name)
