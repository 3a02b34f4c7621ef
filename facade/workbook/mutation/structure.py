"""What applying a structural step does beside the cells: references, names, and which formula values still hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...mutation import Marks
from ..formula.name import carry_name
from ..formula.step import Step
from ..model.rect import Rect
from ..model.workbook import Seam, Workbook


def make_step(model: Workbook, step: Step, marks: Marks, seams: Iterable[Seam] = (), *, cancel: bool = True) -> None:
    """Note the step, carry the defined names and the places that were written; values across the seams are unknown."""
    model.history.push(step, cancel=cancel)
    names = [(name, scope, carry_name(text, scope, step)) for name, scope, text in model.names]
    if names != model.names:
        model.names = names
    marks.undo.append(partial(_put_back, model, model.written, model.seams))
    model.written = [placed for sheet_id, rect in model.written if (placed := _placed(step, sheet_id, rect))]
    model.seams = [*(seam for old in model.seams if (seam := _carried(step, old))), *seams]


def _placed(step: Step, sheet_id: str, rect: Rect) -> tuple[str, Rect] | None:
    return step.place(rect) if sheet_id == step.sheet_id else (sheet_id, rect)


def _carried(step: Step, seam: Seam) -> Seam | None:
    if seam.sheet_id != step.sheet_id:
        return seam
    rows = seam.axis == "rows"
    cell = Rect(seam.at, 0, seam.at, 0) if rows else Rect(0, seam.at, 0, seam.at)
    placed = step.place(cell)
    if placed is None:
        return seam
    return Seam(placed[0], seam.axis, placed[1].row0 if rows else placed[1].col0)


def _put_back(model: Workbook, written: list[tuple[str, Rect]], seams: list[Seam]) -> None:
    model.written, model.seams = written, seams
