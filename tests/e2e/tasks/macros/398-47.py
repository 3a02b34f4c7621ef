# Delete the rows whose text in column O stood in an earlier row.
sheet = workbook["Sheet1"]
seen = set()
doomed = []
for cell in sheet["O"]:
    if cell.value is None:
        continue
    if cell.value in seen:
        doomed.append(cell.row)
    seen.add(cell.value)
for row in reversed(doomed):
    sheet.delete_rows(idx=row, amount=1)
return {"deleted": len(doomed)}
