"""Sheets are read when a run asks for them, once for all runs, and a broken one harms only who asks for it."""

import zipfile
from pathlib import Path

import openpyxl
from macrocell import Engine


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
