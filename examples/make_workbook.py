"""Make the workbook that the examples work on: `python examples/make_workbook.py sales.xlsx`.

It is what an office would send: orders in a table with formulas, dates, a validation, conditional formats and a
comment; a summary with formulas, defined names, two charts and a picture; a sheet of badly imported text; a log.
The bytes are the same on every run. openpyxl, which writes the parts, stores no formula results, so they are
computed here and put in, as Excel would have left them.
"""

from __future__ import annotations

import io
import math
import random
import re
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from openpyxl import Workbook
from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import CellIsRule, DataBarRule, FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image as Picture
from PIL import ImageDraw

ORDERS = 360
LAST_ROW = ORDERS + 1
REGIONS = ("North", "East", "South", "West")
CUSTOMERS = ("Alder & Sons", "Birch Ltd", "Cedar Works", "Dogwood Inc", "Elm Bakery", "Fir Freight", "Gorse Garden")
PRODUCTS = (("Desk", 310.0), ("Chair", 145.5), ("Lamp", 39.9), ("Shelf", 84.25), ("Cabinet", 222.0))
MONTHS = tuple(date(2025 + (9 + step) // 12, (9 + step) % 12 + 1, 1) for step in range(6))
MADE = datetime(2026, 3, 31, 9, 0)  # noqa: DTZ001 - the file format has no time zone

HEAD = ("Order", "Date", "Customer", "Region", "Product", "Quantity", "Unit price", "Amount", "Due", "Paid", "Status")
WIDTHS = (9, 12, 16, 10, 11, 10, 12, 13, 12, 12, 11)
DAY, MONEY = "yyyy-mm-dd", "#,##0.00"
BOLD = Font(bold=True, color="FFFFFF")
DARK = PatternFill("solid", fgColor="305496")

IMPORTED = (
    ("Desk", "310,00 €", "12"),
    ("Chair", "€ 145.50", " 7 "),
    ("Lamp", "39,90", "1 250"),
    ("Shelf", "84.25 EUR", "(3)"),
    ("Cabinet", "1.222,00 €", "n/a"),
    ("Carpet", "1,099.95", "40 pcs"),
    ("Mirror", "", "18"),
    ("Clock", "-12,5", "1'000"),
)

Cached = dict[str, dict[str, float]]
"""Formula results by sheet name and cell address."""


@dataclass(frozen=True, slots=True)
class Order:
    """One row of the sheet Orders; paid is None while the customer owes."""

    number: int
    day: date
    customer: str
    region: str
    product: str
    quantity: int
    price: float
    due: date
    paid: date | None

    @property
    def amount(self) -> float:
        """What the Amount formula gives."""
        return round(self.quantity * self.price, 2)


def make_workbook(path: Path) -> None:
    """Write the workbook to path, replacing what is there."""
    path.write_bytes(workbook_bytes())


def workbook_bytes() -> bytes:
    """The whole file; equal on every call."""
    orders = make_orders()
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    cached: Cached = {}
    fill_orders(sheet, orders, cached)
    fill_summary(book.create_sheet("Summary"), orders, cached)
    fill_import(book.create_sheet("Import"))
    fill_log(book.create_sheet("Log"))
    book.defined_names["Amounts"] = DefinedName("Amounts", attr_text=f"Orders!$H$2:$H${LAST_ROW}")
    book.defined_names["TaxRate"] = DefinedName("TaxRate", attr_text="Summary!$B$3")
    book.properties.creator = "Sales office"
    book.properties.created = MADE
    raw = io.BytesIO()
    book.save(raw)
    return settle(raw.getvalue(), cached, book.sheetnames)


def make_orders() -> list[Order]:
    """ORDERS orders over half a year, the same every time; about one in six is not paid."""
    draw = random.Random(7).random  # the only method whose numbers are the same in every version of Python
    orders = []
    for step in range(ORDERS):
        day = MONTHS[0] + timedelta(days=step * 175 // ORDERS)
        product, price = PRODUCTS[int(draw() * len(PRODUCTS))]
        due = day + timedelta(days=30)
        paid = day + timedelta(days=10 + int(draw() * 25)) if draw() < 0.85 else None
        orders.append(
            Order(
                number=20_001 + step,
                day=day,
                customer=CUSTOMERS[int(draw() * len(CUSTOMERS))],
                region=REGIONS[int(draw() * len(REGIONS))],
                product=product,
                quantity=1 + int(draw() * 20),
                price=price,
                due=due,
                paid=paid if paid is not None and paid <= MADE.date() else None,
            )
        )
    return orders


def fill_orders(sheet: Worksheet, orders: list[Order], cached: Cached) -> None:
    """The table of orders, with everything that hangs on it."""
    sheet.title = "Orders"
    sheet.append(HEAD)
    results = cached.setdefault("Orders", {})
    for row, order in enumerate(orders, start=2):
        status = "open" if order.paid is None else "paid"
        left = (order.number, order.day, order.customer, order.region, order.product, order.quantity, order.price)
        sheet.append((*left, f"=F{row}*G{row}", order.due, order.paid, status))
        results[f"H{row}"] = order.amount
        for column, code in ((2, DAY), (7, MONEY), (8, MONEY), (9, DAY), (10, DAY)):
            sheet.cell(row, column).number_format = code
    paint_head(sheet, WIDTHS)
    sheet.freeze_panes = "B2"
    sheet["H1"].comment = Comment("Quantity times unit price, without tax.", "Sales office", height=60, width=220)
    add_order_rules(sheet)


def add_order_rules(sheet: Worksheet) -> None:
    """Table, conditional formats and validation of the orders."""
    table = Table(displayName="OrderTable", ref=f"A1:K{LAST_ROW}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2", showRowStripes=True)
    sheet.add_table(table)
    red = PatternFill("solid", bgColor="FFC7CE")
    bar = DataBarRule(start_type="min", end_type="max", color="5B9BD5")
    sheet.conditional_formatting.add(f"H2:H{LAST_ROW}", bar)
    sheet.conditional_formatting.add(f"K2:K{LAST_ROW}", CellIsRule(operator="equal", formula=['"overdue"'], fill=red))
    sheet.conditional_formatting.add(f"I2:I{LAST_ROW}", FormulaRule(formula=['AND($J2="",$I2<TODAY())'], fill=red))
    status = DataValidation(type="list", formula1='"open,paid,overdue"', allow_blank=False, showErrorMessage=True)
    status.add(f"K2:K{LAST_ROW}")
    sheet.add_data_validation(status)


def fill_summary(sheet: Worksheet, orders: list[Order], cached: Cached) -> None:
    """Totals by region and by month, two charts and the picture."""
    results = cached.setdefault("Summary", {})
    sheet["A1"] = "Sales summary"
    sheet["A1"].font = Font(bold=True, size=16)
    sheet["A3"], sheet["B3"] = "Tax rate", 0.19
    sheet["B3"].number_format = "0.0%"
    sheet.append(())
    sheet.append(("Region", "Amount", "Orders", "Share"))
    total = total_of(order.amount for order in orders)
    for row, region in enumerate(REGIONS, start=6):
        mine = [order.amount for order in orders if order.region == region]
        put(
            sheet,
            results,
            f"B{row}",
            f"=SUMIFS(Amounts,Orders!$D$2:$D${LAST_ROW},A{row})",
            value=total_of(mine),
            code=MONEY,
        )
        put(sheet, results, f"C{row}", f"=COUNTIFS(Orders!$D$2:$D${LAST_ROW},A{row})", value=len(mine), code="0")
        put(sheet, results, f"D{row}", f"=B{row}/B$10", value=round(total_of(mine) / total, 12), code="0.0%")
        sheet[f"A{row}"] = region
    sheet["A10"] = "Total"
    put(sheet, results, "B10", "=SUM(B6:B9)", value=total, code=MONEY)
    put(sheet, results, "C10", "=SUM(C6:C9)", value=len(orders), code="0")
    sheet["A11"] = "With tax"
    put(sheet, results, "B11", "=B10*(1+TaxRate)", value=round(total * 1.19, 4), code=MONEY)
    for address in ("A5", "B5", "C5", "D5", "A10", "B10", "C10"):
        sheet[address].font = Font(bold=True)
    fill_months(sheet, orders, results)
    add_pictures(sheet)


def fill_months(sheet: Worksheet, orders: list[Order], results: dict[str, float]) -> None:
    """Amounts by month, below the regions."""
    sheet["A14"], sheet["B14"] = "Month", "Amount"
    for row, month in enumerate(MONTHS, start=15):
        sheet[f"A{row}"] = month
        sheet[f"A{row}"].number_format = "mmm yyyy"
        mine = total_of(order.amount for order in orders if order.day.replace(day=1) == month)
        dates = f"Orders!$B$2:$B${LAST_ROW}"
        formula = f'=SUMIFS(Amounts,{dates},">="&A{row},{dates},"<"&EDATE(A{row},1))'
        put(sheet, results, f"B{row}", formula, value=mine, code=MONEY)
    for column, width in zip("ABCD", (14, 16, 10, 10), strict=True):
        sheet.column_dimensions[column].width = width


def add_pictures(sheet: Worksheet) -> None:
    """A bar chart of the regions, a line chart of the months, and the office's mark."""
    bars = BarChart()
    bars.title = "Amount by region"
    bars.add_data(Reference(sheet, min_col=2, min_row=5, max_row=9), titles_from_data=True)
    bars.set_categories(Reference(sheet, min_col=1, min_row=6, max_row=9))
    sheet.add_chart(bars, "F5")
    lines = LineChart()
    lines.title = "Amount by month"
    lines.add_data(Reference(sheet, min_col=2, min_row=14, max_row=20), titles_from_data=True)
    lines.set_categories(Reference(sheet, min_col=1, min_row=15, max_row=20))
    sheet.add_chart(lines, "F21")
    sheet.add_image(Image(draw_mark()), "F1")


def draw_mark() -> io.BytesIO:
    """A PNG of three bars on white, 120 x 48 pixels."""
    picture = Picture.new("RGB", (120, 48), "white")
    pen = ImageDraw.Draw(picture)
    for step, (height, colour) in enumerate(((16, "#5B9BD5"), (28, "#305496"), (40, "#1F3864"))):
        pen.rectangle((10 + step * 34, 46 - height, 36 + step * 34, 46), fill=colour)
    out = io.BytesIO()
    picture.save(out, "PNG")
    out.seek(0)
    return out


def fill_import(sheet: Worksheet) -> None:
    """Figures that came as text, in the spellings people use."""
    sheet.append(("Article", "Price", "Stock"))
    for row in IMPORTED:
        sheet.append(row)
    paint_head(sheet, (14, 14, 12))
    for cells in sheet["B2" : f"C{len(IMPORTED) + 1}"]:
        for cell in cells:
            cell.number_format = "@"


def fill_log(sheet: Worksheet) -> None:
    """What was done to the book so far."""
    sheet.append(("When", "What", "Orders", "Amount"))
    sheet.append((date(2026, 1, 31), "marked overdue", 9, 12_480.5))
    sheet.append((date(2026, 2, 28), "marked overdue", 14, 20_115.0))
    for row in (2, 3):
        sheet.cell(row, 1).number_format = DAY
        sheet.cell(row, 4).number_format = MONEY
    paint_head(sheet, (12, 20, 9, 13))


def paint_head(sheet: Worksheet, widths: tuple[int, ...]) -> None:
    """White on dark blue in the first row, and the column widths."""
    for cell, width in zip(sheet[1], widths, strict=True):
        cell.font, cell.fill, cell.alignment = BOLD, DARK, Alignment(horizontal="center")
        sheet.column_dimensions[cell.column_letter].width = width


def total_of(amounts: Iterable[float]) -> float:
    """The sum to the cent, the same in every version of Python (3.12 changed how sum() rounds)."""
    return round(math.fsum(amounts), 2)


def put(sheet: Worksheet, results: dict[str, float], address: str, formula: str, *, value: float, code: str) -> None:
    """A formula, its result for the file, and its number format."""
    sheet[address] = formula
    sheet[address].number_format = code
    results[address] = value


def settle(raw: bytes, cached: Cached, names: list[str]) -> bytes:
    """The same package with formula results put in and every clock set to MADE."""
    out = io.BytesIO()
    results = {f"xl/worksheets/sheet{at}.xml": cached[name] for at, name in enumerate(names, 1) if name in cached}
    with zipfile.ZipFile(io.BytesIO(raw)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for member in before.infolist():
            data = before.read(member)
            if member.filename in results:
                data = put_results(data, results[member.filename])
            elif member.filename == "docProps/core.xml":
                data = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", MADE.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), data)
            stamp = zipfile.ZipInfo(member.filename, (MADE.year, MADE.month, MADE.day, MADE.hour, MADE.minute, 0))
            stamp.compress_type = zipfile.ZIP_DEFLATED
            after.writestr(stamp, data)
    return out.getvalue()


def put_results(xml: bytes, results: Mapping[str, float]) -> bytes:
    """Fill the empty <v> behind each <f>; a formula without a result is a mistake here."""

    def fill(found: re.Match[bytes]) -> bytes:
        return found[1] + b"<v>" + repr(results[found[2].decode()]).encode() + b"</v>"

    filled, count = re.subn(rb'(<c r="([A-Z]+\d+)"[^>]*><f>[^<]*</f>)<v ?(?:/>|></v>)', fill, xml)
    assert count == len(results), (count, len(results))
    return filled


if __name__ == "__main__":
    make_workbook(Path(sys.argv[1] if len(sys.argv) > 1 else "sales.xlsx"))
