"""Errors of the facade floor. After each of them the base and the runtime live on, and what failed changed nothing.

MacrocellError
└── FacadeError
    ├── MutationInvalid                      encoded mutations that break their schema, bounds or caps
    ├── MutationConflict                     mutations or tokens that do not fit the state they meet
    ├── SheetNotFoundError (KeyError)        no sheet of that name; near matches in the hint
    ├── TableNotFoundError (KeyError)        no table of that name
    ├── UnknownAttributeError (AttributeError) no attribute of that name; near matches in the hint
    ├── NotAvailableError (AttributeError)   a name of the design that this version does not have yet
    ├── AddressError (ValueError)            text or numbers that are no cell or range of a sheet
    ├── CellValueError (ValueError)          a value that a cell cannot hold
    ├── ShapeError (ValueError)              a matrix whose rows and columns do not fit its range
    ├── SheetNameError (ValueError)          a name that Excel would not accept for a sheet
    ├── BlockError (ValueError)              a write into part of an array formula, data table or merged area
    ├── ExternalError (ValueError)           a formula that reaches outside the workbook
    ├── ArgumentError (TypeError)            an argument of the wrong type or outside its choices
    ├── LimitError (RuntimeError)            more mutations or cells than one run may change
    ├── ReadOnlyError (TypeError)            a change in a run of mode read, or of an input
    ├── NotWritableError (ValueError)        a change outside of what the run may write
    ├── NotComputedError (ValueError)        the value of a formula that is not known
    └── ClosedError (RuntimeError)           use of an object after its run has ended

Errors of reading and writing files stand beside the code that raises them: workbook/xlsx.
"""

from __future__ import annotations

from .. import MacrocellError


class FacadeError(MacrocellError):
    """The root of this floor's errors; its text is the message alone, whatever built-in error it stands beside."""

    code = "facade"

    def __str__(self) -> str:
        return self.message


class MutationInvalid(FacadeError):
    """Encoded mutations that break their schema, bounds or caps; nothing was applied."""

    code = "mutation_invalid"


class MutationConflict(FacadeError):
    """Well-formed mutations that do not fit the state they meet, or tokens out of order; nothing was applied."""

    code = "mutation_conflict"


class SheetNotFoundError(FacadeError, KeyError):
    """No sheet of that name or index."""

    code = "sheet_not_found"


class TableNotFoundError(FacadeError, KeyError):
    """No table of that name."""

    code = "table_not_found"


class UnknownAttributeError(FacadeError, AttributeError):
    """The object has no such attribute."""

    code = "unknown_attribute"


class NotAvailableError(FacadeError, AttributeError):
    """The name is known, and what it stands for is not there yet."""

    code = "not_available"


class AddressError(FacadeError, ValueError):
    """No cell or range of a sheet."""

    code = "address"


class CellValueError(FacadeError, ValueError):
    """A value that a cell cannot hold; the message names the cell, the hint the cure."""

    code = "cell_value"


class ShapeError(FacadeError, ValueError):
    """Rows and columns that do not fit."""

    code = "shape"


class SheetNameError(FacadeError, ValueError):
    """A name that a sheet cannot have."""

    code = "sheet_name"


class BlockError(FacadeError, ValueError):
    """A write into a part of something that can only be written whole."""

    code = "block"


class StructureError(FacadeError, ValueError):
    """Rows, columns, cells or sheets that cannot come, go or change places as asked; nothing has changed."""

    code = "structure"


class ExternalError(FacadeError, ValueError):
    """A formula that reaches outside the workbook, where the engine does not allow it."""

    code = "external_formula"


class ArgumentError(FacadeError, TypeError):
    """An argument of the wrong type, or outside its choices."""

    code = "argument"


class LimitError(FacadeError, RuntimeError):
    """The run made more mutations, or changed more cells, than it may; it fails even if the macro catches this.

    limit_name is the field of Limits. line is where the writes began that went over it, for a limit that is seen when
    the macro has ended; None where the error is raised at the macro's line.
    """

    code = "limit"

    def __init__(
        self,
        message: str,
        *,
        limit_name: str,
        limit: float,
        observed: float,
        hint: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message, hint=hint, limit=limit, observed=observed)
        self.limit_name = limit_name
        self.line = line


class ReadOnlyError(FacadeError, TypeError):
    """A change in a run of mode read, or of an input; nothing has changed."""

    code = "read_only"


class NotWritableError(FacadeError, ValueError):
    """A change outside of the run's writable scope; it was not made."""

    code = "not_writable"


class NotComputedError(FacadeError, ValueError):
    """A formula whose value is not known in this state of the workbook."""

    code = "not_computed"


class ClosedError(FacadeError, RuntimeError):
    """Use of an object after its run has ended."""

    code = "closed"


ERROR_TYPES: frozenset[type[Exception]] = frozenset(
    {
        MutationInvalid,
        MutationConflict,
        SheetNotFoundError,
        TableNotFoundError,
        UnknownAttributeError,
        NotAvailableError,
        AddressError,
        CellValueError,
        ShapeError,
        SheetNameError,
        BlockError,
        StructureError,
        ExternalError,
        ArgumentError,
        LimitError,
        ReadOnlyError,
        NotWritableError,
        NotComputedError,
        ClosedError,
    }
)
"""The exact types of this module that are raised; a part of the host's error_types."""
