"""Rows and columns that came, went or moved, in the saved file: read again, it says what the model says."""

from __future__ import annotations

import random
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    Applied,
    AxisDelete,
    AxisInsert,
    AxisMove,
    CellsSet,
    Formula,
    Mutation,
    apply_all,
    take_back,
)
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.error import FileRefusedError
from macrocell.facade.workbook.xlsx.patch import locate, sequence, stretch
from macrocell.facade.workbook.xlsx.patch.chunk import ChunkWriter
from macrocell.facade.workbook.xlsx.patch.locate import RowIndex
from macrocell.facade.workbook.xlsx.patch.stretch import Stretches
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN, package
from support.corpus import each_file, sampled
from support.picture import picture
from support.saving import SHEET1, book_of, part_of, put, rows_of, saved, sheet_part
from support.spelling import COLUMNS, ROWS, SPELLINGS, part_of_grid, random_grid

DIMENSION = '<dimension ref="A1:H14"/>'
COLS = '<cols><col min="1" max="2" width="20" customWidth="1"/><col min="4" max="6" width="9" style="2"/></cols>'
MERGES = '<mergeCells count="2"><mergeCell ref="A3:B4"/><mergeCell ref="D6:E8"/></mergeCells>'
STRINGS = f'<sst xmlns="{MAIN}">{"".join(f"<si><t>item {number}</t></si>" for number in range(8))}</sst>'
MARGINS = '<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>'


def edit(book: Workbook, *mutations: Mutation) -> Applied:
    return apply_all(book, list(mutations))


def insert(at: int, count: int = 1, *, axis: str = "rows", sheet: str = "s1") -> AxisInsert:
    return AxisInsert(sheet=sheet, axis=axis, at=at, count=count)  # type: ignore[arg-type]


def delete(at: int, count: int = 1, *, axis: str = "rows", sheet: str = "s1") -> AxisDelete:
    return AxisDelete(sheet=sheet, axis=axis, at=at, count=count)  # type: ignore[arg-type]


def move(at: int, count: int, to: int, *, axis: str = "rows", sheet: str = "s1") -> AxisMove:
    return AxisMove(sheet=sheet, axis=axis, at=at, count=count, to=to)  # type: ignore[arg-type]


def random_book(dice: random.Random, spelling: str) -> bytes:
    """Two sheets that speak of each other."""
    before, after = DIMENSION + dice.choice(("", COLS)), dice.choice(("", MERGES)) + MARGINS
    return package(
        {
            f"xl/worksheets/sheet{number}.xml": part_of_grid(
                random_grid(dice, other=other), spelling, before=before, after=after
            )
            for number, other in ((1, "Data2"), (2, "Data"))
        },
        strings=STRINGS,
    )


def random_edit(book: Workbook, dice: random.Random) -> Mutation:
    sheet, axis = dice.choice(book.sheets).id, dice.choice(("rows", "rows", "columns"))
    limit = ROWS if axis == "rows" else COLUMNS
    at, count, kind = dice.randrange(limit + 2), dice.randint(1, 3), dice.random()
    if kind < 0.35:
        return insert(at, count, axis=axis, sheet=sheet)
    if kind < 0.7:
        return delete(at, count, axis=axis, sheet=sheet)
    if kind < 0.85:
        return move(at, count, dice.choice((*range(at), *range(at + count + 1, limit + 4))), axis=axis, sheet=sheet)
    cells = [dice.choice((5, "x", Formula("A3*B4+1"), None)), dice.choice((7, None, Formula("SUM(A1:B6)")))]
    return CellsSet(sheet=sheet, rect=Rect(at % limit, 1, at % limit, 2), rows=[cells])


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("spelling", [*SPELLINGS, "prefixed", "strict", "utf-16", "bom"])
def test_after_random_edits_the_file_says_what_the_model_says_and_undone_it_is_the_same_file(
    spelling: str, seed: int
) -> None:
    dice = random.Random(f"{spelling} {seed}")
    data = random_book(dice, spelling)
    book = read_workbook(data)
    done: list[Applied] = []
    for _ in range(dice.randint(1, 5)):
        try:
            done.append(edit(book, random_edit(book, dice)))
        except MutationConflict:  # an array formula would be cut, or content pushed off the sheet
            continue
        new = saved(book)
        assert picture(read_workbook(new)) == picture(book)
    assert check_package(saved(book)) == []
    for applied in reversed(done):
        take_back(book, applied)
    assert picture(book) == picture(read_workbook(data))
    assert saved(book) == data


@pytest.mark.parametrize("seed", range(40))
def test_many_rows_at_once_are_written_as_they_are_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(f"fast {seed}")
    book = read_workbook(random_book(dice, dice.choice(("plain", "plain", "prefixed", "spaced"))))
    for _ in range(dice.randint(1, 3)):
        with suppress(MutationConflict):
            edit(book, random_edit(book, dice))
    quick = saved(book)
    monkeypatch.setattr(ChunkWriter, "write", lambda *_: None)
    monkeypatch.setattr(sequence, "agreed_shares", lambda *_: None)
    assert saved(book) == quick


@pytest.mark.parametrize("seed", range(80))
def test_rows_that_are_alike_are_found_as_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(f"alike {seed}")
    book = read_workbook(random_book(dice, dice.choice(("plain", "plain", "prefixed", "spaced"))))
    for _ in range(dice.randint(1, 3)):
        with suppress(MutationConflict):
            edit(book, random_edit(book, dice))
    monkeypatch.setattr(stretch, "CHUNK_ROWS", dice.choice((2, 5, 1024)))
    monkeypatch.setattr(locate, "_PART_BYTES", dice.choice((1, 300, 1 << 20)))
    quick = saved(book)
    monkeypatch.setattr(RowIndex, "_read_alike", lambda *_: False)
    monkeypatch.setattr(Stretches, "_are_alike", lambda *_: False)
    assert saved(book) == quick


def test_rows_behind_an_inserted_one_get_their_new_numbers_and_nothing_else_changes() -> None:
    book = book_of(
        sheet_part(
            '<row r="1" spans="1:2"><c r="A1"><v>1</v></c></row>'
            '<row r="3"  x="é" ht="9" ><c  r="B3" s="2" t="s"><v>2</v></c><c r="C3" q="1"><v> 5</v><extLst/></c></row>'
        )
    )
    edit(book, insert(1, 2))
    assert rows_of(saved(book)) == (
        '<row r="1" spans="1:2"><c r="A1"><v>1</v></c></row>'
        '<row r="5"  x="é" ht="9" ><c  r="B5" s="2" t="s"><v>2</v></c><c r="C5" q="1"><v> 5</v><extLst/></c></row>'
    )


def test_a_column_of_shared_formulas_that_goes_on_with_plain_ones_follows_the_rows() -> None:
    book = book_of(
        sheet_part(
            '<row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f>2+2</f></c>'
            '<c r="C1"><f t="shared" ref="C1:C2" si="0">A1</f></c></row>'
            '<row r="2"><c r="A2"><f>1+1</f></c><c r="B2"><f>2+2</f></c><c r="C2"><f t="shared" si="0"/></c></row>'
            '<row r="3"><c r="A3"><f>1+1</f></c><c r="B3"><f>2+2</f></c><c r="C3"><f>A$2</f></c></row>'
        )
    )
    edit(book, insert(0, 1))
    assert '<c r="C4"><f>A$3</f></c>' in rows_of(saved(book))


def test_a_new_row_is_written_where_it_stands() -> None:
    book = book_of(sheet_part('<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'))
    edit(book, insert(1))
    put(book, "B2", "new")
    assert rows_of(saved(book)) == (
        '<row r="1"><c r="A1"><v>1</v></c></row>'
        '<row r="2"><c r="B2" t="inlineStr"><is><t>new</t></is></c></row>'
        '<row r="3"><c r="A3"><v>2</v></c></row>'
    )


def test_cells_of_deleted_columns_go_and_spans_with_them() -> None:
    book = book_of(
        sheet_part('<row r="1" spans="1:3" ht="9"><c r="A1"/> <c r="B1"><v>2</v></c> <c r="C1" s="1"/></row>')
    )
    edit(book, delete(1, axis="columns"))
    assert rows_of(saved(book)) == '<row r="1" ht="9"><c r="A1"/>  <c r="B1" s="1"/></row>'


def test_moved_columns_stand_in_their_new_order() -> None:
    book = book_of(sheet_part('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="D1"><v>4</v></c></row>'))
    edit(book, move(0, 1, 3, axis="columns"))
    assert rows_of(saved(book)) == (
        '<row r="1"><c r="A1"><v>2</v></c><c r="C1"><v>1</v></c><c r="D1"><v>4</v></c></row>'
    )


def test_only_the_text_of_a_formula_changes_and_its_value_stays() -> None:
    book = book_of(sheet_part('<row r="1"><c r="A1" t="str"><f ca="1">A5&amp;"A5"</f><v>x</v></c></row>'))
    edit(book, insert(2))
    assert rows_of(saved(book)) == '<row r="1"><c r="A1" t="str"><f ca="1">A6&amp;"A5"</f><v>x</v></c></row>'


def test_a_sheet_that_no_one_has_read_follows_too() -> None:
    book = book_of(
        sheet_part('<row r="5"><c r="A5"><v>1</v></c></row>'),
        sheet_part('<row r="1"><c r="A1"><f>Data!A5</f><v>1</v></c></row>'),
    )
    edit(book, delete(0))
    assert rows_of(saved(book), "xl/worksheets/sheet2.xml") == '<row r="1"><c r="A1"><f>Data!A4</f><v>1</v></c></row>'


def test_the_workbook_is_calculated_when_it_is_opened_after_a_structural_edit() -> None:
    book = book_of(sheet_part('<row r="5"><c r="A5"><v>1</v></c></row>'))
    edit(book, delete(0))
    assert 'fullCalcOnLoad="1"' in part_of(saved(book), "xl/workbook.xml")


def test_columns_merges_and_dimension_follow() -> None:
    book = book_of(
        sheet_part('<row r="5"><c r="A5"><v>1</v></c></row>', before=DIMENSION + COLS, after=MERGES + MARGINS)
    )
    edit(book, insert(1, axis="columns"), insert(4, 2))
    text = part_of(saved(book), SHEET1)
    assert (
        '<dimension ref="A1:I16"/><cols><col min="1" max="1" width="20" customWidth="1"/>'
        '<col min="3" max="3" width="20" customWidth="1"/><col min="5" max="7" width="9" style="2"/></cols>'
    ) in text
    assert f'<mergeCells count="2"><mergeCell ref="A3:C4"/><mergeCell ref="E8:F10"/></mergeCells>{MARGINS}' in text


def test_lists_that_became_empty_go() -> None:
    book = book_of(sheet_part('<row r="9"><c r="A9"><v>1</v></c></row>', before=COLS, after=MERGES + MARGINS))
    edit(book, delete(0, 8), delete(0, 8, axis="columns"))
    assert part_of(saved(book), SHEET1) == sheet_part('<row r="1"></row>', after=MARGINS)


@pytest.mark.filterwarnings("ignore:Workbook contains no")
def test_another_library_reads_what_was_written() -> None:
    book = book_of(
        sheet_part(
            '<row r="2"><c r="B2"><f t="shared" ref="B2:B4" si="0">A2*2</f><v>2</v></c></row>'
            '<row r="3"><c r="B3"><f t="shared" si="0"/><v>2</v></c></row>'
            '<row r="4"><c r="B4"><f t="shared" si="0"/><v>2</v></c></row>'
        )
    )
    edit(book, insert(2), insert(0, axis="columns"))
    sheet = openpyxl.load_workbook(BytesIO(saved(book))).active
    assert [[cell.value for cell in row] for row in sheet["C2:C5"]] == [["=B2*2"], [None], ["=B4*2"], ["=B5*2"]]


SMALL_BYTES = 300_000
"""A larger workbook of the corpus takes several seconds here."""


@pytest.mark.parametrize(
    "path", [path for path in sampled(each_file()) if path.stat().st_size < SMALL_BYTES], ids=lambda p: p.name
)
def test_real_workbooks_say_after_edits_what_the_model_says_and_undone_they_are_the_same_files(path: Path) -> None:
    data = path.read_bytes()
    try:
        before, problems = picture(read_workbook(data)), check_package(data)
    except FileRefusedError:
        pytest.skip("a file that does not open")
    for at, sheet in enumerate(read_workbook(data).sheets[:2]):
        if sheet.kind != "worksheet":
            continue
        book = read_workbook(data)
        done: list[Applied] = []
        for mutation in (
            insert(1, 3, sheet=sheet.id),
            delete(1, axis="columns", sheet=sheet.id),
            move(5, 2, 12, sheet=sheet.id),
            move(0, 1, 3, axis="columns", sheet=sheet.id),
            delete(3, 2, sheet=sheet.id),
        ):
            with suppress(MutationConflict):
                done.append(edit(book, mutation))
        new = saved(book)
        assert picture(read_workbook(new)) == picture(book), at
        assert [problem for problem in check_package(new) if problem not in problems] == []
        for applied in reversed(done):
            take_back(book, applied)
        assert picture(book) == before
        assert saved(book) == data
