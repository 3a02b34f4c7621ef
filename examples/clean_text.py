"""Turn imported text such as "1.234,50 €" or "(3)" into numbers, in new columns beside it. Mode write.

    macrocell run sales.xlsx examples/clean_text.py --mode write --in-place

What cannot be read stays blank and is listed in the result.
"""

import re


class UnreadableError(ValueError):
    pass


class NumberText:
    """A number as someone spelt it."""

    noise = re.compile(r"[\s'\u00a0\u202f]|€|EUR|pcs")

    def __init__(self, text):
        self.text = text
        self.negative = False

    def parse(self):
        body = self.unwrap(self.noise.sub("", self.text))
        point = self.decimal_point(body)
        for mark in ",.":
            if mark != point:
                body = body.replace(mark, "")
        body = body.replace(point, ".") if point else body
        if not re.fullmatch(r"\d+(\.\d+)?", body):
            raise UnreadableError(self.text)
        number = float(body) if "." in body else int(body)
        return -number if self.negative else number

    def unwrap(self, body):
        """Accountants write a loss in brackets."""
        if body.startswith("(") and body.endswith(")"):
            self.negative, body = True, body[1:-1]
        elif body.startswith("-"):
            self.negative, body = True, body[1:]
        return body

    def decimal_point(self, body):
        """The last of comma and point, unless it groups thousands."""
        last = max(body.rfind(","), body.rfind("."))
        if last < 0:
            return ""
        mark = body[last]
        other = "," if mark == "." else "."
        grouped = body.count(mark) > 1 or (other not in body and len(body) - last == 4)
        return "" if grouped else mark


def clean_column(sheet, source, target, title, number_format):
    """Returns how many cells were read and the addresses of those that were not."""
    sheet[f"{target}1"] = title
    done, failed = 0, []
    for row in range(2, sheet.max_row + 1):
        text = sheet[f"{source}{row}"].value
        if text is None or not text.strip():
            continue
        try:
            number = NumberText(text).parse()
        except UnreadableError as error:
            failed.append((f"{source}{row}", str(error)))
        else:
            cell = sheet[f"{target}{row}"]
            cell.value = number
            cell.number_format = number_format
            done += 1
    return done, failed


sheet = workbook["Import"]
prices, bad_prices = clean_column(sheet, "B", "D", "Price, number", "#,##0.00")
stocks, bad_stocks = clean_column(sheet, "C", "E", "Stock, number", "0")
sheet["C11"] = "Total"
sheet["E11"] = "=SUM(E2:E9)"
{"prices": prices, "stocks": stocks, "unreadable": bad_prices + bad_stocks}
