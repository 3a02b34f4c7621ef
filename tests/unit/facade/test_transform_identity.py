"""Mutations over others do what was meant: the model against intents that are carried out by identity."""

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
    HOLE_MARK,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsSet,
    Formula,
    MergeAdd,
    Mutation,
    SheetAdd,
    SheetDelete,
    SheetRename,
    StylePatch,
    StyleSet,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.sheet_add import next_sheet_id
from macrocell.facade.workbook.mutation.typed_ref import typed
from macrocell.facade.workbook.transform import TransformConflict, transform
from macrocell.facade.workbook.transform.pair import PAIRS
from macrocell.facade.workbook.xlsx.new import new_workbook
from support.effort import tries
from support.identity import SIZE, Span
from support.intent import Intent, Tracking

CASES = tries(600, 20_000)
BATCH = 100
NAMES = ("Data", "O", "In put")
KINDS = (
    *("write", "write", "write", "insert", "insert", "remove", "remove", "shuffle", "shuffle"),
    *("clear", "style", "style", "merge", "rename", "drop", "add"),
)
REFUSED = (
    "would be merged areas that overlap",
    "overlaps the merged range",
    "would hide",
    "is the only visible sheet",
)


class Case:
    """A base, one change of ours as mutation and intent, and some of theirs."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.model = new_workbook()
        self.twin = Tracking()
        apply_all(self.model, [SheetRename(id="s1", name="Data")])
        for index, name in enumerate(NAMES[1:], 1):
            apply_all(self.model, [SheetAdd(id=f"s{index + 1}", name=name, index=index)])
        for name in NAMES:
            self.twin.add_sheet(name)
        self.keys = dict(zip(("s1", "s2", "s3"), (sheet.key for sheet in self.twin.sheets), strict=True))
        for _ in range(8):
            self.do("write")
        self.do("merge")
        self.ours, self.intent = self.plan("ours")
        self.twin.intents.append(self.intent)
        self.theirs: list[Mutation] = []
        for _ in range(random.choice((1, 1, 2, 3))):
            self.theirs.extend(self.do("theirs"))

    def do(self, who: str) -> list[Mutation]:
        """A change that is made at once, on both; none if it does not fit."""
        mutation, intent = self.plan(who)
        try:
            apply_all(self.model, decode(encode([mutation])))
        except MutationConflict:
            return []
        if isinstance(mutation, SheetAdd):
            self.keys[mutation.id] = -1
        self.twin.intents.append(intent)
        self.twin.carry_out(intent)
        if isinstance(mutation, SheetAdd):
            self.keys[mutation.id] = self.twin.sheets[-1].key
        return [mutation]

    def plan(self, who: str) -> tuple[Mutation, Intent]:
        """A random change, and what it means. One of ours fits the state there is."""
        while True:
            kind = self.random.choice(KINDS) if who in ("ours", "theirs") else who
            found: tuple[Mutation, Intent] = getattr(self, f"plan_{kind}")(who)
            if who != "ours":
                return found
            try:
                take_back(self.model, apply_all(self.model, [found[0]]))
            except MutationConflict:
                continue
            return found

    def pick(self) -> tuple[Any, Any]:
        sheet = self.random.choice(self.model.sheets)
        twin = self.twin.sheet(self.keys[sheet.id])
        assert twin is not None
        return sheet, twin

    def rect(self, twin: Any) -> tuple[Rect, set[tuple[int, int]]]:
        row0, col0 = self.random.randrange(10), self.random.randrange(6)
        rect = Rect(row0, col0, row0 + self.random.choice((0, 0, 1, 3)), col0 + self.random.choice((0, 1, 2)))
        rows, columns = twin.rows[rect.row0 : rect.row1 + 1], twin.columns[rect.col0 : rect.col1 + 1]
        return rect, {(row, column) for row in rows for column in columns}

    def plan_write(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        rect, cells = self.rect(twin)
        ids = {other.name.casefold(): other.id for other in self.model.sheets}
        intent = Intent("write", twin.key, area=cells)
        rows: list[list[Any]] = []
        for row in twin.rows[rect.row0 : rect.row1 + 1]:
            rows.append([])
            for column in twin.columns[rect.col0 : rect.col1 + 1]:
                roll = self.random.random()
                content: Any = None if roll < 0.1 else self.random.randrange(1000)
                wire: Any = content
                if roll > 0.85:
                    rows[-1].append(HOLE_MARK)
                    continue
                if roll > 0.4:
                    content = self.twin.random_formula(self.random, twin)
                    wire = typed(Formula(self.twin.text(content)), ids)
                intent.cells[row, column] = content
                rows[-1].append(wire)
        return CellsSet(sheet=sheet.id, rect=rect, rows=rows), intent

    def plan_clear(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        rect, cells = self.rect(twin)
        return CellsClear(sheet=sheet.id, rects=(rect,)), Intent("clear", twin.key, area=cells)

    def plan_style(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        rect, cells = self.rect(twin)
        code = self.random.choice(("0.0", "0.00", "0%"))
        mutation = StyleSet(sheet=sheet.id, rects=(rect,), patch=StylePatch(number_format=code))
        return mutation, Intent("style", twin.key, area=cells, name=code)

    def line(self) -> tuple[Any, Any, Any, int, int]:
        sheet, twin = self.pick()
        axis: Any = self.random.choice(("rows", "rows", "columns"))
        at = self.random.randrange(SIZE[axis] // 2)
        return sheet, twin, axis, at, self.random.choice((1, 1, 2, 4))

    def plan_insert(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin, axis, at, count = self.line()
        mutation = AxisInsert(sheet=sheet.id, axis=axis, at=at, count=count)
        return mutation, Intent("insert", twin.key, axis, boundary=twin.axis(axis)[at], amount=count)

    def plan_remove(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin, axis, at, count = self.line()
        mutation = AxisDelete(sheet=sheet.id, axis=axis, at=at, count=count)
        return mutation, Intent("remove", twin.key, axis, lines=set(twin.axis(axis)[at : at + count]))

    def plan_shuffle(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin, axis, at, count = self.line()
        to = self.random.choice([place for place in range(SIZE[axis]) if not at <= place <= at + count])
        line = twin.axis(axis)
        mutation = AxisMove(sheet=sheet.id, axis=axis, at=at, count=count, to=to)
        spans = [(axis, Span(set(line[at : at + count])))]
        return mutation, Intent("shuffle", twin.key, axis, spans=spans, boundary=line[to])

    def plan_merge(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        rect, _ = self.rect(twin)
        if rect.rows == rect.columns == 1:
            rect = rect._replace(col1=rect.col1 + 1)
        spans = [
            ("rows", Span(set(twin.rows[rect.row0 : rect.row1 + 1]))),
            ("columns", Span(set(twin.columns[rect.col0 : rect.col1 + 1]))),
        ]
        return MergeAdd(sheet=sheet.id, rect=rect), Intent("merge", twin.key, spans=spans)

    def plan_rename(self, who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        name = f"{who} {self.random.randrange(99)}"
        return SheetRename(id=sheet.id, name=name), Intent("rename", twin.key, name=name)

    def plan_drop(self, _who: str) -> tuple[Mutation, Intent]:
        sheet, twin = self.pick()
        return SheetDelete(id=sheet.id), Intent("drop", twin.key)

    def plan_add(self, who: str) -> tuple[Mutation, Intent]:
        name = self.random.choice((f"New {who}", "Both"))
        sheet_id, index = next_sheet_id(self.model), len(self.model.sheets)
        return SheetAdd(id=sheet_id, name=name, index=index), Intent("add", 0, name=name)

    def story(self) -> str:
        return f"ours={self.ours!r}\ntheirs={self.theirs!r}"

    def check_conflict(self, conflict: TransformConflict) -> None:
        """A conflict is one that the table tells of, about these two, and for a reason that identities know too."""
        assert conflict.code in PAIRS[type(conflict.ours), type(conflict.theirs)].codes, self.story()
        alive = self.intent.kind == "add" or self.twin.sheet(self.intent.sheet) is not None
        if conflict.code == "sheet_deleted":
            assert not alive, self.story()
        if conflict.code == "cells_deleted":
            assert not self.twin.left(self.intent), self.story()

    def check_possible(self) -> None:
        """No conflict: there is something that ours can be about."""
        if isinstance(self.ours, CellsSet):
            assert self.twin.left(self.intent), self.story()
        if not isinstance(self.ours, SheetAdd | SheetDelete):
            assert self.twin.sheet(self.intent.sheet) is not None, self.story()

    def compare(self) -> None:
        assert [sheet.name for sheet in self.model.sheets] == [twin.name for twin in self.twin.sheets], self.story()
        for sheet, twin in zip(self.model.sheets, self.twin.sheets, strict=True):
            assert grid(self.model, sheet) == self.twin.grid(twin), self.story()
            assert looks(self.model, sheet) == self.twin.shown(twin), self.story()
            assert sorted(map(tuple, sheet.merges)) == self.twin.areas(twin), self.story()


def grid(model: Workbook, sheet: Sheet) -> dict[tuple[int, int], Any]:
    found: dict[tuple[int, int], Any] = {}
    for row0, row in sheet.each_row():
        for col0 in range(row.width()):
            entry = row.formula(col0)
            if entry is not None:
                found[row0, col0] = "=" + entry_text(model.history, sheet, entry, row)
            elif row.value(col0) is not None:
                found[row0, col0] = row.value(col0)
    return found


def looks(model: Workbook, sheet: Sheet) -> dict[tuple[int, int], str]:
    return {
        (row0, col0): look
        for row0, row in sheet.each_row()
        for col0 in range(len(row.styles))
        if (look := model.styles.number_format(row.style(col0))) != "General"
    }


def one_case(random: Random) -> str:
    """What came of it: a conflict's code, "refused" or "done"."""
    case = Case(random)
    sent = encode([case.ours]), encode(case.theirs)
    try:
        found = transform([case.ours], case.theirs, names=NAMES)
    except TransformConflict as conflict:
        case.check_conflict(conflict)
        return conflict.code
    finally:
        assert (encode([case.ours]), encode(case.theirs)) == sent
    case.check_possible()
    before = state_hash(case.model)
    try:
        applied = apply_all(case.model, decode(encode(found.mutations)))
    except MutationConflict as conflict:
        assert any(text in str(conflict) for text in REFUSED), f"{conflict}\n{case.story()}"
        return "refused"
    if isinstance(case.ours, SheetAdd) and any(one.code == "renamed" for one in found.warnings):
        case.intent.name += " (2)"
    case.twin.carry_out(case.intent)
    case.compare()
    after = state_hash(case.model)
    back = apply_all(case.model, decode(encode(applied.inverse())))
    assert state_hash(case.model) == before, case.story()
    take_back(case.model, back)
    assert state_hash(case.model) == after, case.story()
    take_back(case.model, applied)
    assert state_hash(case.model) == before, case.story()
    return "done"


@pytest.mark.parametrize("seed", range(CASES // BATCH))
def test_ours_over_theirs_is_what_was_meant(seed: int) -> None:
    came = [one_case(Random(f"{seed}/{number}")) for number in range(BATCH)]
    assert came.count("done") > BATCH * 0.6
