# why: each new sheet is small and there is no last one.
# source: README.md of this project
# mode: write
while True:
    workbook.create_sheet()
