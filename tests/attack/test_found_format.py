"""Formats of rows and columns from a worker that lies: what it cannot send, and what it cannot hide."""

from __future__ import annotations

import pytest
from macrocell.facade.errors import MutationInvalid
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.mutation import (
    AxisFormat,
    AxisInsert,
    AxisMove,
    CellsSet,
    Mutation,
    SheetFreeze,
    StylePatch,
    StyleSet,
    decode,
    encode,
)
from macrocell.facade.workbook.mutation.axis_format import KeptFormat
from macrocell.facade.workbook.mutation.sheet_freeze import KeptPane
from support.models import apply, blank_host


def rows(first: int, last: int, **values: object) -> AxisFormat:
    return AxisFormat(sheet="s1", axis="rows", spans=((first, last),), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "mutation",
    [
        rows(0, 0, kept=(KeptFormat(0, 0, b'ht="1"'),)),
        rows(0, 0, kept=(KeptFormat(0, 0, b'/><evil xmlns="x"'),)),
        SheetFreeze(sheet="s1", kept=(KeptPane(1, 0, 1, 0, 0, 0, (('x="1"/><evil ', "1"),)),)),
    ],
)
def test_markup_of_its_own_cannot_be_sent(mutation: Mutation) -> None:
    with pytest.raises(MutationInvalid, match=r"^kept (rows or columns|panes), which only an inverse may hold$"):
        decode(encode([mutation]), from_run=True)


def test_attributes_that_close_their_tag_are_refused_from_anyone() -> None:
    with pytest.raises(MutationInvalid, match=r"^kept rows or columns that are none of the spans$"):
        decode(encode([rows(0, 0, kept=(KeptFormat(0, 0, b'/><evil xmlns="x"'),))]))


def test_a_kept_split_has_attributes_of_panes_only() -> None:
    kept = (KeptPane(0, 0, 0, 0, 0, 0, (('x="1"/><evil ', "1"),)),)
    with pytest.raises(MutationInvalid, match=r"^kept panes with attributes that no pane has$"):
        decode(encode([SheetFreeze(sheet="s1", kept=kept)]))


def test_rows_without_end_come_up_against_the_limit_of_cells() -> None:
    many = encode([rows(0, 99_999, hidden=True)] * 51)
    with pytest.raises(MutationInvalid) as caught:
        decode(many, from_run=True, max_cells=5_000_000)
    assert caught.value.message == "changes of more than 5,000,000 cells"


INSERT = AxisInsert(sheet="s1", axis="rows", at=1, count=1)
PERCENT = StylePatch(number_format="0%")


def styled(row0: int, patch: StylePatch = PERCENT) -> StyleSet:
    return StyleSet(sheet="s1", rects=(Rect(row0, 0, row0, 1),), patch=patch)


@pytest.mark.parametrize(
    "hiding",
    [
        [INSERT, styled(1)],
        [INSERT, styled(0, StylePatch(number_format="0.0")), styled(1)],
        [INSERT, AxisMove(sheet="s1", axis="rows", at=0, count=1, to=9), styled(1)],
        [styled(2), INSERT, AxisMove(sheet="s1", axis="rows", at=1, count=1, to=9), styled(1)],
    ],
)
def test_a_format_that_no_neighbour_had_is_told_behind_an_insert_too(hiding: list[Mutation]) -> None:
    host = blank_host()
    cells = CellsSet(sheet="s1", rect=Rect(0, 0, 2, 1), rows=[[1, 2], [3, 4], [5, 6]])
    changes = apply(host, "run", encode([cells, *hiding])).changes
    assert [change for change in changes if change.kind == "number_format" and change.after == "0%"]
