"""Parts beside a sheet's own after rows and columns came and went: drawings, notes, tables, charts, pivots, links."""

from __future__ import annotations

import pytest
from macrocell.facade.errors import MutationConflict
from macrocell.facade.mutation import Marks
from macrocell.facade.workbook.fingerprint import state_hash
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import REGISTRY, AxisDelete, AxisInsert, AxisMove, Mutation
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.patch import SaveRefusedError, save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import MAIN, package
from support.saving import SHEET1, part_of, saved, sheet_part, with_parts

OFFICE = "application/vnd.openxmlformats-officedocument"
SHEET_ML = f"{OFFICE}.spreadsheetml"
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET2 = "xl/worksheets/sheet2.xml"
Parts = dict[str, tuple[str, str, str]]
"""By name: the kind of the relation from the first sheet ("" for none), the content type, the text."""


def book_with(parts: Parts, *, rows: str = "", other: str = "", names: str = "") -> Workbook:
    """Sheets Data and Data2, and further parts."""
    data = package({SHEET1: sheet_part(rows), SHEET2: sheet_part(other)})
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, (_, kind, _) in parts.items())
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{TYPES}/{relation}" Target="/{name}"/>'
        for number, (name, (relation, _, _)) in enumerate(parts.items(), 1)
        if relation
    )
    changed: dict[str, str | bytes] = {name: text for name, (_, _, text) in parts.items()}
    types = part_of(data, "[Content_Types].xml")
    changed["[Content_Types].xml"] = types.replace("</Types>", f"{overrides}</Types>")
    changed["xl/worksheets/_rels/sheet1.xml.rels"] = f'<Relationships xmlns="{RELATIONSHIPS}">{related}</Relationships>'
    changed["xl/workbook.xml"] = part_of(data, "xl/workbook.xml").replace("</workbook>", f"{names}</workbook>")
    return read_workbook(with_parts(data, changed))


def insert(at: int, count: int = 1, axis: str = "rows") -> AxisInsert:
    return AxisInsert(sheet="s1", axis=axis, at=at, count=count)  # type: ignore[arg-type]


def delete(at: int, count: int = 1, axis: str = "rows") -> AxisDelete:
    return AxisDelete(sheet="s1", axis=axis, at=at, count=count)  # type: ignore[arg-type]


def move(at: int, count: int, to: int, axis: str = "rows") -> AxisMove:
    return AxisMove(sheet="s1", axis=axis, at=at, count=count, to=to)  # type: ignore[arg-type]


def apply(book: Workbook, mutation: Mutation) -> list[Mutation]:
    family = REGISTRY.of(mutation)
    for sheet in book.sheets:
        sheet.load()
    family.check(book, mutation)
    inverse = list(family.invert(book, mutation))
    family.apply(book, mutation, Marks())
    return inverse


def after(book: Workbook, mutation: Mutation, part: str) -> str:
    """A part once the change is saved; it is undone then, which must give the part and the state of before."""
    assert book.package is not None
    before = state_hash(book)
    inverse = apply(book, mutation)
    data = saved(book)
    text = part_of(data, part) if part in read_workbook(data).package.members else ""  # type: ignore[union-attr]
    for back in inverse:
        apply(book, back)
    assert state_hash(book) == before
    assert set(save_package(book)[1]) <= {SHEET1, SHEET2, "xl/workbook.xml"}
    return text


def anchored(ends: tuple[int, ...], *, manner: str = "") -> str:
    """A drawing with one picture from (column, row) to (column, row), or from one corner only."""
    names = ("from", "to")[: len(ends) // 2]
    corners = "".join(
        f"<xdr:{name}><xdr:col>{ends[2 * at]}</xdr:col><xdr:colOff>7</xdr:colOff><xdr:row>{ends[2 * at + 1]}</xdr:row>"
        f"<xdr:rowOff>{9 if manner != 'edge' else 0}</xdr:rowOff></xdr:{name}>"
        for at, name in enumerate(names)
    )
    edit = f' editAs="{manner}"' if manner and manner != "edge" else ""
    tag = "twoCellAnchor" if len(names) == 2 else "oneCellAnchor"
    return f'<xdr:wsDr xmlns:xdr="d"><xdr:{tag}{edit}>{corners}<xdr:pic/></xdr:{tag}></xdr:wsDr>'


DRAWING = "xl/drawings/drawing1.xml"


def drawn(text: str) -> Workbook:
    return book_with({DRAWING: ("drawing", f"{OFFICE}.drawing+xml", text)})


@pytest.mark.parametrize(
    ("mutation", "ends"),
    [
        (insert(0), (1, 3, 3, 9)),
        (insert(2), (1, 3, 3, 9)),
        (insert(5, 3), (1, 2, 3, 11)),
        (insert(9), (1, 2, 3, 8)),
        (delete(0), (1, 1, 3, 7)),
        (insert(1, 2, "columns"), (3, 2, 5, 8)),
        (insert(2, 2, "columns"), (1, 2, 5, 8)),
        (move(1, 9, 20), (1, 12, 3, 18)),
    ],
)
def test_a_picture_moves_and_sizes_with_its_cells(mutation: Mutation, ends: tuple[int, ...]) -> None:
    assert after(drawn(anchored((1, 2, 3, 8))), mutation, DRAWING) == anchored(ends)


def test_a_picture_is_clamped_where_a_part_of_its_rows_goes() -> None:
    text = after(drawn(anchored((1, 2, 3, 8))), delete(1, 4), DRAWING)
    start = anchored((1, 1, 3, 4))
    assert text == start.replace("<xdr:row>1</xdr:row><xdr:rowOff>9", "<xdr:row>1</xdr:row><xdr:rowOff>0")


def test_a_picture_whose_rows_all_go_goes_with_them() -> None:
    assert after(drawn(anchored((1, 2, 3, 8))), delete(2, 7), DRAWING) == '<xdr:wsDr xmlns:xdr="d"></xdr:wsDr>'


@pytest.mark.parametrize(
    ("manner", "mutation", "ends"),
    [
        ("oneCell", insert(0, 2), (1, 4, 3, 10)),
        ("oneCell", insert(4, 2), (1, 2, 3, 8)),
        ("absolute", insert(0, 2), (1, 2, 3, 8)),
        ("absolute", delete(0, 20), (1, 2, 3, 8)),
    ],
)
def test_a_picture_keeps_its_size_or_place_where_it_is_told_to(
    manner: str, mutation: Mutation, ends: tuple[int, ...]
) -> None:
    book = drawn(anchored((1, 2, 3, 8), manner=manner))
    apply(book, mutation)
    assert part_of(saved(book), DRAWING) == anchored(ends, manner=manner)


def test_a_picture_of_one_corner_moves() -> None:
    assert after(drawn(anchored((1, 2))), insert(1, 3), DRAWING) == anchored((1, 5))


NOTES = "xl/comments1.xml"
SHAPES = "xl/drawings/vmlDrawing1.vml"


def noted(cells: list[tuple[str, int, int]]) -> Parts:
    comments = "".join(f'<comment ref="{ref}" authorId="0"><text/></comment>' for ref, _, _ in cells)
    threads = "".join(f'<threadedComment ref="{ref}" id="{ref[0]}"/>' for ref, _, _ in cells)
    shapes = "".join(
        f'<v:shape id="{ref[0]}"><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:Anchor>{column + 1}, 15, {row}, 10, {column + 3}, 31, {row + 4}, 9</x:Anchor><x:Row>{row}</x:Row>"
        f"<x:Column>{column}</x:Column></x:ClientData></v:shape>"
        for ref, row, column in cells
    )
    return {
        NOTES: ("comments", f"{SHEET_ML}.comments+xml", f"<comments><commentList>{comments}</commentList></comments>"),
        "xl/threadedComments/threadedComment1.xml": (
            "threadedComment",
            "application/vnd.ms-excel.threadedcomments+xml",
            f"<ThreadedComments>{threads}</ThreadedComments>",
        ),
        SHAPES: ("vmlDrawing", f"{OFFICE}.vmlDrawing", f"<xml><br><v:shapetype/>{shapes}</xml>"),
    }


@pytest.mark.parametrize(
    ("mutation", "cells"),
    [
        (insert(3, 2), [("B2", 1, 1), ("D7", 6, 3)]),
        (insert(1, 1, "columns"), [("C2", 1, 2), ("E5", 4, 4)]),
        (delete(1), [("D4", 3, 3)]),
    ],
)
def test_notes_threads_and_their_shapes_go_with_their_cells(
    mutation: Mutation, cells: list[tuple[str, int, int]]
) -> None:
    for part, (_, _, text) in noted(cells).items():
        expected = (
            text.replace('id="C"', 'id="B"').replace('id="E"', 'id="D"')
            if mutation == insert(1, 1, "columns")
            else text
        )
        assert after(book_with(noted([("B2", 1, 1), ("D5", 4, 3)])), mutation, part) == expected


TABLE = "xl/tables/table1.xml"


def table(
    ref: str,
    *names: str,
    filter_ref: str = "",
    extra: str = "",
    filters: str = "",
    ids: tuple[int, ...] = (),
    reads: str = "A1",
) -> str:
    """A table whose column c is calculated from a cell outside."""
    numbers = ids or tuple(range(1, len(names) + 1))
    columns = "".join(
        f'<tableColumn id="{number}" name="{name}"'
        + (
            f"><calculatedColumnFormula>T[[#This Row],[a]]+Data!{reads}</calculatedColumnFormula></tableColumn>"
            if name == "c"
            else "/>"
        )
        for number, name in zip(numbers, names, strict=True)
    )
    return (
        f'<table xmlns="{MAIN}" id="1" name="T" displayName="T" ref="{ref}"{extra}>'
        f'<autoFilter ref="{filter_ref or ref}">{filters}</autoFilter>'
        f'<tableColumns count="{len(names)}">{columns}</tableColumns></table>'
    )


HEADER = (
    '<row r="2"><c r="B2" t="inlineStr"><is><t>a</t></is></c><c r="C2" t="inlineStr"><is><t>b</t></is></c>'
    '<c r="D2" t="inlineStr"><is><t>c</t></is></c></row>'
)


TOTAL = '<row r="1"><c r="A1"><f>SUM(T[b])+T[[#Totals],[a]]</f></c></row>'


def tabled(text: str, *, other: str = "") -> Workbook:
    return book_with({TABLE: ("table", f"{SHEET_ML}.table+xml", text)}, rows=HEADER, other=other)


def total(book: Workbook) -> str:
    """The formula that speaks of the table."""
    row = book.sheets[1].row(0)
    assert row is not None
    entry = row.formula(0)
    return entry if isinstance(entry, str) else getattr(entry, "text", "")


@pytest.mark.parametrize(
    ("mutation", "ref", "reads"),
    [
        (insert(0, 2), "B4:D7", "A3"),
        (insert(2), "B2:D6", "A1"),
        (insert(4, 2), "B2:D7", "A1"),
        (insert(5, 2), "B2:D5", "A1"),
        (delete(2, 2), "B2:D3", "A1"),
        (delete(0), "B1:D4", "#REF!"),
        (insert(0, 1, "columns"), "C2:E5", "B1"),
    ],
)
def test_a_table_moves_grows_and_shrinks_with_its_rows(mutation: Mutation, ref: str, reads: str) -> None:
    text = after(tabled(table("B2:D5", "a", "b", "c")), mutation, TABLE)
    assert text == table(ref, "a", "b", "c", reads=reads)


def test_rows_in_front_of_the_totals_of_a_table_are_its_own_and_its_filters() -> None:
    old = table("B2:D5", "a", "b", "c", filter_ref="B2:D4", extra=' totalsRowCount="1"')
    new = table("B2:D6", "a", "b", "c", filter_ref="B2:D5", extra=' totalsRowCount="1"')
    assert after(tabled(old), insert(4), TABLE) == new


def test_columns_that_come_into_a_table_get_names_which_its_header_shows() -> None:
    old = table("B2:D5", "a", "b", "c", filters='<filterColumn colId="1"/>')
    new = table("B2:F5", "a", "Column1", "Column2", "b", "c", filters='<filterColumn colId="3"/>', ids=(1, 4, 5, 2, 3))
    book = tabled(old)
    assert after(book, insert(2, 2, "columns"), TABLE) == new
    apply(book, insert(2, 2, "columns"))
    row = book.sheets[0].row(1)
    assert row is not None
    assert row.slice(1, 5) == ["a", "Column1", "Column2", "b", "c"]


def test_columns_that_go_take_their_names_and_filters_along() -> None:
    old = table("B2:D5", "a", "b", "c", filters='<filterColumn colId="1"/><filterColumn colId="2"/>')
    new = table("B2:C5", "a", "c", filters='<filterColumn colId="1"/>', ids=(1, 3))
    assert after(tabled(old), delete(2, 1, "columns"), TABLE) == new


@pytest.mark.parametrize(
    ("mutation", "text"),
    [
        (delete(2, 1, "columns"), "SUM(#REF!)+T[[#Totals],[a]]"),
        (delete(1, 4), "SUM(#REF!)+#REF!"),
        (delete(3), "SUM(T[b])+T[[#Totals],[a]]"),
    ],
)
def test_formulas_that_speak_of_what_is_lost_of_a_table_say_so_until_it_is_undone(
    mutation: Mutation, text: str
) -> None:
    book = tabled(table("B2:D5", "a", "b", "c"), other=TOTAL)
    before = state_hash(book)
    inverse = apply(book, mutation)
    assert total(book) == text
    for back in inverse:
        apply(book, back)
    assert total(book) == "SUM(T[b])+T[[#Totals],[a]]"
    assert state_hash(book) == before


def test_a_table_that_is_deleted_whole_leaves_the_package() -> None:
    book = tabled(table("B2:D5", "a", "b", "c"))
    assert book.package is not None
    apply(book, delete(1, 4))
    chunks, changed = save_package(book)
    data = b"".join(chunks)
    assert TABLE in changed
    assert TABLE not in read_workbook(data).package.members  # type: ignore[union-attr]
    assert "table1" not in part_of(data, "[Content_Types].xml")
    assert "table1" not in part_of(data, "xl/worksheets/_rels/sheet1.xml.rels")


@pytest.mark.parametrize(
    ("mutation", "problem"),
    [
        (delete(1), "whose header in row 2 cannot go alone"),
        (delete(0, 3), "whose header in row 2 cannot go alone"),
        (delete(2, 3), "of which at least one row must stay"),
        (move(1, 1, 8), "whose header in row 2 cannot go alone"),
        (move(2, 1, 5, "columns"), "whose columns cannot change places yet"),
    ],
)
def test_what_would_cut_a_table_is_refused(mutation: Mutation, problem: str) -> None:
    book = tabled(table("B2:D5", "a", "b", "c"))
    with pytest.raises(MutationConflict) as error:
        apply(book, mutation)
    assert error.value.message == f"Data!B2:D5 is the table T, {problem}"


CHART = "xl/charts/chart1.xml"
CACHE = "xl/pivotCache/pivotCacheDefinition1.xml"


@pytest.mark.parametrize(
    ("mutation", "ref"),
    [(insert(1), "Data!$B$2:$B$5"), (delete(3), "Data!$B$2:$B$3"), (delete(1, 3), "Data!#REF!")],
)
def test_the_series_of_a_chart_follow(mutation: Mutation, ref: str) -> None:
    chart = '<c:chartSpace xmlns:c="c"><c:val><c:f>{}</c:f></c:val></c:chartSpace>'
    book = book_with({CHART: ("", f"{OFFICE}.drawingml.chart+xml", chart.format("Data!$B$2:$B$4"))})
    expected = "Data!$B$3:$B$5" if mutation == insert(1) else ref
    assert after(book, mutation, CHART) == chart.format(expected)


def cached(ref: str, *, refresh: bool = False) -> str:
    mark = ' refreshOnLoad="1"' if refresh else ""
    return (
        f'<pivotCacheDefinition xmlns="{MAIN}"{mark}><cacheSource><worksheetSource ref="{ref}" sheet="Data"/>'
        "</cacheSource></pivotCacheDefinition>"
    )


def pivoted() -> Workbook:
    return book_with({CACHE: ("", f"{SHEET_ML}.pivotCacheDefinition+xml", cached("A1:B5"))})


def test_a_pivot_cache_reads_the_cells_where_they_went() -> None:
    assert after(pivoted(), insert(0), CACHE) == cached("A2:B6")


def test_a_pivot_cache_whose_source_grows_is_refreshed_on_load() -> None:
    assert after(pivoted(), insert(2), CACHE) == cached("A1:B6", refresh=True)


def test_a_pivot_cache_that_loses_its_source_is_refused_by_name() -> None:
    book = pivoted()
    apply(book, delete(0, 9))
    with pytest.raises(SaveRefusedError) as error:
        save_package(book)
    assert error.value.message == (
        f"{CACHE}: all cells were deleted that it has as its source; give it another source first"
    )


def test_a_pivot_table_is_not_cut() -> None:
    part = "xl/pivotTables/pivotTable1.xml"
    text = f'<pivotTableDefinition xmlns="{MAIN}"><location ref="A3:B9" firstHeaderRow="1"/></pivotTableDefinition>'
    parts: Parts = {part: ("pivotTable", f"{SHEET_ML}.pivotTable+xml", text)}
    assert after(book_with(parts), insert(0), part) == text.replace("A3:B9", "A4:B10")
    with pytest.raises(MutationConflict) as error:
        apply(book_with(parts), insert(4))
    assert error.value.message == "Data!A3:B9 is a pivot table, which would be cut"


def test_names_and_links_of_other_parts_follow() -> None:
    names = (
        '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$C$9</definedName>'
        '<definedName name="_xlnm.Print_Titles" localSheetId="0">Data!$1:$2</definedName>'
        '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Data!$A$2:$C$9</definedName>'
        "</definedNames>"
    )
    book = book_with({}, names=names)
    text = after(book, insert(1, 2), "xl/workbook.xml")
    assert "Data!$A$1:$C$11<" in text
    assert "Data!$1:$4<" in text
    assert "Data!$A$4:$C$11<" in text


def test_a_part_that_cannot_be_taken_apart_refuses_the_save_by_name() -> None:
    book = book_with({CHART: ("", f"{OFFICE}.drawingml.chart+xml", "<c:chartSpace><c:f>Data!A1</c:f>")})
    apply(book, insert(0))
    with pytest.raises(SaveRefusedError) as error:
        save_package(book)
    assert error.value.code == "part_damaged"
    assert error.value.part == CHART


def test_a_package_with_all_of_it_is_sound_after_an_edit() -> None:
    parts: Parts = {
        **noted([("B2", 1, 1), ("D5", 4, 3)]),
        TABLE: ("table", f"{SHEET_ML}.table+xml", table("B2:D5", "a", "b", "c")),
    }
    book = book_with(parts, rows=HEADER)
    assert book.package is not None
    apply(book, insert(2, 1, "columns"))
    assert check_package(saved(book)) == check_package(book.package.data)
