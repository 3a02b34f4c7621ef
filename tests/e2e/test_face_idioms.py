# ruff: noqa: E501, ISC004  the macros and messages below read better unbroken
"""openpyxl's everyday idioms in a macro: the same code, run with openpyxl and in the sandbox, gives the same values."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from macrocell import Engine, Runtime
from support.books import plain_book

IDIOMS = {
    "cell by keyword": "ws.cell(row=2, column=2).value = 7\nresult = ws.cell(row=2, column=2).value",
    "cell with a value": "ws.cell(3, 4, 'x')\nresult = ws['D3'].value",
    "item assignment": "ws['E1'] = 5\nws['E2'] = None\nresult = [ws['E1'].value, ws['E2'].value]",
    "augmented assignment": "ws['B2'].value += 1\nws['B3'].value *= 2\nresult = [ws['B2'].value, ws['B3'].value]",
    "append": "ws.append(['new', 1])\nws.append({'A': 'by', 'C': 'letter'})\nws.append(x for x in 'ab')\n"
    "result = [[c.value for c in row] for row in ws.iter_rows(min_row=6)]",
    "iter_rows with values": "result = [list(row) for row in ws.iter_rows(min_row=2, max_col=3, values_only=True)]",
    "iter_rows with cells": "result = [cell.coordinate for row in ws.iter_rows(min_row=2, max_row=3, max_col=2)"
    " for cell in row]",
    "iter_cols": "result = [list(column) for column in ws.iter_cols(min_col=1, max_col=2, values_only=True)]",
    "rows and columns": "result = [len(list(ws.rows)), len(list(ws.columns)), [list(row)[:3] for row in ws.values][1]]",
    "a range of cells": "result = [[cell.value for cell in row] for row in ws['A1:B3']]",
    "a range by index": "result = [ws['A1:B3'][1][0].value, ws['A1:B3'][2][1].row]",
    "a whole column": "result = [cell.value for cell in ws['A']]",
    "a whole row": "result = [cell.value for cell in ws[2][:3]]",
    "rows by slice": "result = [[cell.value for cell in row[:3]] for row in ws[1:2]]",
    "columns by slice": "result = [[cell.value for cell in column] for column in ws['A:B']]",
    "a range by slice": "result = [[cell.value for cell in row] for row in ws['A1':'B2']]",
    "bounds": "result = [ws.max_row, ws.max_column, ws.min_row, ws.min_column, ws.dimensions]",
    "a loop over all rows": "total = 0\nfor r in range(2, ws.max_row + 1):\n"
    "    total += ws.cell(row=r, column=2).value or 0\nresult = total",
    "titles and names": "ws.title = 'New name'\n"
    "result = [wb.sheetnames, ws.title, [s.title for s in wb.worksheets], len(wb.sheetnames)]",
    "adding sheets": "a = wb.create_sheet('Last')\nb = wb.create_sheet('First', 0)\na['A1'] = 1\n"
    "result = [wb.sheetnames, a.max_row, wb.index(b), wb['Last']['A1'].value]",
    "membership and iteration": "result = ['Data' in wb.sheetnames, [s.title for s in wb], wb.active.title, wb['Data'] is ws"
    "]",
    "a cell's place": "c = ws['C2']\n"
    "result = [c.row, c.column, c.column_letter, c.coordinate, c.offset(row=1, column=-1).coordinate]",
    "kinds": "result = [ws[a].data_type for a in ('A2', 'B2', 'C2', 'D2', 'C5')] + [ws['C2'].is_date, ws['B2'].is_date"
    "]",
    "number formats": "ws['B2'].number_format = '0.00'\n"
    "result = [ws['B2'].number_format, ws['C2'].number_format, ws['A1'].number_format]",
    "dates": "ws['E2'] = ws['C2'].value\nresult = [ws['C2'].value, ws['E2'].value, ws['C2'].value.year]",
    "dates written": "import datetime\nws['E2'] = datetime.datetime(2024, 1, 2, 3, 4, 5)\nws['E3'] = datetime.time(6, 30)\n"
    "ws['E4'] = datetime.timedelta(hours=36)\nresult = [ws[a].value for a in ('E2', 'E3', 'E4')] + "
    "[ws[a].number_format for a in ('E2', 'E3')]",
    "looks": "c = ws['A1']\nresult = [c.font.name, c.font.bold, bool(c.alignment.wrap_text), c.protection.locked]",
    "visibility": "result = [ws.sheet_state]",
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def runtime(engine: Engine, tmp_path: Path) -> Iterator[Runtime]:
    with engine.open(plain_book(tmp_path / "book.xlsx")) as runtime:
        yield runtime


def by_openpyxl(path: Path, code: str) -> Any:
    book = openpyxl.load_workbook(path)
    names: dict[str, Any] = {"wb": book, "ws": book["Data"]}
    exec(code, names)
    return names["result"]


@pytest.mark.parametrize("name", IDIOMS)
def test_an_idiom_gives_what_openpyxl_gives(runtime: Runtime, tmp_path: Path, name: str) -> None:
    outcome = runtime.execute(f"wb = workbook\nws = wb['Data']\n{IDIOMS[name]}\nreturn result", mode="write")
    assert outcome.error is None
    assert outcome.value == by_openpyxl(tmp_path / "book.xlsx", IDIOMS[name])


def failure(runtime: Runtime, code: str) -> tuple[str, str, str | None, int | None]:
    """The code, message, hint and line of a macro's failure."""
    outcome = runtime.execute(code, mode="write")
    assert outcome.error is not None
    return outcome.error.code, outcome.error.message, outcome.error.hint, outcome.error.line


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("workbook['Sales']", ("sheet_not_found", "no sheet is named 'Sales'", "did you mean 'Sales '?", 1)),
        (
            "x = 1\nworkbook['Data'].getRange('A1')",
            (
                "macro_error",
                "'Sheet' object has no attribute 'getRange'",
                'use sheet.range("A1:C9") or sheet["A1:C9"]',
                2,
            ),
        ),
        (
            "workbook['Data']['A1'].vale",
            (
                "macro_error",
                "'Cell' object has no attribute 'vale'",
                "did you mean cell.value or cell.values?",
                1,
            ),
        ),
        (
            "workbook['Data']['A1'].valeu = 5",
            ("unknown_attribute", "a cell has no attribute 'valeu'", "did you mean cell.value or cell.values?", 1),
        ),
        (
            "workbook['Data'].add_chart(None)",
            (
                "not_available",
                "sheet.add_chart is not available yet",
                "this version has no charts: leave it out; what the file has of it is kept",
                1,
            ),
        ),
        (
            "import datetime\nworkbook['Data']['A1'] = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)",
            (
                "cell_value",
                "A1: timezone-aware datetimes have no place in a cell",
                "use .replace(tzinfo=None) to keep the clock time, or .astimezone(zone).replace(tzinfo=None) to convert it",
                2,
            ),
        ),
        (
            "ws = workbook['Data']\nws['A2'] = 123456789012345678",
            (
                "cell_value",
                "A2: an integer of more than 15 digits would lose its last ones",
                "write it as text, str(value), or as float(value) where rounding is right",
                2,
            ),
        ),
        (
            "class Level(int):\n    pass\nworkbook['Data']['A1'] = Level(1)",
            (
                "cell_value",
                "A1: Level is a subclass of int, and only int itself is written",
                "write int(value), or value.value of an Enum",
                3,
            ),
        ),
        (
            "workbook['Data']['D2'].value = 1\nworkbook['Data']['B2'].value = 2\nworkbook['Data']['D3'] = '=B2+RAND()'\nworkbook['Data']['D3'].value",
            (
                "not_computed",
                "D3: the value of its formula is not known: it uses RAND, which is not computed, and it was written "
                "after the file was opened",
                ".cached_value is the value the file holds, which may be out of date; .formula is the formula",
                4,
            ),
        ),
        (
            "workbook['Data']['A1']",
            ("result", "a Cell cannot be returned", "Return its .values or its .address.", 1),
        ),
        (
            "workbook['Data']",
            ("result", "a Sheet cannot be returned", "Return its .name, or its .used_range.values.", 1),
        ),
        (
            "workbook['Data'].iter_rows(values_only=True)",
            ("result", "a value of type Lines cannot be returned", "wrap it in list(...)", 1),
        ),
    ],
)
def test_a_failure_names_place_and_cure(
    runtime: Runtime, code: str, expected: tuple[str, str, str | None, int | None]
) -> None:
    assert failure(runtime, code) == expected


ESCAPES = {
    "private slot": "workbook['Data']['A1']._at",
    "getattr": "getattr(workbook['Data']['A1'], '_at')",
    "text subclass": "class S(str): pass\ngetattr(workbook['Data']['A1'], S('_at'))",
    "format": "'{0._at}'.format(workbook['Data']['A1'])",
    "format by map": "list(map(str.format, ['{0._at}'], [workbook['Data']['A1']]))",
    "f-string": "cell = workbook['Data']['A1']\nf'{cell._at}'",
    "reduce": "import functools\nfunctools.reduce(getattr, ['_core'], workbook['Data'])",
    "setattr class": "class Evil: pass\nsetattr(workbook['Data'], '__class__', Evil)",
    "setattr slot": "setattr(workbook['Data']['A1'], '_at', 1)",
    "delattr slot": "delattr(workbook['Data']['A1'], '_at')",
    "method's own function": "workbook['Data'].cell.__func__",
    "iterator's slot": "workbook['Data'].iter_rows()._read",
    "private keyword": "workbook['Data'].cell(**{'row': 1, 'column': 1, '_core': 1})",
    "match keyword": "match workbook['Data']['A1']:\n    case object(_at=found):\n        found",
    "constructor": "type(workbook['Data']['A1'])((1, 2, 3))",
    "subclass": "class Mine(type(workbook['Data']['A1'])): pass",
    "key with an equality": "class K(str):\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\n"
    "workbook['Data'][K('A1')]",
    "error's object": "try:\n    workbook['Data'].nope\nexcept AttributeError as e:\n    e.obj._core",
}


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_behind_the_facade_is_reached(runtime: Runtime, name: str) -> None:
    outcome = runtime.execute(ESCAPES[name], mode="write")
    assert not outcome.ok
    assert outcome.error is not None
    assert outcome.error.code in ("refused", "macro_error", "address", "unknown_attribute")
    assert outcome.changes == ()
