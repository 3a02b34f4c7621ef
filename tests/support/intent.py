"""What a change means by identity: which rows, columns and cells it is about, wherever others bring them.

An intent is made in the state that its author saw, lives through others' edits in a workbook of identities, and is
then carried out there by brute force.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from support.identity import AXES, Identities, Reference, Sheet, Span


@dataclass(eq=False)
class Intent:
    """sheet is an identity. cells maps identities to contents (missing: a hole); lines are rows or columns to delete.

    spans: a block that moves, or the two sides of a merge. boundary is the identity of the line behind it.
    """

    kind: str
    sheet: int
    axis: str = "rows"
    area: set[tuple[int, int]] = field(default_factory=set)
    cells: dict[tuple[int, int], Any] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)
    spans: list[tuple[str, Span]] = field(default_factory=list)
    boundary: int = 0
    amount: int = 0
    name: str = ""


class Tracking(Identities):
    """Identities through which intents live."""

    def __init__(self) -> None:
        super().__init__()
        self.intents: list[Intent] = []
        self.looks: dict[tuple[int, int], str] = {}

    def references(self) -> list[Reference]:
        """Those of cells that are meant to be written, too."""
        waiting = [
            part
            for intent in self.intents
            for cell in intent.cells.values()
            if isinstance(cell, list)
            for part in cell
            if isinstance(part, Reference)
        ]
        return [*super().references(), *waiting]

    def spans(self, sheet: Sheet, axis: str) -> list[Span]:
        """Those that intents are about, too, as long as anything is left of them."""
        waiting = [
            span
            for intent in self.intents
            if intent.sheet == sheet.key
            for of, span in intent.spans
            if of == axis and span.members
        ]
        return [*super().spans(sheet, axis), *waiting]

    def delete(self, sheet: Sheet, axis: str, at: int, amount: int) -> None:
        """A boundary goes to the next line that is left."""
        line = sheet.axis(axis)
        gone, behind = line[at : at + amount], line[at + amount]
        super().delete(sheet, axis, at, amount)
        self._renew(sheet, axis, dict.fromkeys(gone, behind))

    def move(self, sheet: Sheet, axis: str, at: int, amount: int, to: int) -> None:
        """A boundary inside the block goes along; the one in front of it stays where the block was."""
        line = sheet.axis(axis)
        first, behind = line[at], line[at + amount]
        super().move(sheet, axis, at, amount, to)
        self._renew(sheet, axis, {first: behind})

    def _renew(self, sheet: Sheet, axis: str, new: dict[int, int]) -> None:
        for intent in self.intents:
            if (intent.sheet, intent.axis) == (sheet.key, axis):
                intent.boundary = new.get(intent.boundary, intent.boundary)

    def left(self, intent: Intent) -> set[tuple[int, int]]:
        """The cells it is about that are still there."""
        sheet = self.sheet(intent.sheet)
        if sheet is None:
            return set()
        rows, columns = set(sheet.rows), set(sheet.columns)
        return {cell for cell in intent.area if cell[0] in rows and cell[1] in columns}

    def carry_out(self, intent: Intent) -> None:
        """Do what was meant, with what is left."""
        self.intents.remove(intent)
        sheet = self.sheet(intent.sheet)
        if intent.kind == "add":
            self.add_sheet(intent.name)
        elif sheet is not None:
            getattr(self, f"_{intent.kind}")(sheet, intent)

    def _write(self, sheet: Sheet, intent: Intent) -> None:
        for cell in self.left(intent) & set(intent.cells):
            content = intent.cells[cell]
            if content is None:
                sheet.cells.pop(cell, None)
            else:
                sheet.cells[cell] = content

    def _clear(self, sheet: Sheet, intent: Intent) -> None:
        for cell in self.left(intent):
            sheet.cells.pop(cell, None)

    def _style(self, _sheet: Sheet, intent: Intent) -> None:
        for cell in self.left(intent):
            self.looks[cell] = intent.name

    def _insert(self, sheet: Sheet, intent: Intent) -> None:
        self.insert(sheet, intent.axis, sheet.axis(intent.axis).index(intent.boundary), intent.amount)

    def _remove(self, sheet: Sheet, intent: Intent) -> None:
        line = sheet.axis(intent.axis)
        for at in range(len(line) - 1, -1, -1):
            if line[at] in intent.lines:
                self.delete(sheet, intent.axis, at, 1)

    def _shuffle(self, sheet: Sheet, intent: Intent) -> None:
        line = sheet.axis(intent.axis)
        ((_, span),) = intent.spans
        places = [line.index(key) for key in span.members]
        to = line.index(intent.boundary)
        if places and not min(places) <= to <= max(places) + 1:
            self.move(sheet, intent.axis, min(places), max(places) - min(places) + 1, to)

    def _merge(self, sheet: Sheet, intent: Intent) -> None:
        (_, rows), (_, columns) = intent.spans
        if len(rows.members) * len(columns.members) > 1 and (rows, columns) not in sheet.merges:
            sheet.merges.append((rows, columns))

    def _rename(self, sheet: Sheet, intent: Intent) -> None:
        self.rename(sheet, intent.name)

    def _drop(self, sheet: Sheet, _intent: Intent) -> None:
        self.delete_sheet(sheet)

    def shown(self, sheet: Sheet) -> dict[tuple[int, int], str]:
        """Formats by place."""
        rows = {key: place for place, key in enumerate(sheet.rows)}
        columns = {key: place for place, key in enumerate(sheet.columns)}
        return {
            (rows[row], columns[column]): look
            for (row, column), look in self.looks.items()
            if row in rows and column in columns
        }


__all__ = ["AXES", "Intent", "Tracking"]
