"""What people saw go stale when rows came and went under objects, through the public interface. Ids: the list's."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from macrocell import Engine
from macrocell.facade.workbook.xlsx.check import check_package
from support.big_workbook import MAIN, package
from support.saving import SHEET1, part_of, sheet_part, with_parts

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
EXCEL = "application/vnd.openxmlformats-officedocument"
ROWS = "".join(f'<row r="{row}"><c r="A{row}"><v>{row}</v></c></row>' for row in range(1, 6))
OTHER = "xl/worksheets/sheet2.xml"
BOOK = "xl/workbook.xml"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


def file_of(
    after: str = "",
    *,
    before: str = "",
    names: str = "",
    parts: dict[str, tuple[str, str, str]] | None = None,
    other: str = "",
) -> bytes:
    """Sheets Data (A1:A5 1..5) and Data2; parts are (relation, content type, text) by name, related to Data."""
    data = package({SHEET1: sheet_part(ROWS, before=before, after=after), OTHER: sheet_part("", after=other)})
    listed = (parts or {}).items()
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{relation}" Target="/{name}"/>'
        for number, (name, (relation, _, _)) in enumerate(listed, 1)
    )
    types = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, (_, kind, _) in listed)
    changed: dict[str, str | bytes] = {name: text for name, (_, _, text) in listed}
    changed["[Content_Types].xml"] = part_of(data, "[Content_Types].xml").replace("</Types>", f"{types}</Types>")
    changed["xl/worksheets/_rels/sheet1.xml.rels"] = f'<Relationships xmlns="{RELATIONSHIPS}">{links}</Relationships>'
    changed[BOOK] = part_of(data, BOOK).replace("</workbook>", f"{names}</workbook>")
    return with_parts(data, changed)


def saved(engine: Engine, data: bytes, macro: str, tmp_path: Path) -> bytes:
    path = tmp_path / "book.xlsx"
    path.write_bytes(data)
    with engine.open(path) as runtime:
        outcome = runtime.execute(f"sheet = workbook['Data']\n{macro}\nreturn None", mode="write")
        assert outcome.error is None
        result = runtime.save(tmp_path / "out.xlsx", overwrite=True).read_bytes()
        runtime.rollback()
        assert runtime.save(tmp_path / "back.xlsx", overwrite=True).read_bytes() == data
    assert check_package(result) == check_package(data)
    return result


def members(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.namelist()


def rule(sqref: str, formula: str) -> str:
    return (
        f'<conditionalFormatting sqref="{sqref}"><cfRule type="expression" priority="1"><formula>{formula}</formula>'
        "</cfRule></conditionalFormatting>"
    )


def test_s01_an_inserted_row_moves_names_rules_and_print_areas(engine: Engine, tmp_path: Path) -> None:
    names = (
        '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1:$C$5</definedName>'
        '<definedName name="tot">Data!$A$6</definedName></definedNames>'
    )
    result = saved(engine, file_of(rule("A5", "A5&gt;1"), names=names), "sheet.insert_rows(2)", tmp_path)
    assert rule("A6", "A6&gt;1") in part_of(result)
    assert part_of(result, BOOK).count("Data!$A$1:$C$6<") == 1
    assert part_of(result, BOOK).count("Data!$A$7<") == 1


def test_s04_rules_elsewhere_that_speak_of_deleted_rows_shrink_or_are_lost(engine: Engine, tmp_path: Path) -> None:
    other = rule("A1:A9", "SUM(Data!$A$1:$A$5)&gt;Data!$A$3")
    result = saved(engine, file_of(other=other), "sheet.delete_rows(3)", tmp_path)
    assert part_of(result, OTHER) == sheet_part("", after=rule("A1:A9", "SUM(Data!$A$1:$A$4)&gt;Data!#REF!"))


@pytest.mark.parametrize(
    ("name", "prefix"), [("In put", "'In put'!"), ("Bob's 表", "'Bob''s 表'!"), ("R1C1", "'R1C1'!")]
)
def test_s05_d11_a_renamed_sheet_is_quoted_in_rules_too(engine: Engine, tmp_path: Path, name: str, prefix: str) -> None:
    macro = f"sheet.name = {name!r}\nsheet.insert_rows(1)"
    result = saved(engine, file_of(other=rule("A1", "Data!A1&gt;1")), macro, tmp_path)
    assert part_of(result, OTHER) == sheet_part("", after=rule("A1", f"{prefix}A2&gt;1"))


def test_l02_a_pivot_whose_source_gains_a_row_is_refreshed_on_load(engine: Engine, tmp_path: Path) -> None:
    cache = "xl/pivotCache/pivotCacheDefinition1.xml"
    text = (
        f'<pivotCacheDefinition xmlns="{MAIN}"{{}}><cacheSource><worksheetSource ref="A1:A{{}}" sheet="Data"/>'
        "</cacheSource></pivotCacheDefinition>"
    )
    kind = f"{EXCEL}.spreadsheetml.pivotCacheDefinition+xml"
    data = file_of(parts={cache: ("pivotCacheDefinition", kind, text.format("", 5))})
    result = saved(engine, data, "sheet.insert_rows(3, 2)", tmp_path)
    assert part_of(result, cache) == text.format(' refreshOnLoad="1"', 7)


def test_l03_both_kinds_of_validations_follow(engine: Engine, tmp_path: Path) -> None:
    rules = (
        '<dataValidations count="1"><dataValidation type="list" sqref="A{0}:A{1}"><formula1>"x,y"</formula1>'
        '</dataValidation></dataValidations><extLst><ext xmlns:x14="x14" xmlns:xm="xm" uri="u">'
        '<x14:dataValidations count="1"><x14:dataValidation type="list"><x14:formula1><xm:f>Data!$A${2}:$A${3}</xm:f>'
        "</x14:formula1><xm:sqref>B{0}:B{1}</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
    )
    result = saved(engine, file_of(rules.format(2, 10, 1, 3)), "sheet.insert_rows(2, 3)", tmp_path)
    assert rules.format(5, 13, 1, 6) in part_of(result)


def test_l06_a_control_keeps_its_cell(engine: Engine, tmp_path: Path) -> None:
    part = "xl/ctrlProps/ctrlProp1.xml"
    text = '<formControlPr xmlns="x" objectType="CheckBox" fmlaLink="$A${}" macro="Go"/>'
    data = file_of(parts={part: ("ctrlProp", "application/vnd.ms-excel.controlproperties+xml", text.format(5))})
    assert part_of(saved(engine, data, "sheet.insert_rows(2)", tmp_path), part) == text.format(6)


def test_l08_a_thread_stays_on_its_cell(engine: Engine, tmp_path: Path) -> None:
    part = "xl/threadedComments/threadedComment1.xml"
    text = (
        '<ThreadedComments><threadedComment ref="B{0}" id="1"/><threadedComment ref="B{0}" id="2"/></ThreadedComments>'
    )
    data = file_of(parts={part: ("threadedComment", "application/vnd.ms-excel.threadedcomments+xml", text.format(2))})
    assert part_of(saved(engine, data, "sheet.insert_rows(1)", tmp_path), part) == text.format(3)


TABLE = "xl/tables/table1.xml"


def tabled(ref: str) -> bytes:
    table = (
        f'<table xmlns="{MAIN}" id="1" name="T" displayName="T" ref="{ref}"><tableColumns count="1">'
        '<tableColumn id="1" name="1"/></tableColumns></table>'
    )
    parts = f'<tableParts count="1"><tablePart xmlns:r="{OFFICE}" r:id="rId1"/></tableParts>'
    return file_of(parts, parts={TABLE: ("table", f"{EXCEL}.spreadsheetml.table+xml", table)})


def test_a_table_that_is_deleted_whole_leaves_nothing_behind(engine: Engine, tmp_path: Path) -> None:
    result = saved(engine, tabled("C2:C4"), "sheet.delete_rows(2, 3)", tmp_path)
    assert TABLE not in members(result)
    assert "tablePart" not in part_of(result)
    assert "table" not in part_of(result, "xl/worksheets/_rels/sheet1.xml.rels").replace("relationships", "")


def test_writing_finds_the_header_of_a_table_where_it_went(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(tabled("C2:C4"))
    with engine.open(path) as runtime:
        macro = "sheet = workbook['Data']\nsheet.insert_rows(1)\nsheet['C2'].value = 5\nsheet['C3'].value = 'x'"
        error = runtime.execute(macro, mode="write").error
    assert error is not None
    assert (error.type, error.line, error.message) == (
        "NotAvailableError",
        4,
        "Data!C3 is the header of a column of the table T; renaming a table's column is not available yet",
    )


@pytest.mark.parametrize(
    ("attributes", "macro", "is_refused"),
    [
        ('sheet="1"', "sheet.insert_rows(2)", True),
        ('sheet="1"', "sheet.delete_columns(1)", True),
        ('sheet="1" insertRows="0"', "sheet.insert_rows(2)", False),
        ('sheet="1" insertRows="0"', "sheet.insert_columns(2)", True),
        ('sheet="0"', "sheet.insert_rows(2)", False),
    ],
)
def test_the_rows_of_a_protected_sheet_stay(
    engine: Engine, tmp_path: Path, attributes: str, macro: str, is_refused: bool
) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(file_of(f"<sheetProtection {attributes}/>"))
    with engine.open(path) as runtime:
        error = runtime.execute(f"sheet = workbook['Data']\n{macro}", mode="write").error
        assert (error is not None) == is_refused
        if error is not None:
            assert (error.type, error.line, error.message, error.hint) == (
                "StructureError",
                2,
                "Data is protected, and its cells cannot change places",
                "Lift the protection in a spreadsheet application (Review, Unprotect Sheet), and run again.",
            )
