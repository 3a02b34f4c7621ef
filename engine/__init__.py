"""The top floor: programs, their execution on a unit, what they changed, and the surfaces people and agents use."""

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
    LoadFailed,
    NotAvailable,
    OutputExists,
    ProgramMismatch,
    RunConflict,
    SaveFailed,
    UnknownRun,
)
from .outcome import Outcome
from .pending import Changeset, Run
from .program import Program, Refusals
from .runtime import CommitReport, CommitStatus, Runtime

__all__ = [
    "CallInvalid",
    "Changeset",
    "CommitReport",
    "CommitStatus",
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
    "UnknownRun",
]
