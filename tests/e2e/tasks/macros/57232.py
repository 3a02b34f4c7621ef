# Put the volume beside each sea freight rate: the row of Volume with its origin port and equipment type, the column
# with its destination port. Where there is none, #N/A.
from macrocell import cell_error

rates = workbook["Sea Freight Rates"]
volume = workbook["Volume"]

ports = {cell.value: index for index, cell in enumerate(volume[2]) if cell.value and cell.column > 3}
volumes = {}
for row in volume.iter_rows(min_row=3, values_only=True):
    volumes.setdefault((row[0], row[1]), row)

missing = 0
for row in rates.iter_rows(min_row=2):
    origin, destination, equipment = row[1].value, row[3].value, row[4].value
    found = volumes.get((origin, equipment))
    if found is None or destination not in ports:
        row[7].value = cell_error("#N/A")
        missing += 1
    else:
        row[7].value = found[ports[destination]]
return {"missing": missing}
