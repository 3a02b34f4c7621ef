"""The module `macrocell` that a macro imports: helpers that are not methods of the workbook."""

from __future__ import annotations

from types import ModuleType

from ...errors import CellValueError
from ...value import ERROR_CODES, NOT_COMPUTED, CellError
from .input import type_name
from .parse import parse_date, parse_number


def cell_error(code: str) -> CellError:
    """An error value to write into a cell, such as cell_error("#N/A")."""
    if type(code) is not str or code not in ERROR_CODES:
        raise CellValueError(
            f"{ascii(code[:20]) if type(code) is str else type_name(code)} is no error of a cell",
            hint="the errors are " + ", ".join(ERROR_CODES[:7]),
        )
    return CellError(code)


def is_error(value: object) -> bool:
    """Whether a value read from a cell is an error such as #N/A."""
    return type(value) is CellError


def macro_module() -> ModuleType:
    """A fresh module object with the helpers and nothing else: no name and no loader to find a way by."""
    module = ModuleType("macrocell")
    names = vars(module)
    names.clear()
    names.update(
        parse_number=parse_number,
        parse_date=parse_date,
        cell_error=cell_error,
        is_error=is_error,
        NOT_COMPUTED=NOT_COMPUTED,
    )
    return module
