# Some dates of column A are texts with a time, from T to Z. Leave the date alone in each cell, as a date.
from datetime import datetime

sheet = workbook["Sheet1"]
changed = 0
for (cell,) in sheet.iter_rows(min_row=2, max_col=1):
    if isinstance(cell.value, str) and "T" in cell.value:
        cell.value = datetime.strptime(cell.value.split("T")[0], "%Y-%m-%d")
        cell.number_format = sheet["A2"].number_format
        changed += 1
return {"changed": changed}
