"""Panes and outline levels in the saved part: what is written where, and that nothing else is."""

from __future__ import annotations

import re

import pytest
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisDelete,
    AxisFormat,
    AxisInsert,
    Mutation,
    SheetAdd,
    SheetFreeze,
    apply_all,
    take_back,
)
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.patch.editor import Editor
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN
from support.saving import book_of, part_of, saved, sheet_part

ROWS = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'
FORMAT = '<sheetFormatPr defaultRowHeight="15"/>'
TWO_VIEWS = (
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A9" activePane="bottomLeft" state="frozen"/>'
    '<selection activeCell="B1" sqref="B1"/><selection pane="bottomLeft" activeCell="C9" sqref="C9"/></sheetView>'
    '<sheetView workbookViewId="1"><pane xSplit="2" ySplit="2" topLeftCell="C3" activePane="topRight" state="frozen"/>'
    '<selection pane="topRight" activeCell="D1" sqref="D1"/></sheetView></sheetViews>'
)


def freeze(row0: int, col0: int) -> SheetFreeze:
    return SheetFreeze(sheet="s1", row0=row0, col0=col0)


def views_after(views: str, *mutations: Mutation) -> str:
    """The sheetViews element of a part after mutations."""
    book = book_of(sheet_part(ROWS, before=views + FORMAT))
    apply_all(book, mutations)
    text = part_of(saved(book))
    found = re.search(r"<sheetViews>.*</sheetViews>", text)
    assert found is not None
    before, after = sheet_part(ROWS, before=views + FORMAT).split(views) if views else ("", "")
    if views and not any(isinstance(one, AxisInsert | AxisDelete) for one in mutations):
        assert text == before + found[0] + after
    return found[0]


def one_view(inner: str, attributes: str = "") -> str:
    return f'<sheetViews><sheetView workbookViewId="0"{attributes}>{inner}</sheetView></sheetViews>'


BOTH = '<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>'
FOUR_PANES = one_view(
    BOTH + '<selection pane="topRight"/><selection pane="bottomLeft"/>'
    '<selection pane="bottomRight" activeCell="C3" sqref="C3"/>'
)


@pytest.mark.parametrize(
    ("cell", "pane"),
    [
        ((1, 0), '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection {}/>'),
        ((0, 2), '<pane xSplit="2" topLeftCell="C1" activePane="topRight" state="frozen"/><selection {}/>'),
        (
            (3, 1),
            '<pane xSplit="1" ySplit="3" topLeftCell="B4" activePane="bottomRight" state="frozen"/><selection {}/>',
        ),
    ],
)
def test_a_pane_comes_first_in_its_view_and_the_selection_goes_to_what_scrolls(
    cell: tuple[int, int], pane: str
) -> None:
    active = re.search(r'activePane="(\w+)"', pane)
    assert active is not None
    wanted = one_view(pane.format(f'activeCell="B7" sqref="B7" pane="{active[1]}"'))
    assert views_after(one_view('<selection activeCell="B7" sqref="B7"/>'), freeze(*cell)) == wanted
    wanted = one_view(pane.format(f'pane="{active[1]}"'))
    assert views_after('<sheetViews><sheetView workbookViewId="0"/></sheetViews>', freeze(*cell)) == wanted


def test_thawing_takes_the_pane_away_and_keeps_the_selection_that_was_in_use() -> None:
    assert views_after(FOUR_PANES, freeze(0, 0)) == one_view('<selection pane="topLeft" activeCell="C3" sqref="C3"/>')


def test_selections_of_panes_that_are_gone_go_with_them() -> None:
    assert views_after(FOUR_PANES, freeze(4, 0)) == one_view(
        '<pane ySplit="4" topLeftCell="A5" activePane="bottomLeft" state="frozen"/>'
        '<selection pane="bottomLeft" activeCell="C3" sqref="C3"/>'
    )


def test_other_windows_on_the_sheet_keep_their_panes() -> None:
    second = TWO_VIEWS[TWO_VIEWS.index('<sheetView workbookViewId="1"') :]
    assert views_after(TWO_VIEWS, freeze(0, 1)).endswith(second)


def test_the_panes_of_all_windows_follow_inserted_and_deleted_rows() -> None:
    insert = AxisInsert(sheet="s1", axis="rows", at=0, count=3)
    wanted = TWO_VIEWS.replace('ySplit="1" topLeftCell="A9"', 'ySplit="4" topLeftCell="A12"')
    wanted = wanted.replace('ySplit="2" topLeftCell="C3"', 'ySplit="5" topLeftCell="C6"')
    assert panes_of(views_after(TWO_VIEWS, insert)) == panes_of(wanted)
    delete = AxisDelete(sheet="s1", axis="rows", at=0, count=2)
    assert panes_of(views_after(TWO_VIEWS, delete)) == [
        '<pane xSplit="2" topLeftCell="C1" activePane="topRight" state="frozen"/>'
    ]


def panes_of(views: str) -> list[str]:
    return re.findall(r"<pane [^>]*>", views)


def test_a_view_that_was_scrolled_when_it_was_frozen_keeps_its_first_row() -> None:
    views = one_view('<pane ySplit="2" topLeftCell="A8" activePane="bottomLeft" state="frozen"/>', ' topLeftCell="C5"')
    assert views_after(views, AxisInsert(sheet="s1", axis="rows", at=0, count=2)) == one_view(
        '<pane ySplit="2" topLeftCell="A10" activePane="bottomLeft" state="frozen"/>', ' topLeftCell="C7"'
    )


def test_freezing_a_scrolled_view_counts_from_the_first_row() -> None:
    assert views_after(one_view("<selection/>", ' topLeftCell="C50"'), freeze(1, 0)) == one_view(
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>',
        ' topLeftCell="C1"',
    )


def test_a_split_that_can_be_dragged_is_replaced_and_comes_back() -> None:
    views = one_view('<pane ySplit="2400" topLeftCell="A8" activePane="bottomLeft"/><selection pane="bottomLeft"/>')
    book = book_of(sheet_part(ROWS, before=views))
    applied = apply_all(book, [freeze(1, 0)])
    assert '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' in part_of(saved(book))
    apply_all(book, applied.inverse())
    assert part_of(saved(book)) == sheet_part(ROWS, before=views)


@pytest.mark.parametrize("head", ["", '<dimension ref="A1:A2"/>', "<sheetPr/>", '<sheetPr/><dimension ref="A1:A2"/>'])
def test_a_part_without_views_gets_one_in_the_order_of_the_schema(head: str) -> None:
    book = book_of(sheet_part(ROWS, before=head + FORMAT))
    apply_all(book, [freeze(1, 0)])
    views = one_view(
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    )
    assert part_of(saved(book)) == sheet_part(ROWS, before=head + views + FORMAT)


def test_a_part_with_a_prefix_gets_elements_with_it() -> None:
    part = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="1"/></x:sheetData></x:worksheet>'
    book = book_of(part)
    group = AxisFormat(sheet="s1", axis="columns", spans=((0, 0),), level=1)
    apply_all(book, [freeze(1, 0), group])
    head = part_of(saved(book)).partition("<x:sheetData>")[0]
    assert head.startswith(
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetViews><x:sheetView workbookViewId="0">'
        '<x:pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><x:selection pane="bottomLeft"/>'
        '</x:sheetView></x:sheetViews><x:sheetFormatPr defaultRowHeight="15" outlineLevelCol="1"/>'
    )


def levels_after(book: Workbook, *mutations: Mutation) -> str:
    apply_all(book, mutations)
    found = re.search(r"<sheetFormatPr[^>]*>", part_of(saved(book)))
    return "" if found is None else found[0]


def level(axis: str, number: int) -> AxisFormat:
    return AxisFormat(sheet="s1", axis=axis, spans=((0, 1),), level=number)  # type: ignore[arg-type]


def test_the_part_announces_the_deepest_level_of_rows_and_of_columns() -> None:
    book = book_of(sheet_part(ROWS, before='<sheetFormatPr defaultRowHeight="15" x="1"/>'))
    assert levels_after(book, level("rows", 3)) == '<sheetFormatPr defaultRowHeight="15" x="1" outlineLevelRow="3"/>'
    assert levels_after(book, level("rows", 2), level("columns", 1)) == (
        '<sheetFormatPr defaultRowHeight="15" x="1" outlineLevelRow="2" outlineLevelCol="1"/>'
    )


def test_levels_that_the_part_announces_are_never_lowered() -> None:
    head = '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="5"/>'
    assert levels_after(book_of(sheet_part(ROWS, before=head)), level("rows", 2)) == head


def test_levels_that_the_file_has_and_does_not_announce_are_left_alone() -> None:
    rows = '<row r="1" outlineLevel="4"/>'
    assert levels_after(book_of(sheet_part(rows)), freeze(1, 0), level("rows", 3)) == ""
    assert levels_after(book_of(sheet_part(rows)), level("rows", 5)) == (
        '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="5"/>'
    )


def test_a_part_without_its_sizes_gets_them_only_where_there_are_levels() -> None:
    assert levels_after(book_of(sheet_part(ROWS)), freeze(1, 0)) == ""
    assert levels_after(book_of(sheet_part(ROWS)), level("rows", 1)) == (
        '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="1"/>'
    )


def test_what_was_taken_back_leaves_the_bytes_of_the_file() -> None:
    book = book_of(sheet_part(ROWS, before=TWO_VIEWS + FORMAT))
    assert book.package is not None
    applied = apply_all(book, [freeze(3, 3), level("rows", 2), level("columns", 4)])
    take_back(book, applied)
    assert saved(book) == book.package.data
    applied = apply_all(book, [freeze(3, 3), level("rows", 2), level("columns", 4)])
    apply_all(book, applied.inverse())
    assert saved(book) == book.package.data


def test_a_sheet_that_was_added_is_saved_with_its_panes_and_levels() -> None:
    book = book_of(sheet_part(ROWS))
    freezing = SheetFreeze(sheet="s2", row0=1)
    grouping = AxisFormat(sheet="s2", axis="rows", spans=((3, 4),), level=2, hidden=True)
    apply_all(book, [SheetAdd(id="s2", name="New", index=1), freezing, grouping])
    again = read_workbook(saved(book)).sheets[1]
    again.load()
    assert again.panes == book.sheets[1].panes
    assert '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="2"/>' in part_of(
        saved(book), "xl/worksheets/sheet2.xml"
    )


def test_an_edit_inside_of_what_another_takes_out_is_dropped() -> None:
    editor = Editor(b'<a><b c="1"/><d/></a>', "x")
    element = editor.root.children[0]
    editor.set_attribute(element, "c", "2")
    editor.replace(element.start, element.end, b"")
    assert editor.result() == b"<a><d/></a>"


def test_rows_and_columns_are_written_where_they_differ_and_nowhere_else() -> None:
    rows = (
        '<row r="1" spans="1:1" ht=\'15\' x="1"><c r="A1"><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f>A1</f><v>2</v></c></row><row r="9" thickBot="1"/>'
    )
    head = '<dimension ref="A1:Z99"/>'
    book = book_of(sheet_part(rows, before=head + '<cols><col min="1" max="3" width="9"/></cols>'))
    hide = AxisFormat(sheet="s1", axis="rows", spans=((0, 0), (2, 2), (8, 8)), size=20.0, hidden=True)
    widen = AxisFormat(sheet="s1", axis="columns", spans=((1, 1),), size=30.0)
    applied = apply_all(book, [hide, widen])
    columns = (
        '<cols><col min="1" max="1" width="9"/><col min="2" max="2" width="30" customWidth="1"/>'
        '<col min="3" max="3" width="9"/></cols>'
    )
    assert part_of(saved(book)) == sheet_part(
        '<row r="1" spans="1:1" ht="20" x="1" hidden="1" customHeight="1"><c r="A1"><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f>A1</f><v>2</v></c></row><row r="3" hidden="1" ht="20" customHeight="1"/>'
        '<row r="9" thickBot="1" hidden="1" ht="20" customHeight="1"/>',
        before=head + columns,
    )
    assert book.package is not None
    apply_all(book, applied.inverse())
    assert saved(book) == book.package.data


def test_hidden_rows_have_subtotals_calculated_anew() -> None:
    cell = '<row r="1"><c r="A1"><f>Subtotal(9,A2:A9)</f><v>1</v></c></row>'
    book = book_of(sheet_part(cell))
    apply_all(book, [AxisFormat(sheet="s1", axis="rows", spans=((2, 3),), hidden=True)])
    chunks, parts = save_package(book)
    assert parts == ("xl/workbook.xml", "xl/worksheets/sheet1.xml")
    data = b"".join(chunks)
    assert '<calcPr fullCalcOnLoad="1"/>' in part_of(data, "xl/workbook.xml")
    assert cell in part_of(data)


def test_formats_alone_leave_the_workbook_calculated() -> None:
    book = book_of(sheet_part(ROWS))
    apply_all(book, [AxisFormat(sheet="s1", axis="rows", spans=((0, 0),), size=20.0), freeze(1, 0)])
    chunks, parts = save_package(book)
    assert (len(b"".join(chunks)) > 0, parts) == (True, ("xl/worksheets/sheet1.xml",))
