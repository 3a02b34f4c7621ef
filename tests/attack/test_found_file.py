"""Files that show a reader here other values than they show in a spreadsheet application, or take its edits away."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from macrocell import Engine
from macrocell.engine import FileUnreadable
from macrocell.facade.workbook.model.row import Row
from macrocell.facade.workbook.model.sheet import Sheet
from macrocell.facade.workbook.xlsx.read.strings import read_strings
from macrocell.sandbox import HostRefused
from support.books import plain_book

SHEET = "xl/worksheets/sheet1.xml"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
IGNORED = (
    f'{MAIN} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:z="urn:z" mc:Ignorable="z"'
)
TRUE = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
FALSE = TRUE.replace("<v>1", "<v>9")


def sheet(body: str) -> str:
    return f"<worksheet {IGNORED}>{body}</worksheet>"


def cells(row: str) -> str:
    return sheet(f'<sheetData><row r="1">{row}</row></sheetData>')


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as opened:
        yield opened


@pytest.fixture
def book(tmp_path: Path) -> Callable[..., Path]:
    """A workbook with parts replaced, by what is in their place or by a function of what they were."""

    def make(parts: dict[str, str]) -> Path:
        source = plain_book(tmp_path / "source.xlsx")
        path = tmp_path / "book.xlsx"
        with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w") as new:
            for name in old.namelist():
                new.writestr(name, parts.get(name, old.read(name)))
        return path

    return make


HIDDEN = {
    "a value": cells('<c r="A1"><v>1</v><z:v>9</z:v></c>'),
    "a cell": cells('<c r="A1"><v>1</v></c><z:c r="A1"><z:v>9</z:v></z:c>'),
    "a cell by the default namespace": cells('<c r="A1"><v>1</v></c><c xmlns="urn:z" r="A1"><v>9</v></c>'),
    "a row": sheet(TRUE.replace("</sheetData>", '<z:row r="1"><c r="A1"><v>9</v></c></z:row></sheetData>')),
    "all rows": sheet(FALSE.replace("sheetData", "z:sheetData") + TRUE),
    "a wrapper": sheet(f"<z:x>{FALSE}</z:x>{TRUE}"),
    "a wrapper by the default namespace": sheet(
        f'<x xmlns="urn:z">{FALSE.replace("<sheetData", f"<sheetData {MAIN}")}</x>{TRUE}'
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_applications_ignore_is_not_read(engine: Engine, book: Callable[..., Path], name: str) -> None:
    with engine.open(book({SHEET: HIDDEN[name]})) as runtime:
        assert runtime.execute("workbook.sheets[0].used_range.values").value == [[1]]


TWOFOLD = {
    "all rows": HIDDEN["all rows"],
    "a wrapper": HIDDEN["a wrapper"],
    "a cell by the default namespace": HIDDEN["a cell by the default namespace"],
    "an attribute that hides it": cells('<c r="B1"><v>1</v></c><c q=">" xmlns="urn:z" r="A1"><v>9</v></c>'),
    "the prefix itself": sheet(TRUE)
    .replace(MAIN, MAIN.replace("xmlns=", "xmlns:x="))
    .replace("<", "<x:")
    .replace("<x:/", "</x:")
    .replace("<x:c ", '<x:c xmlns:x="urn:z" '),
}


@pytest.mark.parametrize("name", TWOFOLD)
def test_a_change_is_never_written_where_applications_ignore_it(
    engine: Engine, book: Callable[..., Path], name: str
) -> None:
    path = book({SHEET: TWOFOLD[name]})
    before = path.read_bytes()
    with engine.open(path) as runtime:
        assert runtime.execute("workbook.sheets[0]['A1'].value = 5", mode="write").ok is True
        with pytest.raises(HostRefused, match="namespace|several sheetData"):
            runtime.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "strings", ["<z:si><t>false</t></z:si><si><t>true</t></si>", "<si><z:t>not </z:t><t>true</t></si>"]
)
def test_strings_that_applications_ignore_are_not_read(strings: str) -> None:
    assert read_strings(f"<sst {IGNORED}>{strings}</sst>".encode(), "strings") == ["true"]


def test_text_that_looks_like_markup_is_no_reason_to_refuse(engine: Engine, book: Callable[..., Path]) -> None:
    text = cells('<c r="A1" t="inlineStr"><is><t>sheetData xmlns="urn:z" &lt;sheetData&gt;</t></is></c>')
    with engine.open(book({SHEET: text})) as runtime:
        assert runtime.execute("workbook.sheets[0]['B1'].value = 5", mode="write").ok is True
        saved = runtime.save()
    with engine.open(saved) as again:
        assert again.execute("workbook.sheets[0]['A1'].value").value == 'sheetData xmlns="urn:z" <sheetData>'


def test_two_sheets_cannot_share_a_part(engine: Engine, tmp_path: Path) -> None:
    """The edits of one of them would be lost."""
    source, path = plain_book(tmp_path / "source.xlsx"), tmp_path / "book.xlsx"
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(
                name, data.replace(b"sheet2.xml", b"sheet1.xml") if name == "xl/_rels/workbook.xml.rels" else data
            )
    with pytest.raises(FileUnreadable, match="the part of sheet 'Sales ' is another sheet's too"):
        engine.open(path)


def test_rows_far_behind_others_cost_linear_time() -> None:
    model = Sheet("s1", "Data")
    began = time.monotonic()
    for row0 in range(60_000):
        model.put_row(row0, Row())
        model.put_row(900_000 + row0, Row())
    assert time.monotonic() - began < 5
    assert (len(model.rows), len(model.far)) == (60_000, 60_000)
    for row0 in range(60_000, 900_000, 4_000):
        model.put_row(row0, Row())
    assert (len(model.rows), len(model.far)) == (960_000, 0)
