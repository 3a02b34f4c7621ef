"""CSV and TSV: delimited text read into the model, and written so that what was not changed stays as it was."""

from __future__ import annotations

from .error import DELIMITED_ERRORS, DelimitedError, DelimitedSaveError
from .read import read_delimited
from .source import Form, Source
from .write import write_delimited

__all__ = [
    "DELIMITED_ERRORS",
    "DelimitedError",
    "DelimitedSaveError",
    "Form",
    "Source",
    "read_delimited",
    "write_delimited",
]
