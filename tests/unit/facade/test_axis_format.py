"""axis.format and sheet.freeze: what they set, what takes them back exactly, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from macrocell.facade.errors import MutationConflict, MutationInvalid
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.column import ColumnSpan, joined
from macrocell.facade.workbook.model.pane import Pane
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    AxisMove,
    Mutation,
    SheetFreeze,
    apply_all,
    decode,
    encode,
    take_back,
)
from macrocell.facade.workbook.mutation.axis_format import KeptFormat
from macrocell.facade.workbook.mutation.sheet_freeze import KeptPane
from macrocell.facade.workbook.scope import Scope, ScopeCheck, resolve
from support.models import sample

BAD_HEIGHT = "a size of rows that is not from 0 to 409, or no size of their own"


def rows(*spans: tuple[int, int], **values: Any) -> AxisFormat:
    return AxisFormat(sheet="s1", axis="rows", spans=spans, **values)


def columns(*spans: tuple[int, int], **values: Any) -> AxisFormat:
    return AxisFormat(sheet="s1", axis="columns", spans=spans, **values)


def formatted(mutation: Mutation, model: Workbook | None = None) -> Workbook:
    model = sample() if model is None else model
    apply_all(model, decode(encode([mutation]), from_run=True))
    return model


def attributes(model: Workbook, row0: int) -> bytes:
    row = model.sheets[0].row(row0)
    return b"" if row is None else row.attributes


def test_rows_get_heights_visibility_and_levels_by_their_attributes() -> None:
    model = formatted(rows((1, 2), (20, 20), size=20.5, hidden=True, level=2, collapsed=True))
    wanted = b'hidden="1" outlineLevel="2" collapsed="1" ht="20.5" customHeight="1"'
    assert [attributes(model, row0) for row0 in (0, 1, 2, 3, 20)] == [b"", wanted, wanted, b"", wanted]


def test_what_is_not_set_stays_and_what_is_reset_goes() -> None:
    model = sample()
    model.sheets[0].ensure_row(1).attributes = b'ht="20" customHeight="1" hidden="1" thickBot="1"'
    formatted(rows((1, 1), default_size=True), model)
    assert attributes(model, 1) == b'hidden="1" thickBot="1"'
    formatted(rows((1, 1), hidden=False, level=0), model)
    assert attributes(model, 1) == b'thickBot="1"'


def test_a_row_that_is_in_no_file_and_has_nothing_left_is_gone() -> None:
    model = formatted(rows((50, 50), hidden=True))
    assert model.sheets[0].row(50) is not None
    formatted(rows((50, 50), hidden=False), model)
    assert model.sheets[0].row(50) is None


def test_rows_without_anything_are_not_made_by_what_changes_nothing() -> None:
    model = formatted(rows((50, 60), hidden=False, default_size=True))
    assert len(model.sheets[0].rows) < 50


def test_spans_of_columns_are_cut_where_a_format_begins_and_ends() -> None:
    model = sample()
    model.sheets[0].columns = [ColumnSpan(0, 9, 0, b'width="12" customWidth="1"')]
    formatted(columns((2, 3), hidden=True), model)
    assert model.sheets[0].columns == [
        ColumnSpan(0, 1, 0, b'width="12" customWidth="1"'),
        ColumnSpan(2, 3, 0, b'width="12" customWidth="1" hidden="1"'),
        ColumnSpan(4, 9, 0, b'width="12" customWidth="1"'),
    ]
    formatted(columns((2, 3), hidden=False), model)
    assert model.sheets[0].columns == [ColumnSpan(0, 9, 0, b'width="12" customWidth="1"')]


def test_a_column_that_gets_no_width_of_its_own_says_the_default_one() -> None:
    model = formatted(columns((1, 1), hidden=True))
    assert model.sheets[0].columns == [ColumnSpan(1, 1, 0, b'hidden="1" width="9.140625"')]
    formatted(columns((1, 1), hidden=False), model)
    assert model.sheets[0].columns == []


def test_gaps_between_columns_are_filled() -> None:
    model = sample()
    model.sheets[0].columns = [ColumnSpan(1, 1, 0, b'width="5" customWidth="1"')]
    formatted(columns((0, 2), size=8.0), model)
    assert model.sheets[0].columns == [ColumnSpan(0, 2, 0, b'width="8" customWidth="1"')]


def test_a_style_of_the_file_is_set_on_whole_rows_and_columns() -> None:
    model = formatted(rows((1, 1), style=0))
    assert attributes(model, 1) == b's="0" customFormat="1"'
    with pytest.raises(MutationConflict, match=r"^a look that the file does not have$"):
        formatted(rows((1, 1), style=7))


@pytest.mark.parametrize(
    ("mutation", "message"),
    [
        (rows((1, 1)), "a format of rows or columns that sets nothing"),
        (rows(hidden=True), "0 spans of rows; one mutation holds 1 to 10,000"),
        (rows((3, 2), hidden=True), "spans of rows that do not ascend within 1,048,576"),
        (rows((3, 5), (5, 6), hidden=True), "spans of rows that do not ascend within 1,048,576"),
        (columns((0, 16_384), hidden=True), "spans of columns that do not ascend within 16,384"),
        (rows((0, 100_000), hidden=True), "a format of 100,001 rows; at most 100,000"),
        (rows((1, 1), size=409.5), BAD_HEIGHT),
        (rows((1, 1), size=-1.0), BAD_HEIGHT),
        (rows((1, 1), size=float("nan")), BAD_HEIGHT),
        (columns((1, 1), size=255.5), "a size of columns that is not from 0 to 255, or no size of their own"),
        (
            rows((1, 1), size=3.0, default_size=True),
            BAD_HEIGHT,
        ),
        (rows((1, 1), kept=()), "kept rows or columns, which only an inverse may hold"),
        (SheetFreeze(sheet="s1", kept=(None,)), "kept panes, which only an inverse may hold"),
        (SheetFreeze(sheet="s1", row0=1, carried=True), "kept panes, which only an inverse may hold"),
    ],
)
def test_what_a_run_may_not_send_is_refused_before_it_is_applied(mutation: Mutation, message: str) -> None:
    with pytest.raises(MutationInvalid) as caught:
        decode(encode([mutation]), from_run=True)
    assert caught.value.message == message


@pytest.mark.parametrize(
    "kept",
    [
        (KeptFormat(3, 3, b'ht="1"'),),
        (KeptFormat(1, 2, b'ht="1"'),),
        (KeptFormat(1, 1, b'ht="1"/><c r="A1'),),
    ],
)
def test_an_inverse_holds_nothing_but_attributes_of_its_own_spans(kept: tuple[KeptFormat, ...]) -> None:
    with pytest.raises(MutationInvalid) as caught:
        decode(encode([rows((1, 1), kept=kept)]))
    assert caught.value.message == "kept rows or columns that are none of the spans"


def test_levels_beyond_seven_are_no_mutation() -> None:
    with pytest.raises(MutationInvalid, match="level"):
        decode(encode([rows((1, 1), level=8)]), from_run=True)


@pytest.mark.parametrize("spans", [[(0, 5), (3, 3)], [(4, 2)]])
def test_columns_that_the_file_tells_of_twice_are_not_changed(spans: list[tuple[int, int]]) -> None:
    model = sample()
    model.sheets[0].columns = [ColumnSpan(*span, 0, b'width="5"') for span in spans]
    before = list(model.sheets[0].columns)
    with pytest.raises(MutationConflict, match=r"^the file tells of column [DE] of Data more than once$"):
        formatted(columns((0, 0), hidden=True), model)
    assert model.sheets[0].columns == before


def test_freezing_sets_the_first_view_and_leaves_the_others() -> None:
    model = sample()
    other = Pane(rows=5, top=9)
    model.sheets[0].panes = (Pane(split=(("ySplit", "100"),)), other)
    formatted(SheetFreeze(sheet="s1", row0=1, col0=2), model)
    assert model.sheets[0].panes == (Pane(rows=1, columns=2, top=1, left=2), other)
    formatted(SheetFreeze(sheet="s1"), model)
    assert model.sheets[0].panes == (None, other)


def test_kept_panes_must_be_as_many_as_the_views() -> None:
    with pytest.raises(MutationConflict, match=r"^Data has 1 views, not 2$"):
        apply_all(sample(), [SheetFreeze(sheet="s1", kept=(None, KeptPane(1, 0, 1, 0, 0, 0)))])


def test_deleting_frozen_rows_is_taken_back_with_the_panes() -> None:
    model = formatted(SheetFreeze(sheet="s1", row0=3))
    before = model.sheets[0].panes
    applied = apply_all(model, [AxisDelete(sheet="s1", axis="rows", at=3, count=1), SheetFreeze(sheet="s1", row0=8)])
    take_back(model, applied)
    assert model.sheets[0].panes == before
    applied = apply_all(model, [AxisDelete(sheet="s1", axis="columns", at=6, count=1)])
    assert [type(one) for one in applied.inverse()] == [AxisInsert]
    applied = apply_all(model, [AxisInsert(sheet="s1", axis="rows", at=2, count=1)])
    assert model.sheets[0].panes == (Pane(rows=4, top=4),)
    assert [type(one) for one in applied.inverse()] == [AxisDelete]


def random_mutation(pick: random.Random) -> Mutation:
    """One that fits the sample with room around its blocks."""
    axis = pick.choice(("rows", "columns"))
    at = pick.randrange(30)
    kind = pick.randrange(6)
    if kind == 0:
        return SheetFreeze(sheet="s1", row0=pick.randrange(4), col0=pick.randrange(4))
    if kind == 1:
        edit = pick.choice((AxisInsert, AxisDelete))
        return edit(sheet="s1", axis=axis, at=pick.choice((at, 0)), count=pick.randrange(1, 4))  # type: ignore[arg-type]
    if kind == 2:
        return AxisMove(sheet="s1", axis=axis, at=at, count=2, to=pick.choice((0, at + 5)))  # type: ignore[arg-type]
    spans = sorted(pick.sample(range(40), pick.choice((2, 4))))
    return AxisFormat(
        sheet="s1",
        axis=axis,  # type: ignore[arg-type]
        spans=tuple(zip(spans[::2], spans[1::2], strict=True)),
        size=pick.choice((None, 10.0, 22.25)),
        hidden=pick.choice((None, True, False)),
        level=pick.choice((None, 0, 3)),
        collapsed=pick.choice((None, True)),
        style=0,
    )


def furnished() -> Workbook:
    model = sample()
    sheet = model.sheets[0]
    sheet.columns = [ColumnSpan(1, 3, 0, b'width="12" customWidth="1" foo="1"'), ColumnSpan(5, 5, 0, b'hidden="1"')]
    sheet.panes = (Pane(rows=2, columns=1, top=5, left=1), Pane(rows=1, top=1))
    for row0, text in ((0, b"ht='31' customHeight=\"1\""), (4, b'x:dyDescent="0.2" hidden="true"'), (25, b'ht="5"')):
        row = sheet.row(row0) or Row()
        row.attributes = text
        sheet.put_row(row0, row)
    return model


def every_attribute(model: Workbook) -> Any:
    sheet = model.sheets[0]
    texts = {row0: row.attributes for row0, row in sheet.each_row() if row.attributes}
    return texts, joined(sheet.columns), sheet.panes, sheet.reformatted


@pytest.mark.parametrize("seed", range(120))
def test_the_inverse_of_any_sequence_is_the_identity(seed: int) -> None:
    pick = random.Random(seed)
    model = furnished()
    before, known = state_hash(model), every_attribute(model)
    made: list[Mutation] = []
    for _ in range(6):
        mutation = random_mutation(pick)
        encoded = encode([mutation])
        try:
            apply_all(model, decode(encoded, from_run=True))
        except (MutationConflict, MutationInvalid):
            continue
        finally:
            assert encode([mutation]) == encoded
        made.append(mutation)
    again = furnished()
    applied = apply_all(again, made)
    assert state_hash(again) == state_hash(model), made
    take_back(again, applied)
    assert (state_hash(again), every_attribute(again)) == (before, known), made
    sent = decode(encode(applied.inverse()))
    apply_all(model, applied.inverse())
    assert state_hash(model) == before, made
    assert tuple(applied.inverse()) == sent


def test_a_scope_takes_whole_rows_and_columns_that_lie_inside_and_no_panes() -> None:
    scope = resolve(["Data!A:C", "Data!5:9"], {"s1": "Data", "s2": "Other"})
    check = ScopeCheck(scope)
    assert isinstance(scope, Scope)
    assert check.breach(columns((0, 2), size=9.0)) is None
    assert check.breach(rows((4, 8), size=9.0)) is None
    places = [check.breach(columns((2, 3), size=9.0)), check.breach(rows((3, 4), size=9.0))]
    assert [None if found is None else found.place for found in places] == ["s1!D1", "s1!D4"]
    breach = check.breach(SheetFreeze(sheet="s1", row0=1))
    assert breach is not None
    assert breach.place == "a change of the panes of a sheet"
    assert ScopeCheck(resolve(["Data"], {"s1": "Data"})).breach(SheetFreeze(sheet="s1", row0=1)) is None
