"""Whether the value of a formula is known while nothing is calculated yet (rules: docs of Session.state).

A formula of the file keeps its cached value as long as no cell that it depends on, directly or not, was written. What
its text does not tell (INDIRECT, structured references ...) counts as depending on every cell.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator
from typing import Final, Literal, TypeAlias, final

from ..value import CellError
from .formula.entry import entry_text
from .formula.precedent import Precedents, precedents, sheets_between
from .model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula
from .model.rect import Rect
from .model.row import Row
from .model.sheet import Sheet
from .model.workbook import Workbook

State: TypeAlias = Literal["constant", "cached", "error", "not_computed"]
"""constant: no formula. cached: the file's value holds. error: it holds and is an error value. not_computed: the value
is not known."""

NEW: Final = "formulas are not calculated yet, and this one was written after the file was opened"
STALE: Final = (
    "formulas are not calculated yet, and cells this one may depend on were changed after the file was opened"
)
NO_VALUE: Final = "formulas are not calculated yet, and the file holds no value for this one"

Cell: TypeAlias = tuple[str, int, int]
Visit: TypeAlias = Generator[Cell, bool, bool]


@final
class FormulaStates:
    """States of one model's formulas; load brings a sheet's rows into memory. Memoised until the next write."""

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet]) -> None:
        self._model = model
        self._load = load
        self._search: _Search | None = None
        self._writes = 0

    def state(self, sheet: Sheet, row0: int, col0: int) -> State:
        """The state of a cell of a loaded sheet."""
        row, place = self._formula_of(sheet, row0, col0)
        if row is None or place is None:
            return "constant"
        if self._why(sheet, row, place) is not None:
            return "not_computed"
        own = sheet.row(row0)
        return "error" if own is not None and type(own.value(col0)) is CellError else "cached"

    def reason(self, sheet: Sheet, row0: int, col0: int) -> str | None:
        """Why the value of a cell is not known; None if it is."""
        row, place = self._formula_of(sheet, row0, col0)
        return None if row is None or place is None else self._why(sheet, row, place)

    def _formula_of(self, sheet: Sheet, row0: int, col0: int) -> tuple[Row | None, tuple[int, int] | None]:
        """The row and place of the formula that gives a cell its value: its own, or that of its array block."""
        row = sheet.row(row0)
        if row is not None and row.formulas is not None and row.formula(col0) is not None:
            return row, (row0, col0)
        for block in sheet.blocks:
            if block.holds(row0, col0):
                return sheet.row(block.row0), (block.row0, block.col0)
        return None, None

    def _why(self, sheet: Sheet, row: Row, place: tuple[int, int]) -> str | None:
        if self._model.written:
            search = self._current()
            cell = (sheet.id, *place)
            if search.is_written(cell):
                return NEW
            if search.is_stale(cell):
                return STALE
        return NO_VALUE if row.value(place[1]) is None else None

    def _current(self) -> _Search:
        if self._search is None or self._writes != len(self._model.written):
            self._search = _Search(self._model, self._load)
            self._writes = len(self._model.written)
        return self._search


@final
class _Search:
    """One state of the model: what was written, and what is known about the formulas that were asked for."""

    def __init__(self, model: Workbook, load: Callable[[Sheet], Sheet]) -> None:
        self._model = model
        self._load = load
        self._written: dict[str, _Region] = {}
        for sheet_id, rect in model.written:
            self._written.setdefault(sheet_id, _Region()).add(rect)
        self._known: dict[Cell, bool] = {}
        self._columns: dict[str, dict[int, _Column]] = {}
        self._names = {(name.casefold(), scope): text for name, scope, text in model.names}

    def is_written(self, cell: Cell) -> bool:
        region = self._written.get(cell[0])
        return region is not None and region.overlaps(Rect(cell[1], cell[2], cell[1], cell[2]))

    def is_stale(self, cell: Cell) -> bool:
        """Depth first without recursion: chains of formulas are as long as sheets are tall.

        A formula that is reached again while it is being looked at, a circle, counts as stale.
        """
        known = self._known.get(cell)
        if known is not None:
            return known
        stack: list[tuple[Cell, Visit]] = [self._begin(cell)]
        answer: bool | None = None
        while stack:
            here, visit = stack[-1]
            try:
                wanted = next(visit) if answer is None else visit.send(answer)
            except StopIteration as stop:
                answer = bool(stop.value)
                self._settle(here, answer)
                stack.pop()
                continue
            answer = self._known.get(wanted)
            if answer is None:
                stack.append(self._begin(wanted))
        return self._known[cell]

    def _begin(self, cell: Cell) -> tuple[Cell, Visit]:
        self._known[cell] = True
        return cell, self._visit(cell)

    def _settle(self, cell: Cell, stale: bool) -> None:
        self._known[cell] = stale
        if not stale:
            column = self._formulas(cell[0]).get(cell[2])
            if column is not None:
                column.mark_clean(cell[1])

    def _visit(self, cell: Cell) -> Visit:
        """True as soon as something it reads was written or is stale itself; asks for the formulas on the way."""
        if self.is_written(cell):
            return True
        reads = self._reads(cell)
        if reads is None:
            return True
        for sheet_id, rect in reads:
            region = self._written.get(sheet_id)
            if region is not None and region.overlaps(rect):
                return True
        for sheet_id, rect in reads:
            for wanted in self._formulas_in(sheet_id, rect):
                if (yield wanted):
                    return True
        return False

    def _reads(self, cell: Cell) -> list[tuple[str, Rect]] | None:
        """The rectangles a formula reads; None where its text does not tell."""
        sheet = self._sheet(cell[0])
        row = sheet.row(cell[1])
        entry = row.formula(cell[2]) if row is not None else None
        if row is None or entry is None:
            return []
        if isinstance(entry, DataTable):
            return None
        found, rows, columns = _parsed(entry, row)
        reads: list[tuple[str, Rect]] = []
        return reads if self._resolve(found, sheet, rows, columns, reads, set()) else None

    def _resolve(
        self,
        found: Precedents,
        sheet: Sheet,
        rows: int,
        columns: int,
        reads: list[tuple[str, Rect]],
        seen: set[str],
    ) -> bool:
        """Add what is read to reads; False where that cannot be told."""
        if found.opaque:
            return False
        for reference in found.references:
            moved = reference.moved(rows, columns)
            if moved is not None:
                reads.extend((other.id, moved.rect) for other in self._sheets(moved.first, moved.last, sheet))
        return all(self._resolve_name(prefix, name, found, sheet, reads, seen) for prefix, name in found.names)

    def _resolve_name(
        self, prefix: str, name: str, found: Precedents, sheet: Sheet, reads: list[tuple[str, Rect]], seen: set[str]
    ) -> bool:
        folded = name.casefold()
        scope = self._model.sheet_named(prefix) if prefix else sheet
        text = self._names.get((folded, scope.id if scope else None), self._names.get((folded, None)))
        if text is None:
            return found.binds or name in found.functions
        if folded in seen:
            return False
        inner = precedents(text)
        if any(not all(reference.fixed) or not reference.first for reference in inner.references):
            return False
        return self._resolve(inner, sheet, 0, 0, reads, seen | {folded})

    def _sheets(self, first: str, last: str, own: Sheet) -> list[Sheet]:
        if not first:
            return [own]
        if first == last:
            sheet = self._model.sheet_named(first)
            return [] if sheet is None else [sheet]
        names = sheets_between([sheet.name for sheet in self._model.sheets], first, last)
        return [sheet for sheet in self._model.sheets if sheet.name in names]

    def _sheet(self, sheet_id: str) -> Sheet:
        sheet = self._model.sheet(sheet_id)
        assert sheet is not None
        return self._load(sheet)

    def _formulas_in(self, sheet_id: str, rect: Rect) -> Iterator[Cell]:
        """The formulas within a rectangle that are not known to be clean, and those whose blocks reach into it."""
        for block in self._sheet(sheet_id).blocks:
            if block.overlaps(rect) and not rect.holds(block.row0, block.col0):
                yield sheet_id, block.row0, block.col0
        columns = self._formulas(sheet_id)
        wanted = columns if len(columns) < rect.columns else range(rect.col0, rect.col1 + 1)
        for col0 in wanted:
            column = columns.get(col0)
            if column is not None and rect.col0 <= col0 <= rect.col1:
                for row0 in column.unknown(rect.row0, rect.row1):
                    yield sheet_id, row0, col0

    def _formulas(self, sheet_id: str) -> dict[int, _Column]:
        """The rows with formulas, by column."""
        known = self._columns.get(sheet_id)
        if known is None:
            rows: dict[int, list[int]] = {}
            for row0, row in self._sheet(sheet_id).each_row():
                for col0 in row.formula_columns():
                    rows.setdefault(col0, []).append(row0)
            known = self._columns[sheet_id] = {col0: _Column(numbers) for col0, numbers in rows.items()}
        return known


def _parsed(entry: FormulaEntry, row: Row) -> tuple[Precedents, int, int]:
    """(what the text reads, how far the cell lies from the text's own): shared formulas are parsed once a group."""
    if isinstance(entry, SharedFormula):
        group = entry.group
        assert group.text is not None
        return precedents(group.text), row.source0 - group.row0, entry.col0 - group.col0
    if isinstance(entry, ArrayFormula):
        return precedents(entry.text), 0, 0
    return precedents(entry_text(entry, row)), 0, 0


@final
class _Region:
    """Rectangles of one sheet, to be asked whether they overlap another; by bands of 256 rows."""

    def __init__(self) -> None:
        self._all: list[Rect] = []
        self._bands: dict[int, list[Rect]] = {}
        self._tall: list[Rect] = []

    def add(self, rect: Rect) -> None:
        self._all.append(rect)
        first, last = rect.row0 >> 8, rect.row1 >> 8
        if last - first > 16:
            self._tall.append(rect)
        else:
            for band in range(first, last + 1):
                self._bands.setdefault(band, []).append(rect)

    def overlaps(self, rect: Rect) -> bool:
        first, last = rect.row0 >> 8, rect.row1 >> 8
        if last - first > len(self._bands):
            return any(rect.overlaps(other) for other in self._all)
        return any(rect.overlaps(other) for other in self._tall) or any(
            rect.overlaps(other) for band in range(first, last + 1) for other in self._bands.get(band, ())
        )


@final
class _Column:
    """The rows of one column that hold formulas. What is known to be clean is skipped in constant time: running sums
    ask for the same rows over and over."""

    def __init__(self, rows: list[int]) -> None:
        self._rows = rows
        self._next = list(range(len(rows) + 1))

    def mark_clean(self, row0: int) -> None:
        at = bisect_left(self._rows, row0)
        if at < len(self._rows) and self._rows[at] == row0:
            self._next[at] = at + 1

    def unknown(self, row0: int, row1: int) -> Iterator[int]:
        """The rows within row0..row1 that were not marked clean, ascending; marks may be set meanwhile."""
        at = self._find(bisect_left(self._rows, row0))
        while at < len(self._rows) and self._rows[at] <= row1:
            yield self._rows[at]
            at = self._find(at + 1)

    def _find(self, at: int) -> int:
        following = self._next
        root = at
        while following[root] != root:
            root = following[root]
        while following[at] != root:
            following[at], at = root, following[at]
        return root
