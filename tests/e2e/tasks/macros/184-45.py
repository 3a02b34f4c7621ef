# Compare the lists of Sheet1 and Sheet2 by number, and list on Sheet3 what stands on one of them only, and what
# stands on both with different values. Sheet3 holds a result made by hand, which gives way.
result = workbook["Sheet3"]
first = {number.value: value for number, value in workbook["Sheet1"].iter_rows(min_row=2, max_col=2)}
second = {number.value: value for number, value in workbook["Sheet2"].iter_rows(min_row=2, max_col=2)}


def write(row, number):
    result.cell(row=row, column=1).value = number
    for column, cells in ((2, first), (3, second)):
        if number in cells:
            target = result.cell(row=row, column=column)
            target.value = cells[number].value
            target.number_format = cells[number].number_format


different = [number for number, cell in second.items() if number not in first or first[number].value != cell.value]
different += [number for number in first if number not in second]
result[f"A2:D{max(result.max_row, 2)}"].clear()
for row, number in enumerate(different, start=2):
    write(row, number)
return {"differences": len(different)}
