"""Sheet names in formulas: reading a prefix, and writing one with quotes where it needs them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_BARE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_CELL_LIKE: Final = re.compile(r"[A-Za-z]{1,3}[0-9]+")
_R1C1_LIKE: Final = re.compile(r"[Rr][0-9]*(?:[Cc][0-9]*)?|[Cc][0-9]*")


class Prefix(NamedTuple):
    """What stands before the exclamation mark. book is the part in brackets and before, "" for this workbook.

    first and last are the sheets; equal unless it is a range of sheets; "" for a book's own names.
    """

    book: str
    first: str
    last: str


def read_prefix(text: str) -> Prefix:
    """The parts of a PREFIX token's text."""
    body = text[:-1]
    if body.startswith("'"):
        body = body[1:-1].replace("''", "'")
    bracket = body.rfind("]")
    book, sheets = body[: bracket + 1], body[bracket + 1 :]
    first, colon, last = sheets.partition(":")
    return Prefix(book, first, last if colon else first)


def write_prefix(first: str, last: str) -> str:
    """The prefix of a sheet of this workbook, or of a range of sheets."""
    body = first if first == last else f"{first}:{last}"
    if needs_quotes(first) or needs_quotes(last):
        body = "'" + body.replace("'", "''") + "'"
    return body + "!"


def needs_quotes(name: str) -> bool:
    """Whether a sheet name must stand in quotes. Quotes are always allowed, so any doubt is a yes.

    Beyond ASCII Excel leaves letters of many scripts bare; it reads them in quotes as well.
    """
    return (
        not _BARE.fullmatch(name)
        or bool(_CELL_LIKE.fullmatch(name) or _R1C1_LIKE.fullmatch(name))
        or name.upper() in {"TRUE", "FALSE"}
    )
