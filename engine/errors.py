"""Errors of the engine floor: misuse and infrastructure. A macro that fails is an Outcome, never one of these.

    MacrocellError
    └── EngineError
        ├── EngineClosed            the engine or runtime was closed; open another
        ├── NotAvailable            part of the public interface that this version does not have yet
        ├── CallInvalid             an argument that no run can have: its type, its size, its sign
        ├── ProgramMismatch         a program for another unit, or a mode that is not the program's
        ├── UnknownRun              no pending run has this id, or nothing is left to undo
        ├── RunConflict             later runs do not fit without the one to be dropped; nothing was changed
        ├── ConflictOpen            a pull found a conflict; until it is settled only reads, save, drop, reload work
        ├── StaleOutcome            a candidate that cannot be accepted any more; try again from the state there is
        ├── ChangesetInvalid        bytes that cannot be read as a changeset here, or too many; nothing was changed
        ├── InputFailed             the process that reads the inputs of a run ended; the unit itself is unharmed
        ├── LoadFailed              the unit's process could not load the file in time or memory
        ├── AckMismatch             a store acknowledged something else than what was sent; the runtime is over
        ├── StoreError
        │   ├── StoreUnavailable    it cannot be reached, is full, or broke off; retry, what was sent is kept
        │   ├── StoreClosed         the store was closed; make another
        │   ├── StoreUrlInvalid     no URL of a store
        │   ├── StoreVersion        its tables are of a later version than this one knows
        │   ├── StoreDamaged        what was read is not what was written
        │   ├── UnknownUnit         no unit of the store has this id
        │   ├── UnitDeleted         the unit was deleted; its id stays taken
        │   └── UnitExists          the id is, or was, in use
        └── FileError
            ├── FileUnreadable      no such file, no right to read it, not a regular file
            ├── FileChanged         the file is no longer the one that was opened (retry after opening again)
            ├── OutputExists        a file stands at the target and overwriting was not asked for
            ├── FileReadOnly        the target has no write bit for its owner
            ├── FileBusy            another process is saving into the folder; retry
            └── SaveFailed          the disk refused (full, no rights); the target is as it was

In all of them the runtime lives on, but for EngineClosed, LoadFailed, AckMismatch and UnitDeleted.
"""

from __future__ import annotations

from .. import MacrocellError


class EngineError(MacrocellError):
    """The root of this floor."""

    code = "engine"


class EngineClosed(EngineError):
    """The engine or runtime was closed before this call."""

    code = "closed"
    base_lives = False
    runtime_lives = False


class NotAvailable(EngineError):
    """Something of the public interface that this version does not have yet."""

    code = "not_available"


class CallInvalid(EngineError):
    """An argument of the call has a wrong type or lies outside what is allowed; nothing was run."""

    code = "usage"


class ProgramMismatch(EngineError):
    """The program was prepared for another unit or another mode."""

    code = "program_mismatch"


class UnknownRun(EngineError):
    """There is no such pending run, or nothing left to undo."""

    code = "unknown_run"


class RunConflict(EngineError):
    """A later run builds on the one that was to be dropped; nothing was changed."""

    code = "conflict"


class ConflictOpen(EngineError):
    """What others committed does not go with what is pending; see runtime.conflict, drop and reload."""

    code = "conflict"


class LoadFailed(EngineError):
    """The process that holds the unit could not load it."""

    code = "load_failed"
    base_lives = False
    runtime_lives = False


class StaleOutcome(EngineError):
    """The unit moved on since the candidate ran, or another one was accepted; nothing was changed."""

    code = "conflict"
    retry = True


class ChangesetInvalid(EngineError):
    """Bytes that are no changeset that can be read here, or a changeset that is too large to be written.

    reason: not_a_changeset, version, truncated, tampered, malformed, unknown_mutation, foreign_unit, too_large.
    """

    code = "changeset_invalid"

    def __init__(
        self,
        message: str,
        *,
        reason: str,
        hint: str | None = None,
        limit: float | None = None,
        observed: float | None = None,
    ) -> None:
        super().__init__(message, hint=hint, limit=limit, observed=observed)
        self.reason = reason


class InputFailed(EngineError):
    """The process that holds the inputs of a run ended while it read them."""

    code = "input_failed"


class AckMismatch(EngineError):
    """A store's answer does not name what was sent, its content or its revision: the log cannot be trusted."""

    code = "ack_mismatch"
    runtime_lives = False


class StoreError(EngineError):
    """Something about the store that keeps units."""

    code = "store"


class StoreUnavailable(StoreError):
    """The store cannot be reached, is full, or broke off. Nothing is lost: the same call may be made again.

    maybe_written: whether what was sent may stand in the log all the same.
    """

    code = "store_unavailable"
    retry = True

    def __init__(self, message: str, *, hint: str | None = None, maybe_written: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.maybe_written = maybe_written


class StoreClosed(StoreError):
    """The store was closed before this call."""

    code = "closed"


class StoreUrlInvalid(StoreError):
    """No URL of a store: memory:, sqlite:///relative.db, sqlite:////absolute.db."""

    code = "usage"


class StoreVersion(StoreError):
    """The store's tables are of a version that this one does not know."""

    code = "store_version"


class StoreDamaged(StoreError):
    """What was read is not what was written: a digest does not match, a revision is missing."""

    code = "store_damaged"


class UnknownUnit(StoreError):
    """The store has no unit of this id."""

    code = "unknown_unit"


class UnitDeleted(StoreError):
    """The unit was deleted; its id is never used again."""

    code = "unit_deleted"
    runtime_lives = False


class UnitExists(StoreError):
    """The id is in use, or was."""

    code = "unit_exists"


class FileError(EngineError):
    """Something about a file on disk; the file is as it was."""

    code = "file"


class FileUnreadable(FileError):
    """There is no such file, or it cannot be read."""

    code = "unreadable"


class FileChanged(FileError):
    """The file was changed by someone else since it was opened."""

    code = "conflict"
    retry = True


class OutputExists(FileError):
    """A file stands at the target."""

    code = "output_exists"


class FileReadOnly(FileError):
    """The target has no write bit for its owner; root is refused too."""

    code = "read_only"


class FileBusy(FileError):
    """Another process holds the folder's save lock."""

    code = "busy"
    retry = True


class SaveFailed(FileError):
    """The file system refused to write."""

    code = "save_failed"
