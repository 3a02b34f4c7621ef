"""Text files through the public interface: opened, changed, taken back, saved as text and as a workbook."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from macrocell import Engine, MacrocellError, Runtime
from macrocell.engine import CallInvalid, FileChanged, FileUnreadable, NotAvailable, OutputExists
from support.books import plain_book

DATA = b"code;count;day\r\n007;2.50;2026-01-05\r\n\r\n=1+1;\xc3\xa9;1E5\r\n"
NOT_THERE = "it uses RAND, which is not computed, and it was written after the file was opened"
NOTE = "stock.csv: read as UTF-8, fields separated by semicolon, lines ended by CRLF; records: 4"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "stock.csv"
    path.write_bytes(DATA)
    return path


@pytest.fixture
def runtime(engine: Engine, path: Path) -> Iterator[Runtime]:
    with engine.open(path) as runtime:
        yield runtime


def test_a_text_file_is_a_workbook_of_one_sheet(runtime: Runtime) -> None:
    outcome = runtime.execute("workbook.sheet_names, workbook['stock'].used_range.values")
    assert outcome.value == (
        ["stock"],
        [
            ["code", "count", "day"],
            ["007", 2.5, datetime(2026, 1, 5)],
            [None, None, None],
            ["=1+1", "\u00e9", "1E5"],
        ],
    )
    assert runtime.execute("workbook['stock']['A4'].formula").value is None
    assert (runtime.warnings, outcome.warnings) == ((NOTE,), ())


def test_saved_unchanged_it_is_the_same_bytes(runtime: Runtime, path: Path, tmp_path: Path) -> None:
    assert runtime.save(tmp_path / "copy.csv").read_bytes() == DATA
    assert runtime.save().read_bytes() == DATA
    runtime.execute("workbook['stock']['B2'] = 9; workbook['stock'].append(['x'])", mode="write")
    runtime.undo()
    assert runtime.save().read_bytes() == DATA
    assert path.read_bytes() == DATA


def test_only_changed_records_differ(runtime: Runtime, path: Path) -> None:
    macro = "sheet = workbook['stock']\nsheet['B2'] = 9\nsheet.append(['new', None, 0.5])"
    assert runtime.execute(macro, mode="write").ok
    runtime.save()
    assert path.read_bytes() == DATA.replace(b"2.50", b"9") + b"new;;0.5\r\n"
    runtime.save()
    assert path.read_bytes() == DATA.replace(b"2.50", b"9") + b"new;;0.5\r\n"


def test_a_file_that_someone_else_changed_is_not_overwritten(runtime: Runtime, path: Path) -> None:
    path.write_bytes(b"other\n")
    with pytest.raises(FileChanged):
        runtime.save()
    assert path.read_bytes() == b"other\n"
    (path.parent / "there.csv").write_bytes(b"x")
    with pytest.raises(OutputExists):
        runtime.save(path.parent / "there.csv")


def test_another_process_reads_it_again_with_what_is_pending(runtime: Runtime, path: Path) -> None:
    runtime.execute("workbook['stock']['B2'] = 9", mode="write")
    assert runtime._base is not None
    os.kill(runtime._base.pid, signal.SIGKILL)
    assert runtime.execute("workbook['stock']['A2:B2'].values").value == [["007", 9]]
    assert runtime.save().read_bytes() == DATA.replace(b"2.50", b"9")


def test_it_is_saved_as_a_workbook_with_new_and_renamed_sheets(runtime: Runtime, tmp_path: Path) -> None:
    macro = """
workbook["stock"].name = "R&D <1>"
workbook["R&D <1>"]["B4"] = "x"
workbook.add_sheet("Sums")["A1"].formula = "=SUM('R&D <1>'!B2:B4)"
"""
    assert runtime.execute(macro, mode="write").error is None
    saved = openpyxl.load_workbook(runtime.save(tmp_path / "stock.xlsx"))
    assert saved.sheetnames == ["R&D <1>", "Sums"]
    sheet = saved["R&D <1>"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["code", "count", "day"],
        ["007", 2.5, datetime(2026, 1, 5)],
        [None, None, None],
        ["=1+1", "x", "1E5"],
    ]
    assert (sheet["A4"].data_type, sheet["C2"].number_format) == ("s", "yyyy-mm-dd")
    assert saved["Sums"]["A1"].value == "=SUM('R&D <1>'!B2:B4)"
    with pytest.raises(MacrocellError) as caught:
        runtime.save(tmp_path / "two.csv")
    assert (caught.value.code, caught.value.message) == (
        "csv_not_saved",
        "the workbook has 2 worksheets, and a text file holds one",
    )
    assert caught.value.hint == (
        "Choose it: runtime.save(path, sheet='R&D <1>'), or --sheet 'R&D <1>' on the command line."
    )
    assert runtime.save(tmp_path / "two.csv", sheet="r&d <1>").read_bytes() == DATA.replace(b"\xc3\xa9", b"x")


def test_what_it_is_saved_as_is_read_as_the_same_values(engine: Engine, runtime: Runtime, tmp_path: Path) -> None:
    read = "workbook.sheets[0].used_range.values"
    values = runtime.execute(read).value
    for name in ("a.xlsx", "a.tsv", "a.csv"):
        with engine.open(runtime.save(tmp_path / name)) as again:
            assert again.execute(read).value == values


@pytest.mark.parametrize("name", ["a.xlsm", "a.xls", "a.ods"])
def test_it_is_not_saved_as_what_it_is_not(runtime: Runtime, tmp_path: Path, name: str) -> None:
    with pytest.raises(NotAvailable) as caught:
        runtime.save(tmp_path / name)
    assert (caught.value.message, caught.value.hint) == (
        f"{name}: saving as {Path(name).suffix} is not available",
        "Save to a name in .xlsx or .csv.",
    )


def test_one_sheet_of_a_workbook_is_saved_as_text(engine: Engine, tmp_path: Path) -> None:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        computed = runtime.save(tmp_path / "computed.csv", sheet="Data")
        assert computed.read_bytes().split(b"\r\n")[1] == b"bolt,3,2026-01-05,6"
        runtime.execute("workbook['Data']['D2'] = '=B2*RAND()'", mode="write")
        for name, sheet, error in (
            (
                "a.xlsx",
                "Data",
                "a.xlsx: sheet=... chooses what goes into a .csv or .tsv file; a workbook is saved whole",
            ),
            ("a.csv", 5, "sheet is a sheet's name, not int"),
            ("a.csv", "Nope", "there is no worksheet 'Nope' to save"),
            (
                "a.csv",
                "Data",
                f"Data!D2: the value of its formula is not known: {NOT_THERE}",
            ),
        ):
            with pytest.raises(MacrocellError) as caught:
                runtime.save(tmp_path / name, sheet=sheet)  # type: ignore[arg-type]
            assert caught.value.message == error
            assert isinstance(caught.value, CallInvalid) or caught.value.code == "csv_not_saved"
            assert not (tmp_path / name).exists()
        runtime.execute("workbook['Data']['D2'] = '-x'", mode="write")
        saved = runtime.save(tmp_path / "a.csv", sheet="Data")
        assert saved.read_bytes() == (
            b"name,count,day,\r\nbolt,3,2026-01-05,-x\r\nnut,5,2026-01-06,\r\nscrew,0.5,2026-01-07,\r\nwasher,,,\r\n"
        )
        assert runtime.warnings == (
            "Data: the text holds the values of formulas, not the formulas (1)",
            (
                "Data: texts written here that begin with = + - or @ (1); "
                "a spreadsheet application may take them for formulas"
            ),
        )


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b"", "unreadable", "bad.csv: the file is empty"),
        (b"a\n\0", "csv_refused", "bad.csv: line 2: a NUL character; the file is binary, or cut off"),
        (b'a\n"', "csv_refused", "bad.csv: line 2: a quote that is never closed"),
        (b"PK\x03\x04", "csv_refused", "bad.csv: the file is no delimited text, but a zip package such as .xlsx"),
        (b"," * 20_000, "too_large", "bad.csv: line 1: 20,001 fields in a record; a sheet has 16,384 columns"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    engine: Engine, tmp_path: Path, data: bytes, code: str, message: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(data)
    with pytest.raises(FileUnreadable) as caught:
        engine.open(path)
    assert (caught.value.code, caught.value.message) == (code, message)
