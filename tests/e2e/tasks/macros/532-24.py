# Sheet3 lists addresses of cells on Sheet2 in column C. Put the value of each into column D.
source = workbook["Sheet2"]
target = workbook["Sheet3"]
for (cell,) in target.iter_rows(min_row=3, min_col=3, max_col=3):
    if cell.value:
        cell.offset(0, 1).value = source[cell.value].value
