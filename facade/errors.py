"""Errors of the facade floor. After each of them the base and the runtime live on, and what failed changed nothing.

MacrocellError
└── FacadeError
    ├── SheetNotFoundError (KeyError)        no sheet of that name; near matches in the hint
    ├── UnknownAttributeError (AttributeError) no attribute of that name; near matches in the hint
    ├── NotAvailableError (AttributeError)   a name of the design that this version does not have yet
    ├── AddressError (ValueError)            text or numbers that are no cell or range of a sheet
    ├── CellValueError (ValueError)          a value that a cell cannot hold
    ├── ShapeError (ValueError)              a matrix whose rows and columns do not fit its range
    ├── SheetNameError (ValueError)          a name that Excel would not accept for a sheet
    ├── BlockError (ValueError)              a write into part of an array formula, data table or merged area
    ├── ArgumentError (TypeError)            an argument of the wrong type or outside its choices
    ├── ReadOnlyError                        a change in a run of mode read
    ├── NotComputedError                     the value of a formula that is not known
    └── ClosedError                          use of an object after its run has ended
"""

from __future__ import annotations

from .. import MacrocellError


class FacadeError(MacrocellError):
    """The root of this floor's errors; its text is the message alone, whatever built-in error it stands beside."""

    code = "facade"

    def __str__(self) -> str:
        return self.message


class SheetNotFoundError(FacadeError, KeyError):
    """No sheet of that name or index."""

    code = "sheet_not_found"


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


class ArgumentError(FacadeError, TypeError):
    """An argument of the wrong type, or outside its choices."""

    code = "argument"


class ReadOnlyError(FacadeError):
    """A change in a run of mode read; nothing has changed."""

    code = "read_only"


class NotComputedError(FacadeError):
    """A formula whose value is not known in this state of the workbook."""

    code = "not_computed"


class ClosedError(FacadeError):
    """Use of an object after its run has ended."""

    code = "closed"
