"""Formulas that a macro writes and that take as many cells as they have values: read, changed, undone and saved."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine
from macrocell import Engine
from support.libreoffice import SOFFICE, convert
from support.package_check import check, new_findings
from support.saving import SHEET1, part_of, with_parts

METADATA = "xl/metadata.xml"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as made:
        yield made


def letters(path: Path) -> Path:
    """B1:B5 holds a, b, a, c, b; C1:C5 numbers."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Data"
    for row, (text, number) in enumerate(zip("abacb", (5, 1, 7, 2, 9), strict=True), 1):
        sheet.cell(row, 2).value = text
        sheet.cell(row, 3).value = number
    book.save(path)
    return path


def parts(path: Path) -> set[str]:
    import zipfile

    return set(zipfile.ZipFile(path).namelist())


def test_unique_is_stored_with_its_prefix_its_area_and_its_mark(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = "s = workbook['Data']\ns['A1'] = '=UNIQUE(B1:B5)'\n[s['A1:A4'].values, s['A2'].state, s['A1'].formula]"
        outcome = runtime.execute(macro, mode="write")
        assert outcome.value == [[["a"], ["b"], ["c"], [None]], "computed", "=UNIQUE(B1:B5)"]
        assert [(change.range, change.after) for change in outcome.changes] == [("A1", "=UNIQUE(B1:B5)")]
        runtime.save(out)
    xml = part_of(out.read_bytes(), SHEET1)
    assert '<c r="A1" t="str" cm="1"><f t="array" ref="A1:A3">_xlfn.UNIQUE(B1:B5)</f><v>a</v></c>' in xml
    assert '<c r="A2" t="str"><v>b</v></c>' in xml
    assert parts(out) == parts(path) | {METADATA}
    assert not new_findings(path.read_bytes(), out.read_bytes())
    assert [[cell] for cell in "abc"] == [
        row[:1] for row in python_calamine.load_workbook(out).get_sheet_by_index(0).to_python()
    ][:3]
    read: Any = openpyxl.load_workbook(out).active
    assert (read["A1"].value.ref, read["A1"].value.text) == ("A1:A3", "=_xlfn.UNIQUE(B1:B5)")
    with engine.open(out) as runtime:
        again = "s = workbook['Data']\ns['B4'] = 'z'\n[s['A1:A4'].values, s['A3'].state]"
        assert runtime.execute(again, mode="write").value == [[["a"], ["b"], ["z"], [None]], "computed"]


@pytest.mark.parametrize(
    ("text", "stored", "area", "values"),
    [
        ("SORT(C1:C5)", "_xlfn._xlws.SORT(C1:C5)", "E1:E5", [[1], [2], [5], [7], [9]]),
        ("FILTER(B1:C5,C1:C5>4)", "_xlfn._xlws.FILTER(B1:C5,C1:C5&gt;4)", "E1:F3", [["a", 5], ["a", 7], ["b", 9]]),
        ("SEQUENCE(2,2)", "_xlfn.SEQUENCE(2,2)", "E1:F2", [[1, 2], [3, 4]]),
        ("TRANSPOSE(C1:C3)", "TRANSPOSE(C1:C3)", "E1:G1", [[5, 1, 7]]),
        ("SORT(C1:C2)*10", "_xlfn._xlws.SORT(C1:C2)*10", "E1:E2", [[10], [50]]),
        ("LET(x,C1:C2,x+1)", "_xlfn.LET(_xlpm.x,C1:C2,_xlpm.x+1)", "E1:E2", [[6], [2]]),
        ('TEXTSPLIT("x-y","-")', '_xlfn.TEXTSPLIT("x-y","-")', "E1:F1", [["x", "y"]]),
        ("SUM((C1:C5>4)*1)", "SUM((C1:C5&gt;4)*1)", "E1", [[3]]),
        ("C1:C2*2", "C1:C2*2", "E1:E2", [[10], [2]]),
        ("{1,2}", "{1,2}", "E1:F1", [[1, 2]]),
    ],
)
def test_each_kind_is_computed_and_stored(
    engine: Engine, tmp_path: Path, text: str, stored: str, area: str, values: list[list[Any]]
) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = "s = workbook['Data']\ns['E1'] = '=' + args['text']\nv = s.range(args['area']).values"
        macro += "\nv if isinstance(v, list) else [[v]]"
        outcome = runtime.execute(macro, mode="write", args={"text": text, "area": area})
        assert (outcome.error, outcome.value) == (None, values)
        runtime.save(out)
    assert f'cm="1"><f t="array" ref="{area}">{stored}</f>' in part_of(out.read_bytes(), SHEET1)
    assert not new_findings(path.read_bytes(), out.read_bytes())
    read: Any = openpyxl.load_workbook(out, data_only=True).active
    first = [[cell.value for cell in row] for row in (read[area] if ":" in area else ((read[area],),))]
    assert first == values


def test_what_is_not_computed_is_stored_for_the_application_that_opens_the_file(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = "s = workbook['Data']\ns['E1'] = '=MAP(C1:C5,LAMBDA(v,v*2))'\ns['E1'].state"
        assert runtime.execute(macro, mode="write").value == "not_computed"
        runtime.save(out)
    stored = '<c r="E1" cm="1"><f t="array" ref="E1">_xlfn.MAP(C1:C5,_xlfn.LAMBDA(_xlpm.v,_xlpm.v*2))</f></c>'
    assert stored in part_of(out.read_bytes(), SHEET1)
    assert 'fullCalcOnLoad="1"' in part_of(out.read_bytes(), "xl/workbook.xml")


def test_undo_gives_the_file_back_byte_for_byte(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        before = runtime.state_hash()
        assert runtime.execute("workbook['Data']['E1'] = '=SORT(C1:C5)'", mode="write").ok
        runtime.undo()
        assert runtime.state_hash() == before
        runtime.save(out)
    assert out.read_bytes() == path.read_bytes()


def test_rows_inserted_above_and_within_carry_the_formula_and_what_it_spills(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = """s = workbook["Data"]
s["E2"] = "=SORT(C1:C5)"
s["G1"] = "=SUM(E2#)"
s.insert_rows(1)
s.insert_rows(5)
[s["E3"].formula, s["E3:E8"].values, s["G2"].value, s["E4"].formula]"""
        outcome = runtime.execute(macro, mode="write")
        assert outcome.value == ["=SORT(C2:C7)", [[1], [2], [5], [7], [9], [0]], 24, None]
        runtime.save(out)
    assert 'cm="1"><f t="array" ref="E3:E' in part_of(out.read_bytes(), SHEET1)
    assert not new_findings(path.read_bytes(), out.read_bytes())


def test_what_is_in_the_way_is_kept_and_the_formula_says_so(engine: Engine, tmp_path: Path) -> None:
    with engine.open(letters(tmp_path / "book.xlsx")) as runtime:
        macro = """s = workbook["Data"]
s["E3"] = "mine"
s["E1"] = "=SORT(C1:C5)"
blocked = str(s["E1"].value), s["E2"].value, s["E3"].value
s["E3"] = None
[blocked, s["E1:E5"].values, s.used_range.address, s.max_row]"""
        outcome = runtime.execute(macro, mode="write")
        wanted = [("#SPILL!", None, "mine"), [[1], [2], [5], [7], [9]], "B1:E5", 5]
        assert outcome.value == wanted


def test_the_used_range_counts_what_is_spilled_over_and_append_stays_clear_of_it(engine: Engine) -> None:
    with engine.create() as runtime:
        macro = """s = workbook.active
s["B1"] = "=SEQUENCE(4,2)"
s.append(["below"])
s.append(["after"])
[s.used_range.values, s.max_row, s.max_column]"""
        outcome = runtime.execute(macro, mode="write")
        rows = [[None, 1, 2], [None, 3, 4], [None, 5, 6], [None, 7, 8], ["below", None, None], ["after", None, None]]
        assert outcome.value == [rows, 6, 3]


def test_a_text_file_holds_what_is_spilled(engine: Engine, tmp_path: Path) -> None:
    with engine.create() as runtime:
        assert runtime.execute("workbook.active['A1'] = '=SEQUENCE(3,2)'", mode="write").ok
        runtime.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().split() == ["1,2", "3,4", "5,6"]


def test_copies_and_moves_stay_what_they_are(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = """s = workbook["Data"]
s["E1"] = "=SORT(C1:C2)"
s["E1"].copy_to("E4")
s["E1"].move_to("H1")
[s["E4"].formula, s["E4:E5"].values, s["H1:H2"].values, s["E1:E2"].values]"""
        outcome = runtime.execute(macro, mode="write")
        assert outcome.error is None
        assert outcome.value == ["=SORT(C4:C5)", [[2], [9]], [[1], [5]], [[None], [None]]]
        runtime.save(out)
    xml = part_of(out.read_bytes(), SHEET1)
    assert len(re.findall(r'cm="1"><f t="array"', xml)) == 2
    assert not new_findings(path.read_bytes(), out.read_bytes())


def test_a_plain_value_over_the_formula_takes_its_mark_away(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        assert runtime.execute("workbook['Data']['E1'] = '=SORT(C1:C5)'", mode="write").ok
        runtime.save(out)
    with engine.open(out) as runtime:
        overwrite = "s = workbook['Data']\ns['E1'] = 1\ns['E1:E5'].values"
        outcome = runtime.execute(overwrite, mode="write")
        assert (outcome.error, outcome.value) == (None, [[1], [None], [None], [None], [None]])
        runtime.save()
    xml = part_of(out.read_bytes(), SHEET1)
    assert "cm=" not in xml
    assert "<f" not in xml


RICH = (
    '<?xml version="1.0"?><m:metadata xmlns:m="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<m:metadataTypes count="1"><m:metadataType name="XLRICHVALUE" minSupportedVersion="120000"/></m:metadataTypes>'
    '<m:futureMetadata name="XLRICHVALUE" count="1"><m:bk/></m:futureMetadata>'
    '<m:valueMetadata count="1"><m:bk><m:rc t="1" v="0"/></m:bk></m:valueMetadata></m:metadata>'
)
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sheetMetadata"


def with_metadata(data: bytes, xml: str) -> bytes:
    """The package with a metadata part."""
    types = part_of(data, "[Content_Types].xml").replace(
        "</Types>", f'<Override PartName="/{METADATA}" ContentType="{TYPE}"/></Types>'
    )
    name = "xl/_rels/workbook.xml.rels"
    relations = part_of(data, name).replace(
        "</Relationships>", f'<Relationship Id="rId77" Type="{RELATION}" Target="metadata.xml"/></Relationships>'
    )
    return with_parts(data, {METADATA: xml, "[Content_Types].xml": types, name: relations})


def test_a_metadata_part_that_is_there_is_extended_and_found_again(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    path.write_bytes(with_metadata(path.read_bytes(), RICH))
    for formula in ("=SORT(C1:C5)", "=UNIQUE(C1:C5)"):
        with engine.open(path) as runtime:
            assert runtime.execute("workbook['Data']['E1'] = args['text']", mode="write", args={"text": formula}).ok
            runtime.save(out)
        xml = part_of(out.read_bytes(), METADATA)
        assert xml.count("XLDAPR") == 2
        assert '<m:metadataTypes count="2">' in xml
        assert '<m:cellMetadata count="1"><m:bk><m:rc t="2" v="0"/></m:bk></m:cellMetadata><m:valueMetadata' in xml
        assert not new_findings(path.read_bytes(), out.read_bytes())
        path.write_bytes(out.read_bytes())
        out.unlink()


@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_reads_what_was_saved(engine: Engine, tmp_path: Path) -> None:
    path, out = letters(tmp_path / "book.xlsx"), tmp_path / "out.xlsx"
    with engine.open(path) as runtime:
        macro = "s = workbook['Data']\ns['E1'] = '=TRANSPOSE(C1:C3)'\ns['E2'] = '=SUM(E1#)'\ns['E2'].value"
        assert runtime.execute(macro, mode="write").value == 13
        runtime.save(out)
    assert not check(out.read_bytes())
    written = convert({"out": out.read_bytes()})["out"]
    assert written is not None
    read: Any = openpyxl.load_workbook(io.BytesIO(written), data_only=True).active
    assert [read.cell(1, column).value for column in (5, 6, 7)] == [5, 1, 7]


def test_a_worker_cannot_send_an_array_in_another_way() -> None:
    from macrocell.facade.errors import MutationInvalid
    from macrocell.facade.workbook.model.rect import Rect
    from macrocell.facade.workbook.mutation import CellsSet, Formula, decode, encode
    from macrocell.facade.workbook.mutation.cell import ArrayMark

    place = Rect(0, 0, 0, 0)
    good = CellsSet(sheet="s1", rect=place, rows=[[Formula("SORT(B1:B3)", (), True)]])
    assert decode(encode([good]), from_run=True) == (good,)
    bad = CellsSet(sheet="s1", rect=place, rows=[[ArrayMark("SORT(B1:B3)", Rect(0, 0, 9, 9), dynamic=True)]])
    with pytest.raises(MutationInvalid, match="only an inverse"):
        decode(encode([bad]), from_run=True)
