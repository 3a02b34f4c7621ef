"""Every reference follows every edit: the model against a workbook whose rows and columns carry identities."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.formula.entry import entry_text
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    Applied,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsSet,
    Formula,
    MergeAdd,
    Mutation,
    SheetAdd,
    SheetCopy,
    SheetDelete,
    SheetRename,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.sheet_add import next_sheet_id
from macrocell.facade.workbook.mutation.sheet_copy import count_cells
from macrocell.facade.workbook.xlsx.new import new_workbook
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.effort import tries
from support.identity import AXES, SIZE, Identities, Span
from support.identity import Sheet as Twin

SEQUENCES = tries(600, 20_000)
BATCH = 100


class Pair:
    """A model and its twin, and the edits made so far, so that a failure can be repeated."""

    def __init__(self, random: Random, *, filed: bool = False) -> None:
        """filed: what stands there before the first edit was read from a file."""
        self.random = random
        self.model = new_workbook()
        self.twin = Identities()
        self.made: list[Mutation] = []
        self.applied: list[Applied] = []
        self._names = iter(f"Name {number}" for number in range(1000))
        apply_all(self.model, [SheetRename(id="s1", name="Data")])
        for index, name in enumerate(("O", "In put"), 1):
            apply_all(self.model, [SheetAdd(id=f"s{index + 1}", name=name, index=index)])
        for name in ("Data", "O", "In put"):
            self.twin.add_sheet(name)
        for _ in range(6):
            self.write()
        self.merge()
        if filed:
            self.reload()

    def reload(self) -> None:
        """Save, and go on with what was saved."""
        pieces, _ = save_package(self.model)
        self.model = read_workbook(b"".join(pieces))
        for sheet in self.model.sheets:
            sheet.load()

    def merge(self) -> None:
        """Two merged areas before any edit."""
        for row0, col0, row1, col1 in ((2, 1, 4, 1), (8, 3, 9, 6)):
            try:
                apply_all(self.model, [MergeAdd(sheet="s1", rect=Rect(row0, col0, row1, col1))])
            except MutationConflict:  # a cell inside holds something
                continue
            twin = self.twin.sheets[0]
            spans = Span(set(twin.rows[row0 : row1 + 1])), Span(set(twin.columns[col0 : col1 + 1]))
            twin.merges.append(spans)

    def pick(self) -> tuple[Sheet, Twin]:
        at = self.random.randrange(len(self.model.sheets))
        return self.model.sheets[at], self.twin.sheets[at]

    def write(self) -> None:
        """A cell with a number or a formula."""
        sheet, twin = self.pick()
        row0, col0 = (self.random.randrange(SIZE[axis]) for axis in AXES)
        cell: Any = self.random.randrange(1000)
        wire: Any = cell
        if self.random.random() < 0.7:
            cell = self.twin.random_formula(self.random, twin)
            wire = Formula(self.twin.text(cell))
        self.do(CellsSet(sheet=sheet.id, rect=Rect(row0, col0, row0, col0), rows=[[wire]]))
        twin.cells[twin.rows[row0], twin.columns[col0]] = cell

    def do(self, mutation: Mutation) -> None:
        sent = encode([mutation])
        self.applied.append(apply_all(self.model, decode(sent)))
        self.made.append(mutation)
        assert encode([mutation]) == sent

    def edit(self) -> None:
        """Any edit, the same on both."""
        kind = self.random.choice(("write", "write", "insert", "insert", "delete", "move", "rename", "drop", "copy"))
        if kind == "write":
            self.write()
            return
        sheet, twin = self.pick()
        axis = self.random.choice(AXES)
        at, amount = self.random.randrange(SIZE[axis]), self.random.choice((1, 1, 2, 5))
        if kind == "insert":
            self.do(AxisInsert(sheet=sheet.id, axis=axis, at=at, count=amount))
            self.twin.insert(twin, axis, at, amount)
        elif kind == "delete":
            self.do(AxisDelete(sheet=sheet.id, axis=axis, at=at, count=amount))
            self.twin.delete(twin, axis, at, amount)
        elif kind == "move":
            to = self.random.choice([place for place in range(SIZE[axis] + 6) if not at <= place <= at + amount])
            try:
                self.do(AxisMove(sheet=sheet.id, axis=axis, at=at, count=amount, to=to))
            except MutationConflict as conflict:
                assert "would be merged areas that overlap" in str(conflict)
            else:
                self.twin.move(twin, axis, at, amount, to)
        elif kind == "drop":
            if len(self.model.sheets) > 2:
                self.do(SheetDelete(id=sheet.id))
                self.twin.delete_sheet(twin)
        elif kind == "copy":
            if len(self.model.sheets) < 5:
                name, at = next(self._names), len(self.model.sheets)
                new_id, cells = next_sheet_id(self.model), count_cells(sheet)
                self.do(SheetCopy(id=sheet.id, new_id=new_id, name=name, index=at, cells=cells))
                self.twin.copy_sheet(twin, name)
        else:
            name = next(self._names)
            self.do(SheetRename(id=sheet.id, name=name))
            self.twin.rename(twin, name)

    def compare(self) -> None:
        for sheet, twin in zip(self.model.sheets, self.twin.sheets, strict=True):
            assert grid(self.model, sheet) == self.twin.grid(twin), self.story()
            assert sorted(map(tuple, sheet.merges)) == self.twin.areas(twin), self.story()

    def story(self) -> str:
        return "\n".join(map(repr, self.made))


def grid(model: Workbook, sheet: Sheet) -> dict[tuple[int, int], Any]:
    """The cells of a sheet by place, formulas as they read."""
    found: dict[tuple[int, int], Any] = {}
    for row0, row in sheet.each_row():
        for col0 in range(row.width()):
            entry = row.formula(col0)
            if entry is not None:
                found[row0, col0] = "=" + entry_text(model.history, sheet, entry, row)
            elif row.value(col0) is not None:
                found[row0, col0] = row.value(col0)
    return found


@pytest.mark.parametrize("seed", range(SEQUENCES // BATCH))
def test_the_model_agrees_with_identities_after_random_edits(seed: int) -> None:
    for number in range(BATCH):
        pair = Pair(Random(f"{seed}/{number}"))
        for _ in range(pair.random.randint(1, 10)):
            pair.edit()
        pair.compare()


@pytest.mark.parametrize("seed", range(SEQUENCES // BATCH))
def test_the_saved_file_agrees_with_identities_too(seed: int) -> None:
    for number in range(BATCH // 4):
        pair = Pair(Random(f"saved/{seed}/{number}"), filed=True)
        for _ in range(pair.random.randint(1, 8)):
            pair.edit()
        pair.compare()
        story = pair.story()
        pair.reload()
        for sheet, twin in zip(pair.model.sheets, pair.twin.sheets, strict=True):
            assert grid(pair.model, sheet) == pair.twin.grid(twin), story
            assert sorted(map(tuple, sheet.merges)) == pair.twin.areas(twin), story


@pytest.mark.parametrize("seed", range(SEQUENCES // BATCH))
def test_inverses_bring_the_state_back(seed: int) -> None:
    for number in range(BATCH // 4):
        pair = Pair(Random(f"back/{seed}/{number}"))
        hashes = [state_hash(pair.model)]
        first = len(pair.applied)
        for _ in range(pair.random.randint(1, 8)):
            made = len(pair.applied)
            pair.edit()
            if len(pair.applied) > made:
                hashes.append(state_hash(pair.model))
        undone = pair.applied[first:]
        while undone:
            applied = undone.pop()
            hashes.pop()
            if pair.random.random() < 0.5:
                take_back(pair.model, applied)
            else:
                apply_all(pair.model, decode(encode(applied.inverse())))
                undone and _no_longer_last(undone)
            assert state_hash(pair.model) == hashes[-1], pair.story()


def _no_longer_last(undone: list[Applied]) -> None:
    """From here on the edits cannot be taken back in place, for another came after them; their inverses still serve."""
    for applied in undone:
        applied.epoch = 1 << 30


def test_content_is_not_pushed_off_the_sheet() -> None:
    model = Workbook()
    model.sheets.append(Sheet("s1", "Data"))
    apply_all(model, [CellsSet(sheet="s1", rect=Rect(1_048_575, 0, 1_048_575, 0), rows=[[1]])])
    with pytest.raises(MutationConflict) as caught:
        apply_all(model, [AxisInsert(sheet="s1", axis="rows", at=3, count=1)])
    assert str(caught.value) == "Data has content in row 1,048,576, which 1 more would push off the sheet"
