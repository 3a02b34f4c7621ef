"""What applying a structural step does beside the cells: references, names, and which formula values still hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from ...mutation import Marks
from ..formula.entry import entry_text, table_attributes
from ..formula.name import carry_name
from ..formula.step import AxisStep, Step
from ..model.formula import ArrayFormula, DataTable, DatedFormula, FormulaEntry
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import EVERYWHERE, Seam, Workbook


def make_step(model: Workbook, step: Step, marks: Marks, seams: Iterable[Seam] = (), edit: int = 0) -> None:
    """Note the step, carry the defined names and the places that were written; values across the seams are unknown.

    edit: its number where it takes back an edit or makes it again, see History.
    """
    model.history.push(step, edit)
    names = [(name, scope, carry_name(text, scope, step)) for name, scope, text in model.names]
    if names != model.names:
        model.names = names
    marks.undo.append(partial(_put_back, model, model.written, model.seams))
    model.written = [placed for sheet_id, rect in _few(model.written) if (placed := _placed(step, sheet_id, rect))]
    model.seams = _fewer([*(seam for old in model.seams if (seam := _carried(step, old))), *seams])


def return_to(model: Workbook, epoch: int) -> None:
    """Forget the steps since an epoch, when the content is again what it was then: texts written since are of then."""
    history = model.history
    if history.now <= epoch:
        return
    for sheet in model.sheets:
        if not sheet.loaded:
            continue
        for _, row in sheet.each_row():
            if row.formulas is not None and any(getattr(entry, "epoch", 0) > epoch for entry in row.formulas[1:]):
                entries = (_of_then(model, sheet, row, entry, epoch) for entry in row.formulas[1:])  # type: ignore[arg-type]
                row.formulas = (row.formulas[0], *entries)
                sheet.deepest = None  # their texts are others now
    if model.kept:
        _return_objects(model, epoch)
    history.cut(epoch)


def _return_objects(model: Workbook, epoch: int) -> None:
    from ..object.store import store_of

    store = store_of(model)
    if store is not None:
        store.return_to(epoch)


def _of_then(model: Workbook, sheet: Sheet, row: Row, entry: FormulaEntry, epoch: int) -> FormulaEntry:
    if getattr(entry, "epoch", 0) <= epoch:
        return entry
    if isinstance(entry, DataTable):
        return replace(entry, attributes=table_attributes(model.history, sheet, entry), epoch=epoch)
    text = entry_text(model.history, sheet, entry, row)
    if isinstance(entry, ArrayFormula):
        return replace(entry, text=text, epoch=epoch)
    return DatedFormula(text, epoch) if epoch else text


MAX_PLACES: Final = 512
"""Places that are carried through every step one by one: a loop of writes and edits would be quadratic. Beyond, what
lies around them counts as written, and every line of a sheet as a seam: more values are unknown than need be."""


def _few(written: list[tuple[str, Rect]]) -> list[tuple[str, Rect]]:
    if len(written) <= MAX_PLACES:
        return written
    hulls: dict[str, Rect] = {}
    for sheet_id, rect in written:
        known = hulls.get(sheet_id, rect)
        hulls[sheet_id] = Rect(
            min(known.row0, rect.row0),
            min(known.col0, rect.col0),
            max(known.row1, rect.row1),
            max(known.col1, rect.col1),
        )
    return list(hulls.items())


def _fewer(seams: list[Seam]) -> list[Seam]:
    """The seams, but one for all of an axis where there is one, or where there are too many."""
    axes = dict.fromkeys(seam[:2] for seam in seams if len(seams) > MAX_PLACES or seam.at == EVERYWHERE)
    if not axes:
        return seams
    lost = {seam[:2] for seam in seams if seam.lost}
    wide = [Seam(*axis, EVERYWHERE, axis in lost) for axis in axes]
    return [*(seam for seam in seams if seam[:2] not in axes), *wide]


def _placed(step: Step, sheet_id: str, rect: Rect) -> tuple[str, Rect] | None:
    return step.place(rect) if sheet_id == step.sheet_id else (sheet_id, rect)


def _carried(step: Step, seam: Seam) -> Seam | None:
    if seam.sheet_id != step.sheet_id or seam.at == EVERYWHERE:
        return seam
    rows = seam.axis == "rows"
    if type(step) is AxisStep:  # without rectangles: a loop of edits carries hundreds of seams through each of them
        if step.axis != seam.axis:
            return seam
        at = step.edit.index(seam.at, MAX_ROWS if rows else MAX_COLUMNS)
        return seam if at is None or at == seam.at else Seam(seam.sheet_id, seam.axis, at, seam.lost)
    cell = Rect(seam.at, 0, seam.at, 0) if rows else Rect(0, seam.at, 0, seam.at)
    placed = step.place(cell)
    if placed is None:
        return seam
    return seam._replace(sheet_id=placed[0], at=placed[1].row0 if rows else placed[1].col0)


def _put_back(model: Workbook, written: list[tuple[str, Rect]], seams: list[Seam]) -> None:
    model.written, model.seams = written, seams
