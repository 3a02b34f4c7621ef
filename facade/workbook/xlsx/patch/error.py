"""Why a save is refused. After each of these nothing was written, and workbook, base and runtime live on.

FacadeError
└── SaveRefusedError          part names the member of the package, "" for the whole file
    ├── SignedPackageError    a digital signature covers the package; any change would break it
    ├── PartDamagedError      a part that has to be changed, and whose XML cannot be taken apart
    ├── LayoutError           a part that has to be changed, and that is laid out as no patch knows
    ├── UnsupportedChangeError  the model holds a change that this version cannot write
    └── OutputTooLargeError   a part, or the whole, would exceed the size that can be read again
"""

from __future__ import annotations

from typing import Final

from ....errors import FacadeError


class SaveRefusedError(FacadeError):
    """The root: the workbook cannot be saved as it is now."""

    code = "save_refused"
    cure = "Open the file in a spreadsheet application, save it again as .xlsx, and repeat the change on that copy."

    def __init__(self, part: str, message: str, *, hint: str | None = None) -> None:
        super().__init__(f"{part}: {message}" if part else message, hint=hint if hint is not None else self.cure)
        self.part = part


class SignedPackageError(SaveRefusedError):
    """The package carries a digital signature, which covers the parts that would change."""

    code = "signed"
    cure = (
        "Remove the signature in Excel (File, Info, View Signatures), then repeat the change; it can be signed again."
    )


class PartDamagedError(SaveRefusedError):
    """A part whose XML is broken, so that the change cannot be put in."""

    code = "part_damaged"


class LayoutError(SaveRefusedError):
    """A part whose XML is well-formed, and in which the place of the change was not found."""

    code = "part_layout"


class UnsupportedChangeError(SaveRefusedError):
    """A change of the model that has no form in the file."""

    code = "unsupported_change"
    cure = "Undo that change."


class OutputTooLargeError(SaveRefusedError):
    """The workbook has grown beyond what a reader with caps would open."""

    code = "output_too_large"
    cure = "Write less, or split the workbook."


SAVE_ERRORS: Final[frozenset[type[Exception]]] = frozenset(
    {SignedPackageError, PartDamagedError, LayoutError, UnsupportedChangeError, OutputTooLargeError}
)
"""The exact types that saving raises."""
