"""Sheets are read when a run asks for them, once for all runs, and a broken one harms only who asks for it."""

import zipfile
from pathlib import Path

import openpyxl
from macrocell import Engine, Limits
from support.big_workbook import big_workbook


def test_a_broken_sheet_beside_the_wanted_one_harms_no_one(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"] = 1
    book.create_sheet("Broken")["A1"] = 2
    book.save(path)
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["xl/worksheets/sheet2.xml"] = b"<worksheet><sheetData><row"
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
    with Engine() as engine, engine.open(path) as runtime:
        assert runtime.execute("workbook.sheets[0]['A1'].value").value == 1
        outcome = runtime.execute("x = 1\nworkbook['Broken']['A1'].value")
        assert outcome.error is not None
        assert (outcome.error.code, outcome.error.type) == ("corrupt", "CorruptFileError")
        assert runtime.execute("workbook.sheets[0]['A1'].value + 1").value == 2


def test_loading_counts_as_the_runs_time_and_the_next_run_is_right(tmp_path: Path) -> None:
    path = tmp_path / "big.xlsx"
    path.write_bytes(big_workbook("random", 30_000))
    with Engine() as engine, engine.open(path) as runtime:
        outcome = runtime.execute("x = 1\nworkbook.sheets[0]['A1'].value", limits=Limits(wall_s=0.15))
        assert outcome.error is not None
        assert (outcome.error.code, outcome.error.limit_name, outcome.error.line) == ("limit", "wall_s", 2)
        assert outcome.error.message == "loading what the macro needs took more time than its limit of 0.15 s"
        assert outcome.error.text == "workbook.sheets[0]['A1'].value"
        assert outcome.usage.wall_s < 1.15
        assert runtime.execute("workbook.sheets[0].max_row").value == 30_000
