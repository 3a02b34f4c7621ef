# For each brand, write the rows of its last date from H2 on, one a batch and origin with the quantities summed, the
# dates as day, month, year.
sheet = workbook.active
rows = [row for row in sheet.iter_rows(min_row=2, max_col=5, values_only=True) if row[0] is not None]

last = {}
for date, brand, *_ in rows:
    last[brand] = max(date, last.get(brand, date))

sums = {}
for date, brand, batch, origin, quantity in rows:
    if date == last[brand]:
        key = (date, brand, batch, origin)
        sums[key] = sums.get(key, 0) + quantity

sheet[f"H2:L{max(sheet.max_row, 2)}"].clear()
result = sheet["H2"].resize(len(sums), 5)
result.values = [[*key, quantity] for key, quantity in sums.items()]
for row in result:
    row[0].number_format = "dd/mm/yyyy"
return {"rows": len(sums)}
