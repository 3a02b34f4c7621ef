"""Rows, columns and cells that came, went or changed places, as a reviewer reads them; and what that does to images.

An image is what a rectangle held before a write. When the sheet's rows move afterwards, its cells move along, so that
what was there first is compared with what stands there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar, final

from ..change import Change
from .cells_diff import CELLS_STEPS, CellsMutation, CellsStep, MergeStep, SortStep, back_of, cells_step, pieces_of
from .cells_image import CellsImage, Styles, style_at
from .formula.step import AxisStep, Step, inverse_of
from .model.rect import MAX_COLUMNS, MAX_ROWS, Rect, column_letters
from .model.workbook import Workbook
from .mutation import AxisDelete, AxisInsert, AxisMove, CellsDelete, CellsInsert, RangeMove
from .mutation.axis_edit import edit_of
from .style_diff import LooksImage

Image = TypeVar("Image", CellsImage, LooksImage)
_VERBS: Final = {"insert": "inserted", "delete": "deleted", "move": "moved"}


@final
class ImageCounts(NamedTuple):
    """How many images of each kind there were at a time."""

    cells: int
    looks: int
    formats: int


@final
@dataclass(frozen=True, slots=True)
class Note:
    """One structural edit: its step, how it is told, and how many images there were before it.

    restored: the edit brought back what another had deleted. held: what the deleted rows or columns held.
    """

    step: Step | CellsStep
    change: Change
    counts: ImageCounts
    restored: bool = False
    held: CellsImage | None = None


def note_of(
    model: Workbook, mutation: AxisInsert | AxisDelete | AxisMove, counts: ImageCounts, held: CellsImage | None
) -> Note:
    """The note of an edit that is about to be made."""
    sheet = model.sheet(mutation.sheet)
    assert sheet is not None
    edit = edit_of(mutation)
    step = AxisStep(sheet.id, sheet.name, mutation.axis, edit)
    after = span_text(mutation.axis, edit.landing, edit.count) if edit.kind == "move" else None
    change = Change(
        kind=f"{mutation.axis}_{_VERBS[edit.kind]}",
        sheet=sheet.name,
        range=span_text(mutation.axis, edit.at, edit.count),
        after=after,
    )
    restored = isinstance(mutation, AxisInsert) and bool(mutation.rows or mutation.columns or mutation.looks)
    return Note(step, change, counts, restored, held)


def cells_note(model: Workbook, mutation: CellsMutation, counts: ImageCounts, held: CellsImage | None) -> Note:
    """The note of an edit of cells that is about to be made."""
    step, change = cells_step(model, mutation)
    restored = isinstance(mutation, CellsInsert | CellsDelete | RangeMove) and mutation.undoes
    return Note(step, change, counts, restored, held)


def span_text(axis: str, first: int, count: int) -> str:
    """3:5 for rows, C:E for columns."""
    if axis == "rows":
        return f"{first + 1}:{first + count}"
    return f"{column_letters(first)}:{column_letters(first + count - 1)}"


def net_notes(notes: Iterable[Note]) -> list[Note]:
    """Without edits that were taken back right after they were made."""
    left: list[Note] = []
    for note in notes:
        last = left[-1] if left else None
        if last is not None and _inverse(last.step) == note.step and _brought_back(last, note):
            left.pop()
        else:
            left.append(note)
    return left


def _inverse(step: Step | CellsStep) -> Step | CellsStep | None:
    return back_of(step) if isinstance(step, SortStep | MergeStep) else inverse_of(step)


def _brought_back(first: Note, second: Note) -> bool:
    return second.restored or first.held is None


def carried_images(images: Sequence[Image], step: Step | CellsStep) -> list[Image]:
    """Images taken before a step, where their cells are after it; what was deleted is gone."""
    found: list[Image] = []
    for image in images:
        if image.sheet_id != step.sheet_id:
            found.append(image)
        elif isinstance(image, CellsImage):
            found.extend(_carried_cells(image, step))
        else:
            found.extend(_carried_looks(image, step))
    return found


def _carried_cells(image: CellsImage, step: Step | CellsStep) -> list[CellsImage]:
    if isinstance(step, AxisStep):
        return [_part(image, step.axis, *run) for run in _runs(image.rect, step)]
    if isinstance(step, CELLS_STEPS):
        parts = pieces_of(image.rect, step)
        return [image] if parts == [(image.rect, image.rect)] else [_cut(image, *one) for one in parts if one[1]]  # type: ignore[arg-type]
    placed = step.place(image.rect)
    if placed is not None and (placed[1].rows, placed[1].columns) == (image.rect.rows, image.rect.columns):
        return [replace(image, sheet_id=placed[0], rect=placed[1])]
    return [] if placed is None else [image]


def _runs(rect: Rect, step: AxisStep) -> list[tuple[int, int, int]]:
    """(first old index, how many, first new index) of neighbours that stay neighbours."""
    rows = step.axis == "rows"
    first, last, limit = (rect.row0, rect.row1, MAX_ROWS) if rows else (rect.col0, rect.col1, MAX_COLUMNS)
    edit = step.edit
    cuts = {first, last + 1, *(cut for cut in (edit.at, edit.at + edit.count, edit.to) if first < cut <= last)}
    bounds = sorted(cuts)
    found: list[tuple[int, int, int]] = []
    for low, end in pairwise(bounds):
        new = edit.index(low, limit)
        if new is not None:
            found.append((low, end - low, new))
    return found


def _part(image: CellsImage, axis: str, first: int, count: int, new: int) -> CellsImage:
    rect = image.rect
    if axis == "rows":
        at = first - rect.row0
        return replace(
            image,
            rect=Rect(new, rect.col0, new + count - 1, rect.col1),
            rows=image.rows[at : at + count],
            styles=image.styles[at : at + count],
            after=None,
        )
    at = first - rect.col0
    styles: list[Styles] = [
        {new + place: style for place in range(count) if (style := style_at(one, first + place))}
        for one in image.styles
    ]
    return replace(
        image,
        rect=Rect(rect.row0, new, rect.row1, new + count - 1),
        rows=[row[at : at + count] for row in image.rows],
        styles=styles,
        after=None,
    )


def _cut(image: CellsImage, old: Rect, new: Rect) -> CellsImage:
    """A part of an image, where it is now."""
    rect = image.rect
    down = _part(image, "rows", old.row0, old.rows, new.row0)
    there = _part(down, "columns", old.col0, old.columns, new.col0)
    return there if (old, new) != (rect, rect) else image


def _carried_looks(image: LooksImage, step: Step | CellsStep) -> list[LooksImage]:
    if isinstance(step, CELLS_STEPS):
        return [
            replace(image, rect=new, parts=_cut_looks(image, old, new))
            for old, new in pieces_of(image.rect, step)
            if new is not None
        ]
    parts = [(style, placed[1]) for style, rect in image.parts if (placed := step.place(rect)) is not None]
    placed = step.place(image.rect)
    return [] if placed is None else [replace(image, rect=placed[1], parts=parts)]


def _cut_looks(image: LooksImage, old: Rect, new: Rect) -> list[tuple[int, Rect]]:
    down, right = new.row0 - old.row0, new.col0 - old.col0
    return [
        (style, Rect(part.row0 + down, part.col0 + right, part.row1 + down, part.col1 + right))
        for style, rect in image.parts
        if (part := rect.common(old)) is not None
    ]


def told(notes: Sequence[Note], shown: Any) -> list[Change]:
    """The changes of notes in their order; shown gives the first cells of what was deleted."""
    changes: list[Change] = []
    for note in notes:
        change = note.change
        if note.held is not None:
            change = Change(
                kind=change.kind,
                sheet=change.sheet,
                range=change.range,
                before=shown(note.held),
                after=change.after,
                cells=_filled(note.held),
            )
        changes.append(change)
    return changes


def _filled(image: CellsImage) -> int:
    return sum(value is not None for row in image.rows for value in row)
