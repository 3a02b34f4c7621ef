"""A workbook from nothing."""

import io
import warnings

import openpyxl
import python_calamine
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.new import new_package, new_workbook
from support.saving import put, saved


def test_the_package_is_whole_and_the_same_each_time() -> None:
    assert check_package(new_package()) == []
    assert new_package() == new_package()


def test_other_readers_open_it_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        book = openpyxl.load_workbook(io.BytesIO(new_package()))
    assert (book.sheetnames, book.active.title, book.active.max_row) == (["Sheet1"], "Sheet1", 1)
    assert python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(new_package())).sheet_names == ["Sheet1"]


def test_it_has_one_empty_visible_sheet() -> None:
    book = new_workbook()
    (sheet,) = book.sheets
    sheet.load()
    assert (sheet.id, sheet.name, sheet.state, sheet.used_rect(), book.active) == (
        "s1",
        "Sheet1",
        "visible",
        None,
        "s1",
    )
    assert (book.epoch_1904, book.styles.source_count, book.styles.number_format(0)) == (False, 1, "General")


def test_what_is_written_into_it_is_saved() -> None:
    book = new_workbook()
    put(book, "B2", 0.25, style=book.styles.patched(0, {"number_format": "0.0%"}))
    put(book, "A1", formula="B2*2")
    data = saved(book)
    assert check_package(data) == []
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert (sheet["B2"].value, sheet["B2"].number_format, sheet["A1"].value) == (0.25, "0.0%", "=B2*2")


def test_an_unchanged_one_is_saved_as_the_empty_package() -> None:
    assert saved(new_workbook()) == new_package()
