"""Undo and redo, again and again, as runs of their own: every state is met again exactly as it was."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    REGISTRY,
    Applied,
    AxisDelete,
    AxisInsert,
    CellsSet,
    Formula,
    Mutation,
    RangeMove,
    SheetCopy,
    SheetDelete,
    apply_all,
    decode,
    encode,
    take_back,
)
from support.effort import tries
from support.models import content, sample
from support.random_edits import edit

WALKS = tries(800, 20_000)
BATCH = 100


def state(model: Workbook) -> Any:
    return content(model), state_hash(model)


class Walk:
    """A workbook with its undo and redo stacks, as an editor has them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.model = sample()
        self.story: list[str] = []
        self.done: list[tuple[Applied, Any]] = []
        self.undone: list[tuple[Applied, Any]] = []

    def do(self) -> None:
        """A run of up to three changes."""
        wanted: list[Mutation] = []
        before = state(self.model)
        for _ in range(self.random.choice((1, 1, 2, 3))):
            mutation = edit(self.random, self.model, first=not wanted)
            try:
                REGISTRY.of(mutation).verify(mutation, True)
                trial = apply_all(self.model, [*wanted, mutation])
            except (MutationConflict, MutationInvalid):
                continue
            self.check(before, trial)
            wanted.append(mutation)
        if wanted:
            self.story.append(repr(wanted))
            self.done.append((apply_all(self.model, decode(encode(wanted))), before))
            self.undone.clear()

    def check(self, before: Any, trial: Applied) -> None:
        """A run that is taken back by its inverse."""
        self.story.append(f"tried and undone: {trial.mutations!r}")
        self.take_back(trial)
        assert state(self.model) == before, "\n".join(self.story)

    def turn(self, source: list[tuple[Applied, Any]], target: list[tuple[Applied, Any]], name: str) -> None:
        """Undo or redo one run, and compare with the state that was there."""
        applied, wanted = source.pop()
        here = state(self.model)
        self.story.append(name)
        target.append((self.take_back(applied), here))
        assert state(self.model) == wanted, "\n".join(self.story)

    def take_back(self, applied: Applied) -> Applied:
        """As a run of its own."""
        try:
            return apply_all(self.model, decode(encode(applied.inverse())))
        except MutationConflict as conflict:
            raise AssertionError("\n".join(self.story)) from conflict


@pytest.mark.parametrize("seed", range(WALKS // BATCH))
def test_every_state_is_met_again(seed: int) -> None:
    for number in range(BATCH):
        random = Random(f"{seed}/{number}")
        walk = Walk(random)
        for _ in range(random.randint(3, 14)):
            kind = random.choice(("do", "do", "undo", "undo", "redo"))
            if kind == "do":
                walk.do()
            elif kind == "undo" and walk.done:
                walk.turn(walk.done, walk.undone, "undo")
            elif kind == "redo" and walk.undone:
                walk.turn(walk.undone, walk.done, "redo")
        while walk.done:
            walk.turn(walk.done, walk.undone, "undo")
        while walk.undone:
            walk.turn(walk.undone, walk.done, "redo")
        while walk.done:
            walk.turn(walk.done, walk.undone, "undo")


def back_and_forth(*wanted: Mutation) -> None:
    """Each a run: undo all, redo all, undo all."""
    walk = Walk(Random(0))
    for mutation in wanted:
        before = state(walk.model)
        walk.done.append((apply_all(walk.model, decode(encode([mutation]))), before))
    for source, target, name in (
        (walk.done, walk.undone, "undo"),
        (walk.undone, walk.done, "redo"),
        (walk.done, walk.undone, "undo"),
    ):
        while source:
            walk.turn(source, target, name)


def _formula(sheet: str, row0: int, col0: int, text: str) -> CellsSet:
    return CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[Formula(text)]])


class TestTextsOfBefore:
    """A text that stood nowhere while what it speaks of was away."""

    def test_a_deleted_row_that_spoke_of_itself_while_its_sheet_was_deleted(self) -> None:
        back_and_forth(
            AxisDelete(sheet="s1", axis="rows", at=4, count=1),
            SheetDelete(id="s1"),
            SheetCopy(id="s2", new_id="s3", name="Data", index=0, cells=10_000),
        )

    def test_a_formula_that_was_overwritten_before_its_row_was_deleted(self) -> None:
        back_and_forth(
            _formula("s2", 0, 0, "Data!A5"),
            CellsSet(sheet="s2", rect=Rect(0, 0, 0, 0), rows=[[7]]),
            AxisDelete(sheet="s1", axis="rows", at=4, count=1),
            _formula("s2", 3, 3, "Data!A1"),
        )

    def test_a_formula_that_was_written_between_two_edits(self) -> None:
        back_and_forth(
            RangeMove(sheet="s2", rect=Rect(5, 4, 7, 5), row0=0, col0=1),
            AxisInsert(sheet="s1", axis="rows", at=3, count=2),
            _formula("s2", 4, 2, "Data!A5*2"),
        )

    def test_a_formula_that_was_written_on_a_copy(self) -> None:
        back_and_forth(
            SheetCopy(id="s1", new_id="s3", name="Bob's", index=1, cells=10_000),
            AxisInsert(sheet="s3", axis="columns", at=0, count=2),
            _formula("s3", 1, 1, "$B$4"),
        )


def test_an_undo_that_is_taken_back_leaves_references_as_they_were_after_the_run() -> None:
    model = sample()
    apply_all(model, [_formula("s2", 5, 0, "Data!F1+Data!L1+SUM(Data!C:D)"), _formula("s1", 6, 5, "$H$7")])
    run = [AxisDelete(sheet="s1", axis="columns", at=7, count=1), AxisDelete(sheet="s1", axis="columns", at=5, count=2)]
    applied = apply_all(model, decode(encode(run)))
    after = state(model)
    undone = apply_all(model, decode(encode(applied.inverse())))
    take_back(model, undone)
    assert state(model) == after


def test_a_move_over_an_array_formula_around_a_corner_is_taken_back() -> None:
    model = sample()
    before = state(model)
    applied = apply_all(model, [RangeMove(sheet="s1", rect=Rect(1, 0, 3, 1), row0=0, col0=1)])
    assert Rect(0, 2, 1, 2) not in model.sheets[0].blocks
    moved = state(model)
    back = apply_all(model, decode(encode(applied.inverse())))
    assert state(model) == before
    again = apply_all(model, decode(encode(back.inverse())))
    assert state(model) == moved
    apply_all(model, decode(encode(again.inverse())))
    assert state(model) == before
