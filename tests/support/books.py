"""Small workbooks for tests, written by openpyxl."""

from datetime import date
from pathlib import Path

import openpyxl


def plain_book(path: Path) -> Path:
    """Sheets Data (a header and four rows in A1:C5, a formula in D2) and 'Sales ' (one cell)."""
    book = openpyxl.Workbook()
    data = book.active
    data.title = "Data"
    for row in (
        ["name", "count", "day"],
        ["bolt", 3, date(2026, 1, 5)],
        ["nut", 5, date(2026, 1, 6)],
        ["screw", 0.5, date(2026, 1, 7)],
        ["washer", None, None],
    ):
        data.append(row)
    data["D2"] = "=B2*2"
    book.create_sheet("Sales ")["A1"] = "x"
    book.save(path)
    return path


def other_members(before: Path, after: Path) -> tuple[set[str], set[str]]:
    """The names of members that are byte-identical in both, and of those that are not (or are in one only)."""
    import zipfile

    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        names = {*old.namelist(), *new.namelist()}
        same = {
            name
            for name in names
            if name in old.namelist() and name in new.namelist() and old.read(name) == new.read(name)
        }
    return same, names - same
