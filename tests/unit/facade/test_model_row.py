"""Rows and sheets: ragged, sparse, far."""

import random

import pytest
from macrocell.facade.workbook.model.rect import MAX_COLUMNS, MAX_ROWS, Rect, column_index, column_letters, parse_rect
from macrocell.facade.workbook.model.row import SPARSE_GAP, Row
from macrocell.facade.workbook.model.sheet import ROW_GAP, Sheet


@pytest.mark.parametrize("seed", range(40))
def test_a_row_holds_what_a_dict_holds(seed: int) -> None:
    dice = random.Random(seed)
    reach = dice.choice([8, 400, MAX_COLUMNS])
    row = Row()
    values: dict[int, object] = {}
    styles: dict[int, int] = {}
    formulas: dict[int, str] = {}
    for _ in range(60):
        col0 = dice.randrange(reach)
        match dice.randrange(4):
            case 0:
                value = dice.choice([None, 1, "x", False])
                row.set_value(col0, value)
                values[col0] = value
            case 1:
                style = dice.randrange(4)
                row.set_style(col0, style)
                styles[col0] = style
            case 2:
                row.set_formula(col0, f"A{col0}")
                formulas[col0] = f"A{col0}"
            case _:
                row.set_formula(col0, None)
                formulas.pop(col0, None)
    kept = {col0: value for col0, value in values.items() if value is not None}
    for col0 in {*values, *styles, *formulas, 0, reach - 1}:
        assert row.value(col0) is kept.get(col0)
        assert row.style(col0) == styles.get(col0, 0)
        assert row.formula(col0) == formulas.get(col0)
    assert row.formula_columns() == tuple(sorted(formulas))
    assert row.width() == max([*kept, *formulas], default=-1) + 1
    assert row.slice(2, 6) == [kept.get(col0) for col0 in range(2, 7)]


def test_styles_are_never_changed_in_place() -> None:
    row, other = Row(), Row()
    row.styles = other.styles = (1, 2)
    row.set_style(0, 9)
    assert (row.styles, other.styles) == ((9, 2), (1, 2))


def test_a_far_lone_cell_makes_the_row_sparse() -> None:
    row = Row()
    row.set_value(0, 1)
    row.set_value(SPARSE_GAP, 2)
    row.set_value(SPARSE_GAP * 2 + 1, 3)
    assert row.values == {0: 1, SPARSE_GAP: 2, SPARSE_GAP * 2 + 1: 3}
    styled = Row()
    styled.set_style(MAX_COLUMNS - 1, 4)
    assert styled.styles == {MAX_COLUMNS - 1: 4}
    assert styled.style(MAX_COLUMNS - 1) == 4


def test_a_lone_row_at_the_end_allocates_no_rows() -> None:
    sheet = Sheet("s1", "A")
    sheet.ensure_row(MAX_ROWS - 1).set_value(1, "x")
    sheet.ensure_row(2).set_value(2, "y")
    assert (len(sheet.rows), list(sheet.far)) == (3, [MAX_ROWS - 1])
    assert [row0 for row0, _ in sheet.each_row()] == [2, MAX_ROWS - 1]
    assert [row0 for row0, _ in sheet.each_row(3)] == [MAX_ROWS - 1]
    assert sheet.used_rect() == Rect(2, 1, MAX_ROWS - 1, 2)
    assert sheet.row(1) is None


def test_far_rows_come_near_when_the_list_reaches_them() -> None:
    sheet = Sheet("s1", "A")
    far = sheet.ensure_row(ROW_GAP + 5)
    sheet.ensure_row(ROW_GAP - 1)
    assert sheet.far == {}
    assert sheet.row(ROW_GAP + 5) is far
    assert sheet.ensure_row(ROW_GAP + 5) is far


def test_the_used_range_counts_values_and_formulas_only() -> None:
    sheet = Sheet("s1", "A")
    sheet.ensure_row(0).set_style(0, 3)
    sheet.ensure_row(2).set_formula(4, "1")
    sheet.ensure_row(3).set_value(2, "")
    sheet.ensure_row(9).set_value(5, None)
    assert sheet.used_rect() == Rect(2, 2, 3, 4)
    assert Sheet("s2", "B").used_rect() is None


def test_a_sheet_is_loaded_once() -> None:
    sheet = Sheet("s1", "A")
    calls = []
    sheet.loader = calls.append
    assert not sheet.loaded
    sheet.load()
    sheet.load()
    assert calls == [sheet]
    assert sheet.loaded


@pytest.mark.parametrize(
    ("text", "rect"),
    [
        ("A1", Rect(0, 0, 0, 0)),
        ("$c$3:a1", Rect(0, 0, 2, 2)),
        ("B:A", Rect(0, 0, MAX_ROWS - 1, 1)),
        ("3:2", Rect(1, 0, 2, MAX_COLUMNS - 1)),
        ("XFD1048576", Rect(MAX_ROWS - 1, MAX_COLUMNS - 1, MAX_ROWS - 1, MAX_COLUMNS - 1)),
        ("XFE1", None),
        ("A1048577", None),
        ("A0", None),
        ("A01", None),
        ("A1:", None),
        ("A:XFE", None),
        ("Ä1", None),
        ("", None),
    ],
)
def test_addresses(text: str, rect: Rect | None) -> None:
    assert parse_rect(text) == rect
    if rect is not None:
        assert parse_rect(rect.a1) == rect


def test_letters_and_columns_are_inverse() -> None:
    assert all(column_index(column_letters(col0)) == col0 for col0 in range(MAX_COLUMNS))
    assert (column_letters(0), column_letters(26), column_letters(MAX_COLUMNS - 1)) == ("A", "AA", "XFD")


@pytest.mark.parametrize("seed", range(200))
def test_the_used_rectangle_is_that_of_every_row(seed: int) -> None:
    dice = random.Random(seed)
    sheet = Sheet("s1", "Data")
    for row0 in dice.sample(range(12), dice.randint(0, 8)) + dice.sample((20_000, 1_048_575), dice.randint(0, 2)):
        row = sheet.ensure_row(row0)
        for col0 in dice.sample((0, 1, 2, 3, 9, 16_383), dice.randint(0, 3)):
            row.set_value(col0, dice.choice((1, "x", None)))
            row.set_style(col0, dice.choice((0, 3)))
        if dice.random() < 0.2:
            row.set_formula(dice.choice((2, 5)), "A1")
        if dice.random() < 0.2:
            row.set_value(dice.randrange(4), None)
    held = [(row0, col0) for row0, row in sheet.each_row() for col0 in range(row.width()) if row.holds(col0)]
    rows, columns = [row0 for row0, _ in held], [col0 for _, col0 in held]
    expected = Rect(min(rows), min(columns), max(rows), max(columns)) if held else None
    assert sheet.used_rect() == expected
    assert (sheet.last_row0(), sheet.width() - 1) == ((expected.row1, expected.col1) if expected else (-1, -1))
