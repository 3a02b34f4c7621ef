"""Mutations over others: both ways round lead to the same state, whatever was inserted, deleted or moved between."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    REGISTRY,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    SheetRename,
    StylePatch,
    StyleSet,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.typed_ref import typed
from macrocell.facade.workbook.transform import TransformConflict, transform
from macrocell.facade.workbook.transform.carry import CARRY, STEPS
from macrocell.facade.workbook.transform.over import both
from macrocell.facade.workbook.transform.warning import Warnings
from support.effort import tries

PAIRS = tries(500, 20_000)
BATCH = 125
NAMES = ("Data", "O")
IDS = {name.casefold(): f"s{number}" for number, name in enumerate(NAMES, 1)}


def base(random: Random) -> Workbook:
    """Two sheets with numbers and formulas."""
    model = Workbook()
    for name, sheet_id in zip(NAMES, IDS.values(), strict=True):
        model.sheets.append(Sheet(sheet_id, name))
    for _ in range(8):
        apply_all(model, [write(random)])
    return model


def write(random: Random) -> CellsSet:
    rows, columns = random.choice((1, 1, 2, 3)), random.choice((1, 1, 2))
    row0, col0 = random.randrange(10), random.randrange(6)
    cells: list[list[Any]] = [[_cell(random) for _ in range(columns)] for _ in range(rows)]
    rect = Rect(row0, col0, row0 + rows - 1, col0 + columns - 1)
    return CellsSet(sheet=random.choice(("s1", "s2")), rect=rect, rows=cells)


def _cell(random: Random) -> Any:
    if random.random() < 0.5:
        return random.randrange(100)
    prefix = random.choice(("", "Data!", "O!"))
    row = random.randint(1, 10)
    return typed(Formula(f"SUM({prefix}B{row}:C{row + random.choice((0, 2, 4))})+{prefix}$A{row}"), IDS)


def edit(random: Random, user: int) -> Mutation:
    """Any change of a user."""
    sheet = random.choice(("s1", "s2"))
    axis = random.choice(("rows", "columns"))
    size = 10 if axis == "rows" else 6
    at, count = random.randrange(size), random.choice((1, 1, 2, 3))
    rect = Rect(at, 1, at + count, 3)
    kind = random.choice(("write", "write", "insert", "insert", "delete", "delete", "move", "style", "clear", "rename"))
    if kind == "write":
        return write(random)
    if kind == "insert":
        return AxisInsert(sheet=sheet, axis=axis, at=at, count=count)
    if kind == "delete":
        return AxisDelete(sheet=sheet, axis=axis, at=at, count=count)
    if kind == "move":
        to = random.choice([place for place in range(size + 4) if not at <= place <= at + count])
        return AxisMove(sheet=sheet, axis=axis, at=at, count=count, to=to)
    if kind == "style":
        return StyleSet(sheet=sheet, rects=(rect,), patch=StylePatch(number_format=random.choice(("0.0", "0.00"))))
    if kind == "clear":
        return CellsClear(sheet=sheet, rects=(rect,))
    return SheetRename(id=sheet, name=f"User {user}")


def run_of(random: Random, seed: str, user: int, length: int) -> list[Mutation]:
    """Some changes of one user, each of which fits after the ones before it."""
    model = base(Random(seed))
    made: list[Mutation] = []
    for _ in range(length):
        mutation = edit(random, user)
        try:
            apply_all(model, [mutation])
        except MutationConflict:
            continue
        made.append(mutation)
    return made


def places(model: Workbook) -> Any:
    """What stands where, and how it looks; of formulas only that there is one.

    Which rows belong to a range depends on the order in which one was inserted and its neighbours deleted. There is
    one log, so that orders need not agree in that.
    """
    found: dict[Any, Any] = {}
    for sheet in model.sheets:
        for row0, row in sheet.each_row():
            for col0 in range(max(row.width(), len(row.styles))):
                content = "formula" if row.formula(col0) is not None else row.value(col0)
                look = model.styles.number_format(row.style(col0))
                if content is not None or look != "General":
                    found[sheet.name, row0, col0] = (content, look)
    return found


def test_every_family_says_how_it_goes_through_the_changes_of_others() -> None:
    """So that no pair is left to the rule for what nobody has decided, which is a conflict."""
    assert {family.params for family in REGISTRY} == set(CARRY)
    assert set(STEPS) < set(CARRY)


@pytest.mark.parametrize("seed", range(PAIRS // BATCH))
def test_both_orders_lead_to_the_same_state(seed: int) -> None:
    conflicts = 0
    for number in range(BATCH):
        random, key = Random(f"{seed}/{number}"), f"base/{seed}/{number}"
        ours, theirs = (run_of(random, key, user, random.choice((1, 1, 2, 3))) for user in (1, 2))
        sent = encode(ours), encode(theirs)
        try:
            over, under = both(tuple(ours), tuple(theirs), Warnings())
        except TransformConflict:
            conflicts += 1
            continue
        finally:
            assert (encode(ours), encode(theirs)) == sent
        first, second = base(Random(key)), base(Random(key))
        for model, changes in ((first, (theirs, over)), (second, (ours, under))):
            for some in changes:
                apply_all(model, decode(encode(some)))
        assert places(first) == places(second), f"key={key!r}\nours={ours!r}\ntheirs={theirs!r}"
    assert conflicts < BATCH // 2


@pytest.mark.parametrize("seed", range(PAIRS // BATCH // 2))
def test_over_two_at_once_is_over_one_and_then_the_other(seed: int) -> None:
    for number in range(BATCH):
        random, key = Random(f"two/{seed}/{number}"), f"base/{seed}/{number}"
        ours, theirs = (run_of(random, key, user, 3) for user in (1, 2))
        try:
            at_once = transform(ours, theirs).mutations
            one_by_one: Any = ours
            for their in theirs:
                one_by_one = transform(one_by_one, [their]).mutations
        except TransformConflict:
            continue
        assert encode(at_once) == encode(one_by_one)
