"""Opening: what is known before a sheet is loaded."""

import zipfile
from io import BytesIO

import pytest
from macrocell.facade.workbook.model.rect import Rect
from macrocell.facade.workbook.xlsx.error import CorruptFileError
from macrocell.facade.workbook.xlsx.read import read_workbook
from support.big_workbook import package
from support.corpus import corpus_file

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>'


def book(inside: str, *, sheets: int = 2, without: tuple[str, ...] = ()) -> bytes:
    """A workbook whose workbook.xml has this content."""
    source = package({f"xl/worksheets/sheet{number}.xml": SHEET for number in range(1, sheets + 1)})
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(source)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/workbook.xml":
                content = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{inside}</workbook>'.encode()
            if name not in without:
                new.writestr(name, content)
    return buffer.getvalue()


def test_sheets_names_epoch_and_active_sheet() -> None:
    workbook = read_workbook(
        book(
            '<workbookPr date1904="1"/><bookViews><workbookView activeTab="1"/></bookViews><sheets>'
            '<sheet name="A &amp; B" sheetId="7" r:id="rId1" state="veryHidden"/>'
            '<sheet name="Two" sheetId="3" r:id="rId2"/>'
            '</sheets><definedNames><definedName name="Rate">Two!$A$1</definedName>'
            '<definedName name="_xlnm.Print_Area" localSheetId="1">Two!$A$1:$B$2</definedName></definedNames>'
        )
    )
    assert [(sheet.id, sheet.name, sheet.state, sheet.kind, sheet.part) for sheet in workbook.sheets] == [
        ("s7", "A & B", "veryHidden", "worksheet", "xl/worksheets/sheet1.xml"),
        ("s3", "Two", "visible", "worksheet", "xl/worksheets/sheet2.xml"),
    ]
    assert workbook.epoch_1904
    assert workbook.active == "s3"
    assert workbook.names == [("Rate", None, "Two!$A$1"), ("_xlnm.Print_Area", "s3", "Two!$A$1:$B$2")]
    assert workbook.package is not None
    assert workbook.sheet_named("two") is workbook.sheets[1]
    assert not workbook.sheets[0].loaded


def test_an_active_tab_that_is_not_there_is_the_first() -> None:
    workbook = read_workbook(
        book(
            '<bookViews><workbookView activeTab="9"/></bookViews>'
            '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>'
        )
    )
    assert workbook.active == "s1"
    assert not workbook.epoch_1904


def test_missing_styles_are_no_trouble() -> None:
    inside = '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>'
    workbook = read_workbook(book(inside, without=("xl/styles.xml",)))
    workbook.sheets[0].load()
    assert workbook.styles.count == 1
    assert workbook.sheets[0].rows[0].value(0) == "item 0"


@pytest.mark.parametrize("inside", ["", "<sheets/>"])
def test_a_workbook_without_sheets_is_corrupt(inside: str) -> None:
    with pytest.raises(CorruptFileError) as refused:
        read_workbook(book(inside))
    assert str(refused.value) == "xl/workbook.xml: it lists no sheet"


def test_only_worksheets_have_rows() -> None:
    workbook = read_workbook(corpus_file("sj__mixed_sheets.xlsx").read_bytes())
    assert {sheet.kind for sheet in workbook.sheets} <= {"worksheet", "chartsheet", "dialogsheet", "macrosheet"}
    macros = read_workbook(corpus_file("poi__xlmmacro.xlsm").read_bytes())
    assert [(sheet.name, sheet.kind, sheet.loaded) for sheet in macros.sheets] == [
        ("Macro1", "macrosheet", True), ("Sheet1", "worksheet", False), ("Sheet2", "worksheet", False),
    ]  # fmt: skip


def test_a_date_in_a_1904_file_is_a_serial_of_that_epoch() -> None:
    workbook = read_workbook(corpus_file("cal__date_1904.xlsx").read_bytes())
    assert workbook.epoch_1904
    sheet = workbook.sheets[0]
    sheet.load()
    assert sheet.rows[0].value(0) == 42735
    assert workbook.styles.kind(sheet.rows[0].style(0)) == "date"


def test_a_strict_file_with_absolute_paths_is_read() -> None:
    workbook = read_workbook(corpus_file("cal__strict_iso_paths.xlsx").read_bytes())
    sheet = workbook.sheets[0]
    sheet.load()
    assert sheet.used_rect() == Rect(0, 0, 75, 17)
