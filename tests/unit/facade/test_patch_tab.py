"""Sheets deleted, copied, moved, hidden and coloured in the saved package: parts, relationships, ids, indices."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import Any

import openpyxl
import pytest
from macrocell.facade.workbook.model.look import Color
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import (
    AxisInsert,
    CellsSet,
    Formula,
    Mutation,
    SheetAdd,
    SheetColor,
    SheetCopy,
    SheetDelete,
    SheetMove,
    SheetRename,
    SheetShow,
    apply_all,
    take_back,
)
from macrocell.facade.workbook.mutation.sheet_copy import fresh_tables
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.patch.error import UnsupportedChangeError
from macrocell.facade.workbook.xlsx.read import read_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table, TableColumn, TableFormula
from PIL import Image as Picture
from support.big_workbook import MAIN, package
from support.saving import part_of, saved

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SLICER = "http://schemas.microsoft.com/office/2007/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def report() -> bytes:
    """Data: a table with a computed column, a chart, a picture, a comment, a link, a print area. Other, Last: a cell
    that reads Data; a name of the workbook and one of Other."""
    book = openpyxl.Workbook()
    data = book.active
    data.title = "Data"
    for row in (["name", "count", "double"], ["a", 1, "=Items[[#This Row],[count]]*2"], ["b", 2, "=B3*2"]):
        data.append(row)
    table = Table(displayName="Items", ref="A1:C3")
    table._initialise_columns()
    table.tableColumns[2] = TableColumn(
        id=3, name="double", calculatedColumnFormula=TableFormula(attr_text="Items[[#This Row],[count]]*2")
    )
    for column, name in zip(table.tableColumns, ("name", "count", "double"), strict=True):
        column.name = name
    data.add_table(table)
    chart = BarChart()
    chart.add_data(Reference(data, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    data.add_chart(chart, "E2")
    picture = io.BytesIO()
    Picture.new("RGB", (2, 2)).save(picture, "PNG")
    data.add_image(Image(picture), "E20")
    data["A2"].comment = Comment("note", "me")
    data["A3"].hyperlink = "https://example.com/"
    data.print_area = "A1:C3"
    other, last = book.create_sheet("Other"), book.create_sheet("Last")
    other["A1"], last["A1"] = "=Data!B2+1", "=SUM(Data:Other!B2)"
    book.defined_names["total"] = DefinedName("total", attr_text="Data!$B$2:$B$3")
    other.defined_names["own"] = DefinedName("own", attr_text="Data!$A$1")
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


REPORT = report()


def edited(*mutations: Mutation, data: bytes = REPORT) -> Workbook:
    model = read_workbook(data)
    apply_all(model, mutations)
    return model


def copied(model: Workbook, sheet: str = "s1", new_id: str = "s9", name: str = "Copy", index: int = 3) -> SheetCopy:
    source = model.sheet(sheet)
    assert source is not None
    source.load()
    tables = fresh_tables(model, source)
    return SheetCopy(id=sheet, new_id=new_id, name=name, index=index, cells=1000, tables=tables)


def with_copy(*then: Mutation, data: bytes = REPORT) -> Workbook:
    model = read_workbook(data)
    apply_all(model, [copied(model), *then])
    return model


def names(data: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return set(archive.namelist())


def read(data: bytes) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(io.BytesIO(data))


def scoped(book: Any) -> dict[str, dict[str, str]]:
    return {sheet.title: {name: one.attr_text for name, one in sheet.defined_names.items()} for sheet in book}


class TestDelete:
    def test_the_part_goes_with_all_that_only_it_leads_to(self) -> None:
        data = saved(edited(SheetDelete(id="s1")))
        assert names(REPORT) - names(data) == {
            "xl/worksheets/sheet1.xml",
            "xl/worksheets/_rels/sheet1.xml.rels",
            "xl/drawings/drawing1.xml",
            "xl/drawings/_rels/drawing1.xml.rels",
            "xl/charts/chart1.xml",
            "xl/media/image1.png",
            "xl/comments/comment1.xml",
            "xl/drawings/commentsDrawing1.vml",
            "xl/tables/table1.xml",
        }
        assert check_package(data) == []

    def test_names_and_formulas_elsewhere(self) -> None:
        book = read(saved(edited(SheetDelete(id="s1"))))
        assert book.sheetnames == ["Other", "Last"]
        assert (book["Other"]["A1"].value, book["Last"]["A1"].value) == ("=#REF!+1", "=SUM(Other!B2)")
        assert {name: one.attr_text for name, one in book.defined_names.items()} == {"total": "#REF!"}
        assert scoped(book) == {"Other": {"own": "#REF!"}, "Last": {}}

    def test_the_last_name_takes_the_list_along(self) -> None:
        data = package({"xl/worksheets/sheet1.xml": sheet(), "xl/worksheets/sheet2.xml": sheet()})
        data = replaced(
            data,
            "xl/workbook.xml",
            "</sheets>",
            '</sheets><definedNames><definedName name="own" localSheetId="1">1</definedName></definedNames>',
        )
        text = part_of(saved(edited(SheetDelete(id="s2"), data=data)), "xl/workbook.xml")
        assert "definedName" not in text

    def test_views_follow(self) -> None:
        views = (
            '<bookViews><workbookView firstSheet="1" activeTab="2"/><workbookView activeTab="1"/></bookViews><sheets>'
        )
        custom = (
            "</sheets><customWorkbookViews>"
            '<customWorkbookView name="v" guid="{0}" windowWidth="1" windowHeight="1" activeSheetId="3"/>'
            "</customWorkbookViews>"
        )
        data = package({f"xl/worksheets/sheet{at}.xml": sheet() for at in (1, 2, 3)})
        data = replaced(replaced(data, "xl/workbook.xml", "<sheets>", views), "xl/workbook.xml", "</sheets>", custom)
        text = part_of(saved(edited(SheetDelete(id="s3"), data=data)), "xl/workbook.xml")
        assert '<workbookView firstSheet="1" activeTab="1"/><workbookView activeTab="1"/>' in text
        assert 'activeSheetId="1"' in text
        text = part_of(saved(edited(SheetDelete(id="s1"), data=data)), "xl/workbook.xml")
        assert '<workbookView firstSheet="0" activeTab="1"/><workbookView activeTab="0"/>' in text
        assert 'activeSheetId="3"' in text

    def test_titles_in_the_properties(self) -> None:
        app = (
            '<Properties xmlns="http://p" xmlns:vt="http://v"><HeadingPairs><vt:vector size="4" baseType="variant">'
            "<vt:variant><vt:lpstr>Worksheets</vt:lpstr></vt:variant><vt:variant><vt:i4>3</vt:i4></vt:variant>"
            "<vt:variant><vt:lpstr>Named Ranges</vt:lpstr></vt:variant><vt:variant><vt:i4>2</vt:i4></vt:variant>"
            '</vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="5" baseType="lpstr"><vt:lpstr>Data</vt:lpstr>'
            "<vt:lpstr>Other</vt:lpstr><vt:lpstr>Last</vt:lpstr><vt:lpstr>Data!Print_Area</vt:lpstr>"
            "<vt:lpstr>total</vt:lpstr></vt:vector></TitlesOfParts></Properties>"
        )
        data = with_part(REPORT, "docProps/app.xml", app)
        text = part_of(saved(edited(SheetDelete(id="s1"), SheetMove(id="s3", index=0), data=data)), "docProps/app.xml")
        assert text.count("<vt:i4>2</vt:i4>") == 1
        assert text.count("<vt:i4>1</vt:i4>") == 1
        assert '<vt:vector size="3" baseType="lpstr"><vt:lpstr>Last</vt:lpstr><vt:lpstr>Other</vt:lpstr>' in text
        assert "<vt:lpstr>total</vt:lpstr></vt:vector>" in text
        assert "Data" not in text

    def test_taken_back_the_file_is_its_own_bytes(self) -> None:
        model = read_workbook(REPORT)
        for mutations in (
            [SheetDelete(id="s1")],
            [copied(model), SheetDelete(id="s1")],
            [SheetMove(id="s1", index=2), SheetShow(id="s2", state="hidden")],
            [SheetColor(id="s1", color=Color(rgb="FFFF0000")), SheetShow(id="s1", state="hidden")],
            [SheetDelete(id="s2"), SheetRename(id="s1", name="Other"), SheetRename(id="s1", name="Else")],
        ):
            applied = apply_all(model, mutations)
            assert saved(model) != REPORT
            take_back(model, applied)
            assert saved(model) == REPORT

    def test_undone_by_its_inverse_the_file_is_its_own_bytes(self) -> None:
        model = read_workbook(REPORT)
        applied = apply_all(model, [SheetDelete(id="s1")])
        apply_all(model, applied.inverse())
        assert saved(model) == REPORT

    def test_a_sheet_added_before(self) -> None:
        data = saved(edited(SheetAdd(id="s9", name="New", index=0), SheetDelete(id="s9"), SheetDelete(id="s2")))
        assert read(data).sheetnames == ["Data", "Last"]


class TestCopy:
    def test_each_part_of_the_sheet_is_there_twice_and_media_are_shared(self) -> None:
        data = saved(with_copy())
        assert names(data) - names(REPORT) == {
            "xl/worksheets/sheet4.xml",
            "xl/worksheets/_rels/sheet4.xml.rels",
            "xl/drawings/drawing2.xml",
            "xl/drawings/_rels/drawing2.xml.rels",
            "xl/charts/chart2.xml",
            "xl/comments/comment2.xml",
            "xl/drawings/commentsDrawing2.vml",
            "xl/tables/table2.xml",
        }
        assert names(REPORT) <= names(data)
        assert check_package(data) == []
        book = read(data)
        assert book.sheetnames == ["Data", "Other", "Last", "Copy"]
        copy = book["Copy"]
        assert (len(copy._charts), len(copy._images), copy["A2"].comment.text) == (1, 1, "note")
        assert copy["A3"].hyperlink.target == "https://example.com/"

    def test_untouched_parts_stay_to_the_byte(self) -> None:
        data = saved(with_copy())
        changed = {name for name in names(REPORT) if part(data, name) != part(REPORT, name)}
        assert changed == {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"}

    def test_the_table_has_its_own_id_and_name_and_formulas_follow(self) -> None:
        data = saved(with_copy())
        text = part_of(data, "xl/tables/table2.xml")
        assert re.search(r'<table [^>]*id="2" [^>]*?displayName="Items_2"', text)
        assert "<calculatedColumnFormula>Items_2[[#This Row],[count]]*2</calculatedColumnFormula>" in text
        book = read(data)
        assert book["Copy"]["C2"].value == "=Items_2[[#This Row],[count]]*2"
        assert book["Data"]["C2"].value == "=Items[[#This Row],[count]]*2"
        assert {name: list(book[name].tables) for name in ("Data", "Copy")} == {"Data": ["Items"], "Copy": ["Items_2"]}

    def test_its_chart_reads_the_copy(self) -> None:
        data = saved(with_copy())
        assert "'Data'!$B$2:$B$3" in part_of(data, "xl/charts/chart1.xml")
        assert "Copy!$B$2:$B$3" in part_of(data, "xl/charts/chart2.xml")
        assert "Data" not in part_of(data, "xl/charts/chart2.xml")

    def test_its_names_are_its_own(self) -> None:
        book = read(saved(with_copy()))
        assert book["Copy"].print_area == "'Copy'!$A$1:$C$3"
        assert book["Data"].print_area == "'Data'!$A$1:$C$3"
        assert scoped(book)["Other"] == {"own": "Data!$A$1"}

    def test_it_is_not_selected_and_has_no_code_name(self) -> None:
        data = replaced(REPORT, "xl/worksheets/sheet1.xml", "<sheetPr>", '<sheetPr codeName="Sheet1">')
        data = replaced(data, "xl/worksheets/sheet1.xml", "<sheetView ", '<sheetView tabSelected="1" ')
        text = part_of(saved(with_copy(data=data)), "xl/worksheets/sheet4.xml")
        assert "tabSelected" not in text
        assert "codeName" not in text

    def test_rows_inserted_in_the_copy_move_its_objects_only(self) -> None:
        data = saved(with_copy(AxisInsert(sheet="s9", axis="rows", at=1, count=1)))
        assert 'ref="A1:C4"' in part_of(data, "xl/tables/table2.xml")
        assert 'ref="A1:C3"' in part_of(data, "xl/tables/table1.xml")
        assert "Copy!$B$3:$B$4" in part_of(data, "xl/charts/chart2.xml")
        assert 'ref="A3"' in part_of(data, "xl/comments/comment2.xml")
        assert 'ref="A2"' in part_of(data, "xl/comments/comment1.xml")
        assert read(data)["Copy"]["C4"].value == "=B4*2"
        assert check_package(data) == []

    def test_rows_inserted_before_the_copying_are_in_both(self) -> None:
        model = read_workbook(REPORT)
        apply_all(model, [AxisInsert(sheet="s1", axis="rows", at=1, count=1), copied(model)])
        data = saved(model)
        assert 'ref="A1:C4"' in part_of(data, "xl/tables/table1.xml")
        assert 'ref="A1:C4"' in part_of(data, "xl/tables/table2.xml")
        assert "Copy!$B$3:$B$4" in part_of(data, "xl/charts/chart2.xml")
        assert read(data)["Copy"]["C4"].value == "=B4*2"

    def test_a_renamed_copy(self) -> None:
        data = saved(with_copy(SheetRename(id="s9", name="It's new")))
        assert "'It''s new'!$B$2:$B$3" in part_of(data, "xl/charts/chart2.xml")
        assert read(data).sheetnames == ["Data", "Other", "Last", "It's new"]

    def test_the_original_goes_and_leaves_the_copy_its_media(self) -> None:
        data = saved(with_copy(SheetDelete(id="s1")))
        assert "xl/media/image1.png" in names(data)
        assert "xl/charts/chart1.xml" not in names(data)
        assert check_package(data) == []
        book = read(data)
        assert book.sheetnames == ["Other", "Last", "Copy"]
        assert (len(book["Copy"]._images), len(book["Copy"]._charts)) == (1, 1)
        assert "Copy!$B$2:$B$3" in part_of(data, "xl/charts/chart2.xml")

    def test_a_copy_of_a_copy(self) -> None:
        model = with_copy()
        apply_all(model, [copied(model, "s9", "s10", "Third", 0)])
        data = saved(model)
        book = read(data)
        assert book.sheetnames == ["Third", "Data", "Other", "Last", "Copy"]
        assert [list(sheet.tables) for sheet in book] == [["Items_3"], ["Items"], [], [], ["Items_2"]]
        assert book["Third"]["C2"].value == "=Items_3[[#This Row],[count]]*2"
        assert check_package(data) == []
        assert "Third!$B$2:$B$3" in "".join(part_of(data, f"xl/charts/chart{at}.xml") for at in (2, 3))

    def test_a_copy_of_a_new_sheet_with_formulas_and_formats(self) -> None:
        model = edited(SheetAdd(id="s8", name="New", index=0))
        cell = CellsSet(sheet="s8", rect=Rect(0, 0, 0, 1), rows=[[5, Formula("A1*2")]])
        apply_all(model, [cell, copied(model, "s8", "s9", "New 2", 1)])
        book = read(saved(model))
        assert book.sheetnames == ["New", "New 2", "Data", "Other", "Last"]
        assert [cell.value for cell in book["New 2"][1]] == [5, "=A1*2"]

    def test_written_cells_of_either_stay_apart(self) -> None:
        write = [CellsSet(sheet=key, rect=Rect(1, 0, 1, 0), rows=[[key]]) for key in ("s1", "s9")]
        book = read(saved(with_copy(*write)))
        assert (book["Data"]["A2"].value, book["Copy"]["A2"].value) == ("s1", "s9")


class TestTabs:
    def test_order_and_scopes(self) -> None:
        book = read(saved(edited(SheetMove(id="s1", index=2), SheetMove(id="s3", index=0))))
        assert book.sheetnames == ["Last", "Other", "Data"]
        assert scoped(book)["Other"] == {"own": "Data!$A$1"}
        assert book["Data"].print_area == "'Data'!$A$1:$C$3"
        assert book.active.title == "Data"

    def test_moving_changes_the_workbook_part_alone(self) -> None:
        data = saved(edited(SheetMove(id="s3", index=1)))
        assert {name for name in names(REPORT) if part(data, name) != part(REPORT, name)} == {"xl/workbook.xml"}

    def test_states(self) -> None:
        model = edited(SheetShow(id="s2", state="hidden"), SheetShow(id="s3", state="veryHidden"))
        book = read(saved(model))
        assert [sheet.sheet_state for sheet in book] == ["visible", "hidden", "veryHidden"]
        again = read_workbook(saved(model))
        apply_all(again, [SheetShow(id="s2", state="visible")])
        assert [sheet.sheet_state for sheet in read(saved(again))] == ["visible", "visible", "veryHidden"]

    def test_the_hidden_sheet_leaves_the_front_and_the_next_is_selected(self) -> None:
        data = saved(edited(SheetShow(id="s1", state="hidden")))
        assert read(data).active.title == "Other"
        assert "tabSelected" not in part_of(data, "xl/worksheets/sheet1.xml")
        assert 'tabSelected="1"' in part_of(data, "xl/worksheets/sheet2.xml")

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("", '<sheetPr><tabColor rgb="FF112233"/></sheetPr>'),
            ("<sheetPr/>", '<sheetPr><tabColor rgb="FF112233"/></sheetPr>'),
            (
                '<sheetPr><outlinePr/><pageSetUpPr fitToPage="1"/></sheetPr>',
                '<sheetPr><tabColor rgb="FF112233"/><outlinePr/><pageSetUpPr fitToPage="1"/></sheetPr>',
            ),
            (
                '<sheetPr codeName="A"><tabColor theme="4" tint="0.5"/><outlinePr/></sheetPr>',
                '<sheetPr codeName="A"><tabColor rgb="FF112233"/><outlinePr/></sheetPr>',
            ),
        ],
    )
    def test_a_colour_in_schema_order(self, before: str, after: str) -> None:
        data = package({"xl/worksheets/sheet1.xml": sheet(before)})
        model = edited(SheetColor(id="s1", color=Color(rgb="ff112233")), data=data)
        assert part_of(saved(model), "xl/worksheets/sheet1.xml") == sheet(after)

    def test_no_colour_and_a_theme_colour(self) -> None:
        data = package({"xl/worksheets/sheet1.xml": sheet('<sheetPr><tabColor rgb="FF112233"/></sheetPr>')})
        text = part_of(saved(edited(SheetColor(id="s1", color=None), data=data)), "xl/worksheets/sheet1.xml")
        assert text == sheet("<sheetPr></sheetPr>")
        color = Color(theme=4, tint=0.4)
        text = part_of(saved(edited(SheetColor(id="s1", color=color), data=data)), "xl/worksheets/sheet1.xml")
        assert text == sheet('<sheetPr><tabColor theme="4" tint="0.4"/></sheetPr>')

    def test_the_colour_that_is_there_changes_nothing(self) -> None:
        data = package({"xl/worksheets/sheet1.xml": sheet('<sheetPr><tabColor rgb="FF112233"/></sheetPr>')})
        assert saved(edited(SheetColor(id="s1", color=Color(rgb="FF112233")), data=data)) == data


def sheet(before: str = "") -> str:
    return f'<worksheet xmlns="{MAIN}">{before}<sheetData/></worksheet>'


def part(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def with_part(data: bytes, name: str, content: str) -> bytes:
    """The package with one part in place of another."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, content if info.filename == name else old.read(info))
    return buffer.getvalue()


def replaced(data: bytes, name: str, old: str, new: str) -> bytes:
    text = part_of(data, name)
    assert old in text
    return with_part(data, name, text.replace(old, new, 1))


def filtered(tab: int = 1, shown_on: int = 1) -> bytes:
    """Two sheets; the first holds a pivot table with its own cache, and one of them a slicer that filters it."""
    own = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    kinds = {
        "xl/pivotTables/pivotTable1.xml": f"{own}.pivotTable+xml",
        "xl/pivotCache/def1.xml": f"{own}.pivotCacheDefinition+xml",
        "xl/slicers/slicer1.xml": "application/vnd.ms-excel.slicer+xml",
        "xl/slicerCaches/cache1.xml": "application/vnd.ms-excel.slicerCache+xml",
        "xl/drawings/drawing1.xml": "application/vnd.openxmlformats-officedocument.drawing+xml",
    }
    x14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
    slicers = (
        f'<drawing xmlns:r="{OFFICE}" r:id="rId8"/>'
        f'<extLst><ext uri="u"><x14:slicerList xmlns:x14="{x14}" xmlns:r="{OFFICE}"><x14:slicer r:id="rId9"/>'
        "</x14:slicerList></ext></extLst>"
    )
    bare = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>%s</worksheet>'
    data = package({f"xl/worksheets/sheet{at}.xml": bare % (slicers if at == shown_on else "") for at in (1, 2)})
    link = '<Relationship Id="{}" Type="{}" Target="{}"/>'.format
    shown = link("rId8", f"{OFFICE}/drawing", "/xl/drawings/drawing1.xml")
    shown += link("rId9", f"{SLICER}/slicer", "/xl/slicers/slicer1.xml")
    pivot = link("rId1", f"{OFFICE}/pivotTable", "/xl/pivotTables/pivotTable1.xml")
    rels = f'<Relationships xmlns="{PACKAGE}/relationships">{{}}</Relationships>'.format
    book_links = link("rId20", f"{OFFICE}/pivotCacheDefinition", "/xl/pivotCache/def1.xml")
    book_links += link("rId21", f"{SLICER}/slicerCache", "/xl/slicerCaches/cache1.xml")
    data = replaced(data, "xl/_rels/workbook.xml.rels", "</Relationships>", book_links + "</Relationships>")
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    data = replaced(data, "[Content_Types].xml", "</Types>", overrides + "</Types>")
    lists = (
        '<pivotCaches><pivotCache cacheId="1" r:id="rId20"/></pivotCaches><extLst><ext uri="v">'
        f'<x14:slicerCaches xmlns:x14="{x14}"><x14:slicerCache r:id="rId21"/></x14:slicerCaches></ext></extLst>'
    )
    data = replaced(data, "xl/workbook.xml", "</sheets>", "</sheets>" + lists)
    xdr = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    anchor = '<xdr:absoluteAnchor><xdr:pos x="0" y="0"/>{}<xdr:clientData/></xdr:absoluteAnchor>'.format
    extra = {
        "xl/pivotTables/pivotTable1.xml": f'<pivotTableDefinition xmlns="{MAIN}" name="P"/>',
        "xl/pivotTables/_rels/pivotTable1.xml.rels": rels(
            link("rId1", f"{OFFICE}/pivotCacheDefinition", "/xl/pivotCache/def1.xml")
        ),
        "xl/pivotCache/def1.xml": f'<pivotCacheDefinition xmlns="{MAIN}"/>',
        "xl/slicers/slicer1.xml": f'<slicers xmlns="{x14}"><slicer name="By name" cache="Slicer_n"/></slicers>',
        "xl/slicerCaches/cache1.xml": f'<slicerCacheDefinition xmlns="{x14}" name="Slicer_n"><pivotTables>'
        f'<pivotTable tabId="{tab}" name="P"/></pivotTables></slicerCacheDefinition>',
        "xl/drawings/drawing1.xml": f'<xdr:wsDr xmlns:xdr="{xdr}">{anchor("<xdr:sp/>")}'
        f'{anchor("""<s:slicer xmlns:s="urn:s" name="By name"/>""")}</xdr:wsDr>',
        "xl/worksheets/_rels/sheet1.xml.rels": rels(pivot + (shown if shown_on == 1 else "")),
    }
    if shown_on == 2:
        extra["xl/worksheets/_rels/sheet2.xml.rels"] = rels(shown)
    buffer = io.BytesIO(data)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in extra.items():
            archive.writestr(name, content)
    return buffer.getvalue()


class TestFilters:
    def test_caches_that_nothing_uses_go_and_are_unlisted(self) -> None:
        before = filtered()
        data = saved(edited(SheetDelete(id="s1"), data=before))
        assert {name for name in names(data) if "pivot" in name or "slicer" in name or "drawing" in name} == set()
        text = part_of(data, "xl/workbook.xml")
        assert "pivotCache" not in text
        assert "extLst" not in text
        assert "rId20" not in part_of(data, "xl/_rels/workbook.xml.rels")
        assert check_package(data) == []

    def test_a_slicer_that_stays_would_filter_nothing(self) -> None:
        with pytest.raises(UnsupportedChangeError) as caught:
            saved(edited(SheetDelete(id="s1"), data=filtered(shown_on=2)))
        assert str(caught.value) == (
            "xl/slicerCaches/cache1.xml: "
            "a slicer on a sheet that stays filters what goes with a deleted sheet (Slicer_n)"
        )

    def test_without_its_slicers_a_pivot_table_stays(self) -> None:
        data = saved(edited(SheetDelete(id="s2"), data=filtered(shown_on=2)))
        assert {name for name in names(data) if "slicer" in name} == set()
        assert {"xl/pivotTables/pivotTable1.xml", "xl/pivotCache/def1.xml"} <= names(data)
        assert '<pivotCaches><pivotCache cacheId="1" r:id="rId20"/></pivotCaches>' in part_of(data, "xl/workbook.xml")
        assert check_package(data) == []

    def test_a_copy_has_the_pivot_table_on_the_same_cache_and_no_slicers(self) -> None:
        data = saved(with_copy_of_two(filtered()))
        assert names(data) - names(filtered()) == {
            "xl/worksheets/sheet3.xml",
            "xl/worksheets/_rels/sheet3.xml.rels",
            "xl/pivotTables/pivotTable2.xml",
            "xl/pivotTables/_rels/pivotTable2.xml.rels",
            "xl/drawings/drawing2.xml",
        }
        assert "slicer" not in part_of(data, "xl/worksheets/sheet3.xml")
        assert "slicer" not in part_of(data, "xl/worksheets/_rels/sheet3.xml.rels")
        assert "slicer" not in part_of(data, "xl/drawings/drawing2.xml")
        assert "<xdr:sp/>" in part_of(data, "xl/drawings/drawing2.xml")
        assert "pivotCache/def1.xml" in part_of(data, "xl/pivotTables/_rels/pivotTable2.xml.rels")
        assert check_package(data) == []


def with_copy_of_two(data: bytes) -> Workbook:
    model = read_workbook(data)
    apply_all(model, [copied(model, index=2)])
    return model
