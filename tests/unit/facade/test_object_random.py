"""Random edits over many objects: what is read quickly agrees with step by step, and everything comes back."""

from __future__ import annotations

from random import Random

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.formula.carrier import Carrier
from macrocell.facade.workbook.formula.step import AxisStep, Step, inverse_of
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    Applied,
    AxisDelete,
    AxisInsert,
    AxisMove,
    Mutation,
    SheetRename,
    apply_all,
    take_back,
)
from macrocell.facade.workbook.mutation.axis_edit import edit_of
from macrocell.facade.workbook.object.carry import Move, carried
from macrocell.facade.workbook.object.store import Store
from support.saving import book_of, saved, sheet_part

SIZE = 14
SEQUENCES = 60


def area(random: Random) -> str:
    row, column = random.randint(1, SIZE), random.randint(0, 8)
    end, last = row + random.choice((0, 0, 1, 4)), column + random.choice((0, 0, 1, 3))
    first = f"{chr(65 + column)}{row}"
    return first if (end, last) == (row, column) and random.random() < 0.9 else f"{first}:{chr(65 + last)}{end}"


def formula(random: Random) -> str:
    prefix = random.choice(("", "", "Data!", "Data2!", "'Data'!"))
    return f"SUM({prefix}{area(random)})+{random.choice(('$B$3', 'A1', 'Data!$C$2:$D$9', '5'))}"


def around(random: Random) -> str:
    """What a sheet has behind its rows: everything that stands on cells, at random places."""
    some = range(random.randint(1, 5))
    rules = "".join(
        f'<conditionalFormatting sqref="{area(random)} {area(random)}"><cfRule><formula>{formula(random)}</formula>'
        "</cfRule></conditionalFormatting>"
        for _ in some
    )
    checks = "".join(
        f'<dataValidation sqref="{area(random)}"><formula1>{formula(random)}</formula1></dataValidation>' for _ in some
    )
    links = "".join(f'<hyperlink ref="{area(random)}" location="Data!{area(random)}"/>' for _ in some)
    breaks = "".join(f'<brk id="{random.randint(1, SIZE)}" man="1"/>' for _ in some)
    return (
        f'<autoFilter ref="A1:F{random.randint(3, SIZE)}"><filterColumn colId="{random.randint(0, 5)}"/></autoFilter>'
        f"{rules}<dataValidations>{checks}</dataValidations><hyperlinks>{links}</hyperlinks>"
        f"<rowBreaks>{breaks}</rowBreaks>"
    )


def edit(random: Random, book: Workbook) -> Mutation:
    sheet = random.choice(book.sheets)
    axis, at, count = random.choice(("rows", "rows", "columns")), random.randint(0, SIZE), random.choice((1, 1, 2, 5))
    kind = random.random()
    if kind < 0.4:
        return AxisInsert(sheet=sheet.id, axis=axis, at=at, count=count)  # type: ignore[arg-type]
    if kind < 0.8:
        return AxisDelete(sheet=sheet.id, axis=axis, at=at, count=count)  # type: ignore[arg-type]
    if kind < 0.9:
        to = at - random.randint(1, 3) if at > 3 and random.random() < 0.5 else at + count + random.randint(1, 3)
        return AxisMove(sheet=sheet.id, axis=axis, at=at, count=count, to=to)  # type: ignore[arg-type]
    return SheetRename(id=sheet.id, name=random.choice(("In put", "Old", f"S{random.randint(1, 99)}")))


def step_by_step(book: Workbook) -> dict[str, object]:
    """What every mention reads, each step by itself, from what was kept last."""
    store = Store(book)
    found: dict[str, object] = {}
    for mention in store.all():
        value, epoch = book.kept.get(mention.id, (mention.value, 0))
        for step in book.history.steps[epoch:]:
            if value is not None:
                value = carried(mention, value, Move(step, mention.host, Carrier([(step, mention.host)])))
        found[mention.id] = value
    return found


def damaged_by_all(book: Workbook, step: Step) -> set[str]:
    """The mentions that a step and its inverse change, each of them looked at."""
    back = inverse_of(step)
    assert back is not None
    found = set()
    now = step_by_step(book)
    for mention in Store(book).all():
        value = now[mention.id]
        if value is None:
            continue
        there = carried(mention, value, Move(step, mention.host, Carrier([(step, mention.host)])))  # type: ignore[arg-type]
        again = there and carried(mention, there, Move(back, mention.host, Carrier([(back, mention.host)])))
        if again != value:
            found.add(mention.id)
    return found


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_objects_follow_random_edits_and_come_back(seed: int) -> None:
    random = Random(seed)
    book = book_of(sheet_part("", after=around(random)), sheet_part("", after=around(random)))
    assert book.package is not None
    done: list[tuple[str, Applied, dict[str, object]]] = []
    for _ in range(random.randint(1, 9)):
        if done and random.random() < 0.25:
            before, applied, texts = done.pop()
            take_back(book, applied)
            assert state_hash(book) == before, seed
            assert step_by_step(book) == texts, seed
            continue
        mutation = edit(random, book)
        before, texts = state_hash(book), step_by_step(book)
        if not isinstance(mutation, SheetRename):
            sheet = book.sheet(mutation.sheet)  # type: ignore[union-attr]
            assert sheet is not None
            step = AxisStep(sheet.id, sheet.name, mutation.axis, edit_of(mutation))  # type: ignore[union-attr, arg-type]
            quick = {mention.id for mention, _ in Store(book).damaged(step)}
            assert quick == damaged_by_all(book, step), (seed, mutation)
        try:
            applied = apply_all(book, [mutation])
        except MutationConflict:
            continue
        done.append((before, applied, texts))
        store = Store(book)
        book.history.reached = {}
        assert {mention.id: store.value(mention) for mention in store.all()} == step_by_step(book), (seed, mutation)
    saved(book)
    while done:
        before, applied, _ = done.pop()
        take_back(book, applied)
        assert state_hash(book) == before, seed
    assert saved(book) == book.package.data
