"""Why a CSV or TSV file is refused, or cannot be written. After each of these nothing was changed.

FacadeError
├── DelimitedError        the text cannot be read; the message names the line
└── DelimitedSaveError    what a sheet holds cannot be said in this text, or which sheet is meant is not clear
"""

from __future__ import annotations

from typing import Final

from ...errors import FacadeError


class DelimitedError(FacadeError):
    """Bytes that are no delimited text, or more of it than a sheet holds; line counts from 1."""

    code = "csv_refused"

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        hint: str | None = None,
        limit: float | None = None,
        observed: float | None = None,
    ) -> None:
        text = message if line is None else f"line {line:,}: {message}"
        super().__init__(text, hint=hint, limit=limit, observed=observed)


class DelimitedSaveError(FacadeError):
    """The sheet cannot be written as CSV or TSV."""

    code = "csv_not_saved"


DELIMITED_ERRORS: Final[frozenset[type[Exception]]] = frozenset({DelimitedError, DelimitedSaveError})
"""The exact types of this module that are raised."""
