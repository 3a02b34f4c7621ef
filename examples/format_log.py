"""Give a table a header, borders and stripes, and show what is unusual in it. Mode write.

    macrocell run sales.xlsx examples/format_log.py --mode write --arg sheet=Log --out formatted.xlsx

Arguments: sheet, the sheet's name; the table begins in its first row.
"""

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

HEADER = Font(bold=True, color="FFFFFF")
DARK = PatternFill("solid", fgColor="1F4E79")
STRIPE = PatternFill("solid", fgColor="DDEBF7")
LINE = Border(bottom=Side(style="thin", color="9BC2E6"))


def main(workbook, sheet):
    table = workbook[sheet].used_range
    header = table.resize(rows=1)
    header.font = HEADER
    header.fill = DARK
    header.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
    table.border = LINE
    for number, row in enumerate(table[1:], 1):
        if number % 2 == 0:
            for cell in row:
                cell.fill = STRIPE
        if row[-1].value == 0:
            row[-1].style = "Bad"
    return {"table": table.address, "header": [cell.value for cell in header[0]]}
