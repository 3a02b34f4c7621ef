"""Formats of rows and columns, and panes, over what others did: both orders lead to the same state."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    Mutation,
    SheetFreeze,
    SheetRemove,
    apply_all,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.axis_format import KeptFormat, facts
from macrocell.facade.workbook.mutation.sheet_freeze import KeptPane
from macrocell.facade.workbook.transform import TransformConflict, transform
from macrocell.facade.workbook.transform.over import both
from macrocell.facade.workbook.transform.warning import Warnings


def rows(*spans: tuple[int, int], **values: Any) -> AxisFormat:
    return AxisFormat(sheet="s1", axis="rows", spans=spans, **values)


def edit(kind: type, at: int, count: int, **more: Any) -> Any:
    return kind(sheet="s1", axis="rows", at=at, count=count, **more)


@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        (rows((2, 5), hidden=True), edit(AxisInsert, 0, 2), [rows((4, 7), hidden=True)]),
        (rows((2, 5), hidden=True), edit(AxisInsert, 4, 2), [rows((2, 3), (6, 7), hidden=True)]),
        (rows((2, 5), hidden=True), edit(AxisDelete, 3, 2), [rows((2, 3), hidden=True)]),
        (rows((2, 5), hidden=True), edit(AxisDelete, 0, 9), []),
        (rows((2, 5), hidden=True), edit(AxisMove, 2, 1, to=9), [rows((2, 4), (8, 8), hidden=True)]),
        (
            rows((2, 5), kept=(KeptFormat(3, 4, b'ht="1"'),)),
            edit(AxisInsert, 4, 1),
            [rows((2, 3), (5, 6), kept=(KeptFormat(3, 3, b'ht="1"'), KeptFormat(5, 5, b'ht="1"')))],
        ),
        (SheetFreeze(sheet="s1", row0=2, col0=1), edit(AxisInsert, 1, 3), [SheetFreeze(sheet="s1", row0=5, col0=1)]),
        (SheetFreeze(sheet="s1", row0=2), edit(AxisDelete, 0, 5), [SheetFreeze(sheet="s1")]),
        (
            SheetFreeze(sheet="s1", kept=(None, KeptPane(2, 0, 2, 0, 0, 0))),
            edit(AxisInsert, 0, 1),
            [SheetFreeze(sheet="s1", kept=(None, KeptPane(3, 0, 3, 0, 0, 0)))],
        ),
        (rows((2, 5), hidden=True), rows((0, 9), hidden=False), [rows((2, 5), hidden=True)]),
        (SheetFreeze(sheet="s1", row0=2), SheetFreeze(sheet="s1", row0=9), [SheetFreeze(sheet="s1", row0=2)]),
    ],
)
def test_a_format_moves_along_and_the_later_one_wins(ours: Mutation, theirs: Mutation, result: list[Mutation]) -> None:
    assert list(transform([ours], [theirs]).mutations) == result


def test_what_stands_first_in_the_log_gives_way_by_property() -> None:
    ours = rows((0, 3), size=20.0, hidden=True)
    _, under = both((ours,), (rows((2, 9), size=30.0, level=2),), Warnings())
    assert under == (rows((4, 9), size=30.0, level=2), rows((2, 3), level=2))


def test_a_format_of_a_sheet_that_was_deleted_is_a_conflict() -> None:
    with pytest.raises(TransformConflict):
        transform([rows((0, 3), size=20.0)], [SheetRemove(id="s1")])


def a_change(random: Random) -> Mutation:
    at, count = random.randrange(10), random.choice((1, 2, 3))
    kind = random.randrange(6)
    if kind == 0:
        return edit(random.choice((AxisInsert, AxisDelete)), at, count)  # type: ignore[no-any-return]
    if kind == 1:
        to = random.choice([place for place in range(14) if not at <= place <= at + count])
        return edit(AxisMove, at, count, to=to)  # type: ignore[no-any-return]
    if kind == 2:
        return SheetFreeze(sheet="s1", row0=random.randrange(4), col0=random.randrange(3))
    ends = sorted(random.sample(range(14), random.choice((2, 4))))
    spans = tuple((first, last) for first, last in list(pairwise(ends))[::2])
    size = random.choice((None, 10.0, 20.0))
    return AxisFormat(
        sheet="s1",
        axis=random.choice(("rows", "columns")),  # type: ignore[arg-type]
        spans=spans,
        size=size,
        default_size=size is None and random.random() < 0.3,
        hidden=random.choice((None, True, False)),
        level=random.choice((None, 0, 1, 2)),
        collapsed=True,
    )


def state(model: Workbook, *, panes: bool) -> Any:
    sheet = model.sheets[0]
    cell = None if sheet.panes[0] is None else sheet.panes[0].cell
    return [list(facts(sheet, axis, 0, 40)) for axis in ("rows", "columns")], cell if panes else None  # type: ignore[arg-type]


def is_edit(mutation: Mutation) -> bool:
    return isinstance(mutation, AxisInsert | AxisDelete | AxisMove)


@pytest.mark.parametrize("seed", range(20))
def test_both_orders_lead_to_the_same_formats(seed: int) -> None:
    for number in range(40):
        random = Random(f"{seed}/{number}")
        ours, theirs = ([a_change(random) for _ in range(random.choice((1, 2, 3)))] for _ in range(2))
        sent = encode(ours), encode(theirs)
        try:
            over, under = both(tuple(ours), tuple(theirs), Warnings())
        except TransformConflict:
            continue
        assert (encode(ours), encode(theirs)) == sent
        models = []
        for first, second in ((theirs, over), (ours, under)):
            model = Workbook()
            model.sheets.append(Sheet("s1", "Data"))
            for some in (first, second):
                apply_all(model, decode(encode(some)))
            models.append(model)
        # Two edits among the frozen rows: which of them are frozen depends on the order, and there is one log.
        panes = not (any(map(is_edit, ours)) and any(map(is_edit, theirs)))
        assert state(models[0], panes=panes) == state(models[1], panes=panes), f"ours={ours!r}\ntheirs={theirs!r}"
