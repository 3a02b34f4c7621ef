# The debt of a worker in a week is the debt of the week before, more by what was added and less by what was deducted.
sheet = workbook["NOMINA"]
column = {cell.value: cell.column - 1 for cell in sheet["A1:J1"].cells}
debts = {}
for row in sheet.iter_rows(min_row=2):
    worker = row[column["WORKER"]].value
    if worker is None:  # the row of totals
        break
    added = row[column["ADDITIONS"]].value or 0
    deducted = row[column["DEDUCTIONS"]].value or 0
    debts[worker] = debts.get(worker, 0) + added - deducted
    row[column["DEBT"]].value = debts[worker]
return {worker: debt for worker, debt in debts.items() if debt}
