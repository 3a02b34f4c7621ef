# Look up the share of a sales representative with a client: the list has a row a client, with up to five
# representatives side by side, each followed by a helper column and the share.
sheet = workbook.active
headers = [cell.value for cell in sheet[4]]
places = [index for index, header in enumerate(headers) if str(header).startswith("Rep ")]

shares = {}
for row in sheet.iter_rows(min_row=5, max_row=12, values_only=True):
    for place in places:
        if row[place] is not None:
            shares[row[place], row[2]] = row[place + 2]

missing = []
for representative, client, share in sheet["B21:D23"]:
    key = (representative.value, client.value)
    if key in shares:
        share.value = shares[key]
        share.number_format = "0%"
    else:
        missing.append(key)
return {"missing": missing}
