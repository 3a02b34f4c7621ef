"""Middle floor: unit models, mutations, what a macro sees, file formats. What the engine needs of it stands here.

The mutations load on first use: a parent that only reads does not pay for the model.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .change import Change
from .errors import ERROR_TYPES, FacadeError, MutationConflict, MutationInvalid
from .unit import (
    ApplyReport,
    ApplyRequest,
    DiffReport,
    DiffRequest,
    HashReport,
    LoadReport,
    LoadRequest,
    RevertRequest,
    RunPayload,
    RunSpec,
    SaveReport,
    UnitType,
)

if TYPE_CHECKING:
    from .workbook.mutation import Mutation, count_cells
    from .workbook.mutation import decode as decode_mutations

__all__ = [
    "ERROR_TYPES",
    "UNIT_TYPES",
    "ApplyReport",
    "ApplyRequest",
    "Change",
    "DiffReport",
    "DiffRequest",
    "FacadeError",
    "HashReport",
    "LoadReport",
    "LoadRequest",
    "Mutation",
    "MutationConflict",
    "MutationInvalid",
    "RevertRequest",
    "RunPayload",
    "RunSpec",
    "SaveReport",
    "UnitType",
    "count_cells",
    "decode_mutations",
]

UNIT_TYPES: Final = {
    "workbook": UnitType(host="macrocell.facade.workbook.host:WorkbookHost", load="load", changing=("apply", "revert"))
}
"""The unit types there are, by name."""

_LATER: Final = {"Mutation": "Mutation", "count_cells": "count_cells", "decode_mutations": "decode"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(".workbook.mutation", __name__), _LATER[name])
