"""A renamed sheet in everything that a package keeps as raw XML."""

import pytest
from macrocell.facade.mutation import Marks
from macrocell.facade.workbook.model.workbook import Workbook
from macrocell.facade.workbook.mutation.sheet_rename import FAMILY, SheetRename
from macrocell.facade.workbook.xlsx.check import check_package
from macrocell.facade.workbook.xlsx.patch import save_package
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.saving import SHEET1, part_of, put, rows_of, saved, sheet_part, with_parts

SHEET2 = "xl/worksheets/sheet2.xml"
OFFICE = "application/vnd.openxmlformats-officedocument"


def book_with(parts: dict[str, tuple[str, str]], *, sheet2: str | None = None, names: str = "") -> Workbook:
    """Sheets Data and Data2, and further parts by name as (content type, text)."""
    data = package({SHEET1: sheet_part(""), SHEET2: sheet2 or sheet_part("")})
    types = part_of(data, "[Content_Types].xml")
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, (kind, _) in parts.items())
    changed: dict[str, str | bytes] = {name: text for name, (_, text) in parts.items()}
    changed["[Content_Types].xml"] = types.replace("</Types>", f"{overrides}</Types>")
    changed["xl/workbook.xml"] = part_of(data, "xl/workbook.xml").replace("</workbook>", f"{names}</workbook>")
    return read_workbook(with_parts(data, changed))


def rename(book: Workbook, *pairs: tuple[str, str]) -> None:
    for old, new in pairs:
        sheet = book.sheet_named(old)
        assert sheet is not None
        FAMILY.apply(book, SheetRename(id=sheet.id, name=new), Marks())


@pytest.mark.parametrize("load", [False, True])
def test_formulas_rules_and_links_of_sheets_follow(load: bool) -> None:
    old = (
        '<row r="1"><c r="A1"><f>Data!A1+SUM(Data!$B$1:$B$9)&amp;"Data!A1"</f><v>1</v></c>'
        '<c r="B1" t="str"><f t="array" ref="B1">Data:Data2!A1</f><v>Data!A1</v></c>'
        '<c r="C1"><f>[1]Data!A1</f></c><c r="D1" t="inlineStr"><is><t>Data!A1</t></is></c></row>'
    )
    after = (
        '<conditionalFormatting sqref="A1"><cfRule type="expression"><formula>Data!A1&gt;1</formula></cfRule>'
        '<cfRule type="colorScale" priority="2"><colorScale><cfvo type="num" val="Data!$A$1"/></colorScale></cfRule>'
        '</conditionalFormatting><dataValidations><dataValidation sqref="B1"><formula1>Data!$A$1:$A$3</formula1>'
        '</dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" location="Data!A1" display="Data!A1"/>'
        '</hyperlinks><extLst><ext><x:f xmlns:x="xm">Data!A1:A9</x:f><x:sqref xmlns:x="xm">A1</x:sqref></ext></extLst>'
    )
    book = book_with({}, sheet2=sheet_part(old, after=after))
    if load:
        book.sheets[1].load()
    rename(book, ("Data", "In 'put"))
    chunks, changed = save_package(book)
    data = b"".join(chunks)
    assert changed == ("xl/workbook.xml", SHEET2)
    assert rows_of(data, SHEET2) == (
        "<row r=\"1\"><c r=\"A1\"><f>'In ''put'!A1+SUM('In ''put'!$B$1:$B$9)&amp;\"Data!A1\"</f><v>1</v></c>"
        '<c r="B1" t="str"><f t="array" ref="B1">\'In \'\'put:Data2\'!A1</f><v>Data!A1</v></c>'
        '<c r="C1"><f>[1]Data!A1</f></c><c r="D1" t="inlineStr"><is><t>Data!A1</t></is></c></row>'
    )
    new = "'In ''put'!"
    text = part_of(data, SHEET2)
    assert f"<formula>{new}A1&gt;1</formula>" in text
    assert f'val="{new}$A$1"' in text
    assert f"<formula1>{new}$A$1:$A$3</formula1>" in text
    assert f'location="{new}A1" display="Data!A1"' in text
    assert f'<x:f xmlns:x="xm">{new}A1:A9</x:f><x:sqref xmlns:x="xm">A1</x:sqref>' in text
    assert "fullCalcOnLoad" not in part_of(data, "xl/workbook.xml")
    assert check_package(data) == []


def test_names_of_the_workbook_follow() -> None:
    names = (
        '<definedNames><definedName name="n">Data!$A$1</definedName>'
        '<definedName name="m">data!A:A,Data2!A1</definedName></definedNames>'
    )
    book = book_with({}, names=names)
    rename(book, ("Data", "In put"))
    data = saved(book)
    assert "<definedName name=\"n\">'In put'!$A$1</definedName>" in part_of(data, "xl/workbook.xml")
    assert "<definedName name=\"m\">'In put'!A:A,Data2!A1</definedName>" in part_of(data, "xl/workbook.xml")
    assert '<sheet name="In put" sheetId="1"' in part_of(data, "xl/workbook.xml")
    assert [text for _, _, text in read_workbook(data).names] == [text for _, _, text in book.names]


def test_swapped_names_end_where_they_belong() -> None:
    book = book_with({}, sheet2=sheet_part('<row r="1"><c r="A1"><f>Data!A1+Data2!B2</f></c></row>'))
    rename(book, ("Data", "tmp"), ("Data2", "Data"), ("tmp", "Data2"))
    assert rows_of(saved(book), SHEET2) == '<row r="1"><c r="A1"><f>Data2!A1+Data!B2</f></c></row>'


def test_a_rename_taken_back_leaves_the_files_own_bytes() -> None:
    book = book_with({}, sheet2=sheet_part('<row r="1"><c r="A1"><f>DATA!A1</f></c></row>'))
    assert book.package is not None
    rename(book, ("Data", "tmp"), ("tmp", "Data"))
    assert saved(book) == book.package.data


def test_a_formula_written_after_the_rename_is_not_renamed_again() -> None:
    from macrocell.facade.workbook.model.sheet import Sheet

    book = book_with({}, sheet2=sheet_part('<row r="1"><c r="A1"><f>Data!A1</f></c></row>'))
    rename(book, ("Data", "Old"))
    book.sheets.append(Sheet("s9", "Data"))
    put(book, "B1", formula="Data!C3", at=1)
    assert rows_of(saved(book), SHEET2) == '<row r="1"><c r="A1"><f>Old!A1</f></c><c r="B1"><f>Data!C3</f></c></row>'


RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEET_ML = f"{OFFICE}.spreadsheetml"
OTHERS = {
    "xl/charts/chart1.xml": (
        f"{OFFICE}.drawingml.chart+xml",
        (
            '<c:chartSpace xmlns:c="c"><c:pivotSource><c:name>[Book.xlsx]{name}!Pivot 1</c:name></c:pivotSource><c:tx>'
            "<c:f>{ref}$B$1</c:f><c:v>Data!x</c:v></c:tx><c:val><c:f>({ref}$B$2,Data2!$B$4)</c:f></c:val></c:chartSpace>"
        ),
    ),
    "xl/charts/chartEx1.xml": (
        "application/vnd.ms-office.chartex+xml",
        '<cx:chartSpace xmlns:cx="cx"><cx:f dir="row">{ref}$B$1</cx:f></cx:chartSpace>',
    ),
    "xl/tables/table1.xml": (
        f"{SHEET_ML}.table+xml",
        '<table xmlns="m"><calculatedColumnFormula>{ref}A1</calculatedColumnFormula></table>',
    ),
    "xl/pivotCache/pivotCacheDefinition1.xml": (
        f"{SHEET_ML}.pivotCacheDefinition+xml",
        (
            '<pivotCacheDefinition xmlns="m" xmlns:r="r"><cacheSource><worksheetSource ref="A1:B2" sheet="{name}"/>'
            '<rangeSet sheet="{name}" ref="A1"/><rangeSet sheet="Data" r:id="rId1"/></cacheSource>'
            "</pivotCacheDefinition>"
        ),
    ),
    "xl/ctrlProps/ctrlProp1.xml": (
        "application/vnd.ms-excel.controlproperties+xml",
        '<formControlPr xmlns="x" fmlaLink="{ref}$A$1" fmlaRange="Data2!$A$1"/>',
    ),
    "xl/drawings/drawing1.xml": (
        f"{OFFICE}.drawing+xml",
        '<xdr:wsDr xmlns:xdr="d"><xdr:sp macro="" textlink="{ref}A1"/></xdr:wsDr>',
    ),
    "xl/drawings/vmlDrawing1.vml": (
        f"{OFFICE}.vmlDrawing",
        "<xml><br><x:FmlaLink>{ref}$A$1</x:FmlaLink><x:Anchor>Data!1</x:Anchor></xml>",
    ),
    "xl/connections.xml": (
        f"{SHEET_ML}.connections+xml",
        (
            '<connections xmlns="m"><x15:rangePr xmlns:x15="x" sourceName="{ref}$A$1"/><parameter cell="{ref}A1"/>'
            "</connections>"
        ),
    ),
    "xl/worksheets/_rels/sheet2.xml.rels": (
        "application/vnd.openxmlformats-package.relationships+xml",
        (
            f'<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="rId1" Type="hyperlink" Target="#{{ref}}A1"/>'
            '<Relationship Id="rId2" Type="x" Target="#Data"/>'
            '<Relationship Id="rId3" Type="x" Target="http://x/#Data!A1" TargetMode="External"/></Relationships>'
        ),
    ),
}
"""Content type and text of a part; {name} stands for the sheet's name, {ref} for its prefix in a reference."""


@pytest.mark.parametrize("part", OTHERS)
def test_other_parts_follow(part: str) -> None:
    kind, text = OTHERS[part]
    book = book_with({part: (kind, text.format(name="Data", ref="Data!"))})
    rename(book, ("Data", "New 1"))
    chunks, changed = save_package(book)
    assert part_of(b"".join(chunks), part) == text.format(name="New 1", ref="'New 1'!")
    assert changed == tuple(sorted((part, "xl/workbook.xml")))


def test_parts_that_speak_of_other_sheets_stay_to_the_byte() -> None:
    kind = f"{OFFICE}.drawingml.chart+xml"
    chart = '<c:chartSpace xmlns:c="c"><c:f>Data!$B$1</c:f><c:f>[1]Data2!A1</c:f><c:f >Data2x!A1</c:f></c:chartSpace>'
    book = book_with({"xl/charts/chart1.xml": (kind, chart)})
    rename(book, ("Data2", "New"))
    _, changed = save_package(book)
    assert changed == ("xl/workbook.xml",)


def test_a_link_without_the_quotes_it_needs_follows_too() -> None:
    link = '<hyperlinks><hyperlink ref="A1" location="My Data!B2"/></hyperlinks>'
    book = book_with({}, sheet2=sheet_part("", after=link))
    rename(book, ("Data", "My Data"))
    book = read_workbook(saved(book))
    rename(book, ("My Data", "Other"))
    assert 'location="Other!B2"' in part_of(saved(book), SHEET2)


def test_cdata_in_formulas_is_read() -> None:
    book = book_with({}, sheet2=sheet_part('<row r="1"><c r="A1"><f><![CDATA[Data!A1&"<"]]></f></c></row>'))
    rename(book, ("Data", "New"))
    assert rows_of(saved(book), SHEET2) == '<row r="1"><c r="A1"><f>New!A1&amp;"&lt;"</f></c></row>'
