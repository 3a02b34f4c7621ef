"""100 pending runs carried over 1,000 committed changesets of 100 cells each, and over twice as many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

from frame import Contender, Once, Row, Scale
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import AxisInsert, CellsSet, Formula, Mutation
from macrocell.facade.workbook.mutation.typed_ref import typed
from macrocell.facade.workbook.transform import rebase
from target import Target

WHAT: Final = "rebase of 100 pending runs over 1,000 committed changesets of 100 cells"


def rebase_rows() -> tuple[Row, ...]:
    """Cells over cells, and with structural edits on either side."""
    return (
        Row(
            name="rebase",
            title=WHAT,
            contenders=(
                Contender("1,000", _start(1_000), "cells over cells"),
                Contender("2,000", _start(2_000), "cells over twice as many"),
                Contender("formulas", _start(1_000, formulas=True), "formulas over cells"),
                Contender("theirs insert", _start(1_000, inserts=100), "every tenth of theirs inserts a row too"),
                Contender("theirs insert, 2,000", _start(2_000, inserts=200), "twice as many of them"),
                Contender("ours insert", _start(1_000, own=10), "every tenth of ours inserts a row too"),
                Contender("formulas, theirs insert", _start(1_000, formulas=True, inserts=100), "and all are formulas"),
                Contender("formulas, ours insert", _start(1_000, formulas=True, own=10), "likewise"),
            ),
            targets=(
                Target(f"{WHAT}: ≤ 200 ms", "1,000", 0.2),
                Target(f"{WHAT}, every tenth inserts a row: ≤ 200 ms", "theirs insert", 0.2),
                Target(f"{WHAT}, all formulas, every tenth inserts a row: ≤ 200 ms", "formulas, theirs insert", 0.2),
                Target("rebase over twice as many: ≤ 2.5x", "2,000", 2.5, "1,000"),
                Target("the same with inserts: ≤ 2.5x", "theirs insert, 2,000", 2.5, "theirs insert"),
            ),
            reference="1,000",
            n=7,
            warm_up=1,
        ),
    )


def _start(committed: int, *, formulas: bool = False, inserts: int = 0, own: int = 0) -> Any:
    @contextmanager
    def start(scale: Scale) -> Iterator[Once]:
        size = committed // 20 if scale.quick else committed
        random = Random(1)
        theirs = [one for at in range(size) for one in _change(random, insert=at < inserts, formulas=formulas)]
        random.shuffle(theirs)
        ours = [_change(random, insert=at < own, formulas=formulas) for at in range(100)]

        def once() -> None:
            assert len(rebase(ours, theirs).runs) == 100

        yield once

    return start


def _change(random: Random, *, insert: bool, formulas: bool = False) -> list[Mutation]:
    row0, col0 = random.randrange(20_000), random.randrange(50)
    cell: Any = typed(Formula("SUM(A1:A9)+B2"), {}) if formulas else 7
    rect = Rect(row0, col0, row0 + 9, col0 + 9)
    found: list[Mutation] = [CellsSet(sheet="s1", rect=rect, rows=[[cell] * 10 for _ in range(10)])]
    if insert:
        found.append(AxisInsert(sheet="s1", axis="rows", at=random.randrange(20_000), count=1))
    return found
