# Each symbol has five rows, the last of which tells its R DAYS. Sort the symbols by it, the highest first, and keep
# the rows of a symbol together. The expected result stands beside the list and is left alone.
sheet = workbook["Q"]
last = sheet["A3"].end("down").row

days = {}
for symbol, *_, r_days in sheet[f"A3:E{last}"].values:
    days[symbol] = max(days.get(symbol, 0), r_days or 0)
order = sorted(days, key=lambda symbol: -days[symbol])

block = sheet[f"A3:G{last}"]
ranks = sheet[f"G3:G{last}"]
ranks.values = [[order.index(symbol)] for (symbol,) in sheet[f"A3:A{last}"].values]
block.sort("G", headers=False)
ranks.clear()
return order
