"""The mutations of one run, neighbouring ones joined."""

from __future__ import annotations

from typing import Any, Final, final

import msgspec

from .buffer import KEY_BITS
from .model.rect import Rect
from .model.sheet import Sheet
from .mutation import AxisFormat, CellsSet, Mutation, StyleSet
from .mutation.axis_format import MAX_FORMAT_ROWS
from .packed import PackedCells, packed

MAX_JOINED_SPANS: Final = 64
"""Spans up to which formats of rows or columns become one: the tuple is copied each time."""


@final
class Log:
    """The mutations of a run. Neighbouring ones become one as long as only cell writes and formats, which do not
    depend on each other's order, came between; so do formats of rows or columns.

    waiting: places of the mutations that the worker's copy of the model does not hold yet.
    added: how many there were before they were joined.
    """

    def __init__(self) -> None:
        self.mutations: list[Mutation | PackedCells] = []
        self.cells = self.added = 0
        self.waiting: list[int] = []
        self._last: dict[type, int] = {}
        self._last_rows: dict[str, int] = {}
        self._buffered: dict[str, tuple[int, int]] = {}

    def add(self, mutation: Mutation | PackedCells, *, waiting: bool = False) -> None:
        """Note a mutation, as part of the last one of its family if they fit together and wait, or do not, alike."""
        self.added += 1
        self._last_rows.clear()
        self._buffered.clear()
        kind = CellsSet if type(mutation) is PackedCells else type(mutation)
        if kind not in _JOINED:
            self._last.clear()
        else:
            at = self._last.get(kind)
            fits = at is not None and (at in self.waiting[-1:]) is waiting
            joined = _joined(self.mutations[at], mutation) if fits and at is not None else None
            if joined is not None and at is not None:
                self.mutations[at] = joined
                return
            self._last[kind] = len(self.mutations)
        if waiting:
            self.waiting.append(len(self.mutations))
        self.mutations.append(mutation)

    def encodable(self) -> list[Mutation]:
        """The mutations to be encoded and for nothing else."""
        return [one.encodable() if type(one) is PackedCells else one for one in self.mutations]

    def last_row0(self, sheet: Sheet) -> int:
        """The last row of the model with content."""
        known = self._last_rows.get(sheet.id)
        if known is None:
            used = sheet.used_rect()
            known = self._last_rows[sheet.id] = -1 if used is None else used.row1
        return known

    def last_buffered(self, sheet_id: str, buffer: dict[int, Any]) -> int:
        """The last row of buffered writes that do not blank; looks at what came since the last call only."""
        seen, last = self._buffered.get(sheet_id, (0, -1))
        new = len(buffer) - seen
        if new > 0:
            for key in reversed(buffer):
                if buffer[key] is not None:
                    last = max(last, key >> KEY_BITS)
                new -= 1
                if not new:
                    break
            self._buffered[sheet_id] = (len(buffer), last)
        return last


_JOINED: Final = frozenset({CellsSet, StyleSet, AxisFormat})


def _joined(old: Mutation | PackedCells, new: Mutation | PackedCells) -> Mutation | PackedCells | None:
    """Both as one, if the second stands right below the first, or right of its one row."""
    if isinstance(old, CellsSet | PackedCells) and isinstance(new, CellsSet | PackedCells) and old.sheet == new.sheet:
        rect = _joined_rect(old.rect, new.rect)
        return None if rect is None else _joined_cells(rect, old, new)
    if isinstance(old, StyleSet) and isinstance(new, StyleSet) and (old.sheet, old.patch) == (new.sheet, new.patch):
        rect = _joined_rect(old.rects[-1], new.rects[0]) if len(new.rects) == 1 else None
        if rect is not None:
            return StyleSet(sheet=old.sheet, rects=(*old.rects[:-1], rect), patch=old.patch)
    if isinstance(old, AxisFormat) and isinstance(new, AxisFormat):
        return _joined_format(old, new)
    return None


def _joined_format(old: AxisFormat, new: AxisFormat) -> AxisFormat | None:
    """Both as one, if they set the same and the second goes on behind the first."""
    (first, last), (start, end) = old.spans[-1], new.spans[0]
    same = msgspec.structs.replace(new, spans=old.spans) == old
    if not same or len(new.spans) > 1 or not last < start:
        return old if same and new.spans == old.spans[-1:] else None
    spans = (*old.spans[:-1], (first, end)) if start == last + 1 else (*old.spans, (start, end))
    rows = sum(high - low + 1 for low, high in spans) if new.axis == "rows" else 0
    if rows > MAX_FORMAT_ROWS or len(spans) > MAX_JOINED_SPANS:
        return None
    return msgspec.structs.replace(new, spans=spans)


def _joined_cells(rect: Rect, old: CellsSet | PackedCells, new: CellsSet | PackedCells) -> CellsSet | PackedCells:
    """Where one is packed, both wait, and so both are plain; and it has many rows, so one stands below the other."""
    if isinstance(old, CellsSet) and isinstance(new, CellsSet):
        if rect.columns == old.rect.columns:
            old.rows.extend(new.rows)
        else:
            old.rows[0].extend(new.rows[0])
        return CellsSet(sheet=old.sheet, rect=rect, rows=old.rows)
    pieces = packed(old).pieces
    pieces.extend(packed(new).pieces)
    return PackedCells(old.sheet, rect, pieces)


def _joined_rect(old: Rect, new: Rect) -> Rect | None:
    if (old.col0, old.col1) == (new.col0, new.col1) and new.row0 == old.row1 + 1:
        return Rect(old.row0, old.col0, new.row1, old.col1)
    if old.row0 == old.row1 == new.row0 == new.row1 and new.col0 == old.col1 + 1:
        return Rect(old.row0, old.col0, old.row1, new.col1)
    return None
