"""Amounts by region and what customers owe. Mode read; argument today: a date as text.

    macrocell run sales.xlsx examples/read_summary.py --arg today=2026-03-31

The result is typed: a date stays a date, a Decimal a Decimal, a tuple a tuple.
"""

from collections import defaultdict
from datetime import date, datetime
from decimal import Decimal


def as_day(value):
    return value.date() if isinstance(value, datetime) else value


def cents(amount):
    return Decimal(f"{amount:.2f}")


def read_orders(sheet):
    head, *rows = sheet.used_range.values
    width = head.index("Status") + 1
    for row in rows:
        if row[0] is not None:
            yield dict(zip(head[:width], row[:width], strict=True))


def main(workbook, today):
    today = date.fromisoformat(today)
    by_region = defaultdict(float)
    owing = []
    for order in read_orders(workbook["Orders"]):
        amount = order["Quantity"] * order["Unit price"]
        by_region[order["Region"]] += amount
        if order["Paid"] is None:
            days_late = (today - as_day(order["Due"])).days
            owing.append((order["Order"], order["Customer"], cents(amount), days_late))
    late = [entry for entry in owing if entry[3] > 0]
    summary = workbook["Summary"]
    total = summary["B10"]
    return {
        "as of": today,
        "regions": {region: cents(amount) for region, amount in sorted(by_region.items())},
        "total in the file": cents(total.value) if total.state != "not_computed" else None,
        "owed": sum((entry[2] for entry in owing), Decimal(0)),
        "late": len(late),
        "latest": max(late, key=lambda entry: entry[3], default=None),
    }
