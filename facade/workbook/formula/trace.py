"""Who reads whom: all formulas of a workbook with the cells they read, to be asked in both directions."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, final

from ..model.formula import DataTable
from ..model.rect import MAX_COLUMNS, MAX_ROWS, Rect
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from .entry import entry_texts
from .layout import chunks, columns_of
from .reading import Plain, Readings
from .region import Region

MAX_RECORDS: Final = 1_000
"""Records of one list: a macro looks at them one by one, and a sum over a column may have a million precedents."""
MAX_DEPTH: Final = 10
"""Levels of one question."""
_COLUMN: Final = MAX_ROWS
_SHEET: Final = MAX_ROWS * MAX_COLUMNS


@final
class Step(NamedTuple):
    """Cells that were reached: the place of their sheet among the worksheets, and how many steps away they are."""

    sheet: int
    rect: Rect
    level: int


@final
class Walk(NamedTuple):
    """truncated: there are more than MAX_RECORDS. untold: formulas on the way that do not tell all they read."""

    steps: list[Step]
    truncated: bool
    untold: list[int]


@final
class Graph:
    """One state of a workbook. Formulas are numbered sheet by sheet and column by column.

    Per formula: its cell as one number, and where its reads begin; per read: its sheet and rectangle. Arrays of
    numbers, since a tuple for each would take ten times the memory. untold: formulas that do not tell all they read.
    """

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet], plain: Plain) -> None:
        """load brings a sheet's rows into memory; plain resolves structured references."""
        self.sheets = [load(sheet) for sheet in model.sheets if sheet.kind == "worksheet"]
        self.readings = Readings(model, plain)
        self.untold: list[int] = []
        self._tables: set[int] = set()
        self._places = {sheet.id: place for place, sheet in enumerate(self.sheets)}
        self._cells = array("q")
        self._starts = array("q", [0])
        self._targets = array("i")
        self._top, self._left, self._bottom, self._right = (array("i") for _ in range(4))
        for place, sheet in enumerate(self.sheets):
            for col0, entries in columns_of(sheet).items():
                for chunk in chunks(entries):
                    texts = entry_texts(model.history, sheet, chunk)
                    for (row0, _, entry), text in zip(chunk, texts, strict=True):
                        self._add(place, row0, col0, text, is_table=type(entry) is DataTable)

    def cell(self, number: int) -> tuple[int, int, int]:
        """(place of the sheet, row0, col0) of a formula."""
        place, rest = divmod(self._cells[number], _SHEET)
        col0, row0 = divmod(rest, _COLUMN)
        return place, row0, col0

    def number(self, place: int, row0: int, col0: int) -> int | None:
        """The formula that gives a cell its value: its own, or that of the array block it lies in."""
        found = self._numbered(place, row0, col0)
        if found is None:
            for block in self.sheets[place].blocks:
                if block.holds(row0, col0):
                    return self._numbered(place, block.row0, block.col0)
        return found

    def is_untold(self, number: int) -> bool:
        """Whether the text of a formula does not tell all it reads."""
        at = bisect_left(self.untold, number)
        return at < len(self.untold) and self.untold[at] == number

    def is_table(self, number: int) -> bool:
        """Whether a formula is a data table."""
        return number in self._tables

    def precedents(self, number: int, depth: int) -> Walk:
        """The cells that a formula reads, in the order of its text; then what the formulas in these read, and so on."""
        steps: dict[tuple[int, Rect], Step] = {}
        untold: list[int] = []
        visited, front = {number}, [number]
        for level in range(1, depth + 1):
            reached: list[tuple[int, Rect]] = []
            for one in front:
                if self.is_untold(one):
                    untold.append(one)
                for read in self._reads(one):
                    if read not in steps:
                        if len(steps) == MAX_RECORDS:
                            return Walk(list(steps.values()), True, untold)
                        steps[read] = Step(*read, level)
                        reached.append(read)
            if level == depth:
                break
            found = dict.fromkeys(other for place, rect in reached for other in self._formulas_in(place, rect))
            front = [other for other in found if other not in visited]
            visited.update(front)
        return Walk(list(steps.values()), False, untold)

    def dependents(self, place: int, row0: int, col0: int, depth: int) -> Walk:
        """The formulas that read a cell, by sheet and row; then those that read what these give, and so on."""
        steps: list[Step] = []
        visited: set[int] = set()
        front = [(place, Rect(row0, col0, row0, col0))]
        for level in range(1, depth + 1):
            found = [other for other in self._readers(front) if other not in visited]
            visited.update(found)
            front = []
            for at, own0, own1 in sorted(map(self.cell, found)):
                if len(steps) == MAX_RECORDS:
                    return Walk(steps, True, [])
                cell = Rect(own0, own1, own0, own1)
                steps.append(Step(at, cell, level))
                front.append((at, self._block(at, cell)))
            if not front:
                break
        return Walk(steps, False, [])

    def _add(self, place: int, row0: int, col0: int, text: str, *, is_table: bool) -> None:
        number = len(self._cells)
        self._cells.append(place * _SHEET + col0 * _COLUMN + row0)
        reads, opaque = self.readings.read(text, self.sheets[place], row0, col0)
        if is_table:
            self._tables.add(number)
        if opaque or is_table:
            self.untold.append(number)
        for sheet_id, (top, left, bottom, right) in reads:
            target = self._places.get(sheet_id)
            if target is not None:
                self._targets.append(target)
                self._top.append(top)
                self._left.append(left)
                self._bottom.append(bottom)
                self._right.append(right)
        self._starts.append(len(self._targets))

    def _numbered(self, place: int, row0: int, col0: int) -> int | None:
        key = place * _SHEET + col0 * _COLUMN + row0
        at = bisect_left(self._cells, key)
        return at if at < len(self._cells) and self._cells[at] == key else None

    def _reads(self, number: int) -> Iterator[tuple[int, Rect]]:
        for at in range(self._starts[number], self._starts[number + 1]):
            rect = Rect(self._top[at], self._left[at], self._bottom[at], self._right[at])
            yield self._targets[at], rect

    def _formulas_in(self, place: int, rect: Rect) -> Iterator[int]:
        """The formulas that give the cells of a rectangle their values, column by column."""
        cells = self._cells
        for block in self.sheets[place].blocks:
            if block.overlaps(rect) and (found := self._numbered(place, block.row0, block.col0)) is not None:
                yield found
        col0 = rect.col0
        while col0 <= rect.col1:
            column = place * _SHEET + col0 * _COLUMN
            at = bisect_left(cells, column + rect.row0)
            end = bisect_right(cells, column + rect.row1, at)
            yield from range(at, end)
            if end == len(cells) or cells[end] >= (place + 1) * _SHEET:
                return
            col0 = max(col0 + 1, (cells[end] - place * _SHEET) // _COLUMN)

    def _block(self, place: int, cell: Rect) -> Rect:
        """The cells that the formula of a cell fills."""
        return next((block for block in self.sheets[place].blocks if block.holds(cell.row0, cell.col0)), cell)

    def _readers(self, front: list[tuple[int, Rect]]) -> list[int]:
        """The formulas that read one of some cells, ascending: one pass over all reads."""
        reads = zip(self._targets, self._top, self._bottom, self._left, self._right, strict=True)
        if len(front) == 1:
            place, (top, left, bottom, right) = front[0]
            found = [
                at
                for at, (target, row0, row1, col0, col1) in enumerate(reads)
                if target == place and row0 <= bottom and top <= row1 and col0 <= right and left <= col1
            ]
        else:
            regions: dict[int, Region] = {}
            for place, rect in front:
                regions.setdefault(place, Region()).add(rect)
            found = [
                at
                for at, (target, row0, row1, col0, col1) in enumerate(reads)
                if target in regions and regions[target].overlaps(Rect(row0, col0, row1, col1))
            ]
        return list(dict.fromkeys(bisect_right(self._starts, at) - 1 for at in found))
