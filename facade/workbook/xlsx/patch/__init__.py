"""Saving without loss: the package of the file with only the touched parts written anew."""

from __future__ import annotations

from .error import (
    SAVE_ERRORS,
    LayoutError,
    OutputTooLargeError,
    PartDamagedError,
    SaveRefusedError,
    SignedPackageError,
    UnsupportedChangeError,
)
from .save import save_package

__all__ = [
    "SAVE_ERRORS",
    "LayoutError",
    "OutputTooLargeError",
    "PartDamagedError",
    "SaveRefusedError",
    "SignedPackageError",
    "UnsupportedChangeError",
    "save_package",
]
