# Split the texts of column B at two or more line breaks in a row, into the columns from C on.
import re

sheet = workbook["Input"]
for row in range(2, sheet.max_row + 1):
    text = sheet.cell(row=row, column=2).value
    if not isinstance(text, str):
        continue
    parts = [part for part in re.split(r"\n{2,}", text) if part.strip()]
    for offset, part in enumerate(parts):
        sheet.cell(row=row, column=3 + offset, value=part)
