# Weighted value of an opportunity: its estimated revenue times the share that the Data sheet has for its pipeline
# stage.
shares = dict(workbook["Data"]["A1:B6"].values)
sheet = workbook["Opportunities"]
column = {cell.value: cell.column for cell in sheet[1]}
for row in range(2, sheet.max_row + 1):
    stage = sheet.cell(row, column["Pipeline Stage"]).value
    revenue = sheet.cell(row, column["Est. Revenue (£)"])
    if stage in shares and revenue.value is not None:
        weighted = sheet.cell(row, column["Weighted Value (£)"])
        weighted.value = revenue.value * shares[stage]
        weighted.number_format = revenue.number_format
