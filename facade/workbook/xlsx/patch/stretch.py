"""The rows of a sheet in stretches: those that follow on each other in the part too, and need no look one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias, cast, final

from ...model.formula import SharedFormula
from ...model.row import Row
from ...model.sheet import Sheet
from .error import LayoutError
from .locate import RowIndex
from .row import attribute_changes, attributes_of

CHUNK_ROWS: Final = 1024
"""Rows that are looked at together; where one of them is unlike the rest, all of them are looked at one by one. A
stretch has at most so many, some 10,000 cells: their pieces are gone before the next ones come."""
_COMMON: Final = frozenset({str, SharedFormula})
_FACTS: Final = tuple(map(attrgetter, ("source0", "touched", "attributes", "formulas")))


@final
class Stretch(NamedTuple):
    """Rows whose places in the part begin with first, delta further down than there. No cell of them was touched, and
    all their formulas are plain ones of the file, or members of shared ones."""

    rows: list[Row]
    first: int
    delta: int


@final
class Single(NamedTuple):
    """A row for itself, and its place in the part; -1 for one that came later."""

    row0: int
    row: Row
    at: int


Item: TypeAlias = "Stretch | Single"


@final
class Stretches:
    """One run over the rows of a sheet. written: rows in which formulas are written anew whatever they are."""

    def __init__(self, index: RowIndex, sheet: Sheet, part: str, written: Collection[int]) -> None:
        self._index = index
        self._sheet = sheet
        self._part = part
        self._written = written
        self._same: dict[tuple[bytes, bytes], bool] = {}

    def __iter__(self) -> Iterator[Item]:
        """In the order of the model. Raises LayoutError for a row of the file that its part does not have.

        Not split: it does some 1 us a row where rows are looked at one by one, of which a call would be a quarter.
        """
        index, written, odd = self._index, self._written, self._index.odd
        run: list[Row] = []
        first = delta = behind = 0
        for row0, row in self._parts():
            if isinstance(row, list):
                source0, rows = row[0].source0, row
                at = index.place(source0)
            else:
                source0, rows = row.source0, [row]
                at = index.place(source0) if source0 >= 0 else -1
                if at < 0 and source0 >= 0:
                    raise LayoutError(self._part, f"row {source0 + 1}, which is needed, was not found in it")
                plain = at >= 0 and row.touched is None and row0 not in written and at not in odd
                if not (plain and self._are_same(at, row) and (row.formulas is None or _is_common(row))):
                    if run:
                        yield Stretch(run, first, delta)
                        run = []
                    yield Single(row0, row, at)
                    continue
            if at != behind or row0 - source0 != delta or not run:
                if run:
                    yield Stretch(run, first, delta)
                run, first, delta = [], at, row0 - source0
            run.extend(rows)
            behind = at + len(rows)
            while len(run) >= CHUNK_ROWS:  # while they are at hand
                yield Stretch(run[:CHUNK_ROWS], first, delta)
                run, first = run[CHUNK_ROWS:], first + CHUNK_ROWS
        if run:
            yield Stretch(run, first, delta)

    def _parts(self) -> Iterator[tuple[int, Row | list[Row]]]:
        """Rows that are alike together, the others each for itself."""
        sheet = self._sheet
        for begin in range(0, len(sheet.rows), CHUNK_ROWS):
            part = sheet.rows[begin : begin + CHUNK_ROWS]
            if self._are_alike(begin, part):
                yield begin, cast("list[Row]", part)
            else:
                yield from ((row0, row) for row0, row in enumerate(part, begin) if row is not None)
        for row0 in sorted(sheet.far):
            yield row0, sheet.far[row0]

    def _are_alike(self, row0: int, part: list[Row | None]) -> bool:
        """Whether they may all be of one stretch; a no costs them nothing but time."""
        index, count = self._index, len(part)
        if None in part:
            return False
        sources, touched, attributes, formulas = (tuple(map(fact, part)) for fact in _FACTS)
        at = index.place(sources[0]) if sources[0] >= 0 else -1
        if at < 0 or touched.count(None) != count or sources != tuple(range(sources[0], sources[0] + count)):
            return False
        if not index.follow(at, count):
            return False
        if index.odd and not index.odd.isdisjoint(range(at, at + count)):
            return False
        if self._written and any(map(self._written.__contains__, range(row0, row0 + count))):
            return False
        rests = index.rests[at : at + count]
        pairs = {(rests[0], attributes[0])}
        if rests.count(rests[0]) != count or attributes.count(attributes[0]) != count:
            pairs = set(zip(rests, attributes, strict=True))
        return all(self._is_same(*pair) for pair in pairs) and _are_common(formulas)

    def _are_same(self, at: int, row: Row) -> bool:
        return self._is_same(self._index.rests[at], row.attributes)

    def _is_same(self, rest: bytes, attributes: bytes) -> bool:
        """Whether the attributes of a row in the part are those it has in the model."""
        found = self._same.get((rest, attributes))
        if found is None:
            changes = attribute_changes(attributes_of(rest, 0, len(rest)), attributes)
            found = self._same[rest, attributes] = not changes
        return found


def _are_common(formulas: tuple[tuple[object, ...] | None, ...]) -> bool:
    """Whether all are plain ones of the file, or members of shared ones; quick where rows have as many each."""
    held = [entries for entries in formulas if entries is not None]
    if len(set(map(len, held))) != 1:
        return all(_COMMON.issuperset(map(type, entries[1:])) for entries in held)
    columns = zip(*held, strict=True)
    next(columns)
    return all(_COMMON.issuperset(map(type, column)) for column in columns)


def _is_common(row: Row) -> bool:
    assert row.formulas is not None
    for entry in row.formulas[1:]:  # noqa: SIM110 - a generator takes three times as long for the one or two there are
        if type(entry) is not str and type(entry) is not SharedFormula:
            return False
    return True
