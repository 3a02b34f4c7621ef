"""The example workbook and each example macro, through the public API."""

import datetime as dt
import runpy
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import macrocell
import openpyxl
import pytest
from macrocell import Engine, Outcome

EXAMPLES = Path(macrocell.__file__).resolve().parent / "examples"
TODAY = "2026-03-31"
MIDNIGHT = dt.datetime.combine(dt.date.fromisoformat(TODAY), dt.time())


@pytest.fixture(scope="module")
def maker() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "make_workbook.py"))


@pytest.fixture(scope="module")
def book(maker: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("examples") / "sales.xlsx"
    maker["make_workbook"](path)
    return path


def execute(book: Path, macro: str, mode: str, args: dict[str, Any], out: Path | None = None) -> Outcome:
    with Engine() as engine, engine.open(book) as runtime:
        outcome = runtime.execute((EXAMPLES / macro).read_text(), mode=mode, args=args)
        assert outcome.ok, outcome.error
        if out is not None:
            runtime.save(out)
        return outcome


def test_the_workbook_is_the_same_on_every_run(maker: dict[str, Any], book: Path) -> None:
    assert maker["workbook_bytes"]() == book.read_bytes()


def test_the_workbook_has_what_an_office_would_send(book: Path) -> None:
    with zipfile.ZipFile(book) as package:
        names = set(package.namelist())
    assert {
        "xl/charts/chart1.xml",
        "xl/charts/chart2.xml",
        "xl/comments/comment1.xml",
        "xl/media/image1.png",
        "xl/tables/table1.xml",
    } <= names
    read = openpyxl.load_workbook(book)
    orders = read["Orders"]
    assert read.sheetnames == ["Orders", "Summary", "Import", "Log"]
    assert sorted(read.defined_names) == ["Amounts", "TaxRate"]
    assert (orders.dimensions, orders.freeze_panes, list(orders.tables)) == ("A1:K361", "B2", ["OrderTable"])
    assert len(orders.conditional_formatting) == 3
    assert len(orders.data_validations.dataValidation) == 1
    results = openpyxl.load_workbook(book, data_only=True)
    formulas = [
        (sheet.title, cell.coordinate) for sheet in read for row in sheet for cell in row if cell.data_type == "f"
    ]
    assert len(formulas) == 360 + 21
    assert [place for place in formulas if results[place[0]][place[1]].value is None] == []


def test_read_summary_gives_typed_values(book: Path) -> None:
    outcome = execute(book, "read_summary.py", "read", {"today": TODAY})
    assert outcome.value == {
        "as of": dt.date(2026, 3, 31),
        "regions": {
            "East": Decimal("173665.05"),
            "North": Decimal("184150.70"),
            "South": Decimal("132044.75"),
            "West": Decimal("127201.50"),
        },
        "total in the file": Decimal("617062.00"),
        "owed": Decimal("104407.90"),
        "late": 37,
        "latest": (20012, "Dogwood Inc", Decimal("444.00"), 146),
    }
    assert (outcome.changes, outcome.mode) == ((), "read")


def test_mark_overdue_writes_what_it_says_and_nothing_else(book: Path, tmp_path: Path) -> None:
    marked = tmp_path / "marked.xlsx"
    outcome = execute(book, "mark_overdue.py", "write", {"today": TODAY, "note": "by hand"}, marked)
    before, after = openpyxl.load_workbook(book), openpyxl.load_workbook(marked)
    overdue = [row for row in range(2, 362) if is_overdue(before["Orders"], row)]
    amount = sum(before["Orders"].cell(row, 6).value * before["Orders"].cell(row, 7).value for row in overdue)
    first = [before["Orders"].cell(row, 1).value for row in overdue[:3]]
    assert outcome.value == {"overdue": len(overdue), "amount": round(amount, 2), "first": first}
    assert outcome.stdout == f"{len(overdue)} of 360 orders are overdue\n"
    expected: dict[str, Any] = {"Orders!L1": "Days late"}
    for row in overdue:
        expected |= {f"Orders!K{row}": "overdue", f"Orders!L{row}": f"=Summary!$B$23-I{row}"}
    expected |= {
        "Summary!A23": "Overdue on",
        "Summary!B23": MIDNIGHT,
        "Summary!A24": "Overdue orders",
        "Summary!B24": '=COUNTIF(Orders!$K$2:$K$361,"overdue")',
        "Summary!A25": "Overdue amount",
        "Summary!B25": '=SUMIFS(Amounts,Orders!$K$2:$K$361,"overdue")',
        "Log!A4": MIDNIGHT,
        "Log!B4": "by hand",
        "Log!C4": len(overdue),
        "Log!D4": round(amount, 2),
    }
    assert differences(before, after) == expected
    assert after["Orders"].cell(overdue[0], 12).number_format == '0 "days"'
    assert [after["Log"].cell(4, column).number_format for column in (1, 4)] == ["yyyy-mm-dd", "#,##0.00"]


def test_clean_text_reads_the_spellings_people_use(book: Path, tmp_path: Path) -> None:
    cleaned = tmp_path / "cleaned.xlsx"
    outcome = execute(book, "clean_text.py", "write", {}, cleaned)
    assert outcome.value == {"prices": 7, "stocks": 7, "unreadable": [("C6", "n/a")]}
    sheet = openpyxl.load_workbook(cleaned)["Import"]
    assert [[cell.value for cell in row] for row in sheet["D1:E9"]] == [
        ["Price, number", "Stock, number"],
        [310, 12],
        [145.5, 7],
        [39.9, 1250],
        [84.25, -3],
        [1222, None],
        [1099.95, 40],
        [None, 18],
        [-12.5, 1000],
    ]
    assert (sheet["C11"].value, sheet["E11"].value) == ("Total", "=SUM(E2:E9)")
    assert (sheet["D2"].number_format, sheet["E2"].number_format) == ("#,##0.00", "0")


def test_format_log_changes_looks_and_no_value(book: Path, tmp_path: Path) -> None:
    formatted = tmp_path / "formatted.xlsx"
    outcome = execute(book, "format_log.py", "write", {"sheet": "Log"}, formatted)
    before, after = openpyxl.load_workbook(book), openpyxl.load_workbook(formatted)
    sheet = after["Log"]
    header = [cell.value for cell in sheet[1]]
    assert outcome.value == {"table": sheet.dimensions, "header": header}
    assert differences(before, after) == {}
    assert [(cell.font.b, cell.fill.fgColor.rgb, cell.alignment.horizontal) for cell in sheet[1]] == [
        (True, "001F4E79", "center")
    ] * len(header)
    assert {cell.border.bottom.style for row in sheet[sheet.dimensions] for cell in row} == {"thin"}
    assert [sheet.cell(row, 1).fill.fgColor.rgb for row in (2, 3)] == ["00000000", "00DDEBF7"]
    assert [cell.number_format for row in sheet for cell in row] == [
        cell.number_format for row in before["Log"] for cell in row
    ]


def is_overdue(sheet: Any, row: int) -> bool:
    return sheet.cell(row, 10).value is None and sheet.cell(row, 9).value < MIDNIGHT


def differences(before: Any, after: Any) -> dict[str, Any]:
    """Cells whose value differs, by address, with the new value."""
    found = {}
    for sheet in after:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value != before[sheet.title][cell.coordinate].value:
                    found[f"{sheet.title}!{cell.coordinate}"] = cell.value
    return found
