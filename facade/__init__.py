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
    InputReport,
    InputRequest,
    LoadReport,
    LoadRequest,
    RevertRequest,
    RunPayload,
    RunSpec,
    SaveReport,
    SaveRequest,
    UnitType,
)

if TYPE_CHECKING:
    from .workbook.mutation import Mutation, count_cells
    from .workbook.mutation import decode as decode_mutations
    from .workbook.mutation import encode as encode_mutations
    from .workbook.scope import Scope, ScopeCheck, encode_scope, sheets_after
    from .workbook.scope import resolve as resolve_scope
    from .workbook.transform import (
        Rebased,
        TransformConflict,
        TransformWarning,
        carry_runs,
        portable,
        rebase,
        squash,
        standing,
    )

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
    "InputReport",
    "InputRequest",
    "LoadReport",
    "LoadRequest",
    "Mutation",
    "MutationConflict",
    "MutationInvalid",
    "Rebased",
    "RevertRequest",
    "RunPayload",
    "RunSpec",
    "SaveReport",
    "SaveRequest",
    "Scope",
    "ScopeCheck",
    "TransformConflict",
    "TransformWarning",
    "UnitType",
    "carry_runs",
    "count_cells",
    "decode_mutations",
    "encode_mutations",
    "encode_scope",
    "portable",
    "rebase",
    "resolve_scope",
    "sheets_after",
    "squash",
    "standing",
]

UNIT_TYPES: Final = {
    "workbook": UnitType(
        host="macrocell.facade.workbook.host:WorkbookHost", load="load", changing=("apply", "revert", "input")
    )
}
"""The unit types there are, by name."""

_LATER: Final = {
    "Mutation": (".workbook.mutation", "Mutation"),
    "Rebased": (".workbook.transform", "Rebased"),
    "Scope": (".workbook.scope", "Scope"),
    "ScopeCheck": (".workbook.scope", "ScopeCheck"),
    "TransformConflict": (".workbook.transform", "TransformConflict"),
    "TransformWarning": (".workbook.transform", "TransformWarning"),
    "carry_runs": (".workbook.transform", "carry_runs"),
    "count_cells": (".workbook.mutation", "count_cells"),
    "decode_mutations": (".workbook.mutation", "decode"),
    "encode_mutations": (".workbook.mutation", "encode"),
    "encode_scope": (".workbook.scope", "encode_scope"),
    "portable": (".workbook.transform", "portable"),
    "rebase": (".workbook.transform", "rebase"),
    "resolve_scope": (".workbook.scope", "resolve"),
    "sheets_after": (".workbook.scope", "sheets_after"),
    "squash": (".workbook.transform", "squash"),
    "standing": (".workbook.transform", "standing"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, original = _LATER[name]
    return getattr(importlib.import_module(home, __name__), original)
