"""How far down formulas may reach: the bound is never too small, however the formulas came to be there."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.formula.entry import entry_text, table_attributes
from macrocell.facade.workbook.formula.reach import SHORT_ROWS, highest_row
from macrocell.facade.workbook.model.formula import DataTable
from macrocell.facade.workbook.model.rect import MAX_ROWS, Rect
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    Applied,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsClear,
    CellsDelete,
    CellsInsert,
    CellsSet,
    Formula,
    RangeMove,
    RangeSort,
    SheetCopy,
    apply_all,
)
from macrocell.facade.workbook.mutation.damage import _reach_down, deepest
from macrocell.facade.workbook.mutation.transaction import take_back
from macrocell.facade.workbook.xlsx.read import read_workbook
from macrocell.facade.workbook.xlsx.read import sheet as reading
from support.big_workbook import MAIN, package
from support.effort import tries
from support.models import content, sample

_NUMBER = re.compile("[0-9]+")


def highest(texts: list[str]) -> int:
    """The highest number that may be a row's, by an expression."""
    numbers = (int(digits) for text in texts for digits in _NUMBER.findall(text) if len(digits) < 8)
    return max((number for number in numbers if number <= MAX_ROWS), default=0)


def texts_of(model: Workbook, sheet: Sheet) -> list[str]:
    """Every formula as it reads now; of data tables what they say of cells."""
    found = []
    for _, row in sheet.each_row():
        for col0 in row.formula_columns():
            entry: Any = row.formula(col0)
            if isinstance(entry, DataTable):
                found.append(table_attributes(model.history, sheet, entry).decode())
            else:
                found.append(entry_text(model.history, sheet, entry, row))
    return found


def assert_bounded(model: Workbook, story: list[str]) -> None:
    """The bound holds, and the one that would be found anew as well."""
    pushed = sum(map(_reach_down, model.history.steps))
    for sheet in model.sheets:
        reached = highest(texts_of(model, sheet))
        assert reached <= deepest(sheet) + pushed, "\n".join(story)
        known, sheet.deepest = sheet.deepest, None
        assert reached <= deepest(sheet) + pushed, "\n".join(story)
        sheet.deepest = known


@given(st.lists(st.text("0123459A:$ é\0", max_size=12)))
def test_the_highest_number_of_texts_is_that_of_an_expression(texts: list[str]) -> None:
    assert highest_row("<".join(texts).encode()) == max(highest(texts), SHORT_ROWS)


_CELLS = (
    '<c r="{c}{r}"><f>A{n}+B{n}</f><v>1</v></c>',
    '<c r="{c}{r}"><f>A{n}+B{n}</f></c>',
    '<c r="{c}{r}"><f>A&#49;{n}&amp;"x"</f><v>1</v></c>',
    '<c r="{c}{r}"><f>IF(A{n}&lt;1,2,3)</f><v>1</v></c>',
    '<c r="{c}{r}"><f ca="1">NOW()+A{n}</f><v>1</v></c>',
    "<c r='{c}{r}'><f>A{n}</f><v>1</v></c>",
    '<c r="{c}{r}"><f>1234567890{n}</f><v>1</v></c>',
    '<c r="{c}{r}"><f t="shared" ref="{c}{r}:{c}99" si="{s}">A{n}+1</f><v>1</v></c>',
    _FOLLOWER := '<c r="{c}{r}"><f t="shared" si="{s}"/><v>1</v></c>',
    '<c r="{c}{r}" cm="1"><f t="array" ref="{c}{r}">SUM(A{n})</f><v>2</v></c>',
    '<c r="{c}{r}"><f t="dataTable" ref="{c}{r}" r1="A{n}"/><v>2</v></c>',
    '<c r="{c}{r}"><v>123456</v></c>',
)


def _sheet_of(random: Random) -> str:
    """Rows of a few shapes, so that some are read by a template, with a last row anywhere."""
    kinds = [random.choice((random.choice(_CELLS), _FOLLOWER)) for _ in range(3)]
    numbers = [*range(1, random.choice((4, 40))), random.choice((41, 5000, MAX_ROWS))]
    far = random.choice(((), (100_000,), (99_999, 999_999), (MAX_ROWS, MAX_ROWS + 1, 9_999_999)))
    masters = "".join(
        f'<c r="{letter}1"><f t="shared" ref="{letter}1:{letter}9" si="{at}">$A{random.choice((7, 100_001))}+1</f></c>'
        for at, letter in enumerate("XYZ")
    )
    rows = [f'<row r="1">{masters}</row>']
    for number in numbers[1:]:
        if not random.randrange(9):
            kinds[random.randrange(3)] = random.choice(_CELLS)
        deep = random.choice((number, *far))
        cells = (
            kind.format(c=letter, r=number, n=deep, s=at)
            for at, (letter, kind) in enumerate(zip("ABC", kinds, strict=True))
        )
        rows.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>'


@pytest.mark.parametrize("seed", range(tries(150, 5_000)))
def test_the_bound_found_while_a_sheet_is_read_is_never_too_small(seed: int) -> None:
    raw = _sheet_of(Random(seed))
    model = read_workbook(package({"xl/worksheets/sheet1.xml": raw}))
    model.sheets[0].load()
    assert_bounded(model, [raw])


def test_the_bound_of_plain_formulas_is_found_while_the_sheet_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "read_tree", lambda *_: pytest.fail("lxml was used"))
    rows = "".join(f'<row r="{row}"><c r="A{row}"><f>B{200_000 - row}</f><v>1</v></c></row>' for row in range(1, 700))
    raw = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    sheet = read_workbook(package({"xl/worksheets/sheet1.xml": raw})).sheets[0]
    sheet.load()
    assert sheet.deepest == 199_999


_TEXTS = ("A1048560+1", "SUM(A5:A1048570)", "$B$1048570", "A2", "Data!A1048550", "Other!B100100", "SUM(4:1048576)")


def _edit(random: Random) -> Any:
    sheet: Any = random.choice(("s1", "s1", "s2"))
    axis: Any = random.choice(("rows", "rows", "columns"))
    at, count = random.choice((0, 1, 4, 1_048_540)), random.choice((1, 2, 30))
    row0, col0 = random.randrange(8), random.randrange(5)
    rect = Rect(row0, col0, row0 + random.randrange(3), col0 + random.randrange(2))
    order = list(range(rect.rows))
    random.shuffle(order)
    return random.choice(
        (
            CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[Formula(random.choice(_TEXTS))]]),
            CellsSet(sheet=sheet, rect=Rect(row0, col0, row0, col0), rows=[[7]]),
            AxisInsert(sheet=sheet, axis=axis, at=at if axis == "rows" else col0, count=count),
            AxisDelete(sheet=sheet, axis="rows", at=at, count=count),
            AxisMove(sheet=sheet, axis="rows", at=at, count=1, to=random.choice((at + 4, 1_048_550))),
            CellsInsert(sheet=sheet, rect=rect, axis=axis),
            CellsDelete(sheet=sheet, rect=rect, axis=axis),
            RangeMove(sheet=sheet, rect=rect, row0=random.choice((3, 1_048_500)), col0=random.randrange(6)),
            RangeSort(sheet=sheet, rect=rect, order=tuple(order)),
            CellsClear(sheet=sheet, rects=(rect,)),
            SheetCopy(id=sheet, new_id="s3", name="Copy", index=1, cells=10_000_000),
        )
    )


@pytest.mark.parametrize("seed", range(tries(300, 20_000)))
def test_the_bound_holds_through_edits_and_what_takes_them_back(seed: int) -> None:
    random = Random(seed)
    model = sample()
    for sheet in model.sheets:
        deepest(sheet)
    story: list[str] = []
    done: list[tuple[Applied, Any]] = []
    for _ in range(random.randint(2, 12)):
        before = content(model)
        if done and random.random() < 0.4:
            applied, wanted = done.pop()
            story.append("taken back")
            if random.random() < 0.5:
                take_back(model, applied)
            else:
                apply_all(model, applied.inverse())
                done.clear()
            assert content(model) == wanted, "\n".join(story)
        else:
            mutation = _edit(random)
            try:
                applied = apply_all(model, [mutation])
            except MutationConflict:
                continue
            story.append(repr(mutation))
            done.append((applied, before))
        assert_bounded(model, story)
