"""The check of a package finds what Excel would repair."""

import pytest
from macrocell.facade.workbook.xlsx.check import check_package
from support.big_workbook import package
from support.corpus import each_file, needs_corpus
from support.saving import SHEET1, part_of, sheet_part, with_parts

BOOK, LINKS, STYLES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"
VIEW = '<bookViews><workbookView activeTab="1"/></bookViews><sheets>'
GOOD = package({SHEET1: sheet_part('<row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" t="s"><v>2</v></c></row>')})


def test_a_whole_package_has_no_problem() -> None:
    assert check_package(GOOD) == []


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ('<row r="2"/><row r="1"/>', "xl/worksheets/sheet1.xml: row 1 stands behind row 2"),
        ('<row r="1"/><row r="1"/>', "xl/worksheets/sheet1.xml: row 1 stands behind row 1"),
        (
            '<row r="1"><c r="B1"/><c r="A1"/></row>',
            "xl/worksheets/sheet1.xml: the cell A1 stands out of place in row 1",
        ),
        ('<row r="1"><c r="A2"/></row>', "xl/worksheets/sheet1.xml: the cell A2 stands out of place in row 1"),
        ('<row r="1"><c r="A1" s="6"/></row>', "xl/worksheets/sheet1.xml: A1 has the style 6 of 6"),
        (
            '<row r="1"><c r="A1" t="s"><v>9999</v></c></row>',
            "xl/worksheets/sheet1.xml: A1 has the shared string 9999 of 5000",
        ),
        (
            '<row r="1"><c r="A1"><f t="shared" si="3"/></c></row>',
            "xl/worksheets/sheet1.xml: the shared formula 3 has no master",
        ),
    ],
)
def test_problems_of_a_sheet_are_named(rows: str, problem: str) -> None:
    assert check_package(package({SHEET1: sheet_part(rows)})) == [problem]


SECOND = '<sheet name="{}" sheetId="{}" r:id="rId1"/></sheets>'
TYPE = '<Override PartName="/x.xml" ContentType="a"/></Types>'
NO_FORMAT = "styles: a cell format has the number format 190, which is not there"


@pytest.mark.parametrize(
    ("part", "old", "new", "problem"),
    [
        (BOOK, "<sheets>", VIEW, "xl/workbook.xml: activeTab is 1 of 1 sheets"),
        (BOOK, 'r:id="rId1"', 'r:id="rId9"', "xl/workbook.xml: the sheet Data has no part"),
        (BOOK, "</sheets>", SECOND.format("DATA", 2), "xl/workbook.xml has the sheet name data twice"),
        (BOOK, "</sheets>", SECOND.format("B", 1), "xl/workbook.xml has the sheet id 1 twice"),
        (LINKS, 'Id="rIdB"', 'Id="rIdA"', "xl/_rels/workbook.xml.rels has the id rIdA twice"),
        (LINKS, "styles.xml", "x.xml", "xl/_rels/workbook.xml.rels leads to x.xml, which is not there"),
        ("[Content_Types].xml", "</Types>", TYPE, "the content types name /x.xml, which is not there"),
        (STYLES, 'cellXfs count="6"', 'cellXfs count="7"', "styles: cellXfs says 7 and has 6"),
        (STYLES, 'numFmtId="10"', 'numFmtId="190"', NO_FORMAT),
        (STYLES, 'fontId="1"', 'fontId="2"', "styles: a cell format has the fontId 2, which is not there"),
    ],
)
def test_problems_of_other_parts_are_named(part: str, old: str, new: str, problem: str) -> None:
    data = with_parts(GOOD, {part: part_of(GOOD, part).replace(old, new, 1)})
    assert problem in check_package(data)


def test_a_part_without_content_type_and_broken_markup_are_named() -> None:
    assert check_package(with_parts(GOOD, {"xl/odd.bin": b"1"})) == ["xl/odd.bin has no content type"]
    (problem,) = check_package(with_parts(GOOD, {SHEET1: sheet_part("<row>").replace("</row>", "")}))
    assert problem.startswith("xl/worksheets/sheet1.xml: malformed markup")


def test_what_is_no_package_is_said_so() -> None:
    assert check_package(b"") == ["the file is empty"]


KNOWN = {
    "cal__pass_protected.xlsx": ["the file is password-protected"],
    "exz__Book1.xlsx": ["styles: cellXfs says 5 and has 6"],
    "poi__bug62181.xlsx": ["the content types name /xl/theme/theme1.xml, which is not there"],
    "poi__poc-xmlbomb.xlsx": [
        "xl/sharedStrings.xml: it has a document type definition, which no workbook needs",
        "xl/worksheets/sheet1.xml: A1 has the shared string 0 of 0",
    ],
    "poi__protected_passtika.xlsx": ["the file is password-protected"],
    "poi__xlsx-corrupted.xlsx": ["_rels/.rels: malformed markup: Start tag expected, '<' not found, line 2, column 1"],
}


@needs_corpus
@pytest.mark.parametrize(
    "path", [path for path in each_file() if path.stat().st_size < 2_000_000], ids=lambda path: path.name
)
def test_real_files_hold_together_but_for_what_is_listed(path) -> None:
    assert check_package(path.read_bytes()) == KNOWN.get(path.name, [])
