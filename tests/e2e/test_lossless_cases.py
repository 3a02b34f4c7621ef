"""What people lost when other tools saved their workbooks, through the public interface. Ids are those of the list."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine
from macrocell.facade.workbook.xlsx.check import check_package
from support.big_workbook import MAIN, package
from support.saving import SHEET1, part_of, raw_part, rows_of, sheet_part, with_parts

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
EXCEL = "application/vnd.openxmlformats-officedocument"
MICROSOFT = "application/vnd.ms"
MAIN_BOOK = "xl/workbook.xml"
pytestmark = pytest.mark.filterwarnings("ignore:Workbook contains no default style")

ROW = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


class Book:
    """A package under construction: sheets Data, Data2 and what hangs on them."""

    def __init__(self, *sheets: str) -> None:
        names = [f"xl/worksheets/sheet{number}.xml" for number in range(1, len(sheets) + 1)]
        self._data = package(dict(zip(names, sheets, strict=True)))
        self._types = ""
        self._links: dict[str, str] = {}
        self._parts: dict[str, str | bytes] = {}

    def add(self, name: str, content: str | bytes, kind: str, *, owner: str = SHEET1, relation: str) -> "Book":
        """A part with its content type and the relationship that leads to it."""
        self._parts[name] = content
        self._types += f'<Override PartName="/{name}" ContentType="{kind}"/>'
        number = self._links.get(owner, "").count("<Relationship ") + 1
        link = f'<Relationship Id="rIdX{number}" Type="{OFFICE}/{relation}" Target="/{name}"/>'
        self._links[owner] = self._links.get(owner, "") + link
        return self

    def bytes(self) -> bytes:
        parts = dict(self._parts)
        types = part_of(self._data, "[Content_Types].xml")
        parts["[Content_Types].xml"] = types.replace("</Types>", f"{self._types}</Types>")
        for owner, links in self._links.items():
            folder, _, name = owner.rpartition("/")
            rels = f"{folder}/_rels/{name}.rels"
            empty = (
                '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
            )
            with zipfile.ZipFile(io.BytesIO(self._data)) as archive:
                text = archive.read(rels).decode() if rels in archive.namelist() else empty
            parts[rels] = text.replace("</Relationships>", f"{links}</Relationships>")
        data = with_parts(self._data, parts)
        assert check_package(data) == []
        return data


def after(engine: Engine, data: bytes, macro: str, tmp_path: Path) -> bytes:
    """The saved file; the check of packages finds nothing in it."""
    path = tmp_path / "book.xlsm"
    path.write_bytes(data)
    with engine.open(path) as runtime:
        outcome = runtime.execute(f"{macro}\nreturn None", mode="write")
        assert outcome.error is None
        result = runtime.save(tmp_path / "out.xlsm", overwrite=True).read_bytes()
    assert check_package(result) == []
    return result


def changed_parts(before: bytes, after: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        names = {*old.namelist(), *new.namelist()}
        both = set(old.namelist()) & set(new.namelist())
        return {name for name in names if name not in both or old.read(name) != new.read(name)}


def drawing(*parts: tuple[str, str | bytes, str, str, str]) -> Book:
    """A book whose first sheet has a drawing, with parts (name, content, kind, owner, relation) around it."""
    book = Book(sheet_part(ROW, after=f'<drawing xmlns:r="{OFFICE}" r:id="rIdX1"/>'))
    anchor = '<xdr:wsDr xmlns:xdr="d"><xdr:sp textlink=""><xdr:txBody>Note</xdr:txBody></xdr:sp><xdr:cxnSp/></xdr:wsDr>'
    book.add("xl/drawings/drawing1.xml", anchor, f"{EXCEL}.drawing+xml", relation="drawing")
    for name, content, kind, owner, relation in parts:
        book.add(name, content, kind, owner=owner, relation=relation)
    return book


CHART = '<c:chartSpace xmlns:c="c" xmlns:a="a"><a:pattFill prst="ltUpDiag"/><c:f>Data!$A$1</c:f></c:chartSpace>'
DRAWING, CHART1 = "xl/drawings/drawing1.xml", "xl/charts/chart1.xml"
LINK = f"{EXCEL}.spreadsheetml.externalLink+xml"
KEPT = {
    "L01 charts with style and colours": drawing(
        (CHART1, CHART, f"{EXCEL}.drawingml.chart+xml", DRAWING, "chart"),
        ("xl/charts/style1.xml", "<cs/>", f"{MICROSOFT}-office.chartstyle+xml", CHART1, "chartStyle"),
        ("xl/charts/colors1.xml", "<cs/>", f"{MICROSOFT}-office.chartcolorstyle+xml", CHART1, "chartColorStyle"),
    ),
    "L04 shapes and text boxes": drawing(),
    "L06 controls and VBA": drawing(
        ("xl/ctrlProps/ctrlProp1.xml", "<f/>", f"{MICROSOFT}-excel.controlproperties+xml", SHEET1, "ctrlProp"),
        ("xl/drawings/vmlDrawing1.vml", "<xml><br></xml>", f"{EXCEL}.vmlDrawing", SHEET1, "vmlDrawing"),
        ("xl/activeX/activeX1.bin", bytes(range(256)), f"{MICROSOFT}-office.activeX", SHEET1, "control"),
        ("xl/vbaProject.bin", bytes(range(255, -1, -1)), f"{MICROSOFT}-office.vbaProject", MAIN_BOOK, "vbaProject"),
    ),
    "L08 threaded comments": drawing(
        ("xl/threadedComments/t1.xml", "<t/>", f"{MICROSOFT}-excel.threadedcomments+xml", SHEET1, "threadedComment"),
        ("xl/persons/person.xml", "<personList/>", f"{MICROSOFT}-excel.person+xml", MAIN_BOOK, "person"),
        ("xl/comments1.xml", f'<comments xmlns="{MAIN}"/>', f"{EXCEL}.spreadsheetml.comments+xml", SHEET1, "comments"),
    ),
    "L12 links to other workbooks": drawing(
        ("xl/externalLinks/externalLink1.xml", "<externalLink/>", LINK, MAIN_BOOK, "externalLink"),
        ("xl/externalLinks/externalLink2.xml", "<externalLink><v/></externalLink>", LINK, MAIN_BOOK, "externalLink"),
    ),
}


@pytest.mark.parametrize("case", KEPT)
def test_parts_that_a_cell_does_not_touch_come_back_to_the_byte(engine: Engine, case: str, tmp_path: Path) -> None:
    before = KEPT[case].bytes()
    result = after(engine, before, "workbook['Data']['A1'].value = 5", tmp_path)
    assert changed_parts(before, result) == {SHEET1, "xl/workbook.xml"}
    assert part_of(result) == part_of(before).replace('<c r="A1"><v>1</v></c>', '<c r="A1"><v>5</v></c>')


BUTTON = (
    f'<drawing xmlns:r="{OFFICE}" r:id="rIdX1"/><legacyDrawing xmlns:r="{OFFICE}" r:id="rIdX3"/>'
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    f'<mc:Choice Requires="x14"><controls><control xmlns:r="{OFFICE}" shapeId="1025" r:id="rIdX2" name="Button 1">'
    '<controlPr defaultSize="0" print="0" macro="[0]!Go"><anchor moveWithCells="1">'
    "<from><col>1</col><colOff>0</colOff><row>{}</row><rowOff>0</rowOff></from>"
    "<to><col>2</col><colOff>0</colOff><row>{}</row><rowOff>0</rowOff></to>"
    "</anchor></controlPr></control></controls></mc:Choice></mc:AlternateContent>"
)
BUTTON_SHAPE = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">'
    '<v:shape id="_x0000_s1025"><x:ClientData ObjectType="Button"><x:Anchor>1, 0, {}, 0, 2, 0, {}, 0</x:Anchor>'
    "<x:FmlaMacro>[0]!Go</x:FmlaMacro></x:ClientData></v:shape></xml>"
)


def test_l06_a_button_keeps_its_element_its_shape_and_its_macro(engine: Engine, tmp_path: Path) -> None:
    kind = f"{MICROSOFT}-excel.controlproperties+xml"
    book = Book(sheet_part(ROW, after=BUTTON.format(2, 4)))
    book.add(DRAWING, '<xdr:wsDr xmlns:xdr="d"/>', f"{EXCEL}.drawing+xml", relation="drawing")
    book.add("xl/ctrlProps/ctrlProp1.xml", '<formControlPr objectType="Button"/>', kind, relation="ctrlProp")
    shape = "xl/drawings/vmlDrawing1.vml"
    book.add(shape, BUTTON_SHAPE.format(2, 4), f"{EXCEL}.vmlDrawing", relation="vmlDrawing")
    code = "xl/vbaProject.bin"
    book.add(code, bytes(range(256)), f"{MICROSOFT}-office.vbaProject", owner=MAIN_BOOK, relation="vbaProject")
    before = book.bytes()
    result = after(engine, before, "workbook['Data']['A1'].value = 5", tmp_path)
    assert changed_parts(before, result) == {SHEET1, MAIN_BOOK}
    assert BUTTON.format(2, 4) in part_of(result)
    result = after(engine, before, "workbook['Data'].insert_rows(2)", tmp_path)
    assert changed_parts(before, result) == {SHEET1, MAIN_BOOK, shape}
    assert BUTTON.format(3, 5) in part_of(result)
    assert part_of(result, shape) == BUTTON_SHAPE.format(3, 5)


PIVOT, RECORDS = "xl/pivotTables/pivotTable1.xml", "xl/pivotCache/pivotCacheRecords1.xml"
CACHE, SLICER_CACHE = "xl/pivotCache/pivotCacheDefinition1.xml", "xl/slicerCaches/slicerCache1.xml"


@pytest.mark.parametrize(
    ("macro", "refreshed"),
    [
        ("workbook['Data'].append([8, 9])", True),
        ("workbook['Data']['B3'].value = 4", True),
        ("workbook['Data']['D3'].value = 4", False),
        ("workbook['Data2']['A1'].value = 4", False),
    ],
)
def test_l02_pivots_and_their_slicers_stay_to_the_byte(
    engine: Engine, macro: str, *, refreshed: bool, tmp_path: Path
) -> None:
    slicers = f'<extLst><ext uri="{{A8765BA9}}"><x14:slicerList xmlns:x14="x14" xmlns:r="{OFFICE}"/></ext></extLst>'
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="5"><c r="B5"><v>2</v></c></row>'
    book = Book(sheet_part(rows, after=slicers), sheet_part(""))
    root = f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rIdX1"'
    cache = f'{root}><cacheSource><worksheetSource ref="A1:B5" sheet="Data"/></cacheSource></pivotCacheDefinition>'
    ml, other = f"{EXCEL}.spreadsheetml", f"{MICROSOFT}-excel"
    definition = f"{ml}.pivotCacheDefinition+xml"
    book.add(CACHE, cache, definition, owner=MAIN_BOOK, relation="pivotCacheDefinition")
    book.add(RECORDS, "<r/>", f"{ml}.pivotCacheRecords+xml", owner=CACHE, relation="pivotCacheRecords")
    place = f'<pivotTableDefinition xmlns="{MAIN}"><location ref="G1:H3"/></pivotTableDefinition>'
    book.add(PIVOT, place, f"{ml}.pivotTable+xml", owner="xl/worksheets/sheet2.xml", relation="pivotTable")
    book.add("xl/slicers/slicer1.xml", "<slicers/>", f"{other}.slicer+xml", relation="slicer")
    book.add(SLICER_CACHE, "<s/>", f"{other}.slicerCache+xml", owner=MAIN_BOOK, relation="slicerCache")
    before = book.bytes()
    result = after(engine, before, macro, tmp_path)
    edited = "xl/worksheets/sheet2.xml" if "Data2" in macro else SHEET1
    assert changed_parts(before, result) == {edited, MAIN_BOOK} | ({CACHE} if refreshed else set())
    assert part_of(result, CACHE) == (cache.replace(root, f'{root} refreshOnLoad="1"') if refreshed else cache)
    assert slicers in part_of(result)


def test_l02_a_pivot_whose_source_grew_is_refreshed_on_load(engine: Engine, tmp_path: Path) -> None:
    slicers = '<extLst><ext uri="{A8765BA9}"><x14:slicerList xmlns:x14="x14"/></ext></extLst>'
    book = Book(
        sheet_part('<row r="1"><c r="A1"><v>1</v></c></row><row r="5"><c r="B5"><v>2</v></c></row>', after=slicers)
    )
    table = f'<table xmlns="{MAIN}" id="1" name="Sales" displayName="Sales" ref="A1:B5"/>'
    book.add("xl/tables/table1.xml", table, f"{EXCEL}.spreadsheetml.table+xml", relation="table")
    book.add("xl/slicers/slicer1.xml", "<slicers/>", "application/vnd.ms-excel.slicer+xml", relation="slicer")
    root = f'<pivotCacheDefinition xmlns="{MAIN}"'
    cache = "><cacheSource><worksheetSource {}/></cacheSource></pivotCacheDefinition>"
    for number, source in enumerate(('name="Sales"', 'ref="A1:B5" sheet="Data"', 'ref="H1:H5" sheet="Data"'), 1):
        name = f"xl/pivotCache/pivotCacheDefinition{number}.xml"
        kind = f"{EXCEL}.spreadsheetml.pivotCacheDefinition+xml"
        book.add(name, root + cache.format(source), kind, owner="xl/workbook.xml", relation="pivotCacheDefinition")
    before = book.bytes()
    result = after(engine, before, "workbook['Data'].append([8, 9])", tmp_path)
    caches = {f"xl/pivotCache/pivotCacheDefinition{number}.xml" for number in (1, 2)}
    assert changed_parts(before, result) == {SHEET1, "xl/workbook.xml", *caches}
    for name in caches:
        assert part_of(result, name) == part_of(before, name).replace(root, f'{root} refreshOnLoad="1"')
    assert slicers in part_of(result)
    assert rows_of(result).endswith('<row r="6"><c r="A6"><v>8</v></c><c r="B6"><v>9</v></c></row>')


def test_l19_a_tables_header_is_not_changed_so_that_no_file_needs_repair(engine: Engine, tmp_path: Path) -> None:
    book = Book(sheet_part('<row r="1"><c r="A1" t="str"><v>name</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'))
    table = f'<table xmlns="{MAIN}" id="1" name="T" displayName="T" ref="A1:A3"/>'
    before = book.add("xl/tables/table1.xml", table, f"{EXCEL}.spreadsheetml.table+xml", relation="table").bytes()
    result = after(engine, before, "workbook['Data']['A2'].value = 3", tmp_path)
    assert changed_parts(before, result) == {SHEET1, "xl/workbook.xml"}
    with engine.open(tmp_path / "book.xlsm") as runtime:
        sheet = "workbook['Data']"
        for write in (
            "['A1'].value = 'title'",
            "['A1'] = None",
            "['A1:A2'].values = [['x'], [1]]",
            "['A1:B9'].clear()",
        ):
            error = runtime.execute(f"{sheet}{write}", mode="write").error
            assert error is not None
            assert (error.type, error.line, error.message) == (
                "NotAvailableError",
                1,
                "Data!A1 is the header of a column of the table T; renaming a table's column is not available yet",
            )
        same = "sheet = workbook['Data']\nsheet['A1:A2'].values = [['name'], [4]]\nsheet['A1'] = 'name'"
        assert runtime.execute(same, mode="write").ok
        runtime.save(tmp_path / "out2.xlsm")
        runtime.rollback()
        assert runtime.save(tmp_path / "out3.xlsm").read_bytes() == before


def test_l03_both_kinds_of_validations_stay(engine: Engine, tmp_path: Path) -> None:
    rules = (
        '<dataValidations count="1"><dataValidation type="list" sqref="A2:A10"><formula1>"x,y"</formula1>'
        '</dataValidation></dataValidations><extLst><ext xmlns:x14="x14" xmlns:xm="xm" uri="{CCE6A557}">'
        '<x14:dataValidations count="1"><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$1:$A$3</xm:f>'
        "</x14:formula1><xm:sqref>B2:B10</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
    )
    before = Book(sheet_part(ROW, after=rules)).bytes()
    result = after(engine, before, "workbook['Data']['B2'].value = 'x'", tmp_path)
    new = '<row r="2"><c r="B2" t="inlineStr"><is><t>x</t></is></c></row>'
    assert part_of(result) == part_of(before).replace("</sheetData>", f"{new}</sheetData>")


def test_l09_rich_text_stays_and_reads(engine: Engine, tmp_path: Path) -> None:
    rich = '<c r="A1" t="inlineStr"><is><r><t>Total: </t></r><r><rPr><b/></rPr><t>5</t></r></is></c>'
    before = Book(sheet_part(f'<row r="1">{rich}</row>')).bytes()
    path = tmp_path / "book.xlsx"
    path.write_bytes(before)
    with engine.open(path) as runtime:
        outcome = runtime.execute(
            "workbook['Data']['B1'].value = 1\nreturn str(workbook['Data']['A1'].value)", mode="write"
        )
        assert outcome.value == "Total: 5"
        result = runtime.save(tmp_path / "out.xlsx").read_bytes()
    assert rows_of(result) == f'<row r="1">{rich}<c r="B1"><v>1</v></c></row>'


@pytest.mark.parametrize(
    ("macro", "rows"),
    [
        ("workbook['Data']['B1'].value = 1", {1: '{}<c r="B1"><v>1</v></c>', 2: "{}"}),
        ("workbook['Data'].insert_rows(1)\nworkbook.add_sheet('New', 0)", {2: "{}", 3: "{}"}),
        ("workbook['Data'].name = 'In put'", {1: "{}", 2: "{}"}),
    ],
)
def test_l12_formulas_into_other_workbooks_keep_text_cached_values_and_order(
    engine: Engine, macro: str, rows: dict[int, str], tmp_path: Path
) -> None:
    cells = '<c r="A{}"><f>[1]S!A1</f><v>11</v></c>', '<c r="A{}"><f>[2]S!A1</f><v>22</v></c>'
    both = "".join(f'<row r="{row}">{cell.format(row)}</row>' for row, cell in enumerate(cells, 1))
    book = Book(sheet_part(both))
    for number in (1, 2):
        cached = f'<sheetData sheetId="0"><row r="1"><cell r="A1"><v>{number}{number}</v></cell></row></sheetData>'
        body = f"<externalBook><sheetDataSet>{cached}</sheetDataSet></externalBook>"
        text = f'<externalLink xmlns="{MAIN}">{body}</externalLink>'
        book.add(f"xl/externalLinks/externalLink{number}.xml", text, LINK, owner=MAIN_BOOK, relation="externalLink")
    order = (
        '<externalReferences><externalReference r:id="rIdX2"/><externalReference r:id="rIdX1"/></externalReferences>'
    )
    text = part_of(book.bytes(), MAIN_BOOK).replace("</sheets>", f"</sheets>{order}")
    before = with_parts(book.bytes(), {MAIN_BOOK: text})
    result = after(engine, before, macro, tmp_path)
    assert {f"xl/externalLinks/externalLink{number}.xml" for number in (1, 2)}.isdisjoint(changed_parts(before, result))
    assert f"</sheets>{order}" in part_of(result, MAIN_BOOK)
    links = "xl/_rels/workbook.xml.rels"
    assert all(f'Id="rIdX{number}" Type="{OFFICE}/externalLink"' in part_of(result, links) for number in (1, 2))
    expected = zip(rows.items(), cells, strict=True)
    assert rows_of(result) == "".join(
        f'<row r="{row}">{body.format(cell.format(row))}</row>' for (row, body), cell in expected
    )


def test_l15_dynamic_arrays_keep_their_metadata(engine: Engine, tmp_path: Path) -> None:
    rows = (
        '<row r="1"><c r="A1" t="str" cm="1"><f t="array" ref="A1:A2">_xlfn.UNIQUE(B1:B3)</f><v>a</v></c>'
        '<c r="B1" t="str"><v>a</v></c></row><row r="2"><c r="A2" t="str"><v>b</v></c>'
        '<c r="B2" t="str"><v>b</v></c></row>'
    )
    book = Book(sheet_part(rows))
    kind = f"{EXCEL}.spreadsheetml.sheetMetadata+xml"
    book.add("xl/metadata.xml", "<metadata/>", kind, owner=MAIN_BOOK, relation="sheetMetadata")
    before = book.bytes()
    result = after(engine, before, "workbook['Data']['C1'].value = 1", tmp_path)
    assert rows_of(result) == rows.replace('</row><row r="2">', '<c r="C1"><v>1</v></c></row><row r="2">')
    assert raw_part(result, "xl/metadata.xml") == raw_part(before, "xl/metadata.xml")


def test_l15_newer_functions_are_spelled_as_in_files_on_every_path(engine: Engine, tmp_path: Path) -> None:
    kept = '<row r="1"><c r="A1"><f>IFS(B1,1)</f><v>1</v></c><c r="B1"><v>1</v></c></row>'
    macro = """s = workbook['Data']
s['A2'].value = '=ifs(B1>0,"XOR(1)")'
s['B2'].formula = '=SUM(XLOOKUP(B1,B:B,C:C),MYIFS(1))'
s['A3:B3'].values = [['=STDEV.S(B1:B9)', '=SUM(B1)']]
s.append([s['A2'].formula, '=_xlfn.CONCAT(B1,MAXIFS(B:B,B:B,1))'])"""
    result = after(engine, Book(sheet_part(kept)).bytes(), macro, tmp_path)
    assert rows_of(result) == (
        kept + '<row r="2"><c r="A2" t="str"><f>_xlfn.ifs(B1&gt;0,"XOR(1)")</f><v>XOR(1)</v></c>'
        '<c r="B2"><f>SUM(_xlfn.XLOOKUP(B1,B:B,C:C),MYIFS(1))</f></c></row>'
        '<row r="3"><c r="A3"><f>_xlfn.STDEV.S(B1:B9)</f></c><c r="B3"><f>SUM(B1)</f><v>1</v></c></row>'
        '<row r="4"><c r="A4" t="str"><f>_xlfn.ifs(B1&gt;0,"XOR(1)")</f><v>XOR(1)</v></c>'
        '<c r="B4"><f>_xlfn.CONCAT(B1,_xlfn.MAXIFS(B:B,B:B,1))</f></c></row>'
    )
    again = after(engine, result, "s = workbook['Data']\ns['A3'].value = s['A4'].formula + '&DAYS(1,2)'", tmp_path)
    spelled = '_xlfn.ifs(B1&gt;0,"XOR(1)")&amp;_xlfn.DAYS(1,2)'
    new, old = (f"<f>{text}</f>" for text in (spelled, "_xlfn.STDEV.S(B1:B9)"))
    computed = rows_of(result).replace(f'<c r="A3">{old}', f'<c r="A3" t="str">{new}<v>XOR(1)-1</v>')
    assert rows_of(again) == computed


@pytest.mark.parametrize(
    "write",
    [
        "s['C1'].value = '=UNIQUE(B1:B3)'",
        "s['C1'].formula = '=UNIQUE(B1:B3)'",
        "s['C1:D1'].values = [['=UNIQUE(B1:B3)', 1]]",
        "s.append([1, 2, '=UNIQUE(B1:B3)'])",
    ],
)
def test_l15_a_new_dynamic_array_is_stored_as_one(engine: Engine, write: str, tmp_path: Path) -> None:
    values = "".join(f'<c r="B{row}" t="str"><v>{text}</v></c>' for row, text in enumerate("aba", 1))
    rows = re.sub(r'<c r="B([0-9])"', r'</row><row r="\1"><c r="B\1"', values).removeprefix("</row>") + "</row>"
    result = after(engine, Book(sheet_part(rows)).bytes(), f"s = workbook['Data']\n{write}", tmp_path)
    pattern = r'<c r="(C[14])" t="str" cm="1"><f t="array" ref="([C0-9:]+)">([^<]*)</f><v>a</v></c>'
    stored = re.search(pattern, rows_of(result))
    assert stored is not None
    at = stored[1]
    assert stored.groups() == (at, f"{at}:C{int(at[1]) + 1}", "_xlfn.UNIQUE(B1:B3)")
    assert f'<c r="C{int(at[1]) + 1}" t="str"><v>b</v></c>' in rows_of(result)


def chained() -> bytes:
    book = Book(sheet_part('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><v>1</v></c></row>'))
    chain = f'<calcChain xmlns="{MAIN}"><c r="A1" i="1"/></calcChain>'
    kind = f"{EXCEL}.spreadsheetml.calcChain+xml"
    return book.add("xl/calcChain.xml", chain, kind, owner="xl/workbook.xml", relation="calcChain").bytes()


@pytest.mark.parametrize(
    "macro", ["['A1'].value = 3", "['A1'].clear()", "['A1'].value = '=2+2'", "['C1'].value = '=1'"]
)
def test_l17_the_calculation_chain_goes_with_a_changed_formula(engine: Engine, macro: str, tmp_path: Path) -> None:
    before = chained()
    result = after(engine, before, f"workbook['Data']{macro}", tmp_path)
    assert changed_parts(before, result) == {
        "[Content_Types].xml", "xl/_rels/workbook.xml.rels", "xl/calcChain.xml", "xl/workbook.xml", SHEET1
    }  # fmt: skip
    assert "calcChain" not in part_of(result, "[Content_Types].xml") + part_of(result, "xl/_rels/workbook.xml.rels")


def test_l17_a_changed_constant_leaves_the_chain(engine: Engine, tmp_path: Path) -> None:
    before = chained()
    result = after(engine, before, "workbook['Data']['B1'].value = 3", tmp_path)
    assert changed_parts(before, result) == {"xl/workbook.xml", SHEET1}


def test_l18_followers_of_an_overwritten_master_keep_their_formulas(engine: Engine, tmp_path: Path) -> None:
    follower = '<row r="{0}"><c r="A{0}"><v>{0}</v></c><c r="B{0}"><f t="shared" si="0"/><v>1</v></c></row>'
    master = '<row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" ref="B2:B5" si="0">A2*2</f><v>4</v></c></row>'
    before = Book(sheet_part(master + "".join(follower.format(row) for row in (3, 4, 5)))).bytes()
    result = after(engine, before, "workbook['Data']['B2'].value = 9", tmp_path)
    path = tmp_path / "again.xlsx"
    path.write_bytes(result)
    with engine.open(path) as runtime:
        formulas = runtime.execute("return workbook['Data']['B2:B5'].formulas").value
    assert formulas == [[None], ["=A3*2"], ["=A4*2"], ["=A5*2"]]
    other = openpyxl.load_workbook(io.BytesIO(result))["Data"]
    assert [other[f"B{row}"].value for row in (2, 3, 4, 5)] == [9, "=A3*2", "=A4*2", "=A5*2"]


def test_s05_a_renamed_sheet_is_quoted_wherever_it_is_named(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Inputs"
    book.create_sheet("O")["A1"] = "=Inputs!A1"
    book.defined_names["n"] = openpyxl.workbook.defined_name.DefinedName("n", attr_text="Inputs!$A$1")
    buffer = io.BytesIO()
    book.save(buffer)
    result = after(engine, buffer.getvalue(), "workbook['Inputs'].name = 'In put'", tmp_path)
    other = openpyxl.load_workbook(io.BytesIO(result))
    assert other.sheetnames == ["In put", "O"]
    assert other["O"]["A1"].value == "='In put'!A1"
    assert other.defined_names["n"].attr_text == "'In put'!$A$1"


def test_d08_none_clears_and_an_empty_text_is_a_text(engine: Engine, tmp_path: Path) -> None:
    before = Book(sheet_part('<row r="1"><c r="A1" t="str"><v>x</v></c></row>')).bytes()
    result = after(engine, before, "ws = workbook['Data']\nws['A1'].value = None\nws['A2'].value = ''", tmp_path)
    assert rows_of(result) == '<row r="1"></row><row r="2"><c r="A2" t="inlineStr"><is><t></t></is></c></row>'
    path = tmp_path / "again.xlsx"
    path.write_bytes(result)
    with engine.open(path) as runtime:
        assert runtime.execute("return workbook['Data']['A1:A2'].values").value == [[None], [""]]


def test_d11_names_that_look_alike_or_need_quotes_stay_apart(engine: Engine, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    names = ["Q3 SALES", "SALES", "Bob's 表 😀", "R1C1"]
    book.active.title = names[0]
    for name in names[1:]:
        book.create_sheet(name)
    sheet = book.create_sheet("O")
    for row, text in enumerate(("='Q3 SALES'!A1", "=SALES!A1", "='Bob''s 表 😀'!A1", "='R1C1'!A1"), 1):
        sheet[f"A{row}"] = text
    buffer = io.BytesIO()
    book.save(buffer)
    result = after(engine, buffer.getvalue(), "workbook['SALES'].name = \"It's 1\"", tmp_path)
    other = openpyxl.load_workbook(io.BytesIO(result))
    assert [other["O"][f"A{row}"].value for row in range(1, 5)] == [
        "='Q3 SALES'!A1", "='It''s 1'!A1", "='Bob''s 表 😀'!A1", "='R1C1'!A1"
    ]  # fmt: skip
    assert other.sheetnames == ["Q3 SALES", "It's 1", "Bob's 表 😀", "R1C1", "O"]


def test_an_agent_makes_a_new_workbook(engine: Engine, tmp_path: Path) -> None:
    with engine.create() as runtime:
        outcome = runtime.execute(
            "ws = workbook.sheets[0]\nws.append(['x', 1.5])\nws['B1'].number_format = '0.00'\n"
            "workbook.add_sheet('More')\nreturn None",
            mode="write",
        )
        assert outcome.error is None
        data = runtime.save(tmp_path / "new.xlsx").read_bytes()
    assert check_package(data) == []
    other = openpyxl.load_workbook(io.BytesIO(data))
    assert other.sheetnames == ["Sheet1", "More"]
    assert [(cell.value, cell.number_format) for cell in other["Sheet1"][1]] == [("x", "General"), (1.5, "0.00")]


def test_d16_rows_hidden_by_a_filter_stay_hidden(engine: Engine, tmp_path: Path) -> None:
    hidden = {3: ' hidden="1"', 5: ' hidden="1"'}
    rows = "".join(
        f'<row r="{row}"{hidden.get(row, "")}><c r="A{row}"><v>{row * 10}</v></c></row>' for row in range(1, 7)
    )
    rule = '<autoFilter ref="A1:A6"><filterColumn colId="0"><filters blank="1"/></filterColumn></autoFilter>'
    before = Book(sheet_part(rows, after=rule)).bytes()
    result = after(engine, before, "workbook['Data']['A3'].value = 31", tmp_path)
    assert part_of(result) == part_of(before).replace("<v>30</v>", "<v>31</v>")
