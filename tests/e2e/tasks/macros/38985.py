# Table 1 has names, some of them twice; table 2 has a row of two values for each. Write all values of a name beside
# it.
from collections import defaultdict

sheet = workbook.active
left = sheet.find("Column 1", whole=True)[0]
right = sheet.find("Column 2", whole=True)[0]

values = defaultdict(list)
row = right.row + 1
while (name := sheet.cell(row=row, column=right.column).value) is not None:
    values[name] += [sheet.cell(row=row, column=right.column + step).value for step in (1, 2)]
    row += 1

row = left.row + 1
while (name := sheet.cell(row=row, column=left.column).value) is not None:
    found = values.get(name, [])
    width = max(len(found), 4)
    target = sheet.range(row, left.column + 1, 1, width)
    target.values = [found + [None] * (width - len(found))]
    row += 1
