# Column A has names, column B their numbers. Put into C2 the sum of the numbers whose row has its name in column C
# too.
sheet = workbook.active
total = 0
for name, number, chosen in sheet["A3:C57"].values:
    if chosen is not None and chosen == name:
        total += number or 0
sheet["C2"] = total
total
