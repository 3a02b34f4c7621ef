# Set the groups of column C apart by a blank row, and number the rows, all through and within their group, as the
# sample beside the data does. The sample moves two columns to the right, away from the numbers.
sheet = workbook["Sheet1"]
sheet.insert_columns("I", 2)

row, number, within = 1, 0, 0
while sheet.cell(row=row, column=1).value is not None:
    group = sheet.cell(row=row, column=3).value
    if row > 1 and sheet.cell(row=row - 1, column=3).value not in (None, group):
        sheet[f"A{row}:H{row}"].insert("down")
        row += 1
        within = 0
    number += 1
    within += 1
    sheet.cell(row=row, column=9).value = number
    sheet.cell(row=row, column=10).value = within
    row += 1
return {"rows": number}
