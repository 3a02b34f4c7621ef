"""Names a sheet may have: Excel refuses to open a file with any other."""

from __future__ import annotations

import re
from typing import Final

from ...errors import SheetNameError
from ..mutation.cell import text_units
from .input import type_name

MAX_SHEET_NAME: Final = 31
"""Characters of a sheet's name, in UTF-16 units: Excel's limit."""

_FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\\x00-\x1f\ufffe\uffff]")


def check_sheet_name(name: object, taken: list[str]) -> str:
    """The name, if a sheet may have it and none of the taken ones equals it without case."""
    if type(name) is not str:
        raise SheetNameError(f"a sheet's name is text, not {type_name(name)}")
    shown = ascii(name[:40])
    if not name.strip():
        raise SheetNameError("a sheet's name cannot be blank")
    if text_units(name) > MAX_SHEET_NAME:
        raise SheetNameError(
            f"the sheet name {shown} is longer than {MAX_SHEET_NAME} characters",
            hint=f"shorten it: {name[:MAX_SHEET_NAME]!a}",
        )
    if bad := _FORBIDDEN.search(name):
        raise SheetNameError(
            f"the sheet name {shown} holds {bad[0]!a}", hint="a sheet's name cannot hold [ ] : * ? / \\"
        )
    if name[0] == "'" or name[-1] == "'":
        raise SheetNameError(f"the sheet name {shown} begins or ends with an apostrophe")
    if name.casefold() == "history":
        raise SheetNameError("Excel keeps the sheet name 'History' for itself")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise SheetNameError("the sheet name holds half of a surrogate pair") from None
    same = [other for other in taken if other.casefold() == name.casefold()]
    if same:
        raise SheetNameError(
            f"there is a sheet named {same[0]!a} already", hint=f"use workbook[{same[0]!r}], or another name"
        )
    return name
