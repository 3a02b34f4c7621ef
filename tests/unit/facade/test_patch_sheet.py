"""A patched sheet: the touched cells are written anew, every other byte stays."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from macrocell.facade.value import CellError, RichText, Scalar, TextRun
from macrocell.facade.workbook.model.formula import ArrayFormula, SharedFormula
from macrocell.facade.workbook.model.rect import Rect, cell_name
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.namespace import MAIN_STRICT
from macrocell.facade.workbook.xlsx.patch import LayoutError, UnsupportedChangeError, save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN, package
from support.saving import SHEET1, book_of, part_of, put, raw_part, restyle, rows_of, saved, sheet_part

GRID = (
    '<row r="1" spans="1:3" ht="20" customHeight="1"><c r="A1"><v>1</v></c><c r="C1" s="2"><v>1.50</v></c></row>\r\n'
    '  <row r="3"><c r="A3" t="s"><v>7</v></c></row>'
)


def test_a_workbook_without_changes_gives_the_files_own_bytes() -> None:
    data = package({SHEET1: sheet_part(GRID)})
    chunks, changed = save_package(read_workbook(data))
    assert b"".join(chunks) == data
    assert changed == ()


def test_a_loaded_and_touched_but_equal_cell_changes_nothing() -> None:
    data = package({SHEET1: sheet_part(GRID)})
    book = read_workbook(data)
    put(book, "A1", 1)
    put(book, "C1", 1.5)
    restyle(book, "C1", 2)
    assert rows_of(saved(book)) == GRID.replace("<v>1.50</v>", "<v>1.5</v>")
    book = read_workbook(data)
    put(book, "A1", 1)
    assert saved(book) == data


@pytest.mark.parametrize(
    ("value", "markup"),
    [
        (5, "<v>5</v>"),
        (-0.0, "<v>-0.0</v>"),
        (1e-300, "<v>1e-300</v>"),
        (0.1 + 0.2, "<v>0.30000000000000004</v>"),
        (999_999_999_999_999, "<v>999999999999999</v>"),
    ],
)
def test_numbers_are_written_as_they_read_back(value: float, markup: str) -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", value)
    assert f'<c r="A1">{markup}</c>' in rows_of(saved(book))


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (True, '<c r="A1" t="b"><v>1</v></c>'),
        (False, '<c r="A1" t="b"><v>0</v></c>'),
        (CellError("#DIV/0!"), '<c r="A1" t="e"><v>#DIV/0!</v></c>'),
        ("", '<c r="A1" t="inlineStr"><is><t></t></is></c>'),
        ("a<b>&c", '<c r="A1" t="inlineStr"><is><t>a&lt;b&gt;&amp;c</t></is></c>'),
        (" a", '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>'),
        ("a\nb", '<c r="A1" t="inlineStr"><is><t xml:space="preserve">a\nb</t></is></c>'),
        ("\x01\r_x0041_", '<c r="A1" t="inlineStr"><is><t>_x0001__x000D__x005F_x0041_</t></is></c>'),
        ("\ufffe😀", '<c r="A1" t="inlineStr"><is><t>_xFFFE_😀</t></is></c>'),
        (None, ""),
    ],
)
def test_constants_take_the_form_excel_reads(value: Scalar, cell: str) -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", value)
    assert rows_of(saved(book)) == GRID.replace('<c r="A1"><v>1</v></c>', cell)


def test_a_new_formula_has_no_cached_value() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", formula='IF(B1<>"x",1&" ",2)')
    assert '<c r="A1"><f>IF(B1&lt;&gt;"x",1&amp;" ",2)</f></c>' in rows_of(saved(book))


def test_a_formula_keeps_a_cached_text() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", "x", formula='"x"')
    assert '<c r="A1" t="str"><f>"x"</f><v>x</v></c>' in rows_of(saved(book))


def test_a_formula_that_xml_cannot_hold_is_refused() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", formula='"\x01"')
    with pytest.raises(UnsupportedChangeError) as caught:
        saved(book)
    assert str(caught.value) == "the formula of Data!A1 holds a character that XML cannot hold"


def test_rich_text_is_written_by_its_runs_or_as_it_came() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", RichText((TextRun("a "), TextRun("b", b"<rPr><b/></rPr>"))))
    put(book, "A3", RichText((TextRun("x"),), b'<r xmlns="%b"><t>x</t></r>' % MAIN.encode()))
    rows = rows_of(saved(book))
    assert (
        '<c r="A1" t="inlineStr"><is><r><t xml:space="preserve">a </t></r>'
        '<r><rPr><b/></rPr><t xml:space="preserve">b</t></r></is></c>'
    ) in rows
    assert '<c r="A3" t="inlineStr"><is><r><t>x</t></r></is></c>' in rows


def test_cells_and_rows_are_inserted_in_order() -> None:
    book = book_of(sheet_part(GRID))
    for cell in ("B1", "D1", "B2", "A5", "B3"):
        put(book, cell, 9)
    assert rows_of(saved(book)) == (
        '<row r="1" ht="20" customHeight="1"><c r="A1"><v>1</v></c><c r="B1"><v>9</v></c>'
        '<c r="C1" s="2"><v>1.50</v></c><c r="D1"><v>9</v></c></row>\r\n'
        '  <row r="2"><c r="B2"><v>9</v></c></row><row r="3"><c r="A3" t="s"><v>7</v></c><c r="B3"><v>9</v></c></row>'
        '<row r="5"><c r="A5"><v>9</v></c></row>'
    )


def test_spans_stay_where_they_hold_and_go_where_they_do_not() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "B1", 9)
    assert '<row r="1" spans="1:3" ht' in rows_of(saved(book))
    put(book, "D1", 9)
    assert '<row r="1" ht' in rows_of(saved(book))


@pytest.mark.parametrize(
    ("ref", "cell", "grown"), [("A1:C3", "B2", "A1:C3"), ("A1:C3", "E9", "A1:E9"), ("B2", "A1", "A1:B2")]
)
def test_dimension_grows_with_content(ref: str, cell: str, grown: str) -> None:
    book = book_of(sheet_part(GRID, before=f'<dimension  ref="{ref}" />'))
    put(book, cell, 9)
    assert f'<dimension  ref="{grown}" />' in part_of(saved(book))


def test_an_empty_sheet_data_element_is_opened() -> None:
    book = book_of(f'<worksheet xmlns="{MAIN}"><sheetData /><pageMargins/></worksheet>')
    put(book, "B2", 9)
    assert part_of(saved(book)) == (
        f'<worksheet xmlns="{MAIN}"><sheetData ><row r="2"><c r="B2"><v>9</v></c></row></sheetData>'
        "<pageMargins/></worksheet>"
    )


def test_an_empty_row_is_opened() -> None:
    book = book_of(sheet_part('<row r="2" ht="30" customHeight="1" />'))
    put(book, "B2", 9)
    assert rows_of(saved(book)) == '<row r="2" ht="30" customHeight="1"><c r="B2"><v>9</v></c></row>'


def test_rows_and_cells_without_r_are_counted() -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>"
    book = book_of(sheet_part(rows))
    put(book, "B1", None)
    put(book, "A2", 5)
    put(book, "C2", 6)
    data = saved(book)
    assert rows_of(data) == (
        '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>5</v></c><c r="C2"><v>6</v></c></row>'
    )
    sheet = read_workbook(data).sheets[0]
    sheet.load()
    assert [row.values for _, row in sheet.each_row()] == [[1, None, 3], [5, None, 6]]


@pytest.mark.parametrize("main", [MAIN, MAIN_STRICT])
def test_prefixed_and_strict_sheets_keep_their_spelling(main: str) -> None:
    book = book_of(
        f'<x:worksheet xmlns:x="{main}"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData>'
        "</x:worksheet>"
    )
    put(book, "B1", "t")
    put(book, "C1", RichText((TextRun("u"),)))
    put(book, "D1", formula="A1+1")
    assert rows_of(saved(book)) == (
        '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>t</x:t></x:is></x:c>'
        f'<x:c r="C1" t="inlineStr"><x:is xmlns="{main}"><r><t xml:space="preserve">u</t></r></x:is></x:c>'
        '<x:c r="D1"><x:f>A1+1</x:f></x:c></x:row>'
    )


def test_comments_and_look_alikes_inside_them_are_passed_over() -> None:
    rows = (
        '<!-- <row r="2"><c r="A2"/></row> --><row r="1"><!-- <c r="A1"/> --><c r="A1"><v>1</v></c>'
        '<?pi <c r="B1"/>?></row>'
    )
    book = book_of(sheet_part(rows))
    put(book, "A1", 2)
    put(book, "B1", 3)
    put(book, "A2", 4)
    assert rows_of(saved(book)) == (
        '<!-- <row r="2"><c r="A2"/></row> --><row r="1"><!-- <c r="A1"/> --><c r="A1"><v>2</v></c><?pi <c r="B1"/>?>'
        '<c r="B1"><v>3</v></c></row><row r="2"><c r="A2"><v>4</v></c></row>'
    )


def test_other_encodings_are_written_back_in_their_own() -> None:
    text = f'<?xml version="1.0" encoding="UTF-16"?>{sheet_part(GRID)}'
    book = book_of(codecs.BOM_UTF16_LE + text.encode("utf-16-le"))
    put(book, "A1", "ä")
    data = saved(book)
    assert raw_part(data) == codecs.BOM_UTF16_LE + text.replace(
        '<c r="A1"><v>1</v></c>', '<c r="A1" t="inlineStr"><is><t>ä</t></is></c>'
    ).encode("utf-16-le")


def test_a_byte_order_mark_and_single_quotes_stay() -> None:
    rows = "<row r='1'><c r='A1' s='1'><v>1</v></c><c r='B1' s='1'><v>1</v></c></row>"
    book = book_of(codecs.BOM_UTF8 + sheet_part(rows).encode())
    put(book, "A1", 2)
    data = saved(book)
    assert part_of(data)[0] == "\ufeff"
    assert rows_of(data) == """<row r='1'><c r='A1' s='1'><v>2</v></c><c r='B1' s='1'><v>1</v></c></row>"""


def test_overwriting_drops_the_metadata_of_the_old_value_and_keeps_the_rest() -> None:
    rows = '<row r="1"><c r="A1" s="3" t="e" cm="1" vm="2" ph="1"><v>#VALUE!</v><extLst><ext/></extLst></c></row>'
    book = book_of(sheet_part(rows))
    put(book, "A1", 2)
    assert rows_of(saved(book)) == '<row r="1"><c r="A1" s="3" ph="1"><v>2</v><extLst><ext/></extLst></c></row>'


def test_a_new_style_leaves_content_to_the_byte() -> None:
    rows = (
        '<row r="1"><c r="A1" t="e" vm="2"><v>#VALUE!</v></c><c r="B1" t="s"><v>3</v></c>'
        '<c r="C1" cm="1"><f t="array" ref="C1:C2">A1:A2*1</f><v>1.10</v></c><c r="D1" s="1" t="b"><v>1</v></c></row>'
    )
    book = book_of(sheet_part(rows))
    for cell in ("A1", "B1", "C1"):
        restyle(book, cell, 2)
    restyle(book, "D1", 0)
    data = saved(book)
    assert rows_of(data) == (
        '<row r="1"><c r="A1" t="e" vm="2" s="2"><v>#VALUE!</v></c><c r="B1" t="s" s="2"><v>3</v></c>'
        '<c r="C1" cm="1" s="2"><f t="array" ref="C1:C2">A1:A2*1</f><v>1.10</v></c><c r="D1" t="b"><v>1</v></c></row>'
    )
    assert "fullCalcOnLoad" not in part_of(data, "xl/workbook.xml")


def test_a_cleared_cell_stays_where_it_would_look_different() -> None:
    rows = '<row r="1"><c r="A1" s="2"><v>1</v></c><c r="B1"><v>1</v></c></row>'
    styled = sheet_part(rows, before='<cols><col min="1" max="2" style="3"/></cols>')
    for part, expected in (
        (sheet_part(rows), '<row r="1"><c r="A1" s="2"/></row>'),
        (styled, '<row r="1"><c r="A1" s="2"/><c r="B1"/></row>'),
    ):
        book = book_of(part)
        put(book, "A1")
        put(book, "B1")
        assert rows_of(saved(book)) == expected


def test_an_array_formula_is_written_with_its_block() -> None:
    book = book_of(sheet_part(GRID))
    put(book, "A1", 3, formula=ArrayFormula("B1:B2*2", Rect(0, 0, 1, 0)))
    assert '<c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>3</v></c>' in rows_of(saved(book))


def test_a_row_that_the_file_does_not_have_is_refused() -> None:
    book = book_of(sheet_part(GRID))
    sheet = put(book, "A1", 5)
    row = sheet.ensure_row(6)
    row.source0 = 6
    row.set_value(0, 1)
    row.touch(0)
    with pytest.raises(LayoutError) as caught:
        saved(book)
    assert str(caught.value) == "xl/worksheets/sheet1.xml: row 7, which changes, was not found in it"


def test_a_changed_formula_drops_nothing_else_of_the_row() -> None:
    rows = '<row r="1"> <c r="A1"><f>B1</f><v>1</v></c>\n<c  r="B1"><v>1</v></c > </row>'
    book = book_of(sheet_part(rows))
    put(book, "A1", formula="B1+1")
    assert rows_of(saved(book)) == rows.replace("<f>B1</f><v>1</v>", "<f>B1+1</f>")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-999_999_999_999_999, 999_999_999_999_999),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(blacklist_categories=("Cs",)), max_size=12),
    st.sampled_from(("_x0041_", "_x005F_", "a_x000D_b", " ", "\r\n", "\x00\x1f", "=1", "\ufffe\uffff")),
    st.sampled_from((CellError("#N/A"), CellError("#DIV/0!"))),
)


@settings(deadline=None)
@given(st.dictionaries(st.tuples(st.integers(0, 12), st.integers(0, 30)), SCALARS, max_size=12))
def test_every_written_value_reads_back_as_it_was_set(cells: dict[tuple[int, int], Scalar]) -> None:
    book = book_of(sheet_part(GRID))
    for place, value in cells.items():
        put(book, cell_name(*place), value)
    data = saved(book)
    assert check_package(data) == []
    sheet = read_workbook(data).sheets[0]
    sheet.load()
    held = {place: row.value(place[1]) if (row := sheet.row(place[0])) else None for place in cells}
    assert {place: (type(value), str(value)) for place, value in held.items()} == {
        place: (type(value), str(value)) for place, value in cells.items()
    }


def test_a_shared_member_whose_group_is_not_the_files_is_refused() -> None:
    from macrocell.facade.workbook.model.formula import SharedGroup

    book = book_of(sheet_part(GRID))
    put(book, "A1", formula=SharedFormula(SharedGroup(4, "B1", 0, 0, None), 0))
    with pytest.raises(UnsupportedChangeError) as caught:
        saved(book)
    assert str(caught.value) == "Data!A1 holds a member of a shared formula that its sheet does not know"
