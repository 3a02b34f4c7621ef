"""What the facade floor raises. Base and runtime live on after every one of them; none is worth a plain retry.

    MacrocellError
    └── FacadeError
        ├── FileRefused                a file that cannot be opened, or written back safely
        │   ├── NotAWorkbook           not_xlsx            no .xlsx: csv, xls, some other zip
        │   ├── FileEncrypted          encrypted           password-protected
        │   ├── FileCorrupt            corrupt             damaged package or XML
        │   ├── FileTooLarge           file_limit          a cap against hostile input (limit, observed)
        │   └── SaveRefused            cannot_save         a part that cannot be patched safely
        ├── MutationInvalid            mutation_invalid    encoded mutations that break their schema or bounds
        ├── MutationConflict           mutation_conflict   well-formed mutations that do not fit the state
        └── MacroFacing                what a macro may see and catch
            ├── ReadOnlyError          read_only           a change in read mode                       (TypeError)
            ├── FacadeClosed           closed              used after its run                          (RuntimeError)
            ├── LimitExceeded          limit               mutations or cells of one run               (RuntimeError)
            ├── NotSupported           not_supported       known, and not there yet                    (NotImplementedError)
            ├── NotComputedError       not_computed        the value of a formula is not known         (ValueError)
            ├── SheetNotFound          sheet_not_found     no sheet of that name or number             (KeyError)
            ├── ItemNotFound           not_found           no name, table, ... of that name            (KeyError)
            ├── UnknownAttribute       unknown_attribute   no such attribute on a facade object        (AttributeError)
            ├── ReferenceInvalid       bad_reference       text that names no cells                    (ValueError)
            ├── OutOfBounds            out_of_bounds       beyond 1,048,576 rows x 16,384 columns      (ValueError)
            ├── ValueRefused           bad_value           a value no cell can hold                    (ValueError)
            ├── TypeRefused            bad_type            an argument of a wrong type                 (TypeError)
            ├── ShapeMismatch          bad_shape           rows and columns that do not fit the range  (ValueError)
            ├── SheetNameInvalid       bad_sheet_name      a name Excel refuses, or one in use         (ValueError)
            ├── BlockedCells           blocked_cells       part of an array block or of a merge        (ValueError)
            └── ExternalRefused        external_formula    a formula that reaches outside the file     (ValueError)
"""

from __future__ import annotations

from typing import final

from .. import MacrocellError


class FacadeError(MacrocellError):
    """The root of this floor. Its text is the message alone, also where a base class would print its repr."""

    code = "facade_error"

    def __str__(self) -> str:
        return self.message


class FileRefused(FacadeError):
    """The file was not opened, or not written; nothing has changed."""

    code = "file_refused"


@final
class NotAWorkbook(FileRefused):
    """The bytes are no .xlsx workbook."""

    code = "not_xlsx"


@final
class FileEncrypted(FileRefused):
    """The workbook is protected with a password."""

    code = "encrypted"


@final
class FileCorrupt(FileRefused):
    """The package or a part of it is damaged."""

    code = "corrupt"


@final
class FileTooLarge(FileRefused):
    """A cap against hostile input was passed; limit and observed tell which figure."""

    code = "file_limit"


@final
class SaveRefused(FileRefused):
    """The change cannot be written without losing something; the file is as it was."""

    code = "cannot_save"


@final
class MutationInvalid(FacadeError):
    """Encoded mutations that break their schema, bounds or caps; nothing was applied."""

    code = "mutation_invalid"


@final
class MutationConflict(FacadeError):
    """Mutations that do not fit the state they meet, or tokens out of order; nothing was applied."""

    code = "mutation_conflict"


class MacroFacing(FacadeError):
    """What a macro may see and catch; nothing was changed by the call that raised it."""

    code = "facade_error"


@final
class ReadOnlyError(MacroFacing, TypeError):
    """A changing call in read mode."""

    code = "read_only"


@final
class FacadeClosed(MacroFacing, RuntimeError):
    """A facade object was used after its run had ended."""

    code = "closed"


@final
class LimitExceeded(MacroFacing, RuntimeError):
    """The run made more mutations, or changed more cells, than its limits allow. The run fails even if caught.

    limit_name is the field of Limits.
    """

    code = "limit"

    def __init__(self, message: str, *, limit_name: str, limit: float, observed: float, hint: str | None = None) -> None:
        super().__init__(message, hint=hint, limit=limit, observed=observed)
        self.limit_name = limit_name


@final
class NotSupported(MacroFacing, NotImplementedError):
    """The feature is known and not there yet."""

    code = "not_supported"


@final
class NotComputedError(MacroFacing, ValueError):
    """The value of a formula is not known; the one cached in the file, if any, is out of date."""

    code = "not_computed"


@final
class SheetNotFound(MacroFacing, KeyError):
    """The workbook has no sheet of that name or number."""

    code = "sheet_not_found"


@final
class ItemNotFound(MacroFacing, KeyError):
    """The workbook has no such name, table or other object."""

    code = "not_found"


@final
class UnknownAttribute(MacroFacing, AttributeError):
    """A facade object has no such attribute."""

    code = "unknown_attribute"


@final
class ReferenceInvalid(MacroFacing, ValueError):
    """The text or the numbers name no cells."""

    code = "bad_reference"


@final
class OutOfBounds(MacroFacing, ValueError):
    """A place beyond 1,048,576 rows or 16,384 columns."""

    code = "out_of_bounds"


@final
class ValueRefused(MacroFacing, ValueError):
    """A value that no cell can hold as it is."""

    code = "bad_value"


@final
class TypeRefused(MacroFacing, TypeError):
    """An argument whose type is not taken."""

    code = "bad_type"


@final
class ShapeMismatch(MacroFacing, ValueError):
    """Rows and columns of the values do not fit the range."""

    code = "bad_shape"


@final
class SheetNameInvalid(MacroFacing, ValueError):
    """A sheet name that Excel refuses, or that another sheet has."""

    code = "bad_sheet_name"


@final
class BlockedCells(MacroFacing, ValueError):
    """A write to a part of an array block, a data table or a merge."""

    code = "blocked_cells"


@final
class ExternalRefused(MacroFacing, ValueError):
    """A formula that reaches outside the workbook, where that was not allowed."""

    code = "external_formula"


ERROR_TYPES: frozenset[type[Exception]] = frozenset(
    {
        NotAWorkbook,
        FileEncrypted,
        FileCorrupt,
        FileTooLarge,
        SaveRefused,
        MutationInvalid,
        MutationConflict,
        ReadOnlyError,
        FacadeClosed,
        LimitExceeded,
        NotSupported,
        NotComputedError,
        SheetNotFound,
        ItemNotFound,
        UnknownAttribute,
        ReferenceInvalid,
        OutOfBounds,
        ValueRefused,
        TypeRefused,
        ShapeMismatch,
        SheetNameInvalid,
        BlockedCells,
        ExternalRefused,
    }
)
"""Every exact type of this floor that is raised; the host's error_types."""
