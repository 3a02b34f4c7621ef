"""Mutations of a workbook as bytes: a version and a list. What comes in is hostile until decode has returned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ...errors import MutationInvalid
from ...mutation import Registry
from ..model.workbook import Workbook
from . import cells_clear, cells_set, sheet_add, sheet_rename, style_set
from .cells_clear import CellsClear
from .cells_set import CellsSet
from .sheet_add import SheetAdd, SheetRemove
from .sheet_rename import SheetRename
from .style_set import StyleSet

Mutation: TypeAlias = CellsSet | CellsClear | StyleSet | SheetAdd | SheetRemove | SheetRename

VERSION: Final = 1
"""Of the encoding. It grows when a family's params change meaning; an older reader then refuses."""
MAX_BYTES: Final = 256 * 1024 * 1024
"""What one changeset may hold."""

REGISTRY: Final = Registry[Workbook]()
for _family in (
    cells_set.FAMILY,
    cells_clear.FAMILY,
    style_set.FAMILY,
    sheet_add.ADD,
    sheet_add.REMOVE,
    sheet_rename.FAMILY,
):
    REGISTRY.register(_family)


class _Envelope(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    mutations: list[Mutation]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Envelope)


def encode(mutations: Sequence[Mutation]) -> bytes:
    """The bytes that decode takes."""
    return _ENCODER.encode(_Envelope(VERSION, list(mutations)))


def decode(data: bytes, *, from_run: bool = False) -> tuple[Mutation, ...]:
    """Check everything but the fit to a model: schema, bounds, shapes, values. Raises MutationInvalid, nothing else.

    from_run also refuses what only inverses may hold.
    """
    if len(data) > MAX_BYTES:
        raise MutationInvalid(
            f"{len(data):,} bytes of mutations; at most {MAX_BYTES:,}", limit=MAX_BYTES, observed=len(data)
        )
    try:
        mutations = tuple(_DECODER.decode(data).mutations)
        for mutation in mutations:
            REGISTRY.of(mutation).verify(mutation, from_run)
    except MutationInvalid:
        raise
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise MutationInvalid(f"not a list of mutations: {error}") from error
    return mutations


def count_cells(mutations: Sequence[Mutation]) -> int:
    """How many cells they may change: the area of all their rectangles."""
    return sum(REGISTRY.of(mutation).cells(mutation) for mutation in mutations)
