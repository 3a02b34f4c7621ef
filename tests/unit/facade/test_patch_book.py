"""workbook.xml, styles.xml and app.xml of a save: sheets added and renamed, calculation on load, styles appended."""

import io

import openpyxl
import pytest
from macrocell.facade.mutation import Marks
from macrocell.facade.workbook.formula.step import RenameStep
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation import AxisInsert, SheetCopy, SheetMove, apply_all
from macrocell.facade.workbook.mutation.sheet_rename import FAMILY, SheetRename
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.patch import (
    LayoutError,
    PartDamagedError,
    SaveRefusedError,
    save_package,
)
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.saving import SHEET1, book_of, part_of, put, raw_part, restyle, saved, sheet_part, with_parts

pytestmark = pytest.mark.filterwarnings("ignore:Workbook contains no default style")

BOOK = "xl/workbook.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ROWS = sheet_part('<row r="1"><c r="A1"><v>1</v></c></row>')


def two_sheets(**parts: str) -> Workbook:
    """Sheets Data and Data2; parts replace those of the package, with _ for / and .xml left out."""
    data = package({SHEET1: ROWS, "xl/worksheets/sheet2.xml": ROWS})
    return read_workbook(with_parts(data, {f"{name.replace('__', '/')}.xml": text for name, text in parts.items()}))


def workbook_part(inner: str, *, root: str = "") -> str:
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"{root}>'
        f"{inner}</workbook>"
    )


SHEETS = '<sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Data2" sheetId="4" r:id="rId2"/></sheets>'


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (SHEETS, SHEETS + '<calcPr fullCalcOnLoad="1"/>'),
        (SHEETS + '<calcPr calcId="7"/><extLst/>', SHEETS + '<calcPr calcId="7" fullCalcOnLoad="1"/><extLst/>'),
        (SHEETS + '<calcPr fullCalcOnLoad="0"></calcPr>', SHEETS + '<calcPr fullCalcOnLoad="1"></calcPr>'),
        (SHEETS + '<calcPr fullCalcOnLoad="1" />', SHEETS + '<calcPr fullCalcOnLoad="1" />'),
        (
            SHEETS + "<definedNames/><pivotCaches/>",
            SHEETS + '<definedNames/><calcPr fullCalcOnLoad="1"/><pivotCaches/>',
        ),
    ],
)
def test_a_changed_value_asks_for_calculation_on_load_in_schema_order(inner: str, expected: str) -> None:
    book = two_sheets(xl__workbook=workbook_part(inner))
    put(book, "A1", 2)
    assert part_of(saved(book), BOOK) == workbook_part(expected)


def test_a_sheet_is_added_in_its_place_and_indices_move_with_it() -> None:
    inner = (
        '<bookViews><workbookView firstSheet="1" activeTab="1"/><workbookView/></bookViews>' + SHEETS
        + '<definedNames><definedName name="a" localSheetId="0">1</definedName>'
        '<definedName name="a" localSheetId="1">2</definedName><definedName name="b">3</definedName></definedNames>'
    )  # fmt: skip
    book = two_sheets(xl__workbook=workbook_part(inner))
    book.sheets.insert(1, Sheet("s7", 'New <&> "one"'))
    put(book, "B2", "x", at=1)
    chunks, changed = save_package(book)
    data = b"".join(chunks)
    assert changed == (
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        BOOK,
        "xl/worksheets/sheet3.xml",
    )
    assert part_of(data, BOOK) == workbook_part(
        '<bookViews><workbookView firstSheet="2" activeTab="2"/><workbookView/></bookViews>'
        '<sheets><sheet name="Data" sheetId="1" r:id="rId1"/>'
        '<sheet name="New &lt;&amp;&gt; &quot;one&quot;" sheetId="7" r:id="rId5"/>'
        '<sheet name="Data2" sheetId="4" r:id="rId2"/></sheets>'
        '<definedNames><definedName name="a" localSheetId="0">1</definedName>'
        '<definedName name="a" localSheetId="2">2</definedName><definedName name="b">3</definedName></definedNames>'
        '<calcPr fullCalcOnLoad="1"/>'
    )
    assert check_package(data) == []
    assert [sheet.id for sheet in read_workbook(data).sheets] == ["s1", "s7", "s4"]
    other = openpyxl.load_workbook(io.BytesIO(data))
    assert other.sheetnames == ["Data", 'New <&> "one"', "Data2"]
    assert other['New <&> "one"']["B2"].value == "x"


def test_a_sheet_in_front_moves_an_active_tab_that_is_not_written() -> None:
    inner = "<bookViews><workbookView/></bookViews>" + SHEETS
    book = two_sheets(xl__workbook=workbook_part(inner))
    book.sheets.insert(0, Sheet("s2", "First"))
    text = part_of(saved(book), BOOK)
    assert '<workbookView activeTab="1"/>' in text
    assert '<sheets><sheet name="First" sheetId="2" r:id="rId5"/><sheet name="Data"' in text


def test_several_empty_sheets_are_added_in_order() -> None:
    book = two_sheets()
    for number, name in enumerate(("x", "y", "z"), 5):
        book.sheets.append(Sheet(f"s{number}", name))
    data = saved(book)
    assert check_package(data) == []
    assert openpyxl.load_workbook(io.BytesIO(data)).sheetnames == ["Data", "Data2", "x", "y", "z"]
    assert "fullCalcOnLoad" not in part_of(data, BOOK)


def test_values_that_depend_on_the_place_of_rows_and_sheets_are_computed_anew() -> None:
    for mutation in (
        AxisInsert(sheet="s1", axis="rows", at=9, count=1),
        SheetMove(id="s1", index=1),
        SheetCopy(id="s1", new_id="s9", name="x", index=1, cells=100),
    ):
        book = two_sheets()
        apply_all(book, [mutation])
        assert '<calcPr fullCalcOnLoad="1"/>' in part_of(saved(book), BOOK)


def test_the_relationship_prefix_of_the_part_is_used() -> None:
    text = workbook_part(SHEETS).replace("xmlns:r=", "xmlns:rel=").replace(" r:id", " rel:id")
    book = two_sheets(xl__workbook=text)
    book.sheets.append(Sheet("s9", "x"))
    assert '<sheet name="x" sheetId="9" rel:id="rId5"/></sheets>' in part_of(saved(book), BOOK)


APP = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="http://v">'
    '<HeadingPairs><vt:vector size="4" baseType="variant"><vt:variant><vt:lpstr>Arbeitsblätter</vt:lpstr></vt:variant>'
    "<vt:variant><vt:i4>{count}</vt:i4></vt:variant><vt:variant><vt:lpstr>Named Ranges</vt:lpstr></vt:variant>"
    '<vt:variant><vt:i4>1</vt:i4></vt:variant></vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="{size}" '
    'baseType="lpstr">{titles}</vt:vector></TitlesOfParts></Properties>'
)


def with_app(titles: list[str], *, count: int = 2) -> Workbook:
    data = package({SHEET1: ROWS, "xl/worksheets/sheet2.xml": ROWS})
    types, links = part_of(data, "[Content_Types].xml"), part_of(data, "_rels/.rels")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties"
    link = f'<Relationship Id="rId2" Type="{kind}" Target="docProps/app.xml"/></Relationships>'
    override = '<Override PartName="/docProps/app.xml" ContentType="application/x+xml"/></Types>'
    return read_workbook(
        with_parts(
            data,
            {
                "[Content_Types].xml": types.replace("</Types>", override),
                "_rels/.rels": links.replace("</Relationships>", link),
                "docProps/app.xml": app(titles, count=count),
            },
        )
    )


def app(titles: list[str], *, count: int) -> str:
    items = "".join(f"<vt:lpstr>{title}</vt:lpstr>" for title in titles)
    return APP.format(count=count, size=len(titles), titles=items)


def rename(book: Workbook, new: str) -> None:
    FAMILY.apply(book, SheetRename(id=book.sheets[0].id, name=new), Marks())


def test_the_titles_follow_added_and_renamed_sheets() -> None:
    book = with_app(["Data", "Data2", "Data!Print_Area"])
    book.sheets[0].name = "A & B"
    book.history.push(RenameStep(book.sheets[0].id, "Data", "A & B"))
    book.sheets.insert(1, Sheet("s8", "Mid"))
    book.sheets.append(Sheet("s9", "End"))
    text = part_of(saved(book), "docProps/app.xml")
    assert text == app(["A &amp; B", "Mid", "Data2", "End", "'A &amp; B'!Print_Area"], count=4)


def test_titles_laid_out_otherwise_are_left_alone() -> None:
    book = with_app(["Data2", "Data", "x!Print_Area"])
    book.sheets.append(Sheet("s9", "End"))
    assert part_of(saved(book), "docProps/app.xml") == app(["Data2", "Data", "x!Print_Area"], count=2)


def test_appended_styles_stand_behind_those_of_the_file() -> None:
    book = two_sheets()
    assert book.package is not None
    before = part_of(book.package.data, "xl/styles.xml")
    styles = book.styles
    put(book, "A1", 1.5, style=styles.patched(3, {"number_format": '0.0 "m&m"'}))
    put(book, "B1", 2.5, style=styles.patched(2, {"number_format": "0.00"}))
    put(book, "C1", 3.5, style=styles.patched(3, {"number_format": "yyyy\\-mm\\-dd"}))
    data = saved(book)
    assert check_package(data) == []
    assert part_of(data, "xl/styles.xml") == before.replace('<numFmts count="1">', '<numFmts count="2">').replace(
        "</numFmts>", '<numFmt numFmtId="165" formatCode="0.0 &quot;m&amp;m&quot;"/></numFmts>'
    ).replace('<cellXfs count="6">', '<cellXfs count="9">').replace(
        "</cellXfs>",
        '<xf numFmtId="165" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1"/>'
        '<xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        '<xf numFmtId="164" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
    )
    other = openpyxl.load_workbook(io.BytesIO(data))["Data"]
    assert [other[name].number_format for name in ("A1", "B1", "C1")] == ['0.0 "m&m"', "0.00", "yyyy\\-mm\\-dd"]


def test_a_style_that_no_written_cell_has_is_not_appended() -> None:
    book = two_sheets()
    book.styles.patched(0, {"number_format": "0.000"})
    put(book, "A1", 7)
    assert book.package is not None
    assert raw_part(saved(book), "xl/styles.xml") == raw_part(book.package.data, "xl/styles.xml")


@pytest.mark.parametrize("prefix", ["", "s:"])
def test_missing_lists_are_made_in_schema_order(prefix: str) -> None:
    space = f"xmlns:{prefix[:-1]}" if prefix else "xmlns"
    styles = f'<{prefix}styleSheet {space}="{MAIN}"><{prefix}fonts/><{prefix}cellStyles/></{prefix}styleSheet>'
    book = two_sheets(xl__styles=styles)
    restyle(book, "A1", book.styles.patched(0, {"number_format": "0.0"}))
    assert part_of(saved(book), "xl/styles.xml") == (
        f'<{prefix}styleSheet {space}="{MAIN}"><{prefix}numFmts count="1">'
        f'<{prefix}numFmt numFmtId="164" formatCode="0.0"/>'
        f'</{prefix}numFmts><{prefix}fonts/><{prefix}cellXfs count="2">'
        f'<{prefix}xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        f'<{prefix}xf numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/></{prefix}cellXfs>'
        f"<{prefix}cellStyles/></{prefix}styleSheet>"
    )


def test_parts_that_cannot_be_taken_apart_are_refused_by_name() -> None:
    book = two_sheets()
    assert book.package is not None
    types = part_of(book.package.data, "[Content_Types].xml").replace("package/2006/content-types", "other")
    other = read_workbook(with_parts(book.package.data, {"[Content_Types].xml": types}))
    other.sheets.append(Sheet("s9", "x"))
    with pytest.raises(LayoutError) as caught:
        save_package(other)
    assert str(caught.value).startswith("[Content_Types].xml: its root has the namespace")
    book.sheets[0].name = "Renamed"
    book.history.push(RenameStep(book.sheets[0].id, "Data", "Renamed"))
    broken = {"xl/worksheets/sheet2.xml": ROWS.replace("</worksheet>", "<a></b></worksheet>")}
    other = read_workbook(with_parts(book.package.data, broken))
    other.sheets[0].name = "Renamed"
    other.history.push(RenameStep(other.sheets[0].id, "Data", "Renamed"))
    with pytest.raises(PartDamagedError) as damaged:
        save_package(other)
    assert str(damaged.value).startswith("xl/worksheets/sheet2.xml: its XML is broken (mismatched tag")


@pytest.mark.parametrize(
    "part", ["<worksheet><sheetData", "<worksheet><sheetData>", b"\xff\xff<sheetData/>", "", "<a/>"]
)
def test_a_sheet_that_no_one_has_read_yet_may_hold_anything(part: str | bytes) -> None:
    data = with_parts(package({SHEET1: ROWS, "xl/worksheets/sheet2.xml": ROWS}), {"xl/worksheets/sheet2.xml": part})
    book = read_workbook(data)
    book.sheets[0].name = "Renamed"
    book.history.push(RenameStep(book.sheets[0].id, "Data", "Renamed"))
    with pytest.raises(SaveRefusedError) as caught:
        save_package(book)
    assert caught.value.code in ("part_layout", "part_damaged")


def test_book_of_is_read_with_its_strings() -> None:
    book = book_of(sheet_part('<row r="1"><c r="A1" t="s"><v>2</v></c></row>'))
    book.sheets[0].load()
    row = book.sheets[0].row(0)
    assert row is not None
    assert row.value(0) == "item 2"
