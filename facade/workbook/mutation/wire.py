"""Mutations of a workbook as bytes: a version and a list. What comes in is hostile until decode has returned."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ...errors import MutationInvalid
from ...mutation import Registry
from ..model.rect import Rect
from ..model.workbook import Workbook
from . import (
    axis_edit,
    axis_format,
    cells_clear,
    cells_set,
    cells_shift,
    merge,
    range_move,
    range_sort,
    sheet_add,
    sheet_color,
    sheet_copy,
    sheet_delete,
    sheet_freeze,
    sheet_move,
    sheet_rename,
    sheet_show,
    style_set,
    table_resize,
)
from .axis_edit import AxisDelete, AxisInsert, AxisMove
from .axis_format import AxisFormat
from .cell import MAX_TEXT, ErrorMark, Float, Formula, HoleMark, Int, RichMark, Text
from .cells_clear import CellsClear
from .cells_set import CellsSet
from .cells_shift import CellsDelete, CellsInsert
from .merge import MergeAdd, MergeRemove
from .place import SheetId, verify_rect
from .range_move import RangeMove
from .range_sort import RangeSort
from .sheet_add import SheetAdd, SheetRemove
from .sheet_color import SheetColor
from .sheet_copy import SheetCopy, SheetUncopy
from .sheet_delete import SheetDelete, SheetRestore
from .sheet_freeze import SheetFreeze
from .sheet_move import SheetMove
from .sheet_rename import SheetRename
from .sheet_show import SheetShow
from .style_set import StyleSet
from .table_resize import TableResize

Mutation: TypeAlias = (
    CellsSet
    | CellsClear
    | StyleSet
    | SheetAdd
    | SheetRemove
    | SheetRename
    | SheetDelete
    | SheetRestore
    | SheetCopy
    | SheetUncopy
    | SheetMove
    | SheetShow
    | SheetColor
    | AxisInsert
    | AxisDelete
    | AxisMove
    | AxisFormat
    | SheetFreeze
    | CellsInsert
    | CellsDelete
    | RangeMove
    | RangeSort
    | MergeAdd
    | MergeRemove
    | TableResize
)

VERSION: Final = 2
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
    sheet_delete.DELETE,
    sheet_delete.RESTORE,
    sheet_copy.COPY,
    sheet_copy.UNCOPY,
    sheet_move.FAMILY,
    sheet_show.FAMILY,
    sheet_color.FAMILY,
    *axis_edit.FAMILIES,
    *cells_shift.FAMILIES,
    range_move.FAMILY,
    range_sort.FAMILY,
    *merge.FAMILIES,
    axis_format.FAMILY,
    sheet_freeze.FAMILY,
    table_resize.FAMILY,
):
    REGISTRY.register(_family)


class _Envelope(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    mutations: list[Mutation]


LARGE_BYTES: Final = 64 * 1024
"""A mutation of a run beyond this is looked at before its cells are decoded: a byte can become an object of 60."""
MAX_OTHER_BYTES: Final = 4 * 1024 * 1024
"""The largest mutation of a run that is no matrix: MAX_RECTS rectangles are less than half."""
MAX_ENTRIES: Final = 10_000_000
"""Mutations that a list may announce where the caller knows no lower limit."""


class _RichBytes(Struct, frozen=True, array_like=True, tag="r", forbid_unknown_fields=True):
    """Rich text whose runs are not built yet."""

    runs: msgspec.Raw
    raw: bytes = b""


_RunCell: TypeAlias = bool | Int | Float | Text | HoleMark | Formula | ErrorMark | _RichBytes | None
_RUNS: Final = msgspec.msgpack.Decoder(Annotated[tuple[tuple[Text, bytes], ...], Meta(max_length=MAX_TEXT)])
_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Envelope)
_ONE: Final[msgspec.msgpack.Decoder[Mutation]] = msgspec.msgpack.Decoder(Mutation)
MAX_RUNS: Final = 1_000_000
"""Runs of all rich texts of one changeset."""
_HEAD_BYTES: Final = 512
_RICH: Final = b"\xa1r"
_RECT_DECODER: Final = msgspec.msgpack.Decoder(Rect)
_RECT: Final = re.compile(rb"\xa4rect\x94((?:[\x00-\x7f]|\xcc.|\xcd..|\xce....){4})", re.DOTALL)


def encode(mutations: Sequence[Mutation]) -> bytes:
    """The bytes that decode takes."""
    return _ENCODER.encode(_Envelope(VERSION, list(mutations)))


def decode(
    data: bytes, *, from_run: bool = False, max_mutations: int = MAX_ENTRIES, max_cells: int | None = None
) -> tuple[Mutation, ...]:
    """Check everything but the fit to a model: schema, bounds, shapes, values. Raises MutationInvalid, nothing else.

    from_run also refuses what only inverses may hold, and more mutations or cells than given, before they are built.
    """
    if len(data) > MAX_BYTES:
        raise MutationInvalid(
            f"{len(data):,} bytes of mutations; at most {MAX_BYTES:,}", limit=MAX_BYTES, observed=len(data)
        )
    try:
        if from_run:
            return tuple(_decode_run(data, max_mutations, max_cells))
        mutations = tuple(_DECODER.decode(data).mutations)
        for mutation in mutations:
            REGISTRY.of(mutation).verify(mutation, False)
    except MutationInvalid:
        raise
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise MutationInvalid(f"not a list of mutations: {error}") from error
    return mutations


def _decode_run(data: bytes, max_mutations: int, max_cells: int | None) -> list[Mutation]:
    """One mutation after another, each verified before the next is built."""
    found: list[Mutation] = []
    cells = runs = 0
    for raw in _raw_decoder(min(max_mutations, MAX_ENTRIES)).decode(data).mutations:
        mutation = _large(raw, max_cells) if len(memoryview(raw)) > LARGE_BYTES else _ONE.decode(raw)
        family = REGISTRY.of(mutation)
        family.verify(mutation, True)
        cells += family.cells(mutation)
        if type(mutation) is CellsSet and _RICH in bytes(raw):
            runs += sum(len(cell.runs) for cell in chain.from_iterable(mutation.rows) if type(cell) is RichMark)
            if runs > MAX_RUNS:
                raise MutationInvalid(f"rich text of more than {MAX_RUNS:,} runs", limit=MAX_RUNS, observed=runs)
        if max_cells is not None and cells > max_cells:
            raise MutationInvalid(f"changes of more than {max_cells:,} cells", limit=max_cells, observed=cells)
        found.append(mutation)
    return found


@lru_cache(maxsize=8)
def _raw_decoder(max_mutations: int) -> msgspec.msgpack.Decoder[Any]:
    raw = Annotated[list[msgspec.Raw], Meta(max_length=max_mutations)]
    version = Annotated[int, Meta(ge=VERSION, le=VERSION)]
    envelope = msgspec.defstruct(
        "_RawEnvelope", [("version", version), ("mutations", raw)], array_like=True, forbid_unknown_fields=True
    )
    return msgspec.msgpack.Decoder(envelope)


def _large(raw: msgspec.Raw, max_cells: int | None) -> Mutation:
    """A mutation of many bytes; its matrix is built only in the shape that its rectangle and the limit allow.

    The rectangle is looked for where encode puts it. Whatever was found there, the matrix has at most that many
    cells, and verify then compares it with the rectangle that was decoded.
    """
    view = memoryview(raw)
    match = _RECT.search(view[:_HEAD_BYTES])
    if match is None:
        if len(view) > MAX_OTHER_BYTES:
            raise MutationInvalid(f"a mutation of more than {MAX_OTHER_BYTES:,} bytes")
        return _ONE.decode(raw)
    rect: Rect = _RECT_DECODER.decode(b"\x94" + match[1])
    verify_rect(rect)
    if max_cells is not None and rect.rows * rect.columns > max_cells:
        raise MutationInvalid(f"changes of more than {max_cells:,} cells", limit=max_cells)
    shaped = _shaped_decoder(rect.rows, rect.columns)(raw)
    if _RICH in bytes(raw):
        _build_runs(shaped.rows)
    return CellsSet(sheet=shaped.sheet, rect=shaped.rect, rows=shaped.rows)


def _build_runs(rows: list[list[Any]]) -> None:
    left = MAX_RUNS
    for row in rows:
        if _RichBytes in set(map(type, row)):
            for place, cell in enumerate(row):
                if type(cell) is _RichBytes:
                    row[place] = mark = RichMark(_RUNS.decode(cell.runs), cell.raw)
                    left -= len(mark.runs)
                    if left < 0:
                        raise MutationInvalid(f"rich text of more than {MAX_RUNS:,} runs", limit=MAX_RUNS)


@lru_cache(maxsize=64)
def _shaped_decoder(rows: int, columns: int) -> Callable[[msgspec.Raw], Any]:
    """Decodes a cells.set of a run whose matrix has exactly this shape; lengths are checked before a list is made."""
    row = Annotated[list[_RunCell], Meta(min_length=columns, max_length=columns)]
    shaped = msgspec.defstruct(
        "_ShapedCellsSet",
        [
            ("type", Literal["cells.set"]),
            ("sheet", SheetId),
            ("rect", Rect),
            ("rows", Annotated[list[row], Meta(min_length=rows, max_length=rows)]),
            ("groups", Annotated[list[None], Meta(max_length=0)], ()),
        ],
        forbid_unknown_fields=True,
        kw_only=True,
    )
    return msgspec.msgpack.Decoder(shaped).decode


def count_cells(mutations: Sequence[Mutation]) -> int:
    """How many cells they may change: the area of all their rectangles."""
    return sum(REGISTRY.of(mutation).cells(mutation) for mutation in mutations)
