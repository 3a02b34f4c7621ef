"""A workbook file with a table: names and numbers, a column that is computed, totals if they are wanted."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table, TableFormula


def with_table(*, totals: bool = False, name: str = "T", sheet_name: str = "Data") -> bytes:
    """A1:C3, and a fourth row of totals: columns n, v and w, which is v times 2; B3 is bold; E1 sums v."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = sheet_name
    for row in (["n", "v", "w"], ["a", 1, f"={name}[[#This Row],[v]]*2"], ["b", 2, f"={name}[[#This Row],[v]]*2"]):
        sheet.append(row)
    sheet["B3"].font = Font(bold=True)
    sheet["E1"] = f"=SUM({name}[v])"
    table: Any = Table(displayName=name, ref="A1:C4" if totals else "A1:C3")
    table._initialise_columns()
    for column, header in zip(table.tableColumns, ("n", "v", "w"), strict=True):
        column.name = header
    table.tableColumns[2].calculatedColumnFormula = TableFormula(attr_text=f"{name}[[#This Row],[v]]*2")
    if totals:
        sheet.append(["Total", f"=SUBTOTAL(109,{name}[v])", None])
        table.totalsRowCount = 1
        table.tableColumns[0].totalsRowLabel = "Total"
        table.tableColumns[1].totalsRowFunction = "sum"
        table.autoFilter.ref = "A1:C3"
    sheet.add_table(table)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
