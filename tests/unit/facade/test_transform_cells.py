"""Changes over others that move cells: every cell carries an identity, and what was meant goes where it went."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    HOLE_MARK,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Mutation,
    RangeMove,
    RangeSort,
    StylePatch,
    StyleSet,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.transform import TransformConflict, squash, transform
from macrocell.facade.workbook.transform.over import both
from macrocell.facade.workbook.transform.pair import PAIRS
from macrocell.facade.workbook.transform.warning import Warnings
from macrocell.facade.workbook.xlsx.new import new_workbook
from support.effort import tries

CASES = tries(800, 20_000)
BATCH = 100
ROWS, COLUMNS = 12, 8
SIZE = 40
Cells = list[list[Any]]


class Grid:
    """A sheet of identities, lists of lists; values and formats by identity."""

    def __init__(self) -> None:
        self.lines: Cells = [[(row0, col0) for col0 in range(SIZE)] for row0 in range(SIZE)]
        self.values: dict[Any, Any] = {}
        self.looks: dict[Any, str] = {}
        self.fresh = 0

    def new(self) -> Any:
        self.fresh += 1
        return self.fresh

    def do(self, mutation: Any) -> None:
        """A change by places."""
        getattr(self, "_" + type(mutation).__name__)(mutation)

    def columns(self, work: Any) -> None:
        """Work on columns as on rows."""
        self.lines = [list(line) for line in zip(*self.lines, strict=True)]
        work()
        self.lines = [list(line) for line in zip(*self.lines, strict=True)]

    def _along(self, axis: str, work: Any) -> None:
        if axis == "rows":
            work()
        else:
            self.columns(work)

    def _AxisInsert(self, made: AxisInsert) -> None:
        def work() -> None:
            width = len(self.lines[0])
            self.lines[made.at : made.at] = [[self.new() for _ in range(width)] for _ in range(made.count)]

        self._along(made.axis, work)

    def _AxisDelete(self, made: AxisDelete) -> None:
        def work() -> None:
            del self.lines[made.at : made.at + made.count]

        self._along(made.axis, work)

    def _AxisMove(self, made: AxisMove) -> None:
        def work() -> None:
            block = self.lines[made.at : made.at + made.count]
            rest = [*self.lines[: made.at], *self.lines[made.at + made.count :]]
            landing = made.to if made.to < made.at else made.to - made.count
            self.lines = [*rest[:landing], *block, *rest[landing:]]

        self._along(made.axis, work)

    def _CellsInsert(self, made: CellsInsert) -> None:
        self._shift(made, lambda cells, at, count: [*cells[:at], *(self.new() for _ in range(count)), *cells[at:]])

    def _CellsDelete(self, made: CellsDelete) -> None:
        self._shift(made, lambda cells, at, count: [*cells[:at], *cells[at + count :]])

    def _shift(self, made: Any, change: Any) -> None:
        rect = made.rect
        first, last, at, count = (rect.col0, rect.col1, rect.row0, rect.rows)
        if made.axis == "columns":
            first, last, at, count = (rect.row0, rect.row1, rect.col0, rect.columns)

        def work() -> None:
            for number in range(first, last + 1):
                line = change(self.lines[number], at, count)
                size = len(self.lines[number])
                self.lines[number] = [*line, *(self.new() for _ in range(size - len(line)))][:size]

        if made.axis == "columns":
            work()
        else:
            self.columns(work)

    def _RangeMove(self, made: RangeMove) -> None:
        rect = made.rect
        block = [line[rect.col0 : rect.col1 + 1] for line in self.lines[rect.row0 : rect.row1 + 1]]
        for row0 in range(rect.row0, rect.row1 + 1):
            for col0 in range(rect.col0, rect.col1 + 1):
                self.lines[row0][col0] = self.new()
        for down, line in enumerate(block):
            self.lines[made.row0 + down][made.col0 : made.col0 + len(line)] = line

    def _RangeSort(self, made: RangeSort) -> None:
        rect = made.rect
        block = [line[rect.col0 : rect.col1 + 1] for line in self.lines[rect.row0 : rect.row1 + 1]]
        for at, source in enumerate(made.order):
            self.lines[rect.row0 + at][rect.col0 : rect.col1 + 1] = block[source]

    def _CellsSet(self, made: CellsSet) -> None:
        for row0, row in enumerate(made.rows, made.rect.row0):
            for col0, cell in enumerate(row, made.rect.col0):
                if cell != HOLE_MARK:
                    self.values[self.lines[row0][col0]] = cell

    def _CellsClear(self, made: CellsClear) -> None:
        for cell in self.cells(made.rects):
            self.values.pop(cell, None)

    def _StyleSet(self, made: StyleSet) -> None:
        for cell in self.cells(made.rects):
            self.looks[cell] = str(made.patch.number_format)

    def cells(self, rects: Any) -> list[Any]:
        return [
            self.lines[row0][col0]
            for rect in rects
            for row0 in range(rect.row0, rect.row1 + 1)
            for col0 in range(rect.col0, rect.col1 + 1)
        ]

    def shown(self) -> dict[tuple[int, int], Any]:
        """(value, format) by place, of what is not blank."""
        return {
            (row0, col0): (self.values.get(cell), self.looks.get(cell, "General"))
            for row0, line in enumerate(self.lines)
            for col0, cell in enumerate(line)
            if self.values.get(cell) is not None or cell in self.looks
        }


def shown(model: Workbook) -> dict[tuple[int, int], Any]:
    found: dict[tuple[int, int], Any] = {}
    for row0, row in model.sheets[0].each_row():
        for col0 in range(max(row.width(), len(row.styles))):
            look = model.styles.number_format(row.style(col0))
            if row.value(col0) is not None or look != "General":
                found[row0, col0] = (row.value(col0), look)
    return found


def content(random: Random) -> Mutation:
    """A change of content alone."""
    row0, col0 = random.randrange(ROWS - 3), random.randrange(COLUMNS - 3)
    rect = Rect(row0, col0, row0 + random.randrange(4), col0 + random.randrange(3))
    kind = random.randrange(4)
    if kind == 0:
        return CellsClear(sheet="s1", rects=(rect,))
    if kind == 1:
        return StyleSet(sheet="s1", rects=(rect,), patch=StylePatch(number_format=random.choice(("0", "0.0"))))
    rows: list[list[Any]] = [
        [HOLE_MARK if random.random() < 0.2 else random.randrange(1000) for _ in range(rect.columns)]
        for _ in range(rect.rows)
    ]
    return CellsSet(sheet="s1", rect=rect, rows=rows)


def change_of_places(random: Random) -> Mutation:
    row0, col0 = random.randrange(ROWS - 4), random.randrange(COLUMNS - 3)
    rect = Rect(row0, col0, row0 + random.randrange(4), col0 + random.randrange(3))
    axis: Any = random.choice(("rows", "columns"))
    at, count = random.randrange(6), random.choice((1, 2, 3))
    kind = random.randrange(7)
    if kind == 0:
        return AxisInsert(sheet="s1", axis=axis, at=at, count=count)
    if kind == 1:
        return AxisDelete(sheet="s1", axis=axis, at=at, count=count)
    if kind == 2:
        to = random.choice([place for place in range(12) if not at <= place <= at + count])
        return AxisMove(sheet="s1", axis=axis, at=at, count=count, to=to)
    if kind == 3:
        return CellsInsert(sheet="s1", rect=rect, axis=axis)
    if kind == 4:
        return CellsDelete(sheet="s1", rect=rect, axis=axis)
    if kind == 5:
        order = list(range(rect.rows))
        random.shuffle(order)
        return RangeSort(sheet="s1", rect=rect, order=tuple(order))
    target = random.choice([(row, col) for row in range(12) for col in range(6) if (row, col) != (row0, col0)])
    return RangeMove(sheet="s1", rect=rect, row0=target[0], col0=target[1])


def base(random: Random) -> tuple[Workbook, Grid]:
    model, grid = new_workbook(), Grid()
    for _ in range(6):
        made = content(random)
        apply_all(model, [made])
        grid.do(made)
    assert shown(model) == grid.shown()
    return model, grid


def where(grid: Grid, cells: Any) -> dict[Any, tuple[int, int]]:
    wanted = set(cells)
    return {cell: (r, c) for r, line in enumerate(grid.lines) for c, cell in enumerate(line) if cell in wanted}


@pytest.mark.parametrize("seed", range(CASES // BATCH))
def test_content_goes_where_its_cells_went(seed: int) -> None:
    done = 0
    for number in range(BATCH):
        random = Random(f"{seed}/{number}")
        model, grid = base(random)
        ours = content(random)
        rects = (ours.rect,) if isinstance(ours, CellsSet) else ours.rects  # type: ignore[union-attr]
        meant = grid.cells(rects)
        wire = [cell for row in ours.rows for cell in row] if isinstance(ours, CellsSet) else []
        theirs = [change_of_places(random) for _ in range(random.choice((1, 1, 2, 3)))]
        for their in theirs:
            apply_all(model, [their])
            grid.do(their)
        story = f"{seed}/{number}\nours={ours!r}\ntheirs={theirs!r}"
        left = where(grid, meant)
        try:
            found = transform([ours], theirs)
        except TransformConflict as conflict:
            assert (conflict.code, left) == ("cells_deleted", {}), story
            continue
        assert left or not isinstance(ours, CellsSet), story
        before = state_hash(model)
        applied = apply_all(model, decode(encode(found.mutations)))
        for at, cell in enumerate(meant):
            if cell in left:
                if isinstance(ours, CellsSet):
                    grid.values.update({cell: wire[at]} if wire[at] != HOLE_MARK else {})
                elif isinstance(ours, CellsClear):
                    grid.values.pop(cell, None)
                else:
                    grid.looks[cell] = str(ours.patch.number_format)  # type: ignore[union-attr]
        assert shown(model) == grid.shown(), story
        apply_all(model, decode(encode(applied.inverse())))
        assert state_hash(model) == before, story
        done += 1
    assert done > BATCH * 0.8


WHOLE = (CellsInsert, CellsDelete, RangeMove, RangeSort)


@pytest.mark.parametrize("seed", range(CASES // BATCH))
def test_a_change_of_a_rectangle_goes_where_its_cells_went_together_or_is_a_conflict(seed: int) -> None:
    done = 0
    for number in range(BATCH):
        random = Random(f"whole/{seed}/{number}")
        model, grid = base(random)
        ours: Any = change_of_places(random)
        while not isinstance(ours, WHOLE):
            ours = change_of_places(random)
        their = change_of_places(random)
        rect: Rect = ours.rect
        meant = grid.cells((rect,))
        apply_all(model, [their])
        grid.do(their)
        places = where(grid, meant)
        offsets = {
            (places[cell][0] - rect.row0 - at // rect.columns, places[cell][1] - rect.col0 - at % rect.columns)
            for at, cell in enumerate(meant)
            if cell in places
        }
        together = len(places) == len(meant) and len(offsets) == 1
        if isinstance(their, RangeSort) and rect.covers(their.rect) and not isinstance(ours, RangeSort):
            together, offsets = True, {(0, 0)}  # the same cells, in another order
        story = f"{number}\nours={ours!r}\ntheirs={their!r}"
        try:
            found = transform([ours], [their]).mutations
        except TransformConflict as conflict:
            assert conflict.code in PAIRS[type(ours), type(their)].codes, story
            assert conflict.code != "parted" or not together or isinstance(ours, RangeMove), story
            continue
        if isinstance(ours, CellsInsert) and isinstance(their, RangeSort):
            assert found == (ours,), story  # it is about the line in front of the cells, and that did not move
            continue
        assert together, story
        ((down, right),) = offsets
        for one in found:
            assert (one.rect.row0 - rect.row0, one.rect.col0 - rect.col0) == (down, right), story  # type: ignore[union-attr]
            try:
                apply_all(model, decode(encode([one])))
            except MutationConflict:  # what only the workbook knows
                break
            grid.do(one)
            assert shown(model) == grid.shown(), story
        done += 1
    assert done > BATCH * 0.3


@pytest.mark.parametrize("seed", range(CASES // BATCH))
def test_the_looked_up_way_is_the_same_as_one_pair_after_another(seed: int) -> None:
    """And over two lists at once is over one and then the other."""
    for number in range(BATCH // 2):
        random = Random(f"ways/{seed}/{number}")
        ours, theirs, more = (
            [random.choice((content, content, change_of_places))(random) for _ in range(random.choice((1, 3, 5)))]
            for _ in range(3)
        )
        try:
            slow, _ = both(tuple(ours), tuple(theirs), Warnings())
        except TransformConflict as conflict:
            with pytest.raises(TransformConflict) as caught:
                transform(ours, theirs)
            assert caught.value.code == conflict.code
            continue
        once = transform(ours, theirs).mutations
        assert encode(once) == encode(slow)
        try:
            wanted = transform(once, more).mutations
        except TransformConflict:
            continue
        assert encode(transform(ours, [*theirs, *more]).mutations) == encode(wanted)


@pytest.mark.parametrize("seed", range(CASES // BATCH))
def test_a_squashed_list_has_the_same_result(seed: int) -> None:
    shorter = 0
    for number in range(BATCH // 2):
        random = Random(f"squash/{seed}/{number}")
        made = [random.choice((*(content,) * 9, change_of_places))(random) for _ in range(40)]
        first, _ = base(Random(number))
        second, _ = base(Random(number))
        sent = encode(made)
        fewer = squash(made)
        assert encode(made) == sent
        apply_all(first, made)
        apply_all(second, decode(encode(fewer)))
        assert state_hash(first) == state_hash(second), repr(made)
        assert len(fewer) <= len(made)
        shorter += len(fewer) < len(made)
    assert shorter > BATCH // 20
