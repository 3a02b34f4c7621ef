"""A package in which every check of this folder finds something to look at, and nothing wrong."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MS = "http://schemas.microsoft.com/office"
_XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"

DATA, OTHER, THIRD, SPARE = (f"xl/worksheets/sheet{number}.xml" for number in (1, 2, 3, 4))
BOOK, STYLES, STRINGS, CHAIN = "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml", "xl/calcChain.xml"
TABLE, SECOND_TABLE = "xl/tables/table1.xml", "xl/tables/table2.xml"
COMMENTS, THREADS, VML = "xl/comments1.xml", "xl/threadedComments/threadedComment1.xml", "xl/drawings/vmlDrawing1.vml"
DRAWING, CHART = "xl/drawings/drawing1.xml", "xl/charts/chart1.xml"
PIVOT, CACHE = "xl/pivotTables/pivotTable1.xml", "xl/pivotCache/pivotCacheDefinition1.xml"


def sample_parts() -> dict[str, str]:
    """The parts by name, in the order of the archive."""
    return {
        "[Content_Types].xml": _types(),
        "_rels/.rels": _rels(("rId1", "officeDocument", "xl/workbook.xml")),
        BOOK: _book(),
        rels_of(BOOK): _rels(
            *((f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in (1, 2, 3)),
            ("rId9", "worksheet", "worksheets/sheet4.xml"),
            ("rId4", "styles", "styles.xml"),
            ("rId5", "sharedStrings", "sharedStrings.xml"),
            ("rId6", "calcChain", "calcChain.xml"),
            ("rId7", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"),
            ("rId8", f"{_MS}/2017/10/relationships/person", "persons/person.xml"),
        ),
        STYLES: _styles(),
        STRINGS: _strings(),
        CHAIN: f'<calcChain xmlns="{MAIN}"><c r="E2" i="1"/><c r="E3"/><c r="G2"/><c r="G3"/>'
        '<c r="A1" i="3"/></calcChain>',
        DATA: _data(),
        rels_of(DATA): _rels(
            ("rId1", "drawing", "../drawings/drawing1.xml"),
            ("rId2", "vmlDrawing", "../drawings/vmlDrawing1.vml"),
            ("rId3", "table", "../tables/table1.xml"),
            ("rId4", "table", "/xl/tables/table2.xml"),
            ("rId5", "comments", "../comments1.xml"),
            ("rId6", f"{_MS}/2017/10/relationships/threadedComment", "../threadedComments/threadedComment1.xml"),
            ("rId7", "hyperlink", "https://example.org/"),
        ),
        OTHER: _worksheet(
            '<sheetPr codeName="Sheet2"/><sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>'
            '<autoFilter ref="A1:B3"/>'
        ),
        rels_of(OTHER): _rels(("rId1", "pivotTable", "../pivotTables/pivotTable1.xml")),
        THIRD: _worksheet("<sheetData><row><c><f>Other!A1+1</f><v>6</v></c></row></sheetData>"),
        SPARE: _worksheet("<sheetData/>"),
        TABLE: _table(1, "A1:C4", ("name", "count", "two\nlines"), "A1:C4"),
        SECOND_TABLE: _table(2, "I1:J3", ("left", "right"), "I1:J3"),
        COMMENTS: f'<comments xmlns="{MAIN}"><authors><author>Ann</author></authors><commentList>'
        '<comment ref="B2" authorId="0"><text><t>note</t></text></comment>'
        '<comment ref="B3" authorId="0"><text><t>[Threaded comment]</t></text></comment></commentList></comments>',
        THREADS: f'<ThreadedComments xmlns="{_MS}/spreadsheetml/2018/threadedcomments">'
        '<threadedComment ref="B3" personId="{P}" id="{1}"><text>why</text></threadedComment>'
        '<threadedComment ref="B3" personId="{P}" id="{2}" parentId="{1}"><text>so</text></threadedComment>'
        "</ThreadedComments>",
        "xl/persons/person.xml": f'<personList xmlns="{_MS}/spreadsheetml/2018/threadedcomments">'
        '<person displayName="Ann" id="{P}"/></personList>',
        VML: _vml(),
        DRAWING: _drawing(),
        rels_of(DRAWING): _rels(("rId1", "chart", "../charts/chart1.xml")),
        CHART: f'<c:chartSpace xmlns:c="{_C}"><c:val><c:numRef><c:f>Data!$B$2:$B$4</c:f></c:numRef></c:val>'
        "</c:chartSpace>",
        PIVOT: f'<pivotTableDefinition xmlns="{MAIN}" name="P" cacheId="9"><location ref="C3:D5"/>'
        '<pivotFields count="1"><pivotField/></pivotFields></pivotTableDefinition>',
        rels_of(PIVOT): _rels(("rId1", "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml")),
        CACHE: f'<pivotCacheDefinition xmlns="{MAIN}"><cacheSource type="worksheet"><worksheetSource ref="A1:B4"'
        ' sheet="Data"/></cacheSource><cacheFields count="1"><cacheField name="name"/></cacheFields>'
        "</pivotCacheDefinition>",
    }


def pack(parts: Mapping[str, str | bytes]) -> bytes:
    """The archive of parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def rels_of(part: str) -> str:
    """The part that holds a part's relations."""
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels"


def _rels(*relations: tuple[str, str, str]) -> str:
    items = "".join(
        f'<Relationship Id="{one}" Type="{kind if ":" in kind else f"{RELATIONS}/{kind}"}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for one, kind, target in relations
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'


def _types() -> str:
    kinds = {
        BOOK: f"{_SHEET}.sheet.main+xml",
        **dict.fromkeys((DATA, OTHER, THIRD, SPARE), f"{_SHEET}.worksheet+xml"),
        STYLES: f"{_SHEET}.styles+xml",
        STRINGS: f"{_SHEET}.sharedStrings+xml",
        CHAIN: f"{_SHEET}.calcChain+xml",
        **dict.fromkeys((TABLE, SECOND_TABLE), f"{_SHEET}.table+xml"),
        COMMENTS: f"{_SHEET}.comments+xml",
        THREADS: "application/vnd.ms-excel.threadedcomments+xml",
        "xl/persons/person.xml": "application/vnd.ms-excel.person+xml",
        DRAWING: "application/vnd.openxmlformats-officedocument.drawing+xml",
        CHART: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
        PIVOT: f"{_SHEET}.pivotTable+xml",
        CACHE: f"{_SHEET}.pivotCacheDefinition+xml",
    }
    items = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in kinds.items())
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
        f"{items}</Types>"
    )


def _book() -> str:
    return (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><bookViews><workbookView firstSheet="0" activeTab="0"/>'
        '</bookViews><sheets><sheet name="Data" sheetId="1" r:id="rId1"/>'
        '<sheet name="Other" sheetId="2" state="hidden" r:id="rId2"/><sheet name="It\'s 3" sheetId="3" r:id="rId3"/>'
        '<sheet name="Spare" sheetId="4" r:id="rId9"/></sheets><definedNames>'
        '<definedName name="total">Data!$B$2:$B$4</definedName>'
        "<definedName name=\"total\" localSheetId=\"1\">'It''s 3'!$A$1</definedName>"
        '<definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">Other!$A$1:$B$3</definedName>'
        "</definedNames>"
        '<pivotCaches><pivotCache cacheId="9" r:id="rId7"/></pivotCaches></workbook>'
    )


def _styles() -> str:
    return (
        f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0"/></numFmts>'
        '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf fontId="0"/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/>'
        '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0"/></cellStyles><dxfs count="1"><dxf/></dxfs>'
        "</styleSheet>"
    )


def _strings() -> str:
    texts = ("name", "count", "two\nlines", "left", "right")
    items = "".join(f"<si><t>{text}</t></si>" for text in texts)
    return f'<sst xmlns="{MAIN}" count="5" uniqueCount="5">{items}</sst>'


def _worksheet(content: str) -> str:
    return f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATIONS}">{content}</worksheet>'


def _data() -> str:
    """A1:C4 and I1:J3 tables, E2:E3 a shared formula, G2:G3 an array, A10:B11 and D10:E10 merged."""
    return _worksheet(
        '<sheetPr codeName="Sheet1"/><dimension ref="A1:J8"/>'
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2"/>'
        '<selection activeCell="B2" sqref="B2 C3:C4"/></sheetView></sheetViews>'
        '<cols><col min="1" max="2" width="9" style="1"/><col min="4" max="4" width="9"/></cols><sheetData>'
        '<row r="1" s="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>'
        '<c r="I1" t="s"><v>3</v></c><c r="J1" t="inlineStr"><is><t>right</t></is></c></row>'
        '<row r="2"><c r="B2" s="1"><v>1.5</v></c><c r="E2"><f t="shared" ref="E2:E3" si="0">B2*2</f><v>3</v></c>'
        '<c r="G2"><f t="array" ref="G2:G3">B2:B3</f><v>1.5</v></c></row>'
        '<row r="3"><c r="B3"><v>2</v></c><c r="E3"><f t="shared" si="0"/><v>4</v></c><c r="G3"><v>2</v></c></row>'
        '<row r="8"><c r="A8" t="b"><v>1</v></c></row></sheetData>'
        '<mergeCells count="2"><mergeCell ref="A10:B11"/><mergeCell ref="D10:E10"/></mergeCells>'
        '<conditionalFormatting sqref="B2:B4"><cfRule type="expression" dxfId="0" priority="1">'
        "<formula>Other!$A$1&gt;0</formula></cfRule></conditionalFormatting>"
        '<dataValidations count="1"><dataValidation sqref="C2:C4" type="list"><formula1>$A$2:$A$4</formula1>'
        '</dataValidation></dataValidations><hyperlinks><hyperlink ref="A8" r:id="rId7"/></hyperlinks>'
        '<rowBreaks count="1" manualBreakCount="1"><brk id="4" max="16383" man="1"/></rowBreaks>'
        '<drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>'
        '<tableParts count="2"><tablePart r:id="rId3"/><tablePart r:id="rId4"/></tableParts>'
    )


def _table(number: int, ref: str, columns: tuple[str, ...], filtered: str) -> str:
    items = "".join(
        f'<tableColumn id="{place}" name="{name}"/>'.replace("\n", "_x000a_") for place, name in enumerate(columns, 1)
    )
    return (
        f'<table xmlns="{MAIN}" id="{number}" name="T{number}" displayName="T{number}" ref="{ref}">'
        f'<autoFilter ref="{filtered}"><filterColumn colId="1"/><sortState ref="{ref}"><sortCondition ref="{ref}"/>'
        f'</sortState></autoFilter><tableColumns count="{len(columns)}">{items}</tableColumns></table>'
    )


def _vml() -> str:
    shapes = "".join(
        f'<v:shape><x:ClientData ObjectType="Note"><x:Anchor>2, 15, {row}, 2, 4, 31, {row + 4}, 1</x:Anchor>'
        f"<x:Row>{row}</x:Row><x:Column>1</x:Column></x:ClientData></v:shape>"
        for row in (1, 2)
    )
    spaces = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"'
    return f"<xml {spaces}>{shapes}</xml>"


def _drawing() -> str:
    def marker(column: int, row: int) -> str:
        return f"<d:col>{column}</d:col><d:colOff>5</d:colOff><d:row>{row}</d:row><d:rowOff>0</d:rowOff>"

    return (
        f'<d:wsDr xmlns:d="{_XDR}" xmlns:a="{_A}"><d:twoCellAnchor><d:from>{marker(3, 12)}</d:from>'
        f"<d:to>{marker(8, 20)}</d:to><d:graphicFrame><a:graphic><a:graphicData>"
        f'<c:chart xmlns:c="{_C}" xmlns:r="{RELATIONS}" r:id="rId1"/></a:graphicData></a:graphic></d:graphicFrame>'
        "<d:clientData/></d:twoCellAnchor></d:wsDr>"
    )
