"""Formulas of ours, which go through all changes of places at once: their texts are written once, not once a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from ..formula.step import DropStep, RenameStep, Step
from ..mutation import CellsSet, Formula, Mutation
from ..mutation.typed_ref import FormulaTooLongError, Places, carried, carried_through, places_of
from .carry import as_written, with_kinds
from .conflict import TransformConflict
from .warning import Warnings

Made: TypeAlias = "list[tuple[Step, Mutation]]"
"""What was done to places and sheets, in order, each with the mutation that did it."""
Segment: TypeAlias = "tuple[Places | Step, Mutation]"

_NAMING: Final = (RenameStep, DropStep)


def is_late(mutation: Mutation) -> bool:
    """Whether it writes formulas."""
    return isinstance(mutation, CellsSet) and Formula in mutation.kinds


def light(mutation: Mutation) -> Mutation:
    """The same without formulas to carry: they are caught up with by `caught_up`."""
    return as_written(mutation)


def caught_up(our: CellsSet, pieces: Sequence[Mutation], made: Made, warnings: Warnings) -> tuple[Mutation, ...]:
    """What is left of ours, its formulas taken through what was made meanwhile."""
    segments = _segments(made)
    found: list[Mutation] = []
    lost = False
    for piece in pieces:
        assert isinstance(piece, CellsSet)
        done = with_kinds(replace(piece), our.kinds)
        if segments:
            done = replace(piece, rows=[_row(row, segments, our) for row in piece.rows])
            lost = lost or _errors(done) > _errors(piece)
        found.append(done)
    if lost:
        warnings.add("ref_lost", our, f"a reference in {our.rect.a1} became #REF!", our.rect)
    return tuple(found)


def _segments(made: Made) -> list[Segment]:
    """Neighbouring changes of places as one."""
    found: list[Segment] = []
    places: list[Step] = []
    for at, (step, their) in enumerate(made):
        if isinstance(step, _NAMING):
            found.append((step, their))
            continue
        places.append(step)
        if at + 1 == len(made) or isinstance(made[at + 1][0], _NAMING):
            found.append((places_of(places), their))
            places = []
    return found


def _row(row: Sequence[object], segments: Sequence[Segment], our: CellsSet) -> list[object]:
    return [_cell(cell, segments, our) if type(cell) is Formula else cell for cell in row]


def _cell(cell: Formula, segments: Sequence[Segment], our: CellsSet) -> Formula:
    for what, their in segments:
        if not cell.refs:
            break
        try:
            if isinstance(what, Places):
                cell = carried_through(cell, what, our.sheet)
            else:
                cell = carried(cell, what, our.sheet)
        except FormulaTooLongError:
            message = "a formula would be longer than a cell can hold"
            raise TransformConflict("formula_too_long", message, our, their) from None
    return cell


def _errors(mutation: CellsSet) -> int:
    return sum(cell.text.count("#REF!") for row in mutation.rows for cell in row if type(cell) is Formula)
