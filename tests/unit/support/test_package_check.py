"""Every check of the package checker: a good package has no finding, and one damage is found by its check alone."""

import io
import re
import zipfile

import pytest
from support.package.finding import Finding
from support.package.sample import (
    BOOK,
    CHAIN,
    CHART,
    COMMENTS,
    DATA,
    DRAWING,
    OTHER,
    PIVOT,
    SECOND_TABLE,
    SPARE,
    STRINGS,
    STYLES,
    TABLE,
    THIRD,
    THREADS,
    VML,
    pack,
    rels_of,
    sample_parts,
)
from support.package_check import check, new_findings

TYPES = "[Content_Types].xml"
CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
SHAPE = (
    '<v:shape><x:ClientData ObjectType="Note"><x:Row>{}</x:Row><x:Column>1</x:Column></x:ClientData></v:shape><v:shape>'
)


def damaged(part: str, old: str, new: str) -> bytes:
    """The sample with a text of one part replaced where it stands first."""
    parts = sample_parts()
    assert old in parts[part]
    parts[part] = parts[part].replace(old, new, 1)
    return pack(parts)


def test_a_good_package_has_no_finding() -> None:
    assert check(pack(sample_parts())) == []


DAMAGES = [
    # the archive
    (
        "content_type_missing",
        CHART,
        TYPES,
        f'<Override PartName="/{CHART}" ContentType="{CHART_TYPE}"/>',
        "",
    ),
    (
        "content_type_stale",
        "xl/gone.xml",
        TYPES,
        "</Types>",
        '<Override PartName="/xl/gone.xml" ContentType="a/b"/></Types>',
    ),
    (
        "content_type_duplicate",
        "xml",
        TYPES,
        "</Types>",
        '<Default Extension="xml" ContentType="a/b"/>' * 2 + "</Types>",
    ),
    ("xml_malformed", CHART, CHART, "</c:val>", ""),
    # relations
    (
        "relation_target_missing",
        PIVOT,
        rels_of(PIVOT),
        "<Relationship Id",
        '<Relationship Id="rId9" Type="a/image" Target="a.png"/><Relationship Id',
    ),
    (
        "relation_id_duplicate",
        DRAWING,
        rels_of(DRAWING),
        "<Relationship Id",
        '<Relationship Id="rId1" Type="a/image" Target="https://example.org/" TargetMode="External"/><Relationship Id',
    ),
    (
        "relation_id_unknown",
        DATA,
        DATA,
        '<hyperlink ref="A8"',
        '<hyperlink ref="A8" r:id="rId7"/><hyperlink ref="A9" r:id="rId77"/><hyperlink ref="B8"',
    ),
    ("relation_unused", DATA, DATA, '<hyperlinks><hyperlink ref="A8" r:id="rId7"/></hyperlinks>', ""),
    # order
    (
        "element_order",
        DATA,
        DATA,
        '<drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>',
        '<legacyDrawing r:id="rId2"/><drawing r:id="rId1"/>',
    ),
    ("element_order", BOOK, BOOK, "<bookViews>", "<calcPr/><bookViews>"),
    ("element_order", STYLES, STYLES, '<dxfs count="1"><dxf/></dxfs>', '<colors/><dxfs count="1"><dxf/></dxfs>'),
    ("element_order", TABLE, TABLE, "<autoFilter", "<tableStyleInfo/><autoFilter"),
    (
        "element_order",
        DATA,
        DATA,
        '<f t="array" ref="G2:G3">B2:B3</f><v>1.5</v>',
        '<v>1.5</v><f t="array" ref="G2:G3">B2:B3</f>',
    ),
    (
        "element_order",
        DRAWING,
        DRAWING,
        "<d:clientData/></d:twoCellAnchor>",
        "</d:twoCellAnchor><d:oneCellAnchor><d:clientData/><d:ext/></d:oneCellAnchor>",
    ),
    ("element_unknown", DATA, DATA, "<cols>", "<columns/><cols>"),
    ("element_repeated", DATA, DATA, "<rowBreaks", "<pageMargins/><pageMargins/><rowBreaks"),
    # the workbook
    ("sheet_id_duplicate", BOOK, BOOK, 'sheetId="2"', 'sheetId="3"'),
    ("sheet_name_duplicate", BOOK, BOOK, 'name="Spare"', 'name="DATA"'),
    ("sheet_name_bad", BOOK, BOOK, 'name="Spare"', 'name="a[b"'),
    (
        "sheet_relation_duplicate",
        BOOK,
        BOOK,
        'state="hidden" r:id="rId2"/>',
        'state="hidden" r:id="rId2"/><sheet name="b" sheetId="8" r:id="rId9"/>',
    ),
    (
        "sheet_part_missing",
        BOOK,
        BOOK,
        'state="hidden" r:id="rId2"/>',
        'state="hidden" r:id="rId2"/><sheet name="b" sheetId="8"/>',
    ),
    ("first_sheet_beyond", BOOK, BOOK, 'firstSheet="0"', 'firstSheet="4"'),
    ("active_tab_beyond", BOOK, BOOK, 'activeTab="0"', 'activeTab="4"'),
    ("active_tab_hidden", BOOK, BOOK, 'activeTab="0"', 'activeTab="1"'),
    ("name_scope_beyond", BOOK, BOOK, 'localSheetId="1"', 'localSheetId="4"'),
    ("name_empty", BOOK, BOOK, ">Data!$B$2:$B$4<", "><"),
    ("name_duplicate", BOOK, BOOK, ' localSheetId="1"', ""),
    ("code_name_duplicate", BOOK, OTHER, 'codeName="Sheet2"', 'codeName="SHEET1"'),
    ("filter_name_differs", BOOK, OTHER, 'autoFilter ref="A1:B3"', 'autoFilter ref="A4:B6"'),
    ("pivot_cache_duplicate", BOOK, BOOK, "</pivotCaches>", '<pivotCache cacheId="9" r:id="rId7"/></pivotCaches>'),
    ("pivot_cache_missing", BOOK, BOOK, "</pivotCaches>", '<pivotCache cacheId="8" r:id="rId1"/></pivotCaches>'),
    ("pivot_cache_unknown", PIVOT, PIVOT, 'cacheId="9"', 'cacheId="8"'),
    # cells
    ("row_order", DATA, DATA, '<row r="3">', '<row r="2"/><row r="3">'),
    ("row_order", DATA, DATA, '<row r="8">', '<row r="1048577"/><row r="8">'),
    ("cell_order", DATA, DATA, '<c r="B1" t="s">', '<c r="A1"/><c r="B1" t="s">'),
    ("cell_row", DATA, DATA, '<c r="B3">', '<c r="A2"/><c r="B3">'),
    ("cell_bad", DATA, DATA, '<c r="B3">', '<c r="XFE3"/><c r="B3">'),
    ("style_beyond", DATA, DATA, '<c r="B2" s="1">', '<c r="B2" s="2">'),
    ("style_beyond", DATA, DATA, 'r="1" s="1"', 'r="1" s="2"'),
    ("style_beyond", DATA, DATA, 'style="1"', 'style="2"'),
    ("string_beyond", DATA, DATA, '<c r="B3">', '<c r="A3" t="s"><v>5</v></c><c r="B3">'),
    ("value_bad", DATA, DATA, '<c r="B3"><v>2<', '<c r="B3"><v>two<'),
    ("formula_empty", THIRD, THIRD, "<f>Other!A1+1</f>", "<f/>"),
    ("shared_master_missing", DATA, DATA, '<f t="shared" si="0"/>', '<f t="shared" si="1"/>'),
    ("shared_outside", DATA, DATA, 'ref="E2:E3"', 'ref="E2"'),
    ("shared_ref_bad", DATA, DATA, 'ref="E2:E3"', 'ref="E2:E0"'),
    ("array_ref_bad", DATA, DATA, 'ref="G2:G3"', 'ref="G3:G4"'),
    ("array_overlap", DATA, DATA, '<c r="G3"><v>', '<c r="G3"><f t="array" ref="G3">1</f><v>'),
    # around the cells
    ("merge_single", DATA, DATA, 'ref="D10:E10"', 'ref="D10"'),
    ("merge_overlap", DATA, DATA, 'ref="D10:E10"', 'ref="B11:E11"'),
    ("ref_bad", DATA, DATA, 'ref="D10:E10"', 'ref="D10:XFE10"'),
    ("ref_bad", DATA, DATA, 'sqref="C2:C4"', 'sqref=""'),
    ("ref_bad", DATA, DATA, 'sqref="B2:B4"', 'sqref="#REF!"'),
    ("ref_bad", DATA, DATA, 'topLeftCell="A2"', 'topLeftCell="A0"'),
    ("ref_bad", DATA, DATA, 'hyperlink ref="A8"', 'hyperlink ref="A8:"'),
    ("column_order", DATA, DATA, '<col min="4" max="4"', '<col min="2" max="4"'),
    ("column_order", DATA, DATA, '<col min="4" max="4"', '<col min="4" max="3"'),
    ("dimension_small", DATA, DATA, 'ref="A1:J8"', 'ref="A1:I8"'),
    ("break_bad", DATA, DATA, 'id="4"', 'id="1048577"'),
    ("look_beyond", DATA, DATA, 'dxfId="0"', 'dxfId="1"'),
    ("filter_column_beyond", TABLE, TABLE, 'colId="1"', 'colId="3"'),
    ("sort_outside", TABLE, TABLE, 'sortCondition ref="A1:C4"', 'sortCondition ref="D1:D4"'),
    ("count_wrong", DATA, DATA, '<mergeCells count="2"', '<mergeCells count="1"'),
    ("count_wrong", STYLES, STYLES, '<cellXfs count="2"', '<cellXfs count="3"'),
    ("count_wrong", TABLE, TABLE, '<tableColumns count="3"', '<tableColumns count="2"'),
    ("count_wrong", STRINGS, STRINGS, 'uniqueCount="5"', 'uniqueCount="6"'),
    # styles
    ("format_part_missing", STYLES, STYLES, 'borderId="0"', 'borderId="1"'),
    ("format_part_missing", STYLES, STYLES, '<xf numFmtId="164"', '<xf numFmtId="165"'),
    (
        "number_format_duplicate",
        STYLES,
        STYLES,
        '<numFmts count="1">',
        '<numFmts count="2"><numFmt numFmtId="164" formatCode="0"/>',
    ),
    # tables
    ("table_id_duplicate", SECOND_TABLE, SECOND_TABLE, 'id="2"', 'id="1"'),
    ("table_name_duplicate", SECOND_TABLE, SECOND_TABLE, 'displayName="T2"', 'displayName="t1"'),
    ("table_name_duplicate", SECOND_TABLE, SECOND_TABLE, ' name="T2"', ' name="t1"'),
    ("table_name_taken", TABLE, TABLE, 'displayName="T1"', 'displayName="Total"'),
    ("table_column_id_duplicate", TABLE, TABLE, 'id="2" name="count"', 'id="1" name="count"'),
    ("table_ref_bad", TABLE, TABLE, 'displayName="T1" ref="A1:C4"', 'displayName="T1" ref="A1:C0"'),
    ("table_width", TABLE, TABLE, 'displayName="T1" ref="A1:C4"', 'displayName="T1" ref="A1:D4"'),
    ("table_height", SECOND_TABLE, SECOND_TABLE, 'displayName="T2"', 'displayName="T2" totalsRowCount="2"'),
    ("table_filter_outside", TABLE, TABLE, 'autoFilter ref="A1:C4"', 'autoFilter ref="A1:C5"'),
    ("table_header", TABLE, TABLE, 'name="count"', 'name="counts"'),
    ("table_merge", DATA, DATA, 'ref="D10:E10"', 'ref="C4:D4"'),
    # comments
    ("comment_ref_bad", COMMENTS, COMMENTS, "<commentList>", '<commentList><comment ref="B0" authorId="0"/>'),
    ("comment_duplicate", COMMENTS, COMMENTS, "<commentList>", '<commentList><comment ref="B2" authorId="0"/>'),
    ("comment_author_beyond", COMMENTS, COMMENTS, 'authorId="0"', 'authorId="1"'),
    ("comment_shape_missing", DATA, COMMENTS, "<commentList>", '<commentList><comment ref="C2" authorId="0"/>'),
    (
        "shape_comment_missing",
        VML,
        VML,
        "<v:shape>",
        SHAPE.format(7),
    ),
    (
        "shape_duplicate",
        VML,
        VML,
        "<v:shape>",
        SHAPE.format(1),
    ),
    ("shape_anchor_bad", VML, VML, "2, 15, 1, 2, 4, 31, 5, 1", "2, 15, 1, 2, 4, 31, 0, 1"),
    ("thread_stub_missing", THREADS, THREADS, 'ref="B3"', 'ref="B4"'),
    ("thread_parent_missing", THREADS, THREADS, 'parentId="{1}"', 'parentId="{3}"'),
    ("thread_person_missing", THREADS, THREADS, 'personId="{P}"', 'personId="{Q}"'),
    ("thread_id_duplicate", THREADS, THREADS, 'id="{2}"', 'id="{1}"'),
    # drawings, the chain, sheets named in formulas
    ("anchor_backwards", DRAWING, DRAWING, "<d:row>20</d:row>", "<d:row>11</d:row>"),
    ("anchor_bad", DRAWING, DRAWING, "<d:row>20</d:row>", "<d:row>1048576</d:row>"),
    ("chain_formula_missing", CHAIN, CHAIN, '<c r="E3"/>', '<c r="F3"/>'),
    ("chain_duplicate", CHAIN, CHAIN, '<c r="E3"/>', '<c r="E2"/>'),
    ("sheet_unknown", THIRD, THIRD, "Other!A1", "Others!A1"),
    ("sheet_unknown", CHART, CHART, "Data!$B", "'Dat''a'!$B"),
    ("sheet_unknown", BOOK, BOOK, "'It''s 3'!", "'Its 3'!"),
    ("sheet_unknown", DATA, DATA, "Other!$A$1", "Gone!$A$1"),
]


@pytest.mark.parametrize(
    ("code", "at", "part", "old", "new"), DAMAGES, ids=[f"{one[0]}-{i}" for i, one in enumerate(DAMAGES)]
)
def test_a_damage_is_found_by_its_check_alone(code: str, at: str, part: str, old: str, new: str) -> None:
    data = damaged(part, old, new)
    assert {(finding.code, finding.part) for finding in check(data)} == {(code, at)}
    assert {finding.code for finding in new_findings(pack(sample_parts()), data)} == {code}
    assert new_findings(data, data) == []


def test_names_that_are_in_the_archive_twice_are_found() -> None:
    parts = sample_parts()
    data = pack({**parts, CHART.upper(): parts[CHART]})
    assert check(data) == [Finding("part_duplicate", CHART.upper(), "the archive has this name twice")]


def test_a_part_that_nothing_leads_to_is_found() -> None:
    data = damaged(TYPES, 'Extension="vml"', 'Extension="bin" ContentType="a/b"/><Default Extension="vml"')
    with_part = pack({**{name: part_of(data, name) for name in sample_parts()}, "xl/left.bin": b"x"})
    assert check(data) == []
    assert check(with_part) == [Finding("part_orphan", "xl/left.bin", "no relation leads to it")]


def test_relations_whose_owner_is_gone_are_found() -> None:
    data = pack({**sample_parts(), "xl/_rels/gone.xml.rels": sample_parts()[rels_of(DRAWING)]})
    assert check(data) == [
        Finding("relations_ownerless", "xl/_rels/gone.xml.rels", "are relations of xl/gone.xml, which is not there")
    ]


def test_one_table_of_two_sheets_is_found() -> None:
    parts = sample_parts()
    parts[rels_of(SPARE)] = parts[rels_of(DATA)].replace('Id="rId5"', 'Id="rId55"')
    relations = parts[rels_of(SPARE)]
    start = relations.index('<Relationship Id="rId3"')
    table = relations[start : relations.index("/>", start) + 2]
    parts[rels_of(SPARE)] = relations[: relations.index("<Relationship Id")] + table + "</Relationships>"
    parts[SPARE] = parts[SPARE].replace(
        "<sheetData/>", '<sheetData/><tableParts count="1"><tablePart r:id="rId3"/></tableParts>'
    )
    assert {(one.code, one.part) for one in check(pack(parts))} == {("part_shared", TABLE), ("table_header", TABLE)}


def test_columns_of_one_name_are_found() -> None:
    parts = sample_parts()
    parts[TABLE] = parts[TABLE].replace('name="two_x000a_lines"', 'name="COUNT"')
    parts[STRINGS] = parts[STRINGS].replace("two\nlines", "COUNT")
    assert [(one.code, one.part) for one in check(pack(parts))] == [("table_column_name_duplicate", TABLE)]


def test_tables_that_overlap_are_found() -> None:
    parts = sample_parts()
    parts[SECOND_TABLE] = parts[SECOND_TABLE].replace("I1:J3", "C1:D3").replace('name="left"', 'name="two_x000a_lines"')
    parts[DATA] = (
        parts[DATA]
        .replace('r="1" s="1">', 'r="1" s="1">')
        .replace('<c r="I1" t="s"><v>3</v></c><c r="J1"', '<c r="D1"')
    )
    parts[DATA] = parts[DATA].replace('ref="D10:E10"', 'ref="D20:E20"')
    assert [(one.code, one.part) for one in check(pack(parts))] == [("table_overlap", DATA)]


def test_a_workbook_without_a_visible_sheet_is_found() -> None:
    parts = sample_parts()
    parts[BOOK] = parts[BOOK].replace(' state="hidden"', "").replace("<sheet ", '<sheet state="hidden" ')
    assert check(pack(parts)) == [Finding("sheet_visible_missing", BOOK, "no sheet is visible")]


def test_bytes_that_are_no_archive_are_a_finding() -> None:
    assert check(b"nothing") == [
        Finding("zip_unreadable", "", "the archive is not readable: File is not a zip file"),
        Finding("content_type_missing", TYPES, "there is no list of content types"),
        Finding("workbook_missing", "", "no relation leads to a workbook part"),
    ]


def test_a_member_whose_bytes_are_damaged_is_found() -> None:
    data = pack(sample_parts())
    at = data.index(b"<d:row>20</d:row>")
    found = check(data[:at] + b"X" + data[at + 1 :])
    assert found[0] == Finding("part_unreadable", DRAWING, f"cannot be unpacked: Bad CRC-32 for file '{DRAWING}'")


@pytest.mark.parametrize("step", range(0, 6000, 97))
def test_no_bytes_make_the_checker_raise(step: int) -> None:
    data = pack(sample_parts())
    for part in (data[:step], data[: len(data) - step], data[:step] + b"\0" * 40 + data[step + 40 :]):
        assert all(isinstance(finding, Finding) for finding in check(part))


@pytest.mark.parametrize(
    ("part", "pattern", "new"),
    [
        *(
            (part, r'(?<= )(\w+)="[^"]*"', r'\1="-x"')
            for part in (BOOK, STYLES, DATA, TABLE, COMMENTS, PIVOT, CHAIN, THREADS)
        ),
        *((part, r">[^<]+<", ">-x<") for part in (DATA, VML, DRAWING)),
    ],
)
def test_no_text_of_an_attribute_or_element_makes_a_check_fail(part: str, pattern: str, new: str) -> None:
    parts = sample_parts()
    parts[part] = re.sub(pattern, lambda match: match[0] if "xmlns" in match[0] else match.expand(new), parts[part])
    found = check(pack(parts))
    assert found != []
    assert "check_failed" not in {finding.code for finding in found}


def part_of(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)
