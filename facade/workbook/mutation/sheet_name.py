"""What a sheet may be called."""

from __future__ import annotations

from typing import Final

from ..model.workbook import Workbook
from .cell import text_units

MAX_NAME: Final = 31
"""Characters of a sheet name, in UTF-16 units: Excel's limit."""
FORBIDDEN: Final = frozenset("[]:*?/\\")


def name_problem(name: str) -> tuple[str, str] | None:
    """(what is wrong, what to do) with a sheet name by itself, or None."""
    if not name:
        return "a sheet name cannot be empty", "Give it 1 to 31 characters."
    if text_units(name) > MAX_NAME:
        return f"{name!r} has {text_units(name)} characters; a sheet name has at most {MAX_NAME}", "Shorten it."
    found = sorted(FORBIDDEN.intersection(name))
    if found:
        return f"{name!r} holds {' '.join(found)}; a sheet name cannot hold any of [ ] : * ? / \\", "Leave them out."
    if name[0] == "'" or name[-1] == "'":
        return f"{name!r} begins or ends with an apostrophe", "Leave it out."
    if any(char < " " or "\ud800" <= char <= "\udfff" or char in "\x7f\ufffe\uffff" for char in name):
        return f"{name!r} holds a control character or half a surrogate pair", "Leave it out."
    if name.casefold() == "history":
        return "Excel keeps the name History for itself", "Take another name."
    return None


def clash(model: Workbook, name: str, *, but: str | None = None) -> str | None:
    """The name of another sheet (but is the id of the one to rename) that Excel takes for the same, or None."""
    folded = name.casefold()
    return next((sheet.name for sheet in model.sheets if sheet.id != but and sheet.name.casefold() == folded), None)
