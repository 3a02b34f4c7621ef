"""Mark unpaid orders that are past their due date, and say so on the summary and in the log. Mode write.

    macrocell run sales.xlsx examples/mark_overdue.py --mode write --arg today=2026-03-31 --out marked.xlsx

Arguments: today, a date as text; note, what the log says.
"""

from datetime import date, datetime

DUE, PAID, STATUS, LATE = 9, 10, 11, 12


def as_day(value):
    return value.date() if isinstance(value, datetime) else value


def is_overdue(sheet, row, today):
    if sheet.cell(row=row, column=PAID).value is not None:
        return False
    due = sheet.cell(row=row, column=DUE).value
    return due is not None and as_day(due) < today


def mark(sheet, row):
    sheet.cell(row=row, column=STATUS).value = "overdue"
    late = sheet.cell(row=row, column=LATE)
    late.value = f"=Summary!$B$23-I{row}"
    late.number_format = '0 "days"'


def main(workbook, today, note="marked overdue"):
    today = date.fromisoformat(today)
    orders = workbook["Orders"]
    last = orders.max_row
    rows = [row for row in range(2, last + 1) if is_overdue(orders, row, today)]
    amount = 0.0
    for row in rows:
        quantity, price = orders[f"F{row}:G{row}"].values[0]
        amount += quantity * price
    orders["L1"] = "Days late"
    for row in rows:
        mark(orders, row)

    summary = workbook["Summary"]
    summary["A23:B25"].values = [
        ["Overdue on", today],
        ["Overdue orders", f'=COUNTIF(Orders!$K$2:$K${last},"overdue")'],
        ["Overdue amount", f'=SUMIFS(Amounts,Orders!$K$2:$K${last},"overdue")'],
    ]
    summary["B23"].number_format = "yyyy-mm-dd"
    summary["B25"].number_format = "#,##0.00"

    log = workbook["Log"]
    log.append([today, note, len(rows), round(amount, 2)])
    log.cell(row=log.max_row, column=1).number_format = "yyyy-mm-dd"
    log.cell(row=log.max_row, column=4).number_format = "#,##0.00"

    print(f"{len(rows)} of {last - 1} orders are overdue")
    return {"overdue": len(rows), "amount": round(amount, 2), "first": [orders.cell(row, 1).value for row in rows[:3]]}
