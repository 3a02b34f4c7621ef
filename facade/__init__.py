"""Middle floor: unit models, mutations, what a macro sees, file formats. What the engine needs of it stands here."""

from __future__ import annotations

from typing import Final

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

UNIT_TYPES: Final = {"workbook": UnitType(host="macrocell.facade.workbook.host:WorkbookHost")}
"""The unit types there are, by name."""
