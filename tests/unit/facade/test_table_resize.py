"""Tables that are resized among edits of rows and cells: undone step by step, saved as they stand, and transformed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.rect import Rect, parse_rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    Applied,
    AxisDelete,
    AxisInsert,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Mutation,
    SheetDelete,
    TableResize,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.table_edit import tables_of
from macrocell.facade.workbook.object.current import Table
from macrocell.facade.workbook.transform import TransformConflict, transform
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.effort import tries
from support.tables import with_table

WALKS = tries(150, 5_000)


def opened(*, totals: bool = False) -> Workbook:
    model = read_workbook(with_table(totals=totals))
    model.sheets[0].load()
    return model


def the_table(model: Workbook) -> Table:
    (found,) = tables_of(model, model.sheets[0])
    return found


def edit(random: Random, model: Workbook) -> Mutation:
    sheet, table = model.sheets[0].id, the_table(model)
    rect, at = table.rect, random.randrange(8)
    kind = random.choice(("resize", "resize", "insert", "delete", "shift", "shift out", "write"))
    if kind == "resize":
        return TableResize(sheet=sheet, table=table.id, rect=rect._replace(row1=rect.row0 + random.randrange(7)))
    if kind == "insert":
        return AxisInsert(sheet=sheet, axis="rows", at=at, count=random.choice((1, 2)))
    if kind == "delete":
        return AxisDelete(sheet=sheet, axis="rows", at=at, count=1)
    band = Rect(at, rect.col0, at, rect.col1)
    if kind == "shift":
        return CellsInsert(sheet=sheet, rect=band, axis="rows")
    if kind == "shift out":
        return CellsDelete(sheet=sheet, rect=band, axis="rows")
    row0 = max(at, rect.row0 + 1)
    return CellsSet(sheet=sheet, rect=Rect(row0, 1, row0, 1), rows=[[random.randrange(9)]])


@pytest.mark.parametrize("totals", [False, True])
def test_every_state_is_met_again_on_the_way_back_and_is_what_is_saved(totals: bool) -> None:
    for number in range(WALKS):
        random = Random(f"{totals}/{number}")
        model = opened(totals=totals)
        story: list[str] = []
        done: list[tuple[Applied, str, Rect]] = []
        for _ in range(random.randint(1, 6)):
            mutation = edit(random, model)
            before = state_hash(model), the_table(model).rect
            try:
                applied = apply_all(model, decode(encode([mutation]), from_run=True))
            except (MutationConflict, MutationInvalid):
                assert (state_hash(model), the_table(model).rect) == before
                continue
            story.append(repr(mutation))
            done.append((applied, *before))
        rect = the_table(model).rect
        saved = read_workbook(b"".join(save_package(model)[0]))
        assert the_table(saved).rect == rect, "\n".join(story)
        while done:
            applied, hashed, rect = done.pop()
            apply_all(model, decode(encode(applied.inverse())))
            assert (state_hash(model), the_table(model).rect) == (hashed, rect), "\n".join(story)


def resize(model: Workbook, area: str) -> TableResize:
    rect = parse_rect(area)
    assert rect is not None
    return TableResize(sheet=model.sheets[0].id, table=the_table(model).id, rect=rect)


def test_rows_that_others_inserted_move_what_is_resized() -> None:
    model = opened()
    ours, theirs = resize(model, "A1:C9"), AxisInsert(sheet=model.sheets[0].id, axis="rows", at=0, count=2)
    (moved,) = transform([ours], [theirs]).mutations
    assert moved == resize(model, "A3:C11")
    apply_all(model, [theirs, moved])
    assert the_table(model).rect.a1 == "A3:C11"


def test_two_that_resize_one_table_clash() -> None:
    model = opened()
    ours, theirs = resize(model, "A1:C9"), resize(model, "A1:C4")
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [theirs])
    assert (caught.value.code, caught.value.ours, caught.value.theirs) == ("table_resized", ours, theirs)
    gone = AxisDelete(sheet=model.sheets[0].id, axis="rows", at=0, count=20)
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [gone])
    assert caught.value.code == "parted"
    with pytest.raises(TransformConflict) as caught:
        transform([ours], [SheetDelete(id=model.sheets[0].id)])
    assert caught.value.code == "sheet_deleted"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table": "nowhere#0"}, "no such table"),
        ({"rect": Rect(0, 0, 1 << 20, 2)}, "outside"),
        ({"sheet": "s9"}, "there is no"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    model = opened()
    before = state_hash(model)
    good = {"sheet": model.sheets[0].id, "table": the_table(model).id, "rect": Rect(0, 0, 8, 2)}
    with pytest.raises((MutationConflict, MutationInvalid), match=message):
        apply_all(model, decode(encode([TableResize(**(good | changes))]), from_run=True))
    assert state_hash(model) == before
