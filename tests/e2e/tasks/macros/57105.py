# Sum for each month of column B the amounts of column K whose date in column L lies in it: the two columns that the
# formula in the request speaks of.
sheet = workbook.active
received = [
    (date, amount)
    for amount, date in sheet.iter_rows(min_row=4, min_col=11, max_col=12, values_only=True)
    if date is not None and amount is not None
]
for month, total in sheet["B4:C15"]:
    total.value = sum(
        amount for date, amount in received if (date.year, date.month) == (month.value.year, month.value.month)
    )
