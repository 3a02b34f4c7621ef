"""Every workbook of the corpus after one changed cell, and after sheets were renamed and added."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import macrocell.engine.runtime as runtime_module
import openpyxl
import pytest
import python_calamine
from macrocell import Engine, Runtime
from macrocell.facade import SaveRequest
from macrocell.facade.workbook.model.rect import cell_name, parse_rect
from macrocell.facade.workbook.xlsx.check import check_package
from support.corpus import CORPUS, each_file, needs_corpus, opening_files, sampled

pytestmark = needs_corpus

CHANGE = """
for sheet in workbook.sheets:
    for name in ("B2", "K40"):
        groups = workbook.formulas(sheet) if sheet[name].formula else []
        if any(one.array and one.first.endswith("!" + name) for one in groups):
            continue  # what an array formula filled goes with it
        try:
            sheet[name].value = "changed <&>"
        except Exception:
            continue
        return [sheet.name, name]
"""
RENAME = """
for sheet in workbook.sheets:
    sheet.name = f"It's {sheet.index}"
workbook.add_sheet("Added <&>", 0)
workbook["Added <&>"]["B2"].value = "new"
"""

SLOW_BYTES = 5_000_000
"""A sheet part from this size on is not read by openpyxl, which would take a minute; calamine reads it."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture(autouse=True)
def uncalculated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a save leaves alone shows best where no formula gets a new value."""
    monkeypatch.setattr(runtime_module, "SaveRequest", partial(SaveRequest, calculate=False))


REFUSED = {
    "cal__pass_protected.xlsx",
    "poi__poc-xmlbomb.xlsx",
    "poi__protected_passtika.xlsx",
    "poi__xlsx-corrupted.xlsx",
}
"""Files that no one can open; how they are refused is tested where files are read."""


@pytest.fixture(params=[str(path.relative_to(CORPUS)) for path in each_file() if path.name not in REFUSED])  # type: ignore[arg-type]
def path(request: pytest.FixtureRequest) -> Path:
    assert CORPUS is not None
    return CORPUS / request.param


def saved(runtime: Runtime, macro: str, tmp_path: Path) -> tuple[object, bytes]:
    outcome = runtime.execute(macro, mode="write")
    assert outcome.error is None
    out = tmp_path / "out"
    runtime.save(out)
    return outcome.value, out.read_bytes()


def test_one_changed_cell_changes_nothing_else(engine: Engine, path: Path, tmp_path: Path) -> None:
    with engine.open(path) as runtime:
        value, after = saved(runtime, CHANGE, tmp_path)
    assert isinstance(value, list)
    sheet, cell = value
    before = path.read_bytes()
    assert set(check_package(after)) <= set(check_package(before))
    assert_members(before, after, cell)
    assert_readers_agree(before, after, {(sheet, cell)})


@pytest.mark.parametrize("name", [str(path.relative_to(CORPUS)) for path in sampled(opening_files())])  # type: ignore[arg-type]
def test_computed_values_are_all_that_a_calculation_adds(
    engine: Engine, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CORPUS is not None
    path = CORPUS / name
    with engine.open(path) as runtime:
        assert runtime.execute(CHANGE, mode="write").error is None
        plain = runtime.save(tmp_path / "plain").read_bytes()
        monkeypatch.setattr(runtime_module, "SaveRequest", SaveRequest)
        computed = runtime.save(tmp_path / "computed").read_bytes()
        assert not any("were not computed for the file" in warning for warning in runtime.warnings)
    assert set(check_package(computed)) <= set(check_package(plain))
    with zipfile.ZipFile(io.BytesIO(plain)) as one, zipfile.ZipFile(io.BytesIO(computed)) as other:
        assert one.namelist() == other.namelist()
        for member in one.namelist():
            before, after = one.read(member), other.read(member)
            assert before == after or without_values(before) == without_values(after)


def without_values(part: bytes) -> bytes:
    """A sheet part without what its formulas give: no types and values of their cells, nor of those of their arrays."""
    blocks = re.findall(rb't="array"[^>]* ref="([A-Z0-9:]+)"', part)
    members = {name for block in blocks for name in cells_of(block.decode())}
    formula = rb"(?:\s*<(?:\w+:)?f\b(?:[^<>]*/>|[^<]*</(?:\w+:)?f>))"
    value = rb"(?:\s*<(?:\w+:)?v(?:/>|>[^<]*</(?:\w+:)?v>))?"

    def without(match: re.Match[bytes]) -> bytes:
        name = re.search(rb' r="([A-Z]+[0-9]+)"', match[1])
        held = name is not None and name[1].decode() in members
        return re.sub(rb' t="\w+"', b"", match[1]) + (match[2] or b"") if match[2] or held else match[0]

    return re.sub(rb"(<(?:\w+:)?c\b[^<>]*(?<!/)>)(" + formula + rb")?" + value, without, part)


def cells_of(block: str) -> list[str]:
    """The names of the cells of an array formula."""
    rect = parse_rect(block)
    assert rect is not None
    return [cell_name(row, col) for row in range(rect.row0, rect.row1 + 1) for col in range(rect.col0, rect.col1 + 1)]


def test_renamed_and_added_sheets_are_read_back(engine: Engine, path: Path, tmp_path: Path) -> None:
    with engine.open(path) as runtime:
        names = runtime.execute("workbook.sheet_names").value
        _, after = saved(runtime, RENAME, tmp_path)
    assert isinstance(names, list)
    before = path.read_bytes()
    assert set(check_package(after)) <= set(check_package(before))
    new = {name: f"It's {index}" for index, name in enumerate(names)}
    old_values, new_values = calamine_values(before), calamine_values(after)
    assert new_values.pop("Added <&>", [["new"]]) == [["new"]]
    assert {new[name]: rows for name, rows in old_values.items()} == new_values
    old_cells, new_cells = openpyxl_cells(before, data_only=True), openpyxl_cells(after, data_only=True)
    if old_cells is not None:
        assert new_cells is not None
        assert {(new[sheet], cell): held for (sheet, cell), held in old_cells.items()} == {
            place: held for place, held in new_cells.items() if place[0] != "Added <&>"
        }


def assert_members(before: bytes, after: bytes, cell: str) -> None:
    """Same members in the same order; untouched ones the same to the byte, their local headers included."""
    with zipfile.ZipFile(io.BytesIO(before)) as old, zipfile.ZipFile(io.BytesIO(after)) as new:
        gone = [name for name in old.namelist() if name not in new.namelist()]
        assert [name for name in gone if not name.endswith("calcChain.xml")] == []
        assert new.namelist() == [name for name in old.namelist() if name not in gone]
        changed = []
        for name in new.namelist():
            content = old.read(name), new.read(name)
            if content[0] == content[1]:
                assert record(before, old.getinfo(name)) == record(after, new.getinfo(name))
            else:
                changed.append(name)
                assert_allowed(name, *content, cell, chain_gone=bool(gone))
        assert len([name for name in changed if "sheets/" in name]) == 1


def assert_allowed(name: str, before: bytes, after: bytes, cell: str, *, chain_gone: bool) -> None:
    """A changed member differs in nothing but what saving may change."""
    if name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        assert chain_gone
        entry = rb"<[^<>]*calcChain[^<>]*/>"
        assert re.sub(entry, b"", before) == after
    elif "pivotCache" in name:
        assert after.replace(b' refreshOnLoad="1"', b"") == before
    elif re.search(r"workbook\d*\.xml$", name):
        calculation = rb"<(?:\w+:)?calcPr[^<>]*/>"
        assert re.sub(calculation, b"", after) == re.sub(calculation, b"", before)
        (new,) = re.findall(calculation, after)
        assert b' fullCalcOnLoad="1"' in new
        for old in re.findall(calculation, before):
            assert re.sub(rb' fullCalcOnLoad="[^"]*"', b"", old) == re.sub(rb' fullCalcOnLoad="[^"]*"', b"", new)
    else:
        letters, number = re.fullmatch(r"([A-Z]+)(\d+)", cell).groups()  # type: ignore[union-attr]
        old, new = without_row(before, int(number)), without_row(after, int(number))
        differs = rb'(<(?:\w+:)?dimension ref=")[^"]*'
        if masters(old[1], cell):
            differs += rb'|<f t="shared"[^<>]*(?:/>|>[^<]*</f>)'
        assert re.sub(differs, rb"\1", old[0]) == re.sub(differs, rb"\1", new[0])
        assert row_tag(old[1], int(number)) == row_tag(new[1], int(number))
        assert other_cells(old[1], cell, letters) == other_cells(new[1], cell, letters)


def without_row(sheet: bytes, number: int) -> tuple[bytes, bytes]:
    """(the part without a row, the row); an empty sheetData element is opened."""
    opened = re.sub(rb"<((?:\w+:)?sheetData)\s*/>", rb"<\1></\1>", sheet)
    at = 0
    for match in re.finditer(rb"<(\w+:|)row(?=[\s>])[^>]*?(?:/>|>.*?</\1row>)", opened, re.DOTALL):
        named = re.match(rb"<[^>]*? r=[\"'](\d+)", match[0])
        at = int(named[1]) if named else at + 1
        if at == number:
            return opened[: match.start()] + opened[match.end() :], match[0]
    return opened, b""


def row_tag(row: bytes, number: int) -> dict[bytes, bytes]:
    """The attributes of a row but spans, which is a hint; one that is not there, or unnamed, counts as bare."""
    tag = re.match(rb"<[^>]*>", row)
    attributes = dict(re.findall(rb"""\s([\w:.]+)=(?:"|')([^"']*)""", tag[0])) if tag else {}
    attributes.pop(b"spans", None)
    return {b"r": str(number).encode(), **attributes}


def masters(row: bytes, cell: str) -> bool:
    """Whether a cell holds the master of a shared formula, which goes on to one of its followers."""
    return re.search(rf'<c r="{cell}"[^<>]*><f t="shared" ref='.encode(), row) is not None


def other_cells(row: bytes, cell: str, letters: str) -> list[bytes]:
    """The cells of a row but one."""
    cells = [match[0] for match in re.finditer(rb"<(\w+:|)c(?=[\s>])[^>]*?(?:/>|>.*?</\1c>)", row, re.DOTALL)]
    named = [one for one in cells if re.match(rb"<[^>]*? r=\"", one)]
    if named:
        return [one for one in cells if f' r="{cell}"'.encode() not in one[:40]]
    place = ord(letters) - ord("A")
    return [one for index, one in enumerate(cells) if index != place]


def record(data: bytes, info: zipfile.ZipInfo) -> bytes:
    """A member's local header and compressed bytes, as they stand in the archive."""
    start = info.header_offset
    lengths = (
        int.from_bytes(data[start + 26 : start + 28], "little"),
        int.from_bytes(data[start + 28 : start + 30], "little"),
    )
    return data[start : start + 30 + sum(lengths) + info.compress_size]


def assert_readers_agree(before: bytes, after: bytes, changed: set[tuple[str, str]]) -> None:
    old_cells, new_cells = openpyxl_cells(before), openpyxl_cells(after)
    if old_cells is not None:
        assert new_cells is not None
        differing = {
            place for place in old_cells.keys() | new_cells.keys() if old_cells.get(place) != new_cells.get(place)
        }
        assert differing == changed
        assert [new_cells[place][0] for place in changed] == ["changed <&>"]
    old_values, new_values = calamine_values(before), calamine_values(after)
    assert old_values.keys() == new_values.keys()
    if old_values:
        ((sheet, cell),) = changed
        for name in old_values:
            if name != sheet:
                assert old_values[name] == new_values[name]
        assert calamine_cell(after, sheet, cell) == "changed <&>"


def openpyxl_cells(data: bytes, *, data_only: bool = False) -> dict[tuple[str, str], tuple[object, str]] | None:
    """(value, number format) by sheet and cell; None where openpyxl does not read the file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if max(info.file_size for info in archive.infolist()) > SLOW_BYTES:
            return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), data_only=data_only)
    except Exception:
        return None
    if not book.worksheets:
        return None
    return {
        (sheet.title, cell.coordinate): (plain(cell.value), cell.number_format)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def plain(value: object) -> object:
    """Array formulas and data tables have no equality of their own."""
    return vars(value) if type(value).__module__.startswith("openpyxl") else value


def calamine_values(data: bytes) -> dict[str, list[list[object]]]:
    """Values by sheet; the sheets calamine does not read, or a whole file, are left out."""
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    except Exception:
        return {}
    values = {}
    for name in book.sheet_names:
        try:
            values[name] = book.get_sheet_by_name(name).to_python()
        except Exception:
            continue
    return values


def calamine_cell(data: bytes, sheet: str, cell: str) -> object:
    letters, number = re.fullmatch(r"([A-Z])(\d+)", cell).groups()  # type: ignore[union-attr]
    rows = (
        python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        .get_sheet_by_name(sheet)
        .to_python(skip_empty_area=False)
    )
    return rows[int(number) - 1][ord(letters) - ord("A")]
