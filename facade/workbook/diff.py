"""Changes as a reviewer reads them: what was there before some mutations, against what the model holds now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from itertools import chain
from operator import ne
from types import NoneType
from typing import Any, Final, NamedTuple, final

from ..change import MAX_CHANGES, MAX_SHOWN_CELLS, MAX_SHOWN_TEXT, Change
from ..value import CellError, RichText
from .buffer import COLUMN_MASK, KEY_BITS, rectangles
from .cells_diff import CELLS_MUTATIONS
from .cells_image import CellsImage, Styles, style_at
from .format_diff import (
    FormatImage,
    PaneImage,
    carried_formats,
    format_changes,
    format_image,
    pane_change,
    pane_image,
)
from .formula.entry import entry_text
from .formula.step import AxisStep, MoveStep, ShiftStep
from .inherited import Inserted, inserted_by, takes_over_format, takes_over_look
from .model.formula import ArrayFormula, FormulaEntry
from .model.history import History
from .model.number_format import DATE_KINDS
from .model.rect import Rect
from .model.row import Row
from .model.sheet import Sheet
from .model.workbook import Workbook
from .mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    RangeSort,
    SheetFreeze,
    StyleSet,
    TableResize,
)
from .mutation.cell import PLAIN, HoleMark
from .mutation.place import rows_between
from .structure_diff import ImageCounts, Note, carried_images, cells_note, net_notes, note_of, told
from .style_diff import MANY_CELLS, LooksImage, look_changes, looks_image
from .tab_diff import Tabs, net_tabs
from .table_diff import TableImage, table_changes, table_image
from .xlsx.date import from_serial

SMALL: Final = 64
"""Rectangles up to this size are told cell by cell, so that neighbours written apart become one change."""
FEW_IMAGES: Final = 16
"""Rectangles that are compared with each other to find those that stand alone."""
_NUMBERS: Final = frozenset({int, float})


@final
@dataclass(slots=True)
class Before:
    """What mutations met, in their order. inserted: the rows or columns that came in last, if nothing moved since."""

    cells: list[CellsImage] = field(default_factory=list)
    looks: list[LooksImage] = field(default_factory=list)
    tabs: Tabs = field(default_factory=Tabs)
    notes: list[Note] = field(default_factory=list)
    formats: list[FormatImage] = field(default_factory=list)
    panes: list[PaneImage] = field(default_factory=list)
    tables: list[TableImage] = field(default_factory=list)
    inserted: Inserted | None = None

    def record(self, model: Workbook, mutation: Mutation, inverse: tuple[Mutation, ...]) -> None:
        """Note what a mutation is about to change; inverse is its own."""
        if not isinstance(mutation, CellsSet | CellsClear | StyleSet | AxisFormat):
            self.inserted = None
        if isinstance(mutation, CellsSet | CellsClear):
            sheet = _sheet(model, mutation.sheet)
            after = mutation.rows if isinstance(mutation, CellsSet) and mutation.kinds <= PLAIN else None
            images = (_image_of(model.history, sheet, old, after) for old in inverse if isinstance(old, CellsSet))
            self.cells.extend(images)
        elif isinstance(mutation, StyleSet):
            sheet = _sheet(model, mutation.sheet)
            if not takes_over_look(sheet, model.styles, mutation, self.inserted):
                self.looks.extend(looks_image(sheet, mutation))
        elif isinstance(mutation, AxisInsert | AxisDelete | AxisMove):
            image = self._held(model, mutation.sheet, inverse)
            self.notes.append(note_of(model, mutation, self._counts(), image))
            self.panes.append(pane_image(_sheet(model, mutation.sheet), asked=False))
            self.inserted = inserted_by(mutation) if isinstance(mutation, AxisInsert) else None
        elif isinstance(mutation, AxisFormat):
            sheet = _sheet(model, mutation.sheet)
            if not takes_over_format(sheet, mutation, self.inserted):
                self.formats.append(format_image(sheet, mutation))
        elif isinstance(mutation, SheetFreeze):
            self.panes.append(pane_image(_sheet(model, mutation.sheet), asked=not mutation.carried))
        elif isinstance(mutation, TableResize):
            self.tables.extend(table_image(model, mutation.sheet, mutation.table))
        elif isinstance(mutation, CELLS_MUTATIONS):
            image = None if isinstance(mutation, RangeSort) else self._held(model, mutation.sheet, inverse)
            self.notes.append(cells_note(model, mutation, self._counts(), image))
        else:
            self.tabs.record(model, mutation)

    def _counts(self) -> ImageCounts:
        return ImageCounts(len(self.cells), len(self.looks), len(self.formats))

    def _held(self, model: Workbook, sheet_id: str, inverse: tuple[Mutation, ...]) -> CellsImage | None:
        """What the cells hold that an edit takes away."""
        held = next((old for old in inverse if isinstance(old, CellsSet)), None)
        return None if held is None else _image_of(model.history, _sheet(model, sheet_id), held, None)


def _sheet(model: Workbook, sheet_id: str) -> Sheet:
    sheet = model.sheet(sheet_id)
    assert sheet is not None
    return sheet


def _image_of(history: History, sheet: Sheet, old: CellsSet, after: list[list[Any]] | None) -> CellsImage:
    rect = old.rect
    kinds = old.kinds
    if not kinds <= _PLAIN_OR_HOLE:
        return image(history, sheet, rect)
    styles = [
        () if row is None else row.styles if type(row.styles) is tuple else _styles_of(row)
        for row in rows_between(sheet, rect.row0, rect.row1)
    ]
    return CellsImage(sheet.id, rect, old.rows, styles, after, HoleMark in kinds, kinds == _BLANK)


_PLAIN_OR_HOLE: Final = PLAIN | {HoleMark}
_BLANK: Final = frozenset({NoneType})


def _styles_of(row: Row) -> Styles:
    return row.styles if isinstance(row.styles, tuple) else dict(row.styles)


def image(history: History, sheet: Sheet, rect: Rect) -> CellsImage:
    """What a rectangle of a loaded sheet holds now."""
    rows: list[list[Any]] = []
    styles: list[Styles] = []
    for row in rows_between(sheet, rect.row0, rect.row1):
        if row is None:
            rows.append([None] * rect.columns)
            styles.append(())
            continue
        values: list[Any] = row.slice(rect.col0, rect.col1)
        if row.formulas is not None:
            for col0 in row.formula_columns():
                entry = row.formula(col0) if rect.col0 <= col0 <= rect.col1 else None
                if entry is not None:
                    values[col0 - rect.col0] = _formula(history, sheet, entry, row)
        rows.append(values)
        styles.append(_styles_of(row))
    return CellsImage(sheet.id, rect, rows, styles)


def _formula(history: History, sheet: Sheet, entry: FormulaEntry, row: Row) -> Formula:
    dynamic = isinstance(entry, ArrayFormula) and entry.dynamic
    return Formula(entry_text(history, sheet, entry, row), dynamic=dynamic)


def net_changes(model: Workbook, before: Sequence[Before]) -> tuple[Change, ...]:
    """What differs now from what the first of them met, cells changed twice told once; oldest first."""
    changes = list(net_tabs(part.tabs for part in before).changes(model))
    present = _at_present(before)
    all_panes = [one for part in before for one in part.panes]
    for sheet in model.sheets:
        shown = _CellChanges(model, sheet).shown
        changes.extend(told([note for note in present.notes if note.step.sheet_id == sheet.id], shown))
        cells = [one for one in present.cells if one.sheet_id == sheet.id]
        looks = [one for one in present.looks if one.sheet_id == sheet.id]
        if cells:
            changes.extend(_capped(sheet, "cells", _CellChanges(model, sheet).of(cells)))
        for name, found in look_changes(model, sheet, looks).items():
            changes.extend(_capped(sheet, name, found))
        changes.extend(format_changes(sheet, [one for one in present.formats if one.sheet_id == sheet.id]))
        changes.extend(pane_change(sheet, [one for one in all_panes if one.sheet_id == sheet.id]))
        changes.extend(table_changes(model, sheet, [one for part in before for one in part.tables]))
    return tuple(changes)


class _Present(NamedTuple):
    """All images, their cells where they are now, and the structural edits that were not taken back."""

    cells: list[CellsImage]
    looks: list[LooksImage]
    formats: list[FormatImage]
    notes: list[Note]


def _at_present(before: Sequence[Before]) -> _Present:
    notes = net_notes(note for part in before for note in part.notes)
    kept = {id(note) for note in notes}
    cells: list[CellsImage] = []
    looks: list[LooksImage] = []
    formats: list[FormatImage] = []
    for part in before:
        seen = ImageCounts(0, 0, 0)
        for note in part.notes:
            until = note.counts
            cells = carried_images([*cells, *part.cells[seen.cells : until.cells]], note.step)
            looks = carried_images([*looks, *part.looks[seen.looks : until.looks]], note.step)
            formats = carried_formats([*formats, *part.formats[seen.formats : until.formats]], note.step)
            seen = _behind(part, note) if note.restored and id(note) not in kept else until
        cells.extend(part.cells[seen.cells :])
        looks.extend(part.looks[seen.looks :])
        formats.extend(part.formats[seen.formats :])
    return _Present(cells, looks, formats, notes)


def _behind(part: Before, note: Note) -> ImageCounts:
    """The first images after those of the cells that an edit brought back, which is no change."""
    cells, looks, formats = note.counts
    while cells < len(part.cells) and _is_new(note, part.cells[cells]):
        cells += 1
    while looks < len(part.looks) and _is_new(note, part.looks[looks]):
        looks += 1
    return ImageCounts(cells, looks, formats)


def _is_new(note: Note, image: CellsImage | LooksImage) -> bool:
    """Whether an image lies in the rows or columns that an edit inserted."""
    step, rect = note.step, image.rect
    if isinstance(step, ShiftStep | MoveStep):
        return step.sheet_id == image.sheet_id and step.rect.covers(rect)
    if not isinstance(step, AxisStep) or step.sheet_id != image.sheet_id:
        return False
    first, last = (rect.row0, rect.row1) if step.axis == "rows" else (rect.col0, rect.col1)
    return step.edit.at <= first and last < step.edit.at + step.edit.count


def _capped(sheet: Sheet, kind: str, changes: list[tuple[Rect, Change]]) -> list[Change]:
    """The first ones in the order of the sheet; the rest as one without values."""
    changes.sort(key=lambda item: item[0])
    if len(changes) <= MAX_CHANGES:
        return [change for _, change in changes]
    rest = changes[MAX_CHANGES - 1 :]
    hull = Rect(
        min(rect.row0 for rect, _ in rest),
        min(rect.col0 for rect, _ in rest),
        max(rect.row1 for rect, _ in rest),
        max(rect.col1 for rect, _ in rest),
    )
    last = Change(kind=kind, sheet=sheet.name, range=hull.a1, cells=sum(change.cells for _, change in rest))
    return [*(change for _, change in changes[: MAX_CHANGES - 1]), last]


@final
class _CellChanges:
    """Changed cells of one sheet, gathered into rectangles."""

    def __init__(self, model: Workbook, sheet: Sheet) -> None:
        self._model = model
        self._sheet = sheet

    def of(self, images: list[CellsImage]) -> list[tuple[Rect, Change]]:
        """Rectangles that stand alone and changed in most of their cells as they are, all else cell by cell."""
        changes: list[tuple[Rect, Change]] = []
        cells: dict[int, tuple[Any, int]] = {}
        certain: dict[int, tuple[Any, int]] = {}
        images = _oldest(images)
        for one in images:
            area = one.rect.rows * one.rect.columns
            if area <= SMALL or not _stands_alone(one, images):
                _gather(one, cells)
                continue
            changed = self._changed(one)
            if len(changed) * 2 > area or len(changed) > MANY_CELLS:
                now = self._image(_shown_rect(one.rect))
                changes.append((one.rect, self._change(one.rect, one, now, len(changed))))
            else:
                _gather_some(one, changed, certain)
        certain.update((key, old) for key, old in cells.items() if not _same(old[0], self._now(key)))
        changes.extend(self._by_cell(certain))
        return changes

    def _image(self, rect: Rect) -> CellsImage:
        return image(self._model.history, self._sheet, rect)

    def _changed(self, one: CellsImage) -> Sequence[int]:
        """Which cells of a rectangle that nothing else wrote differ now, numbered row after row."""
        rows = self._image(one.rect).rows if one.after is None else one.after
        if one.blank:
            return [at for at, value in enumerate(chain.from_iterable(rows)) if value is not None]
        differ = list(map(ne, chain.from_iterable(one.rows), chain.from_iterable(rows)))
        if all(differ) and not one.holes:
            return range(len(differ))
        cells = zip(differ, chain.from_iterable(one.rows), chain.from_iterable(rows), strict=True)
        return [
            at
            for at, (differs, old, new) in enumerate(cells)
            if (differs and type(old) is not HoleMark) or not _same(old, new)
        ]

    def _by_cell(self, changed: dict[int, tuple[Any, int]]) -> list[tuple[Rect, Change]]:
        found: list[tuple[Rect, Change]] = []
        for rect, rows in rectangles(changed):
            old = CellsImage(
                self._sheet.id,
                rect,
                [[value for value, _ in row] for row in rows],
                [{rect.col0 + at: style for at, (_, style) in enumerate(row)} for row in rows],
            )
            count = rect.rows * rect.columns
            found.append((rect, self._change(rect, old, self._image(_shown_rect(rect)), count)))
        return found

    def _now(self, key: int) -> Any:
        row = self._sheet.row(key >> KEY_BITS)
        if row is None:
            return None
        col0 = key & COLUMN_MASK
        entry = row.formula(col0) if row.formulas is not None else None
        return row.value(col0) if entry is None else _formula(self._model.history, self._sheet, entry, row)

    def _change(self, rect: Rect, old: CellsImage, new: CellsImage, count: int) -> Change:
        return Change(
            kind="cells",
            sheet=self._sheet.name,
            range=rect.a1,
            before=self._shown(rect, old),
            after=self._shown(rect, new),
            cells=count,
        )

    def shown(self, one: CellsImage) -> Any:
        """The first cells of an image."""
        return self._shown(one.rect, one)

    def _shown(self, rect: Rect, one: CellsImage) -> Any:
        part = _shown_rect(rect)
        rows = [
            [
                self._shown_value(value, one.styles[down], rect.col0 + right)
                for right, value in enumerate(one.rows[down][: part.columns])
            ]
            for down in range(part.rows)
        ]
        return rows[0][0] if rect.rows == rect.columns == 1 else rows

    def _shown_value(self, value: Any, styles: Styles, col0: int) -> Any:
        kind = type(value)
        if kind in _NUMBERS:
            return self._shown_number(value, styles, col0)
        if kind is Formula:
            return _clipped("=" + value.text)
        if kind is CellError or kind is RichText:
            return _clipped(str(value))
        return _clipped(value) if kind is str else value

    def _shown_number(self, value: float, styles: Styles, col0: int) -> Any:
        style = style_at(styles, col0)
        look = self._model.styles.kind(style)
        if look not in DATE_KINDS:
            return value
        try:
            moment = from_serial(value, epoch_1904=self._model.epoch_1904, duration=look == "duration")
        except (OverflowError, ValueError):
            return value
        if isinstance(moment, timedelta):
            return str(moment)
        if look == "date" and isinstance(moment, datetime) and moment.time() == time():
            return moment.date().isoformat()
        return moment.isoformat()


def _oldest(images: list[CellsImage]) -> list[CellsImage]:
    """Without those that lie wholly within the one before, which knows what was there first."""
    kept: list[CellsImage] = []
    for one in images:
        last = kept[-1] if kept else None
        if last is None or last.holes or not last.rect.covers(one.rect):
            kept.append(one)
        elif last.after is not None:
            kept[-1] = replace(last, after=None)
    return kept


def _stands_alone(one: CellsImage, images: list[CellsImage]) -> bool:
    return len(images) <= FEW_IMAGES and not any(other is not one and other.rect.overlaps(one.rect) for other in images)


def _gather(one: CellsImage, cells: dict[int, tuple[Any, int]]) -> None:
    """The cells by key with value and style, those already there kept: the oldest wins."""
    for row0, (row, styles) in enumerate(zip(one.rows, one.styles, strict=True), one.rect.row0):
        base = row0 << KEY_BITS
        for col0, value in enumerate(row, one.rect.col0):
            if type(value) is not HoleMark and base | col0 not in cells:
                cells[base | col0] = (value, style_at(styles, col0))


def _gather_some(one: CellsImage, places: Sequence[int], cells: dict[int, tuple[Any, int]]) -> None:
    """The same for some cells, numbered row after row."""
    width = one.rect.columns
    for place in places:
        down, right = divmod(place, width)
        col0 = one.rect.col0 + right
        key = (one.rect.row0 + down) << KEY_BITS | col0
        cells.setdefault(key, (one.rows[down][right], style_at(one.styles[down], col0)))


def _same(old: Any, new: Any) -> bool:
    """Equal for a reader of the sheet: TRUE is not 1, #N/A not its text, but 5 is 5.0. A hole is no change."""
    if old is new or type(old) is HoleMark:
        return True
    kinds = type(old), type(new)
    return (kinds[0] is kinds[1] or (kinds[0] in _NUMBERS and kinds[1] in _NUMBERS)) and bool(old == new)


def _shown_rect(rect: Rect) -> Rect:
    columns = min(rect.columns, MAX_SHOWN_CELLS)
    rows = min(rect.rows, max(1, MAX_SHOWN_CELLS // columns))
    return Rect(rect.row0, rect.col0, rect.row0 + rows - 1, rect.col0 + columns - 1)


def _clipped(text: str) -> str:
    """Short, and without half a surrogate pair, which no encoding takes."""
    short = text if len(text) <= MAX_SHOWN_TEXT else text[: MAX_SHOWN_TEXT - 1] + "…"
    return short if short.isascii() else short.encode("utf-8", "replace").decode()
