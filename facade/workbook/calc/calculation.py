"""The values of a model's formulas, each computed when it is asked for, with all that it needs and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count, repeat
from typing import Any, Final, final

from ...value import CellError, RichText
from ..formula.entry import entry_text
from ..formula.explore import Cell
from ..formula.shared import shift_text
from ..model.formula import ArrayFormula, DataTable, FormulaEntry, SharedFormula, SharedGroup
from ..model.rect import MAX_ROWS, Rect
from ..model.row import Row
from ..model.sheet import Sheet
from ..model.workbook import Workbook
from ..xlsx.date import to_serial
from . import library
from .array import Array
from .book import CIRCLE, Book, WantedError
from .circle import Circle
from .failure import Computed, Failure
from .frame import NOTHING
from .grid import plain
from .iteration import Iteration, iteration_of, workbook_xml
from .moment import texts
from .program import Program, program
from .spill import EMPTY, SPILL, UNSTEADY
from .syntax import pattern, shape
from .table import Tables
from .value import NUM, FaultError, UnknownError, finished

_ROUNDED: Final = re.compile(rb"""fullPrecision\s*=\s*["'](?:0|false)["']""")
_TURNS: Final = 8
"""How often formulas that spill are computed until none changes the areas of others."""
assert library is not None


@final
class _Above:
    """The last formula of a column that was read: the next is most often the same, so many rows below.

    rows are those that the formula of the last row names. The numbers of rows below are counted, not computed.
    """

    __slots__ = ("_counted", "_first", "_next0", "_pattern", "_row0", "_shown", "_steps", "_turns", "made", "rows")

    def __init__(self, row0: int, made: Program, rows: tuple[int, ...], text: str) -> None:
        self.made = made
        self.rows = self._first = rows
        self._row0, self._next0 = row0, -1
        self._pattern = pattern(text)
        self._steps = tuple([int(moves) for moves in made.outline.relative])
        shown = [at + 1 for at in rows]
        if not all(self._steps) and "%%" not in self._pattern:  # rows that stay need not be written anew each time
            kept = ["%d" if moves else str(at) for at, moves in zip(shown, self._steps, strict=True)]
            self._pattern = self._pattern.replace("%d", "%s") % tuple(kept)
            shown = [at for at, moves in zip(shown, self._steps, strict=True) if moves]
            self._turns = (1,) * len(shown)
        else:
            self._turns = self._steps
        self._shown = tuple(shown)
        self._counted: Iterator[tuple[tuple[int, ...], tuple[int, ...]]] = iter(())

    def follow(self, row0: int, text: str) -> bool:
        """Whether the text is the same at another row; if so, learn its rows."""
        if row0 != self._next0:
            self._count_from(row0)
        shown, rows = next(self._counted)
        if self._pattern % shown != text:
            self._next0 = -1
            return False
        self.rows = rows
        self._next0 = row0 + 1
        return True

    def _count_from(self, row0: int) -> None:
        """The rows as they are shown, and as they are, of the formulas at a row and below."""
        distance = row0 - self._row0
        shown = [count(at + distance * turn, turn) for at, turn in zip(self._shown, self._turns, strict=True)]
        rows = [count(at + distance * step, step) for at, step in zip(self._first, self._steps, strict=True)]
        self._counted = zip(_beside(shown), _beside(rows), strict=False)


def _beside(counts: list[count[int]]) -> Iterator[tuple[int, ...]]:
    return zip(*counts, strict=False) if counts else repeat(())


@final
class Calculation:
    """Of one model, which only goes forward: no write or edit is taken back.

    load brings a sheet's rows into memory; stale tells whether the cached value of a formula no longer holds; now is
    the moment that NOW() gives. begun counts how often all that was known had to be given up.
    """

    def __init__(
        self,
        model: Workbook,
        load: Callable[[Sheet], Sheet],
        stale: Callable[[Cell], bool],
        now: datetime | None = None,
    ) -> None:
        self._model = model
        self._load = load
        self._stale = stale
        self._clock = None if now is None else to_serial(now, epoch_1904=model.epoch_1904)
        self._book: Book | None = None
        self._tables = Tables(Workbook())
        self._as_written = False
        self._sheets: list[Sheet] = []
        self._epoch = self._reshown = self._resized = 0
        self._written: object = None
        self._named: object = None
        self._taken = 0
        self._broken: str | None = None
        self._iteration: Iteration | None = None
        self._shared: dict[tuple[int, int], tuple[SharedGroup, Program, tuple[int, ...], tuple[bool, ...]]] = {}
        self._above: dict[tuple[str, int], _Above] = {}
        self.begun = 0

    def value(self, sheet: Sheet, row0: int, col0: int) -> Computed:
        """What the formula at a cell, or the block that the cell belongs to, gives now; None for a blank cell."""
        model, book = self._model, self._book
        if book is None or self._taken != len(model.written) or not self._is_current(model):
            book = self._settled()
        texts.epoch_1904 = book.epoch_1904
        cell = (sheet.id, row0, col0)
        found = self._given(cell, book)
        if book.spills.anchors and not book.spills.is_settled():
            self._lay(book)
            found = self._given(cell, book)
        return None if found is EMPTY else found

    def blocks(self, sheet: Sheet) -> list[Rect]:
        """The areas of a sheet that array formulas give values to now, with those that they no longer do."""
        book = self._laid(sheet)
        return [*sheet.blocks, *book.spills.areas(sheet.id)]

    def is_spilled(self, sheet: Sheet, row0: int, col0: int) -> bool:
        """Whether an array formula gives a cell its value now, and did not in the file."""
        return (row0, col0) in self._laid(sheet).grid(sheet.id).spilled

    def area(self, sheet: Sheet, block: Rect) -> Rect:
        """The cells that the array formula of a block gives values to now."""
        return self._laid(sheet).spills.laid.get((sheet.id, block.row0, block.col0), block)

    def _laid(self, sheet: Sheet) -> Book:
        """The book in which all formulas that spill were computed, those of a sheet too."""
        book = self._settled()
        book.grid(sheet.id)
        if book.spills.anchors and not book.spills.is_settled():
            self._lay(book)
        return book

    def _given(self, cell: Cell, book: Book) -> Any:
        found = book.values.get(cell)
        if found is not None:
            return found
        try:
            found = self._compute(cell, book)
        except WantedError:
            return self._explore(cell, book)
        book.know(cell, found)
        return found

    def _lay(self, book: Book) -> None:
        """Compute the formulas that spill until each sees the areas of all others as they are."""
        spills = book.spills
        for turn in range(_TURNS):
            count = len(spills.anchors)
            for anchor in list(spills.anchors):
                self._given(anchor, book)
            if len(spills.anchors) == count and spills.is_settled():
                return
            if turn == _TURNS - 2:
                spills.unsteady = set(spills.found) | set(spills.laid)
                spills.found = {}
            book.lay()

    def _explore(self, cell: Cell, book: Book) -> Any:
        """The value of a formula, after those that it needs: without recursion, since chains are as long as sheets."""
        values = book.values
        stack = [cell]
        begun: set[Cell] = set()
        while stack:
            here = stack[-1]
            if values.get(here) is not None and here not in begun:
                stack.pop()
                continue
            try:
                found = self._compute(here, book)
            except WantedError as wanted:
                begun.add(here)
                first = self._meet([other for other in wanted.cells if other in begun], begun, book)
                stack.extend(other for other in reversed(wanted.cells) if other not in begun)
                stack.extend(first)
                continue
            begun.discard(here)
            book.know(here, found)
            stack.pop()
        return values[cell]

    def _meet(self, met: list[Cell], begun: set[Cell], book: Book) -> list[Cell]:
        """Formulas that need each other: a value or a reason for each. What is to be computed before that is told."""
        for cell in met:
            if book.values.get(cell) is not None:
                continue
            if self._iteration is None:
                book.values[cell] = Failure(CIRCLE)
                continue
            circle = Circle(book, lambda here: self._compute(here, book), self._text, self._iteration)
            first = circle.begin(cell, begun)
            if first:
                return first
            circle.settle()
            begun.difference_update(circle.members)
        return []

    def _text(self, cell: Cell, book: Book) -> str | None:
        """A formula as it reads, with cells for structured references. None for what is no formula of one cell."""
        sheet_id, row0, col0 = cell
        sheet = book.grid(sheet_id).sheet
        row = sheet.row(row0)
        entry = None if row is None else row.formula(col0)
        if row is None or entry is None or type(entry) in {ArrayFormula, DataTable}:
            return None
        text = entry_text(self._model.history, sheet, entry, row)
        return self._tables.plain(text, sheet, row0, col0) if self._tables else text

    # Keeping in step

    def _is_current(self, model: Workbook) -> bool:
        """Whether nothing but cells was changed since the book was begun."""
        return (
            self._written is model.written
            and self._named is model.names
            and self._epoch == len(model.history.steps)
            and self._reshown == model.reshown
            and self._resized == model.resized
            and self._sheets == model.sheets
        )

    def _settled(self) -> Book:
        model, book = self._model, self._book
        if book is None or not self._is_current(model):
            book = self._book = Book(model, self._load, self._clock)
            self._written, self._named, self._sheets = model.written, model.names, list(model.sheets)
            self._epoch, self._reshown, self._resized = model.history.now, model.reshown, model.resized
            self._tables = Tables(model)
            self._as_written = not self._tables and not model.history.now
            self._shared, self._above = {}, {}
            self._broken = _refusal(model)
            self._iteration = iteration_of(model)
            self.begun += 1
        elif len(model.written) > self._taken:
            book.forget()
            book.spills.laid_for = -1
            book.rewrite(model.written[self._taken :])
        self._taken = len(model.written)
        texts.epoch_1904 = book.epoch_1904
        return book

    # One formula

    def _compute(self, cell: Cell, book: Book) -> Any:
        """The value of a cell. Raises WantedError where others are to be computed first."""
        sheet_id, row0, col0 = cell
        sheet = (book.grids.get(sheet_id) or book.grid(sheet_id)).sheet
        rows_of = sheet.rows
        row = rows_of[row0] if row0 < len(rows_of) else sheet.row(row0)
        formulas: Any = None if row is None else row.formulas  # (columns, entry, entry ...), see Row
        entry: Any = formulas[formulas[0].index(col0) + 1] if formulas and col0 in formulas[0] else None
        if row is None or entry is None:
            return self._of_block(cell, book)
        cached = row.value(col0)
        if cached is not None and not self._stale(cell):
            book.spills.drop(cell)
            return cached.text if isinstance(cached, RichText) else cached
        if self._broken is not None:
            return self._settle(entry, Failure(self._broken), cell, book)
        if type(entry) is DataTable:
            return Failure("is a data table")
        try:
            above = self._above.get((sheet_id, col0)) if type(entry) is str and self._as_written else None
            if above is not None and above.follow(row0, entry):
                made, rows = above.made, above.rows
            else:
                made, rows = self._program(sheet, row0, col0, row, entry)
            frame = book.frame
            frame.sheet, frame.row0, frame.col0, frame.rows, frame.bound = sheet_id, row0, col0, rows, NOTHING
            found = made.run(frame)
        except FaultError as error:
            found = CellError(error.code)
        except UnknownError as error:
            found = Failure(error.reason)
        except OverflowError as error:
            found = Failure("cannot be computed (a date)") if "date" in str(error) else CellError(NUM)
        except (RecursionError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError) as error:
            found = Failure(f"cannot be computed ({type(error).__name__})")
        if type(entry) is str and type(found) is not Failure:
            return finished(found)
        return self._settle(entry, found, cell, book)

    def _of_block(self, cell: Cell, book: Book) -> Any:
        """A cell that an array formula elsewhere gives its value, or one without a formula."""
        sheet_id, row0, col0 = cell
        grid = book.grid(sheet_id)
        anchor = grid.anchor(row0, col0)
        row = grid.sheet.row(row0)
        own = None if row is None else plain(row.value(col0))
        if anchor is None:
            return EMPTY if own is None else own
        master = grid.sheet.row(anchor[0])
        cached = None if master is None else master.value(anchor[1])
        if cached is not None and not self._stale((sheet_id, *anchor)):
            return EMPTY if own is None else own
        if book.values.get((sheet_id, *anchor)) is None:
            raise WantedError([(sheet_id, *anchor)])
        found = book.values.get(cell)
        return Failure("is a data table") if found is None else found

    def _settle(self, entry: FormulaEntry, found: Any, cell: Cell, book: Book) -> Any:
        """The value of the cell; those of an array formula's other cells are put."""
        if type(entry) is not ArrayFormula:
            return found if type(found) is Failure else finished(found)
        area = block = entry.rect
        if entry.dynamic and type(found) is not Failure:
            if cell in book.spills.unsteady:
                found = Failure(UNSTEADY)
            else:
                area, free = book.spills.place(cell, block, found, book)
                found = found if free else CellError(SPILL)
        sheet_id, row0, col0 = cell
        first = None
        for row in range(max(area.row1, block.row1) - row0 + 1):
            for column in range(max(area.col1, block.col1) - col0 + 1):
                if not area.holds(row0 + row, col0 + column):
                    value: Any = EMPTY
                else:
                    value = found.at(row, column) if type(found) is Array else found
                    value = value if type(value) is Failure else finished(value)
                if not row and not column:
                    first = value
                elif value is not EMPTY or block.holds(row0 + row, col0 + column):
                    book.know((sheet_id, row0 + row, col0 + column), value)
        return first

    def _program(
        self, sheet: Sheet, row0: int, col0: int, row: Row, entry: FormulaEntry
    ) -> tuple[Program, tuple[int, ...]]:
        if type(entry) is SharedFormula and not self._model.history.now and not self._tables:
            found = self._of_group(entry, row)
            if found is not None:
                return found
        if type(entry) is str and not self._model.history.steps:
            text = entry
        else:
            text = entry_text(self._model.history, sheet, entry, row)
        if self._tables:
            text = self._tables.plain(text, sheet, row0, col0)
        place = sheet.id, col0
        above = self._above.get(place)
        if above is not None and type(entry) is not ArrayFormula and above.follow(row0, text):
            return above.made, above.rows
        key, rows = shape(text)
        made = program(key, text, array=type(entry) is ArrayFormula)
        if rows is None:
            return made, made.outline.rows
        if not made.array:
            self._above[place] = _Above(row0, made, rows, text)
        return made, rows

    def _of_group(self, entry: SharedFormula, row: Row) -> tuple[Program, tuple[int, ...]] | None:
        """The program of a shared formula, made once for each of its columns."""
        group = entry.group
        columns = entry.col0 - group.col0
        known = self._shared.get((id(group), columns))
        if known is None:
            text = shift_text(group.text or "", 0, columns)
            key, rows = shape(text)
            made = program(key, text, array=False)
            own = made.outline.rows if rows is None else rows
            known = self._shared[id(group), columns] = group, made, own, made.outline.relative
        _, made, own, relative = known
        distance = row.source0 - group.row0
        if not distance:
            return made, own
        rows = tuple(at + distance if moves else at for at, moves in zip(own, relative, strict=True))
        return (made, rows) if not rows or (min(rows) >= 0 and max(rows) < MAX_ROWS) else None


def _refusal(model: Workbook) -> str | None:
    """Why nothing of a workbook is computed."""
    if _ROUNDED.search(workbook_xml(model)):
        return "is in a workbook that computes with numbers as they are shown"
    return None
