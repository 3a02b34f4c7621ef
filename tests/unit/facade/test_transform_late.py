"""Formulas taken through many changes at once are what they are when taken through one after another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.axis import AxisEdit
from macrocell.facade.workbook.formula.step import AxisStep, MoveStep, ShiftStep, Step
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Formula,
    Mutation,
    RangeMove,
    SheetDelete,
    SheetRename,
    encode,
    typed_ref,
)
from macrocell.facade.workbook.mutation.typed_ref import carried, carried_through, places_of, typed
from macrocell.facade.workbook.transform import TransformConflict, transform
from macrocell.facade.workbook.transform.over import both
from macrocell.facade.workbook.transform.warning import Warnings
from support.effort import tries

IDS = {"data": "s1", "other": "s2", "third": "s3"}
CELLS = ("A1", "$B$3", "c4", "A2:C5", "B3:B9", "4:5", "B:C", "$A:$A", "D7", "E2:F2")
NAMES = ("", "", "Data!", "Other!", "'Third'!", "Data:Other!")


def formula(random: Random) -> Formula:
    parts = [random.choice(NAMES) + random.choice(CELLS) for _ in range(random.choice((1, 2, 3)))]
    return typed(Formula(f"SUM({','.join(parts)})"), IDS)


def line(random: Random) -> tuple[Any, int, int, int]:
    at, count = random.randrange(8), random.choice((1, 1, 2, 3))
    to = random.choice([place for place in range(12) if not at <= place <= at + count])
    return random.choice(("rows", "rows", "columns")), at, count, to


def step(random: Random) -> Step:
    axis, at, count, to = line(random)
    sheet = random.choice(("s1", "s1", "s2"))
    rect = Rect(at, random.randrange(3), at + count - 1, 3)
    return random.choice(
        (
            AxisStep(sheet, "", axis, AxisEdit("insert", at, count)),
            AxisStep(sheet, "", axis, AxisEdit("delete", at, count)),
            AxisStep(sheet, "", axis, AxisEdit("move", at, count, to)),
            ShiftStep(sheet, "", rect, axis, random.choice(("insert", "delete"))),
            MoveStep(sheet, "", rect, to, random.randrange(4)),
        )
    )


def change(random: Random) -> Mutation:
    axis, at, count, to = line(random)
    sheet = random.choice(("s1", "s1", "s2"))
    rect = Rect(at, random.randrange(3), at + count - 1, 3)
    made: list[Mutation] = [
        AxisInsert(sheet=sheet, axis=axis, at=at, count=count),
        AxisDelete(sheet=sheet, axis=axis, at=at, count=count),
        AxisMove(sheet=sheet, axis=axis, at=at, count=count, to=to),
        CellsInsert(sheet=sheet, rect=rect, axis=axis),
        CellsDelete(sheet=sheet, rect=rect, axis=axis),
        RangeMove(sheet=sheet, rect=rect, row0=to, col0=random.randrange(4)),
        SheetRename(id=random.choice(("s2", "s3")), name=random.choice(("A", "Longer name", "It's"))),
        written(random),
    ]
    return random.choice([*made, SheetDelete(id="s3")] if random.random() < 0.3 else made)


def written(random: Random) -> CellsSet:
    row0, col0 = random.randrange(8), random.randrange(4)
    rows: Any = [[formula(random) if random.random() < 0.7 else 1 for _ in range(2)] for _ in range(2)]
    return CellsSet(sheet=random.choice(("s1", "s2")), rect=Rect(row0, col0, row0 + 1, col0 + 1), rows=rows)


@pytest.mark.parametrize("seed", range(4))
def test_many_steps_at_once_are_one_after_another(seed: int) -> None:
    random = Random(seed)
    lost = moved = 0
    for _ in range(tries(300)):
        start, steps = formula(random), [step(random) for _ in range(random.choice((1, 2, 5, 12)))]
        wanted = start
        for one in steps:
            wanted = carried(wanted, one, "s1")
        assert carried_through(start, places_of(steps), "s1") == wanted, f"{start!r}\n{steps!r}"
        moved += wanted != start
        lost += "#REF!" in wanted.text
    assert moved > 100
    assert lost > 10


def test_what_is_not_remembered_any_more_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed_ref, "MAX_SEEN", 1)
    places = places_of([AxisStep("s1", "", "rows", AxisEdit("insert", 0, 2))])
    for _ in range(2):
        assert carried_through(typed(Formula("A1+B2"), IDS), places, "s1").text == "A3+B4"
    assert len(places.seen) == 1


@pytest.mark.parametrize("seed", range(4))
def test_formulas_over_a_list_are_what_they_are_over_one_after_another(seed: int) -> None:
    done = 0
    for number in range(tries(150)):
        random = Random(f"late/{seed}/{number}")
        ours = [random.choice((written, written, change))(random) for _ in range(random.choice((1, 2, 4)))]
        ours = [one for one in ours if not isinstance(one, SheetRename)]  # or others' names would change theirs
        theirs = [change(random) for _ in range(random.choice((1, 3, 6)))]
        sent = encode(ours), encode(theirs)
        story = f"ours={ours!r}\ntheirs={theirs!r}"
        try:
            slow, _ = both(tuple(ours), tuple(theirs), Warnings())
        except TransformConflict as conflict:
            with pytest.raises(TransformConflict) as caught:
                transform(ours, theirs)
            assert caught.value.code == conflict.code, story
            continue
        found = transform(ours, theirs).mutations
        assert encode(found) == encode(slow), story
        assert (encode(ours), encode(theirs)) == sent
        done += 1
    assert done > 30


@pytest.mark.parametrize("seed", range(4))
def test_over_two_lists_at_once_is_over_one_and_then_the_other(seed: int) -> None:
    """But that a part of a write, which the first has parted, may be all gone after the second while another is not."""
    done = 0
    for number in range(tries(100)):
        random = Random(f"composed/{seed}/{number}")
        ours = [written(random) for _ in range(random.choice((1, 2, 4)))]
        first, then = ([change(random) for _ in range(random.choice((1, 2, 4)))] for _ in range(2))
        once: Any = None
        try:
            once = transform(ours, first).mutations
            wanted = transform(once, then).mutations
        except TransformConflict as conflict:
            if conflict.code == "cells_deleted" and once is not None and len(once) > len(ours):
                continue
            with pytest.raises(TransformConflict) as caught:
                transform(ours, [*first, *then])
            assert caught.value.code == conflict.code
            continue
        assert encode(transform(ours, [*first, *then]).mutations) == encode(wanted), f"{ours!r}\n{first!r}\n{then!r}"
        done += 1
    assert done > 20


def test_a_reference_that_is_lost_on_the_way_is_told_once() -> None:
    ours = CellsSet(sheet="s1", rect=Rect(7, 0, 7, 0), rows=[[typed(Formula("A2+Other!A1"), IDS)]])
    theirs = [
        AxisInsert(sheet="s1", axis="rows", at=0, count=1),
        AxisDelete(sheet="s1", axis="rows", at=2, count=1),
        SheetRename(id="s2", name="New"),
        AxisDelete(sheet="s2", axis="rows", at=0, count=1),
    ]
    found = transform([ours], theirs)
    (made,) = found.mutations
    assert isinstance(made, CellsSet)
    assert made.rows[0][0].text == "#REF!+New!#REF!"  # type: ignore[union-attr]
    assert [(one.code, one.place, one.text, one.mutation) for one in found.warnings] == [
        ("ref_lost", "s1!A8", "a reference in A8 became #REF!", ours)
    ]
