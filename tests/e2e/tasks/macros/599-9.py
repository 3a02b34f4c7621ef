# Carry the ship date of column G over to column K, where there is one; else column K keeps what it has.
sheet = workbook["Before"]
carried = 0
for row in sheet.iter_rows(min_row=2):
    ship_date, last_date = row[6], row[10]
    if ship_date.value is not None:
        last_date.value = ship_date.value
        last_date.number_format = ship_date.number_format
        carried += 1
return {"carried": carried}
