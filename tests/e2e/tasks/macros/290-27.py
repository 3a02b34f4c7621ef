# Take the code of capital letters, and a space behind it, off the texts of column B such as PID1 or GG 1, and leave
# the number; the dates and numbers of the column stay as they are.
import re

sheet = workbook["Sheet1"]
changed = {}
for (cell,) in sheet.iter_rows(min_col=2, max_col=2):
    match = re.fullmatch(r"[A-Z]{2,3} ?(\d+)", cell.value) if isinstance(cell.value, str) else None
    if match:
        changed[cell.coordinate] = cell.value
        cell.value = int(match.group(1))
return changed
