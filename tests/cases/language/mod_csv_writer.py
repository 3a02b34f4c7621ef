import csv
import io
from datetime import date
from decimal import Decimal

out = io.StringIO()
writer = csv.writer(out)
print(writer.writerow(["a", 1, 2.5, None, True, "x,y", 'q"q', date(2024, 1, 2), Decimal("1.50")]))
writer.writerows([[1, 2], ("t", "u")])
print(repr(out.getvalue()))
out = io.StringIO(newline="")
csv.writer(out, delimiter=";", quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(["a", 1])
csv.writer(out, quoting=csv.QUOTE_NONNUMERIC).writerow(["a", 1, 1.5])
csv.writer(out, dialect=csv.excel_tab).writerow([1, 2])
csv.writer(out, quoting=csv.QUOTE_NONE, escapechar="\\").writerow(["a,b"])
print(repr(out.getvalue()))


class Point:
    def __str__(self):
        return "p,q"


class Lines:
    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.append(text)
        return 7


lines = Lines()
print(csv.writer(lines).writerow([Point(), [1, 2]]), lines.lines)
try:
    csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"])
except csv.Error as error:
    print(error)
