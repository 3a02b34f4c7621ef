"""What a cell holds, in one word."""

from __future__ import annotations

from typing import Final

from ...value import CellError, RichText
from ..calc import Failure
from ..model.number_format import DATE_KINDS
from .core import Core

_BY_TYPE: Final = {
    type(None): "blank",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "text",
    RichText: "text",
    CellError: "error",
}
_DATE_WORDS: Final = {"date": "date", "datetime": "date", "time": "time", "duration": "duration"}
_DATA_TYPES: Final = {
    "text": "s",
    "boolean": "b",
    "error": "e",
    "formula": "f",
    "date": "d",
    "time": "d",
    "duration": "d",
}


def kind_of(core: Core, row0: int, col0: int) -> str:
    """formula, blank, text, boolean, error, number, or under a date format date, time or duration."""
    if core.has_formula(row0, col0):
        return "formula"
    return value_kind(core, row0, col0)


def value_kind(core: Core, row0: int, col0: int) -> str:
    """As kind_of, of the value behind a formula too; of one that is not known, the cached one."""
    value = core.session.value(core.model, row0, col0)
    if core.has_formula(row0, col0):
        found = core.session.result(core.model, row0, col0)
        value = value if isinstance(found, Failure) else found
    word = _BY_TYPE[type(value)]
    if word == "number":
        look = core.look(row0, col0)
        if look in DATE_KINDS:
            return _DATE_WORDS[look]
    return word


def data_type(kind: str) -> str:
    """openpyxl's letter for a kind: n also for a blank cell."""
    return _DATA_TYPES.get(kind, "n")
