"""A workbook in which every row and column carries an identity: what structural edits must come to, by brute force.

A span remembers which rows (or columns) belong to it. What is inserted strictly inside belongs to it from then on, what
is deleted no longer does, and where none is left it is gone. Nothing here is taken from the package but its names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

ROWS, COLUMNS = 1_048_576, 16_384
AXES = ("rows", "columns")
SIZE = {"rows": 24, "columns": 12}


@dataclass
class Span:
    """Some neighbours on one axis; whole: all there are."""

    members: set[int]
    whole: bool = False


@dataclass
class Reference:
    """Cells of a sheet as a formula names them: first and last are the sheet's identity."""

    sheet: int
    named: bool
    rows: Span
    columns: Span
    form: str
    fixed: tuple[bool, bool, bool, bool]
    dead: bool = False


@dataclass
class Sheet:
    """rows and columns are identities by place; cells are by identity."""

    key: int
    name: str
    rows: list[int]
    columns: list[int]
    cells: dict[tuple[int, int], Any] = field(default_factory=dict)
    merges: list[tuple[Span, Span]] = field(default_factory=list)

    def axis(self, name: str) -> list[int]:
        """The identities of one axis."""
        return self.rows if name == "rows" else self.columns


class Identities:
    """Sheets and formulas; each edit is made by looking at every reference there is."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self._next = count(1)

    def add_sheet(self, name: str) -> Sheet:
        """A sheet with a grid as large as the edits of a test can reach."""
        sheet = Sheet(next(self._next), name, *([next(self._next) for _ in range(60)] for _ in AXES))
        self.sheets.append(sheet)
        return sheet

    def sheet(self, key: int) -> Sheet | None:
        """The sheet of an identity."""
        return next((sheet for sheet in self.sheets if sheet.key == key), None)

    def references(self) -> list[Reference]:
        """All of all formulas."""
        return [
            part
            for sheet in self.sheets
            for cell in sheet.cells.values()
            if isinstance(cell, list)
            for part in cell
            if isinstance(part, Reference)
        ]

    def spans(self, sheet: Sheet, axis: str) -> list[Span]:
        """All spans over an axis of a sheet."""
        found = [
            reference.rows if axis == "rows" else reference.columns
            for reference in self.references()
            if reference.sheet == sheet.key and not reference.dead
        ]
        found.extend(merge[AXES.index(axis)] for merge in sheet.merges)
        return [span for span in found if not span.whole]

    def insert(self, sheet: Sheet, axis: str, at: int, amount: int) -> None:
        """New identities in front of a place."""
        line = sheet.axis(axis)
        fresh = [next(self._next) for _ in range(amount)]
        for span in self.spans(sheet, axis):
            places = [line.index(member) for member in span.members]
            if min(places) < at <= max(places):
                span.members.update(fresh)
        line[at:at] = fresh

    def delete(self, sheet: Sheet, axis: str, at: int, amount: int) -> None:
        """Identities go, and with them their cells."""
        line = sheet.axis(axis)
        gone = set(line[at : at + amount])
        del line[at : at + amount]
        for span in self.spans(sheet, axis):
            span.members -= gone
        side = AXES.index(axis)
        sheet.cells = {key: cell for key, cell in sheet.cells.items() if key[side] not in gone}
        self._bury(sheet)

    def move(self, sheet: Sheet, axis: str, at: int, amount: int, to: int) -> None:
        """A block changes its place: spans wholly inside go along, others lose it and may take it in where it lands."""
        line = sheet.axis(axis)
        block = line[at : at + amount]
        rest = [*line[:at], *line[at + amount :]]
        landing = to if to < at else to - amount
        for span in self.spans(sheet, axis):
            if span.members <= set(block):
                continue
            span.members -= set(block)
            places = [rest.index(member) for member in span.members]
            if min(places) < landing <= max(places):
                span.members.update(block)
        line[:] = [*rest[:landing], *block, *rest[landing:]]
        self._bury(sheet)

    def rename(self, sheet: Sheet, name: str) -> None:
        """A sheet is called otherwise."""
        sheet.name = name

    def delete_sheet(self, sheet: Sheet) -> None:
        """References to it are lost, and its name with them."""
        self.sheets.remove(sheet)
        for reference in self.references():
            if reference.sheet == sheet.key:
                reference.dead = True
                reference.named = False

    def copy_sheet(self, sheet: Sheet, name: str) -> Sheet:
        """References without a name mean the copy's own cells; those that name the original go on doing so."""
        fresh = {key: next(self._next) for key in (*sheet.rows, *sheet.columns)}
        copy = Sheet(next(self._next), name, [fresh[key] for key in sheet.rows], [fresh[key] for key in sheet.columns])
        for (row, column), cell in sheet.cells.items():
            content = cell
            if isinstance(cell, list):
                content = [part if isinstance(part, str) else _copied(part, sheet, copy, fresh) for part in cell]
            copy.cells[fresh[row], fresh[column]] = content
        copy.merges = [(_mapped(rows, fresh), _mapped(columns, fresh)) for rows, columns in sheet.merges]
        self.sheets.append(copy)
        return copy

    def _bury(self, sheet: Sheet) -> None:
        for reference in self.references():
            if reference.sheet == sheet.key and not (reference.rows.members and reference.columns.members):
                reference.dead = True
        sheet.merges = [merge for merge in sheet.merges if _cells(merge) > 1]

    # How it reads

    def text(self, cell: list[Any]) -> str:
        """A formula's text now."""
        return "".join(part if isinstance(part, str) else self._reference(part) for part in cell)

    def _reference(self, reference: Reference) -> str:
        sheet = self.sheet(reference.sheet)
        if sheet is None:
            return "#REF!"
        prefix = quoted(sheet.name) + "!" if reference.named else ""
        if reference.dead:
            return f"{prefix}#REF!"
        rows, columns = self.bounds(sheet, "rows", reference.rows), self.bounds(sheet, "columns", reference.columns)
        row0, col0, row1, col1 = (("$" if flag else "") for flag in reference.fixed)
        if reference.form == "columns":
            return f"{prefix}{col0}{letters(columns[0])}:{col1}{letters(columns[1])}"
        if reference.form == "rows":
            return f"{prefix}{row0}{rows[0] + 1}:{row1}{rows[1] + 1}"
        first = f"{col0}{letters(columns[0])}{row0}{rows[0] + 1}"
        if reference.form == "cell":
            return prefix + first
        return f"{prefix}{first}:{col1}{letters(columns[1])}{row1}{rows[1] + 1}"

    def bounds(self, sheet: Sheet, axis: str, span: Span) -> tuple[int, int]:
        """The first and the last place of a span."""
        if span.whole:
            return 0, (ROWS if axis == "rows" else COLUMNS) - 1
        line = sheet.axis(axis)
        places = [line.index(member) for member in span.members]
        return min(places), max(places)

    def grid(self, sheet: Sheet) -> dict[tuple[int, int], Any]:
        """The cells by place, formulas as their text."""
        rows = {key: place for place, key in enumerate(sheet.rows)}
        columns = {key: place for place, key in enumerate(sheet.columns)}
        return {
            (rows[row], columns[column]): "=" + self.text(cell) if isinstance(cell, list) else cell
            for (row, column), cell in sheet.cells.items()
        }

    def areas(self, sheet: Sheet) -> list[tuple[int, int, int, int]]:
        """The merged areas by place."""
        found = []
        for merge in sheet.merges:
            rows, columns = self.bounds(sheet, "rows", merge[0]), self.bounds(sheet, "columns", merge[1])
            found.append((rows[0], columns[0], rows[1], columns[1]))
        return sorted(found)

    # Random material

    def random_reference(self, random: Random, host: Sheet) -> Reference:
        """A reference to any sheet, by name or not."""
        sheet = random.choice(self.sheets)
        named = sheet is not host or random.random() < 0.3
        form = random.choice(("cell", "cell", "area", "area", "columns", "rows"))
        spans = {}
        for axis in AXES:
            line = sheet.axis(axis)
            first = random.randrange(SIZE[axis])
            size = 1 if form == "cell" else random.choice((1, 2, 3, 8))
            spans[axis] = Span(set(line[first : first + size]))
        if form in AXES:
            spans["rows" if form == "columns" else "columns"] = Span({0}, whole=True)
        fixed = tuple(random.random() < 0.3 for _ in range(4))
        return Reference(sheet.key, named, spans["rows"], spans["columns"], form, fixed)  # type: ignore[arg-type]

    def random_formula(self, random: Random, host: Sheet) -> list[Any]:
        """A few references among text that must stay."""
        parts: list[Any] = [random.choice(("SUM(", "LOG10(", '"A1"&(', "1+(", 'INDIRECT("B2")+('))]
        for place in range(random.randint(1, 3)):
            parts.extend(([","] if place else []) + [self.random_reference(random, host)])
        return [*parts, ")"]


def _copied(reference: Reference, source: Sheet, copy: Sheet, fresh: dict[int, int]) -> Reference:
    if reference.named or reference.sheet != source.key:
        return replace(reference, rows=_mapped(reference.rows, {}), columns=_mapped(reference.columns, {}))
    return replace(
        reference, sheet=copy.key, rows=_mapped(reference.rows, fresh), columns=_mapped(reference.columns, fresh)
    )


def _mapped(span: Span, fresh: dict[int, int]) -> Span:
    return Span({fresh.get(member, member) for member in span.members}, span.whole)


def _cells(merge: tuple[Span, Span]) -> int:
    return len(merge[0].members) * len(merge[1].members)


def letters(col0: int) -> str:
    """The letters of a column."""
    text, number = "", col0 + 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text


def quoted(name: str) -> str:
    """A sheet's name as a formula writes it; the names of these tests either need quotes plainly or do not."""
    return name if name.isalpha() else "'" + name.replace("'", "''") + "'"


Edit = tuple[str, Callable[[Identities], None], Any]
