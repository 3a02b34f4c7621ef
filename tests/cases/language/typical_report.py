import statistics
from collections import defaultdict
from datetime import date

rows = [
    [date(2024, 1, 5), "North", "Widget", 10, 2.5],
    [date(2024, 1, 9), "South", "Widget", 4, 2.5],
    [date(2024, 2, 1), "North", "Gadget", 3, 10.0],
]


class Report:
    def __init__(self, rows):
        self.rows = rows
        self.totals = defaultdict(float)

    def build(self):
        for when, region, item, count, price in self.rows:
            self.totals[region, when.strftime("%Y-%m")] += count * price
        return self

    def lines(self):
        yield f"{'region':<8}{'month':<9}{'total':>8}"
        for (region, month), total in sorted(self.totals.items()):
            yield f"{region:<8}{month:<9}{total:>8.2f}"


print("\n".join(Report(rows).build().lines()))
print(statistics.mean(r[3] for r in rows), max(rows, key=lambda r: r[3] * r[4])[2])
