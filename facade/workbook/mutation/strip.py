"""Cells side by side in one row, taken out of it and put elsewhere: what moving parts of rows is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple, final

from ...mutation import Marks
from ...value import Scalar
from ..formula.shared import formula_text
from ..model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from ..model.rect import Rect
from ..model.row import SPARSE_GAP, Row
from ..model.sheet import Sheet
from .track import prune_row, touch
from .writer import put_values

_BLOCKED: Final = (ArrayFormula, DataTable)


@final
class Strip(NamedTuple):
    """Values and style ids side by side, and the formulas among them by their place.

    A member of a shared formula is a text of the file of its own, since its new row does not tell its old place.
    """

    values: list[Scalar]
    styles: tuple[int, ...]
    entries: dict[int, FormulaEntry]

    @property
    def blank(self) -> bool:
        """Whether nothing is left behind where it is put."""
        return not self.entries and not any(self.styles) and self.values.count(None) == len(self.values)


def take(row: Row, col0: int, col1: int) -> Strip:
    """What the columns hold; the row stays as it is."""
    styles = row.styles
    if isinstance(styles, tuple):
        part = styles[col0 : col1 + 1]
        found = part if len(part) == col1 - col0 + 1 else (*part, *[0] * (col1 - col0 + 1 - len(part)))
    else:
        found = tuple(styles.get(place, 0) for place in range(col0, col1 + 1))
    entries: dict[int, FormulaEntry] = {}
    if row.formulas is not None:
        for place, entry in zip(row.formula_columns(), row.formulas[1:], strict=True):
            if col0 <= place <= col1:
                entries[place - col0] = own_entry(entry, row)  # type: ignore[arg-type]
    return Strip(row.slice(col0, col1), found, entries)


def own_entry(entry: FormulaEntry, row: Row) -> FormulaEntry:
    """A formula that does not need its row to be read: both texts are of the time of the file."""
    return formula_text(entry, row.source0) if isinstance(entry, SharedFormula) else entry


def put(row: Row, col0: int, strip: Strip) -> None:
    """Have the columns hold a strip and nothing else. Blocks of the sheet are the caller's."""
    _put_values(row, col0, strip.values)
    _put_styles(row, col0, strip.styles)
    last = col0 + len(strip.values) - 1
    if strip.entries or any(col0 <= place <= last for place in row.formula_columns()):
        entries = dict(zip(row.formula_columns(), row.formulas[1:], strict=True)) if row.formulas is not None else {}
        kept = {place: entry for place, entry in entries.items() if not col0 <= place <= last}
        kept.update((col0 + offset, entry) for offset, entry in strip.entries.items())
        columns = tuple(sorted(kept))
        row.formulas = (columns, *(kept[place] for place in columns)) if columns else None


def _put_values(row: Row, col0: int, values: list[Scalar]) -> None:
    held = row.values
    if isinstance(held, list) and col0 + len(values) >= len(held):
        del held[col0:]
        width = next((at for at in range(len(values), 0, -1) if values[at - 1] is not None), 0)
        values = values[:width]
    if values:
        put_values(row, col0, values)


def _put_styles(row: Row, col0: int, styles: tuple[int, ...]) -> None:
    held = row.styles
    if isinstance(held, tuple) and col0 - len(held) < SPARSE_GAP:
        behind = held[col0 + len(styles) :]
        front = held[:col0]
        if not behind and not any(styles):
            row.styles = front
            return
        row.styles = (*front, *[0] * (col0 - len(front)), *styles, *behind)
        return
    for place, style in enumerate(styles, col0):
        if style or row.style(place):
            row.set_style(place, style)


def place_strips(sheet: Sheet, rect: Rect, strips: Mapping[int, Strip], rows: Iterable[int], marks: Marks) -> None:
    """Put strips into the columns of a rectangle by row; a row of rows that has no strip is made blank there."""
    columns = frozenset(range(rect.col0, rect.col1 + 1))
    blank = Strip([None] * rect.columns, (0,) * rect.columns, {})
    for row0 in rows:
        strip = strips.get(row0)
        row = sheet.row(row0)
        if row is None:
            if strip is None or strip.blank:
                continue
            row = sheet.ensure_row(row0)
        put(row, rect.col0, strip or blank)
        touch(row, columns, marks)
        prune_row(sheet, row0, row)


def place_blocks(sheet: Sheet, carried: Mapping[Rect, Rect | None]) -> None:
    """Give array formulas and data tables their new rectangles; their first cells are in their new places already."""
    # In place: the faces of a run keep the list.
    sheet.blocks[:] = [rect for old in sheet.blocks if (rect := carried.get(old, old)) is not None]
    for old, new in carried.items():
        row = None if new is None or new == old else sheet.row(new.row0)
        if row is not None and new is not None:
            entry = row.formula(new.col0)
            if isinstance(entry, _BLOCKED):
                row.set_formula(new.col0, replace(entry, rect=new))
