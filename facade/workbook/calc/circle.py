"""One circle of formulas while it is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from ..formula.explore import Cell
from ..formula.reading import Readings
from .book import Book, WantedError
from .failure import Failure
from .grid import plain
from .iteration import (
    LARGE,
    ORDERED,
    REFINED,
    SMALL,
    STARTED,
    STARTS,
    UNSETTLED,
    UNTOLD,
    Iteration,
    TooLargeError,
    circle_of,
    needed_first,
)
from .value import UnknownError


@final
class Circle:
    """compute gives a formula's value with the values of all others as the book has them; text how it reads, without
    structured references."""

    def __init__(
        self,
        book: Book,
        compute: Callable[[Cell], Any],
        text: Callable[[Cell, Book], str | None],
        iteration: Iteration,
    ) -> None:
        self._book = book
        self._compute = compute
        self._text = text
        self._iteration = iteration
        self._readings = Readings(book.model, lambda text, *_: text)
        self._begun: set[Cell] = set()
        self._problem: str | None = None
        self._orders: list[list[Cell]] = []
        self.members: list[Cell] = []

    def begin(self, cell: Cell, begun: set[Cell]) -> list[Cell]:
        """Find its formulas. Those outside of it that they read and that are not known yet: they come first."""
        self._begun = begun
        try:
            self.members = circle_of(cell, self._reads)
        except TooLargeError:
            self._problem = LARGE
        except UnknownError as error:
            self._problem = error.reason
        if self._problem is not None:
            self.members = [cell]
            return []
        inside = set(self.members)
        reads = {member: self._reads(member) for member in self.members}
        self._orders = [needed_first(self.members, reads.__getitem__)]
        if len(self.members) <= SMALL:
            self._orders.append(self.members[::-1])
        outside = {other for others in reads.values() for other in others} - inside
        return sorted(outside)

    def settle(self) -> None:
        """Give each formula its value, or why it has none."""
        found = self._problem if self._problem is not None else self._settled()
        book = self._book
        for member in self.members:
            value = Failure(found) if isinstance(found, str) else found[member]
            book.know(member, value)
        if isinstance(found, str):
            book.unmark(self.members)
        book.unlearn()

    def _settled(self) -> dict[Cell, Any] | str:
        """The values at the fixed point, or the reason why there is none."""
        try:
            found = self._rounds(self.members, self._iteration.rounds)
            if isinstance(found, str):
                return found
            if not all(self._is_same(found, order) for order in self._orders):
                return ORDERED
            if not all(self._is_same(found, self.members, start) for start in STARTS):
                return STARTED
        except WantedError:
            return UNTOLD
        return found

    def _is_same(self, found: dict[Cell, Any], order: list[Cell], start: int | None = None) -> bool:
        other = self._rounds(order, REFINED, start)
        if isinstance(other, str):
            return False
        return self._iteration.is_same([(found[member], other[member]) for member in self.members])

    def _rounds(self, order: list[Cell], most: int, start: int | None = None) -> dict[Cell, Any] | str:
        """Round after round until nothing changes any more, from a value for all, or from those that the cells had."""
        book, iteration = self._book, self._iteration
        for member in order:
            book.know(member, self._start(member) if start is None else start)
        is_done = False
        for turn in range(most + REFINED):
            book.unlearn()
            changes: list[tuple[Any, Any]] = []
            for member in order:
                old, new = book.values[member], self._compute(member)
                if type(new) is Failure:
                    return new.reason
                book.know(member, new)
                changes.append((old, new))
            is_done = is_done or (turn < most and iteration.is_done(changes))
            if turn >= most - 1 and not is_done:
                return UNSETTLED
            if is_done and iteration.is_still(changes):
                return {member: book.values[member] for member in order}
        return UNSETTLED

    def _start(self, cell: Cell) -> Any:
        row = self._book.grid(cell[0]).sheet.row(cell[1])
        value = None if row is None else plain(row.value(cell[2]))
        return 0 if value is None else value

    # What formulas read

    def _reads(self, cell: Cell) -> list[Cell]:
        """The formulas that one reads and that are not known yet. Raises UnknownError where they cannot be told."""
        book = self._book
        text = self._text(cell, book)
        if text is None:
            raise UnknownError(UNTOLD)
        found: dict[Cell, None] = {}
        reading = self._readings.read(text, book.grid(cell[0]).sheet, cell[1], cell[2])
        if reading.opaque:
            raise UnknownError(UNTOLD)
        for sheet_id, rect in reading.reads:
            grid = book.grid(sheet_id)
            sheet = grid.sheet
            if sheet.blocks and any(block.overlaps(rect) for block in sheet.blocks):
                raise UnknownError(UNTOLD)
            last = min(rect.row1, grid.height() - 1)
            width = sheet.width()
            for col0 in range(rect.col0, min(rect.col1, width - 1) + 1):
                column = grid.column(col0)
                for row0 in column.formulas.unknown(rect.row0, last) if column.holds else ():
                    other = (sheet_id, row0, col0)
                    if other in self._begun or book.values.get(other) is None:
                        found[other] = None
        return list(found)
