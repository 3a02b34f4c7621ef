# why: rows are appended below each other until the sheet is full.
# source: README.md of this project
# mode: write
sheet = workbook["Data"]
while True:
    sheet.append([1])
