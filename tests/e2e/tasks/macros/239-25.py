# Delete the rows of Maturities whose ageing, in column M, is 90 days or less.
sheet = workbook["Maturities"]
deleted = 0
for row in range(sheet.max_row, 1, -1):
    ageing = sheet.cell(row=row, column=13).value
    if isinstance(ageing, (int, float)) and ageing <= 90:
        sheet.delete_rows(row, 1)
        deleted += 1
return {"deleted": deleted}
