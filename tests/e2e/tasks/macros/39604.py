# C4 is B4 less 20 where B3 is under 22 tonnes, else B4 less 30; but 0 where B4 is 20 or less.
sheet = workbook.active
received, short = sheet["B3"].value, sheet["B4"].value
if short <= 20:
    rate = 0
elif received * 1000 < 22000:
    rate = short - 20
else:
    rate = short - 30
sheet["C4"].value = rate
rate
