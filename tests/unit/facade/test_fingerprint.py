"""The state hash: equal for equal states whatever led to them, different for different ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    CellsClear,
    CellsSet,
    Formula,
    Mutation,
    SheetAdd,
    SheetRemove,
    SheetRename,
    StylePatch,
    StyleSet,
    apply_all,
)
from support.models import put_row, sample


def after(*mutations: Mutation) -> str:
    model = sample()
    apply_all(model, mutations)
    return state_hash(model)


def cell(value: Any, row0: int = 20, col0: int = 0) -> CellsSet:
    return CellsSet(sheet="s1", rect=Rect(row0, col0, row0, col0), rows=[[value]])


def number_format(code: str, rect: Rect = Rect(20, 0, 20, 0)) -> StyleSet:
    return StyleSet(sheet="s1", rects=(rect,), patch=StylePatch(number_format=code))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([cell(1)], [cell(2), cell(1)]),
        ([cell(5)], [cell(5.0)]),
        ([], [cell(1), cell(None)]),
        ([], [cell(1), CellsClear(sheet="s1", rects=(Rect(20, 0, 20, 0),))]),
        ([], [number_format("0%"), number_format("General")]),
        ([number_format("0.0"), number_format("0%")], [number_format("0%")]),
        ([], [SheetAdd(id="s3", name="N", index=0), SheetRemove(id="s3")]),
        (
            [SheetAdd(id="s3", name="N", index=2)],
            [SheetAdd(id="s7", name="M", index=2), SheetRename(id="s7", name="N")],
        ),
        ([], [SheetRename(id="s1", name="X y"), SheetRename(id="s1", name="Data")]),
        ([cell(Formula("Data!A1"))], [cell(Formula("'Data'!A1"))]),
        ([cell(1), cell(2, 0, 16_000)], [cell(2, 0, 16_000), cell(1)]),
    ],
)
def test_equal_states(one: list[Mutation], other: list[Mutation]) -> None:
    assert after(*one) == after(*other)


def test_different_states() -> None:
    states: list[list[Mutation]] = [
        [],
        [cell(1)],
        [cell(True)],
        [cell("1")],
        [cell("")],
        [cell(1.5)],
        [cell(Formula("1"))],
        [cell(1, 21)],
        [cell(1, 20, 1)],
        [cell(1), number_format("0%")],
        [number_format("0%")],
        [SheetRename(id="s1", name="X")],
        [SheetAdd(id="s3", name="N", index=0)],
        [SheetAdd(id="s3", name="N", index=1)],
    ]
    assert len({after(*mutations) for mutations in states}) == len(states)


def _set_cached(model: Workbook) -> None:
    model.sheets[0].ensure_row(0).set_value(1, 77)


def _set_spilled(model: Workbook) -> None:
    model.sheets[0].ensure_row(1).set_value(2, 77)


def _touch(model: Workbook) -> None:
    model.sheets[0].ensure_row(0).touch(3)


@pytest.mark.parametrize("change", [_set_cached, _set_spilled, _touch])
def test_what_is_not_authoritative_does_not_count(change: Callable[[Workbook], None]) -> None:
    model = sample()
    change(model)
    assert state_hash(model) == after()


def test_a_shared_formula_is_the_same_as_its_members_written_out() -> None:
    shared, plain = sample(), sample()
    for row0 in range(5):
        row = plain.sheets[0].row(row0)
        assert row is not None
        row.set_formula(1, f"A{row0 + 1}*2")
    assert state_hash(shared) == state_hash(plain)


def test_half_a_surrogate_pair_in_a_file_can_be_hashed() -> None:
    model = sample()
    put_row(model.sheets[0], 30, ["\ud800"])
    assert state_hash(model) != after()
