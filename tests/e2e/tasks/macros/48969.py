# Two sources have a table each of names by dates. Tell for each name and date of the result whether the two agree.
sheet = workbook.active


def table(address):
    (_, *dates), *rows = sheet[address].values
    cells = {}
    for name, *numbers in rows:
        for date, number in zip(dates, numbers):
            cells.setdefault((name, date), number)
    return cells


one, two = table("B2:G5"), table("B7:G10")
for row in range(3, 6):
    for column in range(10, 15):
        key = (sheet.cell(row=row, column=9).value, sheet.cell(row=2, column=column).value)
        sheet.cell(row=row, column=column).value = one.get(key) == two.get(key)
