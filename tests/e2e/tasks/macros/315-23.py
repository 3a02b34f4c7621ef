# Delete the rows whose APPROVERID begins with PC, and keep those that begin with PH.
sheet = workbook["Sheet1"]
headers = [cell.value for cell in sheet[1]]
column = headers.index("APPROVERID") + 1
doomed = [
    row for row in range(2, sheet.max_row + 1) if str(sheet.cell(row=row, column=column).value or "").startswith("PC")
]
for row in reversed(doomed):
    sheet.delete_rows(row)
return {"deleted": len(doomed)}
