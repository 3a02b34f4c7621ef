# Delete pairs of rows that agree in the columns A, D, F and K and whose costs in J are each other's opposite.
from openpyxl.utils import column_index_from_string

KEYS = [column_index_from_string(letter) - 1 for letter in ("A", "D", "F", "K")]
COST = column_index_from_string("J") - 1


def main(workbook):
    sheet = workbook.active
    waiting = {}
    doomed = []
    for number, row in enumerate(sheet.iter_rows(min_row=3, values_only=True), start=3):
        cost = row[COST]
        if not isinstance(cost, (int, float)) or cost == 0:
            continue
        key = tuple(row[index] for index in KEYS)
        partners = waiting.get((key, round(-cost, 2)))
        if partners:
            doomed += [partners.pop(0), number]
        else:
            waiting.setdefault((key, round(cost, 2)), []).append(number)
    for number in sorted(doomed, reverse=True):
        sheet.delete_rows(number)
    return {"pairs": len(doomed) // 2}
