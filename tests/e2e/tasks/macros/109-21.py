# Groups of up to five people stand apart by blank rows. Write into column Z whether a person's points, in column K,
# are the most of the group: Y for all who have the most, and for who stands alone, else N.
FIRST = 5


def groups(sheet):
    group = []
    for row in range(FIRST, sheet.max_row + 2):
        if sheet.cell(row=row, column=1).value is None:
            if group:
                yield group
            group = []
        else:
            group.append(row)


def main(workbook):
    sheet = workbook["Sheet1"]
    marked = 0
    for group in groups(sheet):
        best = max(sheet[f"K{row}"].value for row in group)
        for row in group:
            sheet[f"Z{row}"] = "Y" if sheet[f"K{row}"].value == best else "N"
        marked += len(group)
    return {"people": marked}
